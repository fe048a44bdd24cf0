"""The key door of the first-run page: provider, key, where it is kept, Test, model, Use (U40, U159)."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QApplication, QComboBox, QFormLayout, QHBoxLayout, QLineEdit, QWidget

from qodev.ui.chat.first_run_parts import DoorPart, Outcome
from qodev.ui.kit.theme import SPACE_2, SPACE_3, ThemeController
from qodev.ui.kit.widgets import Label, PushButton, is_inside, named, set_reason
from qodev.ui.models.first_run_state import FirstRunState, KeySource
from qodev.ui.models.marks import QT_TRANSLATE_NOOP

_SOURCES = {
    KeySource.KEYRING: QT_TRANSLATE_NOOP("KeyPart", "Keyring"),
    KeySource.MEMORY: QT_TRANSLATE_NOOP("KeyPart", "Until qodev quits"),
    KeySource.ENVIRONMENT: QT_TRANSLATE_NOOP("KeyPart", "Environment variable"),
    KeySource.FILE: QT_TRANSLATE_NOOP("KeyPart", "Private file (readable by you alone)"),
}


class KeyPart(DoorPart):
    """Provider, key, source, Test, model, Use."""

    provider_chosen = Signal(str)
    test_requested = Signal(str, str, object)
    used = Signal(str, str)

    def __init__(self, theme: ThemeController) -> None:
        super().__init__(theme)
        self.provider = QComboBox()
        named(self.provider, "firstrun.provider", self.tr("Provider"))
        self.secret = QLineEdit()
        named(self.secret, "firstrun.secret", self.tr("Key"))
        self.secret.setEchoMode(QLineEdit.EchoMode.Password)
        self.secret.setInputMethodHints(Qt.InputMethodHint.ImhSensitiveData | Qt.InputMethodHint.ImhNoPredictiveText)
        self.source = QComboBox()
        named(self.source, "firstrun.key_source", self.tr("Where the key is kept"))
        self.state = Label("", "secondary", wraps=True)
        self.test = PushButton(self.tr("Store and test"), "firstrun.test", "primary")
        self.outcome = Outcome("firstrun.")
        self._form = QWidget()
        self._variables: dict[str, tuple[str, ...]] = {}
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        form = QFormLayout(self._form)
        form.setContentsMargins(0, 0, 0, 0)
        form.setHorizontalSpacing(SPACE_3)
        form.setVerticalSpacing(SPACE_2)
        form.addRow(self.tr("Provider"), self.provider)
        form.addRow(self.tr("Key"), self.secret)
        form.addRow(self.tr("Keep it in"), self.source)
        form.addRow("", self.state)
        test_row = QHBoxLayout()
        test_row.addWidget(self.test)
        test_row.addStretch(1)
        form.addRow("", test_row)
        self.setFocusProxy(self.provider)
        self._column.addWidget(self._form)
        self._column.addWidget(self.outcome)
        self._form.hide()

    def _connect(self) -> None:
        self.provider.activated.connect(self._on_provider)
        self.source.activated.connect(self._on_source)
        self.test.clicked.connect(self._on_test)
        self.secret.returnPressed.connect(self._on_test)
        self.outcome.used.connect(self._on_used)

    def show_state(self, state: FirstRunState) -> None:
        self._variables = {row.name: row.variables for row in state.providers}
        names = [row.name for row in state.providers]
        if [self.provider.itemText(i) for i in range(self.provider.count())] != names:
            self.provider.clear()
            self.provider.addItems(names)
        self.provider.setCurrentIndex(max(0, self.provider.findText(state.provider)))
        self._show_sources(state)
        self._show_key(state)
        set_reason(
            self.test, state.busy_text if state.is_busy else "", self.tr("Stores the key, then tests the connection")
        )
        self.outcome.show_state(state)

    def _show_key(self, state: FirstRunState) -> None:
        source = self.source.currentData()
        is_variable = source is KeySource.ENVIRONMENT
        variables = ", ".join(self._variables.get(self.provider.currentText(), ()))
        self.secret.setEnabled(not is_variable)
        reason = self._variable_text(variables)
        self.secret.setPlaceholderText(reason if is_variable else self.tr("Paste the key"))
        if state.is_keyring_known and not state.keyring_name:
            no_keyring = self.tr(
                "No keyring on this system. Use an environment variable, or keep the key until qodev quits."
            )
            self.state.setText(f"{no_keyring} {state.key_state}".strip())
        else:
            self.state.setText(state.key_state)

    def _variable_text(self, variables: str) -> str:
        named_there = self.tr("the variable named in the provider file")
        return self.tr("qodev reads {0} when it starts.").format(variables or named_there)

    def _show_sources(self, state: FirstRunState) -> None:
        """Offers the places where a key can be kept here; the form is shown once that is known (U40)."""
        if not state.is_keyring_known:
            return
        wanted = [source for source in _SOURCES if state.keyring_name or source is not KeySource.KEYRING]
        if [self.source.itemData(i) for i in range(self.source.count())] != wanted:
            self.source.clear()
            for source in wanted:
                self.source.addItem(self.tr(_SOURCES[source]), source)
        if self._form.isHidden():
            focused = QApplication.focusWidget()
            self._form.show()
            if focused is None or is_inside(focused, self.parentWidget() or self):
                self.provider.setFocus()

    def _on_provider(self) -> None:
        self.secret.clear()
        self.provider_chosen.emit(self.provider.currentText())

    def _on_source(self) -> None:
        self.provider_chosen.emit(self.provider.currentText())

    def _on_test(self) -> None:
        if self.source.currentData() is KeySource.FILE and self.secret.text():
            self._ask_for_file()
        else:
            self._test()

    def _ask_for_file(self) -> None:
        """A key goes into a file only after consent (S174)."""
        from qodev.ui.kit.dialogs import Question, QuestionDialog

        text = self.tr(
            "The key is written into a file that only your user may read. Programs that run as you can read it too."
        )
        question = Question(
            "dialog.key_file",
            self.tr("Keep the key in a file"),
            text,
            self.tr("Keep it in a file"),
            self.tr("Cancel"),
            False,
        )
        dialog = QuestionDialog(question, self.window())
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.accepted.connect(self._test)
        dialog.open()

    def _test(self) -> None:
        self.test_requested.emit(self.provider.currentText(), self.secret.text(), self.source.currentData())
        self.secret.clear()

    def _on_used(self, model: str) -> None:
        self.used.emit(self.provider.currentText(), model)

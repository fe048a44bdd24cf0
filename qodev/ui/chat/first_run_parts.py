"""What lies behind the doors of the first-run page (U157 to U159, F47)."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from qodev.ui.kit.theme import SPACE_2, SPACE_3, SPACE_4, ThemeController, set_look
from qodev.ui.kit.widgets import Label, PictureLabel, PushButton, named, panel, set_reason
from qodev.ui.models.first_run_state import FirstRunState, KeySource, ServerRow

_SOURCES = {
    KeySource.KEYRING: "Keyring",
    KeySource.MEMORY: "Until qodev quits",
    KeySource.ENVIRONMENT: "Environment variable",
    KeySource.FILE: "Private file (readable by you alone)",
}


class DoorCard(QFrame):
    """One way to start: what it is, what it needs, and its button."""

    def __init__(self, theme: ThemeController, icon: str, text: str, button: PushButton) -> None:
        super().__init__()
        set_look(self, "card")
        self.button = button
        about = Label(text, "muted", wraps=True)
        grid = QGridLayout(self)
        grid.setContentsMargins(SPACE_4, SPACE_3, SPACE_4, SPACE_3)
        grid.setHorizontalSpacing(SPACE_3)
        grid.addWidget(PictureLabel(theme, icon, "accent", 24), 0, 0, Qt.AlignmentFlag.AlignVCenter)
        grid.addWidget(about, 0, 1)
        grid.addWidget(button, 0, 2, Qt.AlignmentFlag.AlignVCenter)
        grid.setColumnStretch(1, 1)


class ServerCard(QFrame):
    """One probed address, with its models and Use when something answers."""

    used = Signal(str, str)

    def __init__(self, theme: ThemeController, row: ServerRow) -> None:
        super().__init__()
        set_look(self, "card")
        self._row = row
        icon, role = ("ok", "allow") if row.is_found else ("offline", "muted")
        line = QHBoxLayout(self)
        line.setContentsMargins(SPACE_3, SPACE_2, SPACE_3, SPACE_2)
        line.addWidget(PictureLabel(theme, icon, role))
        texts = QVBoxLayout()
        texts.addWidget(Label(row.instance or row.url, "strong"))
        texts.addWidget(Label(f"{row.text} · {row.url}", "secondary"))
        line.addLayout(texts, 1)
        self._models = QComboBox()
        named(self._models, f"firstrun.model:{row.url}", f"Model of {row.instance}")
        self._models.addItems(list(row.models))
        use = PushButton("Use", f"firstrun.use:{row.url}", "primary")
        if row.is_found:
            line.addWidget(self._models)
            line.addWidget(use)
        use.clicked.connect(self._on_use)

    def _on_use(self) -> None:
        self.used.emit(self._row.instance, self._models.currentText())


class DoorPart(QWidget):
    """What lies behind a door."""

    def __init__(self, theme: ThemeController) -> None:
        super().__init__()
        self._theme = theme
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(SPACE_3)

    def show_state(self, state: FirstRunState) -> None:
        """Shows what is known."""


class OfflinePart(DoorPart):
    """Offers first messages of the offline provider."""

    used = Signal(str, str)

    def __init__(self, theme: ThemeController) -> None:
        super().__init__(theme)
        self._ids: tuple[str, ...] = ()
        self._column.addWidget(Label("Choose a first message. Everything stays on this machine.", "muted", wraps=True))

    def show_state(self, state: FirstRunState) -> None:
        ids = tuple(row.id for row in state.scripts)
        if ids == self._ids:
            return
        self._ids = ids
        for row in state.scripts:
            button = ScriptButton(row.id, row.title)
            button.used.connect(self.used)
            self._column.addWidget(DoorCard(self._theme, "play", row.description or row.title, button))
            if row is state.scripts[0]:
                self.setFocusProxy(button)


class ScriptButton(PushButton):
    """Starts a conversation with one script."""

    used = Signal(str, str)

    def __init__(self, script: str, title: str) -> None:
        super().__init__(title, f"firstrun.script:{script}")
        self._script, self._title = script, title
        self.clicked.connect(self._on_clicked)

    def _on_clicked(self) -> None:
        self.used.emit(self._script, self._title)


class LocalPart(DoorPart):
    """Lists what the probe found."""

    used = Signal(str, str)
    again = Signal()

    def __init__(self, theme: ThemeController) -> None:
        super().__init__(theme)
        self._rows: tuple[ServerRow, ...] | None = None
        self.list = QWidget()
        named(self.list, "firstrun.probe", "Local servers")
        self._cards = QVBoxLayout(self.list)
        self._cards.setContentsMargins(0, 0, 0, 0)
        self.test = PushButton("Look again", "firstrun.test_local")
        self._column.addWidget(self.list)
        hint = "For another address, put a file with its address into the providers folder of your configuration."
        self._column.addWidget(Label(hint, "secondary", wraps=True))
        self._column.addWidget(self.test, 0, Qt.AlignmentFlag.AlignLeft)
        self.test.clicked.connect(self.again)
        self.setFocusProxy(self.test)

    def show_state(self, state: FirstRunState) -> None:
        set_reason(self.test, state.busy_text if state.is_busy else "", "Asks the three ports again")
        if state.servers == self._rows:
            return
        self._rows = state.servers
        while self._cards.count():
            item = self._cards.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.deleteLater()
        for row in state.servers:
            card = ServerCard(self._theme, row)
            card.used.connect(self.used)
            self._cards.addWidget(card)


class KeyPart(DoorPart):
    """Provider, key, source, Test, model, Use."""

    provider_chosen = Signal(str)
    test_requested = Signal(str, str, object)
    used = Signal(str, str)

    def __init__(self, theme: ThemeController) -> None:
        super().__init__(theme)
        self.provider = QComboBox()
        named(self.provider, "firstrun.provider", "Provider")
        self.secret = QLineEdit()
        named(self.secret, "firstrun.secret", "Key")
        self.secret.setEchoMode(QLineEdit.EchoMode.Password)
        self.secret.setInputMethodHints(Qt.InputMethodHint.ImhSensitiveData | Qt.InputMethodHint.ImhNoPredictiveText)
        self.source = QComboBox()
        named(self.source, "firstrun.key_source", "Where the key is kept")
        for source, text in _SOURCES.items():
            self.source.addItem(text, source)
        self.state = Label("", "secondary", wraps=True)
        self.test = PushButton("Store and test", "firstrun.test", "primary")
        self.steps = Label("", wraps=True)
        self.result = Label("", wraps=True)
        self.model = QComboBox()
        named(self.model, "firstrun.model", "Model")
        self.model.setEditable(True)
        self.use = PushButton("Use", "firstrun.use", "primary")
        self._variables: dict[str, tuple[str, ...]] = {}
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.setHorizontalSpacing(SPACE_3)
        form.setVerticalSpacing(SPACE_2)
        form.addRow("Provider", self.provider)
        form.addRow("Key", self.secret)
        form.addRow("Keep it in", self.source)
        form.addRow("", self.state)
        test_row = QHBoxLayout()
        test_row.addWidget(self.test)
        test_row.addStretch(1)
        form.addRow("", test_row)
        self.setFocusProxy(self.provider)
        self._column.addLayout(form)
        self._column.addWidget(self.steps)
        self._column.addWidget(self.result)
        row = QHBoxLayout()
        self._model_label = Label("Model")
        row.addWidget(self._model_label)
        row.addWidget(self.model, 1)
        row.addWidget(self.use)
        self._column.addLayout(row)

    def _connect(self) -> None:
        self.provider.activated.connect(self._on_provider)
        self.source.activated.connect(self._on_source)
        self.test.clicked.connect(self._on_test)
        self.secret.returnPressed.connect(self._on_test)
        self.use.clicked.connect(self._on_use)

    def show_state(self, state: FirstRunState) -> None:
        self._variables = {row.name: row.variables for row in state.providers}
        names = [row.name for row in state.providers]
        if [self.provider.itemText(i) for i in range(self.provider.count())] != names:
            self.provider.clear()
            self.provider.addItems(names)
            if names:
                self._on_provider()
        self._show_key(state)
        set_reason(self.test, state.busy_text if state.is_busy else "", "Stores the key, then tests the connection")
        self.steps.setText("\n".join(f"{'✓' if s.is_ok else '✕'} {s.name}: {s.text}" for s in state.steps))
        self.steps.setVisible(bool(state.steps))
        self.result.setText(state.test_text)
        self.result.setVisible(bool(state.test_text))
        self._show_models(state)

    def _show_key(self, state: FirstRunState) -> None:
        source = self.source.currentData()
        is_variable = source is KeySource.ENVIRONMENT
        variables = ", ".join(self._variables.get(self.provider.currentText(), ()))
        self.secret.setEnabled(not is_variable)
        reason = f"qodev reads {variables or 'the variable named in the provider file'} when it starts."
        self.secret.setPlaceholderText(reason if is_variable else "Paste the key")
        no_keyring = "No keyring on this system. Use an environment variable, or keep the key until qodev quits."
        needs_note = source is KeySource.KEYRING and state.key_state and not state.keyring_name
        self.state.setText(f"{state.key_state} {no_keyring}".strip() if needs_note else state.key_state)

    def _show_models(self, state: FirstRunState) -> None:
        if tuple(self.model.itemText(i) for i in range(self.model.count())) != state.models:
            self.model.clear()
            self.model.addItems(list(state.models))
        for widget in (self._model_label, self.model, self.use):
            widget.setVisible(bool(state.test_text))
        self.use.setText("Use" if state.is_test_ok else "Use anyway")

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

        text = "The key is written into a file that only your user may read. Programs that run as you can read it too."
        question = Question("dialog.key_file", "Keep the key in a file", text, "Keep it in a file", "Cancel", False)
        dialog = QuestionDialog(question, self.window())
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.accepted.connect(self._test)
        dialog.open()

    def _test(self) -> None:
        self.test_requested.emit(self.provider.currentText(), self.secret.text(), self.source.currentData())
        self.secret.clear()

    def _on_use(self) -> None:
        self.used.emit(self.provider.currentText(), self.model.currentText().strip())


class TryOutPart(DoorPart):
    """What setting up the try-out model does, its log, and Use."""

    set_up_requested = Signal()
    remove_requested = Signal()
    used = Signal()

    def __init__(self, theme: ThemeController) -> None:
        super().__init__(theme)
        self.plan = Label("", wraps=True)
        self.set_up = PushButton("Set up", "firstrun.set_up", "primary")
        self.use = PushButton("Use", "firstrun.use_try_out", "primary")
        self.remove = PushButton("Remove…", "firstrun.remove_try_out")
        self.log = QPlainTextEdit()
        named(self.log, "firstrun.log", "Log of the set-up")
        set_look(self.log, "mono")
        self.log.setReadOnly(True)
        self.log.setMaximumBlockCount(400)
        self.log.setMinimumHeight(220)
        self._logged = 0
        frame = panel("card")
        inner = QVBoxLayout(frame)
        inner.addWidget(self.plan)
        row = QHBoxLayout()
        row.addWidget(self.set_up)
        row.addWidget(self.use)
        row.addWidget(self.remove)
        row.addStretch(1)
        self._column.addWidget(frame)
        self._column.addLayout(row)
        self._column.addWidget(self.log)
        self.set_up.clicked.connect(self.set_up_requested)
        self.setFocusProxy(self.set_up)
        self.use.clicked.connect(self.used)
        self.remove.clicked.connect(self._on_remove)

    def _on_remove(self) -> None:
        from qodev.ui.kit.dialogs import Question, QuestionDialog

        text = "This deletes the server and the model that were fetched, the provider and the agent made for them."
        question = Question("dialog.erase", "Remove the try-out model", text, "Remove the try-out model", "Keep it")
        dialog = QuestionDialog(question, self.window())
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.accepted.connect(self.remove_requested)
        dialog.open()

    def show_state(self, state: FirstRunState) -> None:
        self.plan.setText("\n".join(state.plan))
        set_reason(self.set_up, state.busy_text if state.is_busy else "", "Downloads and builds what is listed above")
        self.set_up.setVisible(not state.is_try_out_ready)
        self.use.setVisible(state.is_try_out_ready)
        self.remove.setVisible(state.is_try_out_ready)
        set_reason(self.remove, state.busy_text if state.is_busy else "", "Deletes what was fetched, after asking")
        if len(state.log) < self._logged or not state.log:
            self.log.clear()
            self._logged = 0
        for line in state.log[self._logged :]:
            self.log.appendPlainText(line)
        self._logged = len(state.log)
        self.log.setVisible(bool(state.log) or state.is_busy)

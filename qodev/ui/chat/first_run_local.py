"""The local door of the first-run page: what answers on this machine, and a server at an own address (U158)."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QFormLayout, QFrame, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from qodev.ui.chat.first_run_parts import DoorPart, Outcome
from qodev.ui.kit.theme import SPACE_2, SPACE_3, ThemeController, set_look
from qodev.ui.kit.widgets import Label, PictureLabel, PushButton, named, set_reason
from qodev.ui.models.first_run_state import FirstRunState, ServerKind, ServerRow
from qodev.ui.models.marks import QT_TRANSLATE_NOOP

_KINDS = {
    ServerKind.OLLAMA: "Ollama",
    ServerKind.CHAT_COMPLETIONS: QT_TRANSLATE_NOOP("AddressForm", "LM Studio, or other Chat Completions"),
    ServerKind.LLAMA_CPP: "llama.cpp",
}


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
        named(self._models, f"firstrun.model:{row.url}", self.tr("Model of {0}").format(row.instance))
        self._models.addItems(list(row.models))
        use = PushButton(self.tr("Use"), f"firstrun.use:{row.url}", "primary")
        if row.is_found:
            line.addWidget(self._models)
            line.addWidget(use)
        use.clicked.connect(self._on_use)

    def _on_use(self) -> None:
        self.used.emit(self._row.instance, self._models.currentText())


class AddressForm(QFrame):
    """Takes the address of a server, tests it, and goes on with one of its models."""

    test_requested = Signal(object, str)  # ServerKind, address
    used = Signal(object, str, str)  # ServerKind, address, model

    def __init__(self) -> None:
        super().__init__()
        set_look(self, "card")
        self.kind = QComboBox()
        named(self.kind, "firstrun.address_kind", self.tr("Kind of server"))
        for kind, text in _KINDS.items():
            self.kind.addItem(self.tr(text), kind)
        self.address = QLineEdit()
        named(self.address, "firstrun.address", self.tr("Address of the server"))
        self.address.setPlaceholderText("http://192.168.0.5:11434")
        self.test = PushButton(self.tr("Test"), "firstrun.address_test")
        self.outcome = Outcome("firstrun.address_")
        line = QHBoxLayout()
        line.setSpacing(SPACE_2)
        line.addWidget(self.address, 1)
        line.addWidget(self.test)
        form = QFormLayout()
        form.setHorizontalSpacing(SPACE_3)
        form.setVerticalSpacing(SPACE_2)
        form.addRow(self.tr("Server"), self.kind)
        form.addRow(self.tr("Address"), line)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_3, SPACE_3, SPACE_3, SPACE_3)
        column.addWidget(Label(self.tr("Another address"), "strong"))
        column.addLayout(form)
        column.addWidget(self.outcome)
        self.test.clicked.connect(self._on_test)
        self.address.returnPressed.connect(self._on_test)
        self.address.textChanged.connect(self._on_typed)
        self.outcome.used.connect(self._on_used)
        self._busy = ""
        self._on_typed()

    def show_state(self, state: FirstRunState) -> None:
        """Shows what the test came to."""
        self._busy = state.busy_text if state.is_busy else ""
        self._on_typed()
        self.outcome.show_state(state)

    def _on_typed(self) -> None:
        reason = self._busy or ("" if self.address.text().strip() else self.tr("Type the address first."))
        set_reason(self.test, reason, self.tr("Asks the server for its models"))

    def _on_test(self) -> None:
        if self.test.isEnabled():
            self.test_requested.emit(self.kind.currentData(), self.address.text())

    def _on_used(self, model: str) -> None:
        self.used.emit(self.kind.currentData(), self.address.text(), model)


class LocalPart(DoorPart):
    """Lists what the probe found."""

    used = Signal(str, str)
    again = Signal()

    def __init__(self, theme: ThemeController) -> None:
        super().__init__(theme)
        self._rows: tuple[ServerRow, ...] | None = None
        self.list = QWidget()
        named(self.list, "firstrun.probe", self.tr("Local servers"))
        self._cards = QVBoxLayout(self.list)
        self._cards.setContentsMargins(0, 0, 0, 0)
        self.test = PushButton(self.tr("Look again"), "firstrun.test_local")
        self._column.addWidget(self.list)
        self.own = AddressForm()
        self._column.addWidget(self.test, 0, Qt.AlignmentFlag.AlignLeft)
        self._column.addWidget(self.own)
        self.test.clicked.connect(self.again)
        self.setFocusProxy(self.test)

    def show_state(self, state: FirstRunState) -> None:
        set_reason(self.test, state.busy_text if state.is_busy else "", self.tr("Asks the three ports again"))
        self.own.show_state(state)
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

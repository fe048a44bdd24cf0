"""The first-run page: three doors, the try-out model, and Skip (U156 to U160)."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QStackedWidget, QVBoxLayout, QWidget

from qodev.ui.chat.first_run_parts import DoorCard, DoorPart, KeyPart, LocalPart, OfflinePart, TryOutPart
from qodev.ui.kit.theme import SPACE_3, SPACE_4, SPACE_5, SPACE_6, ThemeController, set_look
from qodev.ui.kit.widgets import IconButton, Label, PushButton, named
from qodev.ui.models.first_run_state import Door, FirstRunState

_COLUMN_PX = 640


class FirstRunPage(QWidget):
    """Leads to a first answer; it connects to nothing by itself."""

    offline_requested = Signal()
    local_requested = Signal()
    key_requested = Signal()
    try_out_requested = Signal()
    skip_requested = Signal()
    back_requested = Signal()
    cancel_requested = Signal()
    script_used = Signal(str, str)
    server_used = Signal(str, str)
    provider_chosen = Signal(str)
    test_requested = Signal(str, str, object)
    provider_used = Signal(str, str)
    set_up_requested = Signal()
    try_out_used = Signal()

    def __init__(self, theme: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "firstrun.page", "First steps")
        set_look(self, "surface")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._theme = theme
        self._state = FirstRunState()
        self._parts: dict[Door, QWidget] = {}
        self.offline = PushButton("Try offline", "firstrun.offline", "primary")
        self.local = PushButton("Use a local server", "firstrun.local")
        self.key = PushButton("Add a key", "firstrun.key")
        self.try_out = PushButton("Set up the try-out model…", "firstrun.try_out", "plain")
        self.skip = PushButton("Skip", "firstrun.skip", "plain")
        self.back = IconButton(theme, "chevron_left", "firstrun.back", "Back to the ways to start")
        self.title = Label("Ways to start", "page")
        self.busy = Label("", "muted")
        self.cancel = PushButton("Cancel", "firstrun.cancel", "compact")
        self._stack = QStackedWidget()
        self._lay_out()
        self._connect()
        self.show_state(self._state)

    def _lay_out(self) -> None:
        inner = QWidget()
        head = QHBoxLayout()
        head.addWidget(self.back)
        head.addWidget(self.title, 1)
        busy_row = QHBoxLayout()
        busy_row.addWidget(self.busy)
        busy_row.addWidget(self.cancel)
        busy_row.addStretch(1)
        column = QVBoxLayout(inner)
        column.setContentsMargins(SPACE_4, SPACE_6, SPACE_4, SPACE_5)
        column.setSpacing(SPACE_3)
        column.addLayout(head)
        column.addWidget(self._stack)
        column.addLayout(busy_row)
        column.addStretch(1)
        inner.setMaximumWidth(_COLUMN_PX)
        self._add(Door.DOORS, self._doors())
        holder = QWidget()
        line = QHBoxLayout(holder)
        line.setContentsMargins(0, 0, 0, 0)
        line.addStretch(1)
        line.addWidget(inner, 100)
        line.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(holder)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(scroll)

    def _add(self, door: Door, part: QWidget) -> None:
        self._parts[door] = part
        self._stack.addWidget(part)

    def _doors(self) -> QWidget:
        part = QWidget()
        column = QVBoxLayout(part)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_3)
        column.addWidget(Label("qodev sends data only to the providers and servers you set up.", "muted", wraps=True))
        offline = "Answers come from a script on this machine. No key, no network; good for looking around."
        local = "Ollama, LM Studio or llama.cpp that already runs on this machine. No key."
        key = "Claude, OpenAI, Google, Mistral and others. The key is tested before you go on."
        column.addWidget(DoorCard(self._theme, "offline", offline, self.offline))
        column.addWidget(DoorCard(self._theme, "local_server", local, self.local))
        column.addWidget(DoorCard(self._theme, "key", key, self.key))
        row = QHBoxLayout()
        row.addWidget(self.try_out)
        row.addStretch(1)
        row.addWidget(self.skip)
        column.addLayout(row)
        column.addStretch(1)
        return part

    def _connect(self) -> None:
        self.offline.clicked.connect(self.offline_requested)
        self.local.clicked.connect(self.local_requested)
        self.key.clicked.connect(self.key_requested)
        self.try_out.clicked.connect(self.try_out_requested)
        self.skip.clicked.connect(self.skip_requested)
        self.back.clicked.connect(self.back_requested)
        self.cancel.clicked.connect(self.cancel_requested)

    def show_state(self, state: FirstRunState) -> None:
        """Shows a door and what has come of it."""
        self._state = state
        if state.door not in self._parts:
            self._add(state.door, self._make(state.door))
        part = self._parts[state.door]
        if self._stack.currentWidget() is not part:
            self._stack.setCurrentWidget(part)
            part.setFocus()
        self.back.setVisible(state.door is not Door.DOORS)
        titles = {
            Door.DOORS: "Ways to start",
            Door.OFFLINE: "Try offline",
            Door.LOCAL: "Use a local server",
            Door.KEY: "Add a key",
            Door.TRY_OUT: "Set up the try-out model",
        }
        self.title.setText(titles[state.door])
        self.busy.setText(state.busy_text)
        self.busy.setVisible(state.is_busy)
        self.cancel.setVisible(state.is_busy)
        if isinstance(part, DoorPart):
            part.show_state(state)

    def _make(self, door: Door) -> QWidget:
        if door is Door.OFFLINE:
            offline = OfflinePart(self._theme)
            offline.used.connect(self.script_used)
            return offline
        if door is Door.LOCAL:
            local = LocalPart(self._theme)
            local.used.connect(self.server_used)
            local.again.connect(self.local_requested)
            return local
        if door is Door.KEY:
            return self._make_key()
        try_out = TryOutPart(self._theme)
        try_out.set_up_requested.connect(self.set_up_requested)
        try_out.used.connect(self.try_out_used)
        return try_out

    def _make_key(self) -> QWidget:
        key = KeyPart(self._theme)
        key.provider_chosen.connect(self.provider_chosen)
        key.test_requested.connect(self.test_requested)
        key.used.connect(self.provider_used)
        return key

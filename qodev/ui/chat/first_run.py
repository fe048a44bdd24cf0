"""The first-run page: three doors, the try-out model, and Skip (U156 to U160)."""

from itertools import pairwise

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from qodev.ui.chat.first_run_key import KeyPart
from qodev.ui.chat.first_run_local import LocalPart
from qodev.ui.chat.first_run_parts import DoorCard, DoorPart, OfflinePart, ProjectPart, TryOutPart
from qodev.ui.kit.theme import SPACE_3, SPACE_4, SPACE_5, ThemeController, set_look
from qodev.ui.kit.widgets import IconButton, Label, PushButton, named, relook
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
    address_test_requested = Signal(object, str)
    address_used = Signal(object, str, str)
    provider_chosen = Signal(str)
    test_requested = Signal(str, str, object)
    provider_used = Signal(str, str)
    set_up_requested = Signal()
    try_out_used = Signal()
    remove_requested = Signal()
    project_requested = Signal()
    without_project_requested = Signal()

    def __init__(self, theme: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "firstrun.page", self.tr("First steps"))
        set_look(self, "surface")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._theme = theme
        self._state = FirstRunState()
        self._parts: dict[Door, DoorPart] = {}
        self.offline = PushButton(self.tr("Try offline"), "firstrun.offline", "primary")
        self.local = PushButton(self.tr("Use a local server"), "firstrun.local")
        self.key = PushButton(self.tr("Add a key"), "firstrun.key")
        self.try_out = PushButton(self.tr("Set up the try-out model…"), "firstrun.try_out", "plain")
        self.skip = PushButton(self.tr("Skip"), "firstrun.skip", "plain")
        self.back = IconButton(theme, "chevron_left", "firstrun.back", self.tr("Back to the ways to start"))
        self.title = Label(self.tr("Ways to start"), "page")
        self.busy = Label("", "muted")
        self.cancel = PushButton(self.tr("Cancel"), "firstrun.cancel", "compact")
        self._below = QVBoxLayout()
        self._lay_out()
        self._connect()
        self.show_state(self._state)

    def _lay_out(self) -> None:
        inner = QWidget()
        inner.setMaximumWidth(_COLUMN_PX)
        column = QVBoxLayout(inner)
        column.setContentsMargins(SPACE_4, SPACE_5, SPACE_4, SPACE_5)
        column.setSpacing(SPACE_3)
        head = QHBoxLayout()
        head.addWidget(self.back)
        head.addWidget(self.title, 1)
        column.addLayout(head)
        column.addWidget(
            Label(self.tr("qodev sends data only to the providers and servers you set up."), "muted", wraps=True)
        )
        self._cards = self._door_cards()
        for card in self._cards:
            column.addWidget(card)
        busy_row = QHBoxLayout()
        busy_row.addWidget(self.busy)
        busy_row.addWidget(self.cancel)
        busy_row.addStretch(1)
        column.addLayout(busy_row)
        column.addLayout(self._below)
        row = QHBoxLayout()
        row.addWidget(self.try_out)
        row.addStretch(1)
        row.addWidget(self.skip)
        column.addLayout(row)
        column.addStretch(1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(_scrolled(inner))

    def _door_cards(self) -> tuple[DoorCard, ...]:
        offline = self.tr("Answers come from a script on this machine. No key, no network; good for looking around.")
        local = self.tr("Ollama, LM Studio or llama.cpp that already runs on this machine. No key.")
        key = self.tr("Claude, OpenAI, Google, Mistral and others. The key is tested before you go on.")
        return (
            DoorCard(self._theme, "offline", offline, self.offline),
            DoorCard(self._theme, "local_server", local, self.local),
            DoorCard(self._theme, "key", key, self.key),
        )

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
        before, self._state = self._state.door, state
        if state.door is not Door.DOORS and state.door not in self._parts:
            self._parts[state.door] = self._make(state.door)
            self._below.addWidget(self._parts[state.door])
        for door, part in self._parts.items():
            part.setVisible(door is state.door)
        is_last = state.door is Door.PROJECT
        for card in self._cards:
            card.setVisible(not is_last)
        self.skip.setVisible(not is_last)
        self.try_out.setVisible(state.door not in (Door.TRY_OUT, Door.PROJECT))
        self.back.setVisible(state.door is not Door.DOORS)
        titles = {
            Door.DOORS: self.tr("Ways to start"),
            Door.OFFLINE: self.tr("Try offline"),
            Door.LOCAL: self.tr("Use a local server"),
            Door.KEY: self.tr("Add a key"),
            Door.TRY_OUT: self.tr("Set up the try-out model"),
            Door.PROJECT: self.tr("Which folder is it about?"),
        }
        self.title.setText(titles[state.door])
        self.busy.setText(state.busy_text)
        self.busy.setVisible(state.is_busy)
        self.cancel.setVisible(state.is_busy)
        if state.door in self._parts:
            self._parts[state.door].show_state(state)
            self._order_focus(self._parts[state.door])
        if state.door is not before:
            relook(self.offline, "primary" if state.door is Door.DOORS else "")
            focused: QWidget = self._parts.get(state.door) or self.offline
            focused.setFocus()

    def _order_focus(self, part: DoorPart) -> None:
        """Puts what lies behind a door between the doors and the last row: it was made after both."""
        tab = Qt.FocusPolicy.TabFocus
        inner = (w for w in part.findChildren(QWidget) if w.focusPolicy() & tab and w.focusProxy() is None)
        chain = [self.key, *(w for w in inner if w.window() is self.window()), self.try_out, self.skip]
        for before, after in pairwise(chain):
            self.setTabOrder(before, after)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self._state.door is not Door.DOORS:
            self.back_requested.emit()
        else:
            super().keyPressEvent(event)

    def _make(self, door: Door) -> DoorPart:
        if door is Door.OFFLINE:
            offline = OfflinePart(self._theme)
            offline.used.connect(self.script_used)
            return offline
        if door is Door.LOCAL:
            local = LocalPart(self._theme)
            local.used.connect(self.server_used)
            local.again.connect(self.local_requested)
            local.own.test_requested.connect(self.address_test_requested)
            local.own.used.connect(self.address_used)
            return local
        if door is Door.KEY:
            return self._make_key()
        if door is Door.PROJECT:
            return self._make_project()
        try_out = TryOutPart(self._theme)
        try_out.set_up_requested.connect(self.set_up_requested)
        try_out.used.connect(self.try_out_used)
        try_out.remove_requested.connect(self.remove_requested)
        return try_out

    def _make_project(self) -> DoorPart:
        project = ProjectPart(self._theme)
        project.open_requested.connect(self.project_requested)
        project.without_requested.connect(self.without_project_requested)
        return project

    def _make_key(self) -> DoorPart:
        key = KeyPart(self._theme)
        key.provider_chosen.connect(self.provider_chosen)
        key.test_requested.connect(self.test_requested)
        key.used.connect(self.provider_used)
        return key


def _scrolled(inner: QWidget) -> QScrollArea:
    """Returns a scroll area that keeps `inner` in the middle."""
    holder = QWidget()
    set_look(holder, "surface")
    line = QHBoxLayout(holder)
    line.setContentsMargins(0, 0, 0, 0)
    line.addStretch(1)
    line.addWidget(inner, 100)
    line.addStretch(1)
    scroll = QScrollArea()
    scroll.setWidgetResizable(True)
    scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    scroll.setWidget(holder)
    return scroll

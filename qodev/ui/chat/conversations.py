"""The sidebar: project, new conversation, filter, grouped list, archived ones (U12 to U16)."""

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from qodev.ui.chat.project_picker import ProjectHead
from qodev.ui.kit.theme import SPACE_1, SPACE_2, SPACE_3, ThemeController, set_look
from qodev.ui.kit.widgets import IconButton, Label, PushButton, named

if TYPE_CHECKING:  # not needed for the first paint (F19)
    from qodev.ui.chat.conversation_list import ConversationList
    from qodev.ui.models.sidebar import SidebarState

_LEAST_PX = 220


class Sidebar(QWidget):
    """Everything at the left of the window."""

    new_requested = Signal()
    open_requested = Signal(str)
    rename_requested = Signal(str)
    delete_requested = Signal(str)
    menu_requested = Signal(str, QPoint)
    filter_changed = Signal(str)
    search_requested = Signal(str)
    archived_toggled = Signal(bool)

    def __init__(
        self, theme: ThemeController, parent: QWidget | None = None, *, clock: Callable[[], float] = time.time
    ) -> None:
        super().__init__(parent)
        named(self, "sidebar", self.tr("Sidebar"))
        set_look(self, "window")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.project = ProjectHead(theme)
        self.new = PushButton(self.tr("New conversation"), "sidebar.new", "primary")
        self.search = QLineEdit()
        named(self.search, "sidebar.search", self.tr("Search conversations"))
        self.search.setPlaceholderText(self.tr("Search conversations"))
        self.clear = IconButton(theme, "clear", "sidebar.clear", self.tr("Clear search"))
        self.clear.hide()
        self._theme = theme
        self._clock = clock
        self._list: ConversationList | None = None
        self.empty = Label(self.tr("Loading conversations…"), "muted", wraps=True)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.archived = PushButton(self.tr("Archived"), "sidebar.archived", "plain")
        self.archived.setCheckable(True)
        self._lay_out()
        self._connect()

    @property
    def list(self) -> "ConversationList":
        """Returns the list; it is made when there is something to show."""
        if self._list is None:
            from qodev.ui.chat.conversation_list import ConversationList

            self._list = ConversationList(self._theme, self._clock)
            self._room.addWidget(self._list)
            self._list.open_requested.connect(self.open_requested)
            self._list.rename_requested.connect(self.rename_requested)
            self._list.delete_requested.connect(self.delete_requested)
            self._list.menu_requested.connect(self.menu_requested)
            self.setTabOrder(self._list, self.archived)
        return self._list

    def _lay_out(self) -> None:
        search_row = QHBoxLayout()
        search_row.setSpacing(SPACE_1)
        search_row.addWidget(self.search, 1)
        search_row.addWidget(self.clear)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_3, SPACE_3, SPACE_3, SPACE_2)
        column.setSpacing(SPACE_2)
        column.addWidget(self.project)
        column.addWidget(self.new)
        column.addLayout(search_row)
        column.addWidget(self.empty)
        self._room = QVBoxLayout()
        column.addLayout(self._room, 1)
        column.addWidget(self.archived, 0, Qt.AlignmentFlag.AlignLeft)

    def _connect(self) -> None:
        self.new.clicked.connect(self.new_requested)
        self.search.textChanged.connect(self._on_filter_changed)
        self.search.returnPressed.connect(self._on_search_entered)
        self.search.installEventFilter(self)
        self.clear.clicked.connect(self.search.clear)
        self.archived.toggled.connect(self.archived_toggled)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.search and event.type() is QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if event.key() == Qt.Key.Key_Escape and self.search.text():
                self.search.clear()
                return True
            if event.key() == Qt.Key.Key_Down:
                self.list.setFocus(Qt.FocusReason.TabFocusReason)
                return True
        return False

    def _on_filter_changed(self, text: str) -> None:
        self.clear.setVisible(bool(text))
        self.filter_changed.emit(text)

    def _on_search_entered(self) -> None:
        if self.search.text().strip():
            self.search_requested.emit(self.search.text().strip())

    def show_state(self, state: "SidebarState") -> None:
        """Shows the list; rows that stay keep their place."""
        self.list.rows.set_rows(state.rows)
        self.list.show_selected(state.selected)
        self.empty.setText(state.empty_text)
        self.empty.setVisible(bool(state.empty_text))
        count = state.archived_count
        archived = self.tr("Archived ({0})").format(count) if count else self.tr("Archived")
        self.archived.setText(self.tr("Back to conversations") if state.shows_archived else archived)
        if self.archived.isChecked() != state.shows_archived:
            self.archived.setChecked(state.shows_archived)

    def minimumSizeHint(self) -> QSize:
        hint = super().minimumSizeHint()
        return QSize(max(_LEAST_PX, hint.width()), hint.height())

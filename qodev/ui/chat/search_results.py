"""Hits of the search over all conversations, in the centre of the window (U16, U138)."""

from PySide6.QtCore import QEvent, QModelIndex, QObject, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QLineEdit, QListView, QVBoxLayout, QWidget

from qodev.ui.kit.theme import SPACE_2, SPACE_3, SPACE_4, ThemeController, set_look
from qodev.ui.kit.widgets import IconButton, Label, named
from qodev.ui.models.search_state import SearchState
from qodev.ui.models.sidebar import full_time

_ID = Qt.ItemDataRole.UserRole + 1
_POSITION = Qt.ItemDataRole.UserRole + 2


class SearchPage(QWidget):
    """A line to type into and what was found; Enter opens the conversation of a hit."""

    search_requested = Signal(str)
    open_requested = Signal(str, int)
    back_requested = Signal()

    def __init__(self, theme: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "search", "Search")
        set_look(self, "surface")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._theme = theme
        self.back = IconButton(theme, "chevron_left", "search.back", "Back to the conversation")
        self.input = QLineEdit()
        named(self.input, "search.input", "Search all conversations")
        self.input.setPlaceholderText("Search all conversations")
        self.status = Label("", "secondary")
        self.results = QListView()
        named(self.results, "search.results", "Hits")
        self.results.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.results.setWordWrap(True)
        self._model = QStandardItemModel(self.results)
        self.results.setModel(self._model)
        head = QHBoxLayout()
        head.addWidget(self.back)
        head.addWidget(self.input, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_4, SPACE_3, SPACE_4, SPACE_3)
        column.setSpacing(SPACE_2)
        column.addLayout(head)
        column.addWidget(self.status)
        column.addWidget(self.results, 1)
        self.back.clicked.connect(self.back_requested)
        self.input.returnPressed.connect(self._on_entered)
        self.input.installEventFilter(self)
        self.results.activated.connect(self._on_activated)
        self.results.clicked.connect(self._on_activated)

    def begin(self, text: str) -> None:
        """Takes the words of the search and the focus."""
        self.input.setText(text)
        self.input.setFocus(Qt.FocusReason.OtherFocusReason)
        self.input.selectAll()

    def show_state(self, state: SearchState) -> None:
        """Shows the hits; the ones before stay while a new search runs."""
        self.status.setText(state.status)
        if state.is_searching:
            return
        self._model.clear()
        height = 3 * self.fontMetrics().lineSpacing() + SPACE_2
        for row in state.rows:
            item = QStandardItem(f"{row.title} · {full_time(row.at)}\n{' '.join(row.snippet.split())}")
            item.setData(row.conversation_id, _ID)
            item.setData(row.position, _POSITION)
            item.setSizeHint(QSize(100, height))
            self._model.appendRow(item)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Down:
            self.results.setFocus(Qt.FocusReason.TabFocusReason)
            return True
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.back_requested.emit()
        else:
            super().keyPressEvent(event)

    def _on_entered(self) -> None:
        if self.input.text().strip():
            self.search_requested.emit(self.input.text().strip())

    def _on_activated(self, index: QModelIndex) -> None:
        if index.isValid():
            self.open_requested.emit(str(index.data(_ID)), int(index.data(_POSITION)))

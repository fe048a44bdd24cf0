"""Hits of the search over all conversations, in the centre of the window (U16, U138)."""

import re

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QPointF, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QFont,
    QFontMetrics,
    QKeyEvent,
    QPainter,
    QStandardItem,
    QStandardItemModel,
    QTextCharFormat,
    QTextLayout,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QLineEdit,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from qodev.ui.kit.theme import SPACE_2, SPACE_3, SPACE_4, TextSize, ThemeController, set_look
from qodev.ui.kit.widgets import IconButton, Label, named
from qodev.ui.models.search_state import SearchState
from qodev.ui.models.sidebar import full_time, without_marks
from qodev.ui.models.transcript_words import time_text

_ID = Qt.ItemDataRole.UserRole + 1
_POSITION = Qt.ItemDataRole.UserRole + 2
_TIME = Qt.ItemDataRole.UserRole + 3


class HitDelegate(QStyledItemDelegate):
    """Paints a hit: title and time above, the line around the words below, the words marked (U138)."""

    def __init__(self, theme: ThemeController, parent: QObject) -> None:
        super().__init__(parent)
        self._theme = theme
        self.words: tuple[str, ...] = ()

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        title, _, snippet = str(index.data()).partition("\n")
        area = option.rect.adjusted(SPACE_2, SPACE_2, -SPACE_2, -SPACE_2)
        painter.save()
        self._paint_background(painter, option)
        line = area.height() // 2
        painter.setFont(self._theme.theme.font(TextSize.BODY, strong=True))
        painter.setPen(self._theme.color("text"))
        metrics = painter.fontMetrics()
        text = metrics.elidedText(title, Qt.TextElideMode.ElideRight, area.width() * 2 // 3)
        painter.drawText(area.left(), area.top() + metrics.ascent(), text)
        left = area.left() + metrics.horizontalAdvance(text) + SPACE_3
        painter.setFont(self._theme.theme.font(TextSize.SECONDARY))
        painter.setPen(self._theme.color("muted"))
        painter.drawText(left, area.top() + metrics.ascent(), str(index.data(_TIME)))
        self._paint_snippet(painter, area.adjusted(0, line, 0, 0), snippet)
        painter.restore()

    def _paint_background(self, painter: QPainter, option: QStyleOptionViewItem) -> None:
        is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
        if is_selected or option.state & QStyle.StateFlag.State_MouseOver:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.color("tint" if is_selected else "sunken"))
            painter.drawRoundedRect(option.rect.adjusted(0, 1, 0, -1), 6, 6)

    def _paint_snippet(self, painter: QPainter, area: QRect, snippet: str) -> None:
        font = self._theme.theme.font(TextSize.BODY)
        text = QFontMetrics(font).elidedText(snippet, Qt.TextElideMode.ElideRight, area.width())
        layout = QTextLayout(text, font)
        layout.setFormats(self._marks(text))
        layout.beginLayout()
        layout.createLine()
        layout.endLayout()
        painter.setPen(self._theme.color("text"))
        layout.draw(painter, QPointF(area.topLeft()))

    def _marks(self, text: str) -> list[QTextLayout.FormatRange]:
        if not self.words:
            return []
        pattern = re.compile("|".join(re.escape(word) for word in self.words), re.IGNORECASE)
        marks = []
        for found in pattern.finditer(text):
            mark = QTextLayout.FormatRange()
            mark.start, mark.length = _units(text[: found.start()]), _units(found.group())
            style = QTextCharFormat()
            style.setBackground(self._theme.color("sel"))
            style.setFontWeight(QFont.Weight.DemiBold)
            mark.format = style
            marks.append(mark)
        return marks


def _units(text: str) -> int:
    """Returns the length of `text` as Qt counts it."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


class SearchPage(QWidget):
    """A line to type into and what was found; Enter opens the conversation of a hit."""

    search_requested = Signal(str)
    open_requested = Signal(str, int)
    back_requested = Signal()

    def __init__(self, theme: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "search", self.tr("Search"))
        set_look(self, "surface")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._theme = theme
        self.back = IconButton(theme, "chevron_left", "search.back", self.tr("Back to the conversation"))
        self.input = QLineEdit()
        named(self.input, "search.input", self.tr("Search all conversations"))
        self.input.setPlaceholderText(self.tr("Search all conversations"))
        self.status = Label("", "secondary")
        self.results = QListView()
        named(self.results, "search.results", self.tr("Hits"))
        self.results.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self._delegate = HitDelegate(theme, self.results)
        self.results.setItemDelegate(self._delegate)
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
        self._delegate.words = tuple(state.text.split())
        height = 2 * self.fontMetrics().lineSpacing() + 2 * SPACE_2
        for row in state.rows:
            item = QStandardItem(f"{row.title}\n{without_marks(row.snippet)}")
            item.setData(time_text(row.at), _TIME)
            item.setToolTip(full_time(row.at))
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

"""The list of agents: headings with counts, two lines an agent, pills that fit (U43)."""

from PySide6.QtCore import (
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from qodev.ui.kit.pills import paint_pill, pill_font, pill_width
from qodev.ui.kit.theme import SPACE_1, SPACE_2, SPACE_3, TextSize, Theme, ThemeController
from qodev.ui.kit.widgets import named
from qodev.ui.models.agent_list import AgentListModel
from qodev.ui.models.agent_rows import AgentRow, AgentRowKind, Pill
from qodev.ui.models.rows import RowRole

_Index = QModelIndex | QPersistentModelIndex
_MODEL_SHARE = 0.5  # of the second line; the pills get the rest


class AgentDelegate(QStyledItemDelegate):
    """Paints headings, agents, and files that are not loaded."""

    def __init__(self, theme: ThemeController, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        row = index.data(RowRole)
        theme = self._theme.theme
        if isinstance(row, AgentRow) and row.is_heading:
            return QSize(100, theme.px(30 if row.kind is AgentRowKind.GROUP else 24))
        return QSize(100, theme.px(44) + SPACE_1)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        row = index.data(RowRole)
        if not isinstance(row, AgentRow):
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if row.is_heading:
            self._paint_heading(painter, option.rect, row)
        else:
            self._paint_background(painter, option)
            self._paint_row(painter, option.rect.adjusted(SPACE_3, SPACE_1, -SPACE_2, -SPACE_1), row)
        painter.restore()

    def _paint_heading(self, painter: QPainter, rect: QRect, row: AgentRow) -> None:
        theme = self._theme.theme
        is_group = row.kind is AgentRowKind.GROUP
        painter.setFont(theme.font(TextSize.GROUP if is_group else TextSize.SECONDARY))
        painter.setPen(theme.color("muted"))
        area = rect.adjusted(SPACE_1 if is_group else SPACE_3, 0, -SPACE_2, -SPACE_1 // 2)
        title = row.title.upper() if is_group else row.title
        count, metrics = str(row.count), painter.fontMetrics()
        room = area.width() - metrics.horizontalAdvance(count) - SPACE_2
        shown = metrics.elidedText(title, Qt.TextElideMode.ElideRight, room)
        painter.drawText(area, Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignLeft, shown)
        painter.drawText(area, Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignRight, count)

    def _paint_background(self, painter: QPainter, option: QStyleOptionViewItem) -> None:
        is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
        if is_selected or option.state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.color("tint" if is_selected else "sunken"))
            painter.drawRoundedRect(option.rect.adjusted(0, 1, 0, -1), 6, 6)
        if is_selected and option.state & QStyle.StateFlag.State_HasFocus:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(self._theme.color("focus"), 2))
            painter.drawRoundedRect(option.rect.adjusted(1, 2, -1, -2), 6, 6)

    def _paint_row(self, painter: QPainter, rect: QRect, row: AgentRow) -> None:
        theme = self._theme.theme
        half = rect.height() // 2
        top = QRect(rect.left(), rect.top(), rect.width(), half)
        below = QRect(rect.left(), rect.top() + half, rect.width(), rect.height() - half)
        states = [pill for pill in row.pills if pill.role != "muted"]
        rest = [pill for pill in row.pills if pill.role == "muted"]
        right = self._paint_from_right(painter, top, states)
        painter.setFont(theme.font(strong=True))
        painter.setPen(theme.color("text"))
        self._elided(painter, QRect(top.left(), top.top(), right - top.left(), half), row.title)
        painter.setFont(theme.font(TextSize.SECONDARY))
        painter.setPen(theme.color("muted"))
        wanted = painter.fontMetrics().horizontalAdvance(row.detail) + 1
        width = min(wanted, round(below.width() * _MODEL_SHARE)) if rest else below.width()
        self._elided(painter, QRect(below.left(), below.top(), width, below.height()), row.detail)
        place = below.left() + (width + SPACE_2 if row.detail else 0)
        self._paint_pills(painter, QRect(place, below.top(), below.right() - place, below.height()), rest)

    @staticmethod
    def _elided(painter: QPainter, area: QRect, text: str) -> None:
        line = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, area.width())
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, line)

    def _paint_from_right(self, painter: QPainter, area: QRect, pills: list[Pill]) -> int:
        """Paints pills at the right end of a line, and returns where they begin."""
        right = area.right()
        theme = self._theme.theme
        painter.setFont(pill_font(theme))
        for pill in reversed(pills):
            width = pill_width(painter, pill.text)
            if right - width < area.left() + area.width() // 3:
                break
            paint_pill(painter, theme, QRect(right - width, area.top(), width, area.height()), pill.text, pill.role)
            right -= width + SPACE_1
        return right - SPACE_1

    def _paint_pills(self, painter: QPainter, area: QRect, pills: list[Pill]) -> None:
        """Paints the pills that fit, then how many there are besides."""
        theme = self._theme.theme
        painter.setFont(pill_font(theme))
        left = area.left()
        more_width = pill_width(painter, "+9") + SPACE_1
        for place, pill in enumerate(pills):
            width = pill_width(painter, pill.text)
            is_last = place == len(pills) - 1
            if left + width + (0 if is_last else more_width) > area.right():
                more = Pill(f"+{len(pills) - place}")
                if left + pill_width(painter, more.text) <= area.right() + 1:
                    width = pill_width(painter, more.text)
                    paint_pill(painter, theme, QRect(left, area.top(), width, area.height()), more.text, more.role)
                return
            paint_pill(painter, theme, QRect(left, area.top(), width, area.height()), pill.text, pill.role)
            left += width + SPACE_1


class AgentListView(QListView):
    """Enter opens a row, Del deletes it, the menu key shows what it can do."""

    picked = Signal(object)  # AgentRow: it is current now
    activated_row = Signal(object)  # AgentRow: Enter or a double click
    delete_requested = Signal()
    menu_requested = Signal(QPoint)

    def __init__(self, theme: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "settings.agents.list", self.tr("Agents"))
        self.rows = AgentListModel(self)
        self.setModel(self.rows)
        self.setItemDelegate(AgentDelegate(theme, self))
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setLayoutMode(QListView.LayoutMode.Batched)
        self.setMouseTracking(True)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self._is_restoring = False
        self._current = ""
        self.selectionModel().currentChanged.connect(self._on_current_changed)
        self.doubleClicked.connect(self._on_activated)
        self.customContextMenuRequested.connect(self._on_menu_requested)
        theme.changed.connect(self._on_theme_changed)

    def _on_theme_changed(self, _theme: Theme) -> None:
        self.scheduleDelayedItemsLayout()
        self.viewport().update()

    @property
    def current(self) -> AgentRow | None:
        """Returns the row under the keyboard's cursor; no heading is one."""
        row = self.currentIndex().data(RowRole)
        return row if isinstance(row, AgentRow) and not row.is_heading else None

    def show_rows(self, rows: tuple[AgentRow, ...]) -> None:
        """Shows other rows; the one that is current stays so while it is listed, and the place is kept."""
        bar = self.verticalScrollBar()
        place = bar.value()
        self._is_restoring = True
        if self.rows.set_rows(rows):
            found = self.rows.find(self._current)
            if found is not None:
                self.setCurrentIndex(self.rows.index(found))
            bar.setValue(min(place, bar.maximum()))
        self._is_restoring = False

    def choose(self, row_id: str) -> bool:
        """Makes a row current; False when it is not listed."""
        place = self.rows.find(row_id)
        if place is None:
            return False
        self.setCurrentIndex(self.rows.index(place))
        if place and self.rows.rows[place - 1].is_heading:
            self.scrollTo(self.rows.index(place - 1))  # the first of a group is shown with its heading
        self.scrollTo(self.rows.index(place))
        return True

    def follow(self, path: str) -> None:
        """Makes the row of a file current that was opened from elsewhere, if it is listed."""
        if self.current is not None and self.current.path == path:
            return
        place = next((i for i, row in enumerate(self.rows.rows) if row.path == path and not row.is_heading), None)
        if place is not None:
            self.choose(self.rows.rows[place].id)

    def _on_current_changed(self, _index: QModelIndex) -> None:
        row = self.current
        if row is not None and not self._is_restoring and row.id != self._current:
            self._current = row.id
            self.picked.emit(row)

    def _on_activated(self, _index: QModelIndex) -> None:
        if self.current is not None:
            self.activated_row.emit(self.current)

    def _on_menu_requested(self, point: QPoint) -> None:
        index = self.indexAt(point)
        if index.isValid():
            self.setCurrentIndex(index)
        if self.current is not None:
            self.menu_requested.emit(self.viewport().mapToGlobal(point))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        self._mark_current()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        self._mark_current()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        self._mark_current()

    def _mark_current(self) -> None:
        """Qt marks the row under the mouse after it was made current, also when that was taken back meanwhile (U82)."""
        index, selection = self.currentIndex(), self.selectionModel()
        if index.isValid() and not selection.isSelected(index):
            selection.select(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.current is not None:
            self.activated_row.emit(self.current)
        elif key == Qt.Key.Key_Delete and self.current is not None:
            self.delete_requested.emit()
        elif key in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            self._step(1 if key == Qt.Key.Key_Down else -1)
        else:
            super().keyPressEvent(event)

    def _step(self, by: int) -> None:
        """Goes to the next row that is no heading."""
        place = self.currentIndex().row() + by if self.currentIndex().isValid() else 0
        while 0 <= place < self.rows.rowCount():
            if not self.rows.rows[place].is_heading:
                self.setCurrentIndex(self.rows.index(place))
                return
            place += by

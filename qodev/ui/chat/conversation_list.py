"""The list of conversations in the sidebar: how a row is painted, and what its keys do (U13 to U15)."""

from collections.abc import Callable

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPoint, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPen, QPixmap
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from qodev.ui.kit.theme import SPACE_1, SPACE_2, SPACE_3, TextSize, Theme, ThemeController
from qodev.ui.kit.widgets import named
from qodev.ui.models.sidebar import SidebarModel, SidebarRole, SidebarRow, relative_time

_TICK_MS = 60_000
_UNSEEN_PX = 7


class ConversationDelegate(QStyledItemDelegate):
    """Paints headings and rows: title, time, state icon and word, last text."""

    def __init__(self, theme: ThemeController, clock: Callable[[], float], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._clock = clock
        self._pictures: dict[tuple[str, str, int, float], QPixmap] = {}
        theme.changed.connect(self._on_theme_changed)

    def _on_theme_changed(self, _theme: Theme) -> None:
        self._pictures.clear()

    def _picture(self, name: str, role: str, side: int, ratio: float) -> QPixmap:
        key = (name, role, side, ratio)
        if key not in self._pictures:
            self._pictures[key] = self._theme.pixmap(name, role, side, ratio)
        return self._pictures[key]

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        theme = self._theme.theme
        is_heading = not index.data(SidebarRole.ID)
        return QSize(100, theme.px(30) if is_heading else theme.px(48) + SPACE_1)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        row = index.data(SidebarRole.ROW)
        if not isinstance(row, SidebarRow):
            return
        painter.save()
        if row.is_heading:
            self._paint_heading(painter, option.rect, row)
        else:
            self._paint_background(painter, option)
            self._paint_row(painter, option.rect.adjusted(SPACE_3 - 2, SPACE_1, -SPACE_2, -SPACE_1), row)
        painter.restore()

    def _paint_heading(self, painter: QPainter, rect: QRect, row: SidebarRow) -> None:
        painter.setFont(self._theme.theme.font(TextSize.GROUP))
        painter.setPen(self._theme.color("muted"))
        area = rect.adjusted(SPACE_1, 0, 0, -SPACE_1)
        painter.drawText(area, Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignLeft, row.title.upper())

    def _paint_background(self, painter: QPainter, option: QStyleOptionViewItem) -> None:
        state = option.state
        is_selected = bool(state & QStyle.StateFlag.State_Selected)
        is_hovered = bool(state & QStyle.StateFlag.State_MouseOver)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        if is_selected or is_hovered:
            painter.setBrush(self._theme.color("tint" if is_selected else "sunken"))
            painter.drawRoundedRect(option.rect.adjusted(0, 1, 0, -1), 6, 6)
        if is_selected and state & QStyle.StateFlag.State_HasFocus:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(self._theme.color("focus"), 2))
            painter.drawRoundedRect(option.rect.adjusted(1, 2, -1, -2), 6, 6)

    def _paint_row(self, painter: QPainter, rect: QRect, row: SidebarRow) -> None:
        theme = self._theme.theme
        half = rect.height() // 2
        top = QRect(rect.left(), rect.top(), rect.width(), half)
        time_text = relative_time(row.updated_at, self._clock())
        painter.setFont(theme.font(TextSize.SECONDARY))
        time_width = painter.fontMetrics().horizontalAdvance(time_text)
        painter.setPen(theme.color("muted"))
        painter.drawText(top, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, time_text)
        left = self._paint_marks(painter, top, row)
        painter.setFont(theme.font(TextSize.BODY, strong=row.is_unseen))
        painter.setPen(theme.color("text"))
        title = QRect(left, top.top(), top.right() - time_width - SPACE_2 - left, half)
        text = painter.fontMetrics().elidedText(row.title, Qt.TextElideMode.ElideRight, title.width())
        painter.drawText(title, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)
        self._paint_state(painter, QRect(rect.left(), rect.top() + half, rect.width(), half), row)

    def _paint_marks(self, painter: QPainter, top: QRect, row: SidebarRow) -> int:
        """Paints the marks of unseen and pinned rows and returns where the title begins."""
        left = top.left()
        side = self._theme.theme.px(14)
        ratio = painter.device().devicePixelRatioF()
        if row.is_unseen:
            dot = self._theme.theme.px(_UNSEEN_PX)
            painter.setBrush(self._theme.color("accent"))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.drawEllipse(left, top.center().y() - dot // 2, dot, dot)
            left += dot + SPACE_2 - 2
        if row.is_pinned:
            painter.drawPixmap(QPoint(left, top.center().y() - side // 2), self._picture("pin", "muted", side, ratio))
            left += side + SPACE_1
        return left

    def _paint_state(self, painter: QPainter, rect: QRect, row: SidebarRow) -> None:
        theme = self._theme.theme
        side = theme.px(14)
        ratio = painter.device().devicePixelRatioF()
        picture = self._picture(row.icon, row.role, side, ratio)
        painter.drawPixmap(QPoint(rect.left(), rect.center().y() - side // 2), picture)
        painter.setFont(theme.font(TextSize.SECONDARY))
        painter.setPen(theme.color(row.role))
        left = rect.left() + side + SPACE_1
        words = painter.fontMetrics().horizontalAdvance(row.state)
        painter.drawText(QRect(left, rect.top(), words + 2, rect.height()), Qt.AlignmentFlag.AlignVCenter, row.state)
        rest = QRect(left + words + SPACE_1, rect.top(), rect.right() - left - words - SPACE_1, rect.height())
        painter.setPen(theme.color("muted"))
        said = "".join(f"· {part} " for part in (row.profile, row.last_text) if part)
        last = painter.fontMetrics().elidedText(said.rstrip(), Qt.TextElideMode.ElideRight, rest.width())
        if said and rest.width() > side:
            painter.drawText(rest, Qt.AlignmentFlag.AlignVCenter, last)


class ConversationList(QListView):
    """The list itself; Enter opens, F2 renames, Del deletes, the menu key shows what a row can do."""

    open_requested = Signal(str)
    rename_requested = Signal(str)
    delete_requested = Signal(str)
    menu_requested = Signal(str, QPoint)

    def __init__(self, theme: ThemeController, clock: Callable[[], float], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "sidebar.list", self.tr("Conversations"))
        self.rows = SidebarModel(self)
        self.setModel(self.rows)
        self.setItemDelegate(ConversationDelegate(theme, clock, self))
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setLayoutMode(QListView.LayoutMode.Batched)
        self.setMouseTracking(True)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.clicked.connect(self._on_clicked)
        self.customContextMenuRequested.connect(self._on_menu_requested)
        theme.changed.connect(self._on_theme_changed)
        self._tick = QTimer(self)
        self._tick.setInterval(_TICK_MS)
        self._tick.timeout.connect(self.viewport().update)
        self._tick.start()

    def _on_theme_changed(self, _theme: Theme) -> None:
        self.scheduleDelayedItemsLayout()
        self.viewport().update()

    def _id_at(self, index: QModelIndex) -> str:
        return str(index.data(SidebarRole.ID) or "") if index.isValid() else ""

    @property
    def current_id(self) -> str:
        """Returns the id of the row under the keyboard's cursor."""
        return self._id_at(self.currentIndex())

    def _on_clicked(self, index: QModelIndex) -> None:
        if self._id_at(index):
            self.open_requested.emit(self._id_at(index))

    def _on_menu_requested(self, point: QPoint) -> None:
        index = self.indexAt(point)
        conversation_id = self._id_at(index if index.isValid() else self.currentIndex())
        if conversation_id:
            self.menu_requested.emit(conversation_id, self.viewport().mapToGlobal(point))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        wishes = {
            Qt.Key.Key_Return: self.open_requested,
            Qt.Key.Key_Enter: self.open_requested,
            Qt.Key.Key_F2: self.rename_requested,
            Qt.Key.Key_Delete: self.delete_requested,
        }
        wish = wishes.get(Qt.Key(event.key()))
        if wish is not None and self.current_id and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            wish.emit(self.current_id)
        else:
            super().keyPressEvent(event)

    def show_selected(self, conversation_id: str) -> None:
        """Marks the open conversation without moving the reader's place."""
        position = self.rows.position_of(conversation_id) if conversation_id else -1
        if position < 0:
            self.clearSelection()
            self.setCurrentIndex(QModelIndex())
        elif self.current_id != conversation_id:
            self.setCurrentIndex(self.rows.index(position))

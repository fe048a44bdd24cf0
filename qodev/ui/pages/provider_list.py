"""The list of providers: filter, two lines a row with pills and the state in icon and word (U38)."""

from PySide6.QtCore import (
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    QSortFilterProxyModel,
    Qt,
    Signal,
)
from PySide6.QtGui import QPainter, QPen
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

from qodev.ui.kit.pills import paint_pill, pill_font, pill_width
from qodev.ui.kit.theme import SPACE_1, SPACE_2, SPACE_3, TextSize, Theme, ThemeController
from qodev.ui.kit.widgets import Label, PushButton, named
from qodev.ui.models.provider_rows import ProviderItem, ProviderPill, ProvidersState
from qodev.ui.models.rows import Column, RowRole, RowsModel

_Index = QModelIndex | QPersistentModelIndex
_ROW_PX = 62
_LINE_PX = 19


class ProviderFilter(QSortFilterProxyModel):
    """Keeps rows that hold every word."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._words: tuple[str, ...] = ()

    def set_filter(self, text: str) -> None:
        """Changes what is kept."""
        self._words = tuple(text.casefold().split())
        self.invalidate()

    def filterAcceptsRow(self, source_row: int, source_parent: _Index) -> bool:
        model = self.sourceModel()
        row = model.data(model.index(source_row, 0), RowRole)
        return isinstance(row, ProviderItem) and all(word in row.search_text for word in self._words)


class ProviderDelegate(QStyledItemDelegate):
    """Paints a name with its URL below, then pills and the state."""

    def __init__(self, theme: ThemeController, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        return QSize(120, self._theme.theme.px(_ROW_PX))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        item = index.data(RowRole)
        if not isinstance(item, ProviderItem):
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_background(painter, option)
        area = option.rect.adjusted(SPACE_3, SPACE_1, -SPACE_2, -SPACE_1)
        self._paint_texts(painter, area, item)
        self._paint_state(painter, area, item)
        painter.restore()

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

    def _paint_texts(self, painter: QPainter, area: QRect, item: ProviderItem) -> None:
        theme, line = self._theme.theme, self._theme.theme.px(_LINE_PX)
        painter.setFont(theme.font(strong=True))
        painter.setPen(theme.color("text"))
        _elided(painter, QRect(area.left(), area.top(), area.width(), line), item.name)
        painter.setFont(theme.font(TextSize.SECONDARY))
        painter.setPen(theme.color("muted"))
        _elided(painter, QRect(area.left(), area.top() + line, area.width(), line), item.url or item.note)

    def _paint_state(self, painter: QPainter, area: QRect, item: ProviderItem) -> None:
        theme, line = self._theme.theme, self._theme.theme.px(_LINE_PX)
        top = area.top() + 2 * line
        side = theme.px(13)
        pixmap = self._theme.pixmap(item.word.icon, item.word.role, side, painter.device().devicePixelRatioF())
        painter.drawPixmap(area.left(), top + (line - side) // 2, pixmap)
        painter.setFont(theme.font(TextSize.SECONDARY))
        painter.setPen(theme.color(item.word.role))
        left = area.left() + side + SPACE_1
        painter.drawText(QRect(left, top, area.width(), line), Qt.AlignmentFlag.AlignVCenter, item.word.text)
        left += painter.fontMetrics().horizontalAdvance(item.word.text) + SPACE_2
        painter.setFont(pill_font(theme))
        for pill in item.pills:
            left = self._paint_pill(painter, QRect(left, top, area.right() - left, line), pill)

    def _paint_pill(self, painter: QPainter, area: QRect, pill: ProviderPill) -> int:
        """Paints a pill where there is room, and returns where the next one begins."""
        width = pill_width(painter, pill.text)
        if width > area.width() + 1:
            return area.right()
        paint_pill(
            painter, self._theme.theme, QRect(area.left(), area.top(), width, area.height()), pill.text, pill.role
        )
        return area.left() + width + SPACE_1


def _elided(painter: QPainter, area: QRect, text: str) -> None:
    line = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, area.width())
    painter.drawText(area, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, line)


class ProviderListPane(QWidget):
    """Filter, list, Add and Open folder."""

    chosen = Signal(str)  # id of a row
    add_requested = Signal()
    folder_requested = Signal()
    menu_requested = Signal(QPoint)  # on the screen

    def __init__(self, theme: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        columns: tuple[Column[ProviderItem], ...] = (Column(self.tr("Provider"), _name_of, tooltip=_tip_of),)
        self.model: RowsModel[ProviderItem] = RowsModel(
            columns, _id_of, state_of=_state_of, spoken=_spoken_of, parent=self
        )
        self.proxy = ProviderFilter(self)
        self.proxy.setSourceModel(self.model)
        self.filter = QLineEdit()
        named(self.filter, "settings.providers.filter", self.tr("Filter providers"))
        self.filter.setPlaceholderText(self.tr("Filter"))
        self.filter.setClearButtonEnabled(True)
        self.list = QListView()
        named(self.list, "settings.providers.list", self.tr("Providers"))
        self.list.setModel(self.proxy)
        self.list.setItemDelegate(ProviderDelegate(theme, self.list))
        self.list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setMouseTracking(True)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.message = Label("", "muted", wraps=True)
        self.add = PushButton(self.tr("Add…"), "settings.providers.add", "primary")
        self.folder = PushButton(self.tr("Open folder"), "settings.providers.folder", "compact")
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        bar = QHBoxLayout()
        bar.setSpacing(SPACE_2)
        bar.addWidget(self.filter, 1)
        bar.addWidget(self.add)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, SPACE_3, SPACE_3)
        column.setSpacing(SPACE_2)
        column.addLayout(bar)
        column.addWidget(self.message)
        column.addWidget(self.list, 1)
        column.addWidget(self.folder, 0, Qt.AlignmentFlag.AlignLeft)

    def _connect(self) -> None:
        self.filter.textChanged.connect(self._on_filter_changed)
        self.list.selectionModel().currentChanged.connect(self._on_current_changed)
        self.list.customContextMenuRequested.connect(self._on_menu)
        self.add.clicked.connect(self.add_requested)
        self.folder.clicked.connect(self.folder_requested)
        self._theme.changed.connect(self._on_theme_changed)

    def _on_theme_changed(self, _theme: Theme) -> None:
        self.list.doItemsLayout()
        self.list.viewport().update()

    def show_state(self, state: ProvidersState) -> None:
        """Shows the rows; selection and scroll place stay."""
        self.model.set_rows(state.items)
        self._state = state
        self._show_message()
        place = self.model.find_row(state.selected) if state.selected else None
        index = self.proxy.mapFromSource(self.model.index(place, 0)) if place is not None else QModelIndex()
        if index.isValid() and index != self.list.currentIndex():
            self.list.setCurrentIndex(index)
            self.list.scrollTo(index)

    def _show_message(self) -> None:
        state = self._state
        if state.is_loading:
            text = self.tr("Loading providers…")
        elif not self.proxy.rowCount():
            text = self.tr("Nothing matches `{0}`.").format(self.filter.text())
        elif not state.has_own and not self.filter.text():
            text = self.tr("No provider of your own yet.")
        else:
            text = ""
        self.message.setText(text)
        self.message.setVisible(bool(text))

    def _on_filter_changed(self, text: str) -> None:
        self.proxy.set_filter(text)
        self._show_message()

    def _on_menu(self, place: QPoint) -> None:
        if self.list.currentIndex().isValid():
            self.menu_requested.emit(self.list.viewport().mapToGlobal(place))

    def _on_current_changed(self, index: QModelIndex, _before: QModelIndex) -> None:
        item = index.data(RowRole)
        if isinstance(item, ProviderItem):
            self.chosen.emit(item.id)


def _id_of(item: ProviderItem) -> str:
    return item.id


def _name_of(item: ProviderItem) -> str:
    return item.name


def _tip_of(item: ProviderItem) -> str:
    return item.tip


def _state_of(item: ProviderItem) -> str:
    return item.word.source


def _spoken_of(item: ProviderItem) -> str:
    return item.spoken

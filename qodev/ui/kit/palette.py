"""The command palette: every action by name, disabled ones with their reason (U31)."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QLineEdit,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from qodev.ui.kit.theme import SPACE_2, SPACE_3, TextSize, ThemeController, set_look
from qodev.ui.kit.widgets import Label, named

_ENTRY = Qt.ItemDataRole.UserRole + 1
_WIDTH_PX = 640
_ROWS = 12
_DISABLED_PENALTY = 50
_PATH_PENALTY = 1000


@dataclass(frozen=True, slots=True)
class PaletteEntry:
    """One line: `id` goes out when it is chosen, `detail` stands at the right, `reason` disables it."""

    id: str
    title: str
    path: str = ""
    detail: str = ""
    reason: str = ""


def match_score(text: str, wanted: str) -> int | None:
    """Returns how well `wanted` fits as a sequence of letters of `text`, lower is better; None when it does not."""
    text, wanted = text.casefold(), "".join(wanted.casefold().split())
    if not wanted:
        return 0
    found = text.replace(" ", "").find(wanted)
    if found >= 0:
        return found
    position, gaps = -1, 0
    for letter in wanted:
        after = text.find(letter, position + 1)
        if after < 0:
            return None
        gaps += after - position - 1
        position = after
    return 100 + gaps


def found_entries(entries: Sequence[PaletteEntry], wanted: str, recent: Sequence[str]) -> list[PaletteEntry]:
    """Returns the entries that fit, recently used ones first among equals."""
    scored: list[tuple[int, int, int, PaletteEntry]] = []
    for position, entry in enumerate(entries):
        titled = match_score(entry.title, wanted)
        by_path = match_score(f"{entry.path} {entry.title}", wanted)
        score = titled if titled is not None else (None if by_path is None else by_path + _PATH_PENALTY)
        if score is not None:
            age = recent.index(entry.id) if entry.id in recent else len(recent)
            late = _DISABLED_PENALTY if entry.reason and wanted else 0
            scored.append((score + late, age, position, entry))
    scored.sort(key=_key)
    return [entry for _, _, _, entry in scored]


def _key(scored: tuple[int, int, int, PaletteEntry]) -> tuple[int, int, int]:
    return scored[:3]


class PaletteDelegate(QStyledItemDelegate):
    """Paints title, menu path, key and reason on one line."""

    def __init__(self, theme: ThemeController, parent: QObject) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(100, self._theme.theme.px(30))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        entry = index.data(_ENTRY)
        if not isinstance(entry, PaletteEntry):
            return
        theme = self._theme.theme
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("tint"))
            painter.drawRoundedRect(option.rect, 6, 6)
        rect = option.rect.adjusted(SPACE_2, 0, -SPACE_2, 0)
        painter.setFont(theme.font(TextSize.SECONDARY))
        painter.setPen(theme.color("muted"))
        width = painter.fontMetrics().horizontalAdvance(entry.detail)
        painter.drawText(rect, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, entry.detail)
        painter.setFont(theme.font())
        painter.setPen(theme.color("muted" if entry.reason else "text"))
        title = painter.fontMetrics().horizontalAdvance(entry.title)
        painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter, entry.title)
        self._paint_rest(painter, rect.adjusted(title + SPACE_3, 0, -width - SPACE_3, 0), entry)
        painter.restore()

    def _paint_rest(self, painter: QPainter, rect: QRect, entry: PaletteEntry) -> None:
        text = " · ".join(part for part in (entry.path, entry.reason) if part)
        painter.setFont(self._theme.theme.font(TextSize.SECONDARY))
        painter.setPen(self._theme.color("muted"))
        shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, rect.width())
        painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter, shown)


class PaletteView(QFrame):
    """A line to type into and the entries that fit; Escape gives the focus back."""

    chosen = Signal(str)
    text_changed = Signal(str)

    def __init__(self, theme: ThemeController, parent: QWidget) -> None:
        super().__init__(parent)
        named(self, "palette", self.tr("Command palette"))
        set_look(self, "panel")
        self._theme = theme
        self._entries: tuple[PaletteEntry, ...] = ()
        self._recent: list[str] = []
        self._before: QWidget | None = None
        self.input = QLineEdit()
        named(self.input, "palette.input", self.tr("Find an action"))
        self.input.setPlaceholderText(self.tr("Find an action; @ conversations, # agents, : settings"))
        self.list = QListView()
        named(self.list, "palette.list", self.tr("Actions"))
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setUniformItemSizes(True)
        self.list.setItemDelegate(PaletteDelegate(theme, self))
        self._outer = parent
        self._model = QStandardItemModel(self.list)
        self.list.setModel(self._model)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_2, SPACE_2, SPACE_2, SPACE_2)
        column.addWidget(self.input)
        self.nothing = Label(self.tr("Nothing fits. Type other words."), "muted")
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(self.list, 1)
        column.addWidget(self.nothing, 1)
        self.input.textChanged.connect(self._on_text_changed)
        self.input.installEventFilter(self)
        self.list.clicked.connect(self._accept)
        self.hide()

    def pop_up(self, entries: Sequence[PaletteEntry], text: str = "") -> None:
        """Shows the palette over its parent and takes the focus."""
        self._before = self.window().focusWidget()
        self._entries = tuple(entries)
        self.input.setText(text)
        self._fill()
        outer = self._outer
        width = min(max(_WIDTH_PX, self.fontMetrics().averageCharWidth() * 90), outer.width() - 2 * SPACE_3)
        height = self.input.sizeHint().height() + _ROWS * self._theme.theme.px(30) + 4 * SPACE_2
        self.setGeometry((outer.width() - width) // 2, SPACE_3 * 4, width, min(height, outer.height() - SPACE_3 * 6))
        self.show()
        self.raise_()
        self.input.setFocus(Qt.FocusReason.PopupFocusReason)

    def set_entries(self, entries: Sequence[PaletteEntry]) -> None:
        """Replaces the entries while it is shown."""
        self._entries = tuple(entries)
        self._fill()

    def _on_text_changed(self, text: str) -> None:
        self.text_changed.emit(text)
        self._fill()

    def _fill(self) -> None:
        self._model.clear()
        for entry in found_entries(self._entries, self.input.text().lstrip("@#:").strip(), self._recent):
            item = QStandardItem(entry.title)
            item.setData(entry, _ENTRY)
            item.setToolTip(entry.reason or entry.path)
            item.setAccessibleText(", ".join(p for p in (entry.title, entry.path, entry.detail, entry.reason) if p))
            self._model.appendRow(item)
        self.list.setCurrentIndex(self._model.index(0, 0))
        self.list.setVisible(self._model.rowCount() > 0)
        self.nothing.setVisible(self._model.rowCount() == 0)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.FocusOut and self.isVisible():
            self.hide()
        if event.type() is not QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        key = Qt.Key(event.key())
        if key == Qt.Key.Key_Escape:
            self.dismiss()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._accept()
        elif key in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            self._move(1 if key == Qt.Key.Key_Down else -1)
        else:
            return False
        return True

    def _move(self, by: int) -> None:
        if self._model.rowCount():
            row = (self.list.currentIndex().row() + by) % self._model.rowCount()
            self.list.setCurrentIndex(self._model.index(row, 0))

    def _accept(self) -> None:
        entry = self.list.currentIndex().data(_ENTRY)
        if not isinstance(entry, PaletteEntry) or entry.reason:
            return
        if entry.id in self._recent:
            self._recent.remove(entry.id)
        self._recent.insert(0, entry.id)
        self.dismiss()
        self.chosen.emit(entry.id)

    def dismiss(self) -> None:
        """Hides the palette and gives the focus back to where it was."""
        self.hide()
        if self._before is not None and isValid(self._before):
            self._before.setFocus(Qt.FocusReason.PopupFocusReason)
            self._before = None

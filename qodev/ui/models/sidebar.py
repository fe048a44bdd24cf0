"""The list of conversations: headings and rows, changed row by row so that nothing jumps (U13, U14)."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from operator import attrgetter

from PySide6.QtCore import (
    QAbstractListModel,
    QCoreApplication,
    QDateTime,
    QLocale,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

_ROOT = QModelIndex()
_MANY = 40


def _tr(text: str, count: int = -1) -> str:
    return QCoreApplication.translate("Sidebar", text, "", count)


def relative_time(then: float, now: float) -> str:
    """Returns how long ago something was, short, or its date."""
    minutes = max(0, int((now - then) // 60))
    if minutes < 1:
        return _tr("now")
    if minutes < 60:
        return _tr("{0} min").format(minutes)
    if minutes < 24 * 60:
        return _tr("{0} h").format(minutes // 60)
    return QLocale().toString(QDateTime.fromSecsSinceEpoch(int(then)).date(), _tr("d MMM"))


_MARKS = re.compile(r"(?<!\S)(?:#{1,6}|[-*+>]|```\w*|---+)(?!\S)|\*\*|`")


def without_marks(text: str) -> str:
    """Returns a line of an answer without the marks of Markdown that say nothing there."""
    return " ".join(_MARKS.sub(" ", text).split())


def full_time(then: float) -> str:
    """Returns date and time in words of the locale."""
    return QLocale().toString(QDateTime.fromSecsSinceEpoch(int(then)), QLocale.FormatType.LongFormat)


class SidebarRole(IntEnum):
    """What a view and a delegate may ask for."""

    ID = Qt.ItemDataRole.UserRole + 1
    STATE = Qt.ItemDataRole.UserRole + 2
    ACCESSIBLE_TEXT = Qt.ItemDataRole.UserRole + 3
    ROW = Qt.ItemDataRole.UserRole + 4


@dataclass(frozen=True, slots=True)
class SidebarRow:
    """One line of the list: a heading when `id` is empty, else a conversation."""

    id: str
    title: str
    state: str = ""
    icon: str = ""
    role: str = "muted"
    updated_at: float = 0.0
    last_text: str = ""
    is_unseen: bool = False
    is_pinned: bool = False
    profile: str = ""  # of a Code task

    @property
    def is_heading(self) -> bool:
        """Tells whether it only names a group."""
        return not self.id

    @property
    def key(self) -> str:
        """Returns what stays the same while the row's content changes."""
        return self.id or f"# {self.title}"

    @property
    def accessible_text(self) -> str:
        """Returns what a screen reader says."""
        if self.is_heading:
            return self.title
        parts = [self.title, self.state, self.profile]
        return ", ".join([p for p in parts if p] + ([_tr("Unseen")] if self.is_unseen else []))


@dataclass(frozen=True, slots=True)
class SidebarState:
    """Everything the sidebar shows."""

    rows: tuple[SidebarRow, ...] = ()
    selected: str = ""
    filter_text: str = ""
    shows_archived: bool = False
    archived_count: int = 0
    is_loading: bool = False
    total: int = 0

    @property
    def empty_text(self) -> str:
        """Returns the sentence for an empty list, or ''."""
        if self.rows:
            return ""
        if self.is_loading:
            return _tr("Loading conversations…")
        if self.filter_text:
            return _tr("Nothing matches `{0}`.").format(self.filter_text)
        return _tr("Nothing is archived.") if self.shows_archived else _tr("No conversations yet.")


class SidebarModel(QAbstractListModel):
    """Shows a sequence of rows and turns each new sequence into the fewest removals, moves and changes."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[SidebarRow] = []

    def set_rows(self, rows: Sequence[SidebarRow]) -> None:
        """Replaces what is shown; rows that stay keep their index objects, so selection and scroll place hold.

        A change of very many rows, such as a filter that was cleared, resets the model instead.
        """
        after = list(rows)
        if after == self._rows:  # the same objects mostly, so this is quick at any length
            return
        if abs(len(rows) - len(self._rows)) > _MANY:
            self.beginResetModel()
            self._rows = after
            self.endResetModel()
            return
        self._remove_all_but({row.key for row in rows})
        for target, row in enumerate(rows):
            self._place(target, row)

    def _remove_all_but(self, kept: set[str]) -> None:
        for position in range(len(self._rows) - 1, -1, -1):
            if self._rows[position].key not in kept:
                self.beginRemoveRows(_ROOT, position, position)
                del self._rows[position]
                self.endRemoveRows()

    def _place(self, target: int, row: SidebarRow) -> None:
        if target < len(self._rows) and self._rows[target].key == row.key:
            self._change(target, row)
            return
        source = self.position_of(row.key, target)
        if source < 0:
            self.beginInsertRows(_ROOT, target, target)
            self._rows.insert(target, row)
            self.endInsertRows()
            return
        self.beginMoveRows(_ROOT, source, source, _ROOT, target)
        self._rows.insert(target, self._rows.pop(source))
        self.endMoveRows()
        self._change(target, row)

    def _change(self, position: int, row: SidebarRow) -> None:
        if self._rows[position] != row:
            self._rows[position] = row
            index = self.index(position)
            self.dataChanged.emit(index, index)

    def position_of(self, key: str, start: int = 0) -> int:
        """Returns the position of a row, or -1."""
        return next((i for i in range(start, len(self._rows)) if self._rows[i].key == key), -1)

    def row_at(self, position: int) -> SidebarRow:
        """Returns a row."""
        return self._rows[position]

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def flags(self, index: QModelIndex | QPersistentModelIndex) -> Qt.ItemFlag:
        if not index.isValid() or self._rows[index.row()].is_heading:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        reader = _READERS.get(int(role))
        return reader(row) if reader is not None else None


def _tool_tip(row: SidebarRow) -> object:
    return "" if row.is_heading else f"{row.title}\n{full_time(row.updated_at)}"


def _itself(row: SidebarRow) -> object:
    return row


_READERS: dict[int, Callable[[SidebarRow], object]] = {
    int(Qt.ItemDataRole.DisplayRole): attrgetter("title"),
    int(Qt.ItemDataRole.ToolTipRole): _tool_tip,
    int(Qt.ItemDataRole.AccessibleTextRole): attrgetter("accessible_text"),
    int(SidebarRole.ID): attrgetter("id"),
    int(SidebarRole.STATE): attrgetter("state"),
    int(SidebarRole.ACCESSIBLE_TEXT): attrgetter("accessible_text"),
    int(SidebarRole.ROW): _itself,
}

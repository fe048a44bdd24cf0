"""Shows a JSON value as a tree of keys and values; members are made when their parent is opened (U67)."""

import itertools
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QAbstractItemModel, QCoreApplication, QModelIndex, QObject, Qt

from qodev.base.jsontext import JsonValue
from qodev.ui.models.rows import NO_INDEX, AccessibleTextRole, IdRole, Index, StateRole

_SHOWN_CHARACTERS = 160
_TIP_CHARACTERS = 2000
KEY, VALUE, MARK = range(3)


def _tr(text: str, count: int = -1) -> str:
    return QCoreApplication.translate("JsonTree", text, "", count)


@dataclass(slots=True, eq=False)
class Node:
    """One place of the value."""

    number: int  # by which an index names it: an address would outlive its object
    key: str
    value: JsonValue
    path: str
    row: int = 0
    parent: "Node | None" = None
    members: "list[Node] | None" = field(default=None, repr=False)

    @property
    def count(self) -> int:
        """Returns how many members there are, without making them."""
        return len(self.value) if _is_container(self.value) and isinstance(self.value, Mapping | Sequence) else 0


def _is_container(value: JsonValue) -> bool:
    return isinstance(value, Mapping) or (isinstance(value, Sequence) and not isinstance(value, str))


def _members(value: JsonValue, path: str) -> list[tuple[str, JsonValue, str]]:
    if isinstance(value, Mapping):
        return [(key, member, f"{path}.{key}" if path else key) for key, member in value.items()]
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [(f"[{index}]", member, f"{path}[{index}]") for index, member in enumerate(value)]
    return []


@dataclass(frozen=True, slots=True)
class TreeMark:
    """What is said beside a place of the tree: one letter or word, and the sentence of its tooltip."""

    text: str
    tip: str = ""


class JsonTreeModel(QAbstractItemModel):
    """One value; `set_value` keeps what is open when the shape stays."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._numbers = itertools.count(1)
        self._root = Node(0, "", {}, "")
        self._nodes: dict[int, Node] = {}
        self._marks: Mapping[str, TreeMark] = {}

    def set_value(self, value: JsonValue, marks: Mapping[str, TreeMark] | None = None) -> None:
        """Shows another value; `marks` stand beside paths such as `stream`."""
        self.beginResetModel()
        self._root = Node(0, "", value, "")
        self._nodes = {}
        self._marks = marks or {}
        self.endResetModel()

    def node(self, index: Index) -> Node:
        """Returns the place that an index stands for."""
        return self._nodes.get(index.internalId(), self._root) if index.isValid() else self._root

    def _children(self, node: Node) -> list[Node]:
        if node.members is None:
            found = enumerate(_members(node.value, node.path))
            node.members = [Node(next(self._numbers), key, value, path, row, node) for row, (key, value, path) in found]
            self._nodes |= {member.number: member for member in node.members}
        return node.members

    def find(self, path: str) -> QModelIndex:
        """Returns the index of a path such as `messages[2].content`, of the nearest place above when it is not there."""
        here, found = self._root, QModelIndex()
        while here.path != path:
            below = (n for n in self._children(here) if n.path == path or path.startswith((f"{n.path}.", f"{n.path}[")))
            after = next(below, None)
            if after is None:
                break
            here, found = after, self.createIndex(after.row, KEY, after.number)
        return found

    def index(self, row: int, column: int, parent: Index = NO_INDEX) -> QModelIndex:
        children = self._children(self.node(parent))
        return self.createIndex(row, column, children[row].number) if 0 <= row < len(children) else QModelIndex()

    def parent(self, index: Index = NO_INDEX) -> QModelIndex:  # type: ignore[override]  # the other form is QObject's
        above = self.node(index).parent
        return QModelIndex() if above is None or above is self._root else self.createIndex(above.row, KEY, above.number)

    def rowCount(self, parent: Index = NO_INDEX) -> int:
        return self.node(parent).count if parent.column() <= KEY else 0

    def columnCount(self, parent: Index = NO_INDEX) -> int:
        return 3

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return (_tr("Key"), _tr("Value"), _tr("Origin"))[section]
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        node = self.node(index)
        mark = self._marks.get(node.path)
        if role == IdRole:
            return node.path
        if role == StateRole:
            return mark.text if mark is not None else ""
        if role == AccessibleTextRole:
            return ", ".join(part for part in (node.key, shown_value(node.value), mark.tip if mark else "") if part)
        if role == Qt.ItemDataRole.ToolTipRole:
            return mark.tip if index.column() == MARK and mark is not None else whole_value(node.value)
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        return (node.key, shown_value(node.value), mark.text if mark is not None else "")[index.column()]


def shown_value(value: JsonValue) -> str:
    """Returns a value in one line; what has members says how many."""
    if isinstance(value, Mapping):
        return _tr("%n key(s)", len(value))
    if isinstance(value, Sequence) and not isinstance(value, str):
        return _tr("%n member(s)", len(value))
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _SHOWN_CHARACTERS else f"{text[:_SHOWN_CHARACTERS]}…"


def whole_value(value: JsonValue) -> str:
    """Returns a value for a tooltip: texts with their line ends, the rest as JSON."""
    if _is_container(value):
        return shown_value(value)
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _TIP_CHARACTERS else f"{text[:_TIP_CHARACTERS]}…"

"""The body of an agent as a tree: key, type, value, origin of each leaf (U64)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from PySide6.QtCore import QAbstractItemModel, QCoreApplication, QModelIndex, QObject, QPersistentModelIndex, Qt

from qodev.base.jsontext import JsonValue
from qodev.types.editing import EffectiveLeaf, Provenance
from qodev.ui.models.agent_origins import NO_MARK, OriginMark, one_line, origin_mark
from qodev.ui.models.marks import QT_TRANSLATE_NOOP
from qodev.ui.models.rows import AccessibleTextRole, IdRole, RowRole

_Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()
_BODY = "body"


def _tr(text: str, count: int = -1) -> str:
    return QCoreApplication.translate("AgentBody", text, "", count)


class BodyType(StrEnum):
    """What a value is."""

    TEXT = "text"
    TEMPLATE = "template"
    NUMBER = "number"
    SWITCH = "switch"
    TABLE = "table"
    ARRAY = "array"


TYPE_WORDS = {
    BodyType.TEXT: QT_TRANSLATE_NOOP("AgentBody", "text"),
    BodyType.TEMPLATE: QT_TRANSLATE_NOOP("AgentBody", "template"),
    BodyType.NUMBER: QT_TRANSLATE_NOOP("AgentBody", "number"),
    BodyType.SWITCH: QT_TRANSLATE_NOOP("AgentBody", "switch"),
    BodyType.TABLE: QT_TRANSLATE_NOOP("AgentBody", "table"),
    BodyType.ARRAY: QT_TRANSLATE_NOOP("AgentBody", "array"),
}
EMPTY_VALUES: dict[BodyType, JsonValue] = {
    BodyType.TEXT: "",
    BodyType.TEMPLATE: "{{ tojson(ctx.prefix) }}",
    BodyType.NUMBER: 0,
    BodyType.SWITCH: True,
    BodyType.TABLE: {},
    BodyType.ARRAY: [],
}


def type_of(value: JsonValue) -> BodyType:
    """Returns what a value is; a text with a tag in it is a template (A55)."""
    if isinstance(value, bool):
        return BodyType.SWITCH
    if isinstance(value, int | float):
        return BodyType.NUMBER
    if isinstance(value, str):
        return BodyType.TEMPLATE if "{{" in value or "{%" in value else BodyType.TEXT
    return BodyType.ARRAY if isinstance(value, list) else BodyType.TABLE


def type_word(kind: BodyType) -> str:
    """Returns the word of a type."""
    return _tr(TYPE_WORDS[kind])


@dataclass(slots=True, eq=False)
class BodyNode:
    """A key of the body; a table holds others."""

    key: str
    path: tuple[str, ...]
    kind: BodyType
    value: JsonValue = None
    mark: OriginMark = NO_MARK
    is_own: bool = False  # this file writes it, or something in it
    is_added: bool = False  # qodev adds it when it sends
    parent: "BodyNode | None" = None
    children: "list[BodyNode]" = field(default_factory=list)

    @property
    def dotted(self) -> str:
        """Returns the key path as texts name it."""
        return ".".join(self.path)

    @property
    def shown_value(self) -> str:
        """Returns the value in one line; a table shows none."""
        return "" if self.kind is BodyType.TABLE and self.children else one_line(self.value)

    def signature(self) -> tuple[object, ...]:
        """Returns what a view shows of it, children included."""
        shown = (self.path, self.kind, repr(self.value), self.mark, self.is_own, self.is_added)
        return (*shown, *(child.signature() for child in self.children))


def build_body(leaves: Sequence[EffectiveLeaf], path: str) -> BodyNode:
    """Returns the tree of the leaves below `body`; `path` is the file that is edited."""
    root = BodyNode(_BODY, (_BODY,), BodyType.TABLE)
    for leaf in leaves:
        parts = leaf.key.split(".")
        if parts[0] == _BODY and len(parts) > 1:
            _place(root, parts[1:], leaf, path)
    return root


def _place(root: BodyNode, parts: list[str], leaf: EffectiveLeaf, path: str) -> None:
    is_own = any(level.path == path for level in leaf.levels) or (
        leaf.provenance is Provenance.FILE and leaf.path == path
    )
    node = root
    for depth, key in enumerate(parts):
        found = next((child for child in node.children if child.key == key), None)
        if found is None:
            found = BodyNode(key, (*node.path, key), BodyType.TABLE, parent=node)
            node.children.append(found)
        found.is_own = found.is_own or is_own
        node = found
        if depth == len(parts) - 1:
            node.kind, node.value, node.mark = type_of(leaf.value), leaf.value, origin_mark(leaf)
            node.is_added = leaf.provenance is Provenance.ADDED


class BodyModel(QAbstractItemModel):
    """Shows the tree; values that change leave the view as it is, other keys rebuild it."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._root = build_body((), "")
        self._all: list[BodyNode] = []

    @property
    def root(self) -> BodyNode:
        """Returns the body itself."""
        return self._root

    def set_root(self, root: BodyNode) -> bool:
        """Takes another tree; returns whether the model was reset."""
        if root.signature() == self._root.signature():
            return False
        same_keys = [n.path for n in _walk(root)] == [n.path for n in _walk(self._root)]
        if same_keys:
            self._take_values(root)
            return False
        self.beginResetModel()
        self._root = root
        self._all = list(_walk(root))
        self.endResetModel()
        return True

    def _take_values(self, root: BodyNode) -> None:
        for mine, other in zip(self._all, _walk(root), strict=True):
            mine.kind, mine.value, mine.mark = other.kind, other.value, other.mark
            mine.is_own, mine.is_added = other.is_own, other.is_added
        for node in self._all:
            place = self.index_of(node)
            self.dataChanged.emit(place, place.siblingAtColumn(self.columnCount() - 1))

    def node(self, index: _Index) -> BodyNode | None:
        """Returns the key at an index."""
        found = index.internalPointer() if index.isValid() else None
        return found if isinstance(found, BodyNode) else None

    def find(self, path: Sequence[str]) -> BodyNode | None:
        """Returns the key of a path."""
        wanted = tuple(path)
        return next((node for node in self._all if node.path == wanted), None)

    def index_of(self, node: BodyNode) -> QModelIndex:
        """Returns the index of a key's first column."""
        if node.parent is None:
            return QModelIndex()
        return self.createIndex(node.parent.children.index(node), 0, node)

    def index(self, row: int, column: int, parent: _Index = _ROOT) -> QModelIndex:
        holder = self.node(parent) or self._root
        if 0 <= row < len(holder.children) and 0 <= column < self.columnCount():
            return self.createIndex(row, column, holder.children[row])
        return QModelIndex()

    def parent(self, index: _Index = _ROOT) -> QModelIndex:  # type: ignore[override]  # QObject.parent has no index
        node = self.node(index)
        return self.index_of(node.parent) if node is not None and node.parent is not None else QModelIndex()

    def rowCount(self, parent: _Index = _ROOT) -> int:
        return len((self.node(parent) or self._root).children) if parent.column() <= 0 else 0

    def columnCount(self, _parent: _Index = _ROOT) -> int:
        return 4

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return (_tr("Key"), _tr("Type"), _tr("Value"), _tr("Origin"))[section]
        return None

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        node = self.node(index)
        if node is None:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return (node.key, type_word(node.kind), node.shown_value, self._origin(node))[index.column()]
        values: dict[int, object] = {
            int(Qt.ItemDataRole.ToolTipRole): node.mark.tip if index.column() == 3 else node.dotted,
            AccessibleTextRole: self._spoken(node),
            IdRole: node.dotted,
            RowRole: node,
        }
        return values.get(int(role))

    @staticmethod
    def _origin(node: BodyNode) -> str:
        if node.mark.is_whole:
            return f"{node.mark.letter}  {_tr('replaced whole')}"
        return f"{node.mark.letter}  {node.mark.place}".strip()

    @staticmethod
    def _spoken(node: BodyNode) -> str:
        parts = (node.key, type_word(node.kind), node.shown_value, node.mark.tip)
        return ", ".join(part for part in parts if part)


def _walk(node: BodyNode) -> Iterator[BodyNode]:
    for child in node.children:
        yield child
        yield from _walk(child)

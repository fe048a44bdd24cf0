"""The body of an agent: a tree of keys, and below it the value of the key that is current (U64)."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from qodev.ui.kit.row_views import RowTree
from qodev.ui.kit.theme import SPACE_1, SPACE_2, Theme, ThemeController
from qodev.ui.kit.widgets import Label, PushButton, named, set_reason
from qodev.ui.models.agent_body import EMPTY_VALUES, BodyModel, BodyNode, BodyType, build_body
from qodev.ui.pages.agent_dialogs import KeyDialog
from qodev.ui.pages.agent_leaf import LeafEditor

_Index = QModelIndex | QPersistentModelIndex
_ORIGIN = 3
_TREE_LINES = (5, 14)
_WIDTHS_PX = (130, 76, 0, 116)


class OriginDelegate(QStyledItemDelegate):
    """Paints the colour bar of the origin before its letter."""

    def __init__(self, theme: ThemeController, model: BodyModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._model = model

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        super().paint(painter, option, index)
        node = self._model.node(index)
        if node is not None and node.mark.letter:
            area = option.rect
            painter.fillRect(area.left(), area.top() + 3, 3, area.height() - 6, self._theme.color(node.mark.role))


class BodyTree(RowTree):
    """Insert adds a key, F2 renames one, Delete removes one."""

    add_requested = Signal()
    rename_requested = Signal()
    remove_requested = Signal()
    undo_requested = Signal(bool)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        wishes = {
            Qt.Key.Key_Insert: self.add_requested,
            Qt.Key.Key_F2: self.rename_requested,
            Qt.Key.Key_Delete: self.remove_requested,
        }
        wish = wishes.get(Qt.Key(event.key()))
        if event.matches(QKeySequence.StandardKey.Undo):
            self.undo_requested.emit(False)
        elif event.matches(QKeySequence.StandardKey.Redo):
            self.undo_requested.emit(True)
        elif wish is not None:
            wish.emit()
        else:
            super().keyPressEvent(event)


class BodySection(QWidget):
    """Tree, buttons and value; it only tells what is wished for."""

    key_set = Signal(object, object)  # path, value
    key_removed = Signal(object)
    key_renamed = Signal(object, str)
    key_entered = Signal(str)
    undo_requested = Signal(bool)
    completion_wanted = Signal(str, str, int, int)

    def __init__(self, theme: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._is_editable = False
        self._reason = ""
        self._is_showing = False
        self._wanted: tuple[str, ...] = ()  # a key that was just added
        self.model = BodyModel(self)
        self.tree = BodyTree()
        self.leaf = LeafEditor(theme)
        self.add = PushButton(self.tr("Add…"), "agent.body.add", "compact")
        self.rename = PushButton(self.tr("Rename…"), "agent.body.rename", "compact")
        self.remove = PushButton(self.tr("Remove"), "agent.body.remove", "compact")
        self._set_up_tree()
        self._lay_out()
        self._connect()
        self.show_body(build_body((), ""), is_editable=False, reason=self.tr("No agent is open."))

    def _set_up_tree(self) -> None:
        named(self.tree, "agent.body", self.tr("Body"))
        self.tree.setModel(self.model)
        self.tree.setItemDelegateForColumn(_ORIGIN, OriginDelegate(self._theme, self.model, self.tree))
        self.tree.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.tree.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.tree.setUniformRowHeights(True)
        self.tree.setIndentation(14)
        header = self.tree.header()
        header.setStretchLastSection(False)
        header.setSectionsMovable(False)
        header.setSectionResizeMode(2, QHeaderView.ResizeMode.Stretch)
        self._on_theme_changed(self._theme.theme)

    def _on_theme_changed(self, theme: Theme) -> None:
        for column, width in enumerate(_WIDTHS_PX):
            if width:
                self.tree.setColumnWidth(column, theme.px(width))
        self._fit()

    def _lay_out(self) -> None:
        bar = QHBoxLayout()
        bar.setSpacing(SPACE_1)
        bar.addWidget(Label(self.tr("BODY"), "group"))
        bar.addStretch(1)
        for button in (self.add, self.rename, self.remove):
            bar.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_1, SPACE_2, SPACE_1, 0)
        column.setSpacing(SPACE_2)
        column.addLayout(bar)
        column.addWidget(self.tree)
        column.addWidget(self.leaf)
        column.addStretch(1)

    def _connect(self) -> None:
        self.tree.selectionModel().currentChanged.connect(self._on_current_changed)
        self.tree.expanded.connect(self._fit)
        self.tree.collapsed.connect(self._fit)
        self.tree.add_requested.connect(self.ask_add)
        self.tree.rename_requested.connect(self.ask_rename)
        self.tree.remove_requested.connect(self._on_remove)
        self.tree.undo_requested.connect(self.undo_requested)
        self.add.clicked.connect(self.ask_add)
        self.rename.clicked.connect(self.ask_rename)
        self.remove.clicked.connect(self._on_remove)
        self.leaf.value_changed.connect(self._on_value_changed)
        self.leaf.entered.connect(self._on_leaf_entered)
        self.leaf.undo_requested.connect(self.undo_requested)
        self.leaf.completion_wanted.connect(self._on_completion_wanted)
        self._theme.changed.connect(self._on_theme_changed)

    @property
    def current(self) -> BodyNode | None:
        """Returns the key that is current in the tree."""
        return self.model.node(self.tree.currentIndex())

    def show_body(self, root: BodyNode, *, is_editable: bool, reason: str) -> None:
        """Shows the tree of a text; the current key stays current."""
        self._is_editable, self._reason = is_editable, reason
        before = self._wanted or (self.current.path if self.current is not None else ())
        self._is_showing = True
        if self.model.set_root(root):
            self.tree.expandAll()
            self._fit()
        node = self.model.find(before)
        if node is not None:
            self._wanted = ()
            self.tree.setCurrentIndex(self.model.index_of(node))
        self._is_showing = False
        self._show_current()

    def _fit(self, *_: object) -> None:
        rows = self._shown_rows(QModelIndex())
        lines = min(_TREE_LINES[1], max(_TREE_LINES[0], rows)) + 1
        height = self.tree.sizeHintForRow(0) if rows else self.fontMetrics().lineSpacing() + SPACE_1
        self.tree.setFixedHeight(lines * max(height, self.fontMetrics().lineSpacing()) + SPACE_2)

    def _shown_rows(self, parent: QModelIndex) -> int:
        count = 0
        for row in range(self.model.rowCount(parent)):
            here = self.model.index(row, 0, parent)
            count += 1 + (self._shown_rows(here) if self.tree.isExpanded(here) else 0)
        return count

    def show_key(self, key: str) -> None:
        """Makes a key current."""
        node = self.model.find(key.split("."))
        if node is not None and node is not self.current:
            self._is_showing = True
            self.tree.setCurrentIndex(self.model.index_of(node))
            self.tree.scrollTo(self.model.index_of(node))
            self._is_showing = False
            self._show_current()

    def _on_current_changed(self, _index: QModelIndex) -> None:
        self._show_current()
        if not self._is_showing and self.current is not None:
            self.key_entered.emit(self.current.dotted)

    def _show_current(self) -> None:
        node = self.current
        self.leaf.show_node(node, is_editable=self._is_editable and (node is None or not node.is_added))
        set_reason(self.add, self._reason, self.tr("Adds a key to the table of the current key"))
        set_reason(self.rename, self._own_reason(node), self.tr("Gives the key another name in this file"))
        set_reason(self.remove, self._own_reason(node), self.tr("Takes the lines of the key out of this file"))

    def _own_reason(self, node: BodyNode | None) -> str:
        if self._reason:
            return self._reason
        if node is None:
            return self.tr("Select a key first.")
        if node.is_added:
            return self.tr("qodev adds this key when it sends; no file holds it.")
        return "" if node.is_own else self.tr("It is inherited. Change its value to write it into this file.")

    def _on_value_changed(self, value: object) -> None:
        node = self.current
        if node is not None:
            self.key_set.emit(node.path, value)

    def _on_leaf_entered(self) -> None:
        if self.current is not None:
            self.key_entered.emit(self.current.dotted)

    def _on_completion_wanted(self, text: str, line: int, column: int) -> None:
        if self.current is not None:
            self.completion_wanted.emit(self.current.dotted, text, line, column)

    def _table(self) -> tuple[str, ...]:
        """Returns the path of the table that a new key goes into."""
        node = self.current
        if node is None:
            return ("body",)
        return node.path if node.kind is BodyType.TABLE else node.path[:-1]

    def ask_add(self) -> None:
        """Asks name and type of a new key."""
        if not self._reason:
            table = self._table()
            dialog = KeyDialog(".".join(table), self._taken(table), self)
            dialog.named_key.connect(self._on_added)
            dialog.open()

    def _taken(self, table: tuple[str, ...]) -> tuple[str, ...]:
        holder = self.model.find(table)
        children = holder.children if holder is not None else self.model.root.children
        return tuple(child.key for child in children)

    def _on_added(self, name: str, kind: str) -> None:
        self._wanted = (*self._table(), name)
        self.key_set.emit(self._wanted, EMPTY_VALUES[BodyType(kind)])

    def ask_rename(self) -> None:
        """Asks another name for the current key."""
        node = self.current
        if node is not None and not self._own_reason(node):
            dialog = KeyDialog(".".join(node.path[:-1]), self._taken(node.path[:-1]), self, name=node.key)
            dialog.named_key.connect(self._on_renamed)
            dialog.open()

    def _on_renamed(self, name: str, _kind: str) -> None:
        node = self.current
        if node is not None:
            self._wanted = (*node.path[:-1], name)
            self.key_renamed.emit(node.path, name)

    def _on_remove(self) -> None:
        node = self.current
        if node is not None and not self._own_reason(node):
            self.key_removed.emit(node.path)

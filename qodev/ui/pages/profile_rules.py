"""A table of rules: pattern, effect with its sentence, what it matches now, what keeps it from deciding (U77, U78)."""

from typing import cast

from PySide6.QtCore import QAbstractItemModel, QEvent, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHBoxLayout,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from qodev.types.permissions import Effect
from qodev.types.profile_editing import TOOLS
from qodev.ui.kit.row_views import RowTree
from qodev.ui.kit.theme import SPACE_1, SPACE_2, TextSize, Theme, ThemeController
from qodev.ui.kit.widgets import IconButton, Label, named, set_reason
from qodev.ui.models.profile_form_state import FormRule, field_label
from qodev.ui.models.profile_words import EFFECT_ROLES, EFFECTS, effect_choice, effect_word
from qodev.ui.models.rows import NO_INDEX, Column, RowRole, RowsModel

_Index = QModelIndex | QPersistentModelIndex
_PATTERN, _EFFECT, _MATCHES, _MARK = range(4)
_LINES_LEAST, _LINES_MOST = 3, 8


class RuleModel(RowsModel[FormRule]):
    """Rows that can be edited: pattern and effect of each, the pattern alone of the row for a new one."""

    edited = Signal(int, str, object)  # place, pattern, Effect

    is_editable = False

    def flags(self, index: _Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        if not self.is_editable or index.column() not in (_PATTERN, _EFFECT):
            return flags
        is_new = self.row(index.row()).is_new
        return flags if is_new and index.column() == _EFFECT else flags | Qt.ItemFlag.ItemIsEditable

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role == Qt.ItemDataRole.EditRole and index.isValid():
            row = self.row(index.row())
            return row.pattern if index.column() == _PATTERN else row.effect
        return super().data(index, role)

    def setData(self, index: _Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:  # noqa: N802
        if role != Qt.ItemDataRole.EditRole or not index.isValid():
            return False
        row = self.row(index.row())
        pattern = str(value).strip() if index.column() == _PATTERN else row.pattern
        effect = row.effect or Effect.ASK if index.column() == _PATTERN else value
        if not pattern or not isinstance(effect, Effect) or (pattern, effect) == (row.pattern, row.effect):
            return False
        self.edited.emit(row.place, pattern, effect)  # the row follows the text
        return False


class RuleDelegate(QStyledItemDelegate):
    """Edits an effect by a picker that says what each one means."""

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: _Index) -> QWidget:
        if index.column() != _EFFECT:
            return super().createEditor(parent, option, index)
        combo = QComboBox(parent)
        named(combo, "profile.effect", self.tr("Effect"))
        for effect in EFFECTS:
            combo.addItem(effect_choice(effect), effect.value)
        combo.view().setMinimumWidth(combo.view().sizeHintForColumn(0) + SPACE_2)
        combo.activated.connect(self._on_activated)
        return combo

    def _on_activated(self, _place: int) -> None:
        combo = self.sender()
        if isinstance(combo, QComboBox):
            self.commitData.emit(combo)
            self.closeEditor.emit(combo)

    def setEditorData(self, editor: QWidget, index: _Index) -> None:
        if isinstance(editor, QComboBox):
            effect = index.data(Qt.ItemDataRole.EditRole)
            editor.setCurrentIndex(EFFECTS.index(effect) if effect in EFFECTS else 0)
        else:
            super().setEditorData(editor, index)

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: _Index) -> None:
        if isinstance(editor, QComboBox):
            model.setData(index, Effect(editor.currentData()))
        else:
            super().setModelData(editor, model, index)


class RuleTable(RowTree):
    """Alt+Up and Alt+Down move a rule, Del removes it, Enter and F2 edit it."""

    move_requested = Signal(int)
    remove_requested = Signal()
    undo_requested = Signal(bool)
    entered_table = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, is_alt = Qt.Key(event.key()), bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)
        if self.state() is QAbstractItemView.State.EditingState:  # a key that the cell's editor let through
            super().keyPressEvent(event)
        elif is_alt and key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.move_requested.emit(-1 if key == Qt.Key.Key_Up else 1)
        elif key == Qt.Key.Key_Delete:
            self.remove_requested.emit()
        elif event.matches(QKeySequence.StandardKey.Undo):
            self.undo_requested.emit(False)
        elif event.matches(QKeySequence.StandardKey.Redo):
            self.undo_requested.emit(True)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self.edit(self.currentIndex().siblingAtColumn(_PATTERN))
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.ShortcutOverride:
            key_event = cast("QKeyEvent", event)
            matches = key_event.matches
            if matches(QKeySequence.StandardKey.Undo) or matches(QKeySequence.StandardKey.Redo):
                event.accept()
                return True
        if event.type() is QEvent.Type.FocusIn:
            self.entered_table.emit()
        return super().event(event)


class RuleEditor(QWidget):
    """One table with its buttons, and everything about the current rule below it."""

    rule_set = Signal(str, int, str, object)  # kind, place, pattern, Effect
    rule_removed = Signal(str, int)
    rule_moved = Signal(str, int, int)
    undo_requested = Signal(bool)
    entered = Signal(str)

    def __init__(self, theme: ThemeController, kind: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._kind = kind
        self._reason = ""
        self.title = Label(field_label(kind), "strong")
        self.header = Label(self.tr("Later matching rules win."), "secondary")
        self.model = RuleModel(self._columns(), _id_of, state_of=_state_of, spoken=_spoken, parent=self)
        self.table = RuleTable()
        named(self.table, f"profile.{kind}", field_label(kind))
        self.up = IconButton(theme, "up", f"profile.{kind}.up", self.tr("Move up (Alt+Up)"))
        self.down = IconButton(theme, "down", f"profile.{kind}.down", self.tr("Move down (Alt+Down)"))
        self.remove = IconButton(theme, "delete", f"profile.{kind}.remove", self.tr("Remove the rule (Del)"))
        self.empty = Label(self.tr("No rules. The default permission decides."), "secondary", wraps=True)
        named(self.empty, f"profile.{kind}.empty")
        self.detail = Label("", "secondary", wraps=True)
        self.detail.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._set_up_table()
        self._lay_out()
        self._connect()

    def _columns(self) -> tuple[Column[FormRule], ...]:
        shown = self.tr("Matches now") if self._kind == TOOLS else self.tr("Matches")
        return (
            Column(self.tr("Pattern"), self._pattern, tooltip=_detail),
            Column(self.tr("Effect"), _effect, tooltip=_detail, icon=self._icon),
            Column(shown, _count, tooltip=_detail),
            Column(self.tr("Note"), _mark, tooltip=_detail, icon=self._mark_icon),
        )

    def _pattern(self, row: FormRule) -> str:
        return self.tr("Add a rule…") if row.is_new else row.pattern

    def _icon(self, row: FormRule) -> object:
        return self._theme.icon(*EFFECT_ROLES[row.effect]) if row.effect is not None else None

    def _mark_icon(self, row: FormRule) -> object:
        return self._theme.icon("warning", "ask") if row.mark else None

    def _set_up_table(self) -> None:
        table = self.table
        table.setModel(self.model)
        table.setItemDelegate(RuleDelegate(table))
        table.setRootIsDecorated(False)
        table.setUniformRowHeights(True)
        table.setEditTriggers(
            QAbstractItemView.EditTrigger.DoubleClicked
            | QAbstractItemView.EditTrigger.EditKeyPressed
            | QAbstractItemView.EditTrigger.SelectedClicked
        )
        table.setTabKeyNavigation(False)
        header = table.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(_PATTERN, QHeaderView.ResizeMode.Stretch)
        for column in (_EFFECT, _MATCHES, _MARK):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(SPACE_2)
        head.addWidget(self.title, 1)
        for button in (self.up, self.down, self.remove):
            head.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_1)
        column.addLayout(head)
        column.addWidget(self.header)
        column.addWidget(self.table)
        column.addWidget(self.empty)
        column.addWidget(self.detail)

    def _connect(self) -> None:
        self.model.edited.connect(self._on_edited)
        self.table.move_requested.connect(self._on_move)
        self.table.remove_requested.connect(self._on_remove)
        self.table.undo_requested.connect(self.undo_requested)
        self.table.entered_table.connect(self._on_entered)
        self.table.selectionModel().currentChanged.connect(self._on_current_changed)
        self.up.clicked.connect(self._on_up)
        self.down.clicked.connect(self._on_down)
        self.remove.clicked.connect(self._on_remove)
        self._theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed(self._theme.theme)

    def _on_theme_changed(self, theme: Theme) -> None:
        self.table.setFont(theme.font(TextSize.MONO))
        self._fit()

    def _fit(self) -> None:
        """Makes the table as high as its rows, within bounds."""
        lines = min(_LINES_MOST, max(_LINES_LEAST, self.model.rowCount()))
        height = self.table.sizeHintForRow(0) if self.model.rowCount() else self._theme.theme.px(22)
        self.table.setFixedHeight(lines * height + self.table.header().sizeHint().height() + SPACE_1)

    def _on_entered(self) -> None:
        self.entered.emit(self._kind)

    @property
    def current(self) -> FormRule | None:
        """Returns the current rule; the row for a new one is none."""
        row = self.table.currentIndex().data(RowRole)
        return row if isinstance(row, FormRule) and not row.is_new else None

    def show_rules(self, rules: tuple[FormRule, ...], reason: str) -> None:
        """Shows other rules; `reason` says why they cannot be changed."""
        self._reason = reason
        self.model.is_editable = not reason
        self.model.set_rows(rules)
        for part in (self.header, self.table):
            part.setVisible(bool(rules))  # what can be edited has a row for a new rule
        self.empty.setVisible(not rules)
        self._fit()
        self._on_current_changed()

    def choose(self, place: int) -> None:
        """Makes a rule current."""
        self.table.setCurrentIndex(self.model.index(min(place, max(0, self.model.rowCount(NO_INDEX) - 1)), 0))

    def _on_current_changed(self, *_: object) -> None:
        row = self.current
        self.detail.setText(row.detail if row is not None else "")
        self.detail.setVisible(row is not None and bool(row.detail))
        none = self._reason or ("" if row is not None else self.tr("Select a rule first."))
        count = sum(not one.is_new for one in self.model.rows)
        is_first, is_last = row is not None and not row.place, row is not None and row.place == count - 1
        set_reason(self.up, none or (self.tr("It is the first one.") if is_first else ""), self.up.accessibleName())
        set_reason(self.down, none or (self.tr("It is the last one.") if is_last else ""), self.down.accessibleName())
        set_reason(self.remove, none, self.remove.accessibleName())

    def _on_edited(self, place: int, pattern: str, effect: object) -> None:
        self.rule_set.emit(self._kind, place, pattern, effect)

    def _on_up(self) -> None:
        self._on_move(-1)

    def _on_down(self) -> None:
        self._on_move(1)

    def _on_move(self, by: int) -> None:
        row = self.current
        count = sum(not one.is_new for one in self.model.rows)
        if row is not None and not self._reason and 0 <= row.place + by < count:
            self.rule_moved.emit(self._kind, row.place, by)
            self.choose(row.place + by)

    def _on_remove(self) -> None:
        row = self.current
        if row is not None and not self._reason:
            self.rule_removed.emit(self._kind, row.place)


def _id_of(row: FormRule) -> str:
    return row.id


def _state_of(row: FormRule) -> str:
    return row.effect.value if row.effect is not None else ""


def _spoken(row: FormRule) -> str:
    effect = effect_word(row.effect) if row.effect is not None else ""
    return ", ".join(part for part in (row.pattern, effect, row.mark) if part)


def _detail(row: FormRule) -> str:
    return row.detail


def _effect(row: FormRule) -> str:
    return effect_word(row.effect) if row.effect is not None else ""


def _count(row: FormRule) -> str:
    return row.count


def _mark(row: FormRule) -> str:
    return row.mark

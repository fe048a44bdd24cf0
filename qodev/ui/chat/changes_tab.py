"""The Changes tab of the inspector: a scope, its changed files, and Undo (U20, U127, U177)."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QShowEvent, QStandardItemModel
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QHeaderView, QVBoxLayout, QWidget

from qodev.types.diffs import ChangeScope
from qodev.ui.kit.flow import FlowLayout
from qodev.ui.kit.row_views import RowTree
from qodev.ui.kit.theme import SPACE_1, SPACE_2, SPACE_3, SPACE_4, Theme, ThemeController, set_look
from qodev.ui.kit.widgets import Label, PushButton, named, set_reason, sharp_icon
from qodev.ui.models.change_rows import ChangeRow, ChangesState, branch_text
from qodev.ui.models.rows import Column, RowsModel

_ICON_PX = 16


class ChangeList(RowTree):
    """The files; Enter opens the difference."""

    opened = Signal(str)

    def __init__(self, theme: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "changes.list", self.tr("Changed files"))
        self._theme = theme
        self.rows: RowsModel[ChangeRow] = RowsModel(
            (
                Column(self.tr("File"), _path, tooltip=_tip),
                Column(self.tr("Lines"), _counts),
                Column(self.tr("State"), _state, icon=self._icon),
            ),
            _id,
            state_of=_state,
            spoken=_spoken,
            parent=self,
        )
        self.setModel(self.rows)
        self.setRootIsDecorated(False)
        self.setUniformRowHeights(True)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setSelectionMode(self.SelectionMode.ExtendedSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        header = self.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.doubleClicked.connect(self._open_current)

    def _icon(self, row: ChangeRow) -> object:
        if row.word is None:
            return None
        side = self._theme.theme.px(_ICON_PX)
        return sharp_icon(self._theme, row.word.icon, row.word.role, side, self.devicePixelRatioF())

    @property
    def chosen(self) -> tuple[ChangeRow, ...]:
        """Returns the rows that are chosen, in order."""
        rows = sorted({index.row() for index in self.selectionModel().selectedIndexes()})
        return tuple(self.rows.row(row) for row in rows)

    def _open_current(self) -> None:
        row = self.currentIndex().row()
        if 0 <= row < len(self.rows.rows):
            self.opened.emit(self.rows.row(row).id)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open_current()
        else:
            super().keyPressEvent(event)


class ChangesTab(QWidget):
    """Shows what was changed in files."""

    scope_chosen = Signal(object)  # ChangeScope
    branch_chosen = Signal(str)
    opened = Signal(str)
    toggled = Signal(object)  # ids of rows
    turn_undone = Signal(str)  # the id of a row
    retried = Signal()
    cancelled = Signal()
    shown_changed = Signal(bool)

    def __init__(self, theme: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_look(self, "window")
        self._state = ChangesState()
        self.scope = QComboBox()
        named(self.scope, "changes.scope", self.tr("Which changes"))
        self.branch = QComboBox()
        named(self.branch, "changes.branch", self.tr("Branch to compare with"))
        for box in (self.scope, self.branch):
            set_look(box, "compact")
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(16)
        self.status = Label("", "muted", wraps=True)
        self.retry = PushButton(self.tr("Retry"), "changes.retry", "compact")
        self.cancel = PushButton(self.tr("Cancel"), "changes.cancel", "compact")
        self.list = ChangeList(theme)
        self.review = PushButton(self.tr("Review…"), "changes.review", "compact")
        self.undo = PushButton(self.tr("Undo"), "changes.undo", "compact")
        self.undo_turn = PushButton(self.tr("Undo this turn"), "changes.undo_turn", "compact")
        self._lay_out()
        self._connect(theme)
        self.show_state(ChangesState())

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.setSpacing(SPACE_2)
        top.addWidget(self.scope)
        top.addWidget(self.branch)
        top.addStretch(1)
        said = QHBoxLayout()
        said.addWidget(self.status, 1)
        said.addWidget(self.retry, 0, Qt.AlignmentFlag.AlignTop)
        said.addWidget(self.cancel, 0, Qt.AlignmentFlag.AlignTop)
        buttons = QWidget()
        flow = FlowLayout(buttons, SPACE_1)
        for button in (self.review, self.undo, self.undo_turn):
            flow.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_4, SPACE_3, SPACE_4, SPACE_3)
        column.setSpacing(SPACE_2)
        column.addLayout(top)
        column.addLayout(said)
        column.addWidget(self.list, 1)
        column.addWidget(buttons)

    def _connect(self, theme: ThemeController) -> None:
        self.scope.activated.connect(self._on_scope_chosen)
        self.branch.activated.connect(self._on_branch_chosen)
        self.list.opened.connect(self.opened)
        self.list.selectionModel().selectionChanged.connect(self._show_buttons)
        self.review.clicked.connect(self._on_review)
        self.undo.clicked.connect(self._on_undo)
        self.undo_turn.clicked.connect(self._on_undo_turn)
        self.retry.clicked.connect(self.retried)
        self.cancel.clicked.connect(self.cancelled)
        theme.changed.connect(self._on_theme_changed)

    def show_state(self, state: ChangesState) -> None:
        """Shows a list; the last good one stays under an error."""
        self._state = state
        self._show_scopes(state)
        self.status.setText(state.status)
        self.status.setVisible(bool(state.status))
        self.retry.setVisible(bool(state.fault))
        self.cancel.setVisible(state.is_slow)
        self.list.rows.set_rows(state.rows)
        self.list.setVisible(bool(state.rows))
        self._show_buttons()

    def _show_scopes(self, state: ChangesState) -> None:
        if [self.scope.itemText(at) for at in range(self.scope.count())] != [row.text for row in state.scopes]:
            self.scope.clear()
            self.scope.addItems([row.text for row in state.scopes])
        model = self.scope.model()
        for at, row in enumerate(state.scopes):
            self.scope.setItemData(at, row.reason, Qt.ItemDataRole.ToolTipRole)
            self.scope.setItemData(at, f"{row.text}. {row.reason}" if row.reason else "", _SPOKEN)
            if isinstance(model, QStandardItemModel):
                model.item(at).setEnabled(not row.reason)
        place = next((at for at, row in enumerate(state.scopes) if row.scope is state.scope), 0)
        self.scope.setCurrentIndex(place)
        names = [branch_text(branch) for branch in state.branches]
        if [self.branch.itemText(at) for at in range(self.branch.count())] != names:
            self.branch.clear()
            self.branch.addItems(names)
        if state.branch in state.branches:
            self.branch.setCurrentIndex(state.branches.index(state.branch))
        self.branch.setVisible(state.scope is ChangeScope.BRANCH)

    def _show_buttons(self) -> None:
        chosen = self.list.chosen
        nothing = "" if chosen else self.tr("Choose a file first.")
        is_recorded = self._state.scope in (ChangeScope.LAST_TURN, ChangeScope.CONVERSATION)
        by_git = "" if is_recorded else self.tr("Git's own changes are taken back with git.")
        set_reason(self.review, nothing, self.tr("Shows the difference (Enter)"))
        is_redo = bool(chosen) and all(row.can_redo for row in chosen)
        text = self.tr("Redo") if is_redo else self.tr("Undo")
        self.undo.setText(text)
        self.undo.setAccessibleName(text)
        possible = is_redo or any(row.can_undo for row in chosen)
        refusal = "" if possible else self.tr("Nothing of it was written.")
        set_reason(self.undo, by_git or nothing or refusal, self.tr("Brings the bytes from before back"))
        can_turn = any(row.can_undo for row in chosen)
        set_reason(
            self.undo_turn,
            by_git or nothing or ("" if can_turn else self.tr("Nothing of it was written.")),
            self.tr("Takes back everything that the same turn changed, or nothing"),
        )

    def _on_theme_changed(self, _theme: Theme) -> None:
        self.list.viewport().update()

    def _on_scope_chosen(self, index: int) -> None:
        if 0 <= index < len(self._state.scopes):
            self.scope_chosen.emit(self._state.scopes[index].scope)

    def _on_branch_chosen(self, index: int) -> None:
        if 0 <= index < len(self._state.branches):
            self.branch_chosen.emit(self._state.branches[index])

    def _on_review(self) -> None:
        if self.list.chosen:
            self.opened.emit(self.list.chosen[0].id)

    def _on_undo(self) -> None:
        self.toggled.emit(tuple(row.id for row in self.list.chosen))

    def _on_undo_turn(self) -> None:
        if self.list.chosen:
            self.turn_undone.emit(self.list.chosen[0].id)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.shown_changed.emit(True)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.shown_changed.emit(False)


_SPOKEN = int(Qt.ItemDataRole.AccessibleTextRole)


def _id(row: ChangeRow) -> str:
    return row.id


def _path(row: ChangeRow) -> str:
    return row.path


def _tip(row: ChangeRow) -> str:
    return "  ·  ".join(part for part in (row.path, row.when) if part)


def _counts(row: ChangeRow) -> str:
    return row.counts


def _state(row: ChangeRow) -> str:
    return row.state


def _spoken(row: ChangeRow) -> str:
    return row.spoken

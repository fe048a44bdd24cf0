"""A card with the roster of one pipeline and the buttons that change it (U47)."""

from functools import partial

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QVBoxLayout, QWidget

from qodev.types.agents import Pipeline
from qodev.ui.kit.theme import SPACE_1, SPACE_2, SPACE_3, ThemeController, set_look
from qodev.ui.kit.widgets import ElidedLabel, IconButton, Label, PushButton, named, set_reason
from qodev.ui.models.roster_rows import RosterCard as CardState
from qodev.ui.models.roster_rows import RosterRow, pipeline_title
from qodev.ui.models.rows import Column
from qodev.ui.pages.roster_view import RosterModel, RosterView


class RosterCard(QFrame):
    """Tells what is wished for its pipeline; entries are named by their agent."""

    add_requested = Signal(object)  # Pipeline
    replace_requested = Signal(object, str)  # Pipeline, name
    remove_requested = Signal(object, str)
    move_requested = Signal(object, str, int)  # Pipeline, name, position among the others
    drop_requested = Signal(object, str, int)  # Pipeline, name of an agent of another roster, position
    open_requested = Signal(str)  # name of an agent

    def __init__(self, theme: ThemeController, pipeline: Pipeline, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.pipeline = pipeline
        self._reason = ""
        self._wanted = ""
        title = pipeline_title(pipeline)
        named(self, f"settings.pipelines.card:{pipeline.value}", title)
        set_look(self, "card")
        self.title = ElidedLabel(title, "strong")
        self.add = PushButton(self.tr("Add agent…"), "settings.pipelines.add", "compact")
        self.up = IconButton(theme, "up", "settings.pipelines.up", self.tr("Move up"))
        self.down = IconButton(theme, "down", "settings.pipelines.down", self.tr("Move down"))
        self.replace = IconButton(theme, "edit", "settings.pipelines.replace", self.tr("Replace…"))
        self.remove = IconButton(theme, "remove", "settings.pipelines.remove", self.tr("Remove"))
        self.empty = Label("", "warning", wraps=True)
        named(self.empty, "settings.pipelines.empty")
        self.model = RosterModel(pipeline, self._columns(), self)
        self.roster = RosterView(theme, self.model, self.tr("Roster of {0}").format(title))
        self._lay_out()
        self._connect()

    def _columns(self) -> tuple[Column[RosterRow], ...]:
        return (
            Column("", _position, tooltip=_tip),
            Column(self.tr("Agent"), _title, tooltip=_tip, icon=self._agent_icon),
            Column(self.tr("Model"), _model, tooltip=_tip),
            Column(self.tr("Files"), _match, tooltip=_tip),
            Column(self.tr("Marks"), _pills, tooltip=_tip),
            Column(self.tr("This file"), _verdict, tooltip=_tip, icon=self._verdict_icon),
        )

    def _agent_icon(self, row: RosterRow) -> object:
        return self._theme.icon("warning", "ask") if row.is_missing else None

    def _verdict_icon(self, row: RosterRow) -> object:
        return self._theme.icon(row.verdict.icon, row.verdict.role)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(SPACE_1)
        head.addWidget(self.title, 1)
        for button in (self.up, self.down, self.replace, self.remove, self.add):
            head.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_3, SPACE_2, SPACE_3, SPACE_2)
        column.setSpacing(SPACE_1)
        column.addLayout(head)
        column.addWidget(self.empty)
        column.addWidget(self.roster)
        column.addStretch(1)

    def _connect(self) -> None:
        self.add.clicked.connect(self._on_add)
        self.up.clicked.connect(partial(self._move, -1))
        self.down.clicked.connect(partial(self._move, 1))
        self.replace.clicked.connect(self._on_replace)
        self.remove.clicked.connect(self._on_remove)
        self.roster.move_requested.connect(self._move)
        self.roster.remove_requested.connect(self._on_remove)
        self.roster.menu_requested.connect(self._on_menu_requested)
        self.roster.activated.connect(self._on_open)
        self.roster.selectionModel().currentChanged.connect(self._sync)
        self.model.moved.connect(self._on_moved)
        self.model.dropped.connect(self._on_dropped)

    def show_card(self, state: CardState, reason: str) -> None:
        """Shows the entries; `reason` says why nothing can be changed, "" when it can."""
        self._reason = reason
        had_focus = self.roster.hasFocus()
        self.model.set_rows(state.rows)
        self.empty.setText(state.empty if not state.rows else "")
        self.empty.setVisible(not state.rows)
        self.roster.setVisible(bool(state.rows))
        if self._wanted:
            self.roster.select(self._wanted)
            self._wanted = ""
        if had_focus and not state.rows:
            self.add.setFocus(Qt.FocusReason.OtherFocusReason)
        self._sync()

    def _sync(self) -> None:
        row = self.roster.current
        none = self._reason or ("" if row is not None else self.tr("Select an entry first."))
        last = len(self.model.rows)
        first = none or (self.tr("It is the first.") if row is not None and row.position == 1 else "")
        set_reason(self.add, self._reason)
        set_reason(self.up, first, self.tr("Move up (Alt+Up)"))
        at_end = none or (self.tr("It is the last.") if row is not None and row.position == last else "")
        set_reason(self.down, at_end, self.tr("Move down (Alt+Down)"))
        set_reason(self.replace, none, self.tr("Puts another agent in this place"))
        set_reason(self.remove, none, self.tr("Remove (Del)"))

    def _move(self, by: int) -> None:
        row = self.roster.current
        if row is None or self._reason:
            return
        place = row.position - 1 + by
        if 0 <= place < len(self.model.rows):
            self._on_moved(row.name, place)

    def _on_moved(self, name: str, position: int) -> None:
        if not self._reason:
            self._wanted = name
            self.move_requested.emit(self.pipeline, name, position)

    def _on_dropped(self, name: str, position: int) -> None:
        if not self._reason:
            self._wanted = name
            self.drop_requested.emit(self.pipeline, name, position)

    def _on_add(self) -> None:
        self.add_requested.emit(self.pipeline)

    def _on_replace(self) -> None:
        row = self.roster.current
        if row is not None and not self._reason:
            self.replace_requested.emit(self.pipeline, row.name)

    def _on_remove(self) -> None:
        row = self.roster.current
        if row is not None and not self._reason:
            self.remove_requested.emit(self.pipeline, row.name)

    def _on_open(self) -> None:
        row = self.roster.current
        if row is not None:
            if row.is_missing:
                self._on_replace()
            else:
                self.open_requested.emit(row.name)

    def _on_menu_requested(self, place: QPoint) -> None:
        row = self.roster.current
        if row is None:
            return
        menu = QMenu(self)
        named(menu, "settings.pipelines.menu", self.tr("Entry"))
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setToolTipsVisible(True)
        opening = menu.addAction(self.tr("Open agent"))
        opening.triggered.connect(self._on_open)
        opening.setEnabled(not row.is_missing)
        menu.addSeparator()
        for button, text in (
            (self.up, self.tr("Move up")),
            (self.down, self.tr("Move down")),
            (self.replace, self.tr("Replace…")),
            (self.remove, self.tr("Remove")),
        ):
            action = menu.addAction(text)
            action.setEnabled(button.isEnabled())
            action.setToolTip(button.toolTip())
            action.triggered.connect(button.click)
        menu.popup(place)


def _position(row: RosterRow) -> str:
    return str(row.position)


def _title(row: RosterRow) -> str:
    return row.name


def _model(row: RosterRow) -> str:
    return row.shown_model


def _match(row: RosterRow) -> str:
    return row.match


def _pills(row: RosterRow) -> str:
    return row.pills


def _verdict(row: RosterRow) -> str:
    return row.verdict.text


def _tip(row: RosterRow) -> str:
    return row.tip

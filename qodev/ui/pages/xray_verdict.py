"""What the X-ray found: a cell for each mode, the clauses of a command, the checks in order (U87, U88)."""

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QHeaderView,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from qodev.types.permissions import ProjectMode
from qodev.ui.kit.row_views import RowTree
from qodev.ui.kit.theme import SPACE_1, SPACE_2, SPACE_3, TextSize, Theme, ThemeController, set_look
from qodev.ui.kit.widgets import ElidedLabel, Label, PictureLabel, named, relook
from qodev.ui.models.rows import Column, RowsModel
from qodev.ui.models.xray_state import ClauseRow, RungRow, XrayCell, XrayPlace, XrayState

_SECTION_PX = 40
_NARROW_PX = 360
_MOST_ROWS = 16
_LOOKS = {"allow": "ok", "ask": "warning", "deny": "error"}


class VerdictCell(QFrame):
    """One mode: an icon, a word, a sentence."""

    def __init__(self, theme: ThemeController, mode: ProjectMode) -> None:
        super().__init__()
        named(self, f"xray.verdict:{mode.value}")
        set_look(self, "card")
        self.title = ElidedLabel("", "group")
        self.picture = PictureLabel(theme)
        self.word = Label("", "strong")
        self.sentence = Label("", "secondary", wraps=True)
        head = QHBoxLayout()
        head.setSpacing(SPACE_1)
        head.addWidget(self.picture)
        head.addWidget(self.word, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_2, SPACE_1, SPACE_2, SPACE_1)
        column.setSpacing(1)
        column.addWidget(self.title)
        column.addLayout(head)
        column.addWidget(self.sentence)
        column.addStretch(1)

    def show_cell(self, cell: XrayCell) -> None:
        """Shows what a mode makes of the case."""
        title = self.tr("{0} (in force)").format(cell.title) if cell.is_current else cell.title
        self.title.set_line(title.upper())
        self.picture.set_picture(cell.word.icon, cell.word.role)
        self.word.setText(cell.word.text)
        relook(self.word, _LOOKS.get(cell.word.role, "strong"))
        self.sentence.setText(cell.sentence)
        self.setAccessibleName(f"{title}: {cell.word.text}. {cell.sentence}")


class VerdictCells(QWidget):
    """The cells of the four modes."""

    def __init__(self, theme: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "xray.verdict", self.tr("Verdict of every mode"))
        self.cells = {mode: VerdictCell(theme, mode) for mode in ProjectMode}
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(SPACE_1)
        for place, cell in enumerate(self.cells.values()):
            grid.addWidget(cell, place // 2, place % 2)
        grid.setColumnStretch(0, 1)
        grid.setColumnStretch(1, 1)

    def show_cells(self, cells: tuple[XrayCell, ...]) -> None:
        """Shows what the modes make of the case."""
        for cell in cells:
            self.cells[cell.mode].show_cell(cell)
        self.setVisible(bool(cells))


class ReasonList(RowTree):
    """A list whose rows lead to the line that decided: Enter or a double click opens it."""

    place_chosen = Signal(str, int, int)

    def __init__(self, theme: ThemeController, name: str, spoken: str, *, is_mono: bool = True) -> None:
        super().__init__()
        named(self, name, spoken)
        self._theme = theme
        self._stretched = 0  # the column that takes the room that is left
        self._size = TextSize.MONO if is_mono else TextSize.BODY
        self.setRootIsDecorated(False)
        self.setTabKeyNavigation(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.activated.connect(self._on_activated)
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed(theme.theme)

    def _on_theme_changed(self, theme: Theme) -> None:
        self.setFont(theme.font(self._size))
        self.fit()

    def fit(self) -> None:
        """Takes the height of its rows, up to a bound; the view around it scrolls."""
        row = self.sizeHintForRow(0)
        if row > 0:
            shown = min(_MOST_ROWS, self.model().rowCount())
            self.setFixedHeight(shown * row + self.header().sizeHint().height() + SPACE_1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where there is little room, the first column gives some of its own rather than the last one goes."""
        super().resizeEvent(event)
        if self.model() is not None and self._stretched:
            is_narrow = self.viewport().width() < self._theme.theme.px(_NARROW_PX)
            mode = QHeaderView.ResizeMode.Stretch if is_narrow else QHeaderView.ResizeMode.ResizeToContents
            self.header().setSectionResizeMode(0, mode)

    def set_up(self, model: "RowsModel[ClauseRow] | RowsModel[RungRow]", stretched: int) -> None:
        """Takes its model; one column takes the room that is left."""
        self.setModel(model)
        self._stretched = stretched
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        header = self.header()
        header.setStretchLastSection(False)
        header.setMinimumSectionSize(self._theme.theme.px(_SECTION_PX))
        for column in range(model.columnCount()):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(stretched, QHeaderView.ResizeMode.Stretch)

    def _on_activated(self, index: QModelIndex) -> None:
        model = self.model()
        if isinstance(model, RowsModel):
            place = model.row(index.row()).place
            if isinstance(place, XrayPlace) and place.line:
                self.place_chosen.emit(place.path, place.line, place.column)


class WhyView(QWidget):
    """Clauses above, checks below."""

    place_chosen = Signal(str, int, int)

    def __init__(self, theme: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.clauses_model: RowsModel[ClauseRow] = RowsModel(
            self._clause_columns(), _clause_id, state_of=_clause_effect, spoken=_clause_spoken, parent=self
        )
        self.rungs_model: RowsModel[RungRow] = RowsModel(
            self._rung_columns(), _rung_id, state_of=_rung_state, spoken=_rung_spoken, parent=self
        )
        self.clauses_title = Label(self.tr("Clauses"), "group")
        self.clauses = ReasonList(theme, "xray.clauses", self.tr("Clauses of the command"))
        self.readings = Label("", "secondary", wraps=True)
        self.rungs_title = Label(self.tr("Checks in order"), "group")
        self.ladder = ReasonList(theme, "xray.ladder", self.tr("Checks in order"), is_mono=False)
        self.clauses.set_up(self.clauses_model, 1)
        self.ladder.set_up(self.rungs_model, 2)
        self.area = QScrollArea()
        self._lists = QWidget()
        self._lay_out()
        self.clauses.place_chosen.connect(self.place_chosen)
        self.ladder.place_chosen.connect(self.place_chosen)
        self.clauses.selectionModel().currentChanged.connect(self._on_clause_changed)
        self.clauses.selectionModel().currentChanged.connect(self._on_moved)
        self.ladder.selectionModel().currentChanged.connect(self._on_moved)

    def _clause_columns(self) -> tuple[Column[ClauseRow], ...]:
        return (
            Column(self.tr("Effect"), _clause_effect, tooltip=_clause_tip, icon=self._clause_icon),
            Column(self.tr("Clause"), _clause_text, tooltip=_clause_tip),
            Column(self.tr("Rule and line"), _clause_rule, tooltip=_clause_tip),
        )

    def _clause_icon(self, row: ClauseRow) -> object:
        return self._theme.icon(*row.look)

    def _rung_columns(self) -> tuple[Column[RungRow], ...]:
        return (
            Column(self.tr("Check"), _rung_title, tooltip=_rung_title),
            Column(self.tr("State"), _rung_word, icon=self._rung_icon),
            Column(self.tr("By"), _rung_detail, tooltip=_rung_tip),
        )

    def _rung_icon(self, row: RungRow) -> object:
        return self._theme.icon(row.state.icon, row.state.role)

    def _lay_out(self) -> None:
        set_look(self._lists, "surface")
        column = QVBoxLayout(self._lists)
        column.setContentsMargins(0, SPACE_2, 0, 0)
        column.setSpacing(SPACE_1)
        column.addWidget(self.clauses_title)
        column.addWidget(self.clauses)
        column.addWidget(self.readings)
        column.addWidget(self.rungs_title)
        column.addWidget(self.ladder)
        column.addStretch(1)
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setWidget(self._lists)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self.area)

    def show_state(self, state: XrayState) -> None:
        """Shows the reasons of a verdict."""
        self.clauses_model.set_rows(state.clauses)
        self.rungs_model.set_rows(state.rungs)
        self.clauses.fit()
        self.ladder.fit()
        for widget in (self.clauses_title, self.clauses):
            widget.setVisible(bool(state.clauses))
        self.rungs_title.setContentsMargins(0, SPACE_3 if state.clauses else 0, 0, 0)
        for title in (self.rungs_title, self.ladder):
            title.setVisible(bool(state.rungs))
        if state.clauses and not self.clauses.currentIndex().isValid():
            worst = next((n for n, row in enumerate(state.clauses) if row.is_deciding), 0)
            self.clauses.setCurrentIndex(self.clauses_model.index(worst, 0))
        decided = next((n for n, row in enumerate(state.rungs) if row.is_deciding), None)
        if decided is not None:
            self.ladder.setCurrentIndex(self.rungs_model.index(decided, 0))
        self._on_clause_changed()

    def _on_moved(self) -> None:
        """Keeps the row of the keyboard in sight."""
        view = self.clauses if self.clauses.hasFocus() else self.ladder
        if view.hasFocus():
            row = view.visualRect(view.currentIndex()).center()
            place = view.viewport().mapTo(self._lists, row)
            self.area.ensureVisible(place.x(), place.y(), 0, view.sizeHintForRow(0))

    def _on_clause_changed(self, *_: object) -> None:
        index = self.clauses.currentIndex()
        row = self.clauses_model.row(index.row()) if index.isValid() else None
        said = []
        if row is not None and not self.clauses.isHidden():
            decided = "  ".join(part for part in (row.rule, row.place.text) if part)
            by = self.tr("{0} by {1}").format(row.effect, decided) if decided else ""
            said = [part for part in (row.says or by,) if part]
            if row.readings:
                said.append(self.tr("Also read as: {0}").format("   ".join(f"`{one}`" for one in row.readings)))
        self.readings.setText("\n".join(said))
        self.readings.setVisible(bool(said))


def _clause_id(row: ClauseRow) -> str:
    return row.id


def _clause_effect(row: ClauseRow) -> str:
    return row.effect


def _clause_text(row: ClauseRow) -> str:
    note = f"  ({row.note})" if row.note else ""
    return f"{'    ' * row.depth}{row.text}{note}"


def _clause_rule(row: ClauseRow) -> str:
    return "  ".join(part for part in (row.rule, row.place.short) if part)


def _clause_tip(row: ClauseRow) -> str:
    decided = row.says or f"{row.rule}  {row.place.text}".strip()
    return "\n".join(dict.fromkeys(part for part in (row.text, *row.readings, decided) if part))


def _clause_spoken(row: ClauseRow) -> str:
    return ", ".join(part for part in (row.text, row.effect, row.rule, row.place.text) if part)


def _rung_id(row: RungRow) -> str:
    return row.id


def _rung_title(row: RungRow) -> str:
    return row.title


def _rung_word(row: RungRow) -> str:
    return row.state.text


def _rung_state(row: RungRow) -> str:
    return row.state.icon


def _rung_detail(row: RungRow) -> str:
    return "  ".join(part for part in (row.detail, row.place.short) if part)


def _rung_tip(row: RungRow) -> str:
    return "  ".join(part for part in (row.detail, row.place.text) if part)


def _rung_spoken(row: RungRow) -> str:
    return ", ".join(part for part in (row.title, row.state.text, row.detail, row.place.text) if part)

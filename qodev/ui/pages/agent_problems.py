"""Findings about the agent that is edited: code, line, cause, hint, and a quick fix where there is one (U65)."""

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QHeaderView, QVBoxLayout, QWidget

from qodev.ui.kit.row_views import WholeRows
from qodev.ui.kit.text_areas import show_text, text_area
from qodev.ui.kit.theme import SPACE_1, SPACE_2, SPACE_3, SPACE_4, TextSize, Theme, ThemeController
from qodev.ui.kit.widgets import Label, PushButton, named, set_reason
from qodev.ui.models.agent_editor_state import EditorProblem, problem_place
from qodev.ui.models.problem_rows import severity_word
from qodev.ui.models.rows import Column, RowsModel
from qodev.ui.models.text_marks import MARK_LOOKS

_CODE = 2  # the column that goes where there is no room; the code is in the detail then
_WIDE_PX = 520
_ROWS = 4  # that are never cut
_DETAIL_LINES = 3
_FRAME_PX = 15  # above and below the lines: outline, padding, margins, and the one that Qt counts besides


class AgentProblems(QWidget):
    """Enter goes to the line; the button makes the quick fix of the current row."""

    place_chosen = Signal(str, int, int)
    fix_requested = Signal(object)  # Fix

    def __init__(self, theme: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._lines = _DETAIL_LINES
        self.title = Label("", "group")
        self.model: RowsModel[EditorProblem] = RowsModel(
            self._columns(), _id_of, state_of=_severity, spoken=_spoken, parent=self
        )
        self.list = WholeRows(_ROWS)
        named(self.list, "agent.diagnostics", self.tr("Problems of this agent"))
        self.empty = Label("", "muted", wraps=True)
        self.detail = text_area("agent.detail", self.tr("More about the problem"), theme)
        self.detail.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)  # its lines are broken
        self.detail.document().setDocumentMargin(0)
        self.detail.setViewportMargins(SPACE_1, SPACE_1, 0, SPACE_1)  # so that it never shows half a line
        self.fix = PushButton(self.tr("Fix"), "agent.fix", "compact")
        self._set_up_list()
        self._lay_out()
        self._connect()
        self.show_problems(())

    def _columns(self) -> tuple[Column[EditorProblem], ...]:
        return (
            Column(self.tr("Line"), problem_place, icon=self._icon),
            Column(self.tr("Cause"), _message, tooltip=_whole),
            Column(self.tr("Code"), _code),
        )

    def _icon(self, row: EditorProblem) -> object:
        return self._theme.icon(*MARK_LOOKS[row.severity])

    def _set_up_list(self) -> None:
        self.list.setModel(self.model)
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.list.setHeaderHidden(True)
        header = self.list.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(2, QHeaderView.ResizeMode.ResizeToContents)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(SPACE_2)
        head.addWidget(self.title)
        head.addStretch(1)
        head.addWidget(self.fix)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_4, SPACE_2, SPACE_3, SPACE_2)
        column.setSpacing(SPACE_1)
        column.addLayout(head)
        column.addWidget(self.empty)
        column.addWidget(self.list, 1)
        column.addWidget(self.detail)
        column.addStretch(0)  # where nothing is wrong, the words stay below the head

    def _connect(self) -> None:
        self.list.activated.connect(self._on_activated)
        self.list.selectionModel().currentChanged.connect(self._on_current_changed)
        self.fix.clicked.connect(self._on_fix)
        self._theme.changed.connect(self._on_theme_changed)

    def _on_theme_changed(self, theme: Theme) -> None:
        self.list.fit()
        self.detail.setFont(theme.font(TextSize.MONO))
        self._fit_detail()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_narrow = self.width() < self._theme.theme.px(_WIDE_PX)
        if is_narrow != self.list.isColumnHidden(_CODE):
            self.list.setColumnHidden(_CODE, is_narrow)
            self._show_detail()
        self._fit_detail()

    def set_lines(self, lines: int) -> None:
        """Says how many lines the detail may take; more of them scroll."""
        if lines != self._lines:
            self._lines = lines
            self._fit_detail()

    def _fit_detail(self) -> None:
        lines = min(self._lines, max(1, round(self.detail.document().size().height())))  # in lines as they are broken
        self.detail.setFixedHeight(lines * self.detail.fontMetrics().lineSpacing() + _FRAME_PX)

    def show_problems(self, rows: tuple[EditorProblem, ...]) -> None:
        """Shows other findings; a current one that stays is kept."""
        self.model.set_rows(rows)
        self.title.setText(self.tr("PROBLEMS ({0})").format(len(rows)) if rows else self.tr("PROBLEMS"))
        self.empty.setText("" if rows else self.tr("Nothing is wrong with this agent."))
        self.empty.setVisible(not rows)
        self.list.setVisible(bool(rows))
        self.list.fit()
        if rows and not self.list.currentIndex().isValid():
            first = next((i for i, row in enumerate(rows) if row.fix is not None), 0)
            self.list.setCurrentIndex(self.model.index(first, 0))
        self._on_current_changed()

    @property
    def current(self) -> EditorProblem | None:
        """Returns the current finding."""
        index = self.list.currentIndex()
        return self.model.row(index.row()) if index.isValid() else None

    def _show_detail(self) -> None:
        row = self.current
        rest = "\n".join(row.message.splitlines()[1:]) if row is not None else ""
        is_cut = row is not None and self.list.isColumnHidden(_CODE)
        head = f"{row.head} [{row.code}]" if row is not None and is_cut else ""
        text = "\n".join(part for part in (head, (row.hint if row is not None else ""), rest) if part)
        show_text(self.detail, text)
        self.detail.setVisible(bool(text))
        self._fit_detail()

    def _on_current_changed(self, *_: object) -> None:
        self._show_detail()
        row = self.current
        self.fix.setText((row.fix_title if row is not None else "") or self.tr("Fix"))
        if row is None:
            reason = self.tr("Select a problem first.")
        else:
            reason = "" if row.fix is not None and row.is_here else self.tr("There is no quick fix for this problem.")
        set_reason(self.fix, reason, self.tr("Changes the text; undo takes it back"))
        self.fix.setVisible(not reason)

    def _on_activated(self, index: QModelIndex) -> None:
        row = self.model.row(index.row())
        self.place_chosen.emit(row.path, max(1, row.line), max(1, row.column))

    def _on_fix(self) -> None:
        row = self.current
        if row is not None and row.fix is not None:
            self.fix_requested.emit(row.fix)

    def choose(self, row_id: str) -> None:
        """Makes a finding current."""
        place = self.model.find_row(row_id)
        if place is not None:
            self.list.setCurrentIndex(self.model.index(place, 0))


def _id_of(row: EditorProblem) -> str:
    return row.id


def _severity(row: EditorProblem) -> str:
    return row.severity


def _spoken(row: EditorProblem) -> str:
    return ", ".join(
        part for part in (severity_word(row.severity), row.head, problem_place(row), row.fix_title) if part
    )


def _message(row: EditorProblem) -> str:
    return row.head


def _whole(row: EditorProblem) -> str:
    return f"{row.message}\n{row.hint}".strip()


def _code(row: EditorProblem) -> str:
    return row.code

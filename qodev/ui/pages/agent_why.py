"""Why a key has its value: what each level of the chain says, up to the winner, and Reset to inherited (U66)."""

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QHeaderView, QVBoxLayout, QWidget

from qodev.ui.kit.row_views import RowTree
from qodev.ui.kit.theme import SPACE_1, SPACE_2, SPACE_3, Theme, ThemeController
from qodev.ui.kit.widgets import ElidedLabel, Label, PushButton, named, set_reason
from qodev.ui.models.agent_origins import WhyRow, WhyState
from qodev.ui.models.rows import Column, RowsModel


class AgentWhy(QWidget):
    """Enter on a level goes to its file and line."""

    place_chosen = Signal(str, int)
    reset_requested = Signal()

    def __init__(self, theme: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.title = ElidedLabel("", "strong")
        self.model: RowsModel[WhyRow] = RowsModel(self._columns(), _id_of, spoken=_spoken, parent=self)
        self.list = RowTree()
        named(self.list, "agent.why", self.tr("Where the value comes from"))
        self.note = Label("", "secondary", wraps=True)
        self.reset = PushButton(self.tr("Reset to inherited"), "agent.reset_key", "compact")
        self._set_up_list()
        self._lay_out()
        self.list.activated.connect(self._on_activated)
        self.reset.clicked.connect(self.reset_requested)
        theme.changed.connect(self._on_theme_changed)
        self.show_state(WhyState())

    def _columns(self) -> tuple[Column[WhyRow], ...]:
        return (
            Column(self.tr("Level"), _text, tooltip=_place, icon=self._icon),
            Column(self.tr("Value"), _value, tooltip=_value),
        )

    def _icon(self, row: WhyRow) -> object:
        return self._theme.icon("check" if row.is_winner else "up", "allow" if row.is_winner else "faint")

    def _set_up_list(self) -> None:
        self.list.setModel(self.model)
        self.list.setRootIsDecorated(False)
        self.list.setUniformRowHeights(True)
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.list.setHeaderHidden(True)
        header = self.list.header()
        header.setStretchLastSection(False)
        for section in (0, 1):
            header.setSectionResizeMode(section, QHeaderView.ResizeMode.Stretch)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(SPACE_2)
        head.addWidget(Label(self.tr("WHY"), "group"))
        head.addWidget(self.title, 1)
        foot = QHBoxLayout()
        foot.setSpacing(SPACE_2)
        foot.addStretch(1)
        foot.addWidget(self.reset)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_3, SPACE_2, SPACE_3, SPACE_2)
        column.setSpacing(SPACE_1)
        column.addLayout(head)
        column.addWidget(self.note)
        column.addWidget(self.list, 1)
        column.addStretch(0)
        column.addLayout(foot)

    def _on_theme_changed(self, _theme: Theme) -> None:
        self.list.viewport().update()

    def show_state(self, state: WhyState) -> None:
        """Shows another key."""
        self.title.set_line(state.key)
        self.model.set_rows(state.rows)
        self.list.setVisible(bool(state.rows))
        self.note.setText(state.note or ("" if state.key else self.tr("Put the caret or the focus on a key.")))
        self.note.setVisible(bool(self.note.text()))
        reason = state.reset_reason if state.key else self.tr("Select a key first.")
        set_reason(
            self.reset, reason, self.tr("Takes the lines of this key out of the file; the inherited value counts")
        )

    def _on_activated(self, index: QModelIndex) -> None:
        row = self.model.row(index.row())
        if row.path:
            self.place_chosen.emit(row.path, row.line)

    def focus_list(self) -> None:
        """Moves the focus into the list."""
        self.list.setFocus(Qt.FocusReason.ShortcutFocusReason)


def _id_of(row: WhyRow) -> str:
    return f"{row.path}:{row.line}:{row.text}"


def _spoken(row: WhyRow) -> str:
    return f"{row.text}, {row.value}"


def _text(row: WhyRow) -> str:
    return row.text


def _place(row: WhyRow) -> str:
    return f"{row.path}:{row.line}" if row.path else row.text


def _value(row: WhyRow) -> str:
    return row.value

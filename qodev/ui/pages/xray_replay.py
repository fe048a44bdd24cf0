"""The calls of a conversation, judged again under the text that is edited (U90)."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtWidgets import QHBoxLayout, QHeaderView, QMenu, QVBoxLayout, QWidget

from qodev.ui.kit.theme import SPACE_1, SPACE_2, TextSize, Theme, ThemeController
from qodev.ui.kit.widgets import ElidedLabel, PushButton, named
from qodev.ui.models.rows import Column, RowsModel
from qodev.ui.models.xray_replay import ReplayRow, ReplayState
from qodev.ui.pages.xray_lists import plain_list


class ReplayView(QWidget):
    """A list whose rows say how a call was decided and how it would be; changed ones come first."""

    place_chosen = Signal(str, int, int)
    closed = Signal()

    def __init__(self, theme: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.title = ElidedLabel("", "strong")
        self.close_button = PushButton(self.tr("Show examples"), "xray.replay_close", "compact")
        columns = (
            Column(self.tr("Now"), _now, icon=self._icon, tooltip=_tip),
            Column(self.tr("Was"), _was, tooltip=_tip),
            Column(self.tr("Call"), _call, tooltip=_tip),
            Column(self.tr("Rule and line"), _rule, tooltip=_tip),
        )
        self.model: RowsModel[ReplayRow] = RowsModel(columns, _row_id, state_of=_state, spoken=_tip, parent=self)
        self.list = plain_list(theme, "xray.replayed", self.tr("Calls of the conversation"))
        self.list.setModel(self.model)
        header = self.list.header()
        header.setStretchLastSection(False)
        for column in (0, 1, 3):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(2, QHeaderView.ResizeMode.Stretch)
        head = QHBoxLayout()
        head.setSpacing(SPACE_2)
        head.addWidget(self.title, 1)
        head.addWidget(self.close_button)
        column_box = QVBoxLayout(self)
        column_box.setContentsMargins(0, SPACE_2, 0, 0)
        column_box.setSpacing(SPACE_1)
        column_box.addLayout(head)
        column_box.addWidget(self.list, 1)
        self.list.activated.connect(self._on_activated)
        self.close_button.clicked.connect(self.closed)
        theme.changed.connect(self._on_theme_changed)

    def _on_theme_changed(self, theme: Theme) -> None:
        self.list.setFont(theme.font(TextSize.SECONDARY))

    def _icon(self, row: ReplayRow) -> object:
        return self._theme.icon(*row.look)

    def show_state(self, state: ReplayState) -> None:
        """Shows what came of a conversation's calls."""
        self.title.set_line(state.title)
        self.model.set_rows(state.rows)

    def _on_activated(self, index: QModelIndex) -> None:
        place = self.model.row(index.row()).place
        if place.line:
            self.place_chosen.emit(place.path, place.line, place.column)


class ReplayMenu(QMenu):
    """The conversations whose calls can be judged again."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        named(self, "menu.replays", self.tr("Conversations"))

    def show_choices(self, choices: Sequence[tuple[str, str]]) -> None:
        """Lists conversations by id and title."""
        self.clear()
        for conversation_id, title in choices:
            self.addAction(title.replace("&", "&&")).triggered.connect(partial(self._on_chosen, conversation_id))
        if not choices:
            self.addAction(self.tr("No Code task has made a call yet.")).setEnabled(False)

    def _on_chosen(self, conversation_id: str) -> None:
        self.chosen.emit(conversation_id)


def _row_id(row: ReplayRow) -> str:
    return row.id


def _now(row: ReplayRow) -> str:
    return row.after


def _was(row: ReplayRow) -> str:
    return row.before


def _call(row: ReplayRow) -> str:
    return row.text


def _rule(row: ReplayRow) -> str:
    return "  ".join(part for part in (row.rule, row.place.short) if part)


def _tip(row: ReplayRow) -> str:
    return "\n".join(part for part in (row.text, f"{row.before} → {row.after}", row.rule, row.place.text) if part)


def _state(row: ReplayRow) -> str:
    return "changed" if row.is_changed else "same"

"""The Pipelines page: four rosters, and the routing tester below them (U47, U48, A185, A186)."""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from qodev.types.agents import Pipeline
from qodev.ui.kit.theme import SPACE_2, SPACE_3, SPACE_4, SPACE_5, ThemeController, set_look
from qodev.ui.kit.widgets import Label, PictureLabel, PushButton, named
from qodev.ui.models.roster_rows import PipelinesState, pipeline_title
from qodev.ui.pages.agent_picker import AgentPicker
from qodev.ui.pages.page import SearchEntry, SettingsPage, Target
from qodev.ui.pages.page_toast import PageToast
from qodev.ui.pages.roster_card import RosterCard
from qodev.ui.pages.routing import RoutingPanel

if TYPE_CHECKING:
    from qodev.ui.presenters.bundle import Presenters

_TWO_COLUMNS_PX = 1040


class FaultBanner(QFrame):
    """Says that the rosters file is broken; nothing is written over it unless that is asked for."""

    def __init__(self, theme: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "settings.pipelines.fault")
        set_look(self, "banner")
        self.text = Label("", wraps=True)
        self.open = PushButton(self.tr("Open at line"), "settings.pipelines.open_file", "compact")
        self.replace = PushButton(self.tr("Replace file"), "settings.pipelines.replace_file", "compact")
        self.replace.setToolTip(self.tr("Writes the rosters below to a new file and keeps the broken one beside it"))
        row = QHBoxLayout(self)
        row.setContentsMargins(SPACE_3, SPACE_2, SPACE_2, SPACE_2)
        row.addWidget(PictureLabel(theme, "warning", "ask"))
        row.addWidget(self.text, 1)
        row.addWidget(self.open)
        row.addWidget(self.replace)
        self.hide()

    def show_fault(self, text: str) -> None:
        """Shows what is wrong, or nothing any more."""
        self.text.setText(text)
        self.setAccessibleName(text)
        self.setVisible(bool(text))


class PipelinesPage(SettingsPage):
    """Four cards in one or two columns, then the tester."""

    def __init__(self, theme: ThemeController, presenters: "Presenters", parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._own = presenters.roster_page
        self.fault = FaultBanner(theme)
        self.loading = Label(self.tr("Loading rosters…"), "muted")
        self.cards = {pipeline: RosterCard(theme, pipeline) for pipeline in Pipeline}
        self.routing = RoutingPanel(theme)
        self._grid = QGridLayout()
        self._columns = 0
        self._lay_out()
        self.toast = PageToast(self)
        self._connect()
        self._show_state(self._own.pipelines.state)

    def _lay_out(self) -> None:
        holder = QWidget()
        set_look(holder, "surface")
        column = QVBoxLayout(holder)
        column.setContentsMargins(SPACE_5, 0, SPACE_5, SPACE_5)
        column.setSpacing(SPACE_4)
        column.addWidget(self.fault)
        column.addWidget(self.loading)
        self._grid.setSpacing(SPACE_3)
        column.addLayout(self._grid)
        column.addWidget(self.routing)
        column.addStretch(1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(holder)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(area)
        self._arrange(1)

    def _arrange(self, columns: int) -> None:
        if columns == self._columns:
            return
        self._columns = columns
        for place, card in enumerate(self.cards.values()):
            self._grid.addWidget(card, place // columns, place % columns)
        for column in range(2):
            self._grid.setColumnStretch(column, int(column < columns))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange(2 if self.width() >= self.theme.theme.px(_TWO_COLUMNS_PX) else 1)

    def _connect(self) -> None:
        pipelines = self._own.pipelines
        for card in self.cards.values():
            card.add_requested.connect(self._on_add)
            card.replace_requested.connect(self._on_replace)
            card.remove_requested.connect(pipelines.remove)
            card.move_requested.connect(pipelines.move)
            card.drop_requested.connect(pipelines.add)
            card.open_requested.connect(self._on_open)
        self.fault.open.clicked.connect(pipelines.open_file)
        self.fault.replace.clicked.connect(pipelines.replace_file)
        self.toast.undo_requested.connect(pipelines.undo)
        self.routing.attach(self._own.routing)
        pipelines.state_changed.connect(self._show_state)
        for presenter in self._own.all:
            presenter.notice_raised.connect(self.notice_raised)
            presenter.toast_raised.connect(self.toast.show_toast)

    def opened(self) -> None:
        self._own.load()

    def entries(self) -> tuple[SearchEntry, ...]:
        cards = (
            SearchEntry(
                pipeline_title(pipeline),
                self.tr("Agents in order; the first that takes the file is used."),
                f"pipelines.{pipeline.value}",
                (self.tr("roster"), self.tr("order")),
                f"settings.pipelines.card:{pipeline.value}",
            )
            for pipeline in Pipeline
        )
        tester = SearchEntry(
            self.tr("Routing tester"),
            self.tr("Shows which agent a file gets, and why."),
            "",
            (self.tr("match"), self.tr("pattern")),
            "routing.path",
        )
        return (*cards, tester)

    def reveal(self, target: Target) -> None:
        super().reveal(target)
        card = next((c for c in self.cards.values() if c.objectName() == target.control), None)
        if card is not None:
            (card.roster if card.model.rows else card.add).setFocus()

    def _show_state(self, state: PipelinesState) -> None:
        self.loading.setVisible(state.is_loading)
        self.fault.show_fault(state.fault)
        reason = self.tr("Mend or replace the roster file first.") if state.fault else ""
        for card in state.cards:
            self.cards[card.pipeline].show_card(card, reason)
        for shown in self.cards.values():
            shown.setVisible(not state.is_loading)

    def _picker(self, pipeline: Pipeline, title: str) -> AgentPicker:
        return AgentPicker(self.theme, title, self._own.pipelines.choices(pipeline), self)

    def _on_add(self, pipeline: Pipeline) -> None:
        picker = self._picker(pipeline, self.tr("Add to {0}").format(pipeline_title(pipeline)))
        picker.chosen.connect(partial(self._own.pipelines.add, pipeline))
        picker.open()

    def _on_replace(self, pipeline: Pipeline, name: str) -> None:
        picker = self._picker(pipeline, self.tr("Replace {0}").format(name))
        picker.chosen.connect(partial(self._own.pipelines.substitute, pipeline, name))
        picker.open()

    def _on_open(self, name: str) -> None:
        self.page_requested.emit("agents", Target(item=name))

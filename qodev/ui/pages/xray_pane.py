"""The permission X-ray: a case above, its verdict in every mode, and the reasons below (U86 to U91)."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from qodev.types.permissions import ProjectMode
from qodev.types.xray import XrayKind
from qodev.ui.kit.theme import SPACE_1, SPACE_2, SPACE_3, SPACE_4, ThemeController, set_look
from qodev.ui.kit.widgets import ElidedLabel, Label, PushButton, named, set_reason
from qodev.ui.models.profile_words import KIND_SAMPLES, kind_word, mode_word
from qodev.ui.models.xray_state import XrayState
from qodev.ui.pages.agent_fields import QuietCombo
from qodev.ui.pages.xray_tools import ExamplesView, ToolsView
from qodev.ui.pages.xray_verdict import VerdictCells, WhyView

if TYPE_CHECKING:
    from qodev.ui.presenters.xray import XrayPresenter

_COMBO_CHARACTERS = 8


class XrayPane(QWidget):
    """Judges what is typed into it; it changes nothing."""

    place_chosen = Signal(str, int, int)
    line_chosen = Signal(int)
    forget_requested = Signal(int)
    kind_chosen = Signal(object)
    value_typed = Signal(str)
    project_chosen = Signal(str)
    mode_chosen = Signal(object)
    direct_chosen = Signal(bool)
    keep_requested = Signal()
    copy_requested = Signal()

    def __init__(self, theme: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "xray", self.tr("Permission X-ray"))
        set_look(self, "surface")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.title = ElidedLabel(self.tr("Permission X-ray"), "title")
        self.stale = Label(self.tr("Judged by the last text that was a profile."), "warning", wraps=True)
        self.kind = self._combo("xray.kind", self.tr("Kind of the case"))
        self.value = QLineEdit()
        named(self.value, "xray.value", self.tr("Case"))
        set_look(self.value, "mono")
        self.project = self._combo("xray.project", self.tr("Project"))
        self.mode = self._combo("xray.mode", self.tr("Mode whose reasons are shown"))
        self.direct = QCheckBox(self.tr("Called although hidden"))
        named(self.direct, "xray.direct", self.direct.text())
        self.direct.setToolTip(self.tr("Judges a call that a model makes of a tool that it does not see"))
        self.keep = PushButton(self.tr("Keep as example"), "xray.keep", "compact")
        self.message = Label("", "muted", wraps=True)
        self.cells = VerdictCells(theme)
        self.refusal = Label("", "secondary", wraps=True)
        self.tabs = QTabWidget()
        named(self.tabs, "xray.tabs", self.tr("Reasons"))
        self.why, self.tools, self.examples = WhyView(theme), ToolsView(theme), ExamplesView(theme)
        self._fill()
        self._lay_out()
        self._connect()

    def _combo(self, name: str, spoken: str) -> QComboBox:
        made = QuietCombo()
        named(made, name, spoken)
        made.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        made.setMinimumContentsLength(_COMBO_CHARACTERS)
        return made

    def _fill(self) -> None:
        for kind in XrayKind:
            self.kind.addItem(kind_word(kind), kind.value)
        self.project.addItem(self.tr("No project"), "")
        self.mode.addItem(self.tr("Mode in force"), "")
        for mode in ProjectMode:
            self.mode.addItem(self.tr("Mode: {0}").format(mode_word(mode)), mode.value)
        self._show_sample(XrayKind.COMMAND)

    def _show_sample(self, kind: XrayKind) -> None:
        self.value.setPlaceholderText(self.tr("Such as {0}").format(KIND_SAMPLES[kind]))

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.addWidget(self.title, 1)
        head.addWidget(self.keep)
        inputs = QGridLayout()
        inputs.setSpacing(SPACE_2)
        inputs.addWidget(self.kind, 0, 0)
        inputs.addWidget(self.value, 0, 1, 1, 2)
        inputs.addWidget(self.mode, 1, 0)
        inputs.addWidget(self.project, 1, 1, 1, 2)
        inputs.setColumnStretch(1, 1)
        self.tabs.addTab(self.why, self.tr("Why"))
        self.tabs.addTab(self.tools, self.tr("Tools"))
        self.tabs.addTab(self.examples, self.tr("Examples"))
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_4, SPACE_3, SPACE_3, SPACE_3)
        column.setSpacing(SPACE_2)
        column.addLayout(head)
        column.addLayout(inputs)
        column.addWidget(self.direct)
        column.addWidget(self.stale)
        column.addWidget(self.message)
        column.addWidget(self.cells)
        column.addWidget(self.refusal)
        column.addSpacing(SPACE_1)
        column.addWidget(self.tabs, 1)
        self.stale.hide()

    def _connect(self) -> None:
        self.kind.activated.connect(self._on_kind)
        self.value.textEdited.connect(self.value_typed)
        self.project.activated.connect(self._on_project)
        self.mode.activated.connect(self._on_mode)
        self.direct.toggled.connect(self.direct_chosen)
        self.keep.clicked.connect(self.keep_requested)
        self.tools.copy_requested.connect(self.copy_requested)
        self.why.place_chosen.connect(self.place_chosen)
        self.tools.place_chosen.connect(self.place_chosen)
        self.examples.line_chosen.connect(self.line_chosen)
        self.examples.forget_requested.connect(self.forget_requested)
        self.examples.replayed.place_chosen.connect(self.place_chosen)

    def attach(self, presenter: "XrayPresenter") -> None:
        """Connects the presenter."""
        self.kind_chosen.connect(presenter.set_kind)
        self.value_typed.connect(presenter.set_value)
        self.project_chosen.connect(presenter.set_project)
        self.mode_chosen.connect(presenter.set_mode)
        self.direct_chosen.connect(presenter.set_direct)
        self.keep_requested.connect(presenter.keep)
        self.copy_requested.connect(presenter.copy_schema)
        presenter.state_changed.connect(self.show_state)
        self.examples.replays_wanted.connect(presenter.offer_replays)
        self.examples.menu.chosen.connect(presenter.replay)
        self.examples.replayed.closed.connect(presenter.end_replay)
        presenter.replays_offered.connect(self.examples.menu.show_choices)
        presenter.replay_changed.connect(self.examples.show_replay)
        presenter.projects_changed.connect(self.show_projects)
        with QSignalBlocker(self.value):
            self.value.setText(presenter.case.value)
        self.kind.setCurrentIndex(self.kind.findData(presenter.case.kind.value))
        self._show_sample(presenter.case.kind)
        self.show_state(presenter.state)

    def _on_kind(self, place: int) -> None:
        kind = XrayKind(self.kind.itemData(place))
        self._show_sample(kind)
        self.kind_chosen.emit(kind)

    def _on_project(self, place: int) -> None:
        self.project_chosen.emit(str(self.project.itemData(place)))

    def _on_mode(self, place: int) -> None:
        value = str(self.mode.itemData(place))
        self.mode_chosen.emit(ProjectMode(value) if value else None)

    def show_projects(self, paths: tuple[str, ...], chosen: str) -> None:
        """Lists the projects that a case can be judged for, and marks the one that counts."""
        while self.project.count() > 1:
            self.project.removeItem(1)
        for path in paths:
            self.project.addItem(path.replace("\\", "/").rpartition("/")[2] or path, path)
            self.project.setItemData(self.project.count() - 1, path, Qt.ItemDataRole.ToolTipRole)
        self.project.setCurrentIndex(max(0, self.project.findData(chosen)))

    def choose_case(self, kind: XrayKind, value: str) -> None:
        """Types a case, as a person would."""
        self.kind.setCurrentIndex(self.kind.findData(kind.value))
        self._on_kind(self.kind.currentIndex())
        self.value.setText(value)
        self.value.home(False)
        self.value_typed.emit(value)

    def show_state(self, state: XrayState) -> None:
        """Shows a verdict, or what stands in its place."""
        self.stale.setVisible(state.is_stale)
        self.message.setText(state.message)
        self.message.setVisible(bool(state.message))
        self.cells.show_cells(state.cells)
        self.refusal.setText(self.tr("The model is told: {0}").format(state.refusal) if state.refusal else "")
        self.refusal.setVisible(bool(state.refusal))
        set_reason(self.keep, state.keep_reason, self.tr("Writes the case and its effect into the front matter"))
        self.why.show_state(state)
        self.tools.show_state(state)
        self.examples.show_state(state)

"""Findings and reasons below the agent editor: side by side, or one at a time where there is no room."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QSplitter, QToolButton, QVBoxLayout, QWidget

from qodev.ui.kit.theme import SPACE_1, SPACE_3, ThemeController, set_look
from qodev.ui.kit.widgets import named
from qodev.ui.pages.agent_problems import AgentProblems
from qodev.ui.pages.agent_why import AgentWhy

_NARROW_PX = 560


class AgentBottom(QWidget):
    """Owns both parts; the switch is there only where one of them is hidden."""

    def __init__(self, theme: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.problems = AgentProblems(theme)
        self.why = AgentWhy(theme)
        self.switch = QWidget()
        self._group = QButtonGroup(self)
        self.show_problems = self._button("agent.show_problems", self.tr("Problems"))
        self.show_why = self._button("agent.show_why", self.tr("Why"))
        self.parts = QSplitter(Qt.Orientation.Horizontal)
        self._lay_out()
        self.show_problems.setChecked(True)
        for button in (self.show_problems, self.show_why):
            button.clicked.connect(self._arrange)
        self._arrange()

    def _button(self, name: str, words: str) -> QToolButton:
        made = QToolButton()
        named(made, name, words)
        set_look(made, "compact")
        made.setText(words)
        made.setCheckable(True)
        self._group.addButton(made)
        return made

    def _lay_out(self) -> None:
        bar = QHBoxLayout(self.switch)
        bar.setContentsMargins(SPACE_3, SPACE_1, SPACE_3, 0)
        bar.setSpacing(0)
        bar.addWidget(self.show_problems)
        bar.addWidget(self.show_why)
        bar.addStretch(1)
        self.parts.setHandleWidth(1)
        self.parts.setChildrenCollapsible(False)
        self.parts.addWidget(self.problems)
        self.parts.addWidget(self.why)
        self.parts.setSizes([1, 1])
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.switch)
        column.addWidget(self.parts, 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        is_narrow = self.width() < self._theme.theme.px(_NARROW_PX)
        self.switch.setVisible(is_narrow)
        self.problems.setVisible(not is_narrow or self.show_problems.isChecked())
        self.why.setVisible(not is_narrow or self.show_why.isChecked())

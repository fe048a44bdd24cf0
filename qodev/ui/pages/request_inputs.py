"""What the live request is made for: conversation, role, project and profile (U67)."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QGridLayout, QSizePolicy, QWidget

from qodev.ui.kit.theme import SPACE_1, SPACE_2
from qodev.ui.kit.widgets import Label, named, set_reason
from qodev.ui.models.live_request import Choice, RequestInputs

_LEAST_CHARACTERS = 6
_ID = Qt.ItemDataRole.UserRole


class RequestInputsView(QWidget):
    """Four lists; what is chosen goes to the presenter, and comes back from it."""

    conversation_chosen = Signal(str)
    role_chosen = Signal(str)
    project_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.conversation = self._combo("request.conversation", self.tr("Conversation of the request"))
        self.role = self._combo("request.role", self.tr("Role of the request"))
        self.project = self._combo("request.project", self.tr("Project of the request"))
        self.profile = self._combo("request.profile", self.tr("Profile of the request"))
        self.profile.addItem(self.tr("No profile"))
        set_reason(self.profile, self.tr("Comes with agent profiles and Code tasks."))
        self._lay_out()
        self.conversation.activated.connect(self._on_conversation)
        self.role.activated.connect(self._on_role)
        self.project.activated.connect(self._on_project)

    def _combo(self, name: str, spoken: str) -> QComboBox:
        combo = QComboBox()
        named(combo, name, spoken)
        combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        combo.setMinimumContentsLength(_LEAST_CHARACTERS)
        combo.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        return combo

    def _lay_out(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(SPACE_2)
        grid.setVerticalSpacing(SPACE_1)
        places = (  # title, list, row, column, columns
            (self.tr("Conversation"), self.conversation, 0, 0, 3),
            (self.tr("Role"), self.role, 1, 0, 3),
            (self.tr("Project"), self.project, 2, 0, 3),
            (self.tr("Profile"), self.profile, 3, 0, 3),
        )
        for title, combo, row, column, columns in places:
            label = Label(title, "secondary")
            label.setBuddy(combo)
            grid.addWidget(label, row, column)
            grid.addWidget(combo, row, column + 1, 1, columns)
        grid.setColumnStretch(1, 1)
        grid.setColumnStretch(3, 1)

    def show_inputs(self, inputs: RequestInputs) -> None:
        """Shows the lists and what is chosen in them."""
        _fill(self.conversation, inputs.conversations, inputs.conversation)
        _fill(self.role, inputs.roles, inputs.role)
        _fill(self.project, inputs.projects, inputs.project)

    def _on_conversation(self, index: int) -> None:
        self.conversation_chosen.emit(str(self.conversation.itemData(index, _ID)))

    def _on_role(self, index: int) -> None:
        self.role_chosen.emit(str(self.role.itemData(index, _ID)))

    def _on_project(self, index: int) -> None:
        self.project_chosen.emit(str(self.project.itemData(index, _ID)))


def _fill(combo: QComboBox, choices: Sequence[Choice], chosen: str) -> None:
    shown = [(str(combo.itemData(row, _ID)), combo.itemText(row)) for row in range(combo.count())]
    if shown != [(choice.id, choice.label) for choice in choices]:
        combo.clear()
        for choice in choices:
            combo.addItem(choice.label, choice.id)
            combo.setItemData(combo.count() - 1, choice.label, Qt.ItemDataRole.ToolTipRole)
    combo.setCurrentIndex(combo.findData(chosen, _ID))
    combo.setToolTip(combo.currentText())  # the list may be narrower than its text

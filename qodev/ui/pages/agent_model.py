"""The model of the agent that is edited: a choice that acts at once, beside the file (U71), and a tiny test (U72)."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QComboBox, QCompleter, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from qodev.ui.kit.choice_line import suggest
from qodev.ui.kit.theme import SPACE_1, SPACE_2, ThemeController, set_look
from qodev.ui.kit.widgets import ElidedLabel, Label, PushButton, named, relook, set_reason
from qodev.ui.models.agent_editor_state import AnswerView
from qodev.ui.models.chat_state import ModelChoice
from qodev.ui.pages.agent_fields import QuietCombo

_MODEL_CHARACTERS = 16


class ModelCombo(QuietCombo):
    """Asks for the provider's list when it is opened first."""

    opened = Signal()

    def showPopup(self) -> None:  # noqa: N802  # an override of Qt
        self.opened.emit()
        super().showPopup()

    def show_items(self, items: Sequence[str]) -> None:
        """Replaces the list; one that is open grows with what came."""
        typed = self.currentText()
        was_open = self.view().isVisible()
        with QSignalBlocker(self):
            self.clear()
            self.addItems(list(items))
            self.setEditText(typed)
        if was_open:
            super().hidePopup()
            super().showPopup()


class AgentModelRow(QWidget):
    """Combo, where the model comes from, Reset, Test, and what came of the test."""

    chosen = Signal(str)
    reset_requested = Signal()
    models_wanted = Signal()
    test_requested = Signal()

    def __init__(self, theme: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown = ModelChoice()
        self.combo = ModelCombo()
        named(self.combo, "agent.model_override", self.tr("Model"))
        set_look(self.combo, "compact")
        self.combo.setEditable(True)
        self.combo.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.combo.setMinimumContentsLength(_MODEL_CHARACTERS)
        self.combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.line = self.combo.lineEdit() or QLineEdit()
        self.from_file = ElidedLabel("", "secondary")
        self.note = Label("", "secondary", wraps=True)
        named(self.note, "agent.model_note")
        self.reset = PushButton(self.tr("Reset"), "agent.model_reset", "compact")
        self.test = PushButton(self.tr("Test"), "agent.test", "compact")
        self.answer = ElidedLabel("", "secondary")
        named(self.answer, "agent.answer", self.tr("Result of the test"))
        self._set_completer()
        self._lay_out()
        self._connect()
        self.show_choice(ModelChoice())

    def _set_completer(self) -> None:
        completer = QCompleter(self.combo.model(), self.combo)
        suggest(completer)
        self.combo.setCompleter(completer)

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(SPACE_2)
        label = Label(self.tr("&Model"), "secondary")
        label.setBuddy(self.combo)
        row.addWidget(label)
        row.addWidget(self.combo, 1)
        row.addWidget(self.reset)
        row.addWidget(self.test)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_1)
        column.addLayout(row)
        column.addWidget(self.from_file)
        column.addWidget(self.note)
        column.addWidget(self.answer)

    def _connect(self) -> None:
        self.combo.opened.connect(self.models_wanted)
        self.combo.activated.connect(self._on_entered)
        self.line.returnPressed.connect(self._on_entered)
        self.line.installEventFilter(self)
        self.reset.clicked.connect(self.reset_requested)
        self.test.clicked.connect(self.test_requested)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.FocusOut and isinstance(event, QFocusEvent):
            is_over = event.reason() not in (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason)
            if is_over:  # what was typed and not entered was not chosen
                self.combo.setEditText(self._shown.model)
        return False

    def show_choice(self, choice: ModelChoice) -> None:
        """Shows the model in use and what else there is; what is being typed stays."""
        if choice.listed != self._shown.listed:
            self.combo.show_items(choice.listed)
        if (choice.agent, choice.model) != (self._shown.agent, self._shown.model):
            self.combo.setEditText(choice.model)
        self._shown = choice
        self.combo.setEnabled(bool(choice.agent))
        self.combo.setToolTip("" if choice.agent else self.tr("Only an agent that is loaded has a model to choose."))
        from_file = choice.from_file or self.tr("nothing")
        self.from_file.set_line(self.tr("File says: {0}").format(from_file) if choice.agent else "")
        unlisted = (
            ""
            if choice.is_listed
            else self.tr("`{0}` is not in the list; it is used all the same.").format(choice.model)
        )
        self.note.setText(" ".join(part for part in (choice.note, unlisted) if part))
        relook(self.note, "secondary" if choice.is_listed else "warning")
        self.note.setVisible(bool(self.note.text()))
        self.reset.setVisible(choice.is_overridden)
        self.from_file.setVisible(choice.is_overridden)

    def _on_entered(self, *_: object) -> None:
        self.chosen.emit(self.combo.currentText())

    def show_answer(self, answer: AnswerView, reason: str) -> None:
        """Shows what came of a test."""
        looks = {True: "ok", False: "error", None: "secondary"}
        self.answer.set_line(answer.text)
        self.answer.setToolTip(answer.details or answer.text)
        self.answer.setVisible(bool(answer.text))
        relook(self.answer, looks[answer.is_ok])
        set_reason(self.test, reason, self.tr("Sends one tiny request with the saved file"))

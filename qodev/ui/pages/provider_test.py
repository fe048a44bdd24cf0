"""The connection test: visible steps, a plain explanation, Cancel, the last result with its time, the model list (U41)."""

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QFrame, QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from qodev.types.conversation import ConversationState
from qodev.ui.kit.flow import FlowLayout
from qodev.ui.kit.theme import SPACE_1, SPACE_2, SPACE_3, ThemeController, set_look
from qodev.ui.kit.widgets import Label, PictureLabel, PushButton, named, set_reason
from qodev.ui.models.marks import QT_TRANSLATE_NOOP
from qodev.ui.models.provider_rows import tested_text
from qodev.ui.models.provider_state import ExplanationView, ProbeState, StepState, StepView
from qodev.ui.models.words import CONVERSATION_WORDS, StateWord
from qodev.ui.pages.provider_document import Section
from qodev.ui.pages.provider_fields import AREA, LABEL_PX, breakable

_NAMES = {
    "address": QT_TRANSLATE_NOOP("ProviderTest", "Address"),
    "tls": QT_TRANSLATE_NOOP("ProviderTest", "TLS"),
    "sign_in": QT_TRANSLATE_NOOP("ProviderTest", "Sign-in"),
    "models": QT_TRANSLATE_NOOP("ProviderTest", "Model list"),
    "message": QT_TRANSLATE_NOOP("ProviderTest", "Short message"),
}
_UNDER_WAY = {
    "address": QT_TRANSLATE_NOOP("ProviderTest", "Connecting…"),
    "tls": QT_TRANSLATE_NOOP("ProviderTest", "Securing the connection…"),
    "sign_in": QT_TRANSLATE_NOOP("ProviderTest", "Signing in…"),
    "models": QT_TRANSLATE_NOOP("ProviderTest", "Loading models…"),
    "message": QT_TRANSLATE_NOOP("ProviderTest", "Waiting for the answer…"),
}
_ACTIONS = {
    "edit_key": QT_TRANSLATE_NOOP("ProviderTest", "Edit key"),
    "edit_url": QT_TRANSLATE_NOOP("ProviderTest", "Edit URL"),
    "use_url": QT_TRANSLATE_NOOP("ProviderTest", "Use {0}"),
    "edit_proxy": QT_TRANSLATE_NOOP("ProviderTest", "Edit proxy"),
    "edit_ca_file": QT_TRANSLATE_NOOP("ProviderTest", "Choose a CA file"),
    "start_server": QT_TRANSLATE_NOOP("ProviderTest", "Start the server"),
    "retry": QT_TRANSLATE_NOOP("ProviderTest", "Retry"),
}


def _tr(text: str) -> str:
    return QCoreApplication.translate("ProviderTest", text)


class StepRow(QWidget):
    """One step: icon, name, word, and what came of it."""

    def __init__(self, theme: ThemeController, area: str, name: str) -> None:
        super().__init__()
        self.picture = PictureLabel(theme)
        self.name = Label(_tr(_NAMES[name]))
        self.name.setMinimumWidth(theme.theme.px(100))
        self.word = Label("", "secondary")
        self.text = Label("", "secondary", wraps=True)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(SPACE_2)
        grid.setVerticalSpacing(0)
        grid.addWidget(self.picture, 0, 0)
        grid.addWidget(self.name, 0, 1)
        grid.addWidget(self.word, 0, 2)
        grid.addWidget(self.text, 1, 1, 1, 2)
        grid.setColumnStretch(2, 1)
        named(self, f"{area}:{name}", self.name.text())

    def show_step(self, step: StepView) -> None:
        """Shows how the step stands."""
        word = _word_of(step)
        self.picture.set_picture(word.icon if word else "waiting", word.role if word else "faint")
        self.word.setText(word.text if word else "")
        told = self._told(step)
        self.text.setText(breakable(told))
        self.text.setVisible(bool(told))
        self.setAccessibleName(", ".join(t for t in (self.name.text(), self.word.text(), told) if t))

    def _told(self, step: StepView) -> str:
        if step.state is StepState.RUNNING:
            return _tr(_UNDER_WAY[step.name])
        if step.state is not StepState.FAILED:
            return "" if step.text == self.word.text() else step.text
        lines = [step.text]
        if step.url and step.url not in step.text:
            lines.append(step.url)
        if step.status is not None and str(step.status) not in step.text:
            lines.append(_tr("Status {0}").format(step.status))
        if step.vendor_text and step.vendor_text not in step.text:
            lines.append(_tr("The server says: {0}").format(step.vendor_text))
        return "\n".join(lines)


def _word_of(step: StepView) -> StateWord | None:
    match step.state:
        case StepState.DONE:
            return CONVERSATION_WORDS[ConversationState.DONE]
        case StepState.FAILED:
            return CONVERSATION_WORDS[ConversationState.FAILED]
        case StepState.RUNNING:
            return StateWord("", "starting", "accent")
        case StepState.WAITING:
            return None


class StepList(QFrame):
    """The steps of a test below one another; it can be focused, so that a screen reader can read it."""

    def __init__(self, theme: ThemeController, name: str) -> None:
        super().__init__()
        self._theme = theme
        named(self, name, _tr("Steps of the test"))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(SPACE_1)
        self.rows: dict[str, StepRow] = {}
        self.hide()

    def show_steps(self, steps: tuple[StepView, ...]) -> None:
        """Shows the steps; rows stay where they are."""
        names = {step.name for step in steps}
        for step in steps:
            if step.name not in self.rows:
                self.rows[step.name] = StepRow(self._theme, self.objectName(), step.name)
                self._column.addWidget(self.rows[step.name])
            self.rows[step.name].show_step(step)
        for name, row in self.rows.items():
            row.setVisible(name in names)
        self.setVisible(bool(steps))
        self.setAccessibleDescription(". ".join(self.rows[step.name].accessibleName() for step in steps))


class ExplanationCard(QFrame):
    """What a failure means in plain words, with one button that helps."""

    acted = Signal(str, str)  # action, value
    details_requested = Signal()

    def __init__(self, theme: ThemeController, name: str) -> None:
        super().__init__()
        named(self, f"{name}:explanation", _tr("Explanation"))
        set_look(self, "banner")
        self._view = ExplanationView("", "")
        self.picture = PictureLabel(theme, "failed", "deny")
        self.title = Label("", "strong", wraps=True)
        self.text = Label("", wraps=True)
        self.act = PushButton("", f"{name}:act", "compact")
        self.details = PushButton(_tr("Details"), f"{name}:details", "compact")
        words = QVBoxLayout()
        words.setSpacing(SPACE_1)
        words.addWidget(self.title)
        words.addWidget(self.text)
        holder = QWidget()
        buttons = FlowLayout(holder, SPACE_2)
        buttons.addWidget(self.act)
        buttons.addWidget(self.details)
        words.addWidget(holder)
        row = QHBoxLayout(self)
        row.setContentsMargins(SPACE_3, SPACE_2, SPACE_3, SPACE_2)
        row.setSpacing(SPACE_2)
        row.addWidget(self.picture, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(words, 1)
        self.act.clicked.connect(self._on_act)
        self.details.clicked.connect(self.details_requested)
        self.hide()

    def show_explanation(self, view: ExplanationView | None, *, has_details: bool, can_edit: bool = True) -> None:
        """Shows another explanation, or none."""
        self.setVisible(view is not None)
        if view is None:
            return
        self._view = view
        self.title.setText(breakable(view.title))
        self.text.setText(breakable(view.text))
        self.setAccessibleDescription(f"{view.title} {view.text}")
        label = _ACTIONS.get(view.action)
        is_edit = view.action not in ("retry", "start_server", "edit_key")
        self.act.setVisible(label is not None and (can_edit or not is_edit))
        self.act.setText(_tr(label).format(view.value) if label else "")
        self.act.setAccessibleName(self.act.text())
        self.details.setVisible(has_details)

    def _on_act(self) -> None:
        self.acted.emit(self._view.action, self._view.value)


class TestPanel(Section):
    """Runs the test of what is saved, and lists models."""

    __test__ = False  # pytest, it is a panel

    test_requested = Signal(object)  # model of the short message, None without one
    cancel_requested = Signal()
    models_requested = Signal()
    acted = Signal(str, str)

    def __init__(self, theme: ThemeController) -> None:
        super().__init__(_tr("Connection test"))
        self._state = ProbeState()
        self._can_edit = False
        self.test = PushButton(_tr("Test connection"), f"{AREA}test", "primary")
        self.when = Label("", "secondary", wraps=True)
        self.message = QCheckBox(_tr("Also send one short message"))
        named(self.message, f"{AREA}test:message", self.message.text())
        self.model = QComboBox()
        named(self.model, f"{AREA}test:model", _tr("Model for the short message"))
        self.model.setEditable(True)
        self.model.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.model.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.model.setMinimumContentsLength(6)
        self.model_label = Label(_tr("Model"))
        self.model_label.setBuddy(self.model)
        self.model_label.setFixedWidth(theme.theme.px(LABEL_PX))
        self.fetch = PushButton(_tr("Fetch models"), f"{AREA}fetch_models", "compact")
        self.models_text = Label("", "secondary", wraps=True)
        self.steps = StepList(theme, f"{AREA}test_steps")
        self.explanation = ExplanationCard(theme, f"{AREA}test")
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        first = QHBoxLayout()
        first.setSpacing(SPACE_2)
        first.addWidget(self.test)
        first.addWidget(self.when, 1)
        self.column.addLayout(first)
        self.add(self.steps, self.explanation)
        self.add(self.message)
        models = QHBoxLayout()
        models.setSpacing(SPACE_2)
        models.addWidget(self.fetch)
        models.addWidget(self.models_text, 1)
        grid = QGridLayout()  # in line with the labels and controls of the other panels
        grid.setHorizontalSpacing(SPACE_2)
        grid.setVerticalSpacing(SPACE_2)
        grid.addWidget(self.model_label, 0, 0)
        grid.addWidget(self.model, 0, 1)
        grid.addLayout(models, 1, 1)
        grid.setColumnStretch(1, 1)
        self.column.addLayout(grid)

    def _connect(self) -> None:
        self.test.clicked.connect(self._on_test)
        self.fetch.clicked.connect(self.models_requested)
        self.message.toggled.connect(self._on_message)
        self.explanation.acted.connect(self.acted)
        self.explanation.details_requested.connect(self._on_details)
        self._on_message()

    def set_editable(self, can_edit: bool) -> None:  # noqa: FBT001  # one word says it
        """Says whether the document can be changed, so that an explanation may offer to."""
        if can_edit != self._can_edit:
            self._can_edit = can_edit
            self.show_state(self._state)

    def show_state(self, state: ProbeState) -> None:
        """Shows the test under way, or the last one."""
        self._state = state
        self.steps.show_steps(state.steps)
        self.explanation.show_explanation(state.explanation, has_details=bool(state.details), can_edit=self._can_edit)
        self.test.setText(_tr("Cancel") if state.is_running else _tr("Test connection"))
        self.test.setAccessibleName(self.test.text())
        set_reason(self.test, "" if state.is_running else state.refusal, _tr("Address, TLS, sign-in, model list"))
        self.when.setText(state.note or self._when(state))
        fetch_reason = _tr("The list is being loaded.") if state.is_fetching else state.refusal
        set_reason(self.fetch, fetch_reason, _tr("Lists at most 5,000 models"))
        self.models_text.setText(state.models_text)
        if [self.model.itemText(i) for i in range(self.model.count())] != list(state.models):
            typed = self.model.currentText()
            self.model.clear()
            self.model.addItems(list(state.models))
            self.model.setCurrentText(typed or (state.models[0] if state.models else ""))

    def _when(self, state: ProbeState) -> str:
        if state.is_running:
            return ""
        moment = QDateTime.fromSecsSinceEpoch(round(state.tested_at)) if state.tested_at else QDateTime()
        said = tested_text(state.tested_at, QLocale().toString(moment, QLocale.FormatType.ShortFormat))
        return _tr("{0}. The connection works.").format(said) if state.is_ok else said

    def _on_test(self) -> None:
        if self._state.is_running:
            self.cancel_requested.emit()
        else:
            self.test_requested.emit(self.model.currentText() if self.message.isChecked() else None)

    def _on_message(self) -> None:
        self.model.setEnabled(self.message.isChecked())
        self.model.setToolTip("" if self.message.isChecked() else _tr("Only for the short message"))

    def _on_details(self) -> None:
        from qodev.ui.kit.dialogs import TextDialog

        TextDialog(_tr("Details"), self._state.details, self.window()).open()

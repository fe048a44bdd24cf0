"""The window that adds a provider: server, key, tested connection; it blocks nothing and is left at any time (U38)."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from qodev.ui.kit.theme import SPACE_2, SPACE_3, SPACE_4, ThemeController, set_look
from qodev.ui.kit.widgets import ElidedLabel, Label, PushButton, named, set_reason
from qodev.ui.models.add_provider_state import AddState, AddStep
from qodev.ui.models.provider_rows import api_title
from qodev.ui.models.provider_state import KeyPlaceChoice
from qodev.ui.pages.provider_document import PastedRow
from qodev.ui.pages.provider_fields import AREA
from qodev.ui.pages.provider_key import KeyEdit, place_title
from qodev.ui.pages.provider_test import ExplanationCard, StepList

if TYPE_CHECKING:
    from qodev.ui.presenters.add_provider import AddProviderPresenter

_NAME = f"{AREA}add"
_SIZE = (640, 520)


class ServerPart(QWidget):
    """Wire format, name, and URL, with what would be called."""

    def __init__(self) -> None:
        super().__init__()
        self.kind = QComboBox()
        named(self.kind, f"{_NAME}:kind", self.tr("Client API"))
        self.name = QLineEdit()
        named(self.name, f"{_NAME}:name", self.tr("Name"))
        self.name_problem = Label("", "error", wraps=True)
        self.url = QLineEdit()
        named(self.url, f"{_NAME}:url", self.tr("URL"))
        self.url_problem = Label("", "error", wraps=True)
        self.pasted = PastedRow()
        named(self.pasted.split, f"{_NAME}:split_url", self.pasted.split.text())
        self.calls = ElidedLabel("", "secondary")
        form = QFormLayout()
        form.setHorizontalSpacing(SPACE_3)
        form.setVerticalSpacing(SPACE_2)
        form.addRow(self.tr("Client API"), self.kind)
        form.addRow(self.tr("Name"), self.name)
        form.addRow("", self.name_problem)
        form.addRow(self.tr("URL"), self.url)
        form.addRow("", self.url_problem)
        form.addRow("", self.pasted)
        form.addRow(self.tr("Calls"), self.calls)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_2)
        column.addWidget(
            Label(self.tr("Which server is it, and where? Everything can be changed later."), "muted", wraps=True)
        )
        column.addLayout(form)
        column.addStretch(1)

    def show_state(self, state: AddState) -> None:
        """Shows what was chosen and typed."""
        if self.kind.count() != len(state.templates):
            self.kind.clear()
            for template in state.templates:
                self.kind.addItem(api_title(template.client_api))
        self.kind.setCurrentIndex(state.chosen)
        for line, text in ((self.name, state.name), (self.url, state.url)):
            if line.text() != text:
                line.setText(text)
        for label, text in ((self.name_problem, state.name_problem), (self.url_problem, state.url_problem)):
            label.setText(text)
            label.setVisible(bool(text))
        self.pasted.show_pasted(state.pasted_url, state.pasted_endpoint)
        self.calls.set_line(state.effective_url or self.tr("None yet"))


class KeyPart(QWidget):
    """Whether a key is needed, where it is kept, and the key itself."""

    def __init__(self) -> None:
        super().__init__()
        self.source = QComboBox()
        named(self.source, f"{_NAME}:key_source", self.tr("Where the key is kept"))
        self.edit = KeyEdit()
        named(self.edit, f"{_NAME}:key", self.tr("Key"))
        self.variable = QLineEdit()
        named(self.variable, f"{_NAME}:variable", self.tr("Variable"))
        self.found = Label("", "secondary", wraps=True)
        self.notice = Label("", "warning", wraps=True)
        self.form = QFormLayout()
        self.form.setHorizontalSpacing(SPACE_3)
        self.form.setVerticalSpacing(SPACE_2)
        self.form.addRow(self.tr("Keep it in"), self.source)
        self.form.addRow(self.tr("Key"), self.edit)
        self.form.addRow(self.tr("Variable"), self.variable)
        self.form.addRow("", self.found)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_2)
        column.addWidget(
            Label(self.tr("The key goes into one header of requests and nowhere else."), "muted", wraps=True)
        )
        column.addWidget(self.notice)
        column.addLayout(self.form)
        column.addStretch(1)
        self.source.activated.connect(self.show_rows)

    @property
    def place(self) -> KeyPlaceChoice | None:
        """Returns where the key is kept, None for a provider without a key."""
        found = self.source.currentData()  # Qt hands a member of a StrEnum back as a text
        return KeyPlaceChoice(found) if found else None

    def show_state(self, state: AddState) -> None:
        """Shows the places that there are here, said before a key is typed."""
        wanted: list[KeyPlaceChoice | None] = [None, *state.places] if state.is_keyring_known else [None]
        if [self.source.itemData(i) for i in range(self.source.count())] != wanted:
            self._fill(wanted, state)
        no_keyring = self.tr(
            "No keyring on this system. Use an environment variable, or keep the key until qodev quits."
        )
        looking = "" if state.is_keyring_known else self.tr("Looking for a keyring…")
        text = state.fault or looking or (no_keyring if state.has_no_keyring else "")
        self.notice.setText(text)
        self.notice.setVisible(bool(text))
        if self.variable.text() != state.variable:
            self.variable.setText(state.variable)
        name = state.variable.strip()
        if not name:
            self.found.setText("")
        elif state.is_variable_found:
            self.found.setText(self.tr("Variable `{0}`: found").format(name))
        else:
            self.found.setText(self.tr("Variable `{0}`: not found").format(name))
        self.show_rows()

    def _fill(self, places: list[KeyPlaceChoice | None], state: AddState) -> None:
        self.source.clear()
        for place in places:
            title = self.tr("No key is needed") if place is None else place_title(place, state.backend)
            self.source.addItem(title, place)
        needs_key = state.template is not None and bool(state.template.variable)
        self.source.setCurrentIndex(1 if needs_key and len(places) > 1 else 0)

    def show_rows(self) -> None:
        """Shows the fields that the chosen place needs."""
        place = self.place
        self.form.setRowVisible(self.edit, place not in (None, KeyPlaceChoice.VARIABLE))
        self.form.setRowVisible(self.variable, place is KeyPlaceChoice.VARIABLE)
        self.form.setRowVisible(self.found, place is KeyPlaceChoice.VARIABLE)


class TestPart(QWidget):
    """The steps of the test, its explanation, and what it came to."""

    __test__ = False  # pytest, it is a part

    acted = Signal(str, str)

    def __init__(self, theme: ThemeController) -> None:
        super().__init__()
        self.text = Label("", wraps=True)
        named(self.text, f"{_NAME}:result", self.tr("Result"))
        self.steps = StepList(theme, f"{_NAME}:steps")
        self.explanation = ExplanationCard(theme, _NAME)
        self.again = PushButton(self.tr("Test again"), f"{_NAME}:again", "compact")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_2)
        column.setSpacing(SPACE_3)
        for widget in (self.text, self.steps, self.explanation):
            column.addWidget(widget)
        column.addWidget(self.again, 0, Qt.AlignmentFlag.AlignLeft)
        column.addStretch(1)
        self.explanation.acted.connect(self.acted)

    def show_state(self, state: AddState) -> None:
        """Shows how far the test is, and what came of it."""
        probe = state.probe
        self.steps.show_steps(probe.steps)
        self.explanation.show_explanation(probe.explanation, has_details=False)
        self.again.setVisible(bool(state.made_name) and not probe.is_running and probe.is_ok is not True)
        self.text.setText(self._text(state))

    def _text(self, state: AddState) -> str:
        if state.fault:
            return state.fault
        if state.is_busy or not state.made_name:
            return self.tr("Writing the file…")
        if state.probe.is_running:
            return self.tr("`{0}` is stored. Testing the connection…").format(state.made_name)
        if state.probe.is_ok:
            works = self.tr("`{0}` works. It offers {1}.")
            return works.format(state.made_name, state.probe.models_text or self.tr("its models"))
        return self.tr("`{0}` is stored, and its connection does not work yet.").format(state.made_name)


class AddProviderWindow(QDialog):
    """Three pages; what was written stays when it is closed early."""

    acted = Signal(str, str)  # what helps with the new provider, which is in front on the page behind

    def __init__(self, theme: ThemeController, presenter: "AddProviderPresenter", parent: QWidget) -> None:
        super().__init__(parent)
        named(self, f"{_NAME}:window", self.tr("Add provider"))
        self.setWindowTitle(self.tr("Add provider"))
        self.setModal(False)
        self.resize(*_SIZE)
        self._presenter = presenter
        self.heading = Label("", "title")
        self.server = ServerPart()
        self.key = KeyPart()
        self.test = TestPart(theme)
        self.parts = QStackedWidget()
        for part in (self.server, self.key, self.test):
            self.parts.addWidget(_scrolled(part))
        self.back = PushButton(self.tr("Back"), f"{_NAME}:back")
        self.next = PushButton(self.tr("Next"), f"{_NAME}:next", "primary")
        self.close_button = PushButton(self.tr("Close"), f"{_NAME}:close")
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        buttons = QHBoxLayout()
        buttons.setSpacing(SPACE_2)
        buttons.addWidget(self.close_button)
        buttons.addStretch(1)
        buttons.addWidget(self.back)
        buttons.addWidget(self.next)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_4, SPACE_4, SPACE_4, SPACE_4)
        column.setSpacing(SPACE_3)
        column.addWidget(self.heading)
        column.addWidget(self.parts, 1)
        column.addLayout(buttons)

    def _connect(self) -> None:
        self._presenter.state_changed.connect(self.show_state)
        self.server.kind.activated.connect(self._presenter.choose)
        self.server.name.textEdited.connect(self._presenter.set_name)
        self.server.url.textEdited.connect(self._presenter.set_url)
        self.server.pasted.split_requested.connect(self._presenter.split_url)
        self.server.name.returnPressed.connect(self._on_next)
        self.server.url.returnPressed.connect(self._on_next)
        self.key.variable.textEdited.connect(self._presenter.set_variable)
        self.key.edit.returnPressed.connect(self._on_next)
        self.test.again.clicked.connect(self._presenter.test_again)
        self.test.acted.connect(self._on_acted)
        self.back.clicked.connect(self._on_back)
        self.next.clicked.connect(self._on_next)
        self.close_button.clicked.connect(self.close)

    def begin(self) -> None:
        """Opens with an empty form, or comes to the front as it is."""
        if not self.isVisible():
            self.key.edit.clear()
            with QSignalBlocker(self.key.source):
                self.key.source.clear()
            self._presenter.begin()
        self.show()
        self.raise_()
        self.activateWindow()
        self.server.name.setFocus()
        self.server.name.selectAll()

    def show_state(self, state: AddState) -> None:
        """Shows the page that is reached."""
        is_other = self.parts.currentIndex() != list(AddStep).index(state.step)
        self.parts.setCurrentIndex(list(AddStep).index(state.step))
        titles = (self.tr("1 of 3: server"), self.tr("2 of 3: key"), self.tr("3 of 3: connection"))
        self.heading.setText(titles[self.parts.currentIndex()])
        for part in (self.server, self.key, self.test):
            part.show_state(state)
        self._show_buttons(state)
        if is_other and state.step is AddStep.KEY:
            self.key.source.setFocus()
        elif is_other and state.step is AddStep.TEST:
            self.next.setFocus()

    def _show_buttons(self, state: AddState) -> None:
        self.back.setVisible(state.step is AddStep.KEY)
        labels = {
            AddStep.SERVER: self.tr("Next"),
            AddStep.KEY: self.tr("Create and test"),
            AddStep.TEST: self.tr("Cancel test") if state.is_busy or state.probe.is_running else self.tr("Done"),
        }
        self.next.setText(labels[state.step])
        self.next.setAccessibleName(labels[state.step])
        problem = state.name_problem or state.url_problem
        waiting = self.tr("Looking for a keyring…") if state.step is AddStep.KEY and not state.is_keyring_known else ""
        set_reason(self.next, "" if state.step is AddStep.TEST else problem or waiting)

    def _on_back(self) -> None:
        self._presenter.go(AddStep.SERVER)

    def _on_next(self) -> None:
        if not self.next.isEnabled():
            return
        match self._presenter.state.step:
            case AddStep.SERVER:
                self._presenter.go(AddStep.KEY)
            case AddStep.KEY:
                self._on_create()
            case AddStep.TEST:
                state = self._presenter.state
                if state.probe.is_running:
                    self._presenter.cancel()
                elif not state.is_busy:
                    self.close()

    def _on_create(self) -> None:
        if self.key.place is KeyPlaceChoice.FILE and self.key.edit.text():
            self._ask_for_file()
        else:
            self._create()

    def _ask_for_file(self) -> None:
        from qodev.ui.pages.provider_key import file_question

        dialog = file_question(self)
        dialog.accepted.connect(self._create)
        dialog.open()

    def _create(self) -> None:
        secret = self.key.edit.text()
        self.key.edit.clear()
        self._presenter.create(secret, self.key.place)

    def _on_acted(self, action: str, value: str) -> None:
        if action == "retry":
            self._presenter.test_again()
        else:
            self.close()
            self.acted.emit(action, value)

    def closeEvent(self, event: QCloseEvent) -> None:
        self._presenter.cancel()
        self.key.edit.clear()
        super().closeEvent(event)


def _scrolled(inner: QWidget) -> QScrollArea:
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    set_look(inner, "window")
    area.setWidget(inner)
    return area

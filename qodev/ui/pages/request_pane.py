"""The live request beside an agent: what sending its unsaved text now would send (U67, U68)."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QGraphicsOpacityEffect,
    QHBoxLayout,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from qodev.ui.kit.flow import FlowLayout
from qodev.ui.kit.request_parts import BodyView, FaultList, MarkedText
from qodev.ui.kit.text_areas import show_text, text_area
from qodev.ui.kit.theme import SPACE_1, SPACE_2, SPACE_3, TextSize, Theme, ThemeController, set_look
from qodev.ui.kit.widgets import ElidedLabel, Label, PushButton, named, set_reason
from qodev.ui.models.lists import in_a_row
from qodev.ui.models.live_request import LiveRequestState, RequestInputs
from qodev.ui.models.notices import Notice, Toast
from qodev.ui.pages.request_inputs import RequestInputsView

if TYPE_CHECKING:
    from qodev.ui.presenters.live_request import LiveRequestPresenter

_DIMMED = 0.45
_URL_LINES = 2
_URL_FRAME_PX = 30  # beside the text: padding, outline and the document's own margin


class RequestPane(QWidget):
    """Inputs above, the request below; an error keeps the last good one in sight."""

    go_to = Signal(str, int, int)  # path, line, column of a template
    copy_requested = Signal(str, bool)  # form, with the key
    shown_changed = Signal(bool)
    cancel_requested = Signal()

    def __init__(self, theme: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._shown = LiveRequestState()
        self._presenter: LiveRequestPresenter | None = None
        named(self, "agent.request", self.tr("Live request"))
        self.inputs = RequestInputsView()
        self.status = Label("", "muted", wraps=True)
        named(self.status, "request.status")
        self.cancel = PushButton(self.tr("Cancel"), "request.cancel", "compact")
        self.faults = FaultList(theme)
        self.url = MarkedText(theme, "request.url", self.tr("Method and address"))
        self.size_label = ElidedLabel("", "secondary")
        named(self.size_label, "request.size", self.tr("Size"))
        self.sections = Label("", "secondary", wraps=True)
        named(self.sections, "request.sections", self.tr("Shares of the tokens"))
        self.notes = Label("", "secondary", wraps=True)
        self.body = BodyView(theme)
        self.headers = text_area("request.headers", self.tr("Headers, keys hidden"), theme)
        self.system = MarkedText(theme, "request.system", self.tr("System prompt"))
        self.inserted = Label("", "secondary", wraps=True)
        self.tabs = QTabWidget()
        self.include_key = QCheckBox(self.tr("Include the key"))
        named(self.include_key, "request.include_key", self.tr("Include the key in copies"))
        self.copies = self._copy_buttons()
        self.copied = Label("", "secondary", wraps=True)
        named(self.copied, "request.copied")
        self.content = QWidget()
        self._lay_out()
        self._connect()
        self.show_state(LiveRequestState())
        self._say("")

    def _copy_buttons(self) -> dict[str, PushButton]:
        buttons = {
            "curl": PushButton(self.tr("Copy as curl"), "request.copy_curl", "compact"),
            "httpie": PushButton("HTTPie", "request.copy_httpie", "compact"),
            "python": PushButton("Python", "request.copy_python", "compact"),
        }
        for title, button in (("HTTPie", buttons["httpie"]), ("Python", buttons["python"])):
            button.setAccessibleName(self.tr("Copy as {0}").format(title))
        return buttons

    def _lay_out(self) -> None:
        set_look(self, "window")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._fill_tabs()
        inner = QVBoxLayout(self.content)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(SPACE_2)
        inner.addWidget(self.url)
        inner.addWidget(self.size_label)
        inner.addWidget(self.sections)
        inner.addWidget(self.notes)
        inner.addWidget(self.tabs, 1)
        inner.addLayout(self._copy_row())
        inner.addWidget(self.copied)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(SPACE_3, SPACE_3, SPACE_3, SPACE_3)
        outer.setSpacing(SPACE_2)
        outer.addWidget(self.inputs)
        top = QHBoxLayout()
        top.addWidget(self.status, 1)
        top.addWidget(self.cancel)
        outer.addLayout(top)
        outer.addWidget(self.faults)
        outer.addWidget(self.content, 1)
        outer.addStretch(0)
        self._on_theme_changed(self._theme.theme)

    def _fill_tabs(self) -> None:
        prompt = QWidget()
        column = QVBoxLayout(prompt)
        column.setContentsMargins(0, SPACE_1, 0, 0)
        column.setSpacing(SPACE_1)
        column.addWidget(self.system, 1)
        column.addWidget(self.inserted)
        named(self.tabs, "request.tabs", self.tr("Parts of the request"))
        self.tabs.setDocumentMode(True)
        self.tabs.addTab(self.body, self.tr("Body"))
        self.tabs.addTab(self.headers, self.tr("Headers"))
        self.tabs.addTab(prompt, self.tr("System prompt"))
        self.tabs.setCornerWidget(self.body.raw, Qt.Corner.TopRightCorner)

    def _copy_row(self) -> FlowLayout:
        row = FlowLayout()
        for button in self.copies.values():
            row.addWidget(button)
        row.addWidget(self.include_key)
        return row

    def _connect(self) -> None:
        self.faults.go_to.connect(self.go_to)
        self.cancel.clicked.connect(self.cancel_requested)
        self.tabs.currentChanged.connect(self._on_tab_changed)
        self.copies["curl"].clicked.connect(self._on_copy_curl)
        self.copies["httpie"].clicked.connect(self._on_copy_httpie)
        self.copies["python"].clicked.connect(self._on_copy_python)
        self._theme.changed.connect(self._on_theme_changed)

    def attach(self, presenter: "LiveRequestPresenter") -> None:
        """Connects the presenter that renders; the pane tells it when it is on screen."""
        self._presenter = presenter
        presenter.state_changed.connect(self.show_state)
        presenter.inputs_changed.connect(self.show_inputs)
        presenter.copy_ready.connect(self._on_copy_ready)
        presenter.toast_raised.connect(self._on_toast_raised)
        presenter.notice_raised.connect(self._on_notice_raised)
        self.inputs.conversation_chosen.connect(presenter.choose_conversation)
        self.inputs.role_chosen.connect(presenter.choose_role)
        self.inputs.project_chosen.connect(presenter.choose_project)
        self.copy_requested.connect(self._on_copy_requested)
        self.shown_changed.connect(presenter.set_shown)
        self.cancel_requested.connect(presenter.cancel)
        self.show_inputs(presenter.inputs)
        self.show_state(presenter.state)
        presenter.set_shown(self.isVisible())

    def set_source(self, path: str, text: str) -> None:
        """Follows the text of an agent file, saved or not; "" for none."""
        if self._presenter is not None:
            self._presenter.set_source(path, text)

    def show_fixture(self, name: str) -> None:
        """Renders with a fixture, as if it had been chosen."""
        if self._presenter is not None:
            self._presenter.choose_fixture(name)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.shown_changed.emit(True)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.include_key.setChecked(False)  # U68: it switches itself off
        self._say("")
        self.shown_changed.emit(False)

    def _on_tab_changed(self, index: int) -> None:
        self.body.raw.setVisible(self.tabs.widget(index) is self.body)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_url()

    def _on_theme_changed(self, theme: Theme) -> None:
        self.headers.setFont(theme.font(TextSize.MONO))
        self._fit_url()

    def _fit_url(self) -> None:
        """Gives the address one line, or two where it is longer than the pane is wide."""
        metrics = self.url.fontMetrics()
        room = self.width() - 2 * SPACE_3 - _URL_FRAME_PX
        lines = _URL_LINES if metrics.horizontalAdvance(self.url.toPlainText()) > room else 1
        self.url.setFixedHeight(lines * metrics.lineSpacing() + _URL_FRAME_PX // 2)

    def show_inputs(self, inputs: RequestInputs) -> None:
        """Shows what the request is made for."""
        self.inputs.show_inputs(inputs)

    def show_state(self, state: LiveRequestState) -> None:
        """Shows a request; while it is made anew the last one is dimmed."""
        self._shown = state
        status = self.tr("Updating…") if state.is_updating else state.status
        if state.is_slow:
            status = self.tr("Updating… Still working.")
        if not status and not state.has_body and not state.faults:
            status = self.tr("Open an agent to see its request.")
        self.status.setText(status)
        self.status.setVisible(bool(status))
        self.cancel.setVisible(state.is_slow)
        self.faults.show_faults(state.faults)
        self.content.setVisible(state.has_body)
        self._dim(on=state.has_body and (state.is_updating or state.is_last_good))
        if state.has_body:
            self._show_content(state)

    def _show_content(self, state: LiveRequestState) -> None:
        shift = len(state.method) + 1
        marks = [(start + shift, end + shift) for start, end in state.url_marks]
        self.url.show_marked(f"{state.method} {state.url}", marks)
        self._fit_url()
        self.url.setAccessibleDescription(self.tr("The marked part stands for ${MODEL}") if marks else "")
        self.url.setToolTip(self.tr("S: the marked part stands for ${MODEL}") if marks else "")
        self.size_label.set_line(state.size)
        self.sections.setText(state.sections)
        self.sections.setVisible(bool(state.sections))
        self.notes.setText("\n".join(state.notes))
        self.notes.setVisible(bool(state.notes))
        self.body.show_state(state)
        show_text(self.headers, "\n".join(f"{name}: {value}" for name, value in state.headers))
        self.system.show_marked(state.system, [(s.start, s.start + s.length) for s in state.inserted])
        names = in_a_row(span.label for span in state.inserted)
        self.inserted.setText(self.tr("Marked: {0}").format(names) if names else self.tr("Nothing was inserted."))
        self.tabs.setTabEnabled(2, bool(state.system))
        self.tabs.setTabToolTip(2, "" if state.system else self.tr("This agent sends no system prompt."))
        self._show_copies(state)

    def _show_copies(self, state: LiveRequestState) -> None:
        reason = "" if state.can_copy else self.tr("There is no current request to copy.")
        for button in self.copies.values():
            set_reason(button, reason, self.tr("Sends the very same bytes"))
        no_key = "" if state.has_key else self.tr("This provider needs no key.")
        set_reason(self.include_key, no_key, self.tr("Off, a key stands as a variable. Switches itself off."))
        if no_key:
            self.include_key.setChecked(False)

    def _dim(self, *, on: bool) -> None:
        if on == (self.content.graphicsEffect() is not None):
            return
        if not on:
            self.content.setGraphicsEffect(None)  # type: ignore[arg-type]  # Qt takes none, its stubs do not say so
            return
        effect = QGraphicsOpacityEffect(self.content)
        effect.setOpacity(_DIMMED)
        self.content.setGraphicsEffect(effect)

    def _on_copy_curl(self) -> None:
        self.copy_requested.emit("curl", self.include_key.isChecked())

    def _on_copy_httpie(self) -> None:
        self.copy_requested.emit("httpie", self.include_key.isChecked())

    def _on_copy_python(self) -> None:
        self.copy_requested.emit("python", self.include_key.isChecked())

    def _on_copy_requested(self, form: str, with_key: bool) -> None:  # noqa: FBT001  # a signal's slot
        if self._presenter is not None:
            self._presenter.copy_as(form, with_key=with_key)

    def _on_copy_ready(self, text: str) -> None:
        QGuiApplication.clipboard().setText(text)

    def _on_toast_raised(self, toast: Toast) -> None:
        self._say(toast.text)

    def _on_notice_raised(self, notice: Notice) -> None:
        self._say(notice.sentence)

    def _say(self, text: str) -> None:
        """Says what came of a copy where the button is: the main window may be behind this one."""
        self.copied.setText(text)
        self.copied.setVisible(bool(text))

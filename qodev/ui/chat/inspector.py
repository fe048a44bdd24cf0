"""The inspector at the right: the Request tab with the very bytes that go out (U19, U21, A175, A176)."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QPlainTextEdit,
    QScrollArea,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from qodev.ui.chat.changes_tab import ChangesTab
from qodev.ui.kit.request_parts import FaultList
from qodev.ui.kit.text_areas import show_text, text_area
from qodev.ui.kit.theme import SPACE_1, SPACE_2, SPACE_3, SPACE_4, TextSize, Theme, ThemeController, set_look
from qodev.ui.kit.widgets import ElidedLabel, IconButton, Label, PushButton, named, set_reason
from qodev.ui.models.lists import in_a_row
from qodev.ui.models.request_state import RequestState

_SYSTEM_LINES = 8
_HEADER_LINES = 6


class RequestTab(QWidget):
    """Shows one request: method and address, headers, system prompt, body, size, and copies of it."""

    copy_requested = Signal(str)
    step_chosen = Signal(int)
    go_to = Signal(str, int, int)  # path, line, column of a template

    def __init__(self, theme: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._shown = RequestState()
        self.status = Label("", "muted", wraps=True)
        named(self.status, "request.status")
        self.step = QComboBox()
        named(self.step, "request.step", self.tr("Step"))
        set_look(self.step, "compact")
        self.agent = ElidedLabel("", "strong")
        self.url = Label("", "mono", wraps=True)
        named(self.url, "request.url", self.tr("Method and address"))
        self.size_label = ElidedLabel("", "secondary")
        named(self.size_label, "request.size", self.tr("Size"))
        self.faults = FaultList(theme)
        self.notes = Label("", "secondary", wraps=True)
        self.profile, self.tools, self.hidden = (Label("", "secondary", wraps=True) for _ in range(3))
        named(self.profile, "request.profile", self.tr("Profile"))
        named(self.tools, "request.tools", self.tr("Tools of the request"))
        named(self.hidden, "request.hidden_tools", self.tr("Tools that the profile hides"))
        self.headers = text_area("request.headers", self.tr("Headers, keys hidden"), theme)
        self.system = text_area("request.system", self.tr("System prompt"), theme)
        self.body = text_area("request.body", self.tr("Body"), theme)
        self.raw = PushButton(self.tr("Raw"), "request.raw", "compact")
        self.raw.setCheckable(True)
        self.raw.setToolTip(self.tr("Shows the body byte for byte"))
        self.copies = {
            "curl": PushButton(self.tr("Copy as curl"), "request.copy_curl", "compact"),
            "httpie": PushButton("HTTPie", "request.copy_httpie", "compact"),
            "python": PushButton("Python", "request.copy_python", "compact"),
        }
        for title, button in (("HTTPie", self.copies["httpie"]), ("Python", self.copies["python"])):
            button.setAccessibleName(self.tr("Copy as {0}").format(title))
            button.setToolTip(self.tr("Copy as {0}; the key stands as a variable").format(title))
        for label in (self.url, self.notes, self.profile, self.tools, self.hidden):
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._lay_out()
        self._connect()
        self.show_state(RequestState())

    def _lay_out(self) -> None:
        inner = QWidget()
        set_look(inner, "window")
        column = QVBoxLayout(inner)
        column.setContentsMargins(SPACE_4, SPACE_3, SPACE_4, SPACE_3)
        column.setSpacing(SPACE_2)
        top = QHBoxLayout()
        top.addWidget(self.step)
        top.addWidget(self.size_label, 1)
        column.addWidget(self.status)
        column.addLayout(top)
        column.addWidget(self.agent)
        column.addWidget(self.url)
        column.addWidget(self.faults)
        for label in (self.notes, self.profile, self.tools, self.hidden):
            column.addWidget(label)
        self._heads: dict[str, Label] = {}
        for title, area in ((self.tr("HEADERS"), self.headers), (self.tr("SYSTEM PROMPT"), self.system)):
            self._heads[title] = Label(title, "group")
            column.addWidget(self._heads[title])
            column.addWidget(area)
        body_row = QHBoxLayout()
        self._body_head = Label(self.tr("BODY"), "group")
        body_row.addWidget(self._body_head)
        body_row.addStretch(1)
        body_row.addWidget(self.raw)
        column.addLayout(body_row)
        column.addWidget(self.body, 1)
        column.addLayout(self._copy_row())
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(inner)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(scroll)

    def _copy_row(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(SPACE_1)
        for button in self.copies.values():
            row.addWidget(button)
        row.addStretch(1)
        return row

    def _connect(self) -> None:
        self.step.activated.connect(self.step_chosen)
        self.faults.go_to.connect(self.go_to)
        self.raw.toggled.connect(self._on_raw_toggled)
        self.copies["curl"].clicked.connect(self._on_copy_curl)
        self.copies["httpie"].clicked.connect(self._on_copy_httpie)
        self.copies["python"].clicked.connect(self._on_copy_python)
        self._theme.changed.connect(self._on_theme_changed)

    def _on_copy_curl(self) -> None:
        self.copy_requested.emit("curl")

    def _on_copy_httpie(self) -> None:
        self.copy_requested.emit("httpie")

    def _on_copy_python(self) -> None:
        self.copy_requested.emit("python")

    def _on_theme_changed(self, theme: Theme) -> None:
        for area in (self.headers, self.system, self.body):
            area.setFont(theme.font(TextSize.MONO))
        self._fit()

    def _on_raw_toggled(self, _on: bool) -> None:  # noqa: FBT001  # a toggle's slot
        self._show_body()

    def show_state(self, state: RequestState) -> None:
        """Shows a request; the last one stays under an error."""
        self._shown = state
        self.status.setText(self.tr("Updating…") if state.is_updating else state.status)
        self.status.setVisible(bool(self.status.text()))
        if tuple(self.step.itemText(i) for i in range(self.step.count())) != state.steps:
            self.step.clear()
            self.step.addItems(list(state.steps))
        self.step.setCurrentIndex(state.step)
        self.step.setVisible(bool(state.steps))
        self.size_label.set_line(state.size)
        self.agent.set_line(state.title)
        self.agent.setVisible(bool(state.title))
        self.url.setText(state.url)
        self.faults.show_faults(state.faults)
        self.notes.setText("\n".join(state.notes))
        self._show_tools(state)
        for label in (self.url, self.notes, self.profile, self.tools, self.hidden):
            label.setVisible(bool(label.text()))
        show_text(self.headers, "\n".join(f"{name}: {value}" for name, value in state.headers))
        show_text(self.system, state.system)
        self._show_body()
        self._show_parts(state)
        self._fit()

    def _show_tools(self, state: RequestState) -> None:
        """Shows which tools the model is told of, and which ones the profile keeps from it."""
        self.profile.setText(self.tr("Profile: {0}").format(state.profile) if state.profile else "")
        tools, hidden = in_a_row(state.tools), in_a_row(state.hidden)
        self.tools.setText(self.tr("Offered tools: {0}").format(tools) if tools else "")
        self.hidden.setText(self.tr("Hidden by the profile: {0}").format(hidden) if hidden else "")

    def _show_parts(self, state: RequestState) -> None:
        parts = {
            self.tr("HEADERS"): (self.headers, state.headers),
            self.tr("SYSTEM PROMPT"): (self.system, state.system),
        }
        for title, (area, content) in parts.items():
            area.setVisible(bool(content))
            self._heads[title].setVisible(bool(content))
        for widget in (self._body_head, self.body, self.raw, *self.copies.values()):
            widget.setVisible(bool(state.body))
        for button in self.copies.values():
            set_reason(button, "" if state.can_copy else self.tr("The request has no address."), button.toolTip())

    def _show_body(self) -> None:
        show_text(self.body, self._shown.raw if self.raw.isChecked() else self._shown.body)
        wraps = QPlainTextEdit.LineWrapMode
        self.body.setLineWrapMode(wraps.WidgetWidth if self.raw.isChecked() else wraps.NoWrap)

    def _fit(self) -> None:
        for area, most in ((self.headers, _HEADER_LINES), (self.system, _SYSTEM_LINES)):
            lines = min(most, max(1, area.document().blockCount()))
            area.setFixedHeight(lines * area.fontMetrics().lineSpacing() + SPACE_4 + SPACE_1)
        self.headers.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.body.setMinimumHeight(12 * self.body.fontMetrics().lineSpacing())


class Inspector(QWidget):
    """The tabs at the right; only those whose content exists are there."""

    close_requested = Signal()
    shown_changed = Signal(bool)

    def __init__(self, theme: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "inspector", self.tr("Inspector"))
        set_look(self, "window")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.tabs = QTabWidget()
        named(self.tabs, "inspector.tabs", self.tr("Inspector tabs"))
        self.tabs.setDocumentMode(True)
        self.request = RequestTab(theme)
        self.changes = ChangesTab(theme)
        self.tabs.addTab(self.changes, self.tr("Changes"))
        self.tabs.addTab(self.request, self.tr("Request"))
        self.tabs.setCurrentWidget(self.request)
        self.close_button = IconButton(theme, "close", "inspector.close", self.tr("Close inspector"))
        self.tabs.setCornerWidget(self.close_button, Qt.Corner.TopRightCorner)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_2, SPACE_1, 0, 0)
        column.addWidget(self.tabs)
        self.close_button.clicked.connect(self.close_requested)

    def focus_changes(self) -> None:
        """Moves the focus into the Changes tab."""
        self.tabs.setCurrentWidget(self.changes)
        target = self.changes.list if self.changes.list.isVisibleTo(self) else self.changes.scope
        target.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def focus_request(self) -> None:
        """Moves the focus into the Request tab."""
        self.tabs.setCurrentWidget(self.request)
        self.request.body.setFocus(Qt.FocusReason.ShortcutFocusReason)

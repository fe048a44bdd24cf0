"""The MCP server in front: how it stands, its tools under a profile, how it starts, and its log (U53)."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QGuiApplication, QIcon
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QHeaderView, QTabWidget, QVBoxLayout, QWidget

from qodev.types.work import ServerStatus
from qodev.ui.kit.text_areas import show_text, text_area
from qodev.ui.kit.theme import SPACE_2, SPACE_3, SPACE_5, TextSize, Theme, ThemeController
from qodev.ui.kit.widgets import Label, PictureLabel, PushButton, named, set_reason
from qodev.ui.models.rows import Column, RowsModel
from qodev.ui.models.server_rows import ServerLine, ServersState, ToolLine
from qodev.ui.pages.permissions_parts import RowsTable, buttons

_P = "settings.mcp"


class ServerFront(QWidget):
    """Shows the server in front of a ServersState; what is wished for is connected by the pane."""

    def __init__(self, theme: ThemeController) -> None:
        super().__init__()
        self._theme = theme
        self.picture = PictureLabel(theme)
        self.about = Label("", wraps=True)
        named(self.about, f"{_P}.about")
        self.test = PushButton(self.tr("Test"), f"{_P}.test", "compact")
        self.stop = PushButton(self.tr("Disconnect"), f"{_P}.disconnect", "compact")
        self.changes = PushButton(self.tr("Review changes…"), f"{_P}.changes", "compact")
        self.profile = QComboBox()
        named(self.profile, f"{_P}.profile", self.tr("Profile"))
        self.model: RowsModel[ToolLine] = RowsModel(
            (
                Column(self.tr("Tool"), _tool, tooltip=_about),
                Column(self.tr("Name for the model"), _function, tooltip=_function),
                Column(self.tr("Name for rules"), _uncut, tooltip=_uncut),
                Column(self.tr("State"), _tool_state, tooltip=_about, icon=self._state_icon),
                Column(self.tr("Verdict"), _verdict, icon=self._verdict_icon),
            ),
            _tool_id,
            state_of=_tool_state,
            spoken=_tool_spoken,
            parent=self,
        )
        self.tools = RowsTable(theme, f"{_P}.tools", self.tr("Tools of the server"), self.model, is_fitted=False)
        self.tools.stretch(1)
        self.tools.horizontalHeader().setSectionResizeMode(2, QHeaderView.ResizeMode.Stretch)
        self.copy_pattern = PushButton(self.tr("Copy pattern"), f"{_P}.copy_pattern", "compact")
        self.described = text_area(f"{_P}.description", self.tr("Description by the server"), theme)
        self.launch = text_area(f"{_P}.launch", self.tr("How it starts"), theme)
        self.log = text_area(f"{_P}.log", self.tr("Log"), theme)
        self.parts = QTabWidget()
        named(self.parts, f"{_P}.parts", self.tr("About the server"))
        self.parts.setDocumentMode(True)
        self._lay_out()
        self.tools.current_changed.connect(self._show_tool)
        self.copy_pattern.clicked.connect(self._on_copy)
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed(theme.theme)

    def _lay_out(self) -> None:
        first = QHBoxLayout()
        first.setSpacing(SPACE_2)
        first.addWidget(self.picture, 0, Qt.AlignmentFlag.AlignTop)
        first.addWidget(self.about, 1)
        self.parts.addTab(self._tools_tab(), self.tr("Tools"))
        self.parts.addTab(self.launch, self.tr("Start"))
        self.parts.addTab(self.log, self.tr("Log"))
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_3, SPACE_3, SPACE_5, SPACE_3)
        column.setSpacing(SPACE_2)
        column.addLayout(first)
        column.addWidget(buttons(self.test, self.stop, self.changes))
        column.addWidget(self.parts, 1)

    def _tools_tab(self) -> QWidget:
        label = Label(self.tr("Verdicts under the &profile"))
        label.setBuddy(self.profile)
        chosen = QHBoxLayout()
        chosen.setSpacing(SPACE_2)
        chosen.addWidget(label)
        chosen.addWidget(self.profile, 1)
        chosen.addWidget(self.copy_pattern)
        warning = Label(
            self.tr("Names and descriptions are the server's own words and are not trusted."), "secondary", wraps=True
        )
        named(warning, f"{_P}.untrusted")
        self.described.setMaximumHeight(self._theme.theme.px(96))
        inner = QWidget()
        column = QVBoxLayout(inner)
        column.setContentsMargins(0, SPACE_3, 0, 0)
        column.setSpacing(SPACE_2)
        column.addLayout(chosen)
        column.addWidget(self.tools, 1)
        column.addWidget(warning)
        column.addWidget(self.described)
        return inner

    def show_state(self, state: ServersState) -> None:
        """Shows the server in front."""
        line = state.line
        self.setVisible(line is not None)
        if line is None:
            return
        self.picture.set_picture(line.icon, line.role)
        self.about.setText(state.about)
        self._show_profiles(state)
        self.tools.show_rows(state.tools)
        show_text(self.launch, state.launch)
        self.show_log(state.log)
        self._set_reasons(state, line)
        self._show_tool()

    def _show_profiles(self, state: ServersState) -> None:
        if [self.profile.itemText(i) for i in range(self.profile.count())] != list(state.profiles):
            self.profile.clear()
            self.profile.addItems(list(state.profiles))
        self.profile.setCurrentText(state.profile)

    def _set_reasons(self, state: ServersState, line: ServerLine) -> None:
        status = line.row.state.status
        reasons = {
            ServerStatus.INVALID: self.tr("It cannot be used as it is. Open the file."),
            ServerStatus.OFF: self.tr("It is switched off."),
            ServerStatus.CONNECTING: self.tr("It is starting."),
        }
        reason = reasons.get(status, "")
        if not reason and state.is_launch_waiting:
            reason = self.tr("Accept how it starts first: Review changes…")
        set_reason(self.test, reason)
        set_reason(self.stop, "" if status is ServerStatus.READY else self.tr("It is not connected."))
        set_reason(self.changes, "" if state.changes else self.tr("Nothing waits to be accepted."))

    def show_log(self, text: str) -> None:
        """Shows the log; who reads its end stays at its end."""
        bar = self.log.verticalScrollBar()
        was_at_end = bar.value() >= bar.maximum()
        show_text(self.log, text)
        if was_at_end:
            bar.setValue(bar.maximum())

    def _current(self) -> ToolLine | None:
        place = self.tools.place
        return self.model.row(place) if 0 <= place < len(self.model.rows) else None

    def _show_tool(self) -> None:
        line = self._current()
        show_text(self.described, line.about if line is not None else "")
        has_name = line is not None and bool(line.function)
        set_reason(self.copy_pattern, "" if has_name else self.tr("Choose a tool first."))

    def _on_copy(self) -> None:
        line = self._current()
        if line is not None and line.function:
            QGuiApplication.clipboard().setText(line.uncut or line.function)

    def _state_icon(self, line: ToolLine) -> QIcon:
        return self._theme.icon(line.icon, line.role)

    def _verdict_icon(self, line: ToolLine) -> QIcon:
        return self._theme.icon(line.verdict_icon, line.verdict_role) if line.verdict_icon else QIcon()

    def _on_theme_changed(self, theme: Theme) -> None:
        self.tools.setIconSize(QSize(theme.px(16), theme.px(16)))
        for area in (self.described, self.launch, self.log):
            area.setFont(theme.font(TextSize.MONO))
        self.tools.viewport().update()


def _tool(line: ToolLine) -> str:
    return line.name


def _about(line: ToolLine) -> str:
    return line.about or line.name


def _function(line: ToolLine) -> str:
    return line.function


def _uncut(line: ToolLine) -> str:
    return line.uncut


def _tool_state(line: ToolLine) -> str:
    return line.state


def _verdict(line: ToolLine) -> str:
    return line.verdict


def _tool_id(line: ToolLine) -> str:
    return line.id


def _tool_spoken(line: ToolLine) -> str:
    return line.spoken

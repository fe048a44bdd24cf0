"""The MCP & skills page: what Code tasks get beside their own tools, one tab for each kind (U53, U54)."""

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QTabWidget, QVBoxLayout, QWidget

from qodev.types.settings import SettingState
from qodev.ui.kit.access_keys import with_access_keys
from qodev.ui.kit.theme import SPACE_4, SPACE_5, ThemeController, set_look
from qodev.ui.kit.widgets import Label, is_inside, named
from qodev.ui.models.core_words import core_text
from qodev.ui.models.settings_words import control_name, synonyms_of
from qodev.ui.pages.page import SearchEntry, SettingsPage, Target
from qodev.ui.pages.servers_pane import ServersPane
from qodev.ui.pages.setting_rows import SettingRow, group_of
from qodev.ui.pages.skills_pane import SkillsPane

if TYPE_CHECKING:
    from qodev.ui.presenters.bundle import Presenters

_SEARCH = "web_search"
_COLUMN_PX = 720


class McpSkillsPage(SettingsPage):
    """Brings the panes together; each is a widget of its own with a presenter of its own."""

    def __init__(self, theme: ThemeController, presenters: "Presenters", parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._settings = presenters.settings
        self._presenter, self._servers = presenters.skills, presenters.servers
        self.servers = ServersPane(theme, presenters.servers)
        self.skills = SkillsPane(theme, presenters.skills)
        state = next(state for state in self._settings.states if state.key == _SEARCH)
        self.search = SettingRow(theme, state, with_access_keys([core_text(state.title)])[0])
        self.tabs = QTabWidget()
        named(self.tabs, "settings.mcp.tabs", self.tr("MCP & skills"))
        self.tabs.setDocumentMode(True)
        self._panes = (self.servers, self.skills, self._web())
        for pane, title in zip(self._panes, (self.tr("Servers"), self.tr("Skills"), self.tr("Web")), strict=True):
            self.tabs.addTab(pane, title)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_4, 0, 0, 0)
        column.addWidget(self.tabs)
        self._connect()

    def _web(self) -> QWidget:
        rules = Label(
            self.tr(
                "Code tasks may also fetch single pages of the public internet. Each request asks you, in every mode but"
                " Auto; profiles can deny the tools `fetch_url` and `web_search`."
            ),
            "secondary",
            wraps=True,
        )
        inner = QWidget()
        inner.setMaximumWidth(_COLUMN_PX)
        set_look(inner, "surface")
        column = QVBoxLayout(inner)
        column.setContentsMargins(0, SPACE_4, SPACE_5, SPACE_5)
        column.setSpacing(SPACE_4)
        column.addWidget(group_of(self.theme, self.tr("Search"), [self.search]))
        column.addWidget(rules)
        column.addStretch(1)
        return inner

    def _connect(self) -> None:
        self.servers.notice_raised.connect(self.notice_raised)
        self.servers.file_requested.connect(self.file_requested)
        self.skills.notice_raised.connect(self.notice_raised)
        self.skills.file_requested.connect(self.file_requested)
        self.search.chosen.connect(self._settings.change)
        self.search.reset_requested.connect(self._settings.reset)
        self.search.file_requested.connect(self._settings.open_in_file)
        self._settings.setting_changed.connect(self._on_setting_changed)
        self._settings.refused.connect(self._on_refused)

    def opened(self) -> None:
        self._presenter.load()
        self._servers.load()

    def entries(self) -> tuple[SearchEntry, ...]:
        state = next(state for state in self._settings.states if state.key == _SEARCH)
        search = SearchEntry(
            core_text(state.title), core_text(state.help), _SEARCH, synonyms_of(_SEARCH), control_name(_SEARCH)
        )
        return (*self.servers.entries(), *self.skills.entries(), search)

    def reveal(self, target: Target) -> None:
        control = self.findChild(QWidget, target.control) if target.control else None
        if control is not None:
            self.tabs.setCurrentWidget(next(pane for pane in self._panes if is_inside(control, pane)))
        if target.item:
            is_server = self.servers.select(target.item)
            self.tabs.setCurrentWidget(self.servers if is_server else self.skills)
            if not is_server:
                self.skills.select(target.item)
        super().reveal(target)

    def marked_for(self, control: QWidget) -> QWidget:
        return self.search if is_inside(control, self.search) else control

    def _on_setting_changed(self, state: SettingState) -> None:
        if state.key == _SEARCH:
            self.search.show_state(state)

    def _on_refused(self, key: str, reason: str) -> None:
        if key == _SEARCH:
            self.search.show_fault(reason)

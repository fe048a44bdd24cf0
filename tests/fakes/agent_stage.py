"""A settings window on real services in folders of its own, as tests and pictures of the Agents page need it."""

import asyncio
import gc
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Self

from PySide6.QtWidgets import QWidget

from qodev.base.paths import AppPaths
from qodev.services.app import Services, build_services
from qodev.ui.bridge import EventBridge
from qodev.ui.kit.theme import ThemeController
from qodev.ui.pages.agents import AgentsPage
from qodev.ui.pages.window import SettingsWindow
from qodev.ui.presenters.bundle import Presenters
from tests.fakes.rest import come_to_rest

_STEP_S = 0.005
_LIMIT_S = 20.0


class AgentStage:
    """Services, presenters and window, alive inside `async with`."""

    def __init__(self, theme: ThemeController, paths: AppPaths, env: Mapping[str, str] | None = None) -> None:
        self.theme = theme
        self.paths = paths
        self._env = dict(env or {})
        self.services: Services
        self.presenters: Presenters
        self.window: SettingsWindow

    async def __aenter__(self) -> Self:
        self.services = build_services(self.paths, self._env)
        await self.services.start()
        self.presenters = Presenters(self.services)
        self.bridge = EventBridge(self.presenters)  # without a parent a worker could collect it, and Qt would crash
        self.bridge.batch_ready.connect(self.presenters.take)
        self.services.bus.subscribe(self.bridge.take)
        self.presenters.load("")
        self.window = SettingsWindow(self.theme, self.presenters)
        self.window.resize(1440, 900)
        self.window.open_page("agents")
        await self.until(lambda: bool(self.page.pane.list.rows.rowCount()))
        return self

    async def __aexit__(
        self, _kind: type[BaseException] | None, _fault: BaseException | None, _trace: TracebackType | None
    ) -> None:
        await self.presenters.stop()
        self.window.hide()
        self.window.deleteLater()
        await self.services.stop()
        self.presenters.deleteLater()
        gc.collect()  # streams that were left early are closed while their loop lives
        await asyncio.sleep(0)

    @property
    def page(self) -> AgentsPage:
        page = self.window.page("agents")
        assert isinstance(page, AgentsPage)
        return page

    def write(self, name: str, text: str) -> str:
        """Writes a file into the folder of the user's agents."""
        path = self.paths.agents / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
        return str(path)

    async def reload(self) -> None:
        """Reads the folders again, and lets the page follow."""
        await self.services.agents.reload()
        await self.rest()

    async def until(self, is_so: Callable[[], object], what: str = "") -> None:
        """Waits for a state, and fails when it does not come."""
        deadline = asyncio.get_running_loop().time() + _LIMIT_S
        while not is_so():
            assert asyncio.get_running_loop().time() < deadline, what or "the state did not come"
            await asyncio.sleep(_STEP_S)

    async def rest(self) -> None:
        """Waits until frames, timers and tasks have come to rest."""
        await come_to_rest(lambda: (*self.presenters.all, *self.presenters.pages), (self.presenters, self.window))

    async def focus(self, widget: QWidget) -> None:
        """Moves the focus into a widget, the window in front."""
        self.window.activateWindow()
        widget.setFocus()
        await self.until(widget.hasFocus, "the window did not come to the front")

    async def open(self, name: str) -> None:
        """Selects an agent and waits until it is analysed and tried."""
        self.page.show_agent(name)
        editor = self.presenters.agent_page.editor
        await self.until(lambda: editor.state.name == name, f"{name} was not opened")
        await self.rest()

"""Views of requests on real services in folders of their own, as tests and pictures of them need it."""

import asyncio
import gc
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

from PySide6.QtWidgets import QWidget

from qodev.base.paths import AppPaths
from qodev.services.app import Services, build_services
from qodev.ui.bridge import EventBridge
from qodev.ui.kit.theme import ThemeController
from qodev.ui.pages.bodies_pane import BodiesPane
from qodev.ui.pages.request_pane import RequestPane
from qodev.ui.presenters.bundle import Presenters
from qodev.ui.presenters.request_tools import RequestTools

_STEP_S = 0.005
_LIMIT_S = 20.0


class RequestStage:
    """Services, presenters, the live request and the window of bodies, alive inside `async with`."""

    def __init__(self, theme: ThemeController, paths: AppPaths, env: Mapping[str, str] | None = None) -> None:
        self.theme = theme
        self.paths = paths
        self._env = dict(env or {})
        self.services: Services
        self.presenters: Presenters
        self.tools: RequestTools
        self.root: QWidget
        self.pane: RequestPane
        self.bodies: BodiesPane

    async def __aenter__(self) -> Self:
        self.services = build_services(self.paths, self._env)
        await self.services.start()
        self.presenters = Presenters(self.services)
        self.tools = self.presenters.request_tools
        self.bridge = EventBridge(self.presenters)  # without a parent a worker could collect it, and Qt would crash
        self.bridge.batch_ready.connect(self.presenters.take)
        self.services.bus.subscribe(self.bridge.take)
        self.presenters.load("")
        self.root = QWidget()
        self.pane = RequestPane(self.theme, self.root)
        self.pane.attach(self.presenters.live_request)
        self.pane.resize(460, 860)
        self.root.resize(480, 880)
        self.bodies = BodiesPane(self.root, self.theme)
        self.bodies.attach(self.presenters)
        return self

    async def __aexit__(
        self, _kind: type[BaseException] | None, _fault: BaseException | None, _trace: TracebackType | None
    ) -> None:
        await self.presenters.stop()
        self.root.hide()
        self.root.deleteLater()
        await self.services.stop()
        self.presenters.deleteLater()
        gc.collect()  # streams that were left early are closed while their loop lives
        await asyncio.sleep(0)

    def path(self, stem: str = "own") -> str:
        """Returns the path of an agent file of the user's own."""
        return str(self.paths.agents / f"{stem}.toml")

    def text(self, stem: str) -> str:
        """Returns what an agent file holds."""
        return Path(self.path(stem)).read_text(encoding="utf-8")

    async def write(self, stem: str, text: str) -> str:
        """Writes an agent file as another program does, and loads it."""
        path = _put(Path(self.path(stem)), text)
        await self.services.agents.reload()
        return path

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Waits until something is so; fails after some seconds."""
        deadline = asyncio.get_running_loop().time() + _LIMIT_S
        while not is_so():
            assert asyncio.get_running_loop().time() < deadline, "the state did not come"
            await asyncio.sleep(_STEP_S)


def _put(path: Path, text: str) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return str(path)

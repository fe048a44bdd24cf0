"""The profile window on real services in folders of its own, as tests and pictures of it need it."""

import asyncio
import gc
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Self

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from qodev.base.paths import AppPaths
from qodev.services.app import Services, build_services
from qodev.types.xray import XrayKind
from qodev.ui.bridge import EventBridge
from qodev.ui.kit.theme import ThemeController
from qodev.ui.pages.profile_window import ProfileWindow
from qodev.ui.presenters.bundle import Presenters
from tests.fakes.rest import come_to_rest

_STEP_S = 0.005
_LIMIT_S = 20.0


class ProfileStage:
    """Services, presenters and window, alive inside `async with`."""

    def __init__(self, theme: ThemeController, paths: AppPaths, env: Mapping[str, str] | None = None) -> None:
        self.theme = theme
        self.paths = paths
        self._env = dict(env or {})
        self.services: Services
        self.presenters: Presenters
        self.window: ProfileWindow
        self.toasts: list[str] = []
        self.notices: list[str] = []

    async def __aenter__(self) -> Self:
        QGuiApplication.setQuitOnLastWindowClosed(False)  # a test may close the window and go on
        self.services = build_services(self.paths, self._env)
        await self.services.start()
        self.presenters = Presenters(self.services)
        self.bridge = EventBridge()
        self.bridge.batch_ready.connect(self.presenters.take)
        self.services.bus.subscribe(self.bridge.take)
        self.presenters.load("")
        self.window = ProfileWindow(self.theme, self.presenters)
        for part in self.presenters.profiles.all:
            part.toast_raised.connect(self._on_toast)
            part.notice_raised.connect(self._on_notice)
        self.presenters.profiles.load()
        self.window.show()
        await self.rest()
        return self

    def _on_toast(self, toast: object) -> None:
        self.toasts.append(str(getattr(toast, "text", "")))

    def _on_notice(self, notice: object) -> None:
        self.notices.append(str(getattr(notice, "sentence", "")))

    async def __aexit__(
        self, _kind: type[BaseException] | None, _fault: BaseException | None, _trace: TracebackType | None
    ) -> None:
        await self.presenters.stop()
        QGuiApplication.setQuitOnLastWindowClosed(True)
        self.window.hide()
        self.window.deleteLater()
        self.presenters.deleteLater()
        await self.services.stop()
        gc.collect()  # streams that were left early are closed while their loop lives
        await asyncio.sleep(0)

    def write(self, name: str, text: str) -> str:
        """Writes a file into the folder of the user's profiles."""
        path = self.paths.profiles / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
        return str(path)

    async def until(self, is_so: Callable[[], object], what: str = "") -> None:
        """Waits for a state, and fails when it does not come."""
        deadline = asyncio.get_running_loop().time() + _LIMIT_S
        while not is_so():
            assert asyncio.get_running_loop().time() < deadline, what or "the state did not come"
            await asyncio.sleep(_STEP_S)

    async def rest(self) -> None:
        """Waits until frames, timers and tasks have come to rest."""
        roots = (self.presenters, self.window, self.bridge)
        await come_to_rest(lambda: (*self.presenters.all, *self.presenters.pages), roots)

    async def focus(self, widget: QWidget) -> None:
        """Moves the focus into a widget, the window in front."""
        self.window.activateWindow()
        widget.setFocus()
        await self.until(widget.hasFocus, "the window did not come to the front")

    async def open(self, name: str) -> None:
        """Selects a profile by its name as a click does, and waits until it is analysed."""
        rows = self.window.list.list.rows

        def places() -> list[int]:
            return [n for n, row in enumerate(rows.rows) if name in (row.name, row.title) and not row.is_heading]

        await self.until(places, f"{name} is in no row")
        place = places()[0]
        self.window.list.list.setCurrentIndex(rows.index(place))
        await self.rest()

    async def judge(self, kind: XrayKind, value: str) -> None:
        """Types a case into the X-ray and waits for its verdict."""
        self.window.xray.choose_case(kind, value)
        await self.rest()

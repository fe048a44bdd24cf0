"""The settings window with its Providers page on real instances, files, sockets and a keyring in memory."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

from PySide6.QtCore import QObject, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLineEdit, QWidget

from qodev.types.agents import AgentSnapshot
from qodev.ui.bridge import EventBridge
from qodev.ui.kit.theme import ThemeController
from qodev.ui.models.rows import IdRole, RowRole
from qodev.ui.pages.providers import ProvidersPage
from qodev.ui.pages.window import SettingsWindow
from qodev.ui.presenters.bundle import Presenters
from tests.fakes.keyring_backends import FakeKeyring
from tests.fakes.rest import come_to_rest
from tests.fakes.services import FakeServices, fixed_clock
from tests.unit.services.instance_kit import Bench, bench

T = TypeVar("T", bound=QObject)


class RealAgents:
    """The snapshot of the real catalog."""

    def __init__(self, it: Bench) -> None:
        self._it = it

    @property
    def snapshot(self) -> AgentSnapshot:
        return self._it.catalog.snapshot

    async def reload(self) -> AgentSnapshot:
        return await self._it.catalog.reload()


class LivePage:
    """The page, found by object names and used as a person does."""

    def __init__(self, theme: ThemeController, it: Bench) -> None:
        self.bench = it
        services: Any = FakeServices(it.paths)
        services.providers = it.providers
        services.instances = it.instances
        services.documents = it.documents
        services.agents = RealAgents(it)
        services.pool = it.pool
        self.presenters = Presenters(services, clock=fixed_clock)
        self.window = SettingsWindow(theme, self.presenters)
        bridge = EventBridge(self.window)
        bridge.batch_ready.connect(self._take)
        it.listeners.append(bridge.take)
        self.window.open_page("providers")
        page = self.window.page("providers")
        assert isinstance(page, ProvidersPage)
        self.page = page

    def _take(self, batch: Any) -> None:
        """Hands events to those that follow the files; the double knows no conversations of the catalog."""
        self.presenters.documents.take(batch)
        self.presenters.providers.take(batch)

    @property
    def providers(self) -> Any:
        return self.presenters.providers

    async def settle(self, seconds: float = 0) -> None:
        """Waits, at least for `seconds`, until frames, timers, tasks and files have come to rest."""
        await asyncio.sleep(seconds)
        every = lambda: (*self.presenters.all, *self.presenters.pages)  # noqa: E731
        await come_to_rest(every, (self.presenters, self.window), self.bench.documents.settled)

    async def until(self, holds: Callable[[], bool], seconds: float = 5) -> None:
        """Waits until something holds."""
        async with asyncio.timeout(seconds):
            while not holds():  # noqa: ASYNC110  # what is waited for tells nobody
                await asyncio.sleep(0.01)

    def find(self, name: str, kind: type[T] = QWidget) -> T:  # type: ignore[assignment]
        """Returns the shown control of that object name."""
        found = self.window.findChildren(kind, name)
        if not found:
            found = [w for top in self.dialogs() for w in (top, *top.findChildren(kind)) if w.objectName() == name]  # type: ignore[misc]
        assert found, f"nothing is called {name}"
        return found[0]

    def dialogs(self) -> list[QWidget]:
        return [w for w in self.window.findChildren(QWidget) if w.isWindow() and w.isVisible()]

    def click(self, name: str) -> None:
        button = self.find(name, QAbstractButton)
        assert button.isEnabled(), f"{name}: {button.toolTip()}"
        assert button.isVisible(), f"{name} is hidden"
        button.click()

    def type(self, name: str, text: str) -> None:
        line = self.find(name, QLineEdit)
        assert not line.isReadOnly(), line.toolTip()
        line.setFocus()
        line.selectAll()
        QTest.keyClick(line, Qt.Key.Key_Delete)
        QTest.keyClicks(line, text)

    def reason(self, name: str) -> str:
        """Returns why a control cannot be used, "" when it can."""
        found = self.find(name)
        assert found.isEnabled() or found.toolTip() == found.accessibleDescription()
        return "" if found.isEnabled() else found.toolTip()

    def rows(self) -> list[str]:
        model = self.page.list.list.model()
        return [model.index(row, 0).data(IdRole) for row in range(model.rowCount())]

    def row(self, name: str) -> Any:
        model = self.page.list.list.model()
        found = (model.index(row, 0).data(RowRole) for row in range(model.rowCount()))
        return next(item for item in found if item.name == name)

    async def select(self, name: str) -> None:
        """Clicks a row."""
        view = self.page.list.list
        model = view.model()
        place = next(row for row in range(model.rowCount()) if model.index(row, 0).data(RowRole).name == name)
        view.setCurrentIndex(model.index(place, 0))
        await self.settle()

    async def stop(self) -> None:
        await self.presenters.stop()
        for presenter in self.presenters.pages:
            await presenter.stop()
        self.window.hide()
        self.window.deleteLater()


@asynccontextmanager
async def live_page(
    theme: ThemeController,
    folder: Path,
    *,
    files: Mapping[str, str] | None = None,
    keyring: FakeKeyring | None = None,
    env: Mapping[str, str] | None = None,
    has_keyring: bool = True,
) -> AsyncIterator[LivePage]:
    """Gives the page with some files of the user's own."""
    async with bench(folder, keyring=keyring, env=env, has_keyring=has_keyring) as it:
        for stem, text in (files or {}).items():
            it.write(stem, text)
        await it.load()
        page = LivePage(theme, it)
        await page.settle()
        try:
            yield page
        finally:
            await page.stop()

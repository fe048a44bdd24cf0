"""A window on real services about projects, trust, modes and profiles, with folders to open."""

from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QWidget

from qodev.base.paths import AppPaths
from qodev.services.app import build_services
from qodev.types.conversation import ChatMode, Conversation
from qodev.ui.bridge import EventBridge
from qodev.ui.kit.deaf import DEAF_MS
from qodev.ui.kit.theme import ThemeController
from qodev.ui.main_window import MainWindow
from qodev.ui.models.project_state import ALL
from qodev.ui.presenters.bundle import Presenters
from tests.fakes.permissions import start_permissions
from tests.fakes.rest import come_to_rest
from tests.fakes.services import fixed_clock, make_conversation

if TYPE_CHECKING:
    from tests.ui.conftest import Live

W = TypeVar("W", bound=QWidget)
Scenario = Callable[["Desk"], Coroutine[Any, Any, None]]

REVIEWER = """---
name: reviewer
description: Reads changes
default_permission: ask
tools: write_file=deny
---

Read it.
"""


def profile(name: str, more: str = "", text: str = "Do it.") -> str:
    """Returns the text of a profile."""
    return f"---\nname: {name}\ndescription: Does it\n{more}---\n\n{text}\n"


class Desk:
    """What a test works with: the window, the services, and a place for folders."""

    def __init__(self, live: "Live", place: Path) -> None:
        self.live = live
        self.window = live.window
        self.presenters = live.presenters
        self.services: Any = live.services
        self._place = place / "src"  # the home folder lies beside it
        self._place.mkdir()

    def folder(self, name: str, files: dict[str, str] | None = None) -> str:
        """Makes a folder with files and returns its path."""
        root = self._place / name
        root.mkdir(exist_ok=True)
        for path, text in (files or {}).items():
            target = root / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")
        return str(root)

    def home(self) -> str:
        """Makes the home folder and returns its path."""
        Path(self.services.paths.home).mkdir(exist_ok=True)
        return str(self.services.paths.home)

    def own_profile(self, file: str, text: str) -> None:
        """Writes a profile of the user's."""
        folder = Path(self.services.paths.profiles)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text(text, encoding="utf-8")

    async def start(self, *conversations: Conversation, opened: str = "c1") -> None:
        """Takes the conversations over, as the program does at its start."""
        await start_permissions(self.services)
        self.services.conversations.add(*(conversations or (make_conversation("c1", "First"),)))
        self.presenters.load(opened)
        await self.settle()

    async def trusted(self, files: dict[str, str], *, mode: ChatMode = ChatMode.CODE_TASK) -> str:
        """Makes a trusted folder with a conversation about it in front, and returns its path."""
        root = self.folder("project", files)
        await start_permissions(self.services)
        await self.services.trust.trust(await self.services.trust.sheet(root))
        await self.start(make_conversation("c1", "First", project=root, mode=mode))
        return root

    async def settle(self) -> None:
        """Lets everything come to rest."""
        for _ in range(3):
            await self.live.settle()
            for presenter in self.presenters.pages:
                await presenter.wait()

    async def listen(self) -> None:
        """Waits until a sheet takes keys and clicks."""
        await self.live.settle(DEAF_MS / 1000 + 0.05)

    def find(self, kind: type[W], name: str, within: QWidget | None = None) -> W:
        """Returns the widget of that name."""
        found = (within or self.window).findChild(kind, name)
        assert found is not None, name
        return found

    def click(self, name: str, within: QWidget | None = None) -> None:
        """Clicks a button."""
        QTest.mouseClick(self.find(QAbstractButton, name, within), Qt.MouseButton.LeftButton)

    def text(self, name: str) -> str:
        """Returns what a button says."""
        return self.find(QAbstractButton, name).text()

    @property
    def conversation(self) -> Conversation:
        """Returns the open conversation as it is stored."""
        found: Conversation = self.services.conversations.get(self.presenters.conversations.state.selected)
        return found


class Run:
    """One run of the program: real services on the folders of the test, and the window."""

    def __init__(self, theme: ThemeController, paths: AppPaths, env: dict[str, str]) -> None:
        self.services = build_services(paths, env)
        self.window = MainWindow(theme, clock=fixed_clock)
        self.window.finish()
        self.presenters = Presenters(self.services, self.window)
        self.bridge = EventBridge(self.window)

    async def start(self, conversation: str = "", project: str = ALL) -> None:
        await self.services.start(wait_for_checks=False)
        self.window.attach(self.presenters)
        self.bridge.batch_ready.connect(self.presenters.take)
        self.services.bus.subscribe(self.bridge.take)
        self.presenters.load(conversation, project)
        await self.settle()

    async def settle(self) -> None:
        await come_to_rest(lambda: (*self.presenters.all, *self.presenters.pages), (self.window,))

    async def stop(self) -> None:
        await self.presenters.stop()
        await self.services.stop()
        self.window.blockSignals(True)
        self.window.deleteLater()

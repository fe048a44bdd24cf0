"""What window tests get: a theme, fake services, a window, and one way to run coroutines on Qt's loop."""

import asyncio
import gc
import itertools
import sys
from collections.abc import AsyncGenerator, Callable, Coroutine, Iterator
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication
from qasync import QEventLoop

from qodev.base.paths import AppPaths
from qodev.ui.bridge import EventBridge
from qodev.ui.kit.languages import Languages
from qodev.ui.kit.theme import Appearance, ThemeController
from qodev.ui.main_window import MainWindow
from qodev.ui.models.transcript import TranscriptModel
from qodev.ui.presenters.bundle import Presenters
from tests.fakes.services import FakeServices, fixed_clock
from tests.ui.project_kit import Desk, Scenario
from tests.ui.transcript_samples import page

T = TypeVar("T")
QtRun = Callable[[Coroutine[Any, Any, T]], T]


_TESTS_A_COLLECTION = 8


@pytest.fixture(scope="session")
def ended() -> Iterator[int]:
    """Counts the tests that ended."""
    return itertools.count(1)


@pytest.fixture(autouse=True)
def _collected_here(ended: Iterator[int]) -> Iterator[None]:
    """Deletes the windows of a test at its end: left to the loop of the next one they take part in what it does."""
    yield
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    if next(ended) % _TESTS_A_COLLECTION == 0:
        gc.collect()


@pytest.fixture(scope="session", autouse=True)
def languages(qapp: QApplication) -> Languages:
    """Loads the English catalogue, as the program does: texts with numbers have their plurals there."""
    made = Languages(qapp)
    made.use("en")
    return made


@pytest.fixture
def qt_run(qapp: QApplication) -> QtRun:
    """Returns a function that runs a coroutine to its end on Qt's loop, for half a minute at most."""

    closing: set[asyncio.Task[None]] = set()

    def run(work: Coroutine[Any, Any, T], timeout_s: float = 30) -> T:
        async def bounded() -> T:
            loop = asyncio.get_running_loop()

            def close(generator: AsyncGenerator[Any, Any]) -> None:
                closing.add(loop.create_task(generator.aclose()))

            def on_left(generator: AsyncGenerator[Any, Any]) -> None:
                loop.call_soon_threadsafe(partial(close, generator))

            # As the program does: qasync's loop does not close generators that were left early.
            sys.set_asyncgen_hooks(finalizer=on_left)
            async with asyncio.timeout(timeout_s):
                return await work

        try:
            with asyncio.Runner(loop_factory=lambda: QEventLoop(qapp)) as runner:
                return runner.run(bounded())
        finally:
            sys.set_asyncgen_hooks(finalizer=None)

    return run


@pytest.fixture(scope="session")
def fusion(qapp: QApplication) -> QApplication:
    """Gives the application its style once, as the program does: styles that come and go leave widgets behind."""
    qapp.setStyle("Fusion")
    return qapp


@pytest.fixture
def theme(fusion: QApplication) -> Iterator[ThemeController]:
    """Returns the light theme at 100 %."""
    qapp = fusion
    controller = ThemeController(qapp)
    controller.set_appearance(Appearance.LIGHT)
    controller.install(has_style=True)
    yield controller
    controller.deleteLater()


@pytest.fixture
def services(app_paths: AppPaths) -> FakeServices:
    """Returns the double of the services."""
    return FakeServices(app_paths)


@pytest.fixture
def window(theme: ThemeController, qtbot: Any) -> MainWindow:
    """Returns a shown window without presenters."""
    made = MainWindow(theme, clock=fixed_clock)
    qtbot.addWidget(made, before_close_func=_let_close)
    made.resize(1440, 900)
    made.show()
    made.finish()
    return made


def _let_close(window: MainWindow) -> None:
    window.blockSignals(True)  # nobody is there to decide about quitting


class Live:
    """A window on fake services, as it is while the program runs."""

    def __init__(self, window: MainWindow, services: FakeServices) -> None:
        self.window = window
        self.services = services
        self.presenters = Presenters(services, window, clock=fixed_clock)  # type: ignore[arg-type]
        window.attach(self.presenters)
        self.bridge = EventBridge(window)
        self.bridge.batch_ready.connect(self.presenters.take)
        services.bus.subscribe(self.bridge.take)

    async def settle(self, seconds: float = 0.06) -> None:
        """Lets a frame pass and waits for what is under way."""
        await asyncio.sleep(seconds)
        for presenter in self.presenters.all:
            await presenter.wait()
        await asyncio.sleep(seconds)

    async def stop(self) -> None:
        """Ends what is under way."""
        await self.presenters.stop()


@pytest.fixture
def live(window: MainWindow, services: FakeServices) -> Iterator[Callable[[], Live]]:
    """Returns what makes the window live; called inside a coroutine."""
    made: list[Live] = []

    def make() -> Live:
        made.append(Live(window, services))
        return made[-1]

    yield make
    for here in made:  # where a test failed, nothing starts any more without its loop
        for presenter in (*here.presenters.all, *here.presenters.pages):
            presenter.retire()


@pytest.fixture
def model(qapp: QApplication) -> Iterator[TranscriptModel]:
    """Returns the transcript of an empty conversation `c`, watched by Qt's own tester."""
    made = TranscriptModel()
    tester = QAbstractItemModelTester(made, QAbstractItemModelTester.FailureReportingMode.Fatal)
    made.show_page("c", page([]))
    yield made
    tester.deleteLater()
    made.deleteLater()


@pytest.fixture
def run(live: Callable[[], Live], qt_run: Callable[..., None], tmp_path: Path) -> Callable[[Scenario], None]:
    """Returns what runs a scenario at a desk."""

    def run_scenario(scenario: Scenario) -> None:
        async def go() -> None:
            desk = Desk(live(), tmp_path)
            try:
                await scenario(desk)
            finally:
                await desk.live.stop()
                if desk.window.settings.window is not None:
                    desk.window.settings.window.deleteLater()

        qt_run(go(), 20)

    return run_scenario

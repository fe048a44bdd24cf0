"""What rows with a window share: the application, Qt's loop, a viewport, frames and the heartbeat."""

import asyncio
import gc
import os
import time
from collections.abc import Callable, Coroutine, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

from benchmarks._kit import percentile

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication, QWidget

    from qodev.ui.kit.theme import ThemeController

T = TypeVar("T")
VIEWPORT = (900, 700)  # F7
BEAT_MS = 8


def application() -> "QApplication":
    """Returns the one application, offscreen unless the environment names another platform."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtWidgets import QApplication

    found = QApplication.instance()
    return found if isinstance(found, QApplication) else QApplication(["benchmarks"])


def run_qt(work: Coroutine[Any, Any, T]) -> T:
    """Runs a coroutine on qasync's loop, as the program does."""
    from qasync import QEventLoop

    app = application()
    with asyncio.Runner(loop_factory=lambda: QEventLoop(app)) as runner:
        return runner.run(work)


@lru_cache(maxsize=1)
def theme() -> "ThemeController":
    """Returns the product's light theme, installed; one for all windows, as in the program."""
    from qodev.ui.kit.theme import Appearance, ThemeController

    controller = ThemeController(application())
    controller.set_appearance(Appearance.LIGHT)
    controller.install()
    return controller


def show(widget: "QWidget") -> None:
    """Shows a widget at the size of every row and lets it settle."""
    widget.resize(*VIEWPORT)
    widget.show()
    settle()


async def settled() -> None:
    """Lets Qt's loop turn; inside a coroutine nothing else may, since tasks that are woken within one never run again."""
    for _ in range(3):
        await asyncio.sleep(0.01)


def settle(times: int = 3) -> None:
    """Handles what waits in Qt's queue; never inside a coroutine on Qt's loop."""
    from PySide6.QtWidgets import QApplication

    for _ in range(times):
        QApplication.sendPostedEvents()
        QApplication.processEvents()


def discard(*widgets: "QWidget") -> None:
    """Removes widgets for good, so that the next round pays for none of them."""
    from PySide6.QtCore import QEvent
    from PySide6.QtWidgets import QApplication

    for widget in widgets:
        widget.hide()
        widget.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    settle()
    gc.collect()  # here, on the GUI thread: a collection in a worker would destroy Qt's objects there


@lru_cache(maxsize=1)
def _kept() -> list["QWidget"]:
    return []


def keep(window: "QWidget") -> None:
    """Keeps a main window that was closed: the program never deletes one while its loop runs."""
    _kept().append(window)


def frames_cpu_ms(change: Callable[[int], object], viewport: "QWidget", count: int) -> list[float]:
    """Returns the CPU of `count` frames: a change, what follows from it, and a full repaint (F7)."""
    from PySide6.QtWidgets import QApplication

    costs = []
    for number in range(count):
        started = time.thread_time()
        change(number)
        viewport.repaint()
        QApplication.processEvents()
        costs.append((time.thread_time() - started) * 1000)
    return costs


def p99(values: Sequence[float]) -> float:
    """Returns the 99th percentile."""
    return percentile(values, 0.99)


class Heartbeat:
    """A timer due every 8 ms on the GUI thread, whose real gaps are recorded."""

    def __init__(self) -> None:
        from PySide6.QtCore import Qt, QTimer

        self.gaps_ms: list[float] = []
        self._last = 0.0
        self._timer = QTimer()
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(BEAT_MS)
        self._timer.timeout.connect(self._beat)

    def start(self) -> None:
        """Begins anew."""
        self.gaps_ms.clear()
        self._last = time.perf_counter()
        self._timer.start()

    def stop(self) -> None:
        """Ends; the gaps stay."""
        self._timer.stop()

    def _beat(self) -> None:
        now = time.perf_counter()
        self.gaps_ms.append((now - self._last) * 1000)
        self._last = now

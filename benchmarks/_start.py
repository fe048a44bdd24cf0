"""What the rows of `startup` run in fresh processes: a bare window, and starts that are watched."""

import os
import sys
import time
from collections.abc import Callable

_BEAT_MS = 8
_TIMEOUT_MS = 60_000


def bare() -> None:
    """Shows an empty main window, writes its first paint like the program does, and stays."""
    from PySide6.QtWidgets import QApplication, QMainWindow

    app = QApplication(sys.argv[:1])
    window = QMainWindow()
    window.resize(1440, 900)
    window.show()
    window.repaint()
    with open(os.environ["QODEV_MARK"], "a", encoding="ascii") as file:  # noqa: PTH123  as the program does
        file.write(f"paint {time.monotonic_ns()} {time.process_time_ns()}\n")
    app.exec()


class _Beats:
    """Beats on the GUI thread until something is done, and keeps the longest gap."""

    def __init__(self, is_done: Callable[[], bool], ended: Callable[[], object]) -> None:
        from PySide6.QtCore import Qt, QTimer

        self.longest_ms = 0.0
        self._is_done = is_done
        self._ended = ended
        self._last = time.perf_counter()
        self._timer = QTimer()
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._beat)
        self._timer.start(_BEAT_MS)

    def _beat(self) -> None:
        now = time.perf_counter()
        self.longest_ms = max(self.longest_ms, (now - self._last) * 1000)
        self._last = now
        if self._is_done():
            self._timer.stop()
            self._ended()


def gaps() -> None:
    """Starts the program as `run_app` does, with a heartbeat from the first paint until it is usable."""
    import asyncio
    import gc
    from pathlib import Path

    from PySide6.QtWidgets import QApplication

    from qodev.ui.kit.imports import keep_imports_plain

    gc.disable()
    keep_imports_plain()
    from qodev.base.paths import AppPaths
    from qodev.ui.app import Program
    from qodev.ui.opening import open_window

    paths = AppPaths.from_env(os.environ, Path.cwd())
    app = QApplication(sys.argv[:1])
    app.setQuitOnLastWindowClosed(False)
    window, state = open_window(app, paths)
    marks = Path(os.environ["QODEV_MARK"])
    beats = _Beats(lambda: "usable" in marks.read_text(encoding="ascii"), window.quit_requested.emit)
    from qasync import QEventLoop

    with asyncio.Runner(loop_factory=lambda: QEventLoop(app)) as runner:
        runner.run(Program(app, window, paths, state).run())
    print(beats.longest_ms)


def names() -> None:
    """Prints the modules that the program imports in its worker thread, those that others need first."""
    from qodev.ui import app

    before = set(sys.modules)
    app.import_heavy()
    print("\n".join(reversed([name for name in sys.modules if name not in before])))


def idle() -> None:
    """Shows a bare window and imports the modules named on standard input in idle ticks of the GUI thread."""
    import importlib

    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication, QMainWindow

    wanted = sys.stdin.read().split()
    app = QApplication(sys.argv[:1])
    window = QMainWindow()
    window.show()
    window.repaint()
    beats = _Beats(lambda: not wanted, app.quit)
    ticks = QTimer()

    def tick() -> None:
        if wanted:
            importlib.import_module(wanted.pop(0))
        else:
            ticks.stop()

    ticks.timeout.connect(tick)
    ticks.start(0)
    QTimer.singleShot(_TIMEOUT_MS, app.quit)
    app.exec()
    assert not wanted
    print(beats.longest_ms)


if __name__ == "__main__":
    {"bare": bare, "gaps": gaps, "names": names, "idle": idle}[sys.argv[1]]()

"""From a key to its painted character, while nothing else happens and while another chat streams."""

import asyncio
import threading
import time
from typing import TYPE_CHECKING

from benchmarks._app import AGENT, LiveWindow, live_window
from benchmarks._data import conversation
from benchmarks._kit import Row, Samples, Scale, percentile, require
from benchmarks._sending import base_url
from benchmarks._server import running
from benchmarks._window import keep, run_qt, settled

if TYPE_CHECKING:
    from PySide6.QtCore import QObject
    from PySide6.QtGui import QKeyEvent
    from PySide6.QtWidgets import QPlainTextEdit, QTextEdit, QWidget

_KEYS = 60
_BETWEEN_S = 0.03
_PACE_US = 10_000  # a hundred deltas a second (U178)
_DELTAS = 6000


def rows() -> list[Row]:
    """Returns the rows of this subject."""
    note = "wall time, p95; keys come from another thread as from the system; the other side has an idle bare window"
    return [Row("composer.key", _key, note), Row("composer.busy", _busy, note)]


def _key(scale: Scale) -> Samples:
    return run_qt(_measure(scale, ""))


def _busy(scale: Scale) -> Samples:
    with running() as port:
        return run_qt(_measure(scale, base_url(port, "openai", _DELTAS, _PACE_US)))


async def _measure(scale: Scale, url: str) -> Samples:
    """Types into a long conversation; with a URL, while an answer from there comes into another one."""
    count = scale.pick(_KEYS, 3)
    async with live_window([scale.pick(10_000, 60), 2], url) as live:
        await live.open(conversation(0).id)
        pairs = []
        for _ in range(scale.rounds() + 1):
            ours = await _typed_here(live, count, streams=bool(url))
            pairs.append((ours, await _typed_plain(count)))
    return Samples([a for a, _ in pairs[1:]], [b for _, b in pairs[1:]])


async def _typed_here(live: LiveWindow, count: int, *, streams: bool) -> float:
    other = conversation(1).id
    if streams:
        await _start_stream(live, other)
    waits = await Keys(live.window, live.window.centre.chat.composer.input).type(count)
    if streams:
        page = await live.services.conversations.page(other)
        ended = page.messages[-1].error or page.messages[-1].stop
        require(live.services.conversations.is_running(other), f"the other chat ended before the last key: {ended}")
        await live.services.conversations.stop_turn(other)
    live.window.centre.chat.composer.input.clear()
    await settled()
    return percentile(waits, 0.95)


async def _start_stream(live: LiveWindow, other: str) -> None:
    conversations = live.services.conversations
    await conversations.choose_agent(other, AGENT)
    await conversations.send(other, "Go on.")
    await asyncio.sleep(0.3)


async def _typed_plain(count: int) -> float:
    from PySide6.QtWidgets import QMainWindow, QPlainTextEdit

    window = QMainWindow()
    editor = QPlainTextEdit()
    window.setCentralWidget(editor)
    window.resize(1440, 900)
    window.show()
    await settled()
    waits = await Keys(window, editor).type(count)
    window.hide()
    keep(window)
    return percentile(waits, 0.95)


class Keys:
    """Posts keys from a thread and notes when the window has painted them."""

    def __init__(self, window: "QWidget", editor: "QPlainTextEdit | QTextEdit") -> None:
        self._window = window
        self._editor = editor
        self._posted = 0.0
        self._waits: list[float] = []
        self._length = 0

    async def type(self, count: int) -> list[float]:
        """Returns the milliseconds from each key to the end of the paint that shows it."""
        watch = _make_watch(self._window, self._painted)
        self._editor.setFocus()
        await settled()
        self._window.installEventFilter(watch)
        try:
            for number in range(count):
                await self._one(number)
        finally:
            self._window.removeEventFilter(watch)
        require(len(self._editor.toPlainText()) == count, "a key did not arrive")
        return list(self._waits)

    async def _one(self, number: int) -> None:
        from PySide6.QtCore import QEvent, Qt
        from PySide6.QtGui import QKeyEvent

        self._shown = asyncio.get_running_loop().create_future()
        self._length = number + 1
        event = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_A, Qt.KeyboardModifier.NoModifier, "a")
        threading.Thread(target=self._post, args=(event,)).start()
        async with asyncio.timeout(10):
            await self._shown
        await asyncio.sleep(_BETWEEN_S)

    def _post(self, event: "QKeyEvent") -> None:
        from PySide6.QtCore import QCoreApplication

        self._posted = time.perf_counter()
        QCoreApplication.postEvent(self._editor, event)

    def _painted(self) -> None:
        if len(self._editor.toPlainText()) >= self._length and not self._shown.done():
            self._waits.append((time.perf_counter() - self._posted) * 1000)
            self._shown.set_result(None)


def _make_watch(window: "QWidget", painted) -> "QObject":
    from PySide6.QtCore import QEvent, QObject

    class Watch(QObject):
        """Lets the window paint, then tells."""

        def eventFilter(self, watched: QObject, event: QEvent) -> bool:
            if watched is window and event.type() == QEvent.Type.UpdateRequest:
                window.event(event)
                painted()
                return True
            return False

    return Watch(window)

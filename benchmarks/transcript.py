"""The transcript: what a frame costs at every length, opening, scrolling, memory, hostile shapes."""

import asyncio
import json
import os
import shutil
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from benchmarks._data import TOKEN_CHARS, conversation, messages, plain_text, table_text
from benchmarks._kit import Row, Samples, Scale, fast_folder, require, run_child, worst
from benchmarks._transcript import DELTA_CHARS, GrowingAnswer, PlainEditor, load, make_text, make_view
from benchmarks._window import VIEWPORT, discard, frames_cpu_ms, p99, settle, show, theme
from benchmarks.store import make_database
from qodev.store.conversations import ConversationStore
from qodev.types.conversation import MessagePage
from qodev.types.messages import Message

_FRAMES = 100
_LENGTHS = {"1k": 1000, "10k": 10_000, "100k": 100_000}
_SCROLL_PX = 120
Frames = list[float]


def rows() -> list[Row]:
    """Returns the rows of this subject."""
    frame = "thread CPU of a frame, full repaint, 900 x 700"
    opened = "process CPU to the first screen painted; the database read before on both sides"
    return [
        Row("transcript.frame", _frame, frame),
        Row("transcript.flat", _flat, frame),
        Row("transcript.browser", _browser, frame),
        Row("transcript.chat", _chat, f"{frame}; all 10,000 messages loaded"),
        Row("transcript.scroll", _scroll, f"{frame}; all 10,000 messages loaded"),
        Row("transcript.open", _open, opened),
        Row("transcript.open_doc", _open_doc, opened),
        Row("transcript.memory", _memory, "private memory of a fresh process; all 10,000 messages loaded"),
        Row("transcript.line", _line, frame),
        Row("transcript.table", _table, "thread CPU to the first screen painted"),
    ]


def _more(frames: int) -> int:
    return (frames + 2) * DELTA_CHARS


class _Round:
    """Frames of one round, ours and the floor's."""

    def __init__(self, scale: Scale) -> None:
        self.themes = theme()
        self.frames = scale.pick(_FRAMES, 3)

    def ours(self, tokens: int, before: Sequence[Message] = ()) -> Frames:
        """Returns the frames of an answer that has `tokens` already, at the end of a chat."""
        view = make_view(self.themes)
        load(view, before)
        answer = GrowingAnswer(view)
        answer.begin(*make_text(tokens * TOKEN_CHARS, _more(self.frames)))
        costs = frames_cpu_ms(answer.grow, view.viewport(), self.frames)
        answer.check()
        discard(view)
        return costs

    def plain(self, tokens: int) -> Frames:
        """Returns the frames of a plain editor with the same text."""
        editor = PlainEditor(*make_text(tokens * TOKEN_CHARS, _more(self.frames)))
        costs = frames_cpu_ms(editor.grow, editor.viewport, self.frames)
        editor.close()
        return costs


def _pairs(ours: Callable[[], Frames], theirs: Callable[[], Frames], rounds: int) -> list[tuple[Frames, Frames]]:
    """Returns the frames of both sides, interleaved, the first round left out (F1)."""
    return [(ours(), theirs()) for _ in range(rounds + 1)][1:]


def _middle_and_tail(pairs: Sequence[tuple[Frames, Frames]], name: str = "") -> dict[str, Samples]:
    middle = Samples([statistics.median(a) for a, _ in pairs], [statistics.median(b) for _, b in pairs])
    tail = Samples([p99(a) for a, _ in pairs], [p99(b) for _, b in pairs])
    return {f"{name}p50": middle, f"{name}p99": tail}


def _frame(scale: Scale) -> Samples:
    work = _Round(scale)
    found: dict[str, Samples] = {}
    for name, full in _LENGTHS.items():
        tokens = scale.pick(full, 50)
        pairs = _pairs(partial(work.ours, tokens), partial(work.plain, tokens), scale.rounds())
        found |= _middle_and_tail(pairs, f"{name} ")
    return worst(found)


def _flat(scale: Scale) -> Samples:
    work = _Round(scale)
    long, short = scale.pick(100_000, 100), scale.pick(1000, 50)
    return _middle_and_tail(_pairs(partial(work.ours, long), partial(work.ours, short), scale.rounds()))["p50"]


def _browser(scale: Scale) -> Samples:
    from PySide6.QtWidgets import QTextBrowser

    work = _Round(scale)
    tokens, frames = scale.pick(100_000, 100), scale.pick(4, 1)
    text, more = make_text(tokens * TOKEN_CHARS, _more(frames))

    def theirs() -> Frames:
        browser = QTextBrowser()
        show(browser)

        def change(number: int) -> None:
            browser.setMarkdown(text + more[: (number + 1) * DELTA_CHARS])
            bar = browser.verticalScrollBar()
            bar.setValue(bar.maximum())

        costs = frames_cpu_ms(change, browser.viewport(), frames)
        require(len(browser.toPlainText()) > len(text) / 2, "the browser does not hold the text")
        discard(browser)
        return costs

    return _middle_and_tail(_pairs(partial(work.ours, tokens), theirs, scale.rounds()))["p50"]


def _chat(scale: Scale) -> Samples:
    work = _Round(scale)
    made = list(messages(scale.pick(10_000, 20)))
    tokens = scale.pick(1000, 50)
    pairs = _pairs(partial(work.ours, tokens, made), partial(work.ours, tokens), scale.rounds())
    return worst(_middle_and_tail(pairs))


def _scroll(scale: Scale) -> Samples:
    themes = theme()
    view = make_view(themes)
    load(view, list(messages(scale.pick(10_000, 40))))
    frames = scale.pick(_FRAMES, 3)
    bar = view.verticalScrollBar()
    editor = PlainEditor(plain_text(400_000), "")
    place = {"y": bar.maximum()}

    def move(_number: int) -> None:
        place["y"] = max(0, place["y"] - _SCROLL_PX)
        bar.setValue(place["y"])

    def ours() -> Frames:
        before = bar.value()
        costs = frames_cpu_ms(move, view.viewport(), frames)
        require(bar.value() < before, "nothing was scrolled")
        place["y"] = bar.value()
        return costs

    def theirs() -> Frames:
        return frames_cpu_ms(lambda _number: None, editor.viewport, frames)

    found = _middle_and_tail(_pairs(ours, theirs, scale.rounds()))["p99"]
    discard(view)
    editor.close()
    return found


class _Opening:
    """Databases of several lengths, opened in one window as the program does: a page, its cards, a painted screen."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._view = make_view(theme())

    async def make(self, count: int) -> ConversationStore:
        """Returns the store of a conversation with `count` messages."""
        return ConversationStore(await make_database(self._folder / f"{count}.sqlite", list(messages(count))))

    async def cost(self, store: ConversationStore, count: int) -> float:
        """Returns the CPU of opening it."""
        self._view.model.clear()
        settle()
        started = time.process_time()
        page = await store.page(conversation().id)
        self._show(page)
        cost = (time.process_time() - started) * 1000
        self._check(page, count)
        return cost

    def _show(self, page: MessagePage) -> None:
        self._view.model.show_page(conversation().id, page)
        self._view.viewport().repaint()

    def _check(self, page: MessagePage, count: int) -> None:
        bar = self._view.verticalScrollBar()
        require(page.total == count and bar.value() == bar.maximum() > 0, "the end of the conversation is not shown")
        last = self._view.model.row(self._view.model.rowCount() - 1)
        require(
            page.messages[-1].text in last.text or last.id.startswith(page.messages[-1].id),
            "the last card is not shown",
        )

    async def all_loaded(self, store: ConversationStore, count: int) -> float:
        """Returns the CPU of opening it with every message loaded at once."""
        started = time.process_time()
        page = await store.page(conversation().id, limit=count)
        self._show(page)
        return (time.process_time() - started) * 1000

    def close(self) -> None:
        """Removes the window."""
        discard(self._view)


def _open(scale: Scale) -> Samples:
    long, middle, short = scale.pick(10_000, 120), scale.pick(3000, 60), scale.pick(1000, 60)

    async def measure(opening: _Opening) -> Samples:
        stores = {count: await opening.make(count) for count in {long, middle, short}}
        sides = ((stores[long], long), (stores[short], short))
        pairs = [[await opening.cost(*side) for side in sides] for _ in range(scale.rounds() + 1)]
        info = {
            f"{middle} ms": await opening.cost(stores[middle], middle),
            f"{long} ms, every message loaded": await opening.all_loaded(stores[long], long),
        }
        return Samples([a for a, _ in pairs[1:]], [b for _, b in pairs[1:]], info=info)

    return _with_opening(measure)


def _with_opening(measure: Callable[[_Opening], object]) -> Samples:
    folder = fast_folder()
    opening = _Opening(folder)
    try:
        return asyncio.run(measure(opening))
    finally:
        opening.close()
        shutil.rmtree(folder, ignore_errors=True)


def _open_doc(scale: Scale) -> Samples:
    from PySide6.QtWidgets import QTextBrowser

    count = scale.pick(10_000, 120)
    text = "\n\n---\n\n".join(message.text for message in messages(count))

    def theirs() -> float:
        browser = QTextBrowser()
        show(browser)
        started = time.process_time()
        browser.setMarkdown(text)
        bar = browser.verticalScrollBar()
        bar.setValue(bar.maximum())
        browser.viewport().repaint()
        cost = (time.process_time() - started) * 1000
        require(bar.value() > 0, "the browser shows nothing")
        discard(browser)
        return cost

    async def measure(opening: _Opening) -> Samples:
        store = await opening.make(count)
        pairs = [(await opening.cost(store, count), theirs()) for _ in range(scale.rounds() + 1)]
        return Samples([a for a, _ in pairs[1:]], [b for _, b in pairs[1:]])

    return _with_opening(measure)


def _memory(scale: Scale) -> Samples:
    count = scale.pick(10_000, 60)
    folder = fast_folder()
    root = Path(__file__).resolve().parent.parent
    env = {**os.environ, "PYTHONPATH": str(root), "QT_QPA_PLATFORM": "offscreen"}
    growths, texts = [], []
    try:
        asyncio.run(_fill_and_close(folder / "c.sqlite", count))
        for _ in range(scale.rounds()):
            argv = [sys.executable, "-m", "benchmarks._memory", "chat", str(folder / "c.sqlite"), str(count)]
            found = json.loads(run_child(argv, env).output)
            growths.append(found["growth"])
            texts.append(found["text"])
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    require(texts[0] == sum(len(m.text.encode()) for m in messages(count)), "messages are missing")
    return Samples(growths, texts, "bytes")


async def _fill_and_close(path: Path, count: int) -> None:
    await (await make_database(path, list(messages(count)))).close()


def _line(scale: Scale) -> Samples:
    frames = scale.pick(5, 1)
    length = scale.pick(1_000_000, 20_000)
    text = plain_text(length + _more(frames)).replace("\n", " ")
    work = theme()

    def ours() -> Frames:
        view = make_view(work)
        answer = GrowingAnswer(view)
        load(view, ())
        answer.begin(text[:length], text[length:])
        costs = frames_cpu_ms(answer.grow, view.viewport(), frames)
        answer.check()
        discard(view)
        return costs

    def theirs() -> Frames:
        editor = PlainEditor(text[:length], text[length:])
        costs = frames_cpu_ms(editor.grow, editor.viewport, frames)
        editor.close()
        return costs

    return _middle_and_tail(_pairs(ours, theirs, scale.rounds()))["p50"]


def _table(scale: Scale) -> Samples:
    from dataclasses import replace

    from PySide6.QtWidgets import QTextBrowser

    from qodev.types.messages import TextBlock

    text = table_text(scale.pick(5000, 50))
    themes = theme()
    asked, answered = list(messages(2))
    made = [asked, replace(answered, blocks=(TextBlock(text),))]

    def ours() -> Frames:
        view = make_view(themes)
        started = time.thread_time()
        view.model.show_page("c", MessagePage(tuple(made), 0, 2))
        view.viewport().repaint()
        cost = (time.thread_time() - started) * 1000
        require(view.verticalScrollBar().maximum() > VIEWPORT[1], "the table is not laid out")
        discard(view)
        return [cost]

    def theirs() -> Frames:
        browser = QTextBrowser()
        show(browser)
        started = time.thread_time()
        browser.setMarkdown(text)
        browser.viewport().repaint()
        cost = (time.thread_time() - started) * 1000
        require(browser.document().blockCount() > 100, "the browser shows no table")
        discard(browser)
        return [cost]

    return _middle_and_tail(_pairs(ours, theirs, scale.rounds()))["p50"]

"""Does one thing in a fresh process and prints how much its memory grew; started by the rows `*.memory`."""

import asyncio
import gc
import json
import os
import sys
import time
from pathlib import Path

from benchmarks._data import conversation
from benchmarks._kit import private_mb
from benchmarks._sending import base_url, provider, request_for
from qodev.providers.http import HttpProvider
from qodev.runtime.accumulator import AnswerAccumulator
from qodev.store.conversations import ConversationStore
from qodev.store.recovery import open_conversations
from qodev.types.messages import TextBlock, Usage


async def _stream(sender: HttpProvider, port: int, count: int) -> AnswerAccumulator:
    """Returns what the runtime keeps of an answer; the events are dropped, as after they were shown."""
    accumulator = AnswerAccumulator("conv", "turn", Usage(), time.time)
    request = request_for("openai", base_url(port, "phrases", count))
    async for chunk in sender.stream(request):
        for _event in accumulator.feed(chunk):
            pass
    return accumulator


async def _streamed(port: int, count: int) -> dict[str, float]:
    async with provider() as sender:
        await _stream(sender, port, count // 2)  # imports, connections and the allocator's pools are no growth
        before = _private_bytes()
        kept = await _stream(sender, port, count)
        growth = _private_bytes() - before
    (block,) = kept.blocks
    assert isinstance(block, TextBlock)
    return {"growth": growth, "text": len(block.text.encode())}


def _private_bytes() -> float:
    gc.collect()
    return private_mb(os.getpid()) * 1024 * 1024


async def _chat(path: Path, count: int) -> dict[str, float]:
    """Opens a conversation and loads every older page, as a reader does who scrolls to its beginning."""
    from benchmarks._transcript import make_view
    from benchmarks._window import settle, theme

    view = make_view(theme())
    store = ConversationStore((await open_conversations(path, clock=time.time)).database)
    first = await store.page(conversation().id)
    view.model.show_page(conversation().id, first)
    settle()
    before = _private_bytes()
    length = sum(len(message.text.encode()) for message in first.messages)
    while view.model.has_older:
        page = await store.page(conversation().id, view.model.first_position)
        length += sum(len(message.text.encode()) for message in page.messages)
        view.model.prepend_page(page)
        settle(1)
    assert view.model.rowCount() >= count
    return {"growth": _private_bytes() - before, "text": length}


if __name__ == "__main__":
    if sys.argv[1] == "chat":
        print(json.dumps(asyncio.run(_chat(Path(sys.argv[2]), int(sys.argv[3])))))
    else:
        print(json.dumps(asyncio.run(_streamed(int(sys.argv[2]), int(sys.argv[3])))))

"""Streams: from bytes on loopback to typed events, beside a raw reader and beside the vendors' SDKs."""

import asyncio
import json
import os
import statistics
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from benchmarks._data import pieces
from benchmarks._kit import Row, Samples, Scale, SkipRow, fast_folder, require, run_child
from benchmarks._sending import OnText, base_url, provider, read_raw, request_for, stream_texts
from benchmarks._server import PHRASE_WORDS, running
from qodev.providers.http import HttpProvider
from qodev.types.providers import ProviderRequest

_PACE_US = 2000
_TOKEN_US = 500
_LATENCY_EVENTS = 400
Reading = Callable[[OnText], Awaitable[None]]


def rows() -> list[Row]:
    """Returns the rows of this subject."""
    burst = "thread CPU an event; loopback, pieces of 4 KiB, client made before on both sides"
    paced = "500 events a second, each written alone; qasync on both sides"
    return [
        Row("stream.sse", _sse, burst),
        Row("stream.ndjson", _ndjson, burst),
        Row("stream.openai", _openai, burst),
        Row("stream.anthropic", _anthropic, burst),
        Row("stream.wakeup", _wakeup, f"thread CPU an event; {paced}"),
        Row("stream.latency", _latency, f"wall time, median; {paced}"),
        Row("stream.coalesce", _coalesce, "wall time; 2,000 tokens a second into 10,000 loaded messages, 900 x 700"),
        Row(
            "stream.memory",
            _memory,
            "private memory of a fresh process; deltas of four words; what the runtime keeps of an answer is kept",
        ),
    ]


def _sse(scale: Scale) -> Samples:
    return _beside_raw(scale, "openai")


def _ndjson(scale: Scale) -> Samples:
    return _beside_raw(scale, "ollama")


def _beside_raw(scale: Scale, kind: str) -> Samples:
    count = scale.pick(5000, 50)

    async def measure(port: int) -> Samples:
        async with provider() as sender:
            request = request_for(kind, base_url(port, kind, count))
            return await _interleave(
                lambda take: stream_texts(sender, request, take),
                lambda take: read_raw(port, kind, count, 0, take),
                count,
                scale.rounds(),
            )

    with running() as port:
        return asyncio.run(measure(port))


async def _interleave(ours: Reading, theirs: Reading, count: int, rounds: int) -> Samples:
    pairs = [(await _cost(ours, count), await _cost(theirs, count)) for _ in range(rounds + 1)]
    return Samples([a for a, _ in pairs[1:]], [b for _, b in pairs[1:]], "us")


async def _cost(read: Reading, count: int) -> float:
    """Returns the microseconds of this thread for one event, after checking the text."""
    texts: list[str] = []
    started = time.thread_time()
    await read(texts.append)
    cost = (time.thread_time() - started) / count * 1_000_000
    require("".join(texts) == "".join(pieces(count)), "the text is not what was sent")
    return cost


def _openai(scale: Scale) -> Samples:
    try:
        from openai import AsyncOpenAI
    except ImportError:
        raise SkipRow("the package openai is not installed") from None
    count = scale.pick(2000, 50)

    async def measure(port: int) -> Samples:
        url = base_url(port, "openai", count)
        client = AsyncOpenAI(api_key="none", base_url=f"{url}/v1", max_retries=0)

        async def theirs(take: OnText) -> None:
            stream = await client.chat.completions.create(model="made", messages=[], stream=True)
            async for event in stream:
                if event.choices and event.choices[0].delta.content:
                    take(event.choices[0].delta.content)

        async with provider() as sender, client:
            request = request_for("openai", url)
            return await _interleave(lambda take: stream_texts(sender, request, take), theirs, count, scale.rounds())

    with running() as port:
        return asyncio.run(measure(port))


def _anthropic(scale: Scale) -> Samples:
    try:
        from anthropic import AsyncAnthropic
    except ImportError:
        raise SkipRow("the package anthropic is not installed") from None
    count = scale.pick(2000, 50)

    async def measure(port: int) -> Samples:
        url = base_url(port, "anthropic", count)
        client = AsyncAnthropic(api_key="none", base_url=url, max_retries=0)

        async def theirs(take: OnText) -> None:
            stream = await client.messages.create(model="made", max_tokens=100, messages=[], stream=True)
            async for event in stream:
                if event.type == "content_block_delta" and event.delta.type == "text_delta":
                    take(event.delta.text)

        async with provider() as sender, client:
            request = request_for("anthropic", url)
            return await _interleave(lambda take: stream_texts(sender, request, take), theirs, count, scale.rounds())

    with running() as port:
        return asyncio.run(measure(port))


def _paced(scale: Scale, cost: Callable[[Reading, int], Awaitable[float]], unit: str) -> Samples:
    from benchmarks._window import run_qt

    count = scale.pick(_LATENCY_EVENTS, 20)

    async def measure(port: int) -> Samples:
        async with provider() as sender:
            request = request_for("openai", base_url(port, "openai", count, _PACE_US))
            pairs = []
            for _ in range(scale.rounds() + 1):
                ours = await cost(lambda take: stream_texts(sender, request, take), count)
                pairs.append((ours, await cost(lambda take: read_raw(port, "openai", count, _PACE_US, take), count)))
        return Samples([a for a, _ in pairs[1:]], [b for _, b in pairs[1:]], unit)

    with running() as port:
        return run_qt(measure(port))


def _wakeup(scale: Scale) -> Samples:
    async def cost(read: Reading, count: int) -> float:
        seen = 0

        def take(_text: str) -> None:
            nonlocal seen
            seen += 1

        started = time.thread_time()
        await read(take)
        spent = (time.thread_time() - started) / count * 1_000_000
        require(seen == count, f"{seen} of {count} events came")
        return spent

    return _paced(scale, cost, "us")


def _latency(scale: Scale) -> Samples:
    async def cost(read: Reading, count: int) -> float:
        waits: list[int] = []
        await read(lambda text: waits.append(time.monotonic_ns() - int(text)))
        require(len(waits) == count, f"{len(waits)} of {count} events came")
        return statistics.median(waits) / 1000

    return _paced(scale, cost, "us")


def _memory(scale: Scale) -> Samples:
    count = scale.pick(50_000, 500)
    growths, texts = [], []
    home = fast_folder()
    root = Path(__file__).resolve().parent.parent
    env = {**os.environ, "PYTHONPATH": str(root), "HOME": str(home)}
    with running() as port:
        for _ in range(scale.rounds()):
            child = run_child([sys.executable, "-m", "benchmarks._memory", "stream", str(port), str(count)], env)
            found = json.loads(child.output)
            require(found["text"] == sum(map(len, pieces(count, PHRASE_WORDS))), "the text is not what was sent")
            growths.append(found["growth"])
            texts.append(found["text"])
    home.rmdir()
    return Samples(growths, texts, "bytes")


def _coalesce(scale: Scale) -> Samples:
    """The floor is the heartbeat's period: no program can beat more often than it is asked to."""
    from benchmarks._data import messages
    from benchmarks._transcript import load, make_view
    from benchmarks._window import BEAT_MS, discard, p99, run_qt, theme

    count = scale.pick(4000, 40)
    view = make_view(theme())
    load(view, list(messages(scale.pick(10_000, 20))))

    async def measure(port: int) -> Samples:
        found = []
        idle = await _idle_beats(scale.pick(1000, 50) / 1000)
        async with provider() as sender:
            for number in range(scale.rounds() + 1):
                request = request_for("openai", base_url(port, "openai", count, _TOKEN_US))
                found.append(p99(await _beats_during(view, sender, request, number)))
        return Samples(found[1:], [float(BEAT_MS)] * (len(found) - 1), info={"p99 ms, nothing streams": p99(idle)})

    with running() as port:
        samples = run_qt(measure(port))
    discard(view)
    return samples


async def _idle_beats(seconds: float) -> list[float]:
    """Returns the gaps of the heartbeat while nothing streams: what the machine itself does to it."""
    from benchmarks._window import Heartbeat

    beats = Heartbeat()
    beats.start()
    await asyncio.sleep(seconds)
    beats.stop()
    return list(beats.gaps_ms)


async def _beats_during(view, sender: HttpProvider, request: ProviderRequest, number: int) -> list[float]:
    """Streams an answer into the transcript as a turn does, and returns the gaps of the heartbeat meanwhile."""
    from benchmarks._transcript import CONVERSATION, turn_begins
    from benchmarks._window import Heartbeat
    from qodev.runtime.accumulator import AnswerAccumulator
    from qodev.services.bus import EventBus
    from qodev.types.messages import Usage
    from qodev.ui.bridge import EventBridge

    turn = f"turn{number}"
    bus, bridge, beats = EventBus(time.time), EventBridge(view), Heartbeat()
    bridge.batch_ready.connect(view.model.apply)
    bus.subscribe(bridge.take)
    for event in turn_begins(turn):
        bus.emit(event)
    accumulator = AnswerAccumulator(CONVERSATION, turn, Usage(), time.time)
    beats.start()
    async for chunk in sender.stream(request):
        for event in accumulator.feed(chunk):
            bus.emit(event)
    beats.stop()
    await asyncio.sleep(0.3)
    (block,) = accumulator.blocks
    shown = [row.text for row in view.model.rows if row.turn_id == turn]
    require(block.text in shown, "the transcript does not show the whole answer")
    return list(beats.gaps_ms)

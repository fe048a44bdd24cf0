"""The scripted provider server: speaks every wire format on a free loopback port, without key and network."""

import asyncio
import hashlib
import logging
import ssl
import time
from collections import Counter, deque
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Sequence
from contextlib import aclosing, suppress
from dataclasses import dataclass
from typing import TypeAlias

from qodev.base.ids import Clock, IdSource, new_id
from qodev.base.jsontext import JsonValue, dump_compact
from qodev.base.tasks import TaskOwner
from qodev.providers.offline_http import Answering, HttpFault, RawAnswer, SeenRequest, play_raw, read_request
from qodev.providers.offline_lists import list_answer, show_answer
from qodev.providers.offline_requests import Exchange, RequestFault, Route, find_route, read_exchange
from qodev.providers.offline_scripts import (
    SCRIPTS,
    Answer,
    Asked,
    CallTool,
    Cut,
    Fail,
    Garble,
    Refusal,
    Say,
    Script,
    Step,
    Think,
    find_script,
)
from qodev.providers.offline_wire import Reply, Wire, WireOptions
from qodev.types.messages import Usage

Pace: TypeAlias = Callable[[float], Awaitable[object]]
"""Waits some seconds between two words; tests pass one that does not wait."""

_LOG = logging.getLogger(__name__)
_KEPT_REQUESTS = 200
_BULK_CHARACTERS = 200  # size of a piece when nothing paces the answer
_SPLIT_BYTES = 5  # no multiple of a character's length, so most cuts fall inside one
_JSON = {"content-type": "application/json"}


class OfflineServer:
    """Answers what comes by scripts, and by raw answers first when a test has put some there."""

    def __init__(
        self,
        scripts: Sequence[Script] = SCRIPTS,
        *,
        pace: Pace = asyncio.sleep,
        clock: Clock = time.time,
        ids: IdSource = new_id,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self.requests: deque[SeenRequest] = deque(maxlen=_KEPT_REQUESTS)
        self.raw: deque[RawAnswer] = deque()  # each answers one request
        self.raw_always: RawAnswer | None = None
        self._scripts = tuple(scripts)
        self._pace = pace
        self._clock = clock
        self._ids = ids
        self._tls = tls
        self._attempts: Counter[bytes] = Counter()
        self._tasks = TaskOwner("offline", _report)
        self._server: asyncio.Server | None = None
        self._port = 0

    @property
    def url(self) -> str:
        """Returns the base address; the server must have started."""
        return f"{'https' if self._tls else 'http'}://127.0.0.1:{self._port}"

    @property
    def broken_tls_url(self) -> str:
        """Returns an https address that answers with bytes that are not TLS."""
        return f"https://127.0.0.1:{self._port}"

    async def start(self) -> int:
        """Listens on a free loopback port and returns it."""
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0, ssl=self._tls)
        self._port = self._server.sockets[0].getsockname()[1]
        return self._port

    async def stop(self) -> None:
        """Closes the port and every connection; safe to call twice."""
        server, self._server = self._server, None
        if server is not None:
            server.close()
            await self._tasks.stop()
            await server.wait_closed()

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._tasks.spawn(self._serve(reader, writer), name="connection")

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        answering = Answering(writer)
        try:
            while (request := await read_request(reader)) is not None:
                self.requests.append(request)
                if not await self._answer(request, answering, reader):
                    break
        except HttpFault as fault:
            with suppress(ConnectionError):
                await answering.whole(fault.status, b"", {"connection": "close"})
        except (ConnectionError, asyncio.IncompleteReadError):
            pass  # the client left
        except asyncio.CancelledError:
            writer.transport.abort()  # a client that does not read must not hold up the end
            raise
        finally:
            writer.close()
            with suppress(ConnectionError, ssl.SSLError):
                await writer.wait_closed()

    async def _answer(self, request: SeenRequest, answering: Answering, reader: asyncio.StreamReader) -> bool:
        """Answers one request; returns whether the connection may go on."""
        raw = self.raw.popleft() if self.raw else self.raw_always
        if raw is not None:
            return await play_raw(raw, answering, reader)
        if request.method == "GET":
            found = list_answer(request, self._scripts)
            status = 404 if found is None else 200
            await self._whole(answering, status, {"error": "not found"} if found is None else found)
            return True
        if request.path.endswith("/api/show"):
            await self._whole(answering, 200, show_answer())
            return True
        route = find_route(request.path)
        if route is None or request.method != "POST":
            await self._whole(answering, 404 if route is None else 405, {"error": "not found"})
            return True
        return await self._play(request, route, answering)

    async def _whole(
        self, answering: Answering, status: int, value: JsonValue, retry_after_s: int | None = None
    ) -> None:
        headers = _JSON | {"x-request-id": self._ids("req")}
        if retry_after_s is not None:
            headers |= {"retry-after": str(retry_after_s)}
        await answering.whole(status, dump_compact(value).encode(), headers)

    async def _play(self, request: SeenRequest, route: Route, answering: Answering) -> bool:
        try:
            exchange = read_exchange(route, request.path, request.query, request.body)
        except RequestFault as fault:
            await self._whole(answering, 400, route.error_body(400, str(fault)))
            return True
        planned = self._plan(exchange, request.body)
        if isinstance(planned, Refusal):
            body = route.error_body(planned.status, planned.message)
            await self._whole(answering, planned.status, body, planned.retry_after_s)
            return True
        options = WireOptions(exchange.model, exchange.wants_usage, self._ids, self._clock())
        playing = _Playing(planned, route, route.wire(options), _usage_of(planned, exchange))
        if exchange.is_stream:
            return await self._stream(playing, answering)
        return await self._send_whole(playing, answering)

    def _plan(self, exchange: Exchange, body: bytes) -> Answer | Refusal:
        script, parameters = find_script(exchange.model, self._scripts)
        if script is None:
            names = ", ".join(s.id for s in self._scripts)
            return Refusal(404, f"The model `{exchange.model}` does not exist. There are: {names}.")
        digest = hashlib.sha256(exchange.model.encode() + body).digest()
        self._attempts[digest] += 1
        asked = Asked(
            script.id,
            parameters,
            exchange.text,
            exchange.results,
            exchange.tools,
            exchange.prompt_tokens,
            self._attempts[digest],
            exchange.rounds,
        )
        return script.play(asked)

    async def _stream(self, playing: "_Playing", answering: Answering) -> bool:
        answering.start(200, {"content-type": playing.wire.content_type, "cache-control": "no-cache"})
        async with aclosing(self._encode(playing)) as parts:
            async for part in parts:
                if part is None:
                    return False  # cut: the connection closes without an end
                for piece in _pieces_of_bytes(part, splits=playing.answer.splits_characters):
                    await answering.chunk(piece)
        await answering.finish()
        return True

    async def _encode(self, playing: "_Playing") -> AsyncGenerator[bytes | None, None]:
        """Yields the bytes of an answer as time passes; None is a cut."""
        answer, wire = playing.answer, playing.wire
        yield wire.begin(playing.usage)
        for step in answer.steps:
            for number, part in enumerate(_encode_step(step, wire, answer)):
                if number and answer.pause_s:
                    await self._pace(answer.pause_s)
                yield part
            if isinstance(step, Cut):
                yield None
            if isinstance(step, Cut | Fail):
                return
        yield wire.end(answer.stop, playing.usage)

    async def _send_whole(self, playing: "_Playing", answering: Answering) -> bool:
        steps = playing.answer.steps
        failed = next((step for step in steps if isinstance(step, Fail)), None)
        if failed is not None:
            await self._whole(answering, 500, playing.route.error_body(500, failed.message))
            return True
        content = dump_compact(playing.wire.whole(_reply_of(playing.answer, playing.usage))).encode()
        if any(isinstance(step, Garble | Cut) for step in steps):
            content = content[: len(content) // 2]
        await answering.whole(200, content, _JSON)
        return True


@dataclass(frozen=True, slots=True)
class _Playing:
    """An answer on its way out."""

    answer: Answer
    route: Route
    wire: Wire
    usage: Usage


def _report(name: str, fault: BaseException) -> None:
    _LOG.error("The offline server failed in %s.", name, exc_info=fault)


def _encode_step(step: Step, wire: Wire, answer: Answer) -> Iterator[bytes]:
    match step:
        case Say(text):
            yield from (wire.text(piece) for piece in _pieces(text, answer))
        case Think(text):
            yield from (wire.thinking(piece) for piece in _pieces(text, answer))
        case CallTool():
            yield from wire.call(step)
        case Garble(text):
            yield wire.garble(text)
        case Fail(message):
            yield wire.fail(message)
        case Cut():
            return


def _pieces(text: str, answer: Answer) -> Iterator[str]:
    """Yields words with the blanks before them, or bulk when nothing paces."""
    if not answer.pause_s:
        yield from (text[at : at + _BULK_CHARACTERS] for at in range(0, len(text), _BULK_CHARACTERS))
        return
    start = 0
    for at in range(1, len(text)):
        if text[at].isspace() and not text[at - 1].isspace():
            yield text[start:at]
            start = at
    yield text[start:]


def _pieces_of_bytes(part: bytes, *, splits: bool) -> Iterator[bytes]:
    size = _SPLIT_BYTES if splits else max(1, len(part))
    yield from (part[at : at + size] for at in range(0, len(part), size))


def _reply_of(answer: Answer, usage: Usage) -> Reply:
    text = "".join(step.text for step in answer.steps if isinstance(step, Say))
    thinking = "".join(step.text for step in answer.steps if isinstance(step, Think))
    calls = tuple(step for step in answer.steps if isinstance(step, CallTool))
    return Reply(text, thinking, calls, answer.stop, usage)


def _usage_of(answer: Answer, exchange: Exchange) -> Usage:
    thought = sum(len(step.text) for step in answer.steps if isinstance(step, Think)) // 4
    said = sum(len(step.text) for step in answer.steps if isinstance(step, Say)) // 4
    called = sum(len(step.arguments) for step in answer.steps if isinstance(step, CallTool)) // 4
    read = max(1, int(exchange.prompt_tokens * answer.prompt_share))
    return Usage(read, thought + said + called + 1, reasoning_tokens=thought)

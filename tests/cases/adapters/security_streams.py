"""Runs `security/streams.jsonl` against a raw server on loopback."""

import asyncio
import base64
import logging
from collections.abc import Iterator
from contextlib import aclosing, contextmanager
from dataclasses import dataclass, field
from io import StringIO

from qodev.base.logs import KnownSecrets, RedactingFormatter
from qodev.base.net import HttpClient, NetSettings
from qodev.providers.base import ShapeOptions
from qodev.providers.http import HttpOptions, HttpProvider
from qodev.providers.keys import key_header
from qodev.providers.registry import dialect_for
from qodev.providers.url import effective_url
from qodev.types.agents import ClientApi, ProviderInstance, Timeouts
from qodev.types.messages import StopReason
from qodev.types.providers import (
    ErrorChunk,
    ProviderRequest,
    RetryChunk,
    StopChunk,
    StreamChunk,
    TextChunk,
    ToolEndChunk,
    ToolStartChunk,
)
from tests.cases.kit import Case, difference
from tests.fakes.wire import MemorySecrets, RawAnswer, RawServer, instance, raw_server

_NOW = 1_800_000_000.0
_ENDPOINTS = {"openai_chat": "/v1/chat/completions", "anthropic": "/v1/messages", "ollama": "/api/chat"}
_TYPES = {"openai_chat": "text/event-stream", "anthropic": "text/event-stream", "ollama": "application/x-ndjson"}


@dataclass
class Outcome:
    """What came of a case."""

    chunks: list[StreamChunk] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)
    requests: int = 0
    log: str = ""

    def text(self) -> str:
        return "".join(c.text for c in self.chunks if isinstance(c, TextChunk))

    def started_calls(self) -> list[dict[str, object]]:
        """Returns the calls that a turn would start, in the order of the message."""
        last = self.chunks[-1]
        if not isinstance(last, StopChunk) or last.reason is not StopReason.TOOL_CALLS:
            return []
        starts = {c.index: c for c in self.chunks if isinstance(c, ToolStartChunk)}
        ends = [c for c in self.chunks if isinstance(c, ToolEndChunk) and c.input is not None]
        return [
            {"id": starts[e.index].id, "name": starts[e.index].name, "arguments": e.input}
            for e in sorted(ends, key=lambda end: end.index)
        ]

    def bad_calls(self) -> int:
        if not isinstance(self.chunks[-1], StopChunk):
            return 0
        return sum(isinstance(c, ToolEndChunk) and c.error is not None for c in self.chunks)


def run(case: Case) -> str | None:
    """Sends the case's request to a server that answers as the case says."""
    return judge(case, asyncio.run(_carry_out(case)))


def answer_of(case: Case) -> RawAnswer:
    """Returns what the server sends."""
    said = case["answer"]
    repeat = said.get("repeat")
    headers = {name.lower(): value for name, value in (said.get("headers") or {}).items()}
    if said["status"] == 200:
        headers.setdefault("content-type", _TYPES[case["api"]])
    return RawAnswer(
        status=said["status"],
        headers=headers,
        chunks=[base64.b64decode(chunk) for chunk in said.get("chunks_b64", [])],
        repeat=(base64.b64decode(repeat["b64"]), repeat["times"]) if repeat else None,
        then=said.get("then", "close"),
    )


async def _carry_out(case: Case) -> Outcome:
    outcome = Outcome()
    with _captured_log() as log:
        async with raw_server(answer_of(case)) as server:
            outcome = await _stream(case, server)
            outcome.requests = len(server.seen)
    outcome.log = log.getvalue()
    return outcome


async def _stream(case: Case, server: RawServer) -> Outcome:
    outcome = Outcome()
    asked = case.get("request") or {}
    key = asked.get("key")
    query = f"?{asked['query']}" if "query" in asked else ""
    target = instance(server.url + query, ClientApi(case["api"]), key_ref="" if key is None else "test")
    timeouts = Timeouts(**asked.get("timeouts", {}))

    async def sleep(wait_s: float) -> None:
        outcome.waits.append(wait_s)

    client = HttpClient(proxies=dict)
    net = NetSettings("none", None, True, timeouts.connect_s, timeouts.idle_s, timeouts.total_s)
    options = HttpOptions(clock=lambda: _NOW, sleep=sleep, spread=lambda: 0.5, known=KnownSecrets(), env={})
    provider = HttpProvider(client, MemorySecrets({} if key is None else {"test": key}), lambda _: net, options)
    async with aclosing(provider.stream(_request(case, target))) as chunks:
        async for chunk in chunks:
            outcome.chunks.append(chunk)
    await client.close()
    return outcome


def _request(case: Case, target: ProviderInstance) -> ProviderRequest:
    dialect = dialect_for(target.client_api)
    url = effective_url(target.url, _ENDPOINTS[case["api"]], "test").value
    assert url is not None
    shaped = dialect.shape({"messages": []}, ShapeOptions("test", url))
    header = key_header(target)
    return ProviderRequest(
        client_api=target.client_api,
        instance=target,
        method="POST",
        url=shaped.url,
        headers=dialect.headers(stream=shaped.stream),
        body=b"{}",
        key_header=header.name if header else None,
        stream=shaped.stream,
        added=shaped.added,
    )


@contextmanager
def _captured_log() -> Iterator[StringIO]:
    """Collects every log line of the run, at the finest level."""
    log = StringIO()
    root = logging.getLogger()
    handler = logging.StreamHandler(log)
    handler.setFormatter(RedactingFormatter(KnownSecrets()))
    before = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    try:
        yield log
    finally:
        root.removeHandler(handler)
        root.setLevel(before)


def judge(case: Case, outcome: Outcome) -> str | None:
    """Says what differs from what the case expects."""
    expect = case["expect"]
    last = outcome.chunks[-1]
    ends = [c for c in outcome.chunks if isinstance(c, StopChunk | ErrorChunk)]
    found = [
        difference("ends", 1, len(ends)),
        difference("text", expect["text"], outcome.text()) if "text" in expect else None,
        difference("bad calls", expect.get("bad_calls", 0), outcome.bad_calls()),
        _differing_calls(expect.get("calls", []), outcome.started_calls()),
        _differing_retry(expect, outcome),
    ]
    if "stop" in expect:
        found.append(difference("stop", expect["stop"], last.reason.value if isinstance(last, StopChunk) else last))
    if "error" in expect:
        found.append(
            difference("error", expect["error"], last.error.kind.value if isinstance(last, ErrorChunk) else last)
        )
    if "requests" in expect:
        found.append(difference("requests", expect["requests"], outcome.requests))
    shown = repr(outcome.chunks) + outcome.log
    found += [f"shows {value!r}" for value in expect.get("absent", []) if value in shown]
    return next((why for why in found if why is not None), None)


def _differing_calls(wanted: list[dict[str, object]], got: list[dict[str, object]]) -> str | None:
    named = [
        call if "id" in want else {k: v for k, v in call.items() if k != "id"}
        for want, call in zip(wanted, got, strict=False)
    ]
    return difference("calls", wanted, named if len(wanted) == len(got) else got)


def _differing_retry(expect: Case, outcome: Outcome) -> str | None:
    retries = [c for c in outcome.chunks if isinstance(c, RetryChunk)]
    if expect.get("retry", "none") == "none":
        return difference("retries", 0, len(retries))
    wanted = expect.get("wait_s", "own")
    waits = [1.0, 2.0] if wanted == "own" else [wanted, wanted]
    is_near = len(outcome.waits) == 2 and all(abs(a - b) <= 1 for a, b in zip(waits, outcome.waits, strict=True))
    return None if is_near else f"waits: wanted {waits}, got {outcome.waits}"

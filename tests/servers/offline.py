"""Starts the product's offline server for a test: it never waits, and it can speak TLS with a self-made certificate."""

import asyncio
import base64
import ssl
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from qodev.providers.offline import OfflineServer
from qodev.providers.offline_http import RawAnswer

CERTIFICATE = Path(__file__).with_name("self_made.pem")
_KEY = Path(__file__).with_name("self_made_key.pem")  # signs nothing but this test server


async def no_wait(_: float) -> None:
    """Lets the loop turn once instead of waiting."""
    await asyncio.sleep(0)


def self_made_tls() -> ssl.SSLContext:
    """Returns a server context whose certificate no system trusts; a client may name CERTIFICATE as its CA file."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATE, _KEY)
    return context


@asynccontextmanager
async def offline_server(*, tls: bool = False, **options: Any) -> AsyncIterator[OfflineServer]:
    """Runs an offline server for the length of a block."""
    server = OfflineServer(pace=no_wait, tls=self_made_tls() if tls else None, **options)
    await server.start()
    try:
        yield server
    finally:
        await server.stop()


def raw_answer(case: Mapping[str, Any]) -> RawAnswer:
    """Returns the `answer` of a line of `streams.jsonl` as the server plays it (S200)."""
    repeat = case.get("repeat", {})
    return RawAnswer(
        status=case.get("status", 200),
        headers=case.get("headers", {}),
        chunks=tuple(base64.b64decode(chunk) for chunk in case["chunks_b64"]),
        repeat=(base64.b64decode(repeat.get("b64", "")), repeat.get("times", 0)),
        then=case.get("then", "close"),
    )

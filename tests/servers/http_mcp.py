"""An MCP server over HTTP that misbehaves as the called tool says (S206), in a test's own loop."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

TOOLS = ("echo", "huge", "flood", "event", "redirect", "hang", "hangup", "html", "deep", "secret")


@dataclass
class HttpServer:
    """What came to it, and where it listens."""

    port: int = 0
    requests: list[tuple[str, str, dict[str, str]]] = field(default_factory=list)  # method, path, headers
    redirect_to: str = ""
    redirect_all: bool = False
    cancelled: list[Any] = field(default_factory=list)
    serving: set[asyncio.Task[Any]] = field(default_factory=set)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/mcp"

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self.serving.add(task)
        with suppress(ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            while await self._one(reader, writer):
                pass
        writer.close()
        self.serving.discard(task)

    async def _one(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        method, path, _ = head[0].split(" ")
        headers = {line.partition(":")[0].lower(): line.partition(":")[2].strip() for line in head[1:] if line}
        body = await reader.readexactly(int(headers.get("content-length", 0)))
        self.requests.append((method, path, headers))
        if self.redirect_all:
            return self._send(writer, 307, b"", location=self.redirect_to)
        if method != "POST":
            return self._send(writer, 405 if method == "GET" else 200, b"")
        return await self._post(writer, json.loads(body))

    async def _post(self, writer: asyncio.StreamWriter, message: dict[str, Any]) -> bool:
        method, request = message.get("method"), message.get("id")
        if method == "notifications/cancelled":
            self.cancelled.append(message["params"]["requestId"])
        if request is None:
            return self._send(writer, 202, b"")
        if method == "initialize":
            info = {"name": "http", "version": "1"}
            version = message["params"]["protocolVersion"]
            return self._reply(
                writer, request, {"protocolVersion": version, "capabilities": {"tools": {}}, "serverInfo": info}
            )
        if method == "tools/list":
            return self._reply(
                writer, request, {"tools": [{"name": n, "inputSchema": {"type": "object"}} for n in TOOLS]}
            )
        return await self._call(writer, request, message["params"]["name"])

    async def _call(self, writer: asyncio.StreamWriter, request: Any, name: str) -> bool:
        match name:
            case "huge":
                return self._reply(writer, request, _text("x" * 20_000_000))
            case "flood":
                return await self._events(writer, request)
            case "event":
                self._start_events(writer)
                writer.write(
                    b'data: {"jsonrpc":"2.0","id":%d,"result":{"content":"' % request + b"x" * 20_000_000 + b'"}}\n\n'
                )
                await writer.drain()
                return False
            case "redirect":
                return self._send(writer, 307, b"", location=self.redirect_to)
            case "hang":
                await asyncio.Event().wait()
            case "hangup":
                return False
            case "html":
                return self._send(writer, 200, b"<html>", kind="text/html")
            case "deep":
                deep = b'{"a":' * 1_000 + b"1" + b"}" * 1_000
                return self._send(writer, 200, b'{"jsonrpc":"2.0","id":%d,"result":%s}' % (request, deep))
            case "secret":
                return self._send(writer, 401, b"", **{"www-authenticate": "Bearer"})
        return self._reply(writer, request, _text("echo"))

    async def _events(self, writer: asyncio.StreamWriter, request: Any) -> bool:
        self._start_events(writer)
        notice = {"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "info", "data": "x"}}
        event = b"event: message\r\ndata: " + json.dumps(notice).encode() + b"\r\n\r\n"
        for _ in range(100):
            writer.write(event * 1_000)
            await writer.drain()
        answer = {"jsonrpc": "2.0", "id": request, "result": _text("flooded")}
        writer.write(b"event: message\r\ndata: " + json.dumps(answer).encode() + b"\r\n\r\n")
        await writer.drain()
        return False

    @staticmethod
    def _start_events(writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n")

    def _reply(self, writer: asyncio.StreamWriter, request: Any, result: Any) -> bool:
        return self._send(writer, 200, json.dumps({"jsonrpc": "2.0", "id": request, "result": result}).encode())

    @staticmethod
    def _send(
        writer: asyncio.StreamWriter, status: int, body: bytes, *, kind: str = "application/json", **more: str
    ) -> bool:
        lines = [f"HTTP/1.1 {status} X", f"Content-Length: {len(body)}", f"Content-Type: {kind}"]
        lines += [f"{name}: {value}" for name, value in more.items()]
        writer.write("\r\n".join([*lines, "", ""]).encode() + body)
        return True


def _text(words: str) -> dict[str, Any]:
    return {"content": [{"type": "text", "text": words}]}


@asynccontextmanager
async def http_server() -> AsyncIterator[HttpServer]:
    """Listens on a free port for the length of a block."""
    made = HttpServer()
    server = await asyncio.start_server(made.serve, "127.0.0.1", 0)
    made.port = server.sockets[0].getsockname()[1]
    try:
        yield made
    finally:
        server.close()
        while made.serving:
            for task in tuple(made.serving):
                task.cancel()
            await asyncio.wait(tuple(made.serving))

"""MCP servers for tests: a hostile program, the SDK's own server, and a host that has accepted what a test says."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from qodev.base.logs import KnownSecrets
from qodev.base.net import HttpClient, NetSettings
from qodev.base.tasks import WorkPool
from qodev.permissions.fingerprints import fingerprint_of
from qodev.profiles.builtin import BUILD
from qodev.tools.mcp import McpHost
from qodev.tools.mcp_accepted import AcceptedServers
from qodev.tools.mcp_server import ServerParts
from qodev.types.permissions import Step
from qodev.types.servers import ServerEntry, ServerFile, Transport
from qodev.types.tooling import Permit, Tool, ToolCall, ToolContext, ToolOutput
from qodev.types.work import OperationState, ServerState

HOSTILE = Path(__file__).with_name("hostile_mcp.py")
SDK_SERVER = Path(__file__).with_name("sdk_mcp.py")


def hostile(*switches: str, name: str = "bad", **fields: Any) -> ServerEntry:
    """Returns an entry that starts the hostile server."""
    return ServerEntry(
        name, name, Transport.STDIO, command=sys.executable, arguments=("-I", str(HOSTILE), *switches), **fields
    )


class MemoryKeys:
    """A key store in memory."""

    def __init__(self) -> None:
        self.kept: dict[str, str] = {}

    async def probe(self) -> str | None:
        return None

    async def resolve(self, ref: str) -> Any:
        value = self.kept.get(ref)
        return None if value is None else _Kept(value)

    async def store(self, ref: str, value: str, where: str) -> None:
        self.kept[ref] = value

    async def clear(self, ref: str) -> None:
        for item in ref.split("|"):
            self.kept.pop(item.strip(), None)


@dataclass(frozen=True)
class _Kept:
    value: str

    def reveal(self) -> str:
        return self.value


@dataclass
class Stage:
    """A host with everything around it, and what it told."""

    host: McpHost
    accepted: AcceptedServers
    keys: MemoryKeys
    known: KnownSecrets
    states: list[ServerState] = field(default_factory=list)
    faults: list[tuple[str, BaseException]] = field(default_factory=list)
    opened: list[str] = field(default_factory=list)  # addresses that a browser was to show
    browse: Callable[[str], Any] | None = None
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    progress: list[str] = field(default_factory=list)

    def take(self, state: ServerState) -> None:
        self.states.append(state)
        self.changed.set()

    async def until(self, right: Callable[[], bool], limit_s: float = 20.0) -> None:
        """Waits for a state in which something holds."""
        async with asyncio.timeout(limit_s):
            while not right():
                self.changed.clear()
                await self.changed.wait()

    async def until_said(self, server: str, start: str) -> None:
        """Waits for a line of a server's log."""
        live = self.host.find(server)
        assert live is not None
        await self.until(lambda: any(line.startswith(start) for line in live.log.lines))

    def state(self, server: str) -> ServerState:
        return next(one for one in self.host.states() if one.id == server)

    async def accept(self, server: str) -> None:
        """Does what a person does in the settings: the launch, a first connection, and all operations."""
        await self.host.accept_launch(server)
        await self.host.connect(server)
        listed = self.state(server).operations
        await self.host.accept_operations(
            server, {one.name: one.digest for one in listed if one.state is not OperationState.LEFT_OUT}
        )

    async def offer(self, conversation: str = "c1") -> dict[str, Tool]:
        """Returns the tools of a turn by their own names."""
        tools = await self.host.offer(self.context(conversation))
        return {tool.operation.name: tool for tool in tools}  # type: ignore[attr-defined]

    def context(self, conversation: str = "c1") -> ToolContext:
        return ToolContext(
            conversation,
            "t1",
            Path("/"),
            BUILD,
            is_trusted=lambda: True,
            may_show=lambda _: True,
            progress=lambda _, line: self.progress.append(line),
        )

    async def call(self, tool: Tool, **arguments: Any) -> ToolOutput:
        """Prepares a call and lets it happen."""
        prepared = await tool.prepare(ToolCall("1", tool.spec.name.name, arguments), self.context())
        return await prepared.act(Permit(Step.RUN))


@asynccontextmanager
async def stage(
    folder: Path, entries: Sequence[ServerEntry], *, env: Mapping[str, str] | None = None, **fields: Any
) -> AsyncIterator[Stage]:
    """Makes a host for the length of a block; nothing is accepted yet."""
    pool, known, keys = WorkPool(), KnownSecrets(), MemoryKeys()
    client = HttpClient(pool=pool, known=known, proxies=dict)
    accepted = AcceptedServers(folder / "accepted.json")
    made: list[Stage] = []

    async def browse(url: str) -> None:
        made[0].opened.append(url)
        if made[0].browse is not None:
            await made[0].browse(url)

    parts = ServerParts(
        env=dict(os.environ) if env is None else env,
        home=folder,
        pool=pool,
        client=client,
        net=lambda: NetSettings(proxy="none"),
        keys=keys,
        known=known,
        fingerprint=fingerprint_of,
        open_browser=browse,
        on_line=lambda _, __: made[0].changed.set(),
        on_error=lambda name, fault: made[0].faults.append((name, fault)),
        **({"waits_s": (0.01, 0.02)} | fields),
    )
    host = McpHost(parts, accepted, lambda state: made[0].take(state))
    made.append(Stage(host, accepted, keys, known))
    await host.use(ServerFile("mcp.json", "", tuple(entries)))
    try:
        yield made[0]
    finally:
        await host.close()
        await client.close()
        pool.close()
    assert made[0].faults == []

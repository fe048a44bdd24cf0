"""Brings the MCP servers of the user as tools to Code tasks: what was accepted, within all limits, and nothing else."""

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence

from qodev.base.jsontext import dump_compact
from qodev.base.tasks import TaskOwner
from qodev.tools.mcp_accepted import Accepted, AcceptedServers, difference, launch_digest, launch_text
from qodev.tools.mcp_catalog import OPERATIONS_MOST, SCHEMAS_MOST_BYTES, Operation, flags_of
from qodev.tools.mcp_server import LiveServer, ServerParts
from qodev.tools.mcp_tool import McpTool
from qodev.types.servers import ServerEntry, ServerFile
from qodev.types.tooling import Tool, ToolContext
from qodev.types.work import OperationState, ServerOperation, ServerState, ServerStatus

_ALL_STARTS_S = 120.0  # P196
OnState = Callable[[ServerState], None]


class McpHost:
    """The ToolSource of all servers. Servers connect when a turn of a Code task begins, and stay connected (P197).

    A change of settings makes another server of the same id; a turn that began with the former one keeps it.
    """

    def __init__(self, parts: ServerParts, accepted: AcceptedServers, on_state: OnState) -> None:
        self._parts = parts
        self._accepted = accepted
        self._on_state = on_state
        self._tasks = TaskOwner("mcp", parts.on_error)
        self._servers: dict[str, LiveServer] = {}
        self._retired: list[LiveServer] = []
        self._in_use: dict[str, tuple[LiveServer, ...]] = {}  # by conversation
        self._file = ServerFile("")
        self._is_closed = False

    @property
    def servers(self) -> Sequence[LiveServer]:
        """Returns the servers of the settings in force."""
        return tuple(self._servers.values())

    def find(self, server: str) -> LiveServer | None:
        """Returns a server by its id."""
        return self._servers.get(server.casefold())

    async def use(self, file: ServerFile) -> None:
        """Takes other settings; servers that are as they were stay connected."""
        self._file = file
        before, self._servers = self._servers, {}
        for entry in file.entries:
            known = before.pop(entry.id.casefold(), None)
            if known is not None and known.entry != entry:
                self._retired.append(known)
                known = None
            self._servers[entry.id.casefold()] = known or LiveServer(entry, self._parts, self._changed)
        self._retired += before.values()
        await self._drop_unused()
        for server in self.servers:
            self._changed(server)

    async def _drop_unused(self) -> None:
        held = {id(server) for servers in self._in_use.values() for server in servers}
        unused = [server for server in self._retired if id(server) not in held]
        self._retired = [server for server in self._retired if id(server) in held]
        await asyncio.gather(*(server.close() for server in unused))

    async def offer(self, context: ToolContext) -> Sequence[Tool]:
        """Returns the accepted operations of all that is ready; for a turn that begins, what is not is connected first."""
        await self._parts.pool.run(self._accepted.refresh)
        wanted = self._wanted()
        if context.begins:
            await self._connect_all(wanted)
        ready = tuple(server for server in wanted if server.connection is not None)
        if context.begins:
            self._in_use[context.conversation_id] = ready
            await self._drop_unused()
        return list(self._tools(ready))

    def _wanted(self) -> list[LiveServer]:
        return [server for server in self.servers if server.entry.is_enabled and self.is_launch_accepted(server.entry)]

    async def _connect_all(self, wanted: Sequence[LiveServer]) -> None:
        # Tasks of the host: a turn that is stopped while servers start does not end their start for the next one.
        starting = [self._tasks.spawn(server.connect(), name=f"start.{server.entry.id}") for server in wanted]
        if starting:
            await asyncio.wait(starting, timeout=_ALL_STARTS_S)

    def waiting(self) -> tuple[str, ...]:
        """Returns the ids of the servers that connect when the next turn begins."""
        return tuple(server.entry.id for server in self._wanted() if server.connection is None)

    def _tools(self, ready: Sequence[LiveServer]) -> Iterator[Tool]:
        count, size = 0, 0
        functions: set[str] = set()
        for server in ready:
            left_out = 0
            for operation in server.catalogue.operations:
                if not self.is_accepted(operation) or operation.tool.name in functions:
                    continue
                size += len(dump_compact(operation.schema))
                if count >= OPERATIONS_MOST or size > SCHEMAS_MOST_BYTES:
                    left_out += 1
                    continue
                count += 1
                functions.add(operation.tool.name)
                yield McpTool(server, operation, self.fingerprint(server.entry, operation), self.is_accepted)
            if left_out:
                server.log.note(f"{left_out} operations are left out: all servers together offer too many (P195).")

    async def forget(self, conversation_id: str) -> None:
        """Lets go of servers that only this conversation kept."""
        self._in_use.pop(conversation_id, None)
        await self._drop_unused()

    def fingerprint(self, entry: ServerEntry, operation: Operation) -> str:
        """Returns what an exact allow is bound to: where the server is and what the operation looks like (P129)."""
        return self._parts.fingerprint(launch_digest(entry), operation.name, operation.description, operation.schema)

    def is_launch_accepted(self, entry: ServerEntry) -> bool:
        """Tells whether a server may be started as it is set up now (S150)."""
        launch = self._accepted.of(entry.id).launch
        return launch is not None and launch.digest == launch_digest(entry)

    def is_accepted(self, operation: Operation) -> bool:
        """Tells whether an operation is as a person accepted it (S151)."""
        known = self._accepted.of(operation.server).operations.get(operation.name)
        return known is not None and known.digest == operation.digest

    async def accept_launch(self, server: str) -> None:
        """Stores that the launch as it is set up now was seen and accepted; raises AcceptError."""
        live = self.find(server)
        if live is not None:
            await self._parts.pool.run(self._accepted.accept_launch, live.entry)
            self._changed(live)

    async def accept_operations(self, server: str, digests: Mapping[str, str]) -> None:
        """Stores operations as accepted, by name and the digest that was seen; raises AcceptError.

        One that changed since it was shown is not accepted.
        """
        live = self.find(server)
        if live is None:
            return
        listed = {one.name: one for one in live.catalogue.operations}
        seen = {
            name: listed[name] for name, digest in digests.items() if name in listed and listed[name].digest == digest
        }
        accepted = {name: Accepted(one.digest, one.shown) for name, one in seen.items()}
        await self._parts.pool.run(self._accepted.accept_operations, live.entry.id, accepted, frozenset(listed))
        self._changed(live)

    async def connect(self, server: str) -> None:
        """Connects one server because a person wants it now; its launch must be accepted. What is wrong is its state."""
        live = self.find(server)
        if live is not None and self.is_launch_accepted(live.entry):
            await live.connect(is_asked=True)

    async def disconnect(self, server: str) -> None:
        """Ends the connection to one server."""
        live = self.find(server)
        if live is not None:
            await live.close()
            self._changed(live)

    def states(self) -> tuple[ServerState, ...]:
        """Returns every server of the settings, those that are invalid last."""
        invalid = tuple(
            ServerState(one.label, one.label, ServerStatus.INVALID, one.diagnostic.message, diagnostic=one.diagnostic)
            for one in self._file.invalid
        )
        return tuple(self.state_of(server) for server in self.servers) + invalid

    def state_of(self, server: LiveServer) -> ServerState:
        """Returns one server as the settings show it."""
        entry = server.entry
        operations = tuple(self._operations(server))
        launch = self._accepted.of(entry.id).launch
        shown = launch_text(entry)
        is_open = not self.is_launch_accepted(entry)
        waits = any(one.state in (OperationState.NEW, OperationState.CHANGED) for one in operations)
        return ServerState(
            entry.id,
            entry.name,
            server.status,
            server.text,
            operations,
            server.diagnostic,
            shown,
            needs_accepting=entry.is_enabled and (is_open or waits),
            launch_difference=difference(launch.shown, shown) if is_open and launch is not None else "",
            is_launch_accepted=not is_open,
        )

    def _operations(self, server: LiveServer) -> Iterator[ServerOperation]:
        others = {
            one.entry.id: [operation.target for operation in one.catalogue.operations]
            for one in self.servers
            if one is not server
        }
        known = self._accepted.of(server.entry.id).operations
        for operation in server.catalogue.operations:
            before = known.get(operation.name)
            state = OperationState.ACCEPTED if self.is_accepted(operation) else OperationState.NEW
            shown = ""
            if before is not None and state is OperationState.NEW:
                state, shown = OperationState.CHANGED, difference(before.shown, operation.shown)
            yield ServerOperation(
                operation.tool.name,
                operation.name,
                operation.description,
                operation.digest,
                state,
                " ".join(flags_of(operation, others)),
                shown or ("" if state is OperationState.ACCEPTED else operation.shown),
            )
        for left in server.catalogue.left_out:
            yield ServerOperation("", left.name, "", "", OperationState.LEFT_OUT, left.note)

    def _changed(self, server: LiveServer) -> None:
        if not self._is_closed and self._servers.get(server.entry.id.casefold()) is server:
            self._on_state(self.state_of(server))

    async def close(self) -> None:
        """Ends all servers at once, within 3 s."""
        self._is_closed = True
        stopping = self._tasks.stop()
        await asyncio.gather(stopping, *(server.close() for server in (*self.servers, *self._retired)))

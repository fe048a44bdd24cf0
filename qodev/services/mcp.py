"""MCP servers as front ends use them: the user's file, tests, what is accepted, verdicts, and how each server stands."""

import asyncio
import webbrowser
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from qodev.base.codes import Code
from qodev.base.diagnostics import Diagnostic, Severity
from qodev.base.errors import SecretError, UserFacingError
from qodev.base.files import atomic_write, read_bounded
from qodev.base.locks import held
from qodev.base.logs import KnownSecrets
from qodev.base.net import HttpClient, NetSettings
from qodev.base.paths import AppPaths
from qodev.base.tasks import ErrorSink, WorkPool
from qodev.permissions.fingerprints import fingerprint_of
from qodev.services.simulator import SimulatedCall
from qodev.tools.mcp import McpHost
from qodev.tools.mcp_accepted import AcceptedServers
from qodev.tools.mcp_config import LIMIT_BYTES, load_servers, parse_servers
from qodev.tools.mcp_edits import put_entry, remove_entry
from qodev.tools.mcp_fields import EntryFault, read_entry, write_entry
from qodev.tools.mcp_import import plan_import
from qodev.tools.mcp_oauth import KeyStore, items_of
from qodev.tools.mcp_server import ServerParts
from qodev.types.ports import EventSink
from qodev.types.profiles import Profile
from qodev.types.servers import ImportPlan, OperationRow, ServerEntry, ServerFile, ServerRow
from qodev.types.verdicts import Verdict
from qodev.types.work import OperationState, ServerState, ServerStatus
from qodev.types.work_events import ServerStateChanged


class ServersError(UserFacingError):
    """A change of servers cannot be stored; nothing has changed."""


class Judge(Protocol):
    """What verdicts come from."""

    async def explain(self, profile: Profile, call: SimulatedCall) -> Verdict:
        """Returns the verdict for a call."""
        ...


@dataclass(frozen=True, slots=True)
class ServersSetting:
    """What servers need of the rest of the program."""

    paths: AppPaths
    env: Mapping[str, str]
    pool: WorkPool
    client: HttpClient
    net: Callable[[], NetSettings]
    keys: KeyStore
    known: KnownSecrets
    judge: Judge
    emit: EventSink
    report: Callable[[str, Sequence[Diagnostic]], None]  # source and findings
    report_fault: ErrorSink
    open_browser: Callable[[str], bool] = webbrowser.open


class ServersService:
    """Owns the host of servers and the file that sets them up."""

    def __init__(self, setting: ServersSetting) -> None:
        self._setting = setting
        self._path = setting.paths.servers
        self._accepted = AcceptedServers(setting.paths.data / "mcp_accepted.json")
        self._file = ServerFile(str(self._path))
        self._turn = asyncio.Lock()
        self._on_line: Callable[[str, str], None] = lambda _server, _line: None
        self.host = McpHost(self._parts(), self._accepted, self._told)

    def _parts(self) -> ServerParts:
        setting = self._setting
        return ServerParts(
            env=setting.env,
            home=setting.paths.home,
            pool=setting.pool,
            client=setting.client,
            net=setting.net,
            keys=setting.keys,
            known=setting.known,
            fingerprint=fingerprint_of,
            open_browser=self._browse,
            on_error=setting.report_fault,
            on_line=lambda server, line: self._on_line(server, line),
        )

    async def _browse(self, url: str) -> None:
        if not await self._setting.pool.run(self._setting.open_browser, url):
            raise ServersError("wants you to sign in, and no browser could be opened")

    def _told(self, state: ServerState) -> None:
        self._setting.emit(ServerStateChanged(server=state))
        self._report()

    def _report(self) -> None:
        found = list(self._file.diagnostics)
        for state in self.host.states():
            if state.status is ServerStatus.FAILED and state.diagnostic is not None:
                found.append(state.diagnostic)
            elif state.needs_accepting:
                found.append(_pending(state))
        if self._accepted.fault is not None:
            found.append(
                Diagnostic(Code.SERVERS_FILE, Severity.ERROR, self._accepted.fault, path=str(self._accepted.path))
            )
        self._setting.report("servers", found)

    async def start(self) -> None:
        """Reads what is set up and what was accepted; nothing is started or reached."""
        await self._setting.pool.run(self._accepted.load)
        await self.reload()

    async def reload(self) -> None:
        """Reads the file again; servers that are as they were stay connected."""
        async with self._turn:
            await self._use(await self._setting.pool.run(load_servers, self._path))

    async def _use(self, file: ServerFile) -> None:
        self._file = file
        await self.host.use(file)
        self._report()

    @property
    def file(self) -> ServerFile:
        """Returns what the file says."""
        return self._file

    @property
    def rows(self) -> tuple[ServerRow, ...]:
        """Returns every server as it is set up and stands, the invalid ones last."""
        return tuple(ServerRow(state, self._entry(state)) for state in self.host.states())

    def _entry(self, state: ServerState) -> ServerEntry | None:
        return None if state.status is ServerStatus.INVALID else self._file.find(state.id)

    def log(self, server: str) -> tuple[str, ...]:
        """Returns the newest lines about a server, oldest first."""
        live = self.host.find(server)
        return live.log.lines if live is not None else ()

    def follow_logs(self, on_line: Callable[[str, str], None]) -> None:
        """Says who is told of each new line, with the server's id; one at a time."""
        self._on_line = on_line

    def fault_of(self, entry: ServerEntry, former: str | None) -> str | None:
        """Returns why an entry cannot be stored, None when it can."""
        try:
            read_entry(write_entry(entry))
        except EntryFault as fault:
            return fault.reason
        taken = self._file.find(entry.id)
        is_other = taken is not None and (former is None or taken.id.casefold() != former.casefold())
        return f"there is a server `{entry.id}` already" if is_other else None

    async def save(self, entry: ServerEntry, *, former: str | None = None) -> None:
        """Stores an entry, in the place of `former` when that is given. Raises ServersError."""
        reason = self.fault_of(entry, former)
        if reason is not None:
            raise ServersError(f"The server is not stored: {reason}.")
        await self._change(lambda text: put_entry(text, entry, former=former))

    async def remove(self, server: str) -> ServerEntry | None:
        """Takes an entry out of the file and its tokens out of the key store; returns it, so that it can be put back.

        What was accepted of it stays: a server of this id counts as accepted only if it is exactly as it was.
        Raises ServersError.
        """
        entry = self._file.find(server)
        await self._change(lambda text: remove_entry(text, server))
        if entry is not None and entry.oauth:
            try:
                await self._setting.keys.clear(items_of(entry.id))
            except SecretError as fault:
                raise ServersError(f"`{entry.id}` is removed, but not its sign-in: {fault.message}") from fault
        return entry

    async def _change(self, change: Callable[[str], str]) -> None:
        async with self._turn:
            try:
                text = await self._setting.pool.run(self._write, change)
            except OSError as fault:
                raise ServersError(f"`{self._path.name}` cannot be written: {fault.strerror or fault}.") from fault
            await self._use(parse_servers(text, str(self._path)))

    def _write(self, change: Callable[[str], str]) -> str:
        self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with held(self._setting.paths.data / "mcp.lock"):
            file = load_servers(self._path)
            if file.text is None:
                raise ServersError(
                    f"`{self._path.name}` cannot be read, so nothing is changed.", "Repair it, or set it aside."
                )
            text = change(file.text)
            if parse_servers(text, str(self._path)).text is None or len(text.encode()) > LIMIT_BYTES:
                raise ServersError(f"`{self._path.name}` would be larger than 1 MiB.", "Remove servers first.")
            if text != file.text:
                atomic_write(self._path, text.encode())
            return text

    async def set_aside(self) -> Path:
        """Moves a file that cannot be read out of the way, whole, and returns where it lies. Raises ServersError."""
        async with self._turn:
            try:
                moved = await self._setting.pool.run(self._move)
            except OSError as fault:
                raise ServersError(f"`{self._path.name}` cannot be moved: {fault.strerror or fault}.") from fault
            await self._use(ServerFile(str(self._path)))
            return moved

    def _move(self) -> Path:
        numbers = (self._path.with_name(f"{self._path.name}.{number}.bak") for number in range(1, 1_000))
        free = next(path for path in numbers if not path.exists())
        self._path.rename(free)
        return free

    async def plan_import(self, path: Path) -> ImportPlan:
        """Returns what another program's file would bring, and what would be lost; nothing is stored."""
        try:
            content = await self._setting.pool.run(read_bounded, path, LIMIT_BYTES)
            text = content.decode("utf-8-sig")
        except OSError as fault:
            return ImportPlan("", text=f"`{path.name}` cannot be read: {fault.strerror or fault}.")
        except UnicodeDecodeError:
            return ImportPlan("", text=f"`{path.name}` is not UTF-8.")
        return plan_import(text, [entry.id for entry in self._file.entries])

    async def import_servers(self, entries: Sequence[ServerEntry]) -> None:
        """Stores the chosen entries of a plan; each still has to be accepted. Raises ServersError."""
        for entry in entries:
            await self.save(entry)

    async def test(self, server: str) -> ServerState | None:
        """Connects now, and signs in where that is needed; returns how it went, None for one that is gone.

        A launch that was not accepted is not started: its state says so.
        """
        live = self.host.find(server)
        if live is None:
            return None
        await self.host.connect(server)
        return self.host.state_of(live)

    async def disconnect(self, server: str) -> None:
        """Ends the connection to one server; the next turn of a Code task connects it again."""
        await self.host.disconnect(server)

    async def accept_launch(self, server: str, shown: str) -> None:
        """Accepts how a server is started, as it was shown. Raises ServersError when it changed since, AcceptError."""
        live = self.host.find(server)
        if live is None or self.host.state_of(live).launch != shown:
            raise ServersError("The server changed since it was shown.", "Look at it again.")
        await self.host.accept_launch(server)

    async def accept_operations(self, server: str, digests: Mapping[str, str]) -> None:
        """Accepts operations by name, each with the digest that was shown. Raises AcceptError."""
        await self.host.accept_operations(server, digests)

    async def verdicts(self, profile: Profile, project: Path | None = None) -> tuple[OperationRow, ...]:
        """Returns every usable operation with its names and what a call of it would come to."""
        rows: list[OperationRow] = []
        for live in self.host.servers:
            for operation in live.catalogue.operations:
                call = SimulatedCall("mcp", f"{live.entry.id}/{operation.name}", project)
                verdict = await self._setting.judge.explain(profile, call)
                tool = operation.tool
                rows.append(OperationRow(live.entry.id, tool.name, tool.uncut or tool.name, operation.name, verdict))
        return tuple(rows)

    async def close(self) -> None:
        """Ends every server, within 3 s."""
        await self.host.close()


def _pending(state: ServerState) -> Diagnostic:
    waiting = sum(one.state in (OperationState.NEW, OperationState.CHANGED) for one in state.operations)
    what = f"has {waiting} new or changed tools" if state.is_launch_accepted else "is not started"
    return Diagnostic(
        Code.SERVERS_PENDING,
        Severity.INFO,
        f"The server `{state.id}` {what} until you accept it.",
        subject=state.id,
        hint="Look at it in the settings, under MCP & skills.",
    )

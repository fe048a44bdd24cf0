"""One MCP server of the user's through its life: idle, connecting, ready, failed, and tried again (P196, S148)."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from qodev.base.codes import Code
from qodev.base.diagnostics import Diagnostic, Severity
from qodev.base.errors import ProcessError, UserFacingError
from qodev.base.logs import KnownSecrets, redact
from qodev.base.net import HttpClient, NetSettings
from qodev.base.tasks import ErrorSink, TaskOwner, WorkPool
from qodev.tools.mcp_catalog import Catalogue, Fingerprint, Operation, build_catalogue
from qodev.tools.mcp_connection import CallFault, Connection, StartTimeout
from qodev.tools.mcp_http import HttpParts, SignInNeeded, http_streams
from qodev.tools.mcp_log import ServerLog
from qodev.tools.mcp_oauth import KeyStore, OpenBrowser, ServerTokens, make_auth
from qodev.tools.mcp_redirect import RedirectListener, listening
from qodev.tools.mcp_sdk import Sdk, SdkMissing, load_sdk
from qodev.tools.mcp_stdio import ServerFault, StdioParts, Streams, stdio_streams
from qodev.types.servers import ServerEntry, Transport
from qodev.types.work import ServerStatus

_WAITS_S = (0.5, 2.0)  # before the second and the third start (S148)
_REST_S = 60.0  # after a failed start, so that not every turn waits for the same server
_SIGN_IN_S = 300.0  # for a person in a browser
_HOW_TO_INSTALL = "Install it with `pip install 'qodev[mcp]'`, then start qodev again."


def _nothing(_server: str, _line: str) -> None:
    pass


@dataclass(frozen=True, slots=True)
class ServerParts:
    """What servers need of the rest of the program."""

    env: Mapping[str, str]
    home: Path
    pool: WorkPool
    client: HttpClient
    net: Callable[[], NetSettings]
    keys: KeyStore
    known: KnownSecrets
    fingerprint: Fingerprint
    open_browser: OpenBrowser
    on_error: ErrorSink
    on_line: Callable[[str, str], None] = _nothing  # a server's id, and a line of its log
    load: Callable[[], Sdk] = load_sdk
    waits_s: tuple[float, ...] = _WAITS_S


class LiveServer:
    """A server with its connection, if there is one; `on_changed` is told of every change."""

    def __init__(self, entry: ServerEntry, parts: ServerParts, on_changed: Callable[["LiveServer"], None]) -> None:
        self.entry = entry
        self.status = ServerStatus.IDLE if entry.is_enabled else ServerStatus.OFF
        self.text = ""
        self.catalogue = Catalogue()
        self.log = ServerLog(lambda text: redact(text, parts.known), lambda line: parts.on_line(entry.id, line))
        self._parts = parts
        self._on_changed = on_changed
        self._tasks = TaskOwner(f"mcp.{entry.id}", parts.on_error)
        self._turn = asyncio.Lock()
        self._connection: Connection | None = None
        self._failed_at: float | None = None
        self._is_looking = self._look_again = False

    @property
    def connection(self) -> Connection | None:
        """Returns the connection that works now."""
        return self._connection if self.status is ServerStatus.READY else None

    @property
    def diagnostic(self) -> Diagnostic | None:
        """Returns why it failed."""
        if self.status is not ServerStatus.FAILED:
            return None
        code = Code.SERVERS_SDK if self.text.endswith("not installed") else Code.SERVERS_FAILED
        hint = _HOW_TO_INSTALL if code is Code.SERVERS_SDK else "Look into its log in the settings, then try again."
        first = self.text.partition("\n")[0].removesuffix(".")
        message = f"The server `{self.entry.id}` {first}."
        return Diagnostic(code, Severity.WARNING, message, subject=self.entry.id, hint=hint)

    async def connect(self, *, is_asked: bool = False) -> None:
        """Connects if it is not; tries three times when the program ends by itself. What is wrong is in `text`.

        `is_asked`: a person wants it now, so a failed start is no reason to wait, and a browser may be opened.
        """
        async with self._turn:
            if self.status is ServerStatus.READY or not self._may_try(is_asked=is_asked):
                return
            self._tell(ServerStatus.CONNECTING, "")
            for pause_s in (*self._parts.waits_s, None):
                if await self._try(is_asked=is_asked) or pause_s is None:
                    return
                await asyncio.sleep(pause_s)

    def _may_try(self, *, is_asked: bool) -> bool:
        if is_asked or self._failed_at is None:
            return True
        return asyncio.get_running_loop().time() - self._failed_at > _REST_S

    async def _try(self, *, is_asked: bool) -> bool:
        """Starts once; tells whether that was the last try."""
        try:
            await self._open(is_asked=is_asked)
        except SdkMissing:
            self._failed(ServerStatus.FAILED, "needs the MCP SDK, which is not installed")
        except SignInNeeded as fault:
            self._failed(ServerStatus.SIGN_IN, fault.message)
        except StartTimeout as fault:
            self._failed(ServerStatus.FAILED, fault.message)
        except UserFacingError as fault:
            text = f"cannot be started. {fault.message}" if isinstance(fault, ProcessError) else fault.message
            self._failed(ServerStatus.FAILED, text)
            self.log.note(text)
            return self.entry.transport is Transport.HTTP
        except asyncio.CancelledError:
            self._tell(ServerStatus.IDLE, "")
            raise
        return True

    async def _open(self, *, is_asked: bool) -> None:
        sdk = await self._parts.pool.run(self._parts.load)
        async with AsyncExitStack() as stack:
            listener = None
            if is_asked and self.entry.oauth:
                listener = await stack.enter_async_context(listening())
            connection = Connection(self.entry, sdk, self.log, lambda: self._streams(sdk, listener), self._tasks)
            found = await connection.open(_SIGN_IN_S if listener is not None else None)
        for note in found.listing.notes:
            self.log.note(note)
        self.catalogue = await self._parts.pool.run(
            build_catalogue, self.entry.id, found.listing, self._parts.fingerprint
        )
        self._connection, self._failed_at = connection, None
        connection.on_changed = self._listed_anew
        self._tasks.spawn(self._follow(connection), name="follow")
        self._tell(ServerStatus.READY, found.title)

    def _streams(self, sdk: Sdk, listener: RedirectListener | None) -> AbstractAsyncContextManager[Streams]:
        if self.entry.transport is Transport.STDIO:
            return stdio_streams(self.entry, self._stdio(sdk))
        return self._http(sdk, listener)

    def _stdio(self, sdk: Sdk) -> StdioParts:
        parts = self._parts
        return StdioParts(sdk, parts.env, parts.home, parts.pool, self.log, parts.on_error)

    @asynccontextmanager
    async def _http(self, sdk: Sdk, listener: RedirectListener | None) -> AsyncIterator[Streams]:
        parts = self._parts
        auth = None
        if self.entry.oauth:
            tokens = ServerTokens(self.entry, parts.keys, parts.known)
            auth = await make_auth(tokens, listener, parts.open_browser)
        own = HttpParts(sdk, parts.env, parts.client, parts.net, parts.pool, self.log, parts.known, auth)
        async with http_streams(self.entry, own) as streams:
            yield streams

    async def _follow(self, connection: Connection) -> None:
        reason = await asyncio.shield(connection.ended)
        if connection is self._connection:
            self._connection = None
            self._failed_at = None  # it worked: the next turn may start it again at once
            self.log.note(reason)
            self._tell(ServerStatus.FAILED, reason)

    def _failed(self, status: ServerStatus, text: str) -> None:
        self._failed_at = asyncio.get_running_loop().time()
        self._tell(status, text)

    def _tell(self, status: ServerStatus, text: str) -> None:
        self.status, self.text = status, text
        self._on_changed(self)

    def _listed_anew(self) -> None:
        self._look_again = True
        if not self._is_looking:
            self._is_looking = True
            self._tasks.spawn(self._look(), name="look")

    async def _look(self) -> None:
        """Lists again after a change; several changes at once come to one more look."""
        try:
            while self._look_again and (connection := self.connection) is not None:
                self._look_again = False
                listing = await connection.look()
                self.catalogue = await self._parts.pool.run(
                    build_catalogue, self.entry.id, listing, self._parts.fingerprint
                )
                self._on_changed(self)
        except CallFault as fault:
            self.log.note(f"Its new list could not be read. {fault.message}")
        finally:
            self._is_looking = False

    def find(self, name: str) -> Operation | None:
        """Returns an operation as the server lists it now."""
        return next((one for one in self.catalogue.operations if one.name == name), None)

    async def expand(self, template: str, values: Mapping[str, str]) -> str:
        """Returns the URI of a template; raises ServerFault for one that cannot be read."""
        sdk = await self._parts.pool.run(self._parts.load)
        try:
            return sdk.expand(template, dict(values))
        except ValueError as fault:
            raise ServerFault(f"lists a template that cannot be read: {fault}") from None

    async def close(self) -> None:
        """Ends the connection and the program behind it, within 3 s; safe to call twice."""
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.close()
        await self._tasks.stop()
        self.status = ServerStatus.IDLE if self.entry.is_enabled else ServerStatus.OFF

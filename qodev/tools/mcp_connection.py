"""Keeps one connection to one MCP server: start, catalogue, calls, and one end for all of it (P196, S148)."""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from qodev.base.errors import UserFacingError
from qodev.base.jsontext import JsonValue
from qodev.base.netfaults import causes_of
from qodev.base.tasks import TaskOwner
from qodev.tools.mcp_catalog import OPERATIONS_MOST, Listing
from qodev.tools.mcp_log import ServerLog
from qodev.tools.mcp_messages import OWN_ERROR
from qodev.tools.mcp_sdk import Sdk
from qodev.tools.mcp_stdio import ServerFault, Streams
from qodev.types.servers import ServerEntry

if TYPE_CHECKING:
    from mcp.client.session import ClientSession
    from mcp.shared.jsonrpc_dispatcher import JSONRPCDispatcher

_PAGES_MOST = 50  # of one list
_LISTS = (
    ("tools", "tools/list", "tools"),
    ("prompts", "prompts/list", "prompts"),
    ("resources", "resources/list", "resources"),
    ("resources", "resources/templates/list", "resourceTemplates"),
)
_CHANGES = frozenset(f"notifications/{kind}/list_changed" for kind in ("tools", "prompts", "resources"))
_NO_METHOD = -32601
_CLOSE_S = 2.5  # ten servers end within 3 s (S148)

OpenStreams = Callable[[], AbstractAsyncContextManager[Streams]]
OnProgress = Callable[[str], None]


class CallFault(UserFacingError):
    """A call has no result; the text says why, and is the call's one end."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a server said when it was connected."""

    title: str
    listing: Listing


class Connection:
    """A live connection; made by `open`, over when `ended` is set."""

    def __init__(self, entry: ServerEntry, sdk: Sdk, log: ServerLog, streams: OpenStreams, tasks: TaskOwner) -> None:
        self.entry = entry
        self.log = log
        self._sdk = sdk
        self._streams = streams
        self._tasks = tasks
        self._closing = asyncio.Event()
        self._start_s: float = entry.start_s
        self._dispatcher: JSONRPCDispatcher[Any] | None = None
        self._session: ClientSession | None = None
        self._task: asyncio.Task[None] | None = None
        self.ended: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self.on_changed: Callable[[], None] = lambda: None

    async def open(self, start_s: float | None = None) -> Found:
        """Connects and lists what there is; raises UserFacingError with the reason, and nothing is left running.

        `start_s` is how long a start may take where a person has to sign in first; else it is the entry's.
        """
        self._start_s = start_s or self.entry.start_s
        ready: asyncio.Future[Found] = asyncio.get_running_loop().create_future()
        self._task = self._tasks.spawn(self._run(ready), name=f"run.{self.entry.id}")
        try:
            return await asyncio.shield(ready)
        except asyncio.CancelledError:
            ready.cancel()
            await self.close()
            raise

    async def _run(self, ready: "asyncio.Future[Found]") -> None:
        reason = ""
        try:
            reason = await self._live(ready)
        except asyncio.CancelledError:
            reason = "was stopped"
            raise
        except Exception as fault:  # noqa: BLE001  the SDK raises groups of anything; each is the end of this server alone
            told = self._as_fault(fault)
            reason = told.message
            if not ready.done():
                ready.set_exception(told)
        finally:
            self._dispatcher = self._session = None
            if not ready.done():
                ready.set_exception(ServerFault(reason or "was stopped"))
            if ready.done() and not ready.cancelled():
                ready.exception()  # somebody may have gone: it is told by the state
            if not self.ended.done():
                self.ended.set_result(reason)

    async def _live(self, ready: "asyncio.Future[Found]") -> str:
        async with self._streams() as streams:
            dispatcher = self._sdk.make_dispatcher(streams.read, streams.write)
            session = self._sdk.make_session(dispatcher, self._noticed, self.log.note)
            async with session:
                self._dispatcher, self._session = dispatcher, session
                title = await self._handshake(session, streams)
                listing = await self._within(self.entry.catalogue_s, "list what it offers", self.look(), streams)
                if not ready.done():
                    ready.set_result(Found(title, listing))
                return await self._until_end(streams)

    async def _handshake(self, session: "ClientSession", streams: Streams) -> str:
        await self._within(self._start_s, "start", session.initialize(), streams)
        server = session.server_info
        return f"{server.title or server.name} {server.version}".strip() if server is not None else ""

    async def _within(self, limit_s: float, what: str, work: Any, streams: Streams) -> Any:  # noqa: ANN401  as `work` gives
        """Awaits a step of the start, unless the server ends before, or takes too long."""
        task = self._tasks.spawn(_kept(work), name=f"step.{self.entry.id}")
        try:
            await asyncio.wait((task, streams.ended), timeout=limit_s, return_when=asyncio.FIRST_COMPLETED)
            if task.done():
                result, fault = task.result()
                if fault is None:
                    return result
                if not streams.ended.done():
                    await asyncio.wait((streams.ended,), timeout=0.5)  # its last words are the better reason
            if streams.ended.done():
                raise ServerFault(streams.ended.result(), "See its log.")
            if task.done():
                raise self._as_fault(task.result()[1])
            raise StartTimeout(f"did not {what} within {limit_s:g} s", "See its log.")
        finally:
            if not task.done():
                task.cancel()
                await asyncio.wait((task,))

    async def _until_end(self, streams: Streams) -> str:
        closing = self._tasks.spawn(self._closing.wait(), name=f"closing.{self.entry.id}")
        try:
            await asyncio.wait((closing, streams.ended), return_when=asyncio.FIRST_COMPLETED)
        finally:
            closing.cancel()
        return streams.ended.result() if streams.ended.done() else "was stopped"

    def _as_fault(self, fault: BaseException | None) -> UserFacingError:
        found = list(causes_of(fault)) if fault is not None else []
        told = next((one for one in found if isinstance(one, UserFacingError)), None)
        if told is not None:
            return told
        first = next((one for one in found if not isinstance(one, BaseExceptionGroup)), fault)
        if isinstance(first, self._sdk.errors.MCPError) and first.error.code == OWN_ERROR:
            return ServerFault(str(first.error.message).removeprefix("The server ").removesuffix("."), "See its log.")
        text = str(first) or type(first).__name__
        return ServerFault(f"could not be talked to: {text}", "See its log.")

    def _noticed(self, method: str) -> None:
        if method in _CHANGES:
            self.on_changed()

    async def look(self) -> Listing:
        """Asks for everything that the server offers; raises CallFault."""
        notes: list[str] = []
        found: list[list[JsonValue]] = []
        capabilities = self._session.server_capabilities if self._session is not None else None
        for capability, method, key in _LISTS:
            offered = capabilities is not None and getattr(capabilities, capability) is not None
            found.append(await self._pages(method, key, notes) if offered else [])
        tools, prompts, resources, templates = found
        return Listing(tools, prompts, resources, templates, tuple(notes))

    async def _pages(self, method: str, key: str, notes: list[str]) -> list[JsonValue]:
        items: list[JsonValue] = []
        cursor: JsonValue = None
        for _ in range(_PAGES_MOST):
            try:
                page = await self._ask(method, {} if cursor is None else {"cursor": cursor}, self.entry.catalogue_s)
            except _Refused as refused:
                if refused.code == _NO_METHOD:
                    return items
                raise CallFault(refused.text) from None
            given = page.get(key)
            items += given if isinstance(given, list) else []
            cursor = page.get("nextCursor")
            if not isinstance(cursor, str) or not cursor or len(items) > OPERATIONS_MOST:
                break
        else:
            notes.append(f"{method}: only {_PAGES_MOST} pages were read.")
        return items

    async def call(
        self, method: str, params: Mapping[str, JsonValue], on_progress: OnProgress
    ) -> Mapping[str, JsonValue]:
        """Sends one call and returns its result; raises CallFault for a refusal, a time-out or the server's end.

        Cancelling it tells the server, and does not wait for it.
        """
        try:
            return await self._ask(method, params, self.entry.call_s, on_progress)
        except _Refused as refused:
            raise CallFault(refused.text) from None

    async def _ask(
        self, method: str, params: Mapping[str, JsonValue], limit_s: float, on_progress: OnProgress | None = None
    ) -> Mapping[str, JsonValue]:
        if self._dispatcher is None:
            raise CallFault("The server is not connected any more.")
        options: dict[str, Any] = {"timeout": limit_s}
        if on_progress is not None:
            options["on_progress"] = _progress(on_progress)
        errors = self._sdk.errors
        try:
            # The dispatcher and not the session: that checks results against schemas of the server's own, whose
            # regular expressions can take for ever, and one bad tool would hide a whole list.
            return await self._dispatcher.send_raw_request(method, params, options)  # type: ignore[arg-type]  # a TypedDict
        except errors.MCPError as fault:
            raise _Refused(fault.error.code, self._reason(fault.error.code, fault.error.message, limit_s)) from None

    def _reason(self, code: int, text: str, limit_s: float) -> str:
        types = self._sdk.types
        if code == types.REQUEST_TIMEOUT:
            return f"The server did not answer within {limit_s:g} s; it was told to stop."
        if code == types.CONNECTION_CLOSED and text == "Connection closed":
            return "The server ended before it answered."
        return text if code == OWN_ERROR else f"The server refused: {text}"

    async def close(self) -> None:
        """Ends the connection and the program behind it; safe to call twice."""
        self._closing.set()
        task = self._task
        if task is None or task.done():
            return
        await asyncio.wait((task,), timeout=_CLOSE_S)
        if not task.done():
            task.cancel()
            await asyncio.wait((task,))


class StartTimeout(ServerFault):
    """A server took too long to start: trying once more would only take as long again."""


class _Refused(Exception):
    def __init__(self, code: int, text: str) -> None:
        super().__init__(text)
        self.code = code
        self.text = text


async def _kept(work: Any) -> tuple[Any, Exception | None]:  # noqa: ANN401  whatever is awaited
    """Awaits and returns a fault as a value: the step's owner decides which reason is told."""
    try:
        return await work, None
    except Exception as fault:  # noqa: BLE001  told by the owner
        return None, fault


def _progress(on_progress: OnProgress) -> Any:  # noqa: ANN401  the SDK's callback
    async def told(progress: float, total: float | None, message: str | None) -> None:
        of = f" of {total:g}" if total else ""
        on_progress(f"{message} ({progress:g}{of})" if message else f"{progress:g}{of}")

    return told

"""Brings in the official MCP SDK, which takes seconds to import: in a worker, at the first connection."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING, Any

from qodev import __version__
from qodev.tools.mcp_messages import OWN_ERROR

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractAsyncContextManager

    from mcp.client.session import ClientSession
    from mcp.shared.jsonrpc_dispatcher import JSONRPCDispatcher

    from qodev.tools.mcp_messages import JsonObject


class SdkMissing(Exception):
    """The extra `qodev[mcp]` is not installed."""


@dataclass(frozen=True, slots=True)
class Sdk:
    """The parts of the SDK that are used; made in a worker by `load_sdk`."""

    session: ModuleType
    dispatcher: ModuleType
    message: ModuleType
    types: ModuleType
    http: ModuleType
    httpx2: ModuleType
    errors: ModuleType
    templates: ModuleType

    def make_dispatcher(self, read: Any, write: Any) -> JSONRPCDispatcher[Any]:  # noqa: ANN401  the SDK's own streams
        """Returns what correlates requests and answers over two streams of messages."""
        made: JSONRPCDispatcher[Any] = self.dispatcher.JSONRPCDispatcher(read, write)
        return made

    def make_session(
        self,
        dispatcher: JSONRPCDispatcher[Any],
        on_notice: Callable[[str], None],
        on_log: Callable[[str], None],
    ) -> ClientSession:
        """Returns a session that refuses sampling, roots and elicitation (S149) and tells the methods of notices."""

        async def notice(message: Any) -> None:  # noqa: ANN401  a notification of the SDK, or an exception
            if not isinstance(message, Exception):
                on_notice(message.method)

        async def log(params: Any) -> None:  # noqa: ANN401  the SDK's parameters of a log message
            on_log(f"{params.level}: {params.data}")

        info = self.types.Implementation(name="qodev", version=__version__)
        made: ClientSession = self.session.ClientSession(
            dispatcher=dispatcher, client_info=info, message_handler=notice, logging_callback=log
        )
        return made

    def as_item(self, message: JsonObject) -> Any:  # noqa: ANN401  a SessionMessage
        """Returns a message as the SDK's streams carry it; raises ValueError for what is none."""
        return self.message.SessionMessage(self.types.jsonrpc_message_adapter.validate_python(message, by_name=False))

    def as_line(self, item: Any) -> bytes:  # noqa: ANN401  a SessionMessage
        """Returns a message as one line of bytes."""
        text: str = item.message.model_dump_json(by_alias=True, exclude_unset=True)
        return text.encode() + b"\n"

    def error_item(self, request: int, text: str) -> Any:  # noqa: ANN401  a SessionMessage
        """Returns an answer that says why there is none."""
        return self.as_item({"jsonrpc": "2.0", "id": request, "error": {"code": OWN_ERROR, "message": text}})

    def open_http(self, url: str, client: Any, event_bytes: int) -> AbstractAsyncContextManager[Any]:  # noqa: ANN401  httpx2's client
        """Returns the streams of a server that is reached by HTTP."""
        opened: AbstractAsyncContextManager[Any] = self.http.streamable_http_client(
            url, http_client=client, max_sse_event_size=event_bytes
        )
        return opened

    def expand(self, template: str, values: dict[str, str]) -> str:
        """Returns the URI that a template gives with values; raises ValueError for one that cannot be read."""
        expanded: str = self.templates.UriTemplate.parse(template).expand(values)
        return expanded


def load_sdk() -> Sdk:
    """Imports the SDK; blocking, over two seconds the first time. Raises SdkMissing."""
    try:
        import httpx2
        import mcp_types
        from mcp.client import session, streamable_http
        from mcp.shared import exceptions, jsonrpc_dispatcher, message, uri_template
    except ImportError as fault:
        raise SdkMissing(str(fault)) from fault
    for name in ("mcp", "client", "httpx2", "httpcore2"):
        # They log messages, addresses and tokens of sessions, and what fails is told by the state of the server (S112).
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    return Sdk(session, jsonrpc_dispatcher, message, mcp_types, streamable_http, httpx2, exceptions, uri_template)

"""The built-in instance `Offline` and its agent: no key, no network, no files (architecture.md, section 2)."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from qodev.agents.loading import BuiltIn
from qodev.base.diagnostics import SourceSpan
from qodev.providers.offline_scripts import SCRIPTS, Script, find_script
from qodev.types.agents import AgentSpec, ClientApi, Layer, MatchRule, ProviderInstance, Timeouts

if TYPE_CHECKING:  # the server and its wire formats are imported at the first use
    from qodev.providers.offline import OfflineServer
    from qodev.providers.offline_http import SeenRequest

INSTANCE = "Offline"
AGENT = "Offline Chat"
_SPAN = SourceSpan("built-in", 1)
DEFAULT_SCRIPT = "tour"
_UNSTARTED_PORT = 9  # discard: nothing answers there, and the address can be shown before the server runs


class OfflineService:
    """Starts the scripted provider server at its first use and tells the catalog where it is."""

    def __init__(self, reload_built_in: Callable[[], Awaitable[object]]) -> None:
        self._server: OfflineServer | None = None
        self._reload_built_in = reload_built_in
        self._port: int | None = None
        self._starting = asyncio.Lock()

    @property
    def scripts(self) -> tuple[Script, ...]:
        """Returns the behaviours to choose from."""
        return SCRIPTS

    @property
    def seen_requests(self) -> "tuple[SeenRequest, ...]":
        """Returns what reached the server, newest last."""
        return tuple(self._server.requests) if self._server is not None else ()

    @property
    def is_started(self) -> bool:
        """Tells whether the server listens."""
        return self._port is not None

    async def ensure_started(self) -> None:
        """Starts the server on a free loopback port, once."""
        async with self._starting:
            if self._port is None:
                self._server = await asyncio.to_thread(_make_server)
                self._port = await self._server.start()
                await self._reload_built_in()

    async def stop(self) -> None:
        """Stops the server."""
        if self._server is not None and self._port is not None:
            self._port = None
            await self._server.stop()

    def place(self, instance: ProviderInstance, model: str) -> ProviderInstance:
        """Returns an instance as it is reached: a script that breaks TLS has an https address of its own."""
        script, _ = find_script(model)
        is_meant = instance.layer is Layer.BUILT_IN and script is not None and script.is_secure
        if not is_meant or self._server is None or self._port is None:
            return instance
        return replace(instance, url=self._server.broken_tls_url)

    def built_in(self) -> BuiltIn:
        """Returns the instance and the agent as they are now."""
        return BuiltIn((self._instance(),), (_agent(),))

    def _instance(self) -> ProviderInstance:
        return ProviderInstance(
            name=INSTANCE,
            client_api=ClientApi.OPENAI_CHAT,
            description="Plays scripted answers on this machine. No key, no network.",
            url=f"http://127.0.0.1:{self._port or _UNSTARTED_PORT}",
            api_key_ref="",
            headers={},
            timeouts=Timeouts(),
            proxy="none",
            ca_file=None,
            verify_tls=True,
            launch=None,
            layer=Layer.BUILT_IN,
            overrides_bundled=False,
            span=_SPAN,
        )


def _make_server() -> "OfflineServer":
    from qodev.providers.offline import OfflineServer

    return OfflineServer()


def _agent() -> AgentSpec:
    return AgentSpec(
        name=AGENT,
        description="A scripted answer from this machine, to try qodev without a key.",
        provider_instance=INSTANCE,
        model=DEFAULT_SCRIPT,
        endpoint="/v1/chat/completions",
        system_prompt="{{ agent_role() }}",
        tags=("chat", "local"),
        enable_thinking=False,
        enable_tools=True,
        cache_prompt=False,
        cache_ttl="5m",
        cache_breakpoints=(),
        hidden=False,
        match=MatchRule(),
        body={"stream": True, "messages": '[ {% include "partials/openai_messages.jinja" %} ]'},
        parents=(),
        origins={},
        layer=Layer.BUILT_IN,
        folder=None,
        span=_SPAN,
        digest="built-in",
    )

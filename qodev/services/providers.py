"""Provider instances as front ends use them: models, tests, keys, local servers."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from qodev.base.diagnostics import SourceSpan
from qodev.base.errors import UserFacingError
from qodev.base.net import HttpClient, NetSettings
from qodev.base.text import near_miss
from qodev.providers.launch import Launcher
from qodev.providers.models import find_local_servers, list_models
from qodev.providers.probe import ProbeMeans, probe_instance
from qodev.providers.sending import Sealing
from qodev.services.consents import PlainConsents
from qodev.services.own_files import NewInstance, instance_text, require_address, require_free_name, write_new
from qodev.settings.secrets import KeySecrets, KeyStatus
from qodev.types.agents import AgentSnapshot, ClientApi, Layer, ProviderInstance, Timeouts
from qodev.types.providers import LaunchStatus, LocalServer, ModelInfo, ProbeResult

KeyPlace = Literal["keyring", "memory", "file"]


@dataclass(frozen=True, slots=True)
class ProviderParts:
    """What the service works with."""

    snapshot: Callable[[], AgentSnapshot]
    client: HttpClient
    secrets: KeySecrets
    sealing: Sealing
    net: Callable[[ProviderInstance], NetSettings]
    consents: PlainConsents
    launcher: Launcher
    prepare_built_in: Callable[[], Awaitable[None]]
    folder: Path
    reload: Callable[[], Awaitable[object]]


class ProvidersService:
    """Asks providers what they offer, and keeps keys; remembers the last model list of each instance."""

    def __init__(self, parts: ProviderParts) -> None:
        self._parts = parts
        self._secrets = parts.secrets
        self._launcher = parts.launcher
        self._lists: dict[str, tuple[ModelInfo, ...]] = {}

    def require(self, name: str) -> ProviderInstance:
        """Returns the instance of that name; raises UserFacingError with a near miss."""
        instance = self._parts.snapshot().find_instance(name)
        if instance is None:
            near = near_miss(name, self._parts.snapshot().instances)
            hint = f"Did you mean `{near}`?" if near else "See `qodev providers list`."
            raise UserFacingError(f"There is no provider instance `{name}`.", hint)
        return instance

    async def _ready(self, name: str) -> ProviderInstance:
        """Returns an instance that can be asked: the built-in one is started first, which changes its address."""
        if self.require(name).layer is Layer.BUILT_IN:
            await self._parts.prepare_built_in()
        return self.require(name)

    async def models(self, name: str) -> tuple[ModelInfo, ...]:
        """Returns the models that an instance offers now; raises ProviderFailure."""
        instance = await self._ready(name)
        found = await list_models(instance, self._parts.client, self._parts.sealing, self._parts.net(instance))
        self._lists[instance.name] = found
        return found

    def window_of(self, name: str, model: str) -> int | None:
        """Returns the context window that the last fetched list names for a model."""
        return next((m.window_tokens for m in self._lists.get(name, ()) if m.id == model), None)

    async def test(self, name: str) -> ProbeResult:
        """Tests the connection step by step; never raises for what the other side does."""
        instance = await self._ready(name)
        result = await probe_instance(instance, self._means(instance))
        if result.models:
            self._lists[instance.name] = result.models
        return result

    def _means(self, instance: ProviderInstance) -> ProbeMeans:
        return ProbeMeans(self._parts.client, self._parts.sealing, self._parts.net(instance))

    async def test_address(self, client_api: ClientApi, url: str) -> ProbeResult:
        """Tests a server without a key that no instance names yet; raises UserFacingError for what is no address."""
        asked = _unnamed(client_api, require_address(url))
        return await probe_instance(asked, self._means(asked))

    async def add(self, name: str, client_api: ClientApi, url: str, api_key_ref: str = "") -> ProviderInstance:
        """Writes a file for a new instance and loads it; raises UserFacingError, also for a name that exists."""
        snapshot = self._parts.snapshot()
        free = require_free_name(name, snapshot.instances, "provider instance")
        made = NewInstance(free, client_api, require_address(url), api_key_ref)
        path = await asyncio.to_thread(write_new, self._parts.folder, free, instance_text(made))
        await self._parts.reload()
        found = self._parts.snapshot().find_instance(free)
        if found is None:
            raise UserFacingError(f"`{path}` was written, but does not load.", "See the list of problems.")
        return found

    async def find_local(self) -> tuple[LocalServer, ...]:
        """Looks for local servers on the well-known ports, for at most a second."""
        return await find_local_servers(self._parts.client)

    def needs_plain_consent(self, name: str) -> bool:
        """Tells whether a person must agree first that a key goes unencrypted to another machine (S113)."""
        return self._parts.consents.is_needed(self.require(name))

    async def allow_plain(self, name: str) -> None:
        """Takes the person's word that the key of an instance may go unencrypted."""
        await asyncio.to_thread(self._parts.consents.allow, self.require(name))

    async def probe_keyring(self) -> str | None:
        """Looks for a keyring before a key is typed, and returns its name (S173)."""
        return await self._secrets.probe()

    @property
    def keyring_name(self) -> str | None:
        """Returns the name of the keyring, or None where there is none or nobody has asked yet."""
        return self._secrets.backend_name

    async def key_status(self, name: str) -> KeyStatus:
        """Says whether a key is set and where it comes from; never the key."""
        return await self._secrets.status(self.require(name).api_key_ref)

    async def store_key(self, name: str, value: str, where: KeyPlace) -> None:
        """Keeps a key for an instance; raises SecretError."""
        await self._secrets.store(self.require(name).api_key_ref, value, where)

    async def clear_key(self, name: str) -> None:
        """Forgets the stored key of an instance; variables stay."""
        await self._secrets.clear(self.require(name).api_key_ref)

    async def start(self, name: str) -> LaunchStatus:
        """Starts or adopts an instance's local server and waits until it is ready or has failed."""
        await self._launcher.start(self.require(name))
        return self._launcher.status(name)

    async def stop(self, name: str) -> None:
        """Stops a local server that qodev started."""
        await self._launcher.stop(name)

    def status(self, name: str) -> LaunchStatus:
        """Returns the state of an instance's local server."""
        return self._launcher.status(name)


def _unnamed(client_api: ClientApi, url: str) -> ProviderInstance:
    """Returns an instance for one test, of no file."""
    return ProviderInstance(
        name="This server",
        client_api=client_api,
        description="",
        url=url,
        api_key_ref="",
        headers={},
        timeouts=Timeouts(),
        proxy="system",
        ca_file=None,
        verify_tls=True,
        launch=None,
        layer=Layer.USER,
        overrides_bundled=False,
        span=SourceSpan("", 0, 0),
    )

"""Provider instances as front ends use them: models, tests, keys, local servers."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from qodev.base.diagnostics import SourceSpan
from qodev.base.errors import UserFacingError
from qodev.base.net import HttpClient, NetSettings
from qodev.base.tasks import WorkPool
from qodev.base.text import near_miss
from qodev.providers.abilities import ask_abilities
from qodev.providers.explain import explain
from qodev.providers.launch import Launcher
from qodev.providers.models import find_local_servers, list_models
from qodev.providers.probe import (
    MESSAGE,
    UNWATCHED,
    MessageProbe,
    ProbeMeans,
    probe_instance,
    probe_message,
    with_message,
)
from qodev.providers.sending import Sealing
from qodev.providers.short_message import short_request
from qodev.providers.url import host_of, is_local_host
from qodev.services.consents import HostedConsents, PlainConsents
from qodev.services.own_files import NewInstance, instance_text, require_address, require_free_name, write_new
from qodev.services.provider_results import ProbeResults
from qodev.settings.secrets import KeySecrets, KeyStatus
from qodev.types.agents import AgentSnapshot, ClientApi, Layer, ProviderInstance, Timeouts
from qodev.types.instances import Explanation, HostedConsent, KeyPlace, LaunchPreview
from qodev.types.providers import (
    ErrorKind,
    LaunchStatus,
    LocalServer,
    ModelInfo,
    ProbeResult,
    ProbeStep,
    ProbeWatch,
    Provider,
    ProviderError,
)


@dataclass(frozen=True, slots=True)
class ProviderParts:
    """What the service works with."""

    snapshot: Callable[[], AgentSnapshot]
    client: HttpClient
    secrets: KeySecrets
    sealing: Sealing
    net: Callable[[ProviderInstance], NetSettings]
    consents: PlainConsents
    hosted: HostedConsents
    results: ProbeResults
    provider: Provider  # sends the short message of a test
    pool: WorkPool
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

    async def abilities(self, name: str, model: ModelInfo) -> ModelInfo:
        """Returns a model with what its server says it can do, as far as it can be asked."""
        instance = await self._ready(name)
        return await ask_abilities(instance, model, self._parts.client, self._parts.sealing, self._parts.net(instance))

    def window_of(self, name: str, model: str) -> int | None:
        """Returns the context window that the last fetched list names for a model."""
        return next((m.window_tokens for m in self._lists.get(name, ()) if m.id == model), None)

    async def test(self, name: str, watch: ProbeWatch = UNWATCHED, *, message_model: str | None = None) -> ProbeResult:
        """Tests the connection step by step and keeps the result; never raises for what the other side does.

        With a `message_model` one short message follows the model list; "" takes the first model of that list.
        """
        instance = await self._ready(name)
        result = await probe_instance(instance, self._means(instance), watch)
        if result.models:
            self._lists[instance.name] = result.models
        if result.ok and message_model is not None:
            result = await self._with_message(instance, result, message_model, watch)
        return await self._parts.results.keep(instance, result)

    async def _with_message(
        self, instance: ProviderInstance, result: ProbeResult, model: str, watch: ProbeWatch
    ) -> ProbeResult:
        model = model.strip() or next((m.id for m in result.models), "")
        if not model:
            step = ProbeStep(MESSAGE, ok=False, text="The list names no model. Type the name of one.")
            told = MessageProbe(step, ProviderError(ErrorKind.NOT_FOUND, step.text, url=result.url))
        else:
            watch.began(MESSAGE)
            told = await probe_message(self._parts.provider, short_request(instance, model))
        watch.taken(told.step)
        return with_message(result, told)

    async def last_test(self, name: str) -> ProbeResult | None:
        """Returns the last result that still counts, with its time."""
        await self._parts.results.load()
        return self._parts.results.find(self.require(name))

    def explain(self, name: str, result: ProbeResult) -> Explanation | None:
        """Returns in plain words why a test failed and what helps (U41)."""
        return explain(result, self._parts.snapshot().find_instance(name))

    def known_models(self, name: str) -> tuple[ModelInfo, ...]:
        """Returns the models of the last list that was fetched in this run."""
        return self._lists.get(name, ())

    def is_hosted(self, name: str) -> bool:
        """Tells whether an instance is reached outside this machine and its network, so that what is sent leaves both."""
        return not is_local_host(host_of(self.require(name).url))

    async def hosted_consent(self, name: str) -> HostedConsent:
        """Returns what the person agreed to for Code tasks of a hosted instance (U42)."""
        return await self._parts.pool.run(self._parts.hosted.of, self.require(name))

    async def give_hosted_consent(self, name: str, consent: HostedConsent) -> None:
        """Stores both switches; raises OSError, and they then count until the program ends."""
        await self._parts.pool.run(self._parts.hosted.give, self.require(name), consent)

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

    async def look(self, name: str) -> LaunchStatus:
        """Returns the same with the end of its output, which can lie in a file."""
        return await self._parts.pool.run(self._launcher.status, name)

    def launch_preview(self, name: str) -> LaunchPreview | None:
        """Returns what a start would run, None for an instance that cannot be started."""
        instance = self.require(name)
        return self._launcher.preview(instance) if instance.launch is not None else None


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

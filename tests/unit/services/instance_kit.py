"""The services of provider instances on a real catalog, real files and a keyring in memory."""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from qodev.agents.catalog import AgentCatalog, CatalogSettings
from qodev.agents.places import CatalogSources
from qodev.base.assets import resource
from qodev.base.diagnostics import Diagnostic
from qodev.base.net import HttpClient, NetSettings
from qodev.base.paths import AppPaths
from qodev.base.tasks import TaskOwner, WorkPool
from qodev.base.trash import Trash, restore
from qodev.providers.http import HttpOptions, HttpProvider
from qodev.providers.launch import Launcher
from qodev.services.consents import PlainConsents
from qodev.services.document_files import DocumentFiles
from qodev.services.documents import DocumentParts, DocumentsService
from qodev.services.drafts import DraftStore
from qodev.services.instance_wiring import InstanceServices, InstanceSources, make_instances
from qodev.services.offline import OfflineService
from qodev.services.providers import ProviderParts, ProvidersService
from qodev.settings.secrets import KeySecrets
from qodev.types.agents import ProviderInstance
from qodev.types.documents import TrashedFile
from qodev.types.events import AnyEvent
from tests.fakes.keyring_backends import FakeKeyring

NOW = 1_800_000_000.0

AGENT = """# A note that stays.
name = "{name}"
provider_instance = "{instance}"  # and this one
model = "m"
endpoint = "/v1/chat/completions"
tags = ["chat"]

[body]
messages = []
"""


@dataclass
class Bench:
    """What a test works with."""

    paths: AppPaths
    catalog: AgentCatalog
    instances: InstanceServices
    providers: ProvidersService
    secrets: KeySecrets
    keyring: FakeKeyring
    events: list[AnyEvent]
    documents: DocumentsService
    pool: WorkPool
    listeners: list[Callable[[AnyEvent], None]] = field(default_factory=list)

    def write(self, stem: str, text: str) -> str:
        path = self.paths.providers / f"{stem}.toml"
        path.write_bytes(text.encode())
        return str(path)

    def write_agent(self, name: str, instance: str, folder: Path | None = None) -> Path:
        path = (folder or self.paths.agents) / f"{name.lower().replace(' ', '_')}.toml"
        path.write_text(AGENT.format(name=name, instance=instance))
        return path

    async def load(self) -> None:
        await self.catalog.reload()

    def instance(self, name: str) -> ProviderInstance:
        return self.catalog.snapshot.instances[name]


@asynccontextmanager
async def bench(
    folder: Path, *, keyring: FakeKeyring | None = None, env: Mapping[str, str] | None = None, has_keyring: bool = True
) -> AsyncIterator[Bench]:
    """Gives services on folders of their own; the bundled agents are left out, which saves their dry runs."""
    variables = {"QODEV_HOME": str(folder / "home"), "HOME": str(folder), **(env or {})}
    paths = AppPaths.from_env(variables, folder)
    for place in paths.folders():
        place.mkdir(parents=True, exist_ok=True)
    (folder / "extra").mkdir(exist_ok=True)
    events: list[AnyEvent] = []
    pool = WorkPool()

    def places(sources: CatalogSources) -> CatalogSources:
        return replace(sources, bundled_agents=folder / "none")

    async def reload() -> None:
        await catalog.reload()

    offline = OfflineService(reload)
    settings = CatalogSettings(
        places=places, env=variables, extra_folders=lambda: (folder / "extra",), built_in=offline.built_in
    )
    listeners: list[Callable[[AnyEvent], None]] = []

    def emit(event: AnyEvent) -> None:
        events.append(event)
        for listener in tuple(listeners):
            listener(event)

    catalog = AgentCatalog(resource(""), paths, settings, pool, emit)
    backend = keyring or FakeKeyring()
    secrets = KeySecrets(paths.data, variables, find=lambda: (backend, "Fake keyring") if has_keyring else None)
    client = HttpClient(proxies=dict, known=secrets.known)
    plain = PlainConsents(paths.data / "plain_http.json")
    trash = Trash(variables, folder, lambda: NOW)

    async def put(path: str) -> TrashedFile:
        kept = trash.put(Path(path))
        await catalog.reload()
        return TrashedFile(path, str(kept), Path(path).name)

    async def bring_back(trashed: TrashedFile) -> None:
        restore(Path(trashed.kept_at), Path(trashed.path))
        await catalog.reload()

    async def accept(files: Sequence[Path]) -> None:
        await catalog.accept(files)

    instances = make_instances(
        InstanceSources(
            paths,
            pool,
            lambda: NOW,
            secrets,
            plain,
            lambda: catalog.snapshot,
            lambda: (folder / "extra",),
            accept,
            put,
            bring_back,
        )
    )
    provider = HttpProvider(
        client, secrets, net_of, HttpOptions(known=secrets.known, env=variables, may_send_plain=plain.allows)
    )
    launcher = Launcher(variables, emit, client, logs=paths.logs, poll_s=0.02)
    providers = ProvidersService(
        ProviderParts(
            snapshot=lambda: catalog.snapshot,
            client=client,
            secrets=secrets,
            sealing=provider.sealing,
            net=net_of,
            consents=plain,
            hosted=instances.hosted,
            results=instances.results,
            provider=provider,
            pool=pool,
            launcher=launcher,
            prepare_built_in=offline.ensure_started,
            folder=paths.providers,
            reload=catalog.reload,
        )
    )
    tasks = TaskOwner("bench", lambda name, fault: events.append(fault))  # type: ignore[arg-type]
    documents = DocumentsService(
        DocumentParts(
            files=_document_files(paths, folder / "extra"),
            drafts=DraftStore(paths.state / "drafts"),
            trash=trash,
            check=_no_findings,
            accept=accept,
            tasks=tasks,
            pool=pool,
        )
    )
    made = Bench(paths, catalog, instances, providers, secrets, backend, events, documents, pool, listeners)
    await catalog.reload()
    yield made
    await tasks.stop()
    await offline.stop()
    await launcher.close()
    await client.close()
    pool.close()


async def _no_findings(*_: object) -> tuple[Diagnostic, ...]:
    """Finds nothing: the form has its own findings."""
    return ()


def _document_files(paths: AppPaths, extra: Path) -> DocumentFiles:
    """Returns the files of documents; those of profiles, which are no matter here, are not asked for."""
    parts: dict[str, Any] = {"paths": paths, "bundled": resource(""), "extra_folders": lambda: (extra,)}
    others: dict[str, Any] = {one.name: None for one in fields(DocumentFiles) if one.name not in parts}
    return DocumentFiles(**parts, **others)


def net_of(instance: ProviderInstance) -> NetSettings:
    """Returns how an instance is reached."""
    return NetSettings(
        "none" if instance.proxy == "system" else instance.proxy, instance.ca_file, instance.verify_tls, idle_s=5.0
    )

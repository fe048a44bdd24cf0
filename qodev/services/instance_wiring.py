"""Puts together what front ends need for provider instances beside asking them: files, keys, edits, changes."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from qodev.base.assets import resource
from qodev.base.ids import Clock
from qodev.base.paths import AppPaths
from qodev.base.tasks import WorkPool
from qodev.services.consents import HostedConsents, PlainConsents
from qodev.services.instance_changes import ChangeParts, InstanceChanges
from qodev.services.instance_editing import InstanceEditing
from qodev.services.instances import InstanceParts, InstancesService
from qodev.services.offline import INSTANCE
from qodev.services.provider_keys import KeysService
from qodev.services.provider_results import ProbeResults
from qodev.settings.secrets import KeySecrets
from qodev.types.agents import AgentSnapshot
from qodev.types.documents import TrashedFile

_RESERVED = frozenset((INSTANCE,))


@dataclass(frozen=True, slots=True)
class InstanceSources:
    """What the services of instances are made from."""

    paths: AppPaths
    pool: WorkPool
    clock: Clock
    secrets: KeySecrets
    plain: PlainConsents
    snapshot: Callable[[], AgentSnapshot]
    extra_folders: Callable[[], Sequence[Path]]
    accept: Callable[[Sequence[Path]], Awaitable[object]]  # reloads; the bytes of these files count as seen (S90)
    trash: Callable[[str], Awaitable[TrashedFile]]
    restore: Callable[[TrashedFile], Awaitable[object]]


@dataclass(frozen=True, slots=True)
class InstanceServices:
    """Everything about instances but the connections to them, which `ProvidersService` makes."""

    files: InstancesService
    editing: InstanceEditing
    changes: InstanceChanges
    keys: KeysService
    results: ProbeResults
    hosted: HostedConsents


def make_instances(sources: InstanceSources) -> InstanceServices:
    """Returns the services of instances; no file is read."""
    paths, pool, snapshot = sources.paths, sources.pool, sources.snapshot
    bundled = resource("providers")
    results = ProbeResults(paths.data / "connection_tests.json", pool, sources.clock)
    hosted = HostedConsents(paths.data / "hosted.json")
    keys = KeysService(sources.secrets, snapshot, results.forget)

    async def load() -> object:
        return await sources.accept(())

    async def rename(before: str, after: str) -> None:
        await results.rename(before, after)
        await pool.run(sources.plain.rename, before, after)
        await pool.run(hosted.rename, before, after)

    changes = ChangeParts(
        snapshot=snapshot,
        bundled=bundled,
        folder=paths.providers,
        agent_folders=lambda: (paths.agents, *sources.extra_folders()),
        pool=pool,
        accept=sources.accept,
        trash=sources.trash,
        restore=sources.restore,
        keys=keys,
        renamed=rename,
        reserved=_RESERVED,
    )
    files = InstanceParts(snapshot, bundled, paths.providers, pool, load, keys, results, _RESERVED)
    return InstanceServices(
        files=InstancesService(files),
        editing=InstanceEditing(bundled, paths.providers, pool, snapshot, _RESERVED),
        changes=InstanceChanges(changes),
        keys=keys,
        results=results,
        hosted=hosted,
    )

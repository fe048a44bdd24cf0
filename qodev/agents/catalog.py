"""Owns the snapshot of agents: loads off the loop, checks templates, keeps last good versions (A44 to A48, J4)."""

import asyncio
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from qodev.agents.causes import FILE_LIMIT_BYTES
from qodev.agents.checking import (
    CheckedAgents,
    checked_fallbacks,
    find_fallbacks,
    fold_unreadable,
    good_drafts,
    remember,
    template_sources,
    while_checking,
    with_fallbacks,
    with_report,
)
from qodev.agents.documents import check_instance
from qodev.agents.dryrun import DryRunReport, dry_run
from qodev.agents.fixes import Known, with_fixes
from qodev.agents.loading import (
    BuiltIn,
    CatalogSources,
    Definitions,
    collector_paused,
    load_definitions,
    resolve_material,
)
from qodev.agents.material import Material, read_material
from qodev.agents.memory import LoadMemory
from qodev.agents.parse_cache import ParseCache
from qodev.agents.pipelines import default_rosters
from qodev.agents.prompt_functions import PromptInputs
from qodev.agents.render_child import RenderChild
from qodev.agents.schema import AgentDraft
from qodev.agents.supposing import Supposed, suppose
from qodev.agents.trust import TrustGate
from qodev.agents.verdicts import Verdict
from qodev.base.diagnostics import Diagnostic, Parsed
from qodev.base.files import load_text
from qodev.base.paths import AppPaths
from qodev.base.tasks import WorkPool
from qodev.types.agents import AgentSnapshot, AgentSpec, Layer
from qodev.types.events import CatalogChanged, CatalogKind
from qodev.types.ports import EventSink

_MOST_FIXES = 200  # each takes a millisecond; an editor finds those of its own file anyway


def _no_folders() -> tuple[Path, ...]:
    return ()


def _nothing_built_in() -> BuiltIn:
    return BuiltIn()


def _no_overrides() -> Parsed[Mapping[str, str]]:
    return Parsed({})


def _as_they_are(sources: CatalogSources) -> CatalogSources:
    return sources


@dataclass(frozen=True, slots=True)
class CatalogSettings:
    """What other parts of the program add to a load; asked anew by each, `overrides` in a worker."""

    extra_folders: Callable[[], tuple[Path, ...]] = _no_folders
    built_in: Callable[[], BuiltIn] = _nothing_built_in
    overrides: Callable[[], Parsed[Mapping[str, str]]] = _no_overrides
    places: Callable[[CatalogSources], CatalogSources] = _as_they_are  # puts other folders in the place of the user's
    env: Mapping[str, str] = field(default_factory=dict)  # of this process, for the render child (S122)


class AgentCatalog:
    """The agents, roles, instances and rosters in use; `snapshot` is replaced whole, never changed.

    Methods belong to the loop's thread; everything that blocks runs in the pool.
    """

    def __init__(
        self,
        resources: Path,
        paths: AppPaths,
        settings: CatalogSettings,
        pool: WorkPool,
        emit: EventSink,
        *,
        child: RenderChild | None = None,
    ) -> None:
        self._sources = settings.places(CatalogSources.of(resources, paths))
        self._settings = settings
        self._pool = pool
        self._emit = emit
        self._checked = CheckedAgents()
        self._loads = _Loads(paths.cache)
        child = child or RenderChild(settings.env, paths.cache / "render")
        self._gate = TrustGate(pool, paths.state / "seen_agents.json", paths.cache / "dry_runs.json", child)
        self._loading = asyncio.Lock()
        self._checking = asyncio.Lock()
        self._fixes: Known = {}  # under that lock
        self._asked = 0
        self._begun = 0
        self._snapshot = _empty_snapshot()
        self._definitions: Definitions | None = None

    @property
    def snapshot(self) -> AgentSnapshot:
        """Returns what is in use now; before the first load it is empty."""
        return self._snapshot

    @property
    def folders(self) -> tuple[Path, ...]:
        """Returns the user's folders and files whose changes call for a reload (A45)."""
        own = self._sources
        places = (own.agents, own.agents / "partials", own.providers, own.roles, own.pipelines, own.agent_models)
        return (*places, *self._settings.extra_folders())

    @property
    def drafts(self) -> Mapping[str, AgentDraft]:
        """Returns what each agent file that could be read says, by the agent's name; those without a parent too."""
        return self._definitions.drafts if self._definitions is not None else {}

    async def start(self) -> None:
        """Loads for the first time."""
        await self.reload()

    async def reload(self) -> AgentSnapshot:
        """Loads again and returns the snapshot then in use; a later reload wins over an earlier one.

        The snapshot is published twice when something must be checked: at once with marks, then with the results.
        """
        self._asked += 1
        mine = self._asked
        async with self._loading:
            if self._begun < mine:  # else a load that began after this was asked for has read everything
                self._begun = self._asked
                definitions = await self._load()
            else:
                return self._snapshot
        await self._check(definitions)
        return self._snapshot

    async def accept(self, paths: Sequence[Path]) -> AgentSnapshot:
        """Reloads after the user saved files here: their bytes count as seen (S90)."""
        await self._pool.run(self._gate.accept_files, tuple(paths))
        return await self.reload()

    async def suppose(self, path: str, text: str) -> Supposed:
        """Returns what would be if an agent file held another text; nothing is published or remembered."""
        if not self._loads.has_read:
            await self.reload()
        return await self._pool.run(self._loads.suppose, path, text)

    async def check_instance(self, path: str, text: str) -> tuple[AgentSnapshot, tuple[Diagnostic, ...]]:
        """Returns what would be if an instance file held another text, and the findings in it; nothing is published."""
        if not self._loads.has_read:
            await self.reload()
        return await self._pool.run(self._loads.check_instance, path, text)

    async def try_supposed(self, supposed: Supposed) -> Verdict:
        """Returns what the dry run says about a supposed agent; unseen bytes are rendered in the child alone (S90)."""
        spec = supposed.spec
        if spec is None:
            return Verdict(())
        sources = template_sources(supposed.definitions.snapshot)(spec)
        inputs = PromptInputs(None, None, self._sources.home, self._sources.config)
        return await self._gate.try_unsaved(spec, supposed, sources, inputs)

    async def is_seen(self, supposed: Supposed) -> bool:
        """Tells whether a supposed agent may be rendered in this process without being tried before."""
        return not await self._pool.run(self._gate.unseen_parts, supposed)

    def as_written(self, name: str) -> AgentSpec | None:
        """Returns an agent as its files say now, also where an older version is in use; None when they give none."""
        definitions = self._definitions
        return definitions.snapshot.agents.get(name) if definitions is not None else None

    def chain_of(self, name: str) -> tuple[AgentDraft, ...]:
        """Returns an agent and its parents as their files say now, nearest first; () without a whole chain."""
        return self._definitions.chains.get(name, ()) if self._definitions is not None else ()

    def refused(self, spec: AgentSpec) -> Verdict | None:
        """Returns what the child found in an agent that did not pass, None for another one."""
        return self._gate.refused(spec)

    async def may_render(self, name: str) -> bool:
        """Tells whether an agent may be rendered in this process: all its files were seen before (S90)."""
        definitions = self._definitions
        if definitions is None or name not in definitions.chains:
            return True  # part of the program, or the last good version of an agent
        parts = definitions.templates.foreign_parts(definitions.chains[name])
        return not await self._pool.run(self._gate.find_distrusted, {name: parts})

    async def _load(self) -> Definitions:
        sources = replace(
            self._sources, extra_folders=self._settings.extra_folders(), built_in=self._settings.built_in()
        )
        definitions = await self._pool.run(self._loads.load, sources, self._settings.overrides)
        self._definitions = definitions
        distrusted = await self._pool.run(lambda: self._gate.find_distrusted(definitions.foreign()))
        snapshot = while_checking(definitions, self._checked, distrusted)
        if snapshot.checking:
            self._publish(with_fallbacks(snapshot, checked_fallbacks(definitions, snapshot, self._checked)))
        return definitions

    def _publish(self, snapshot: AgentSnapshot) -> None:
        self._snapshot = replace(snapshot, revision=self._snapshot.revision + 1)
        diagnostics = self._snapshot.diagnostics
        self._emit(CatalogChanged(kind=CatalogKind.AGENTS, revision=self._snapshot.revision, diagnostics=diagnostics))

    async def _check(self, definitions: Definitions) -> None:
        begun = self._begun
        async with self._checking:
            if begun != self._begun:
                return  # a later load is on its way, and its check says everything that this one would
            inputs = PromptInputs(None, None, self._sources.home, self._sources.config)
            definitions, report = fold_unreadable(definitions, await self._dry_run(definitions, inputs))
            snapshot = with_report(definitions, report)
            snapshot = await self._pool.run(self._with_fixes, snapshot)
            fallbacks = await self._check_fallbacks(definitions, snapshot, inputs)
            if begun != self._begun:
                return
            snapshot = with_fallbacks(snapshot, fallbacks)
            self._checked = remember(snapshot, report, definitions, self._checked)
            self._publish(snapshot)
            good = good_drafts(snapshot, definitions)
            await self._pool.run(self._loads.note_good, good, frozenset(definitions.names_by_path))
            await self._pool.run(self._gate.save)

    def _with_fixes(self, snapshot: AgentSnapshot) -> AgentSnapshot:
        own = self._sources
        folders = (own.agents, own.providers, own.roles)

        def text_of(path: str) -> str | None:
            file = Path(path)
            is_own = file in (own.pipelines, own.agent_models) or any(file.is_relative_to(f) for f in folders)
            return load_text(file, FILE_LIMIT_BYTES).value if is_own else None

        found = with_fixes(snapshot.diagnostics, text_of, most=_MOST_FIXES, known=self._fixes)
        return replace(snapshot, diagnostics=found)

    async def _dry_run(self, definitions: Definitions, inputs: PromptInputs) -> DryRunReport:
        specs = [s for s in definitions.snapshot.agents.values() if s.layer is not Layer.BUILT_IN]
        foreign = await self._pool.run(definitions.foreign)
        return await self._gate.check(specs, foreign, template_sources(definitions.snapshot), inputs)

    async def _check_fallbacks(
        self, definitions: Definitions, snapshot: AgentSnapshot, inputs: PromptInputs
    ) -> tuple[AgentSpec, ...]:
        wanted = find_fallbacks(definitions, snapshot, self._checked)
        if not wanted.specs:
            return ()
        # An older version may include a partial that is new: nothing unseen is rendered here (S90).
        distrusted = await self._pool.run(self._gate.find_distrusted, wanted.foreign)
        specs = [spec for name, spec in wanted.specs.items() if name not in distrusted]
        report = await self._pool.run(self._gate.check_seen, specs, template_sources(snapshot), inputs)
        return tuple(spec for spec in specs if spec.name not in report.failed)


class _Loads:
    """Runs one load at a time, also when the task that asked for one was cancelled and its worker goes on."""

    def __init__(self, cache: Path) -> None:
        self._lock = threading.Lock()
        self._memory = LoadMemory(ParseCache(cache / "agents.json"))
        self._material: Material | None = None
        self._supposed: Supposed | None = None  # the last one, for those who ask about the same text

    @property
    def has_read(self) -> bool:
        return self._material is not None

    def load(self, sources: CatalogSources, overrides: Callable[[], Parsed[Mapping[str, str]]]) -> Definitions:
        with self._lock, collector_paused():
            self._supposed = None
            self._material = read_material(replace(sources, overrides=overrides()), self._memory)
            return resolve_material(self._material, 0, self._memory)

    def suppose(self, path: str, text: str) -> Supposed:
        assert self._material is not None, "nothing was read yet"
        with self._lock:
            last = self._supposed
            if last is None or last.path != path or last.text != text:
                last = self._supposed = suppose(self._material, self._memory, path, text)
            return last

    def check_instance(self, path: str, text: str) -> tuple[AgentSnapshot, tuple[Diagnostic, ...]]:
        assert self._material is not None, "nothing was read yet"
        with self._lock:
            return check_instance(self._material, self._memory, path, text)

    def note_good(self, good: Sequence[AgentDraft], present: frozenset[str]) -> None:
        with self._lock:
            self._memory.note_good(good, present)
            self._memory.cache.save()


def _empty_snapshot() -> AgentSnapshot:
    return AgentSnapshot(0, {}, {}, {}, {}, default_rosters().by_pipeline, {}, {}, ())


def load_snapshot(sources: CatalogSources, revision: int) -> AgentSnapshot:
    """Loads everything at once and checks it in this process; blocking.

    For files whose bytes are trusted, such as the bundled ones: agents of strangers go through `AgentCatalog`, which
    tries them in a child process first (S90).
    """
    definitions = load_definitions(sources, revision)
    specs = [spec for spec in definitions.snapshot.agents.values() if spec.layer is not Layer.BUILT_IN]
    inputs = PromptInputs(None, None, sources.home, sources.config)
    report = dry_run(specs, template_sources(definitions.snapshot), inputs)
    return with_report(*fold_unreadable(definitions, report))

"""Loading agents: scan, read, parse, resolve, dry run, reload; beside reading the same files."""

import asyncio
import os
import shutil
import stat
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from benchmarks._data import age, write_agents
from benchmarks._kit import Row, Samples, Scale, fast_folder, interleave, require, thread_cpu_ms
from qodev.agents.catalog import AgentCatalog, CatalogSettings
from qodev.agents.checking import template_sources
from qodev.agents.dryrun import dry_run, leaf_findings, prompt_findings
from qodev.agents.leaves import is_template, template_leaves
from qodev.agents.loading import CatalogSources, Definitions, load_definitions
from qodev.agents.memory import LoadMemory
from qodev.agents.parse_cache import ParseCache
from qodev.agents.prompt_functions import PromptInputs
from qodev.agents.verdicts import DryRunCache
from qodev.base.assets import resource
from qodev.base.paths import AppPaths
from qodev.base.tasks import WorkPool
from qodev.types.agents import AgentSpec, Layer
from qodev.types.events import AnyEvent, CatalogChanged


def rows() -> list[Row]:
    """Returns the rows of this subject."""
    warm = "thread CPU; files in the page cache on both sides"
    return [
        Row("discovery.cold", _cold, f"{warm}, no parse cache"),
        Row("discovery.cached", _cached, f"{warm}, the parse cache of an earlier start on disk"),
        Row("discovery.linear", _linear, f"{warm}, no parse cache"),
        Row("discovery.dry", _dry, "thread CPU; templates compiled on both sides"),
        Row("discovery.dry_cached", _dry_cached, "thread CPU; verdicts of an earlier start on disk"),
        Row("discovery.reload", _reload, "process CPU to the new snapshot; everything else unchanged and in memory"),
    ]


@contextmanager
def _installed(count: int) -> Iterator[AppPaths]:
    """Makes an installation with `count` user agents beside the bundled ones."""
    root = fast_folder()
    try:
        paths = AppPaths.from_env({"QODEV_HOME": str(root / "home"), "HOME": str(root)}, root)
        for folder in paths.folders():
            folder.mkdir(parents=True, exist_ok=True)
        write_agents(paths.agents, count)
        yield paths
    finally:
        shutil.rmtree(root, ignore_errors=True)


def _sources(paths: AppPaths) -> CatalogSources:
    return CatalogSources.of(resource(""), paths)


def _files(paths: AppPaths) -> list[str]:
    """Returns every file that a load reads."""
    own = resource("")
    places = (own / "agents", own / "providers", own / "roles", paths.agents, paths.providers, paths.roles)
    found = [path for place in places for path in place.rglob("*") if path.suffix in (".toml", ".jinja", ".md")]
    return sorted(str(path) for path in found)


def _read_all(files: Sequence[str]) -> int:
    total = 0
    for path in files:
        size = os.stat(path).st_size  # noqa: PTH116  a floor pays for no path objects
        with open(path, "rb", buffering=0) as stream:  # noqa: PTH123
            total += size == len(stream.read(size + 1))
    return total


def _read_cost(files: Sequence[str]) -> float:
    started = time.thread_time()
    whole = _read_all(files)
    cost = (time.thread_time() - started) * 1000
    require(whole == len(files), "a file changed while it was read")
    return cost


def _check_loaded(definitions: Definitions, count: int) -> None:
    made = [spec for spec in definitions.snapshot.agents.values() if spec.layer is Layer.USER]
    bases = sum(base.layer is Layer.USER for base in definitions.snapshot.bases.values())
    require(len(made) + bases == count, f"{len(made)} agents and {bases} bases of {count} files were loaded")
    require(all(len(spec.parents) == 2 for spec in made), "an agent was not resolved")


def _load_cost(sources: CatalogSources, count: int, memory: Callable[[], LoadMemory] = LoadMemory) -> float:
    used = memory()
    started = time.thread_time()
    definitions = load_definitions(sources, 1, used)
    cost = (time.thread_time() - started) * 1000
    _check_loaded(definitions, count)
    return cost


def _cold(scale: Scale) -> Samples:
    count = scale.pick(1000, 60)
    with _installed(count) as paths:
        sources, files = _sources(paths), _files(paths)
        return interleave(lambda: _load_cost(sources, count), lambda: _read_cost(files), scale.rounds())


def _cached(scale: Scale) -> Samples:
    count = scale.pick(1000, 60)
    with _installed(count) as paths:
        sources, files = _sources(paths), _files(paths)
        cache = paths.cache / "agents.json"
        first = LoadMemory(ParseCache(cache))
        load_definitions(sources, 1, first)
        first.cache.save()
        require(cache.exists(), "the parse cache was not written")
        again = lambda: LoadMemory(ParseCache(cache))  # noqa: E731  a fresh start each round
        return interleave(lambda: _load_cost(sources, count, again), lambda: _read_cost(files), scale.rounds())


def _linear(scale: Scale) -> Samples:
    few, many = scale.pick(1000, 60), scale.pick(5000, 120)
    with _installed(few) as small, _installed(many) as large:
        some, all_of_them = _sources(small), _sources(large)
        return interleave(lambda: _load_cost(all_of_them, many), lambda: _load_cost(some, few), scale.rounds())


@contextmanager
def _loaded(scale: Scale) -> Iterator[tuple[Definitions, list[AgentSpec], PromptInputs]]:
    with _installed(scale.pick(1000, 60)) as paths:
        definitions = load_definitions(_sources(paths), 1)
        specs = [spec for spec in definitions.snapshot.agents.values() if spec.layer is Layer.USER]
        yield definitions, specs, PromptInputs(None, None, paths.home, paths.config)


def _dry(scale: Scale) -> Samples:
    with _loaded(scale) as (definitions, specs, inputs):

        def subject() -> float:
            sources_of = template_sources(definitions.snapshot)
            started = time.thread_time()
            report = dry_run(specs, sources_of, inputs)
            cost = (time.thread_time() - started) * 1000
            require(not report.failed and not report.diagnostics, "an agent failed its dry run")
            return cost

        def floor() -> float:
            sources_of = template_sources(definitions.snapshot)
            return thread_cpu_ms(lambda: [_render_each(spec, sources_of, inputs) for spec in specs])

        return interleave(subject, floor, scale.rounds())


def _render_each(spec: AgentSpec, sources_of: Callable[..., object], inputs: PromptInputs) -> None:
    sources = sources_of(spec)
    for _, text in template_leaves(spec.body):
        require(not leaf_findings(text, sources), f"{spec.name} failed")
    if spec.system_prompt is not None and is_template(spec.system_prompt):
        require(not prompt_findings(spec.system_prompt, sources, inputs)[0], f"{spec.name} failed")


def _dry_cached(scale: Scale) -> Samples:
    with _loaded(scale) as (definitions, specs, inputs):
        path = Path(inputs.config) / "dry_runs.json"

        def run(cache: DryRunCache | None) -> float:
            sources_of = template_sources(definitions.snapshot)
            started = time.thread_time()
            if cache is not None:
                cache.load()
            report = dry_run(specs, sources_of, inputs, cache=cache)
            cost = (time.thread_time() - started) * 1000
            require(not report.failed, "an agent failed its dry run")
            return cost

        first = DryRunCache(path)
        run(first)
        first.save()
        return interleave(lambda: run(DryRunCache(path)), lambda: run(None), scale.rounds())


def _reload(scale: Scale) -> Samples:
    count = scale.pick(1000, 60)
    with _installed(count) as paths:
        return asyncio.run(_Reloads(paths, count).samples(scale.rounds()))


class _Reloads:
    """A catalog whose files are saved one after the other."""

    def __init__(self, paths: AppPaths, count: int) -> None:
        self._paths = paths
        self._count = count
        self._round = 0
        self._published: list[float] = []

    def _emit(self, event: AnyEvent) -> None:
        if isinstance(event, CatalogChanged):
            self._published.append(time.process_time())

    async def samples(self, rounds: int) -> Samples:
        """Returns what a reload costs until the new snapshot is in use, beside a scan of the tree."""
        pool = WorkPool()
        catalog = AgentCatalog(resource(""), self._paths, CatalogSettings(), pool, self._emit)
        try:
            mine = list(self._paths.agents.iterdir())
            await catalog.accept(mine)
            files = _files(self._paths)
            pairs, whole = [], []
            for _ in range(rounds + 1):
                cost, full = await self._save_one(catalog)
                pairs.append((cost, _scan_cost(files)))
                whole.append(full)
        finally:
            pool.close()
        return Samples([a for a, _ in pairs[1:]], [b for _, b in pairs[1:]], info={"with checks ms": max(whole[1:])})

    async def _save_one(self, catalog: AgentCatalog) -> tuple[float, float]:
        self._round += 1
        number = self._count - self._round
        path = self._paths.agents / f"agent_{number:05d}.toml"
        text = path.read_text(encoding="utf-8").replace("max_tokens = ", "max_tokens = 1")
        path.write_text(text, encoding="utf-8")
        self._published.clear()
        started = time.process_time()
        snapshot = await catalog.accept([path])
        ended = time.process_time()
        limit = snapshot.agents[f"Made {number:05d}"].body["max_tokens"]
        require(limit == int(f"1{2000 + number}"), "the saved file is not in the snapshot")
        age(path)
        return (self._published[0] - started) * 1000, (ended - started) * 1000


def _scan_cost(files: Sequence[str]) -> float:
    """Returns what it costs to list the folders of `files` anew with the state of each, as any look for changes must."""
    folders = {os.path.dirname(path) for path in files}  # noqa: PTH120
    started = time.process_time()
    found = 0
    for folder in folders:
        with os.scandir(folder) as entries:
            for entry in entries:
                found += stat.S_ISREG(entry.stat().st_mode)
    cost = (time.process_time() - started) * 1000
    require(found >= len(files), "files are missing")
    return cost

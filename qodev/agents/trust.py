"""Checks templates: agents whose bytes were not seen before are tried in a child process first (S90)."""

import asyncio
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from qodev.agents.causes import FILE_LIMIT_BYTES
from qodev.agents.digests import role_digest, text_digest
from qodev.agents.dryrun import DryRun, DryRunReport, dry_run
from qodev.agents.prompt_functions import PromptInputs
from qodev.agents.render_child import RenderChild, check_in_child
from qodev.agents.roles import parse_role
from qodev.agents.schema import AgentDraft
from qodev.agents.seen import SeenDigests
from qodev.agents.sources import TemplateSources
from qodev.agents.supposing import Supposed
from qodev.agents.verdicts import DryRunCache, Verdict
from qodev.base.codes import Code
from qodev.base.files import decode_text, digest_of, read_bounded
from qodev.base.tasks import WorkPool
from qodev.types.agents import AgentSpec, Layer

V = TypeVar("V")
SourcesOf = Callable[[AgentSpec], TemplateSources]
Foreign = Mapping[str, frozenset[str]]
"""Agent to the digests of those of its files that did not ship with qodev."""

_TRIED_KEPT = 500
_NOT_LASTING = frozenset((Code.DRYRUN_UNCHECKED, Code.LIMIT_TIME, Code.LIMIT_OUTPUT))


@dataclass(slots=True)
class _Kept:
    """What the gate remembers; used under its lock, in workers."""

    seen: SeenDigests
    cache: DryRunCache
    refused: dict[str, Verdict] = field(default_factory=dict)  # verdicts of the child by agent digest, this run
    tried: dict[str, Verdict] = field(default_factory=dict)  # of unsaved texts, by agent digest, oldest first
    tried_parts: dict[str, None] = field(default_factory=dict)  # of unsaved texts that the child passed
    is_loaded: bool = False


class TrustGate:
    """Decides which agents may be rendered in this process, and checks all of them."""

    def __init__(self, pool: WorkPool, seen: Path, cache: Path, child: RenderChild) -> None:
        self._pool = pool
        self._child = child
        self._lock = threading.Lock()
        self._trying = asyncio.Lock()
        self._kept = _Kept(SeenDigests(seen), DryRunCache(cache))

    def find_distrusted(self, foreign: Foreign) -> frozenset[str]:
        """Returns the agents with a file that was not seen before; blocks."""
        with self._lock:
            self._load()
            return frozenset(name for name, digests in foreign.items() if not self._kept.seen.has_all(digests))

    def _load(self) -> None:
        if not self._kept.is_loaded:
            self._kept.seen.load()
            self._kept.cache.load()
            self._kept.is_loaded = True

    async def check(
        self, specs: Sequence[AgentSpec], foreign: Foreign, sources_of: SourcesOf, inputs: PromptInputs
    ) -> DryRunReport:
        """Returns the report about all agents; what the child does not pass is not rendered here."""
        distrusted = await self._pool.run(self.find_distrusted, foreign)
        known = {s.name: self._kept.refused[s.digest] for s in specs if s.name in distrusted and self._is_refused(s)}
        fresh = [spec for spec in specs if spec.name in distrusted and spec.name not in known]
        if fresh:
            verdicts = await check_in_child(fresh, sources_of, inputs, child=self._child)
            await self._pool.run(self._take_verdicts, fresh, verdicts, foreign)
            known |= verdicts
        return await self._pool.run(self._dry_run, specs, sources_of, inputs, known)

    def _is_refused(self, spec: AgentSpec) -> bool:
        return spec.digest in self._kept.refused

    def refused(self, spec: AgentSpec) -> Verdict | None:
        """Returns the verdict about an agent that the child did not pass in this run."""
        return self._kept.refused.get(spec.digest)

    def _take_verdicts(self, specs: Iterable[AgentSpec], verdicts: Mapping[str, Verdict], foreign: Foreign) -> None:
        with self._lock:
            passed = [spec.name for spec in specs if verdicts[spec.name].is_usable]
            self._kept.seen.mark(sorted({digest for name in passed for digest in foreign[name]}))
            for spec in specs:
                verdict = verdicts[spec.name]
                # A slow machine may be quicker next time; what a template says wrong stays wrong.
                if not verdict.is_usable and not any(f.code in _NOT_LASTING for f in verdict.findings):
                    self._kept.refused[spec.digest] = verdict

    async def try_unsaved(
        self, spec: AgentSpec, supposed: Supposed, sources: TemplateSources, inputs: PromptInputs
    ) -> Verdict:
        """Returns the verdict about an agent whose text was not saved; nothing of it is kept beyond this run.

        What was not seen before is rendered in the child alone (S90).
        """
        async with self._trying:  # whoever asks about the same text meanwhile gets the same verdict
            known = self._kept.tried.get(spec.digest)
            if known is not None:
                return known
            parts = await self._pool.run(self.unseen_parts, supposed)
            if parts:
                verdict = (await check_in_child([spec], lambda _: sources, inputs, child=self._child))[spec.name]
            else:
                verdict = await self._pool.run(lambda: DryRun(inputs).verdict(spec, sources))
            self._take_tried(spec, verdict, parts)
            return verdict

    def unseen_parts(self, supposed: Supposed) -> frozenset[str]:
        """Returns the digests of what takes part in an unsaved agent and was neither seen nor tried; blocks."""
        with self._lock:
            self._load()
            saved = supposed.saved
            is_known = saved is not None and self._has_seen(saved)
            templates = saved.templates if saved is not None and is_known else ()
            parts = supposed.definitions.templates.unsaved_parts(supposed.chain, templates)
            return frozenset(p for p in parts if p not in self._kept.seen and p not in self._kept.tried_parts)

    def _has_seen(self, draft: AgentDraft) -> bool:
        return draft.source.layer is Layer.BUNDLED or draft.source.digest in self._kept.seen

    def _take_tried(self, spec: AgentSpec, verdict: Verdict, parts: frozenset[str]) -> None:
        with self._lock:
            if not any(finding.code in _NOT_LASTING for finding in verdict.findings):
                _keep(self._kept.tried, spec.digest, verdict)
            if verdict.is_usable:
                for part in parts:
                    _keep(self._kept.tried_parts, part, None)

    def check_seen(self, specs: Sequence[AgentSpec], sources_of: SourcesOf, inputs: PromptInputs) -> DryRunReport:
        """Returns the report about agents that passed a check before; blocks."""
        return self._dry_run(specs, sources_of, inputs, {})

    def _dry_run(
        self, specs: Sequence[AgentSpec], sources_of: SourcesOf, inputs: PromptInputs, known: Mapping[str, Verdict]
    ) -> DryRunReport:
        with self._lock:
            self._load()
            return dry_run(specs, sources_of, inputs, cache=self._kept.cache, known=known)

    def accept_files(self, paths: Iterable[Path]) -> None:
        """Takes the bytes of files that the user saved here as seen; blocks."""
        digests: set[str] = set()
        for path in paths:
            digests |= _digests_of(path)
        with self._lock:
            self._load()
            self._kept.seen.mark(sorted(digests))

    def save(self) -> None:
        """Writes the verdicts for the next start; blocks."""
        with self._lock:
            self._kept.cache.save()


def _keep(kept: dict[str, V], key: str, value: V) -> None:
    kept[key] = value
    if len(kept) > _TRIED_KEPT:
        del kept[next(iter(kept))]


def _digests_of(path: Path) -> set[str]:
    try:
        content = read_bounded(path, FILE_LIMIT_BYTES)
    except OSError:
        return set()
    text = decode_text(content, path).value or ""
    digests = {digest_of(content), text_digest(text)}
    if path.suffix.lower() == ".md":
        role = parse_role(text, path.stem, str(path), Layer.USER).value
        digests |= {role_digest(role)} if role is not None else set()
    return digests

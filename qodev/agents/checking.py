"""Joins what files say with what the dry run found, and falls back to last good versions (A44, A46, A48)."""

import os
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from qodev.agents.dryrun import DryRunReport
from qodev.agents.loading import Definitions
from qodev.agents.schema import AgentDraft
from qodev.agents.sources import TemplateSources, refusal_of
from qodev.base.codes import Code
from qodev.base.diagnostics import Diagnostic, Severity, sorted_diagnostics
from qodev.types.agents import AgentSnapshot, AgentSpec, Layer


def template_sources(snapshot: AgentSnapshot) -> Callable[[AgentSpec], TemplateSources]:
    """Returns what the templates of each agent can reach; agents of one folder share one value."""
    bundled = snapshot.partials.get("", {})
    by_folder: dict[str, TemplateSources] = {}

    def sources_of(spec: AgentSpec) -> TemplateSources:
        is_ours = spec.layer in (Layer.BUNDLED, Layer.BUILT_IN)
        # A path object for each agent took four fifths of a dry run whose verdicts are known.
        folder = "" if is_ours else os.path.dirname(spec.span.path)  # noqa: PTH120
        if folder not in by_folder:
            own = snapshot.partials.get(folder, {}) if folder else {}
            refused = snapshot.refused_partials.get(folder, {})
            by_folder[folder] = TemplateSources(bundled, own, snapshot.roles, refused)
        return by_folder[folder]

    return sources_of


@dataclass(frozen=True, slots=True)
class GoodAgent:
    """The last good version of an agent, and what it was made of."""

    spec: AgentSpec
    chain: tuple[AgentDraft, ...]


@dataclass(frozen=True, slots=True)
class CheckedAgents:
    """What the last finished check found, so that a reload does not judge anew what did not change."""

    digests: Mapping[str, str] = field(default_factory=dict)
    problems: Mapping[str, Diagnostic] = field(default_factory=dict)
    diagnostics: tuple[Diagnostic, ...] = ()
    good: Mapping[str, "GoodAgent"] = field(default_factory=dict)

    def knows(self, spec: AgentSpec) -> bool:
        """Tells whether this very version of an agent was checked."""
        return self.digests.get(spec.name) == spec.digest


def while_checking(definitions: Definitions, checked: CheckedAgents, distrusted: Collection[str]) -> AgentSnapshot:
    """Returns the snapshot that is shown at once: what must be checked first is marked (A44).

    An agent whose bytes are not trusted yet is not usable before its check has passed (S90).
    """
    agents: dict[str, AgentSpec] = {}
    checking: set[str] = set()
    for name, spec in definitions.snapshot.agents.items():
        problem = definitions.ruled_out.get(name)
        if problem is None and spec.layer is not Layer.BUILT_IN:
            if checked.knows(spec):
                problem = checked.problems.get(name)
            else:
                checking.add(name)
        is_usable = problem is None and not (name in checking and name in distrusted)
        agents[name] = spec if is_usable else replace(spec, usable=False, problem=problem)
    lasting = tuple(d for d in checked.diagnostics if not _is_about(d, checking, agents))
    diagnostics = sorted_diagnostics((*definitions.snapshot.diagnostics, *lasting))
    return replace(definitions.snapshot, agents=agents, diagnostics=diagnostics, checking=frozenset(checking))


def _is_about(diagnostic: Diagnostic, checking: Collection[str], agents: Mapping[str, AgentSpec]) -> bool:
    names = {name for name in (diagnostic.subject, *diagnostic.dependants) if name is not None}
    return any(name in checking for name in names) or not any(name in agents for name in names)


def with_report(definitions: Definitions, report: DryRunReport) -> AgentSnapshot:
    """Returns the snapshot with the results of the dry run."""
    agents: dict[str, AgentSpec] = {}
    for name, spec in definitions.snapshot.agents.items():
        problem = definitions.ruled_out.get(name) or report.problems.get(name)
        is_usable = problem is None and name not in report.failed
        if is_usable and spec.stale:
            problem = _fault_of(spec.span.path, definitions.snapshot.diagnostics)
        agents[name] = spec if problem is None and is_usable else replace(spec, usable=is_usable, problem=problem)
    diagnostics = sorted_diagnostics((*definitions.snapshot.diagnostics, *report.diagnostics))
    return replace(definitions.snapshot, agents=agents, diagnostics=diagnostics)


def fold_unreadable(definitions: Definitions, report: DryRunReport) -> tuple[Definitions, DryRunReport]:
    """Makes the agents that include a partial which cannot be read dependants of the one finding about its file (A39)."""
    snapshot = definitions.snapshot
    by_file = {d.file: d for d in snapshot.diagnostics if d.file is not None}
    folded: dict[Diagnostic, set[str]] = {}
    kept: list[Diagnostic] = []
    for found in report.diagnostics:
        names = {name for name in (found.subject or "", *found.dependants) if name in snapshot.agents}
        cause = by_file.get(_refused_file(found, names, snapshot)) if found.code is Code.INCLUDE_FORBIDDEN else None
        if cause is None:
            kept.append(found)
        else:
            folded.setdefault(cause, set()).update(names)
    if not folded:
        return definitions, report
    causes = {d: replace(d, dependants=tuple(sorted({*d.dependants, *names}))) for d, names in folded.items()}
    diagnostics = tuple(causes.get(d, d) for d in snapshot.diagnostics)
    problems = {**report.problems, **{name: causes[d] for d, names in folded.items() for name in names}}
    whole = replace(definitions, snapshot=replace(snapshot, diagnostics=diagnostics))
    return whole, replace(report, diagnostics=tuple(kept), problems=problems)


def _refused_file(found: Diagnostic, names: Collection[str], snapshot: AgentSnapshot) -> str:
    for folder in {os.path.dirname(snapshot.agents[name].span.path) for name in names}:  # noqa: PTH120  as above
        for partial, reason in snapshot.refused_partials.get(folder, {}).items():
            if refusal_of(partial, reason) in found.message:
                return str(Path(folder, partial))
    return ""


def _fault_of(path: str, diagnostics: Collection[Diagnostic]) -> Diagnostic | None:
    return next((d for d in diagnostics if d.file == path and d.severity is Severity.ERROR), None)


@dataclass(frozen=True, slots=True)
class Fallbacks:
    """Last good versions that may take the place of broken ones, with the partials and roles of now; still unchecked."""

    specs: Mapping[str, AgentSpec]
    foreign: Mapping[str, frozenset[str]]


def find_fallbacks(definitions: Definitions, snapshot: AgentSnapshot, checked: CheckedAgents) -> Fallbacks:
    """Returns last good versions of agents whose file is there and broken (A46)."""
    wanted = {
        name: good
        for name, good in checked.good.items()
        if not _is_in_use(snapshot, name) and _is_wanted(definitions, good.spec)
    }
    templates = definitions.templates
    specs = {name: replace(good.spec, digest=templates.digest_of(good.chain)) for name, good in wanted.items()}
    return Fallbacks(specs, {name: templates.foreign_parts(good.chain) for name, good in wanted.items()})


def checked_fallbacks(
    definitions: Definitions, snapshot: AgentSnapshot, checked: CheckedAgents
) -> tuple[AgentSpec, ...]:
    """Returns those fallbacks that need no check: nothing that they reach has changed since they passed one."""
    wanted = find_fallbacks(definitions, snapshot, checked).specs
    return tuple(spec for name, spec in wanted.items() if spec.digest == checked.good[name].spec.digest)


def _is_in_use(snapshot: AgentSnapshot, name: str) -> bool:
    return name in snapshot.bases or (name in snapshot.agents and snapshot.agents[name].usable)


def _is_wanted(definitions: Definitions, good: AgentSpec) -> bool:
    holds = definitions.names_by_path.get(good.span.path)
    return holds is not None and holds in ("", good.name)


def with_fallbacks(snapshot: AgentSnapshot, fallbacks: Collection[AgentSpec]) -> AgentSnapshot:
    """Returns the snapshot with older versions in the places of broken ones, marked, with the reason."""
    if not fallbacks:
        return snapshot
    agents = dict(snapshot.agents)
    for good in fallbacks:
        broken = agents.get(good.name)
        problem = broken.problem if broken is not None else find_cause(snapshot.diagnostics, good.name)
        agents[good.name] = replace(good, stale=True, usable=True, problem=problem)
    return replace(snapshot, agents=dict(sorted(agents.items())))


def find_cause(diagnostics: Collection[Diagnostic], name: str) -> Diagnostic | None:
    """Returns the error because of which an agent was dropped."""
    errors = (d for d in diagnostics if d.severity is Severity.ERROR)
    return next((d for d in errors if name in (d.subject, *d.members, *d.dependants)), None)


def remember(
    snapshot: AgentSnapshot, report: DryRunReport, definitions: Definitions, before: CheckedAgents
) -> CheckedAgents:
    """Returns what the next load should know of this one."""
    agents = definitions.snapshot.agents
    good: dict[str, GoodAgent] = {}
    for name, spec in snapshot.agents.items():
        if spec.stale and name in before.good:
            good[name] = before.good[name]
        elif spec.usable and name in definitions.chains:
            good[name] = GoodAgent(spec, definitions.chains[name])
    problems = {name: problem for name, problem in report.problems.items() if name in agents}
    return CheckedAgents({name: spec.digest for name, spec in agents.items()}, problems, report.diagnostics, good)


def good_drafts(snapshot: AgentSnapshot, definitions: Definitions) -> list[AgentDraft]:
    """Returns the drafts of agents that passed every check, and of the bases."""
    is_good = {name for name, spec in snapshot.agents.items() if spec.usable and not spec.stale}
    return [chain[0] for name, chain in definitions.chains.items() if name in is_good or name in snapshot.bases]

"""Renders every agent with synthetic data, so that its faults show at load and not in mid-conversation (A48 to A52)."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from qodev.agents.faults import TemplateFault
from qodev.agents.findings import Finding, finding_of, merge_findings, severity_of
from qodev.agents.fixtures import FIXTURES, OPTIONAL, Fixture
from qodev.agents.leaves import bad_values, is_template, template_leaves
from qodev.agents.meter import LOAD_LIMITS, Counters, Limits
from qodev.agents.prompt_functions import PromptFunctions, PromptInputs, role_fault
from qodev.agents.render import PROMPT_KEY, splice_output
from qodev.agents.sources import TemplateSources
from qodev.agents.verdicts import DryRunCache, Verdict
from qodev.base.codes import Code
from qodev.base.diagnostics import Diagnostic, Severity, sorted_diagnostics
from qodev.types.agents import AgentSpec

SourcesOf = Callable[[AgentSpec], TemplateSources]


@dataclass(frozen=True, slots=True)
class DryRunReport:
    """What the dry run found: every diagnostic, and the agents that are not usable with the first reason for each."""

    diagnostics: tuple[Diagnostic, ...]
    failed: frozenset[str]
    problems: Mapping[str, Diagnostic] = field(default_factory=dict)


def dry_run(
    specs: Sequence[AgentSpec],
    sources_of: SourcesOf,
    inputs: PromptInputs,
    *,
    cache: DryRunCache | None = None,
    known: Mapping[str, Verdict] | None = None,
) -> DryRunReport:
    """Returns what comes of rendering all agents in all contexts; one diagnostic for each root cause (A39).

    Agents in `known` have their verdict already and are not rendered here (S90). Blocking: call it in a worker.
    Sources are told apart by identity, so hand out the same mappings for agents that share them: heirs of one base
    then cost one render. The cache goes by the digests of agents, which must cover partials and roles.
    """
    work = DryRun(inputs, cache)
    given = known or {}
    verdicts = [given.get(s.name) or work.find_kept(s) or work.verdict(s, sources_of(s)) for s in specs]
    return report_of(list(zip(specs, verdicts, strict=True)))


def report_of(verdicts: Sequence[tuple[AgentSpec, Verdict]]) -> DryRunReport:
    """Returns the report of finished verdicts."""
    found = [(spec, finding) for spec, verdict in verdicts for finding in verdict.findings]
    diagnostics = sorted_diagnostics(merge_findings(found))
    problems: dict[str, Diagnostic] = {}
    for one in diagnostics:
        if one.severity is Severity.ERROR:
            for name in (one.subject, *one.dependants):
                if name is not None:
                    problems.setdefault(name, one)
    failed = frozenset(spec.name for spec, finding in found if finding.severity is Severity.ERROR)
    return DryRunReport(diagnostics, failed, {name: problems[name] for name in failed if name in problems})


class DryRun:
    """One pass over agents; renders are shared between agents that have the same template and partials."""

    def __init__(self, inputs: PromptInputs, cache: DryRunCache | None = None, limits: Limits = LOAD_LIMITS) -> None:
        self._inputs = inputs
        self._cache = cache
        self._limits = limits
        self._kept: list[TemplateSources] = []  # so that no identity is used twice
        self._leaves: dict[object, tuple[Finding, ...]] = {}
        self._prompts: dict[object, tuple[tuple[Finding, ...], bool]] = {}

    def find_kept(self, spec: AgentSpec) -> Verdict | None:
        """Returns what an earlier run found about this very agent."""
        return self._cache.get(spec.digest) if self._cache is not None and spec.digest else None

    def verdict(self, spec: AgentSpec, sources: TemplateSources) -> Verdict:
        """Returns everything found about one agent, rendered anew."""
        found = self.templates_verdict(tuple(template_leaves(spec.body)), spec.system_prompt, sources)
        bad = tuple(finding_of(key, fault) for key, fault in bad_values(spec.body))
        fresh = replace(found, findings=(*bad, *found.findings))
        if self._cache is not None and spec.digest:
            self._cache.put(spec.digest, fresh)
        return fresh

    def templates_verdict(
        self, leaves: Sequence[tuple[str, str]], prompt: str | None, sources: TemplateSources
    ) -> Verdict:
        """Returns what is found in the templates of a body, given by key path, and in a prompt."""
        groups = (sources.bundled, sources.own, sources.roles, sources.refused)
        mark = tuple(id(group) if group else 0 for group in groups)
        self._kept.append(sources)
        found: list[Finding] = []
        for key, text in leaves:
            if (text, mark) not in self._leaves:
                self._leaves[text, mark] = tuple(leaf_findings(text, sources, self._limits))
            found.extend(replace(finding, key=key) for finding in self._leaves[text, mark])
        is_lasting = True
        if prompt is not None and is_template(prompt):
            if (prompt, mark) not in self._prompts:
                self._prompts[prompt, mark] = prompt_findings(prompt, sources, self._inputs, self._limits)
            findings, is_lasting = self._prompts[prompt, mark]
            found.extend(findings)
        return Verdict(tuple(found), is_lasting=is_lasting)


def leaf_findings(text: str, sources: TemplateSources, limits: Limits = LOAD_LIMITS) -> Sequence[Finding]:
    """Returns what is wrong with one template of a body; the key is left open."""
    from qodev.agents.prepared import PreparedTemplate  # loads Jinja2 (F37)

    deadline: float | None = time.monotonic() + limits.time_s
    try:
        template = PreparedTemplate(text, sources)
    except TemplateFault as fault:
        return [finding_of("", fault)]
    failures: list[tuple[str, Finding]] = []
    odd: list[Finding] = []
    for fixture in FIXTURES.values():
        finding = _render(template.run, fixture, Counters(limits, deadline))
        deadline = None  # compiling counts towards the first render alone (S95)
        if finding is None:
            continue
        if finding.severity is Severity.WARNING:
            odd.append(finding)
            continue
        failures.append((fixture.name, finding))
        if finding.code.startswith("limit."):
            break  # it would take as long with the other contexts
    lints = [
        Finding("", x.code, severity_of(x.code), x.message, x.hint, x.line, p) for p, x in template.inspection.lints
    ]
    return _judged(failures, [*odd[:1], *lints])


def _render(run: Callable[..., str], fixture: Fixture, counters: Counters) -> Finding | None:
    try:
        output = run({"ctx": fixture.ctx}, counters)
    except TemplateFault as fault:
        return finding_of("", fault)
    return splice_output("", output)[1]


def _judged(failures: Sequence[tuple[str, Finding]], others: Sequence[Finding]) -> Sequence[Finding]:
    if not failures:
        return others
    contexts = tuple(name for name, _ in failures)
    first = failures[0][1]
    if not OPTIONAL.issuperset(contexts):
        return [replace(first, contexts=contexts)]  # an error alone is reported, not the lints (A64)
    names = " and ".join(f"`{name}`" for name in contexts)
    reason = f"it fails only with the sample {names}: {first.reason}"
    warning = Finding("", Code.DRYRUN_CONTEXT, Severity.WARNING, reason, first.hint, first.line, first.partial)
    return [replace(warning, snippet=first.snippet), *others]


def prompt_findings(
    text: str, sources: TemplateSources, inputs: PromptInputs, limits: Limits = LOAD_LIMITS
) -> tuple[tuple[Finding, ...], bool]:
    """Returns what is wrong with a system prompt, and whether that hangs on its text, partials and roles alone."""
    from qodev.agents.prepared import PreparedTemplate  # loads Jinja2 (F37)

    try:
        template = PreparedTemplate(text, sources, inputs.marks(), in_prompt=True)
    except TemplateFault as fault:
        return (finding_of(PROMPT_KEY, fault),), True
    functions = PromptFunctions(inputs, sources, is_load=True)
    for use in template.inspection.roles:
        if use.name not in sources.roles:
            unknown = role_fault(use.name, sources)
            unknown.line = use.line
            functions.faults.append(unknown)
    is_lasting = template.inspection.functions <= {"agent_role"}
    for names in (inputs.names(), {"language": "qml", "file_path": "/project/src/Main.qml"}):
        try:
            template.run(names, Counters(limits), functions.table())
        except TemplateFault as fault:
            return (finding_of(PROMPT_KEY, fault),), is_lasting
    lints = [
        Finding(PROMPT_KEY, x.code, severity_of(x.code), x.message, x.hint, x.line, p)
        for p, x in template.inspection.lints
    ]
    soft = {f.message: finding_of(PROMPT_KEY, f, lenient=True) for f in reversed(functions.faults)}
    return (*soft.values(), *lints), is_lasting

"""Renders every agent with synthetic data, so that its faults show at load and not in mid-conversation (A48 to A52)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from qodev.agents.faults import TemplateFault
from qodev.agents.findings import Finding, finding_of, merge_findings, severity_of
from qodev.agents.fixtures import FIXTURES, OPTIONAL, Fixture
from qodev.agents.leaves import bad_values, is_template, template_leaves
from qodev.agents.meter import LOAD_LIMITS, Counters
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
) -> DryRunReport:
    """Returns what comes of rendering all agents in all contexts; one diagnostic for each root cause (A39).

    Blocking: call it in a worker. Sources are told apart by identity, so hand out the same mappings for agents that
    share them: heirs of one base then cost one render.
    """
    work = DryRun(inputs, cache)
    return report_of([(spec, work.verdict(spec, sources_of(spec))) for spec in specs])


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

    def __init__(self, inputs: PromptInputs, cache: DryRunCache | None = None) -> None:
        self._inputs = inputs
        self._cache = cache
        self._kept: list[TemplateSources] = []  # so that no identity is used twice
        self._fingerprints: dict[object, str] = {}
        self._leaves: dict[object, tuple[Finding, ...]] = {}
        self._prompts: dict[object, tuple[tuple[Finding, ...], bool]] = {}

    def verdict(self, spec: AgentSpec, sources: TemplateSources) -> Verdict:
        """Returns everything found about one agent."""
        if self._cache is None or not spec.digest:
            return self._fresh(spec, sources)
        key = self.cache_key(spec, sources)
        known = self._cache.get(key)
        if known is None:
            known = self._fresh(spec, sources)
            self._cache.put(key, known)
        return known

    def cache_key(self, spec: AgentSpec, sources: TemplateSources) -> str:
        """Returns what a verdict hangs on: the agent's files, the partials and the roles."""
        mark = self._identity(sources)
        if mark not in self._fingerprints:
            self._fingerprints[mark] = sources.fingerprint()
        return f"{spec.digest} {self._fingerprints[mark]}"

    def _identity(self, sources: TemplateSources) -> object:
        groups = (sources.bundled, sources.own, sources.roles, sources.refused)
        mark = tuple(id(group) if group else 0 for group in groups)
        if mark not in self._fingerprints:
            self._kept.append(sources)
        return mark

    def _fresh(self, spec: AgentSpec, sources: TemplateSources) -> Verdict:
        found = [finding_of(key, fault) for key, fault in bad_values(spec.body)]
        mark = self._identity(sources)
        for key, text in template_leaves(spec.body):
            if (text, mark) not in self._leaves:
                self._leaves[text, mark] = tuple(leaf_findings(text, sources))
            found.extend(replace(finding, key=key) for finding in self._leaves[text, mark])
        is_lasting = True
        prompt = spec.system_prompt
        if prompt is not None and is_template(prompt):
            if (prompt, mark) not in self._prompts:
                self._prompts[prompt, mark] = prompt_findings(prompt, sources, self._inputs)
            findings, is_lasting = self._prompts[prompt, mark]
            found.extend(findings)
        return Verdict(tuple(found), is_lasting=is_lasting)


def leaf_findings(text: str, sources: TemplateSources) -> Sequence[Finding]:
    """Returns what is wrong with one template of a body; the key is left open."""
    from qodev.agents.prepared import PreparedTemplate  # loads Jinja2 (F37)

    try:
        template = PreparedTemplate(text, sources)
    except TemplateFault as fault:
        return [finding_of("", fault)]
    failures: list[tuple[str, Finding]] = []
    odd: list[Finding] = []
    for fixture in FIXTURES.values():
        finding = _render(template.run, fixture)
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


def _render(run: Callable[..., str], fixture: Fixture) -> Finding | None:
    try:
        output = run({"ctx": fixture.ctx}, Counters(LOAD_LIMITS))
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


def prompt_findings(text: str, sources: TemplateSources, inputs: PromptInputs) -> tuple[tuple[Finding, ...], bool]:
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
            template.run(names, Counters(LOAD_LIMITS), functions.table())
        except TemplateFault as fault:
            return (finding_of(PROMPT_KEY, fault),), is_lasting
    lints = [
        Finding(PROMPT_KEY, x.code, severity_of(x.code), x.message, x.hint, x.line, p)
        for p, x in template.inspection.lints
        if x.code is not Code.TEMPLATE_UNKNOWN_CTX
    ]
    soft = {f.message: finding_of(PROMPT_KEY, f, lenient=True) for f in reversed(functions.faults)}
    return (*soft.values(), *lints), is_lasting

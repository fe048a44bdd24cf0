"""Renders the body and the system prompt of an agent (A72 to A81, A95 to A105)."""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from qodev.agents.faults import TemplateFault
from qodev.agents.findings import JSON_HINT, Finding, diagnose, finding_of
from qodev.agents.leaves import bad_values, filled, is_template, template_leaves
from qodev.agents.marks import expand
from qodev.agents.meter import LOAD_LIMITS as LOAD_LIMITS
from qodev.agents.meter import REQUEST_LIMITS as REQUEST_LIMITS
from qodev.agents.meter import Counters
from qodev.agents.meter import Limits as Limits
from qodev.agents.prompt_functions import PromptFunctions, cut_parts
from qodev.agents.prompt_functions import PromptInputs as PromptInputs
from qodev.agents.sources import TemplateSources as TemplateSources
from qodev.agents.sources import sources_for as sources_for
from qodev.agents.splice import DROPPED, Spliced, SpliceFault, splice
from qodev.base.codes import Code
from qodev.base.diagnostics import Severity, sorted_diagnostics
from qodev.base.jsontext import JsonValue
from qodev.types.agents import AgentSpec, RenderedBody, RenderedPrompt

PROMPT_KEY = "system_prompt"


def render_body(
    spec: AgentSpec,
    ctx: Mapping[str, JsonValue],
    sources: TemplateSources,
    limits: Limits = REQUEST_LIMITS,
) -> RenderedBody:
    """Returns the body that the agent alone makes, nothing added by the client; None when a part does not render.

    Blocking: call it in a worker. All templates of the body share the time and the size of the limits.
    """
    return render_body_with(spec, {"ctx": ctx}, sources, limits)


def render_body_with(
    spec: AgentSpec, names: Mapping[str, JsonValue], sources: TemplateSources, limits: Limits
) -> RenderedBody:
    """Does what `render_body` does, with any root variables."""
    work = _BodyWork(names, sources, limits, time.monotonic() + limits.time_s)
    for key, fault in bad_values(spec.body):
        work.found.append(finding_of(key, fault))
    result = filled(spec.body, "body", work.fill) if not work.found else DROPPED
    diagnostics = sorted_diagnostics(diagnose(spec, finding) for finding in work.found)
    if any(finding.severity is Severity.ERROR for finding in work.found):
        return RenderedBody(None, diagnostics)
    assert isinstance(result.value, Mapping)  # `filled` keeps tables tables
    return RenderedBody(result.value, diagnostics)


@dataclass(slots=True)
class _BodyWork:
    """Fills the templates of one body."""

    names: Mapping[str, JsonValue]
    sources: TemplateSources
    limits: Limits
    deadline: float
    found: list[Finding] = field(default_factory=list)

    def fill(self, key: str, text: str) -> Spliced:
        """Returns what a template gives, or nothing after noting why it gives none."""
        from qodev.agents.prepared import PreparedTemplate  # loads Jinja2 (F37)

        try:
            counters = Counters(self.limits, self.deadline)
            output = PreparedTemplate(text, self.sources).run(self.names, counters)
        except TemplateFault as fault:
            self.found.append(finding_of(key, fault))
            return DROPPED
        self.limits = replace(self.limits, output_bytes=max(0, self.limits.output_bytes - len(output)))
        spliced, finding = splice_output(key, output)
        if finding is not None:
            self.found.append(finding)
        return spliced


def splice_output(key: str, output: str) -> tuple[Spliced, Finding | None]:
    """Returns the value of an output, and what is wrong or odd about it."""
    try:
        spliced = splice(output)
    except SpliceFault as fault:
        reason = f"[body] failed to render to valid JSON: {fault.reason}."
        found = Finding(key, Code.BODY_INVALID_JSON, Severity.ERROR, reason, JSON_HINT, snippet=fault.snippet)
        return DROPPED, found
    if spliced.duplicate is None:
        return spliced, None
    reason = f"the key `{spliced.duplicate[:100]}` stands twice in one object; the last one counts."
    return spliced, Finding(key, Code.BODY_DUPLICATE_KEY, Severity.WARNING, reason)


def render_system_prompt(
    spec: AgentSpec,
    inputs: PromptInputs,
    sources: TemplateSources,
    limits: Limits = REQUEST_LIMITS,
) -> RenderedPrompt:
    """Returns the system prompt: "" when it is blank, None when it does not render. Blocking; reads files."""
    text = spec.system_prompt
    if text is None:
        return RenderedPrompt("", ())
    functions = PromptFunctions(inputs, sources, is_load=False)
    try:
        output = render_prompt_text(text, inputs.names(), functions, limits)
    except TemplateFault as fault:
        return RenderedPrompt(None, (diagnose(spec, finding_of(PROMPT_KEY, fault)),), tuple(functions.notes))
    shown = output if output.strip() else ""
    return RenderedPrompt(shown, (), tuple(functions.notes), cut_parts(shown, functions.inserted))


def render_prompt_text(text: str, names: Mapping[str, object], functions: PromptFunctions, limits: Limits) -> str:
    """Returns the output of a prompt; raises TemplateFault."""
    marks = functions.inputs.marks()
    if not is_template(text):
        return expand(text, dict(marks))
    from qodev.agents.prepared import PreparedTemplate  # loads Jinja2 (F37)

    counters = Counters(limits)
    template = PreparedTemplate(text, functions.sources, marks, in_prompt=True)
    return template.run(names, counters, functions.table())


def body_mentions(spec: AgentSpec, sources: TemplateSources, name: str) -> bool:
    """Tells whether a template of the body, or a partial that it includes, mentions `ctx.<name>` (A90)."""
    from qodev.agents.prepared import PreparedTemplate  # loads Jinja2 (F37)

    for _, text in template_leaves(spec.body):
        try:
            if name in PreparedTemplate(text, sources).inspection.members:
                return True
        except TemplateFault:
            if name in text:
                return True
    return False

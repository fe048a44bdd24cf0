"""Says what was found in the templates of an agent, and turns it into diagnostics at the file that wrote it (A39, A52)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath

from qodev.agents.faults import TemplateFault
from qodev.base.codes import Code
from qodev.base.diagnostics import Diagnostic, Severity, SourceSpan
from qodev.base.text import clip, join_surrogates
from qodev.types.agents import AgentSpec, LeafOrigin

SNIPPET_LIMIT = 500
_WARNINGS = frozenset(
    (
        Code.TEMPLATE_AMBIGUOUS_INDEX,
        Code.TEMPLATE_SET_IN_LOOP,
        Code.TEMPLATE_UNKNOWN_CTX,
        Code.BODY_DUPLICATE_KEY,
        Code.DRYRUN_CONTEXT,
    )
)
JSON_HINT = "Use `tojson(...)` around every inserted value, such as `{{ tojson(ctx.prefix) }}`."


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing found under one key of an agent; `line` counts in the template, or in `partial` if it is there."""

    key: str
    code: Code
    severity: Severity
    reason: str
    hint: str | None = None
    line: int | None = None
    partial: str | None = None
    snippet: str = ""
    contexts: tuple[str, ...] = ()  # the synthetic data with which it was found


def severity_of(code: Code) -> Severity:
    """Returns the severity of a finding in a template."""
    return Severity.WARNING if code in _WARNINGS else Severity.ERROR


def finding_of(key: str, fault: TemplateFault, *, hint: str | None = None, lenient: bool = False) -> Finding:
    """Returns the finding of a fault; `lenient` makes unreadable files and unknown roles warnings (A100, A105)."""
    soft = lenient and fault.code in (Code.PROMPT_READ, Code.ROLE_UNKNOWN)
    severity = Severity.WARNING if soft else severity_of(fault.code)
    return Finding(
        key, fault.code, severity, fault.message, hint or fault.hint, fault.line, fault.partial, fault.snippet
    )


def origin_of(spec: AgentSpec, key: str) -> LeafOrigin:
    """Returns who wrote a key: its own origin, else that of the nearest table or array around it."""
    path = key
    while path:
        found = spec.origins.get(path)
        if found is not None:
            return found
        path = path.rpartition(".")[0]
    return LeafOrigin(spec.span, spec.name, spec.layer)


def diagnose(spec: AgentSpec, finding: Finding) -> Diagnostic:
    """Returns the diagnostic of one finding; the agent itself is a dependant when another file wrote the key."""
    origin = origin_of(spec, finding.key)
    return Diagnostic(
        finding.code,
        finding.severity,
        join_surrogates(_message(origin.agent, finding)),  # `"\ud800"` in a template makes one
        subject=origin.agent,
        span=SourceSpan(origin.span.path, origin.span.line, origin.span.column),
        key=finding.key or None,
        hint=finding.hint,
        dependants=() if origin.agent == spec.name else (spec.name,),
        template_line=finding.line if finding.partial is None else None,
    )


def _message(agent: str, finding: Finding) -> str:
    key = f", `{finding.key}`" if finding.key else ""
    parts = [f"Agent '{agent}'{key}: {_place(finding)}{finding.reason}"]
    if finding.contexts:
        others = len(finding.contexts) - 1
        more = f" and {others} more" if others else ""
        parts.append(f"Found with the sample `{finding.contexts[0]}`{more}.")
    if finding.snippet.strip():
        parts.append(f"Output: {clip(finding.snippet, SNIPPET_LIMIT)}")
    return " ".join(parts)


def _place(finding: Finding) -> str:
    if finding.partial is not None:
        line = "" if finding.line is None else f", line {finding.line}"
        return f"in `{finding.partial}`{line}: "
    return "" if finding.line is None else f"template line {finding.line}: "


def merge_findings(found: Sequence[tuple[AgentSpec, Finding]]) -> tuple[Diagnostic, ...]:
    """Returns one diagnostic for each root cause, what else it touches as its dependants (A39)."""
    merged: dict[object, Diagnostic] = {}
    for spec, finding in found:
        one = diagnose(spec, finding)
        cause = _cause(spec, one, finding)
        known = merged.get(cause)
        merged[cause] = one if known is None else _joined(known, one, spec)
    return tuple(merged.values())


def _cause(spec: AgentSpec, one: Diagnostic, finding: Finding) -> object:
    if finding.code is Code.DRYRUN_UNCHECKED:
        return finding.code  # all of them for the same reason
    if finding.partial is not None:
        # Partials are found beside the agent's file, so one name can stand for two files.
        folder = PurePath(spec.span.path).parent
        return (finding.code, folder, finding.partial, finding.line, finding.reason)
    return (finding.code, one.span, one.key, finding.line, finding.reason)


def _joined(known: Diagnostic, one: Diagnostic, spec: AgentSpec) -> Diagnostic:
    names = {*known.dependants, *one.dependants}
    if one.subject != known.subject:
        names |= {spec.name, *((one.subject,) if one.subject == spec.name else ())}
    return replace(known, dependants=tuple(sorted(names - {known.subject or ""})))

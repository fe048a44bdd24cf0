"""Finds agents, rosters and overrides that load but do not do what their author wrote (A74, A75, A84, A119, A136)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from qodev.agents.causes import Cause, CauseBook
from qodev.agents.pipelines import Rosters
from qodev.agents.schema import AgentDraft
from qodev.base.codes import Code
from qodev.base.diagnostics import Diagnostic, Severity
from qodev.base.jsontext import JsonValue
from qodev.base.text import near_miss
from qodev.types.agents import AgentSpec, ProviderInstance


@dataclass(frozen=True, slots=True)
class LintInput:
    """Everything that agents are judged against."""

    agents: Mapping[str, AgentSpec]
    chains: Mapping[str, tuple[AgentDraft, ...]]
    instances: Mapping[str, ProviderInstance]
    lost_instances: Mapping[str, Cause]


@dataclass(slots=True)
class AgentLint:
    """Judges concrete agents; a finding stands in the file that wrote the key, with the others as dependants."""

    given: LintInput
    book: CauseBook
    unusable: dict[str, Diagnostic] = field(default_factory=dict)
    _folded: dict[str, list[str]] = field(default_factory=dict)

    def check(self) -> None:
        """Judges all agents."""
        for name in self.given.instances:
            self._folded.setdefault(name.casefold(), []).append(name)
        for name, spec in self.given.agents.items():
            chain = self.given.chains[name]
            if spec.provider_instance not in self.given.instances:
                self._check_instance(spec, find_writer(chain, ("provider_instance",)))
            if "model" in spec.body:
                self.book.note(_model_literal(find_writer(chain, ("body", "model"))), name)
            if spec.enable_tools and "tools" in spec.body:
                self.book.note(_tools_replaced(find_writer(chain, ("body", "tools"))), name)
        for name, chain in self.given.chains.items():
            self._check_values(name, chain)

    def _check_instance(self, spec: AgentSpec, writer: AgentDraft) -> None:
        wanted = spec.provider_instance
        if wanted in self.given.lost_instances:
            self.given.lost_instances[wanted].dependants.add(spec.name)
            return
        same = self._folded.get(wanted.casefold(), [])
        if len(same) == 1:
            self.book.note(_other_case(writer, wanted, same[0]), spec.name)
        else:
            near = near_miss(wanted, self.given.instances)
            self.book.note(_unknown_instance(writer, wanted, near), spec.name)

    def _check_values(self, name: str, chain: Sequence[AgentDraft]) -> None:
        for index, draft in enumerate(chain):
            for path in draft.bad_values:
                if any(_covers(nearer.values, path) for nearer in chain[:index]):
                    continue
                if name not in self.given.agents:
                    if index == 0:  # a base says so itself, whether or not something is built on it
                        self.book.note(_bad_value(draft, path))
                    continue
                cause = self.book.note(_bad_value(draft, path), name)
                self.unusable.setdefault(name, cause.diagnostic)


def find_writer(chain: Sequence[AgentDraft], path: tuple[str, ...]) -> AgentDraft:
    """Returns the nearest draft of a chain that wrote a key, or a part of it; the nearest of all if none did."""
    return next((draft for draft in chain if _has(draft.values, path)), chain[0])


def _has(values: Mapping[str, JsonValue], path: tuple[str, ...]) -> bool:
    here: JsonValue = values
    for key in path:
        if not isinstance(here, Mapping) or key not in here:
            return False
        here = here[key]
    return True


def _covers(values: Mapping[str, JsonValue], path: str) -> bool:
    """Tells whether a nearer draft replaces what stands at a path further up: tables merge, all else replaces."""
    here: JsonValue = values
    for key in path.split("."):
        if not isinstance(here, Mapping):
            return True
        if key not in here:
            return False
        here = here[key]
    return True


def _finding(
    code: Code, severity: Severity, key: str, writer: AgentDraft, message: str, hint: str | None = None
) -> Diagnostic:
    return Diagnostic(code, severity, message, writer.name, span=writer.source.span_of(key), key=key, hint=hint)


def _model_literal(writer: AgentDraft) -> Diagnostic:
    message = f"`[body]` of `{writer.name}` has a `model`, which beats the agent's model and every override."
    hint = "Take it out of `[body]` and write `model` at the top of the file."
    return _finding(Code.BODY_MODEL_LITERAL, Severity.WARNING, "body.model", writer, message, hint)


def _tools_replaced(writer: AgentDraft) -> Diagnostic:
    message = f"The tools on offer replace the `tools` in `[body]` of `{writer.name}`."
    return _finding(Code.BODY_TOOLS_REPLACED, Severity.INFO, "body.tools", writer, message)


def _other_case(writer: AgentDraft, wanted: str, found: str) -> Diagnostic:
    message = f"`{writer.name}` names the provider instance `{wanted}`; `{found}` is used."
    return _finding(Code.PROVIDER_CASE, Severity.INFO, "provider_instance", writer, message, found)


def _unknown_instance(writer: AgentDraft, wanted: str, near: str | None) -> Diagnostic:
    ask = f"; did you mean `{near}`?" if near else "."
    message = f"`{writer.name}` names the provider instance `{wanted}`, which does not exist{ask}"
    return _finding(Code.PROVIDER_UNKNOWN, Severity.WARNING, "provider_instance", writer, message, near)


def _bad_value(writer: AgentDraft, path: str) -> Diagnostic:
    message = f"`{path}` of `{writer.name}` is a date, a time or no finite number, which no request can hold."
    return _finding(Code.BODY_BAD_VALUE, Severity.ERROR, path, writer, message, "Write it as text.")


def check_rosters(rosters: Rosters, agents: Mapping[str, AgentSpec], bases: frozenset[str]) -> list[Diagnostic]:
    """Returns a warning for each roster entry, written by the user, that names no loaded agent (A119)."""
    found: list[Diagnostic] = []
    for pipeline, roster in rosters.by_pipeline.items():
        if pipeline in rosters.defaults:
            continue
        for name in roster.agents:
            if name not in agents:
                near = near_miss(name, agents)
                reason = "is abstract and cannot be used" if name in bases else "is not loaded"
                message = f"The roster `{pipeline.value}` names `{name}`, which {reason}."
                key = f"pipelines.{rosters.keys[pipeline]}"
                span = rosters.span_of(key)
                code, severity = Code.PIPELINES_UNKNOWN_AGENT, Severity.WARNING
                found.append(Diagnostic(code, severity, message, name, span=span, key=key, hint=near))
    return found


def check_overrides(overrides: Mapping[str, str], agents: Mapping[str, AgentSpec], path: str) -> list[Diagnostic]:
    """Returns an info for each model override of an agent that is not loaded (A121)."""
    found: list[Diagnostic] = []
    for name in sorted(overrides.keys() - agents.keys()):
        message = f"A model is chosen for `{name}`, which is not loaded; the choice is kept."
        found.append(Diagnostic(Code.MODELS_UNKNOWN_AGENT, Severity.INFO, message, name, path=path, key=name))
    return found

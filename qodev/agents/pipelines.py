"""Rosters: which agents a pipeline tries, in order, and which one it takes for a file (A108 to A120)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from qodev.agents.causes import FILE_LIMIT_BYTES
from qodev.agents.match import accepts_all_of, check_dimensions, fits_nothing
from qodev.agents.roster_text import TABLE
from qodev.agents.schema import NAME_LIMIT
from qodev.agents.toml import Place, TomlFault, find_places, parse_toml
from qodev.base.codes import Code
from qodev.base.diagnostics import Diagnostic, Parsed, Severity, SourceSpan
from qodev.base.files import load_text
from qodev.base.text import near_miss
from qodev.types.agents import (
    AgentSnapshot,
    MatchRule,
    NeverWins,
    Pipeline,
    Roster,
    RouteStep,
    RouteTrace,
    RouteVerdict,
)

DEFAULT_ROSTERS: Mapping[Pipeline, tuple[str, ...]] = {  # A120
    Pipeline.CODE_COMPLETION: ("Qt CodeLlama 13B QML FIM", "Ollama Qwen2.5-Coder FIM"),
    Pipeline.CHAT: ("Ollama Qwen3.5 4B Chat", "Claude Sonnet 4.6 Chat", "OpenAI GPT-5.5 Responses Chat"),
    Pipeline.COMPRESSION: ("Ollama Qwen3.5 4B Compression",),
    Pipeline.QUICK_REFACTOR: ("Ollama Qwen2.5-Coder Quick Refactor",),
}
_OTHER_KEYS: Mapping[Pipeline, str] = {  # names that QodeAssist's file uses
    Pipeline.CHAT: "chat_assistant",
    Pipeline.COMPRESSION: "chat_compression",
}


@dataclass(frozen=True, slots=True)
class Rosters:
    """The roster of each pipeline; `defaults` are those that the file does not set."""

    by_pipeline: Mapping[Pipeline, Roster]
    defaults: frozenset[Pipeline]
    keys: Mapping[Pipeline, str] = field(default_factory=dict)  # the key that was read
    path: str | None = None
    places: Mapping[str, Place] = field(default_factory=dict)
    is_broken: bool = False  # not overwritten before the user saves

    def span_of(self, key: str) -> SourceSpan | None:
        """Returns where a key stands, when the rosters came from a file."""
        if self.path is None:
            return None
        line, column = self.places.get(key, (1, 1))
        return SourceSpan(self.path, line, column)


def default_rosters(path: str | None = None, *, is_broken: bool = False) -> Rosters:
    """Returns the rosters of a user who has chosen none."""
    rosters = {pipeline: Roster(pipeline, names) for pipeline, names in DEFAULT_ROSTERS.items()}
    return Rosters(rosters, frozenset(Pipeline), path=path, is_broken=is_broken)


def load_rosters(path: Path) -> Parsed[Rosters]:
    """Returns the rosters of a file; a missing file means the defaults, and so does a broken one, with findings."""
    if not path.exists():
        return Parsed(default_rosters(str(path)))
    text = load_text(path, FILE_LIMIT_BYTES)
    if text.value is None:
        found = tuple(_as_syntax(diagnostic) for diagnostic in text.diagnostics)
        return Parsed(default_rosters(str(path), is_broken=True), found)
    return parse_pipelines(text.value, str(path))


def _as_syntax(diagnostic: Diagnostic) -> Diagnostic:
    return Diagnostic(
        Code.PIPELINES_SYNTAX, Severity.WARNING, diagnostic.message, path=diagnostic.path, hint=diagnostic.hint
    )


def parse_pipelines(text: str, path: str = "pipelines.toml") -> Parsed[Rosters]:
    """Returns the rosters that a text sets; what it does not set or sets wrongly has its default (A118, A119)."""
    document = parse_toml(text)
    if isinstance(document, TomlFault):
        reason = f"is not valid TOML: {document.reason[:1].lower()}{document.reason[1:]}"
        return _broken(path, reason, (document.line, document.column))
    table = document.get(TABLE)
    if not isinstance(table, dict):
        return _broken(path, f"has no table `[{TABLE}]`", (1, 1))
    reader = _RosterReader(path, find_places(text))
    return Parsed(reader.read(table), tuple(reader.found))


def _broken(path: str, reason: str, place: Place) -> Parsed[Rosters]:
    message = f"`{Path(path).name}` {reason}; every roster has its default."
    hint = "Mend the file, or save a roster here: the broken file is then kept beside it."
    span = SourceSpan(path, *place)
    found = Diagnostic(Code.PIPELINES_SYNTAX, Severity.WARNING, message, span=span, hint=hint)
    return Parsed(default_rosters(path, is_broken=True), (found,))


@dataclass(slots=True)
class _RosterReader:
    path: str
    places: Mapping[str, Place]
    found: list[Diagnostic] = field(default_factory=list)

    def read(self, table: Mapping[str, Any]) -> Rosters:
        rosters: dict[Pipeline, Roster] = {}
        keys: dict[Pipeline, str] = {}
        for pipeline in Pipeline:
            key = self._key_for(pipeline, table)
            names = self._names(table[key], key) if key is not None else None
            if key is not None and names is not None:
                keys[pipeline] = key
            rosters[pipeline] = Roster(pipeline, DEFAULT_ROSTERS[pipeline] if names is None else names)
        self._check_keys(table)
        return Rosters(rosters, frozenset(set(Pipeline) - keys.keys()), keys, self.path, self.places)

    def _key_for(self, pipeline: Pipeline, table: Mapping[str, Any]) -> str | None:
        return next((key for key in (pipeline.value, _OTHER_KEYS.get(pipeline)) if key in table), None)

    def _names(self, value: object, key: str) -> tuple[str, ...] | None:
        if isinstance(value, str):
            value = [value] if value.strip() else []
        if not isinstance(value, list):
            self._note(Code.PIPELINES_TYPE, key, f"`{key}` must be an array of agent names; the default is used.")
            return None
        names, found = clean_names(value)
        for code, message, index in found:
            self._note(code, f"{key}.{index}", message)
        return names

    def _check_keys(self, table: Mapping[str, Any]) -> None:
        known = (*(pipeline.value for pipeline in Pipeline), *_OTHER_KEYS.values())
        for key in table:
            if key not in known:
                near = near_miss(key, known)
                ask = f"did you mean `{near}`?" if near else "it has no effect."
                self._note(Code.KEY_UNKNOWN, key, f"Unknown key '{key}' in `[{TABLE}]`: {ask}", near)

    def _note(self, code: Code, key: str, message: str, hint: str | None = None) -> None:
        line, column = self.places.get(f"{TABLE}.{key}") or self.places.get(f"{TABLE}.{key.partition('.')[0]}", (1, 1))
        span = SourceSpan(self.path, line, column)
        shown = f"{TABLE}.{key.partition('.')[0]}"
        self.found.append(Diagnostic(code, Severity.WARNING, message, span=span, key=shown, hint=hint))


def clean_names(values: Iterable[object]) -> tuple[tuple[str, ...], list[tuple[Code, str, int]]]:
    """Returns the names trimmed and without repeats, and what was dropped: code, sentence, index (A119)."""
    names: dict[str, None] = {}
    dropped: list[tuple[Code, str, int]] = []
    for index, value in enumerate(values):
        name = value.strip() if isinstance(value, str) else ""
        if not name or len(name) > NAME_LIMIT:
            message = "An entry of a roster is no agent name; it is left out."
            dropped.append((Code.PIPELINES_TYPE, message, index))
        elif name in names:
            dropped.append((Code.PIPELINES_DUPLICATE, f"`{name}` stands twice in a roster; the first counts.", index))
        else:
            names[name] = None
    return tuple(names), dropped


def pick_agent(snapshot: AgentSnapshot, pipeline: Pipeline, path: str, project: str) -> RouteTrace:
    """Returns how a pipeline chooses for a file and a project, "" for none: the first accepted entry wins (A115)."""
    steps = tuple(_judge(snapshot, name, path, project) for name in snapshot.rosters[pipeline].agents)
    winner = next((step.name for step in steps if step.verdict is RouteVerdict.ACCEPTED), None)
    return RouteTrace(pipeline, winner, steps)


def _judge(snapshot: AgentSnapshot, name: str, path: str, project: str) -> RouteStep:
    spec = snapshot.agents.get(name)
    if spec is None:
        reason = "it is abstract" if name in snapshot.bases else "no loaded agent has this name"
        return RouteStep(name, RouteVerdict.NOT_LOADED, reason=reason)
    if not spec.usable:
        reason = spec.problem.message if spec.problem is not None else "it is still being checked"
        return RouteStep(name, RouteVerdict.UNUSABLE, reason=reason)
    checks = check_dimensions(spec.match, path, project)
    refusals = tuple(check.dimension for check in checks if check.fitted is None)
    return RouteStep(name, RouteVerdict.REFUSED if refusals else RouteVerdict.ACCEPTED, refusals, checks=checks)


def find_unreachable(snapshot: AgentSnapshot, pipeline: Pipeline) -> tuple[NeverWins, ...]:
    """Returns the entries that no file can ever reach (A186).

    A usable entry before them accepts all that they would, or one of their dimensions holds broken globs alone. What is
    not usable now is not judged: it says so itself.
    """
    found: list[NeverWins] = []
    before: list[tuple[str, MatchRule]] = []
    catch_all: str | None = None
    for name in snapshot.rosters[pipeline].agents:
        spec = snapshot.agents.get(name)
        if spec is None or not spec.usable:
            continue
        if fits_nothing(spec.match):
            found.append(NeverWins(name, None))
            continue
        behind = catch_all or next((other for other, rule in before if accepts_all_of(rule, spec.match)), None)
        if behind is not None:
            found.append(NeverWins(name, behind))
        else:  # what never wins hides nothing that is not hidden already
            before.append((name, spec.match))
            catch_all = name if spec.match.is_empty else None
    return tuple(found)

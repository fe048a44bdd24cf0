"""What the permission X-ray shows, as values: cells, clauses, checks, tools, examples (U86 to U91)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath

from PySide6.QtCore import QCoreApplication

from qodev.base.text import show_hidden
from qodev.types.permissions import Effect, ProjectMode, Reading
from qodev.types.profile_editing import ExampleResult, ToolStanding
from qodev.types.verdicts import ClauseVerdict, RuleRef, StageState, Verdict
from qodev.types.xray import XrayAnswer, XrayKind
from qodev.ui.models.marks import QT_TRANSLATE_NOOP
from qodev.ui.models.profile_words import (
    BLOCKED,
    EFFECT_ROLES,
    HIDDEN,
    IN_SCHEMA,
    STAGE_STATES,
    effect_word,
    mode_word,
    stage_word,
    verdict_sentence,
    verdict_word,
)
from qodev.ui.models.words import StateWord


def _tr(text: str, count: int = -1) -> str:
    return QCoreApplication.translate("Xray", text, "", count)


_ABSENCES = (  # what the core says of a tool that no profile of this kind gets
    QT_TRANSLATE_NOOP("Xray", "only for imported profiles with such rules"),
    QT_TRANSLATE_NOOP("Xray", "only for Orchestrator"),
    QT_TRANSLATE_NOOP("Xray", "not offered"),
)
_CLAUSES = {
    "plain": "",
    "wrapper": QT_TRANSLATE_NOOP("Xray", "starts what follows"),
    "possible": QT_TRANSLATE_NOOP("Xray", "may run"),
}


@dataclass(frozen=True, slots=True)
class XrayCell:
    """What one mode makes of the case."""

    mode: ProjectMode
    title: str
    word: StateWord
    sentence: str
    is_current: bool = False


@dataclass(frozen=True, slots=True)
class XrayPlace:
    """A line of a file that decided something."""

    path: str = ""
    line: int = 0
    column: int = 1

    @property
    def text(self) -> str:
        """Returns file and line, "" for no place."""
        return f"{PurePath(self.path).name}:{self.line}" if self.line else ""

    @property
    def short(self) -> str:
        """Returns the line alone, where the file is plain."""
        return f":{self.line}" if self.line else ""


NOWHERE = XrayPlace()


@dataclass(frozen=True, slots=True)
class ClauseRow:
    """One clause of a command, what else it may be read as, and the rule that decided about it."""

    id: str
    text: str
    depth: int
    readings: tuple[str, ...]
    note: str
    rule: str
    place: XrayPlace
    effect: str
    look: tuple[str, str]  # icon and role
    is_deciding: bool = False
    says: str = ""  # the whole reason, where no rule decided


@dataclass(frozen=True, slots=True)
class RungRow:
    """One check of the gate."""

    id: str
    title: str
    state: StateWord
    detail: str = ""
    place: XrayPlace = NOWHERE
    is_deciding: bool = False


@dataclass(frozen=True, slots=True)
class ToolRow:
    """One tool: in the schema or hidden, and by which rule."""

    name: str
    state: StateWord
    effect: str
    look: tuple[str, str]
    rule: str
    place: XrayPlace = NOWHERE
    note: str = ""
    is_offered: bool = True


@dataclass(frozen=True, slots=True)
class ExampleRow:
    """One example with what came of it."""

    id: str
    text: str
    result: str
    is_met: bool
    line: int


@dataclass(frozen=True, slots=True)
class XrayState:
    """Everything that the pane shows; `message` takes the place of a verdict."""

    message: str = ""
    cells: tuple[XrayCell, ...] = ()
    clauses: tuple[ClauseRow, ...] = ()
    rungs: tuple[RungRow, ...] = ()
    refusal: str = ""
    tools: tuple[ToolRow, ...] = ()
    examples: tuple[ExampleRow, ...] = ()
    keep_reason: str = ""  # why the case cannot be kept as an example
    is_stale: bool = False  # of the last text that was a profile

    @property
    def counted(self) -> str:
        """Returns how many tools are visible (U89)."""
        offered = sum(row.is_offered for row in self.tools)
        return _tr("{0} of {1} tools visible").format(offered, len(self.tools)) if self.tools else ""


def _rule_text(rule: RuleRef) -> str:
    return f"{show_hidden(rule.text)}={rule.effect.value}"


def place_of(rule: RuleRef | None) -> XrayPlace:
    """Returns where a rule stands."""
    span = rule.span if rule is not None else None
    return XrayPlace(span.path, span.line, span.column) if span is not None else NOWHERE


def cells_of(verdicts: Mapping[ProjectMode, Verdict], own: ProjectMode | None, *, direct: bool) -> tuple[XrayCell, ...]:
    """Returns a cell for each mode; a direct call of a hidden tool is blocked (U89)."""
    return tuple(
        XrayCell(
            mode,
            mode_word(mode),
            _word(verdict, direct=direct),
            _tr("Refused, whatever it says.") if direct and verdict.is_hidden else verdict_sentence(verdict),
            mode is own,
        )
        for mode, verdict in verdicts.items()
    )


def _word(verdict: Verdict, *, direct: bool) -> StateWord:
    word = verdict_word(verdict)
    return BLOCKED if direct and word is HIDDEN else word


def clauses_of(verdict: Verdict, reading: Reading | None) -> tuple[ClauseRow, ...]:
    """Returns the clauses in order, nested ones indented, then why a text could not be read (U87)."""
    rows: list[ClauseRow] = []
    for place, clause in enumerate(verdict.clauses):
        depth = next((row.depth + 1 for row in reversed(rows) if _holds(row.text, show_hidden(clause.text))), 0)
        rows.append(_clause_row(place, clause, depth, is_deciding=clause.effect is verdict.value))
    if reading is not None:
        rows.extend(_unreadable(verdict, reading))
    return tuple(rows)


def _holds(outer: str, inner: str) -> bool:
    return inner != outer and inner in outer


def _clause_row(place: int, clause: ClauseVerdict, depth: int, *, is_deciding: bool) -> ClauseRow:
    note = _CLAUSES.get(clause.kind, "")
    rule = clause.rule
    return ClauseRow(
        f"clause:{place}",
        show_hidden(clause.text),
        depth,
        tuple(map(show_hidden, clause.views)),
        _tr(note) if note else "",
        _rule_text(rule) if rule is not None else _reason_text(clause.reason),
        place_of(rule),
        effect_word(clause.effect),
        EFFECT_ROLES[clause.effect],
        is_deciding,
        _sentence(clause) if rule is None else "",
    )


def _sentence(clause: ClauseVerdict) -> str:
    """Returns why a clause has its effect although no rule of commands gave it."""
    kind, _, detail = clause.reason.partition(":")
    effect = effect_word(clause.effect)
    if kind == "write":
        return _tr("{0}: no allow rule covers `{1}`, so the tool's own value counts.").format(effect, detail)
    return (
        _tr("{0}: no command rule matches, so the tool's own value counts.").format(effect) if kind == "default" else ""
    )


def _reason_text(reason: str) -> str:
    kind, _, detail = reason.partition(":")
    if kind == "write":
        return _tr("writes a file: {0}").format(detail)
    return _tr("no rule") if kind == "default" else reason


def _unreadable(verdict: Verdict, reading: Reading) -> Iterator[ClauseRow]:
    causes = (*reading.opaque, *reading.doubtful)
    if not causes:
        return
    shown = ", ".join(cause.replace(":", ": ", 1) for cause in causes)
    is_denied = verdict.value is Effect.DENY
    text = (
        _tr("could not be read, and a deny rule might match: blocked")
        if is_denied
        else _tr("could not be read ({0}): asks in every mode").format(shown)
    )
    effect = Effect.DENY if is_denied else Effect.HARD_ASK
    rule = verdict.rule if is_denied else None
    shown_rule = _rule_text(rule) if rule is not None else ""
    look = EFFECT_ROLES[effect]
    yield ClauseRow(
        "unreadable",
        text,
        0,
        (),
        "",
        shown_rule,
        place_of(rule),
        effect_word(effect),
        look,
        is_deciding=True,
        says=text
        if not is_denied
        else _tr("could not be read ({0}), and a deny rule might match: blocked").format(shown),
    )


def rungs_of(verdict: Verdict) -> tuple[RungRow, ...]:
    """Returns the checks in order, the deciding one with its rule and place (U88)."""
    rows = []
    for rung in verdict.steps:
        is_deciding = rung.state is StageState.DECIDED
        rule = verdict.rule if is_deciding else None
        detail = (_rule_text(rule) if rule is not None else _why(verdict)) if is_deciding else ""
        state = STAGE_STATES[rung.state]
        rows.append(
            RungRow(rung.stage.value, stage_word(rung.stage), state, detail, place_of(rule), is_deciding=is_deciding)
        )
    return tuple(rows)


def _why(verdict: Verdict) -> str:
    reason = verdict.reason
    return _tr("default permission") if reason == "default" else reason.removeprefix("built_in:")


def tools_of(standings: Sequence[ToolStanding]) -> tuple[ToolRow, ...]:
    """Returns the rows of the tools, visible ones first in the order of the schema."""
    rows = [_tool_row(one) for one in standings]
    return tuple(sorted(rows, key=lambda row: not row.is_offered))


def _tool_row(one: ToolStanding) -> ToolRow:
    rule = one.rule
    note = _tr("stands for tools of servers and skills that no rule names") if one.is_sample else ""
    by_rule = rule is not None and (one.is_offered or one.reason == "denied")
    return ToolRow(
        one.name,
        IN_SCHEMA if one.is_offered else HIDDEN,
        effect_word(one.effect),
        EFFECT_ROLES[one.effect],
        _rule_text(rule) if rule is not None and by_rule else _default_text(one),
        place_of(rule) if by_rule else NOWHERE,
        note,
        one.is_offered,
    )


def _default_text(one: ToolStanding) -> str:
    if one.is_offered or one.reason == "denied":
        return _tr("default")
    return _tr(one.reason) if one.reason in _ABSENCES else one.reason


def examples_of(results: Sequence[ExampleResult]) -> tuple[ExampleRow, ...]:
    """Returns the rows of the examples."""
    rows = []
    for place, one in enumerate(results):
        argument = show_hidden(one.argument)
        call = argument if one.tool == "run_command" else f"{one.tool}: {argument}".rstrip(": ")
        expected = effect_word(one.expected)
        result = expected if one.is_met else _tr("should be {0}, is {1}").format(expected, _got(one.got))
        rows.append(ExampleRow(f"{place}", call, result, one.is_met, one.line))
    return tuple(rows)


def _got(got: str) -> str:
    return effect_word(Effect(got)) if got in list(Effect) else got


def with_answer(
    state: XrayState, answer: XrayAnswer, mode: ProjectMode | None, *, direct: bool, refusal: str
) -> XrayState:
    """Returns the state with a verdict; clauses and checks are those of `mode`, else of the project's own."""
    shown = answer.verdicts[mode or answer.mode or ProjectMode.ASK]
    return replace(
        state,
        message="",
        cells=cells_of(answer.verdicts, mode or answer.mode, direct=direct),
        clauses=clauses_of(shown, answer.reading),
        rungs=rungs_of(shown),
        refusal=refusal if direct else "",
    )


def empty_message(kind: XrayKind) -> str:
    """Returns what stands in the place of a verdict while nothing is typed (U177)."""
    if kind is XrayKind.COMMAND:
        return _tr("Type a command to see what would happen.")
    return _tr("Type a value to see what would happen.")

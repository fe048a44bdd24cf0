"""The entries of a roster as rows, and the words for what a pipeline is (U47, A185)."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from qodev.types.agents import AgentSnapshot, AgentSpec, Layer, MatchRule, Pipeline, RouteStep, RouteVerdict
from qodev.types.routing import PipelineWalk, RosterFault
from qodev.ui.models.marks import QT_TRANSLATE_NOOP

PIPELINE_TITLES = {
    Pipeline.CODE_COMPLETION: QT_TRANSLATE_NOOP("Pipelines", "Code completion"),
    Pipeline.CHAT: QT_TRANSLATE_NOOP("Pipelines", "Chat"),
    Pipeline.COMPRESSION: QT_TRANSLATE_NOOP("Pipelines", "Compression"),
    Pipeline.QUICK_REFACTOR: QT_TRANSLATE_NOOP("Pipelines", "Quick refactor"),
}
_EMPTY = {
    Pipeline.CODE_COMPLETION: QT_TRANSLATE_NOOP(
        "Pipelines", "Code completion has no agent, so nothing can be completed."
    ),
    Pipeline.CHAT: QT_TRANSLATE_NOOP("Pipelines", "Chat has no agent, so chat cannot start."),
    Pipeline.COMPRESSION: QT_TRANSLATE_NOOP("Pipelines", "Compression has no agent, so nothing can be compacted."),
    Pipeline.QUICK_REFACTOR: QT_TRANSLATE_NOOP("Pipelines", "Quick refactor has no agent, so nothing can be changed."),
}
_LAYERS = {
    Layer.BUNDLED: QT_TRANSLATE_NOOP("Pipelines", "bundled"),
    Layer.USER: QT_TRANSLATE_NOOP("Pipelines", "user"),
    Layer.BUILT_IN: QT_TRANSLATE_NOOP("Pipelines", "built-in"),
}
_SHOWN_PATTERNS = 3


def _tr(text: str) -> str:
    return QCoreApplication.translate("Pipelines", text)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What happens with an entry for the chosen file: a word, its icon and the role that repeats it."""

    text: str
    icon: str
    role: str


@dataclass(frozen=True, slots=True)
class RosterRow:
    """One entry of a roster."""

    name: str
    position: int  # from 1
    model: str
    match: str
    pills: str
    verdict: Verdict
    tip: str
    is_missing: bool = False

    @property
    def shown_model(self) -> str:
        """Returns the model; where no agent of that name is loaded, that it is missing (U47)."""
        return _tr("(missing)") if self.is_missing else self.model


@dataclass(frozen=True, slots=True)
class RosterCard:
    """The roster of one pipeline."""

    pipeline: Pipeline
    title: str
    rows: tuple[RosterRow, ...]
    empty: str  # what the lack of agents means


@dataclass(frozen=True, slots=True)
class PipelinesState:
    """The four rosters, and what is wrong with their file."""

    cards: tuple[RosterCard, ...] = ()
    fault: str = ""
    fault_path: str = ""
    fault_line: int = 1
    fault_column: int = 1
    is_loading: bool = True


def pipeline_title(pipeline: Pipeline) -> str:
    """Returns the name of a pipeline."""
    return _tr(PIPELINE_TITLES[pipeline])


def match_summary(rule: MatchRule) -> str:
    """Returns the files that an agent is meant for, in one short line."""
    if rule.is_empty:
        return _tr("any file")
    parts = [_listed(patterns) for patterns in (rule.file_patterns, rule.path_patterns) if patterns]
    if rule.project_names:
        parts.append(_tr("project {0}").format(_listed(rule.project_names)))
    return " · ".join(parts)


def _listed(patterns: Sequence[str]) -> str:
    shown = ", ".join(patterns[:_SHOWN_PATTERNS])
    more = len(patterns) - _SHOWN_PATTERNS
    return f"{shown} +{more}" if more > 0 else shown


def agent_pills(snapshot: AgentSnapshot, spec: AgentSpec) -> tuple[str, ...]:
    """Returns the words that mark an agent: where it comes from, and what is odd about it."""
    pills = [spec.folder or _tr(_LAYERS.get(spec.layer, spec.layer.value))]
    if spec.hidden:
        pills.append(_tr("hidden"))
    if spec.name in snapshot.overrides:
        pills.append(_tr("override"))
    if spec.name in snapshot.checking:
        pills.append(_tr("checking…"))
    if spec.stale:
        pills.append(_tr("older version in use"))
    return tuple(pills)


def roster_card(snapshot: AgentSnapshot, walk: PipelineWalk) -> RosterCard:
    """Returns a card with a row for each entry of a walk."""
    trace = walk.trace
    never = {found.name: never_text(found.behind) for found in walk.never}
    rows = tuple(
        _row(snapshot, step, position, never.get(step.name, ""), is_winner=step.name == trace.winner)
        for position, step in enumerate(trace.steps, 1)
    )
    return RosterCard(trace.pipeline, pipeline_title(trace.pipeline), rows, _tr(_EMPTY[trace.pipeline]))


def never_text(behind: str | None) -> str:
    """Returns why no file can reach an entry."""
    if behind is None:
        return _tr("Never wins: its patterns fit nothing.")
    return _tr("Never wins: `{0}` stands before it and takes all of its files.").format(behind)


def _row(snapshot: AgentSnapshot, step: RouteStep, position: int, never: str, *, is_winner: bool) -> RosterRow:
    spec = snapshot.agents.get(step.name)
    if spec is None:
        verdict = verdict_of(step, is_winner=False, never=never)
        tip = "\n".join((step.name, why(step)))
        return RosterRow(step.name, position, "", "", "", verdict, tip, is_missing=True)
    verdict = verdict_of(step, is_winner=is_winner, never=never)
    lines = (step.name, spec.description, match_details(spec.match), "" if is_winner else why(step), never)
    return RosterRow(
        step.name,
        position,
        snapshot.model_of(step.name),
        match_summary(spec.match),
        " · ".join(agent_pills(snapshot, spec)),
        verdict,
        "\n".join(line for line in lines if line),
    )


def match_details(rule: MatchRule) -> str:
    """Returns every pattern of a rule, a line for each dimension."""
    named = (
        (_tr("File patterns: {0}"), rule.file_patterns),
        (_tr("Path patterns: {0}"), rule.path_patterns),
        (_tr("Projects: {0}"), rule.project_names),
    )
    return "\n".join(label.format(", ".join(patterns)) for label, patterns in named if patterns)


_VERDICTS = {
    RouteVerdict.ACCEPTED: (QT_TRANSLATE_NOOP("Pipelines", "Accepted"), "check", "muted"),
    RouteVerdict.REFUSED: (QT_TRANSLATE_NOOP("Pipelines", "Refused"), "close", "muted"),
    RouteVerdict.NOT_LOADED: (QT_TRANSLATE_NOOP("Pipelines", "Not loaded"), "warning", "ask"),
    RouteVerdict.UNUSABLE: (QT_TRANSLATE_NOOP("Pipelines", "Unusable"), "error", "deny"),
}


def verdict_words() -> tuple[str, ...]:
    """Returns every word that can stand for an entry."""
    return (_tr("Would win"), _tr("Never wins"), *(_tr(text) for text, _, _ in _VERDICTS.values()))


def verdict_of(step: RouteStep, *, is_winner: bool, never: str) -> Verdict:
    """Returns the word for an entry; what can never win says so, whatever the file."""
    if is_winner:
        return Verdict(_tr("Would win"), "done", "allow")
    if never:
        return Verdict(_tr("Never wins"), "warning", "ask")
    text, icon, role = _VERDICTS[step.verdict]
    return Verdict(_tr(text), icon, role)


_FITS = {
    "file_patterns": QT_TRANSLATE_NOOP("Pipelines", "The file pattern `{0}` fits."),
    "path_patterns": QT_TRANSLATE_NOOP("Pipelines", "The path pattern `{0}` fits."),
    "project_names": QT_TRANSLATE_NOOP("Pipelines", "The project `{0}` is named."),
}
_REFUSES = {
    "file_patterns": QT_TRANSLATE_NOOP("Pipelines", "No file pattern fits: {0}."),
    "path_patterns": QT_TRANSLATE_NOOP("Pipelines", "No path pattern fits: {0}."),
    "project_names": QT_TRANSLATE_NOOP("Pipelines", "The project is another one: {0}."),
}


def why(step: RouteStep) -> str:
    """Returns which patterns fit or refuse, or why an entry cannot be used."""
    if step.verdict in (RouteVerdict.NOT_LOADED, RouteVerdict.UNUSABLE):
        reason = (step.reason or "").rstrip(".")
        return f"{reason[:1].upper()}{reason[1:]}."
    if not step.checks:
        return _tr("It takes any file.")
    sentences = []
    for check in step.checks:
        if check.fitted is not None:
            sentences.append(_tr(_FITS[check.dimension]).format(check.fitted))
        else:
            patterns = ", ".join(f"`{pattern}`" for pattern in check.patterns)
            sentences.append(_tr(_REFUSES[check.dimension]).format(patterns))
    return " ".join(sentences)


def fault_text(fault: RosterFault) -> str:
    """Returns what is wrong with the rosters file, and what is in use instead (§13)."""
    if fault.is_older:
        return _tr("The roster file is broken at line {0}; the rosters read before are in use.").format(fault.line)
    return _tr("The roster file is broken at line {0}; defaults are in use.").format(fault.line)

"""Everything the agent editor shows beside the form: head, chain, findings, completions, tests, as values."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from PySide6.QtCore import QCoreApplication

from qodev.base.diagnostics import Diagnostic, Fix
from qodev.types.agents import Layer
from qodev.types.editing import AgentAnalysis, AgentTest, ChainLink, EffectiveLeaf
from qodev.ui.models.agent_body import BodyNode, build_body
from qodev.ui.models.agent_form_state import NO_FORM, FormState
from qodev.ui.models.agent_origins import place_of
from qodev.ui.models.agent_rows import Pill, kind_pills, layer_pills
from qodev.ui.models.text_bridge import changed_range


def _tr(text: str, count: int = -1) -> str:
    return QCoreApplication.translate("AgentEditorState", text, "", count)


class EditorMode(StrEnum):
    """What of the document is shown (U60)."""

    FORM = "form"
    TEXT = "text"
    SPLIT = "split"


@dataclass(frozen=True, slots=True)
class ChainStep:
    """One agent of the `extends` path; a step with a problem ends it."""

    name: str
    path: str = ""
    line: int = 1
    problem: str = ""


@dataclass(frozen=True, slots=True)
class EditorProblem:
    """One finding about the document."""

    id: str
    severity: str
    code: str
    message: str
    hint: str = ""
    path: str = ""
    line: int = 0
    column: int = 0
    fix: Fix | None = None
    is_here: bool = True  # in the file that is edited

    @property
    def head(self) -> str:
        """Returns the first line of the message; a rendered snippet follows it in others."""
        return self.message.splitlines()[0] if self.message else ""

    @property
    def fix_title(self) -> str:
        """Returns what the quick fix does, "" when there is none."""
        return self.fix.title if self.fix is not None else ""


@dataclass(frozen=True, slots=True)
class EditorState:
    """One agent file as it stands in the editor."""

    path: str = ""
    name: str = ""
    pills: tuple[Pill, ...] = ()
    chain: tuple[ChainStep, ...] = ()
    url: str = ""
    form: FormState = NO_FORM
    body: BodyNode = field(default_factory=lambda: build_body((), ""))
    leaves: tuple[EffectiveLeaf, ...] = ()
    read_only: str = ""
    is_usable: bool = True
    parses: bool = True


@dataclass(frozen=True, slots=True)
class AnswerView:
    """What came of one tiny request (U72)."""

    text: str = ""
    details: str = ""
    is_running: bool = False
    is_ok: bool | None = None


def chain_of(links: Sequence[ChainLink]) -> tuple[ChainStep, ...]:
    """Returns the path as steps, this agent first."""
    return tuple(ChainStep(link.name, link.path or "", link.line, link.problem or "") for link in links)


def problems_of(found: Sequence[Diagnostic], path: str) -> tuple[EditorProblem, ...]:
    """Returns the rows of the findings, each once."""
    rows: dict[str, EditorProblem] = {}
    for one in found:
        line, column = (one.span.line, one.span.column) if one.span is not None else (0, 0)
        file = one.file or path
        row_id = f"{file}:{line}:{column}:{one.code.value}:{one.message}"
        rows[row_id] = EditorProblem(
            row_id,
            one.severity.value,
            one.code.value,
            one.message,
            one.advice or "",
            file,
            line,
            column,
            one.fix if one.fix is not None and one.fix.edits else None,
            is_here=file == path,
        )
    return tuple(rows.values())


def still_valid(found: Sequence[Diagnostic], before: str, after: str, path: str) -> tuple[Diagnostic, ...]:
    """Returns the findings in lines that come before everything that changed between two texts of a file.

    While a text does not parse nothing new is known about it; what was found above the fault still holds.
    """
    lines = before[: changed_range(before, after)[0]].count("\n")
    return tuple(
        one
        for one in found
        if one.span is not None
        and one.span.path == path
        and one.span.line <= lines
        and all((edit.span.end_line or edit.span.line) <= lines for edit in (one.fix.edits if one.fix else ()))
    )


def problem_place(row: EditorProblem) -> str:
    """Returns the line; of another file its name too."""
    if row.is_here:
        return str(row.line) if row.line else ""
    return place_of(row.path, row.line)


def origin_pills(analysis: AgentAnalysis, layer: Layer | None, folder: str | None) -> tuple[Pill, ...]:
    """Returns the pills that tell where the agent comes from and what it is, as the text says now."""
    values = {leaf.key: leaf.value for leaf in analysis.leaves}
    tags = values.get("tags")
    hidden = any(one.key == "hidden" and one.value is True for one in analysis.fields)
    kinds = kind_pills(
        [str(tag) for tag in tags] if isinstance(tags, list | tuple) else (),
        hidden=hidden,
        thinking=values.get("enable_thinking") is True,
        tools=values.get("enable_tools") is True,
    )
    return (*(layer_pills(layer, folder) if layer is not None else ()), *kinds)


def state_pills(analysis: AgentAnalysis, *, is_stale: bool, is_checking: bool, errors: int) -> tuple[Pill, ...]:
    """Returns the pills that tell how the agent stands."""
    pills = []
    if errors:
        pills.append(Pill(_tr("error"), "deny"))
    elif not analysis.is_usable and analysis.parses:
        pills.append(Pill(_tr("not usable"), "deny"))
    if is_stale:
        pills.append(Pill(_tr("older version in use"), "ask"))
    if is_checking:
        pills.append(Pill(_tr("checking…")))
    if analysis.model.override:
        pills.append(Pill(_tr("override"), "accent"))
    if analysis.is_abstract:
        pills.append(Pill(_tr("base"), "info"))
    return tuple(pills)


def key_at(form: FormState, leaves: Sequence[EffectiveLeaf], path: str, line: int) -> str:
    """Returns the key whose lines hold a line of the file; "" above the first one."""
    places = [(place, key) for key, place in form.lines.items()]
    places += [(place, leaf.key) for leaf in leaves if (place := line_in(leaf, path))]
    before = [(place, key) for place, key in places if place <= line]
    return max(before)[1] if before else ""


def line_in(leaf: EffectiveLeaf, path: str) -> int:
    """Returns the line where a file writes a value, 0 when it does not."""
    if leaf.path == path and leaf.line:
        return leaf.line
    return next((level.line for level in leaf.levels if level.path == path), 0)


def line_of(form: FormState, leaves: Sequence[EffectiveLeaf], path: str, key: str) -> int:
    """Returns the line of a key in the file, 0 when it is not written there."""
    if key in form.lines:
        return form.lines[key]
    places = [line_in(leaf, path) for leaf in leaves if leaf.key == key or leaf.key.startswith(f"{key}.")]
    written = [place for place in places if place]
    return min(written) if written else 0


def answer_view(result: AgentTest) -> AnswerView:
    """Returns what is shown of a test."""
    status = str(result.status) if result.status is not None else _tr("No answer")
    seconds = _tr("{0} s").format(f"{result.seconds:.1f}")
    said = result.text if result.ok else result.message
    text = " · ".join(part for part in (status, seconds, " ".join(said.split())) if part)
    return AnswerView(text, f"{result.url}\n{said}".strip(), is_ok=result.ok)

"""What the live request pane shows, as values (U67, U68)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QCoreApplication

from qodev.base.jsontext import JsonFault, JsonValue, loads_strict
from qodev.types.conversation import BodySection, RequestPreview
from qodev.types.editing import EffectiveLeaf, Provenance
from qodev.ui.models.agent_origins import origin_mark
from qodev.ui.models.json_tree import TreeMark
from qodev.ui.models.request_state import FaultRow, cut_for_view, faults_of, masked_headers, size_text

_LEAST_SHARE, _MOST_SHARES = 0.01, 4
_BODY = "body."


def _tr(text: str, count: int = -1) -> str:
    return QCoreApplication.translate("LiveRequest", text, "", count)


@dataclass(frozen=True, slots=True)
class Choice:
    """One entry of a list to choose from."""

    id: str
    label: str


@dataclass(frozen=True, slots=True)
class RequestInputs:
    """What the request is made for: the lists, and what is chosen in them."""

    conversations: tuple[Choice, ...] = ()
    roles: tuple[Choice, ...] = ()
    projects: tuple[Choice, ...] = ()
    conversation: str = ""
    role: str = ""
    project: str = ""


@dataclass(frozen=True, slots=True)
class PromptSpan:
    """A piece of the shown prompt that something put in."""

    start: int
    length: int
    label: str  # such as read_file notes.md


@dataclass(frozen=True, slots=True)
class LiveRequestState:
    """One request that would be sent; the last good one stays below an error (U177)."""

    method: str = ""
    url: str = ""
    url_marks: tuple[tuple[int, int], ...] = ()  # what stands for `${MODEL}`
    headers: tuple[tuple[str, str], ...] = ()
    system: str = ""
    inserted: tuple[PromptSpan, ...] = ()
    body: JsonValue = None
    marks: Mapping[str, TreeMark] = field(default_factory=dict)
    raw: str = ""
    size: str = ""
    sections: str = ""
    faults: tuple[FaultRow, ...] = ()
    notes: tuple[str, ...] = ()
    can_copy: bool = False
    has_key: bool = False
    is_updating: bool = False
    is_slow: bool = False  # updating for so long that it can be cancelled (U177)
    is_last_good: bool = False
    status: str = ""

    @property
    def has_body(self) -> bool:
        """Tells whether there is a request to be seen."""
        return bool(self.raw)


def request_shown(preview: RequestPreview, leaves: Sequence[EffectiveLeaf] = ()) -> LiveRequestState:
    """Returns what is shown of a preview; `leaves` say which file wrote a key of the body (U66)."""
    body = preview.body
    if body is None:
        faults = faults_of(preview.diagnostics, preview.problems)
        return LiveRequestState(faults=faults, status=_tr("This request cannot be built."))
    raw = body.decode("utf-8", "replace")
    inserted = _spans(preview)
    return LiveRequestState(
        method=preview.method,
        url=preview.url,
        url_marks=preview.substituted,
        headers=masked_headers(preview.headers, preview.key_name),
        system=cut_for_view(preview.system_prompt),
        inserted=inserted if cut_for_view(preview.system_prompt) == preview.system_prompt else (),
        body=_value(raw),
        marks=body_marks(preview.added, leaves),
        raw=cut_for_view(raw),
        size=size_text(len(body), preview.estimate_tokens),
        sections=_shares(preview.sections),
        faults=faults_of(preview.diagnostics, ()),
        notes=preview.problems,
        can_copy=bool(preview.url),
        has_key=bool(preview.key_ref),
    )


def _value(raw: str) -> JsonValue:
    try:
        return loads_strict(raw)
    except JsonFault:
        return raw


def body_marks(added: Sequence[str], leaves: Sequence[EffectiveLeaf]) -> dict[str, TreeMark]:
    """Returns the origin of each key of a body; what qodev added is said by the request itself."""
    found: dict[str, TreeMark] = {}
    for leaf in leaves:
        if leaf.key.startswith(_BODY):
            mark = origin_mark(leaf)
            found[leaf.key.removeprefix(_BODY)] = TreeMark(mark.letter, mark.tip)
    return found | {path: TreeMark(Provenance.ADDED.value, _tr("Added by qodev")) for path in added}


def _spans(preview: RequestPreview) -> tuple[PromptSpan, ...]:
    spans: list[PromptSpan] = []
    at = 0
    for part in preview.prompt_parts:
        if part.source:
            spans.append(PromptSpan(at, len(part.text), f"{part.source} {part.detail}".strip()))
        at += len(part.text)
    return tuple(spans)


def _shares(sections: Sequence[BodySection]) -> str:
    """Returns the parts of a body that weigh most, such as `system 68 % · messages 28 % · rest 4 %`: 100 in all."""
    heavy = [section for section in sections if section.share >= _LEAST_SHARE][:_MOST_SHARES]
    rest = max(0.0, 1.0 - sum(section.share for section in heavy))
    cents = _whole_percents((*(section.share for section in heavy), rest)) if heavy else ()
    parts = [_tr("{0} {1} %").format(section.key, share) for section, share in zip(heavy, cents, strict=False)]
    if heavy and cents[-1]:
        parts.append(_tr("rest {0} %").format(cents[-1]))
    return " · ".join(part.replace(" %", "\u00a0%") for part in parts)  # a line may end between parts alone


def _whole_percents(shares: Sequence[float]) -> tuple[int, ...]:
    """Rounds shares of 1 to per cents that add up to 100: those that lose most by rounding down are rounded up."""
    exact = [share * 100 for share in shares]
    whole = [int(value) for value in exact]
    by_loss = sorted(range(len(exact)), key=lambda place: whole[place] - exact[place])
    for place in by_loss[: max(0, 100 - sum(whole))]:
        whole[place] += 1
    return tuple(whole)

"""What the matrix of fixtures and the comparison of bodies show, as values (U69, U70)."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from PySide6.QtCore import QCoreApplication

from qodev.base.jsontext import JsonValue
from qodev.types.editing import BodyChange, BodyComparison, ChangeKind, MatrixCell
from qodev.ui.models.live_request import Choice
from qodev.ui.models.request_state import FaultRow

_SHOWN_CHARACTERS = 120
_TIP_CHARACTERS = 2000


def _tr(text: str, count: int = -1) -> str:
    return QCoreApplication.translate("Bodies", text, "", count)


@dataclass(frozen=True, slots=True)
class FixturesState:
    """The grid as far as it is filled."""

    agents: tuple[str, ...] = ()
    fixtures: tuple[str, ...] = ()
    cells: Mapping[tuple[str, str], MatrixCell] = field(default_factory=dict)
    is_running: bool = False
    status: str = ""


@dataclass(frozen=True, slots=True)
class DiffRow:
    """One difference of two requests."""

    id: str
    part: str  # Body or Configuration
    path: str
    kind: ChangeKind
    before: str
    after: str
    before_tip: str = ""
    after_tip: str = ""


@dataclass(frozen=True, slots=True)
class BodyDiffState:
    """Two sides and how they differ."""

    sides: tuple[Choice, ...] = ()
    conversations: tuple[Choice, ...] = ()
    a: str = ""
    b: str = ""
    conversation: str = ""
    rows: tuple[DiffRow, ...] = ()
    counts: str = ""
    faults: tuple[FaultRow, ...] = ()
    is_updating: bool = False


def diff_rows(compared: BodyComparison) -> tuple[DiffRow, ...]:
    """Returns the differences, those of the bodies first."""
    body = [_row(number, _tr("Body"), change) for number, change in enumerate(compared.changes)]
    other = [_row(number, _tr("Configuration"), change) for number, change in enumerate(compared.effective)]
    return (*body, *other)


def _row(number: int, part: str, change: BodyChange) -> DiffRow:
    has_before, has_after = change.kind is not ChangeKind.ADDED, change.kind is not ChangeKind.REMOVED
    before, after = _text(change.before) if has_before else "", _text(change.after) if has_after else ""
    return DiffRow(
        id=f"{part}:{number}:{change.path}",
        part=part,
        path=change.path,
        kind=change.kind,
        before=_cut(before, _SHOWN_CHARACTERS),
        after=_cut(after, _SHOWN_CHARACTERS),
        before_tip=_cut(before, _TIP_CHARACTERS),
        after_tip=_cut(after, _TIP_CHARACTERS),
    )


def _text(value: JsonValue) -> str:
    return json.dumps(value, ensure_ascii=False)


def _cut(text: str, limit: int) -> str:
    return text if len(text) <= limit else f"{text[: limit - 1]}…"


def diff_counts(compared: BodyComparison) -> str:
    """Returns the differences in numbers, and where the prompt cache ends."""
    if compared.equal:
        return _tr("No difference.")
    shown = _tr("{0} added, {1} removed, {2} changed.").format(compared.added, compared.removed, compared.changed)
    if not compared.changes:
        shown = _tr("The bodies are equal.")
    if compared.cacheable_prefix is None:
        return shown
    return _tr("{0} Cacheable prefix ends at {1}.").format(shown, compared.cacheable_prefix)

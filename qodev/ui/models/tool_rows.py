"""Rows of calls: one card each, and one for neighbours that succeeded (U111 to U114)."""

from collections.abc import Sequence
from dataclasses import replace

from qodev.base.text import clip, mark_hidden, show_hidden
from qodev.types.messages import Message
from qodev.types.questions import AnsweredBy, CallRecord, CallState, QuestionKind
from qodev.types.tooling import CallVerb
from qodev.ui.models.call_state import CallNow, CallPhase
from qodev.ui.models.card_rows import CardKind, Row, RowState

EDITS = frozenset({CallVerb.CREATE, CallVerb.WRITE, CallVerb.PATCH})
_ALONE = EDITS | {CallVerb.DELEGATE, CallVerb.TELL}  # what each is looked at for itself
_LEAST = 2  # of neighbours that make a group
_SEEN = ("mark", "left", "appeared")  # facts that a card always shows
_TARGET_LENGTH = 300
_PHASES = {
    CallPhase.PLANNED: RowState.WAITING,
    CallPhase.ASKING: RowState.ASKING,
    CallPhase.RUNNING: RowState.RUNNING,
}
_STATES = {
    CallState.DONE: RowState.DONE,
    CallState.FAILED: RowState.FAILED,
    CallState.REFUSED: RowState.REFUSED,
    CallState.CANCELLED: RowState.STOPPED,
}


def call_row(message: Message, call_id: str, call: CallNow) -> Row:
    """Returns the card of a call; what cannot be seen in its texts is marked (S187, S190)."""
    record = call.record
    return Row(
        f"{message.id}.{call_id}",
        CardKind.SKILL if call.is_guidance else CardKind.TOOL,
        state=state_of(call),
        message_id=message.id,
        turn_id=message.turn_id,
        subject=call.tool,
        target=clip(" ".join(show_hidden(call.view.target).split("\n")), _TARGET_LENGTH),
        output=_clean(output_of(call)),
        duration_s=record.duration_s if record is not None else None,
        call=call,
    )


def _clean(text: str) -> str:
    return mark_hidden(text.replace("\r\n", "\n"))


def output_of(call: CallNow) -> str:
    """Returns what a call gave; a refusal and a fault are said elsewhere."""
    record = call.record
    if record is None:
        return call.tail
    if record.shown:
        return record.shown
    return "" if record.sentence else call.content


def state_of(call: CallNow) -> RowState:
    """Returns the state that a card shows."""
    record = call.record
    if record is None:
        return _PHASES[call.phase]
    if record.view.verb in EDITS and record.state is CallState.DONE:
        return RowState.APPLIED
    if record.state is CallState.REFUSED and _was_rejected(record):
        return RowState.REJECTED
    return _STATES[record.state]


def _was_rejected(record: CallRecord) -> bool:
    last = record.answers[-1] if record.answers else None
    return last is not None and last.kind is QuestionKind.REVIEW and last.by is AnsweredBy.USER


def with_resume(rows: Sequence[Row]) -> list[Row]:
    """Returns rows with the offer to go on at their end, if the turn can."""
    return [*rows[:-1], replace(rows[-1], offers_resume=rows[-1].can_resume)] if rows else []


# Groups.


def can_group(row: Row) -> bool:
    """Tells whether a card can stand in a group: it went well, and nothing about it needs a look."""
    return (
        row.kind is CardKind.TOOL
        and row.state is RowState.DONE
        and row.call is not None
        and row.call.view.verb not in _ALONE
        and row.call.record is not None
        and not row.call.record.answers
        and not row.call.record.exit_code
        and not any(name in _SEEN for name, _ in row.call.record.facts)
    )


def grouped(rows: Sequence[Row]) -> list[Row]:
    """Returns rows with a group before each run of neighbours that succeeded; groups that were there are made anew."""
    result: list[Row] = []
    run: list[Row] = []
    for row in rows:
        if row.kind is CardKind.GROUP:
            continue
        if can_group(row):
            run.append(row)
            continue
        result += _group(run)
        run = []
        result.append(row)
    return result + _group(run)


def _group(run: Sequence[Row]) -> list[Row]:
    if len(run) < _LEAST:
        return [row if not row.group else replace(row, group="") for row in run]
    counts: dict[str, int] = {}
    for row in run:
        assert row.call is not None, "can_group says so"
        verb = row.call.view.verb.value
        counts[verb] = counts.get(verb, 0) + 1
    head = Row(run[0].id, CardKind.GROUP, turn_id=run[0].turn_id, counts=tuple(counts.items()))
    return [head, *(row if row.group == head.key else replace(row, group=head.key) for row in run)]


def run_around(rows: Sequence[Row], position: int) -> tuple[int, int]:
    """Returns first and last + 1 of the calls around a position that may group."""
    first = last = min(position, len(rows))
    while first > 0 and _may_group(rows[first - 1]):
        first -= 1
    while last < len(rows) and _may_group(rows[last]):
        last += 1
    return first, last


def _may_group(row: Row) -> bool:
    return row.kind in (CardKind.TOOL, CardKind.GROUP)

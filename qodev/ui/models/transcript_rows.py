"""Messages to rows of the transcript: one function for what was stored and what has just come (U102, U103)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from qodev.base.jsontext import JsonValue, dump_pretty
from qodev.types.messages import (
    ContextReport,
    FileBlock,
    ImageBlock,
    Message,
    MessageRole,
    MessageState,
    Origin,
    RedactedThinkingBlock,
    StopReason,
    TextBlock,
    ThinkingBlock,
    ToolUseBlock,
)
from qodev.ui.models.call_state import CallBook, results_of
from qodev.ui.models.card_rows import Attached, CardKind, Footer, Row, RowState, Say
from qodev.ui.models.tool_rows import call_row


def with_branches(rows: Sequence[Row], branches: tuple[str, ...]) -> tuple[Row, ...]:
    """Returns the cards of a message with the heads of all branches that begin in its place, which its prompt shows."""
    return tuple(replace(row, branches=branches) if branches and row.kind is CardKind.USER else row for row in rows)


def build_rows(message: Message, calls: CallBook, *, is_first: bool = False) -> tuple[Row, ...]:
    """Returns the cards of one message; `is_first` says that older messages, which may hold its calls, are not loaded."""
    if message.role is MessageRole.USER:
        return _user_rows(message, calls, is_first=is_first)
    rows = [row for block in message.blocks if (row := _block_row(message, block, calls)) is not None]
    ends = (*_with_ends(message, rows), *_end_rows(message, rows))
    notes, notices = (_kept_notices(message, key) for key in ("notes", "notices"))
    return _numbered((*notes, *ends, *notices, *_context_rows(message)))


def _kept_notices(message: Message, key: str) -> tuple[Row, ...]:
    """Returns what the turn noted, as it was stored with its answer: `notes` before it, `notices` after it."""
    kept = message.provider_data.get(key)
    if isinstance(kept, str) or not isinstance(kept, Sequence):
        return ()
    can_resume = message.origin is Origin.TOOL
    return tuple(_of(message, CardKind.NOTICE, text, can_resume=can_resume) for text in kept if isinstance(text, str))


def _context_rows(message: Message) -> tuple[Row, ...]:
    """Returns the alarm of a prompt that the server had cut (U136)."""
    report = context_of(message)
    if report is None or not report.lost:
        return ()
    counts = f"{report.reported_tokens or 0}/{report.estimate_tokens}"
    return (_of(message, CardKind.NOTICE, say=Say.CONTEXT_LOST, subject=counts, state=RowState.FAILED),)


def context_of(message: Message) -> ContextReport | None:
    """Returns the count of the prompt that was stored with an answer, None when there is none."""
    kept = message.provider_data.get("context")
    if not isinstance(kept, Mapping):
        return None
    estimate, reported, window = (kept.get(key) for key in ("estimate", "reported", "window"))
    if not isinstance(estimate, int):
        return None
    return ContextReport(
        message.request_id or "",
        estimate,
        0,
        reported if isinstance(reported, int) else None,
        window if isinstance(window, int) else None,
        lost=kept.get("lost") is True,
    )


def build_divider(before: Message | None, after: Message) -> Row | None:
    """Returns the divider that stands before `after` when profile, agent or model changed since the last answer."""
    if before is None or after.role is not MessageRole.ASSISTANT or before.agent is None or after.agent is None:
        return None
    profiles = turn_facts(before)[0], turn_facts(after)[0]
    if all(profiles) and profiles[0] != profiles[1]:
        say, subject = Say.PROFILE_CHANGED, profiles[1]
    elif before.agent != after.agent:
        say, subject = Say.AGENT_CHANGED, after.agent
    elif before.model and after.model and before.model != after.model:
        say, subject = Say.MODEL_CHANGED, after.model
    else:
        return None
    return Row(after.id, CardKind.DIVIDER, say=say, subject=subject, message_id=after.id, turn_id=after.turn_id)


def attached_of(block: FileBlock | ImageBlock) -> Attached:
    """Returns how a card names an attachment; only local images know their size."""
    if isinstance(block, FileBlock):
        return Attached(block.path, len(block.text.encode("utf-8", "replace")), is_image=False, is_cut=block.truncated)
    if block.is_url:
        return Attached(block.data, 0, is_image=True)
    return Attached(block.media_type, len(block.data) * 3 // 4, is_image=True)


def call_target(arguments: Mapping[str, JsonValue]) -> str:
    """Returns the one argument that names what a tool works on: the first short text."""
    texts = (value for value in arguments.values() if isinstance(value, str) and value)
    return next((text for text in texts if len(text) <= 200 and "\n" not in text), "")


def _user_rows(message: Message, calls: CallBook, *, is_first: bool) -> tuple[Row, ...]:
    if message.origin is Origin.TOOL:
        return _result_rows(message, calls, is_first=is_first)
    if message.origin is Origin.CHILD:
        return (Row(message.id, CardKind.CHILD, message.text, message_id=message.id, turn_id=message.turn_id),)
    attached = tuple(attached_of(b) for b in message.blocks if isinstance(b, FileBlock | ImageBlock))
    rows: list[Row] = []
    if message.text or attached:
        rows.append(
            Row(
                message.id,
                CardKind.USER,
                message.text,
                message_id=message.id,
                turn_id=message.turn_id,
                attached=attached,
            )
        )
    return _numbered(rows)


def _result_rows(message: Message, calls: CallBook, *, is_first: bool) -> tuple[Row, ...]:
    """Returns what stands beside the cards of the calls: results without one, what qodev said, notices of the turn."""
    rows = [
        _of(message, CardKind.NOTICE, say=Say.ORPHAN_RESULT, subject=block.name, output=block.content)
        for call_id, _, block in results_of(message)
        if calls.is_loose(message.id, call_id) and not is_first
    ]
    if message.text:
        rows.append(_of(message, CardKind.NOTICE, say=Say.CORRECTED, output=message.text))
    return _numbered((*rows, *_kept_notices(message, "notices")))


def _of(message: Message, kind: CardKind, text: str = "", **fields: object) -> Row:
    ids = {"message_id": message.id, "turn_id": message.turn_id}
    return Row(message.id, kind, text, **ids, **fields)  # type: ignore[arg-type]  # fields of Row, by name, just below


def _block_row(message: Message, block: object, calls: CallBook) -> Row | None:
    match block:
        case TextBlock(text=text):
            return _of(message, CardKind.ANSWER, text) if text else None
        case ThinkingBlock(thinking=text):
            return _of(message, CardKind.THINKING, text, duration_s=block.duration_s) if text else None
        case RedactedThinkingBlock():
            return _of(message, CardKind.THINKING, say=Say.HIDDEN_THINKING)
        case ToolUseBlock():
            return _call_row(message, block, calls)
        case _:
            return None  # files, images and results stand in messages of the user's side


def _call_row(message: Message, call: ToolUseBlock, calls: CallBook) -> Row:
    now = calls.find(message.id, call.id)
    if now is not None:
        return call_row(message, call.id, now)
    # U112: a tool card stands for an executor's record, nothing else.
    asked = dump_pretty(call.input) if call.input else ""
    result = calls.result(message.id, call.id)
    if result is not None:
        say = Say.UNRECORDED_RESULT
    else:
        say = Say.CALL_WAITS if calls.may_come(message.id) else Say.CALL_WITHOUT_TOOL
    output = "\n".join(part for part in (asked, result.content if result is not None else "") if part)
    return _of(message, CardKind.NOTICE, say=say, subject=call.name, target=call_target(call.input), output=output)


def _with_ends(message: Message, rows: Sequence[Row]) -> tuple[Row, ...]:
    """Puts the footer and the mark of an early end on the last text."""
    last = max((i for i, row in enumerate(rows) if row.kind is CardKind.ANSWER), default=None)
    if last is None:
        return tuple(rows)
    ended = _of(message, CardKind.ANSWER, rows[last].text, footer=footer_of(message), state=end_state(message))
    return (*rows[:last], ended, *rows[last + 1 :])


def footer_of(message: Message) -> Footer:
    """Returns what stands under the answer of `message`."""
    usage = message.usage
    return Footer(
        message.agent or "",
        message.model or "",
        message.created_at,
        message.duration_s,
        usage.input_tokens if usage else None,
        usage.output_tokens if usage else None,
        *turn_facts(message),
    )


def turn_facts(message: Message) -> tuple[str, tuple[tuple[str, str], ...]]:
    """Returns the profile that an answer's turn ran under, and what was kept of the turn beside it (P72)."""
    kept = message.provider_data.get("turn")
    if not isinstance(kept, Mapping):
        return "", ()
    facts = tuple((key, value) for key, value in kept.items() if isinstance(value, str) and value)
    return next((value for key, value in facts if key == "profile"), ""), facts


def end_state(message: Message) -> RowState:
    """Returns how an answer ended."""
    if message.error is not None:
        return RowState.FAILED
    if message.stop is StopReason.CANCELLED:
        return RowState.STOPPED
    return RowState.INTERRUPTED if message.state is MessageState.PARTIAL else RowState.DONE


_STOP_SAYS = {
    StopReason.LENGTH: Say.LENGTH,
    StopReason.REFUSAL: Say.REFUSAL,
    StopReason.CONTENT_FILTER: Say.CONTENT_FILTER,
    StopReason.STOP_SEQUENCE: Say.STOP_SEQUENCE,
    StopReason.UNKNOWN: Say.UNKNOWN_STOP,
}


def _end_rows(message: Message, rows: Sequence[Row]) -> tuple[Row, ...]:
    state = end_state(message)
    has_text = any(row.kind is CardKind.ANSWER for row in rows)
    match state:
        case RowState.FAILED:
            text, hint, agent = message.error or "", message.error_hint or "", message.agent or ""
            return (_of(message, CardKind.ERROR, text, state=state, hint=hint, subject=agent),)
        case RowState.STOPPED:
            return () if has_text else (_of(message, CardKind.NOTICE, say=Say.STOPPED_EMPTY, state=state),)
        case RowState.INTERRUPTED:
            return () if has_text else (_of(message, CardKind.NOTICE, say=Say.INTERRUPTED_EMPTY, state=state),)
        case RowState.DONE:
            say = _STOP_SAYS.get(message.stop) if message.stop is not None else None
            return (_of(message, CardKind.NOTICE, say=say, subject=message.stop_detail or ""),) if say else ()
        case _:
            raise AssertionError("a stored message has ended")


def _numbered(rows: Sequence[Row]) -> tuple[Row, ...]:
    """Makes keys unique: the first card of a kind has the message's id, the second `<id>.2`."""
    seen: dict[str, int] = {}
    result: list[Row] = []
    for row in rows:
        seen[row.key] = seen.get(row.key, 0) + 1
        count = seen[row.key]
        result.append(row if count == 1 else replace(row, id=f"{row.id}.{count}"))
    return tuple(result)

"""Messages to rows of the transcript: one function for what was stored and what has just come (U102, U103)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import assert_never

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
    ToolResultBlock,
    ToolUseBlock,
)


class CardKind(StrEnum):
    """Kinds of card; the object name of a card is `card.<kind>:<id>`."""

    USER = "user"
    ANSWER = "answer"
    THINKING = "thinking"
    TOOL = "tool"
    CHILD = "child"
    NOTICE = "notice"
    ERROR = "error"
    DIVIDER = "divider"


class RowState(StrEnum):
    """What a card is doing or how it ended; the words are those of U175."""

    DONE = "done"
    WAITING = "waiting"  # nothing has come yet
    RETRYING = "retrying"
    THINKING = "thinking"
    ANSWERING = "answering"
    STOPPED = "stopped"
    FAILED = "failed"
    INTERRUPTED = "interrupted"

    @property
    def is_live(self) -> bool:
        """Tells whether more may come."""
        return self in (RowState.WAITING, RowState.RETRYING, RowState.THINKING, RowState.ANSWERING)


class Say(StrEnum):
    """Sentences of qodev's own that a row stands for; `transcript_words` turns them into the user's language."""

    NOTHING = ""
    LENGTH = "length"
    REFUSAL = "refusal"
    CONTENT_FILTER = "content_filter"
    STOP_SEQUENCE = "stop_sequence"
    UNKNOWN_STOP = "unknown_stop"
    STOPPED_EMPTY = "stopped_empty"
    INTERRUPTED_EMPTY = "interrupted_empty"
    HIDDEN_THINKING = "hidden_thinking"
    CALL_WITHOUT_TOOL = "call_without_tool"
    ORPHAN_RESULT = "orphan_result"
    CONTEXT_LOST = "context_lost"
    AGENT_CHANGED = "agent_changed"
    MODEL_CHANGED = "model_changed"


@dataclass(frozen=True, slots=True)
class Attached:
    """A file or an image of the user's, as the card names it."""

    name: str
    size_bytes: int
    is_image: bool
    is_cut: bool = False


@dataclass(frozen=True, slots=True)
class Footer:
    """What stands under an answer (U116)."""

    agent: str
    model: str
    at: float
    duration_s: float | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """One card. `text` is its source: Markdown of an answer, the words of anything else."""

    id: str
    kind: CardKind
    text: str = ""
    state: RowState = RowState.DONE
    message_id: str | None = None
    turn_id: str | None = None
    say: Say = Say.NOTHING
    subject: str = ""  # tool, agent or model that the card is about
    target: str = ""  # what a tool worked on
    output: str = ""  # what a tool gave
    hint: str = ""
    duration_s: float | None = None
    attached: tuple[Attached, ...] = ()
    footer: Footer | None = None

    @property
    def key(self) -> str:
        """Returns a name that is unique in the transcript."""
        return f"{self.kind}:{self.id}"

    @property
    def object_name(self) -> str:
        """Returns the name of the card's widget (U181)."""
        return f"card.{self.key}"


def collect_results(messages: Sequence[Message]) -> dict[str, ToolResultBlock]:
    """Returns the tool results in `messages` by the id of their call."""
    blocks = (block for message in messages for block in message.blocks)
    return {block.tool_use_id: block for block in blocks if isinstance(block, ToolResultBlock)}


def build_rows(
    message: Message, results: Mapping[str, ToolResultBlock], known_calls: frozenset[str]
) -> tuple[Row, ...]:
    """Returns the cards of one message; `results` answers its calls, `known_calls` are the calls already shown."""
    if message.role is MessageRole.USER:
        return _user_rows(message, known_calls)
    rows = [row for block in message.blocks if (row := _block_row(message, block, results)) is not None]
    ends = (*_with_ends(message, rows), *_end_rows(message, rows))
    notes, notices = (_kept_notices(message, key) for key in ("notes", "notices"))
    return _numbered((*notes, *ends, *notices, *_context_rows(message)))


def _kept_notices(message: Message, key: str) -> tuple[Row, ...]:
    """Returns what the turn noted, as it was stored with its answer: `notes` before it, `notices` after it."""
    kept = message.provider_data.get(key)
    if isinstance(kept, str) or not isinstance(kept, Sequence):
        return ()
    return tuple(_of(message, CardKind.NOTICE, text) for text in kept if isinstance(text, str))


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
    """Returns the divider that stands before `after` when agent or model changed since the last answer."""
    if before is None or after.role is not MessageRole.ASSISTANT or before.agent is None or after.agent is None:
        return None
    if before.agent != after.agent:
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


def _user_rows(message: Message, known_calls: frozenset[str]) -> tuple[Row, ...]:
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
    orphans = (b for b in message.blocks if isinstance(b, ToolResultBlock) and b.tool_use_id not in known_calls)
    rows.extend(
        _of(message, CardKind.NOTICE, say=Say.ORPHAN_RESULT, subject=block.name, output=block.content)
        for block in orphans
    )
    return _numbered(rows)


def _of(message: Message, kind: CardKind, text: str = "", **fields: object) -> Row:
    ids = {"message_id": message.id, "turn_id": message.turn_id}
    return Row(message.id, kind, text, **ids, **fields)  # type: ignore[arg-type]  # fields of Row, by name, just below


def _block_row(message: Message, block: object, results: Mapping[str, ToolResultBlock]) -> Row | None:
    match block:
        case TextBlock(text=text):
            return _of(message, CardKind.ANSWER, text) if text else None
        case ThinkingBlock(thinking=text):
            return _of(message, CardKind.THINKING, text, duration_s=block.duration_s) if text else None
        case RedactedThinkingBlock():
            return _of(message, CardKind.THINKING, say=Say.HIDDEN_THINKING)
        case ToolUseBlock():
            return _call_row(message, block, results.get(block.id))
        case _:
            return None  # files, images and results stand in messages of the user's side


def _call_row(message: Message, call: ToolUseBlock, result: ToolResultBlock | None) -> Row:
    asked = dump_pretty(call.input) if call.input else ""
    target = call_target(call.input)
    if result is None:  # U112: a tool card stands for a record of a tool that ran, nothing else
        say = Say.CALL_WITHOUT_TOOL
        return _of(message, CardKind.NOTICE, say=say, subject=call.name, target=target, output=asked)
    state = RowState.FAILED if result.is_error else RowState.DONE
    shown = {"subject": call.name, "target": target, "output": result.content, "state": state}
    return _of(message, CardKind.TOOL, asked, **shown)


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
    )


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
        case RowState.WAITING | RowState.RETRYING | RowState.THINKING | RowState.ANSWERING:
            raise AssertionError("a stored message has ended")
        case _:
            assert_never(state)


def _numbered(rows: Sequence[Row]) -> tuple[Row, ...]:
    """Makes keys unique: the first card of a kind has the message's id, the second `<id>.2`."""
    seen: dict[CardKind, int] = {}
    result: list[Row] = []
    for row in rows:
        seen[row.kind] = seen.get(row.kind, 0) + 1
        count = seen[row.kind]
        result.append(row if count == 1 else replace(row, id=f"{row.id}.{count}"))
    return tuple(result)

"""Messages and events for the tests of the transcript."""

from collections.abc import Sequence

from qodev.types.conversation import ChatMode, MessagePage, TurnOutcome, TurnRequest
from qodev.types.events import (
    AnyEvent,
    BlockFinished,
    BlockKind,
    BlockStarted,
    MessageCommitted,
    TextDelta,
    ThinkingDelta,
    TurnCancelled,
    TurnFailed,
    TurnFinished,
    TurnQueued,
    TurnStarted,
)
from qodev.types.messages import (
    Message,
    MessageRole,
    MessageState,
    Origin,
    StopReason,
    TextBlock,
    ThinkingBlock,
    Usage,
)

AT = 1_790_000_000.0


def user(number: int, text: str = "question", **fields) -> Message:
    values = {
        "id": f"u{number}",
        "role": MessageRole.USER,
        "blocks": (TextBlock(text),),
        "origin": Origin.USER,
        "state": MessageState.COMPLETE,
        "created_at": AT + number,
        "turn_id": f"t{number}",
    }
    return Message(**(values | fields))


def answer(number: int, text: str = "answer", **fields) -> Message:
    values = {
        "id": f"a{number}",
        "role": MessageRole.ASSISTANT,
        "blocks": (TextBlock(text),) if text else (),
        "origin": Origin.MODEL,
        "state": MessageState.COMPLETE,
        "created_at": AT + number,
        "turn_id": f"t{number}",
        "agent": "Chat",
        "model": "m-1",
        "stop": StopReason.END,
        "usage": Usage(120, 30),
        "duration_s": 1.5,
    }
    return Message(**(values | fields))


def page(messages: Sequence[Message], first: int = 0) -> MessagePage:
    return MessagePage(tuple(messages), first, first + len(messages))


def dialog(count: int, text: str = "Some **bold** text with `code`.\n\n- one\n- two") -> list[Message]:
    return [m for i in range(count // 2) for m in (user(i, f"question {i}"), answer(i, f"{text}\n\nEnd {i}."))]


def queued(message: Message, position: int = 0) -> TurnQueued:
    request = TurnRequest(
        message.turn_id or "", "c", message.text, (), "Chat", None, None, ChatMode.CHAT, None, message.created_at
    )
    return TurnQueued(
        conversation_id="c", turn_id=message.turn_id or "", request=request, message=message, position=position
    )


def started(turn: str, model: str = "m-1", agent: str = "Chat") -> TurnStarted:
    return TurnStarted(conversation_id="c", turn_id=turn, agent=agent, agents_revision=1, model=model)


def begun(turn: str, index: int = 0, kind: BlockKind = BlockKind.TEXT, at: float = AT) -> BlockStarted:
    return BlockStarted(conversation_id="c", turn_id=turn, index=index, kind=kind, at=at)


def text_delta(turn: str, text: str, index: int = 0) -> TextDelta:
    return TextDelta(conversation_id="c", turn_id=turn, index=index, text=text)


def committed(message: Message) -> MessageCommitted:
    return MessageCommitted(conversation_id="c", turn_id=message.turn_id or "", message=message)


def failed(turn: str, text: str) -> TurnFailed:
    return TurnFailed(conversation_id="c", turn_id=turn, text=text, hint=None, kind="connect")


def finished(turn: str) -> TurnFinished:
    return TurnFinished(conversation_id="c", turn_id=turn, outcome=TurnOutcome(StopReason.END, Usage(), 1))


def live_events(asked: Message, reply: Message) -> list[AnyEvent]:
    """Returns what a turn tells from its queueing to its end, in small deltas."""
    turn = asked.turn_id or ""
    events: list[AnyEvent] = [queued(asked), started(turn, reply.model or "", reply.agent or "")]
    for index, block in enumerate(reply.blocks):
        if isinstance(block, TextBlock):
            events.append(begun(turn, index))
            events += [text_delta(turn, block.text[i : i + 7], index) for i in range(0, len(block.text), 7)]
        elif isinstance(block, ThinkingBlock):
            events.append(begun(turn, index, BlockKind.THINKING))
            ids = {"conversation_id": "c", "turn_id": turn, "index": index}
            events += [ThinkingDelta(**ids, text=block.thinking[i : i + 5]) for i in range(0, len(block.thinking), 5)]
        events.append(BlockFinished(conversation_id="c", turn_id=turn, index=index, block=block, at=AT + 12))
    return [*events, committed(reply), *_end(turn, reply)]


def _end(turn: str, reply: Message) -> list[AnyEvent]:
    if reply.error is not None:
        ids = {"conversation_id": "c", "turn_id": turn}
        return [TurnFailed(**ids, text=reply.error, hint=reply.error_hint, kind="connect")]
    if reply.stop is StopReason.CANCELLED:
        return [TurnCancelled(conversation_id="c", turn_id=turn, message_id=reply.id)]
    return [finished(turn)]

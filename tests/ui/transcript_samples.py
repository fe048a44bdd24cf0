"""Messages and events for the tests of the transcript."""

from collections.abc import Sequence
from dataclasses import replace

from qodev.base.values import decode_value, encode_value
from qodev.types.conversation import ChatMode, MessagePage, TurnOutcome, TurnRequest
from qodev.types.events import (
    AnyEvent,
    BlockFinished,
    BlockKind,
    BlockStarted,
    MessageCommitted,
    StepStarted,
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
    ToolResultBlock,
    ToolUseBlock,
    Usage,
)
from qodev.types.questions import CallRecord, CallState, PermissionAnswer, PermissionRequest
from qodev.types.tooling import CallVerb, CallView, ToolCall
from qodev.types.work_events import (
    PermissionRequested,
    PermissionResolved,
    ToolFinished,
    ToolPlanned,
    ToolProgressed,
    ToolStarted,
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


def record(call_id: str, verb: CallVerb, target: str, state: CallState = CallState.DONE, **fields) -> CallRecord:
    view = CallView(
        verb, target, **{key: fields.pop(key) for key in ("text", "facts", "shell", "folder") if key in fields}
    )
    tools = {CallVerb.RUN: "run_command", CallVerb.READ: "read_file", CallVerb.PATCH: "apply_patch"}
    values = {"duration_s": 0.25, "started_at": AT, "shown": f"output of {target}"} | fields
    return CallRecord(call_id, tools.get(verb, verb.value), view, state, **values)


def asked(number: int, records: Sequence[CallRecord], text: str = "I look.", **fields) -> Message:
    calls = tuple(ToolUseBlock(one.call_id, one.tool, {"path": one.view.target}) for one in records)
    blocks = (*((TextBlock(text),) if text else ()), *calls)
    return answer(number, "", blocks=blocks, stop=StopReason.TOOL_CALLS, **fields)


def results(number: int, records: Sequence[CallRecord], *, turn: int, notices: Sequence[str] = ()) -> Message:
    kept = {"calls": {one.call_id: encode_value(one) for one in records}}
    blocks = tuple(
        ToolResultBlock(one.call_id, one.tool, one.sentence or one.shown, one.state is not CallState.DONE)
        for one in records
    )
    kept |= {"notices": list(notices)} if notices else {}
    ids = {"id": f"r{number}", "turn_id": f"t{turn}", "origin": Origin.TOOL}
    return user(number, blocks=blocks, provider_data=kept, **ids)


def call_events(reply: Message, given: Message) -> list[AnyEvent]:
    """Returns what a step with calls tells: its answer, then each call from its plan to its result."""
    turn = reply.turn_id or ""
    ids = {"conversation_id": "c", "turn_id": turn}
    events: list[AnyEvent] = [StepStarted(**ids, step=1, max_steps=8)]
    for index, block in enumerate(reply.blocks):
        kind = BlockKind.TEXT if isinstance(block, TextBlock) else BlockKind.TOOL_USE
        events.append(begun(turn, index, kind))
        events.append(BlockFinished(**ids, index=index, block=block, at=AT + 2))
    events.append(committed(reply))
    kept = [decode_value(CallRecord, value) for value in given.provider_data["calls"].values()]
    for count, one in enumerate(kept, 1):
        events.append(ToolPlanned(**ids, call=ToolCall(one.call_id, one.tool, {}), view=one.view, verdict=None))
        events += _asking(one, ids)
        if one.state in (CallState.DONE, CallState.FAILED):
            events.append(ToolStarted(**ids, call_id=one.call_id))
            lines = one.shown.splitlines()
            events += [ToolProgressed(**ids, call_id=one.call_id, text=line) for line in lines]
        is_last = count == len(kept)
        provider_data = dict(given.provider_data) if is_last else {"calls": given.provider_data["calls"]}
        events.append(committed(replace(given, blocks=given.blocks[:count], provider_data=provider_data)))
        block = given.blocks[count - 1]
        events.append(ToolFinished(**ids, record=one, content=block.content, is_error=block.is_error))
    return events


def _asking(one: CallRecord, ids: dict) -> list[AnyEvent]:
    events: list[AnyEvent] = []
    for number, answered in enumerate(one.answers):
        request = PermissionRequest(
            id=f"ask_{one.call_id}_{number}",
            **ids,
            call_id=one.call_id,
            kind=answered.kind,
            asker="",
            tool=one.tool,
            view=one.view,
            verdict=None,
            profile="Build",
            project="p",
            mode=None,
            offers=(),
        )
        events.append(PermissionRequested(**ids, request=request))
        given = PermissionAnswer(answered.option, answered.by, answered.note)
        events.append(PermissionResolved(**ids, at=answered.at, request_id=request.id, answer=given))
    return events

"""Judges the calls of a conversation again under another profile: what would be decided otherwise now (U90)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from qodev.base.errors import UserFacingError
from qodev.base.jsontext import JsonValue
from qodev.base.values import ValueFault, decode_value
from qodev.runtime.tooling import CALLS_KEY
from qodev.services.simulator import SimulatedCall, Simulator
from qodev.store.conversations import ConversationStore
from qodev.types.conversation import Conversation
from qodev.types.messages import Message, ToolUseBlock
from qodev.types.permissions import Effect, ProjectMode
from qodev.types.profiles import Profile
from qodev.types.questions import CallRecord
from qodev.types.xray import ReplayedCall

_MOST = 500  # calls of one conversation
# The argument of a tool that rules look at; of other tools their name alone.
_ARGUMENTS = ("command", "relative_path", "relative_directory", "query", "pattern", "url", "agent")


@dataclass(frozen=True, slots=True)
class Replays:
    """Nothing runs and nothing is stored; a call keeps the mode under which it was judged then."""

    store: Callable[[], ConversationStore]
    conversation: Callable[[str], Conversation]
    simulator: Simulator

    async def judge(self, profile: Profile, conversation_id: str) -> tuple[ReplayedCall, ...]:
        """Returns the newest calls of a conversation with both verdicts, those that differ first."""
        project = self.conversation(conversation_id).project
        history = await self.store().history(conversation_id)
        calls = _calls_of(history)[-_MOST:]
        found = [await self._judge(profile, block, record, project) for block, record in calls]
        return tuple(sorted(found, key=lambda call: not call.is_changed))

    async def _judge(
        self, profile: Profile, block: ToolUseBlock, record: CallRecord, project: str | None
    ) -> ReplayedCall:
        argument = _argument_of(block.input)
        mode = ProjectMode(record.mode) if record.mode else None
        call = SimulatedCall(block.name, argument, Path(project) if project else None, mode)
        before = Effect(record.effect) if record.effect else None
        try:
            verdict = await self.simulator.explain(profile, call)
        except UserFacingError as fault:
            return ReplayedCall(block.id, block.name, argument, before, None, fault.message)
        return ReplayedCall(block.id, block.name, argument, before, verdict.effect, verdict.reason, verdict.rule)


def _calls_of(history: Sequence[Message]) -> list[tuple[ToolUseBlock, CallRecord]]:
    records: dict[str, CallRecord] = {}
    for message in history:
        kept = message.provider_data.get(CALLS_KEY)
        for call_id, value in (kept if isinstance(kept, Mapping) else {}).items():
            try:
                records[call_id] = decode_value(CallRecord, value)
            except ValueFault:
                continue  # of another version; there is nothing to compare with
    blocks = (block for message in history for block in message.blocks if isinstance(block, ToolUseBlock))
    return [(block, records[block.id]) for block in blocks if block.id in records]


def _argument_of(arguments: Mapping[str, JsonValue]) -> str:
    found = next((arguments[name] for name in _ARGUMENTS if name in arguments), "")
    return found if isinstance(found, str) else ""

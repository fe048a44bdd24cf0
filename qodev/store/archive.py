"""Conversations with their messages as JSON values, and back: of an export, and of a backup (P231, U139).

What is never in them, and never taken from them: trust, consents, rules, waiting turns, checkpoints, sent requests.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from qodev.base.database import Database
from qodev.base.ids import IdSource
from qodev.base.jsontext import JsonValue, dump_compact
from qodev.base.sqlite import Connection
from qodev.store.codec import (
    DamagedRow,
    clean_value,
    decode_block,
    decode_message,
    encode_block,
    encode_extra,
    parse_object,
)
from qodev.store.conversation_rows import decode_draft, encode_draft, write_conversation
from qodev.store.message_rows import encode_message, write_message
from qodev.types.conversation import ChatMode, Conversation, ConversationState
from qodev.types.messages import Block, Message

FORMAT = "qodev.conversations"
VERSION = 1
MOST_CONVERSATIONS = 10_000
MOST_MESSAGES = 100_000  # in one conversation

_TEXTS = ("id", "title", "last_text", "profile")
_CHOICES = ("agent", "role_id", "model", "project", "script", "profile_scope", "profile_before_plan", "forked_from")
_FLAGS = ("pinned", "archived")
_TIMES = ("created_at", "updated_at")


class ArchiveFault(ValueError):
    """A text is no archive that this version can take; the message is a sentence."""


@dataclass(frozen=True, slots=True)
class Archived:
    """One conversation with all of its messages in view, oldest first."""

    conversation: Conversation
    messages: tuple[Message, ...]


def pack_all(found: Sequence[Archived]) -> dict[str, JsonValue]:
    """Returns an archive."""
    return {"format": FORMAT, "version": VERSION, "conversations": [_pack(one) for one in found]}


def _pack(one: Archived) -> dict[str, JsonValue]:
    here = one.conversation
    packed: dict[str, JsonValue] = {name: getattr(here, name) for name in (*_TEXTS, *_CHOICES, *_FLAGS, *_TIMES)}
    packed |= {"mode": here.mode.value, "state": here.state.value, "schema_version": here.schema_version}
    draft = encode_draft(here.draft)
    packed["draft"] = None if draft is None else parse_object(draft)
    packed["messages"] = [_pack_message(message) for message in one.messages]
    cleaned = clean_value({name: value for name, value in packed.items() if value is not None})
    assert isinstance(cleaned, dict)
    return cleaned


def _pack_message(message: Message) -> dict[str, JsonValue]:
    return {
        "id": message.id,
        "role": message.role.value,
        "origin": message.origin.value,
        "state": message.state.value,
        "created_at": message.created_at,
        "turn_id": message.turn_id,
        "blocks": [encode_block(block) for block in message.blocks],
        "extra": parse_object(encode_extra(message)),
    }


def unpack_all(value: JsonValue) -> tuple[Archived, ...]:
    """Returns what `pack_all` made. Raises ArchiveFault when anything in it is not as it should be."""
    if not isinstance(value, Mapping) or value.get("format") != FORMAT:
        raise ArchiveFault("This file is no export or backup of qodev.")
    if value.get("version") != VERSION:
        raise ArchiveFault("This file was made by a newer qodev.")
    found = value.get("conversations")
    if not isinstance(found, list):
        raise ArchiveFault("The conversations are missing in this file.")
    if len(found) > MOST_CONVERSATIONS:
        raise ArchiveFault(f"This file holds more than {MOST_CONVERSATIONS} conversations.")
    unpacked = tuple(_unpack(one, number) for number, one in enumerate(found, 1))
    if len({one.conversation.id for one in unpacked}) != len(unpacked):
        raise ArchiveFault("Two conversations of this file have the same id.")
    return unpacked


def _unpack(value: JsonValue, number: int) -> Archived:
    if not isinstance(value, Mapping):
        raise ArchiveFault(f"Conversation {number} is no object.")
    messages = value.get("messages")
    if not isinstance(messages, list):
        raise ArchiveFault(f"Conversation {number} has no messages.")
    if len(messages) > MOST_MESSAGES:
        raise ArchiveFault(f"Conversation {number} holds more than {MOST_MESSAGES} messages.")
    try:
        return Archived(_conversation(value), tuple(_message(one) for one in messages))
    except (DamagedRow, ValueError) as fault:
        raise ArchiveFault(f"Conversation {number} cannot be read: {fault}.") from fault


def _conversation(value: Mapping[str, JsonValue]) -> Conversation:
    fields: dict[str, Any] = {name: _need(value, name, str) for name in _TEXTS}
    choices: dict[str, Any] = {name: None if value.get(name) is None else _need(value, name, str) for name in _CHOICES}
    flags: dict[str, Any] = {name: _need(value, name, bool) for name in _FLAGS}
    times: dict[str, Any] = {name: float(_need(value, name, (int, float))) for name in _TIMES}
    draft = value.get("draft")
    state = ConversationState(_need(value, "state", str))
    return Conversation(
        **fields,
        **choices,
        **flags,
        **times,
        mode=ChatMode(_need(value, "mode", str)),
        state=ConversationState.INTERRUPTED if state is ConversationState.RUNNING else state,
        draft=decode_draft(None if draft is None else dump_compact(draft)),
        schema_version=_need(value, "schema_version", int),
    )


def _message(value: JsonValue) -> Message:
    held = value.get("blocks") if isinstance(value, Mapping) else None
    if not isinstance(value, Mapping) or not isinstance(held, list):
        raise ArchiveFault("a message has no blocks")
    blocks: list[Block] = []
    for block in held:
        decoded = decode_block(block)
        if decoded is None:
            raise ArchiveFault("a message has a block of an unknown kind")
        blocks.append(decoded)
    row = {name: value.get(name) for name in ("id", "role", "origin", "state", "turn_id")}
    row["created_at"] = float(_need(value, "created_at", (int, float)))
    row["extra"] = dump_compact(value.get("extra", {}))
    return decode_message(row, tuple(blocks))


def _need(value: Mapping[str, JsonValue], name: str, kind: type | tuple[type, ...]) -> Any:  # noqa: ANN401  of the kind
    held = value.get(name)
    if not isinstance(held, kind) or (isinstance(held, bool) and kind is not bool):
        raise ArchiveFault(f"`{name}` is missing or of another type")
    return held


class ArchiveStore:
    """Adds what was unpacked."""

    def __init__(self, database: Database, new_id: IdSource) -> None:
        self._database = database
        self._new_id = new_id

    async def add_all(self, found: Sequence[Archived]) -> tuple[Conversation, ...]:
        """Stores all under new ids beside what is there, or nothing, and returns the conversations; raises StoreError.

        Links from copies to their originals lead to the new ids; one to a conversation outside of the archive ends.
        """
        names = {one.conversation.id: self._new_id("conv") for one in found}
        renamed = [self._renamed(one, names) for one in found]
        encoded = await self._database.compute(
            lambda: [(one.conversation, [encode_message(m) for m in one.messages]) for one in renamed]
        )

        def work(link: Connection) -> None:
            for conversation, messages in encoded:
                write_conversation(link, conversation)
                for message in messages:
                    write_message(link, conversation.id, message, searchable=True)

        await self._database.write(work)
        return tuple(one.conversation for one in renamed)

    def _renamed(self, one: Archived, names: Mapping[str, str]) -> Archived:
        here = one.conversation
        turns: dict[str, str] = {}
        messages = []
        for message in one.messages:
            turn = message.turn_id
            if turn is not None and turn not in turns:
                turns[turn] = self._new_id("turn")
            new_turn = None if turn is None else turns[turn]
            messages.append(replace(message, id=self._new_id("msg"), turn_id=new_turn, request_id=None))
        origin = None if here.forked_from is None else names.get(here.forked_from)
        # An export names its project without a path; a bare name would be looked for wherever qodev was started.
        project = here.project if here.project is not None and Path(here.project).is_absolute() else None
        conversation = replace(here, id=names[here.id], forked_from=origin, project=project)
        return Archived(conversation, tuple(messages))

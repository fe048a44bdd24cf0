"""Writes and reads the rows of conversations, drafts included."""

from collections.abc import Mapping

from qodev.base.jsontext import JsonValue, dump_compact
from qodev.base.sqlite import Connection
from qodev.base.text import join_surrogates
from qodev.store.codec import DamagedRow, clean_value, decode_blocks, encode_block, parse_object
from qodev.store.rows import Row, Value, fetch, fetch_one
from qodev.types.conversation import DEFAULT_PROFILE, ChatMode, Conversation, ConversationState, Draft

_TEXTS = ("id", "title", "last_text", "profile")
_CHOICES = ("agent", "role_id", "model", "project", "script", "profile_scope", "profile_before_plan", "forked_from")
_FLAGS = ("unseen", "pinned", "archived")
_MODES: Mapping[object, ChatMode] = {str(mode): mode for mode in ChatMode}
_STATES: Mapping[object, ConversationState] = {str(state): state for state in ConversationState}
_COLUMNS = (*_TEXTS, *_CHOICES, *_FLAGS, "created_at", "updated_at", "mode", "state", "schema_version", "draft")
_WRITE = (
    f"INSERT INTO conversations({', '.join(_COLUMNS)}, changed) "  # noqa: S608  column names of this module alone
    f"VALUES ({', '.join('?' * len(_COLUMNS))}, (SELECT coalesce(max(changed), 0) + 1 FROM conversations)) "
    "ON CONFLICT(id) DO UPDATE SET "
    + ", ".join(f"{name} = excluded.{name}" for name in _COLUMNS if name != "id")
    + ", changed = iif(excluded.updated_at IS conversations.updated_at, conversations.changed, excluded.changed)"
)
_READ = f"SELECT {', '.join(_COLUMNS)} FROM conversations WHERE NOT deleted"  # noqa: S608  as above


def write_conversation(link: Connection, conversation: Conversation) -> None:
    """Inserts or updates; whichever was updated last comes first in the list, whatever the clock says (S169)."""
    link.execute(_WRITE, _values(conversation))


def _values(conversation: Conversation) -> list[Value]:
    texts = [join_surrogates(getattr(conversation, name)) for name in _TEXTS]
    choices = [_clean(getattr(conversation, name)) for name in _CHOICES]
    flags = [int(getattr(conversation, name)) for name in _FLAGS]
    rest: list[Value] = [
        conversation.created_at,
        conversation.updated_at,
        str(conversation.mode),
        str(conversation.state),
        conversation.schema_version,
        encode_draft(conversation.draft),
    ]
    return [*texts, *choices, *flags, *rest]


def _clean(text: str | None) -> str | None:
    return None if text is None else join_surrogates(text)


def read_conversations(link: Connection) -> tuple[Conversation, ...]:
    """Returns all in one query, the one that changed last first."""
    return tuple(_decode(row) for row in fetch(link, f"{_READ} ORDER BY changed DESC"))


def read_conversation(link: Connection, conversation_id: str) -> Conversation | None:
    """Returns one, None when it is not there."""
    row = fetch_one(link, f"{_READ} AND id = ?", (conversation_id,))
    return None if row is None else _decode(row)


def _decode(row: Row) -> Conversation:
    """Returns a conversation in any case: what is damaged in its row falls back to a default."""
    return Conversation(
        id=str(row["id"]),
        title=_text(row["title"]) or "",
        created_at=_number(row["created_at"]),
        updated_at=_number(row["updated_at"]),
        agent=_text(row["agent"]),
        role_id=_text(row["role_id"]),
        model=_text(row["model"]),
        project=_text(row["project"]),
        mode=_MODES.get(row["mode"], ChatMode.CHAT),
        state=_STATES.get(row["state"], ConversationState.IDLE),
        unseen=bool(row["unseen"]),
        pinned=bool(row["pinned"]),
        archived=bool(row["archived"]),
        draft=decode_draft(row["draft"]),
        last_text=_text(row["last_text"]) or "",
        script=_text(row["script"]),
        profile=_text(row["profile"]) or DEFAULT_PROFILE,
        profile_scope=_text(row["profile_scope"]),
        profile_before_plan=_text(row["profile_before_plan"]),
        schema_version=int(_number(row["schema_version"])),
        forked_from=_text(row["forked_from"]),
    )


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _number(value: object) -> float:
    return float(value) if isinstance(value, int | float) else 0.0


def encode_draft(draft: Draft) -> str | None:
    """Returns a draft as JSON text, None for an empty one."""
    if draft == Draft():
        return None
    attachments: list[JsonValue] = [encode_block(block) for block in draft.attachments]
    return dump_compact({"text": clean_value(draft.text), "attachments": attachments})


def decode_draft(text: object) -> Draft:
    """Returns what `encode_draft` wrote; of a damaged one what can be read."""
    if text is None:
        return Draft()
    try:
        stored = parse_object(text)
    except DamagedRow:
        return Draft(text if isinstance(text, str) else "")
    typed = stored.get("text")
    try:
        attachments = decode_blocks(dump_compact(stored.get("attachments", []))).known
    except DamagedRow:
        attachments = ()
    return Draft(typed if isinstance(typed, str) else "", attachments)

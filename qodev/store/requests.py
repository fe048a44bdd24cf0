"""Keeps the requests of each turn as they were sent, secrets as names (U21)."""

import zlib

from qodev.base.database import Database
from qodev.base.jsontext import JsonValue, dump_compact
from qodev.base.sqlite import Connection
from qodev.store.codec import DamagedRow, clean_value, parse_object
from qodev.store.rows import Row, fetch
from qodev.types.conversation import SentRequest

_KEPT = 200  # requests a conversation keeps; each holds its whole history, so all of them would grow as its square
_LEVEL = 1
_LARGE_BYTES = 64 * 1024  # a larger body is packed off the loop
_TEXTS = ("agent", "model", "client_api", "method", "url", "system_prompt")
_READ = "SELECT id, conversation_id, turn_id, step, head, body FROM requests WHERE conversation_id = ?"


class RequestLog:
    """The sent requests of all conversations."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, request: SentRequest) -> None:
        """Stores a request durably; the oldest of a conversation go. Raises StoreError."""
        is_large = len(request.body) > _LARGE_BYTES
        body = await self._database.compute(lambda: _pack(request.body)) if is_large else _pack(request.body)
        await self._database.write(lambda link: _insert(link, request, body))

    async def of_turn(self, conversation_id: str, turn_id: str) -> tuple[SentRequest, ...]:
        """Returns the requests of a turn, one a step, in order. Raises StoreError."""
        query = f"{_READ} AND turn_id = ? ORDER BY step, number"
        return await self._database.read(lambda link: _decode_all(fetch(link, query, (conversation_id, turn_id))))

    async def recent(self, limit: int) -> tuple[SentRequest, ...]:
        """Returns the requests of all conversations that were sent last, newest first, without their bodies."""
        query = (
            "SELECT id, conversation_id, turn_id, step, head, NULL AS body FROM requests ORDER BY number DESC LIMIT ?"
        )
        return await self._database.read(lambda link: _decode_all(fetch(link, query, (limit,))))

    async def latest(self, conversation_id: str) -> SentRequest | None:
        """Returns the request that a conversation sent last. Raises StoreError."""
        query = f"{_READ} ORDER BY number DESC LIMIT 1"
        found = await self._database.read(lambda link: _decode_all(fetch(link, query, (conversation_id,))))
        return found[0] if found else None


def _pack(body: bytes) -> bytes:
    return zlib.compress(body, _LEVEL)


def _insert(link: Connection, request: SentRequest, body: bytes) -> None:
    link.execute(
        "INSERT INTO requests(id, conversation_id, turn_id, step, head, body) VALUES (?, ?, ?, ?, ?, ?)",
        (request.id, request.conversation_id, request.turn_id, request.step, _head(request), body),
    )
    link.execute(
        "DELETE FROM requests WHERE conversation_id = ?1 AND number <= (SELECT number FROM requests"
        " WHERE conversation_id = ?1 ORDER BY number DESC LIMIT 1 OFFSET ?2)",
        (request.conversation_id, _KEPT),
    )


def _head(request: SentRequest) -> str:
    head: dict[str, JsonValue] = {name: getattr(request, name) for name in _TEXTS}
    head |= {"agents_revision": request.agents_revision, "estimate_tokens": request.estimate_tokens}
    head |= {"sent_at": request.sent_at, "headers": dict(request.headers)}
    return dump_compact(clean_value(head))


def _decode_all(rows: list[Row]) -> tuple[SentRequest, ...]:
    found = (_decode(row) for row in rows)
    return tuple(request for request in found if request is not None)


def _decode(row: Row) -> SentRequest | None:
    """Returns None for a damaged row, which stays where it is: the turn's other steps can be read."""
    try:
        head = parse_object(row["head"])
        body = zlib.decompress(bytes(row["body"])) if isinstance(row["body"], bytes) else b""
    except (DamagedRow, zlib.error):
        return None
    headers = head.get("headers")
    step = row["step"]
    return SentRequest(
        id=str(row["id"]),
        conversation_id=str(row["conversation_id"]),
        turn_id=str(row["turn_id"]),
        step=step if isinstance(step, int) else 0,
        agents_revision=int(_number(head.get("agents_revision"))),
        headers={str(k): str(v) for k, v in headers.items()} if isinstance(headers, dict) else {},
        body=body,
        estimate_tokens=int(_number(head.get("estimate_tokens"))),
        sent_at=_number(head.get("sent_at")),
        **{name: str(head.get(name, "")) for name in _TEXTS},
    )


def _number(value: JsonValue) -> float:
    return float(value) if isinstance(value, int | float) else 0.0

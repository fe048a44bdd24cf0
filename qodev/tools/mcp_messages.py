"""Bounds what an MCP server sends, while it comes: lines, depth, how many a second, and how much of a result is kept."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from qodev.base.jsontext import JsonFault, JsonValue, loads_strict
from qodev.tools.envelope import cut_middle

# P195, S148, S149
LINE_MOST_BYTES = 8 * 1024 * 1024
BODY_MOST_BYTES = 16 * 1024 * 1024
DEPTH_MOST = 100
NOTICES_A_SECOND = 100
MESSAGES_A_SECOND = 2_000
STRAY_LINES_MOST = 100
BLOCKS_MOST = 200
_BLOCK_TEXT_MOST = 40_000  # of one block; a model gets less of it anyway (P177)
IN_WORKER_BYTES = 64 * 1024  # longer texts are read in a worker, so that no frame waits
OWN_ERROR = -32_098  # of answers that qodev makes in a server's stead; the SDK uses others
_ENDS_KEPT = 256  # of a line that is too long: its id stands near one of its ends

JsonObject = Mapping[str, JsonValue]


class MessageFault(ValueError):
    """Something that is no message of the protocol, or breaks a bound."""


def read_message(text: bytes) -> JsonObject:
    """Returns one message; raises MessageFault for anything else. Blocking for long texts."""
    try:
        value = loads_strict(text.decode(), depth_limit=DEPTH_MOST)
    except JsonFault as fault:
        raise MessageFault(fault.reason) from None
    except (ValueError, RecursionError):
        raise MessageFault("no readable text") from None
    if not isinstance(value, Mapping) or value.get("jsonrpc") != "2.0":
        raise MessageFault("no message of the protocol")
    return condense(value)


def condense(message: JsonObject) -> JsonObject:
    """Returns a message whose result holds no more blocks and text than anybody will read, with a mark where it was cut."""
    result = message.get("result")
    if not isinstance(result, Mapping):
        return message
    kept = dict(result)
    for key in ("content", "contents", "messages"):
        blocks = result.get(key)
        if isinstance(blocks, Sequence) and not isinstance(blocks, str):
            kept[key] = _condensed(blocks)
    if kept.get("content"):
        kept.pop("structuredContent", None)  # says the same once more
    return dict(message) | {"result": kept}


def _condensed(blocks: Sequence[JsonValue]) -> list[JsonValue]:
    kept = [_shorter(block) for block in blocks[:BLOCKS_MOST]]
    if len(blocks) > BLOCKS_MOST:
        kept.append({"type": "text", "text": f"[… {len(blocks) - BLOCKS_MOST} more parts left out …]"})
    return kept


def _shorter(block: JsonValue) -> JsonValue:
    if not isinstance(block, Mapping):
        return block
    found: dict[str, JsonValue] = {}
    for key, value in block.items():
        if key in ("data", "blob") and isinstance(value, str):
            found["size_bytes"] = decoded_size(value)  # an image or a file: its size is all that is looked at (S149)
        elif isinstance(value, str):
            found[key] = cut_middle(value, _BLOCK_TEXT_MOST)[0]
        elif isinstance(value, Mapping):
            found[key] = _shorter(value)
        else:
            found[key] = value
    return found


def decoded_size(base64_text: str) -> int:
    """Returns how many bytes a base64 text stands for, without decoding it."""
    return len(base64_text) * 3 // 4 - base64_text[-2:].count("=")


def id_near_the_ends(line: bytes) -> int | None:
    """Returns the id of an answer that is too long to be read, from its first or last characters."""
    for part in (line[:_ENDS_KEPT], line[-_ENDS_KEPT:]):
        _, found, rest = part.rpartition(b'"id":') if part is not line[:_ENDS_KEPT] else part.partition(b'"id":')
        digits = rest.lstrip()[:12].split(b",")[0].split(b"}")[0].strip()
        if found and digits.isdigit():
            return int(digits)
    return None


@dataclass(slots=True)
class Throttle:
    """Counts what a server sends in each second of a clock in seconds."""

    now: Callable[[], float]
    dropped: int = 0
    _second: float = -1.0
    _notices: int = 0
    _messages: int = 0

    def takes_notice(self) -> bool:
        """Tells whether one more message that nobody asked for is let through; else it is counted as dropped."""
        self._turn()
        self._notices += 1
        if self._notices > NOTICES_A_SECOND:
            self.dropped += 1
            return False
        return True

    def wait_s(self) -> float:
        """Counts one more message and returns for how long no further one should be read; 0 within the limit."""
        self._turn()
        self._messages += 1
        return max(0.0, self._second + 1 - self.now()) if self._messages > MESSAGES_A_SECOND else 0.0

    def _turn(self) -> None:
        now = self.now()
        if now - self._second >= 1:
            self._second, self._notices, self._messages = now, 0, 0


class LineCutter:
    """Cuts a stream of bytes into lines of at most `limit_bytes`; of a longer one only the ends are kept."""

    def __init__(self, limit_bytes: int = LINE_MOST_BYTES) -> None:
        self._limit = limit_bytes
        self._pieces: list[bytes] = []
        self._size = 0
        self._head = b""  # of the line that is too long, while it goes on
        self._tail = b""

    def feed(self, piece: bytes) -> "list[tuple[bytes, bool]]":
        """Returns the lines that ended, each with whether it is whole."""
        *ended, rest = piece.split(b"\n")
        lines = [self._end(part) for part in ended]
        self._add(rest)
        return lines

    def _end(self, part: bytes) -> tuple[bytes, bool]:
        self._add(part)
        if self._head:
            line, is_whole = self._head + self._tail, False
        else:
            line, is_whole = b"".join(self._pieces), True
        self._pieces, self._size, self._head, self._tail = [], 0, b"", b""
        return line, is_whole

    def _add(self, part: bytes) -> None:
        if self._head:
            self._tail = (self._tail + part)[-_ENDS_KEPT:]
            return
        self._pieces.append(part)
        self._size += len(part)
        if self._size > self._limit:
            whole = b"".join(self._pieces)
            self._head, self._tail = whole[:_ENDS_KEPT], whole[-_ENDS_KEPT:]
            self._pieces = []

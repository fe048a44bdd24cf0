"""Cuts the bytes of an answer into events, the same at every cut of the same bytes (S99, A160)."""

from typing import Protocol

LINE_LIMIT_BYTES = 16 * 1024 * 1024  # S103
_BOM = b"\xef\xbb\xbf"

Frame = tuple[str, bytes]
"""Name of the event (empty for JSON lines and unnamed events) and its data."""


class FrameFault(Exception):
    """Bytes that are no stream of the kind they should be."""


class LineSplitter:
    """Splits bytes at LF, CR and CR LF; a byte-order mark at the very start is dropped."""

    def __init__(self, limit_bytes: int = LINE_LIMIT_BYTES) -> None:
        self._limit = limit_bytes
        self._rest = bytearray()
        self._after_cr = False
        self._start: bytes | None = b""  # bytes that may still become a byte-order mark

    def feed(self, data: bytes) -> list[bytes]:
        """Returns the lines that `data` completes, without their ends. Raises FrameFault beyond the limit."""
        if self._start is not None:
            data = self._without_mark(data)
        if self._after_cr and data:
            data = data.removeprefix(b"\n")
            self._after_cr = False
        if not data:
            return []
        if b"\r" in data:
            self._after_cr = data.endswith(b"\r")
            data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        lines = data.split(b"\n")
        rest = lines.pop()
        if lines and self._rest:
            lines[0] = bytes(self._rest) + lines[0]
            self._rest = bytearray()
        if rest:
            self._rest += rest
        # What was kept before is within the limit, so that only the first line and long pieces can be beyond it.
        longest = len(data) if not lines else max(len(lines[0]), len(data))
        if longest + len(self._rest) > self._limit:
            self._check(lines)
        return lines

    def _check(self, lines: list[bytes]) -> None:
        if len(self._rest) > self._limit or any(len(line) > self._limit for line in lines):
            raise FrameFault("a line is longer than 16 MiB")

    def _without_mark(self, data: bytes) -> bytes:
        start = (self._start or b"") + data
        if len(start) < len(_BOM) and _BOM.startswith(start):
            self._start = start
            return b""
        self._start = None
        return start.removeprefix(_BOM)

    def flush(self) -> bytes:
        """Returns what stands behind the last line end."""
        rest = (self._start or b"") + bytes(self._rest)
        self._rest = bytearray()
        self._start = None
        return rest


class Framer(Protocol):
    """Cuts bytes into frames."""

    def feed(self, data: bytes) -> list[Frame]:
        """Returns the frames that `data` completes."""
        ...

    def flush(self) -> list[Frame]:
        """Returns the last frame, if the bytes ended without closing it."""
        ...


class JsonLines:
    """One JSON object a line; blank lines do not count."""

    def __init__(self, limit_bytes: int = LINE_LIMIT_BYTES) -> None:
        self._lines = LineSplitter(limit_bytes)

    def feed(self, data: bytes) -> list[Frame]:
        """Returns the lines that `data` completes."""
        return [("", line) for line in self._lines.feed(data) if line and not line.isspace()]

    def flush(self) -> list[Frame]:
        """Returns the last line, if it has no end."""
        line = self._lines.flush()
        return [("", line)] if line and not line.isspace() else []


class ServerEvents:
    """Server-sent events: data lines of one event join with LF; comments, `id` and `retry` are dropped."""

    def __init__(self, limit_bytes: int = LINE_LIMIT_BYTES) -> None:
        self._lines = LineSplitter(limit_bytes)
        self._limit = limit_bytes
        self._data: bytes | bytearray | None = None
        self._size = 0
        self._name = ""

    def feed(self, data: bytes) -> list[Frame]:
        """Returns the events that `data` completes."""
        frames: list[Frame] = []
        for line in self._lines.feed(data):
            if self._data is None and line.startswith(b"data: "):
                self._data, self._size = line[6:], len(line)
            elif line:
                self._take(line)
            elif self._data is not None:
                self._close(frames)
            else:
                self._name = ""
        return frames

    def flush(self) -> list[Frame]:
        """Returns the last event, if the bytes ended without the blank line that closes one."""
        frames: list[Frame] = []
        self._take(self._lines.flush())
        self._close(frames)
        return frames

    def _take(self, line: bytes) -> None:
        if line.startswith(b"data:"):
            self._add(line[6:] if line[5:6] == b" " else line[5:])
        elif line.startswith(b"event:"):
            self._name = line[6:].strip().decode("utf-8", "replace")
        elif line == b"data":
            self._add(b"")
        elif line.startswith(b"error:"):
            # llama.cpp's server before late 2025 sent a fault as a field of its own (`server_sent_event(sink, "error", …)`).
            self._name = "error"
            self._add(line[6:])

    def _add(self, piece: bytes) -> None:
        self._size += len(piece) + len(b"data: ")
        if self._data is None:
            self._data = piece
            return
        if self._size > self._limit:
            raise FrameFault("an event is longer than 16 MiB")
        # One buffer: a list of millions of short lines would take many times the limit.
        grown = self._data if isinstance(self._data, bytearray) else bytearray(self._data)
        grown += b"\n"
        grown += piece
        self._data = grown

    def _close(self, frames: list[Frame]) -> None:
        if self._data and not self._data.isspace():
            frames.append((self._name, bytes(self._data)))
        self._data = None
        self._size = 0
        self._name = ""

"""Unpacks compressed bytes while they come, never more at once than its reader asked for."""

import zlib
from collections.abc import Iterator

_STEP_BYTES = 256 * 1024


class PackFault(Exception):
    """Bytes that are not packed as their header says, or in a way that was not asked for."""


class Inflater:
    """Unpacks gzip and deflate while it streams, in pieces of bounded size."""

    def __init__(self, encoding: str) -> None:
        names = [name.strip().lower() for name in encoding.split(",")]
        names = [name for name in names if name not in ("", "identity")]
        if len(names) > 1 or (names and names[0] not in ("gzip", "x-gzip", "deflate")):
            raise PackFault("the answer is packed in a way that was not asked for")
        self._is_packed = bool(names)
        self._is_deflate = names == ["deflate"]
        self._start = b""
        self._unpacker: zlib._Decompress | None = None

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Yields the unpacked bytes of `data`. Raises PackFault when they are damaged."""
        if not self._is_packed:
            yield data
            return
        try:
            while data:
                if self._unpacker is None:
                    self._start += data
                    if len(self._start) < 2:
                        return
                    data, self._start = self._start, b""
                    self._unpacker = zlib.decompressobj(self._window_bits(data))
                elif self._unpacker.eof:
                    return  # what stands behind the one piece of deflate
                yield from self._unpack(self._unpacker, data)
                data = self._following(self._unpacker)
        except zlib.error:
            raise PackFault("the packed answer is damaged") from None

    def _following(self, unpacker: "zlib._Decompress") -> bytes:
        """Returns the bytes behind the end of a member of gzip, which may go on with a further one."""
        if not unpacker.eof or self._is_deflate:
            return b""
        self._unpacker = None
        return unpacker.unused_data

    def _window_bits(self, start: bytes) -> int:
        if not self._is_deflate:
            return 31  # gzip
        has_header = start[0] & 0x0F == 8 and int.from_bytes(start[:2], "big") % 31 == 0
        return 15 if has_header else -15  # some servers send deflate without the header of RFC 1950

    @staticmethod
    def _unpack(unpacker: "zlib._Decompress", data: bytes) -> Iterator[bytes]:
        while True:
            piece = unpacker.decompress(data, _STEP_BYTES)
            data = unpacker.unconsumed_tail
            if piece:
                yield piece
            if not data and len(piece) < _STEP_BYTES:
                return


def unpack(body: bytes, encoding: str, limit_bytes: int) -> bytes:
    """Returns a whole body unpacked, cut at a limit and at the first damage."""
    unpacked = bytearray()
    try:
        for piece in Inflater(encoding).feed(body):
            unpacked += piece
            if len(unpacked) >= limit_bytes:
                break
    except PackFault:
        pass  # what came before has to do
    return bytes(unpacked[:limit_bytes])

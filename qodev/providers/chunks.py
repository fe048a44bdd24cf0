"""Collects the chunks of one answer: block numbers, whole characters, the limit of its size."""

from qodev.base.text import join_surrogates
from qodev.providers.base import StreamFault
from qodev.types.providers import ErrorKind, StreamChunk

ANSWER_LIMIT_BYTES = 64 * 1024 * 1024  # S103
_NAME_LIMIT = 1000
_BLOCK_BYTES = 1024  # what a block weighs without its text: an answer of empty blocks has an end too


class ChunkBuffer:
    """The chunks made since they were last taken, and what all blocks of an answer share."""

    def __init__(self) -> None:
        self.out: list[StreamChunk] = []
        self.next_index = 0
        self._used: set[int] = set()
        self._size = 0

    def take(self) -> list[StreamChunk]:
        """Returns the new chunks."""
        out, self.out = self.out, []
        return out

    def new_index(self, wanted: int | None = None) -> int:
        """Returns the number of a new block: the wanted one when it is free, else the next."""
        index = wanted if wanted is not None and wanted not in self._used else self.next_index
        self._used.add(index)
        self._size += _BLOCK_BYTES
        if self._size > ANSWER_LIMIT_BYTES:
            self.count("")
        self.next_index = max(self.next_index, index + 1)
        return index

    def joined(self, half: str, piece: str) -> tuple[str, str]:
        """Returns valid Unicode and the half of a surrogate pair that waits for the next piece (S99)."""
        if not half:
            try:
                self._size += len(piece.encode())
            except UnicodeEncodeError:
                pass  # surrogates in it: the long way
            else:
                if self._size > ANSWER_LIMIT_BYTES:
                    self.count("")
                return (piece if "\0" not in piece else piece.replace("\0", "\ufffd")), ""
        piece = half + piece
        half = piece[-1:] if "\ud800" <= piece[-1:] <= "\udbff" else ""
        whole = join_surrogates(piece[: len(piece) - len(half)])
        self.count(whole)
        return whole, half

    def count(self, text: str) -> None:
        """Adds to the size of the answer. Raises StreamFault beyond the limit."""
        self._size += len(text.encode("utf-8", "surrogatepass"))
        if self._size > ANSWER_LIMIT_BYTES:
            raise StreamFault(ErrorKind.PROTOCOL, "the answer is longer than 64 MiB")


def clean_name(value: object) -> str:
    """Returns a vendor's short text as valid Unicode, cut; empty for anything else."""
    return join_surrogates(value)[:_NAME_LIMIT] if isinstance(value, str) else ""

"""Heights of rows as prefix sums: position to row and back in O(log n), insertion anywhere (F26)."""

from collections.abc import Sequence
from itertools import accumulate

_CHUNK = 64
_CHUNK_LIMIT = 2 * _CHUNK


class _Sums:
    """A Fenwick tree over the sums of chunks."""

    __slots__ = ("_tree",)

    def __init__(self, values: Sequence[int]) -> None:
        tree = [0, *values]
        for index in range(1, len(tree)):
            parent = index + (index & -index)
            if parent < len(tree):
                tree[parent] += tree[index]
        self._tree = tree

    def add(self, index: int, delta: int) -> None:
        index += 1
        while index < len(self._tree):
            self._tree[index] += delta
            index += index & -index

    def before(self, index: int) -> int:
        """Returns the sum of the first `index` values."""
        total = 0
        while index > 0:
            total += self._tree[index]
            index -= index & -index
        return total

    def find(self, target: int) -> tuple[int, int]:
        """Returns the index whose span holds `target`, and what of `target` is left inside it."""
        index, left = 0, target
        step = 1 << (len(self._tree).bit_length() - 1)
        while step:
            probe = index + step
            if probe < len(self._tree) and self._tree[probe] <= left:
                index = probe
                left -= self._tree[probe]
            step >>= 1
        return index, left


class HeightsIndex:
    """Whole pixels by row: chunks of some 64 rows, above them one tree of heights and one of counts."""

    def __init__(self, heights: Sequence[int] = ()) -> None:
        self._chunks: list[list[int]] = [list(heights[i : i + _CHUNK]) for i in range(0, len(heights), _CHUNK)]
        self._rebuild()

    def _rebuild(self) -> None:
        self._sums = _Sums([sum(chunk) for chunk in self._chunks])
        self._counts = _Sums([len(chunk) for chunk in self._chunks])
        self._length = sum(len(chunk) for chunk in self._chunks)
        self._total = sum(sum(chunk) for chunk in self._chunks)

    def __len__(self) -> int:
        return self._length

    @property
    def total(self) -> int:
        """Returns the height of all rows."""
        return self._total

    def height(self, row: int) -> int:
        """Returns the height of a row."""
        chunk, within = self._locate(row)
        return self._chunks[chunk][within]

    def set(self, row: int, height: int) -> int:
        """Changes the height of a row and returns by how much it grew."""
        chunk, within = self._locate(row)
        delta = height - self._chunks[chunk][within]
        if delta:
            self._chunks[chunk][within] = height
            self._sums.add(chunk, delta)
            self._total += delta
        return delta

    def offset_of(self, row: int) -> int:
        """Returns the top of a row; `len(self)` gives the total."""
        if row >= self._length:
            return self._total
        chunk, within = self._locate(row)
        return self._sums.before(chunk) + sum(self._chunks[chunk][:within])

    def row_at(self, position: int) -> int:
        """Returns the row that covers `position`, clamped to the first and the last; -1 when there is none.

        Rows of height 0 cover nothing.
        """
        if not self._length:
            return -1
        if position >= self._total:
            return self._length - 1
        chunk, left = self._sums.find(max(0, position))
        chunk = min(chunk, len(self._chunks) - 1)
        tops = accumulate(self._chunks[chunk])
        within = next((i for i, bottom in enumerate(tops) if bottom > left), len(self._chunks[chunk]) - 1)
        return self._counts.before(chunk) + within

    def insert(self, row: int, heights: Sequence[int]) -> None:
        """Puts rows before `row`; `len(self)` appends."""
        if not heights:
            return
        if row >= self._length and self._chunks and len(self._chunks[-1]) + len(heights) <= _CHUNK_LIMIT:
            self._append(heights)
            return
        chunk, within = self._locate(row) if row < self._length else (len(self._chunks), 0)
        if chunk == len(self._chunks):
            self._chunks.append([])
        whole = self._chunks[chunk]
        whole[within:within] = heights
        if len(whole) > _CHUNK_LIMIT:
            self._chunks[chunk : chunk + 1] = [whole[i : i + _CHUNK] for i in range(0, len(whole), _CHUNK)]
        self._rebuild()

    def _append(self, heights: Sequence[int]) -> None:
        self._chunks[-1].extend(heights)
        self._sums.add(len(self._chunks) - 1, sum(heights))
        self._counts.add(len(self._chunks) - 1, len(heights))
        self._length += len(heights)
        self._total += sum(heights)

    def remove(self, row: int, count: int) -> None:
        """Takes `count` rows away from `row` on."""
        while count > 0:
            chunk, within = self._locate(row)
            taken = min(count, len(self._chunks[chunk]) - within)
            del self._chunks[chunk][within : within + taken]
            if not self._chunks[chunk]:
                del self._chunks[chunk]
            self._rebuild()
            count -= taken

    def _locate(self, row: int) -> tuple[int, int]:
        if not 0 <= row < self._length:
            raise IndexError(row)
        return self._counts.find(row)

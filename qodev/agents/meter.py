"""Counts what a render uses and stops it at its limits (A53, S88, S89)."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from qodev.agents.faults import depth_fault, loops_fault, output_fault, time_fault

MIB = 1024 * 1024
RANGE_LIMIT = 200_000
INCLUDE_DEPTH = 16
CALL_DEPTH = 64
VALUE_DEPTH = 200
WIDTH_LIMIT = 10_000
INTEGER_BITS = 1 << 18  # a product or quotient of two such numbers takes some milliseconds
SLOW_TEXT = 200_000  # characters that filters written in Python may take at once
_MADE_BYTES = 96 * MIB  # beside its output, everything that a render makes, kept or not (A53: 256 MiB of growth)
_CREDIT = 64
_SHORT = 32  # rounds between two looks at the clock
_SCALAR = 8
_PLAIN = frozenset((int, float, bool, type(None)))
_CREDIT_BYTES = 1 << 13


@dataclass(frozen=True, slots=True)
class Limits:
    """What one render may use."""

    time_s: float
    output_bytes: int
    loops: int


LOAD_LIMITS = Limits(2.0, 8 * MIB, 200_000)
REQUEST_LIMITS = Limits(10.0, 64 * MIB, 200_000)


class Counters:
    """The counters of one render; not shared between threads."""

    __slots__ = ("_clock", "_credit", "calls", "deadline", "depth", "limits", "made", "rounds_left")

    def __init__(
        self, limits: Limits, deadline: float | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._clock = clock
        self._credit = _CREDIT
        self.limits = limits
        self.deadline = clock() + limits.time_s if deadline is None else deadline
        self.rounds_left = limits.loops
        self.made = 0
        self.depth = 0
        self.calls = 0

    def tick(self, size: int = 0) -> None:
        """Counts a step of work over `size` characters; looks at the clock now and then."""
        self._credit -= 1 + size // _CREDIT_BYTES
        if self._credit < 0:
            self.check_time()

    def check_time(self) -> None:
        """Raises `limit.time` when the time is over."""
        self._credit = _CREDIT
        if self._clock() > self.deadline:
            raise time_fault()

    def judge(self, size: int) -> None:
        """Raises `limit.output` before a value of about `size` characters or members is made."""
        if size > self.limits.output_bytes:
            raise output_fault()
        self.made += size
        if self.made > self.limits.output_bytes + _MADE_BYTES:
            raise output_fault()
        self.tick(size)

    def count_rounds(self, number: int) -> None:
        """Takes loop rounds from the budget."""
        self.rounds_left -= number
        if self.rounds_left < 0:
            raise loops_fault()
        self.tick(number)

    def text_size(self, text: str) -> int:
        """Returns the bytes that a text takes in memory, roughly."""
        return len(text) if text.isascii() else 4 * len(text)

    def keep_text(self, text: str) -> str:
        """Counts a text that was made."""
        self.judge(len(text))
        if not text.isascii():
            self.made += 3 * len(text)
        return text

    def take_piece(self, text: str) -> None:
        """Counts a piece of output: `keep_text` without its calls, since bodies consist of thousands of them."""
        size = len(text)
        self.made += size if text.isascii() else 4 * size
        if self.made > self.limits.output_bytes + _MADE_BYTES:
            raise output_fault()
        self._credit -= 1 + size // _CREDIT_BYTES
        if self._credit < 0:
            self.check_time()

    def keep(self, value: object) -> object:
        """Counts a list or object that was made, its members included; raises for one too big or too deep."""
        self.judge(self.weigh(value))
        return value

    def weigh(self, value: object) -> int:
        """Returns the size of a value written out; stops at the output limit and at 200 levels."""
        if type(value) is str:
            return len(value) + 2
        return self._weigh(value, 0, {})[0]

    def _weigh(self, value: object, level: int, known: dict[int, tuple[int, int]]) -> tuple[int, int]:
        """Returns size and levels of a value; what stands in it several times is looked through once.

        A list that holds the same list twice, and so on, is written out in no time and has more members than atoms.
        """
        if not isinstance(value, dict | list) and not isinstance(value, Mapping | Sequence):
            return _SCALAR, 0
        found = known.get(id(value))
        if found is None:
            if level >= VALUE_DEPTH:
                raise depth_fault()
            found = known[id(value)] = self._weigh_members(value, level, known)
            self.tick(len(value) << 6)
        if level + found[1] > VALUE_DEPTH:
            raise depth_fault()
        return found

    def _weigh_members(
        self, value: Mapping[object, object] | Sequence[object], level: int, known: dict[int, tuple[int, int]]
    ) -> tuple[int, int]:
        limit = self.limits.output_bytes
        total = _SCALAR + _SCALAR * len(value)
        members: Iterable[object] = value
        levels = 0
        if isinstance(value, Mapping):
            total += sum([len(key) if type(key) is str else _SCALAR for key in value])
            members = value.values()
        for member in members:
            kind = type(member)
            if kind is str:
                total += len(member)  # type: ignore[arg-type]  # narrowed by the exact type
            elif kind is dict or kind is list or kind not in _PLAIN:
                size, inner = self._weigh(member, level + 1, known)
                total += size
                levels = max(levels, inner)
            if total > limit:
                raise output_fault()
        return total, levels + 1


class Rounds:
    """The rounds of one loop: sized, and looking at the clock while it goes on."""

    __slots__ = ("_counters", "_members")

    def __init__(self, members: Sequence[object], counters: Counters) -> None:
        self._members = members
        self._counters = counters

    def __len__(self) -> int:
        return len(self._members)

    def __iter__(self) -> Iterator[object]:
        return iter(self._members) if len(self._members) < _SHORT else self._counted()

    def _counted(self) -> Iterator[object]:
        check = self._counters.check_time
        for number, member in enumerate(self._members):
            if number % _SHORT == _SHORT - 1:
                check()
            yield member


class CountedBuffer(list[str]):
    """Collects the output of a macro or block and counts it while it grows."""

    __slots__ = ("_counters", "_size")

    def __init__(self, counters: Counters) -> None:
        super().__init__()
        self._counters = counters
        self._size = 0

    def append(self, text: str) -> None:
        """Takes one piece."""
        self.extend((text,))

    def extend(self, texts: Iterable[str]) -> None:
        """Takes several pieces, each as it comes."""
        counters = self._counters
        limit = counters.limits.output_bytes
        for text in texts:
            self._size += len(text)
            if self._size > limit:
                raise output_fault()
            counters.take_piece(text)
            list.append(self, text)


def enter_call(counters: Counters) -> None:
    """Counts one more level of macro or loop recursion."""
    counters.calls += 1
    if counters.calls > CALL_DEPTH:
        raise depth_fault()
    counters.tick()


def enter_include(counters: Counters) -> None:
    """Counts one more level of includes."""
    counters.depth += 1
    if counters.depth > INCLUDE_DEPTH:
        raise depth_fault()
    counters.tick()

"""The list of conversations: switching and filtering must not depend on its length."""

import time
from collections.abc import Sequence

from benchmarks._app import LiveWindow, live_window
from benchmarks._data import conversation
from benchmarks._kit import Row, Samples, Scale, require
from benchmarks._window import run_qt, settled

_SWITCHES = 10
_QUERY = "win"


def rows() -> list[Row]:
    """Returns the rows of this subject."""
    return [
        Row("convo.switch", _switch, "process CPU to the other conversation painted; both read before"),
        Row("convo.filter", _filter, "thread CPU from the typed text to the rows in the list, without painting"),
    ]


def _counts(conversations: int) -> list[int]:
    return [60, 60, *[0] * (conversations - 2)]


def _switch(scale: Scale) -> Samples:
    many = scale.pick(1000, 20)

    async def costs(conversations: int) -> Sequence[float]:
        async with live_window(_counts(conversations)) as live:
            return [await _switches(live, scale.pick(_SWITCHES, 1)) for _ in range(scale.rounds() + 1)][1:]

    # Two windows at once would share one theme and one application: the sides take turns by round, in two windows
    # one after the other, twice.
    first = run_qt(costs(many)), run_qt(costs(2))
    second = run_qt(costs(many)), run_qt(costs(2))
    return Samples([*first[0], *second[0]], [*first[1], *second[1]])


async def _switches(live: LiveWindow, count: int) -> float:
    await live.open(conversation(1).id)
    await live.open(conversation(0).id)
    started = time.process_time()
    for number in range(count):
        await live.open(conversation((number + 1) % 2).id)
    return (time.process_time() - started) * 1000 / count


def _filter(scale: Scale) -> Samples:
    many = scale.pick(1000, 20)

    async def measure() -> Samples:
        async with live_window(_counts(many)) as live:
            titles = [one.title.casefold() for one in live.services.conversations.all]
            pairs = [(await _filtered(live, titles), _found(titles)) for _ in range(scale.rounds() + 1)]
        return Samples([a for a, _ in pairs[1:]], [b for _, b in pairs[1:]])

    return run_qt(measure())


async def _filtered(live: LiveWindow, titles: Sequence[str]) -> float:
    search, rows = live.window.sidebar.search, live.window.sidebar.list.rows
    costs = []
    for end in range(1, len(_QUERY) + 1):
        started = time.thread_time()
        search.setText(_QUERY[:end])
        costs.append((time.thread_time() - started) * 1000)
        expected = sum(title.find(_QUERY[:end]) >= 0 for title in titles)
        shown = sum(not rows.row_at(position).is_heading for position in range(rows.rowCount()))
        require(shown == expected, f"{shown} rows are shown of {expected}")
        await settled()
    search.clear()
    await settled()
    return sum(costs)


def _found(titles: Sequence[str]) -> float:
    started = time.thread_time()
    for end in range(1, len(_QUERY) + 1):
        query = _QUERY[:end]
        [title for title in titles if title.find(query) >= 0]
    return (time.thread_time() - started) * 1000

"""The queue of one conversation when something happens while the disk is still at work."""

import asyncio
from collections.abc import Sequence

from qodev.runtime.queue import TurnQueue
from qodev.types.conversation import ChatMode, QueueItem, TurnRequest
from qodev.types.events import AnyEvent


def turn(name: str, text: str = "") -> TurnRequest:
    return TurnRequest(name, "c1", text, (), "Agent", None, None, ChatMode.CHAT, None, 0.0)


class SlowStore:
    """Says yes to everything, by a later turn of the loop."""

    async def add(self, request: TurnRequest) -> None:
        await asyncio.sleep(0)

    async def waiting(self, conversation_id: str) -> Sequence[QueueItem]:
        await asyncio.sleep(0)
        return ()

    async def replace(self, request: TurnRequest) -> bool:
        await asyncio.sleep(0)
        return True

    async def remove(self, turn_id: str) -> bool:
        await asyncio.sleep(0)
        return True

    async def arrange(self, turn_ids: Sequence[str]) -> None:
        await asyncio.sleep(0)

    async def end(self, turn_id: str) -> None:
        await asyncio.sleep(0)


def ignore(event: AnyEvent) -> None:
    """Tells nobody."""


async def filled() -> TurnQueue:
    queue = TurnQueue("c1", SlowStore(), ignore)
    for name in ("a", "b", "c"):
        await queue.add(turn(name))
    return queue


def names(queue: TurnQueue) -> list[str]:
    return [item.request.id for item in queue.items]


async def test_turn_that_begins_while_the_order_is_stored_does_not_wait_again() -> None:
    queue = await filled()
    _, begun = await asyncio.gather(queue.move("c", 1), queue.next())
    assert begun is not None
    assert (begun.id, names(queue)) == ("a", ["c", "b"])


async def test_turn_that_is_removed_while_another_begins_is_the_one_that_goes() -> None:
    queue = await filled()
    removed, begun = await asyncio.gather(queue.remove("b"), queue.next())
    assert removed is not None
    assert begun is not None
    assert (removed.id, begun.id, names(queue)) == ("b", "a", ["c"])


async def test_text_that_is_changed_while_another_turn_begins_stays_with_its_own() -> None:
    queue = await filled()
    await asyncio.gather(queue.replace(turn("b", "better")), queue.next())
    assert [(item.request.id, item.request.text) for item in queue.items] == [("b", "better"), ("c", "")]


async def test_queue_that_was_emptied_while_paused_is_not_paused_for_the_next_turn() -> None:
    queue = await filled()
    queue.pause()
    for name in ("a", "b", "c"):
        await queue.remove(name)
    await queue.add(turn("d"))
    assert not queue.is_paused
    assert await queue.next() == turn("d")


async def test_turn_that_could_not_begin_waits_in_front_for_the_user() -> None:
    queue = await filled()
    first = await queue.next()
    assert first is not None
    queue.put_back(first)
    assert (names(queue), queue.is_paused) == (["a", "b", "c"], True)

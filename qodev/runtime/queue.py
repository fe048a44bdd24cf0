"""The waiting turns of one conversation: on disk before they are told, in order, paused after a restart (P225, P226)."""

import asyncio
from collections.abc import Sequence
from typing import Protocol

from qodev.types.conversation import QueueItem, TurnRequest
from qodev.types.ports import EventSink
from qodev.types.work_events import QueueChanged


class QueueStore(Protocol):
    """Where waiting turns are kept."""

    async def add(self, request: TurnRequest) -> None:
        """Stores a turn behind those that wait."""
        ...

    async def waiting(self, conversation_id: str) -> Sequence[QueueItem]:
        """Returns the turns that wait, in order."""
        ...

    async def replace(self, request: TurnRequest) -> bool:
        """Writes a waiting turn anew."""
        ...

    async def remove(self, turn_id: str) -> bool:
        """Takes a waiting turn away."""
        ...

    async def arrange(self, turn_ids: Sequence[str]) -> None:
        """Stores another order."""
        ...

    async def end(self, turn_id: str) -> None:
        """Records that a turn has ended."""
        ...


class TurnQueue:
    """What waits in memory is what waits on disk; every change is stored first, one after another."""

    def __init__(self, conversation_id: str, store: QueueStore, emit: EventSink) -> None:
        self._conversation_id = conversation_id
        self._store = store
        self._emit = emit
        self._waiting: list[TurnRequest] = []
        self._paused = False
        self._changing = asyncio.Lock()  # a place that was looked up is the place still once the disk has answered

    @property
    def items(self) -> tuple[QueueItem, ...]:
        """Returns the turns that wait, in order."""
        return tuple(QueueItem(request, position) for position, request in enumerate(self._waiting))

    @property
    def is_paused(self) -> bool:
        """Tells whether the turns wait for the user."""
        return self._paused and bool(self._waiting)

    async def restore(self) -> None:
        """Reads what waited when the program ended; it is paused."""
        async with self._changing:
            self._waiting = [item.request for item in await self._store.waiting(self._conversation_id)]
            self._paused = bool(self._waiting)
            if self._waiting:
                self._tell()

    async def add(self, request: TurnRequest, *, first: bool = False) -> int:
        """Stores a turn, at the end or in front, and returns its place."""
        async with self._changing:
            await self._store.add(request)
            place = 0 if first else len(self._waiting)
            self._waiting.insert(place, request)
            if first:
                await self._store.arrange([one.id for one in self._waiting])
            self._tell()
            return place

    async def replace(self, request: TurnRequest) -> bool:
        """Writes a waiting turn anew; tells whether it still waited."""
        async with self._changing:
            place = self._place(request.id)
            if place is None or not await self._store.replace(request):
                return False
            self._waiting[place] = request
            self._tell()
            return True

    async def remove(self, turn_id: str) -> TurnRequest | None:
        """Takes a waiting turn away and returns it; None when it waits no more. An empty queue is not paused."""
        async with self._changing:
            place = self._place(turn_id)
            if place is None or not await self._store.remove(turn_id):
                return None
            removed = self._waiting.pop(place)
            self._paused = self._paused and bool(self._waiting)
            self._tell()
            return removed

    async def move(self, turn_id: str, place: int) -> bool:
        """Moves a waiting turn to another place, counted from 0; tells whether it still waited."""
        async with self._changing:
            now = self._place(turn_id)
            if now is None:
                return False
            order = [*self._waiting]
            order.insert(max(0, min(place, len(order) - 1)), order.pop(now))
            await self._store.arrange([one.id for one in order])
            self._waiting = order
            self._tell()
            return True

    async def next(self) -> TurnRequest | None:
        """Takes the first turn out of the list, unless the queue is paused; on disk it leaves when it begins."""
        async with self._changing:
            if self._paused or not self._waiting:
                return None
            first = self._waiting.pop(0)
            self._tell()
            return first

    def put_back(self, request: TurnRequest) -> None:
        """Puts a turn that could not begin in front again, where it still waits on disk, and lets all wait for the user."""
        self._waiting.insert(0, request)
        self._paused = True
        self._tell()

    def pause(self) -> None:
        """Lets what waits wait for the user."""
        if self._waiting and not self._paused:
            self._paused = True
            self._tell()

    def resume(self) -> None:
        """Lets the turns run again, in order."""
        self._paused = False
        self._tell()

    async def ended(self, turn_id: str) -> None:
        """Records that a turn has ended."""
        await self._store.end(turn_id)

    def _place(self, turn_id: str) -> int | None:
        return next((place for place, one in enumerate(self._waiting) if one.id == turn_id), None)

    def _tell(self) -> None:
        self._emit(QueueChanged(conversation_id=self._conversation_id, items=self.items, paused=self.is_paused))

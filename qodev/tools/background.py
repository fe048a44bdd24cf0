"""Owns the commands that run beside their conversations: started, read and stopped by tools and by people (P190, P191)."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from qodev.base.census import SeenProcess
from qodev.base.commands import CommandEnd, CommandOrder, Commands, RunningCommand, describe_end
from qodev.base.errors import ProcessError
from qodev.base.ids import Clock, IdSource
from qodev.base.tasks import ErrorSink, TaskOwner
from qodev.types.tooling import ToolRefusal
from qodev.types.work import BackgroundCommand, BackgroundState
from qodev.types.work_events import BackgroundChanged

OF_CONVERSATION_MOST, OF_ALL_MOST = 3, 8  # P190
KEPT_POINTS = 24_000
_TAIL_POINTS = 2_000  # of an event
_TELL_S = 0.25
_ENDED_KEPT = 16  # of all conversations: their last output can still be read


class RecentText:
    """Keeps the end of a text that grows, and knows what of it was read."""

    def __init__(self) -> None:
        self._kept = ""
        self._dropped = 0
        self._read_to = 0

    def add(self, piece: str) -> None:
        """Takes more text."""
        self._kept += piece
        over = len(self._kept) - KEPT_POINTS
        if over > 0:
            self._kept = self._kept[over:]
            self._dropped += over

    def take(self, most: int) -> tuple[str, int, int]:
        """Returns up to `most` code points that were not read yet, how many were lost before them, and how many follow."""
        lost = max(0, self._dropped - self._read_to)
        start = max(0, self._read_to - self._dropped)
        piece = self._kept[start : start + most]
        self._read_to = self._dropped + start + len(piece)
        return piece, lost, len(self._kept) - start - len(piece)

    def tail(self, most: int) -> str:
        """Returns the last code points."""
        return self._kept[-most:]


@dataclass(slots=True, eq=False)
class _Entry:
    """One command; `running` is None for processes that a command in the foreground left behind."""

    id: str
    conversation_id: str
    command: str
    started_at: float
    running: RunningCommand | None = None
    end: CommandEnd | None = None
    left: tuple[SeenProcess, ...] = ()
    stops: int = 0  # how many are stopping it now
    text: RecentText = field(default_factory=RecentText)
    timer: asyncio.TimerHandle | None = None

    @property
    def state(self) -> BackgroundState:
        is_alive = self.end is None if self.running is not None else bool(self.left)
        if self.stops and (is_alive or self.left):
            return BackgroundState.STOPPING
        return BackgroundState.RUNNING if is_alive else BackgroundState.ENDED

    @property
    def counts(self) -> bool:
        """Tells whether it takes a place: it runs, is being stopped, or left something running."""
        return self.state is not BackgroundState.ENDED or bool(self.left)

    def settle(self, end: CommandEnd) -> None:
        """Takes how it ended; whoever hears of it first says so, and only once."""
        if self.end is None:
            self.end, self.left = end, end.left

    def view(self) -> BackgroundCommand:
        """Returns what others see."""
        return BackgroundCommand(
            self.id,
            self.conversation_id,
            self.command,
            self.state,
            self.started_at,
            exit_code=self.end.exit_code if self.end is not None else None,
            tail=self.text.tail(_TAIL_POINTS),
            note=self.note,
            has_left=bool(self.left),
        )

    @property
    def note(self) -> str:
        """Returns how it ended, and what of it may still run."""
        parts = [describe_end(self.end)] if self.end is not None else []
        if self.left:
            parts.append(f"Still running: {', '.join(str(process.pid) for process in self.left)}.")
        if self.end is not None and self.end.may_run_on:
            parts.append("Something that it started may still run.")
        return " ".join(parts)


@dataclass(frozen=True, slots=True)
class BackgroundRead:
    """What a read gives: the command as it stands, and output that was not read before."""

    command: BackgroundCommand
    text: str
    lost: int = 0  # code points that are no longer kept
    more: int = 0  # code points that the next read gives
    has_started: bool = True  # False when what was to contain it could not start


class BackgroundCommands:
    """Starts commands beside conversations and ends all of them; what it tells can fail without keeping anything alive."""

    def __init__(
        self,
        commands: Commands,
        emit: Callable[[BackgroundChanged], None],
        on_error: ErrorSink,
        *,
        clock: Clock,
        new_id: IdSource,
    ) -> None:
        self._commands = commands
        self._emit = emit
        self._clock = clock
        self._new_id = new_id
        self._entries: OrderedDict[str, _Entry] = OrderedDict()
        self._starting: list[str] = []  # conversations, one entry a start
        self._tasks = TaskOwner("background", on_error)

    async def start(self, conversation_id: str, command: str, order: CommandOrder) -> BackgroundCommand:
        """Starts a command; raises ToolRefusal when there are too many, or when it cannot be started."""
        await self._look_at_left()
        self._require_place(conversation_id)
        entry = _Entry(self._new_id("bg"), conversation_id, command, self._clock())

        def on_text(piece: str) -> None:
            entry.text.add(piece)
            self._tell_soon(entry)

        self._starting.append(conversation_id)
        try:
            entry.running = await self._commands.start(replace(order, limit_s=None, kept_points=KEPT_POINTS), on_text)
        except ProcessError as fault:
            raise ToolRefusal(f"Nothing was started. {fault.message}") from fault
        finally:
            self._starting.remove(conversation_id)
        self._entries[entry.id] = entry
        self._tasks.spawn(self._follow(entry, entry.running), name=entry.id)
        self._tell(entry)
        return entry.view()

    def _require_place(self, conversation_id: str) -> None:
        active = [entry.conversation_id for entry in self._entries.values() if entry.counts] + self._starting
        own = active.count(conversation_id)
        if own >= OF_CONVERSATION_MOST:
            raise ToolRefusal(
                f"{own} background commands of this conversation run already, at most {OF_CONVERSATION_MOST} may. "
                "Stop one first."
            )
        if len(active) >= OF_ALL_MOST:
            raise ToolRefusal(f"{len(active)} background commands run already, at most {OF_ALL_MOST} may. Try later.")

    async def _follow(self, entry: _Entry, running: RunningCommand) -> None:
        entry.settle(await running.wait())
        self._tell(entry)
        self._drop_old()

    def adopt(self, conversation_id: str, command: str, left: tuple[SeenProcess, ...]) -> str:
        """Takes over what a command in the foreground left running; returns the id to stop it by (S123)."""
        entry = _Entry(self._new_id("bg"), conversation_id, command, self._clock(), left=left)
        self._entries[entry.id] = entry
        self._tell(entry)
        self._drop_old()
        return entry.id

    def of(self, conversation_id: str) -> tuple[BackgroundCommand, ...]:
        """Returns the commands of a conversation, the oldest first."""
        return tuple(entry.view() for entry in self._entries.values() if entry.conversation_id == conversation_id)

    def find(self, conversation_id: str, id_: str) -> BackgroundCommand:
        """Returns a command of a conversation; raises ToolRefusal for every other id (P190)."""
        return self._own(conversation_id, id_).view()

    async def wait(self, conversation_id: str, id_: str, seconds: float) -> BackgroundCommand:
        """Waits a moment for the end of a command, and returns how it stands."""
        entry = self._own(conversation_id, id_)
        if entry.running is not None and entry.running.life is not None:
            await asyncio.wait((entry.running.life,), timeout=seconds)
            await asyncio.sleep(0)  # what follows it takes the end first
        return entry.view()

    async def read(self, conversation_id: str, id_: str, most: int) -> BackgroundRead:
        """Returns output that was not read before, at most `most` code points of it; raises ToolRefusal."""
        entry = self._own(conversation_id, id_)
        await self._look_at_left()
        text, lost, more = entry.text.take(most)
        if not more and entry.running is not None and entry.end is None:
            text += entry.running.line[: most - len(text)]
        has_started = entry.end is None or entry.end.has_started
        return BackgroundRead(entry.view(), text, lost, more, has_started)

    async def stop(self, conversation_id: str, id_: str) -> BackgroundCommand:
        """Ends a command with all its processes, within three seconds; can be repeated. Raises ToolRefusal."""
        entry = self._own(conversation_id, id_)
        await self._stop(entry)
        return entry.view()

    def _own(self, conversation_id: str, id_: str) -> _Entry:
        entry = self._entries.get(id_)
        if entry is None or entry.conversation_id != conversation_id:
            raise ToolRefusal(f"The background command `{id_}` is not yours: this conversation has none with that id.")
        return entry

    async def _stop(self, entry: _Entry) -> None:
        entry.stops += 1
        self._tell(entry)
        try:
            if entry.running is not None:
                entry.settle(await entry.running.stop())
            if entry.left:
                entry.left = await self._commands.end_left(entry.left)
        finally:
            entry.stops -= 1
            self._tell(entry)

    async def _look_at_left(self) -> None:
        """Takes away what has ended by itself of what commands left running."""
        if not any(entry.left for entry in self._entries.values()):
            return
        alive = set(await self._commands.left())
        for entry in self._entries.values():
            kept = tuple(process for process in entry.left if process in alive)
            if kept != entry.left:
                entry.left = kept
                self._tell(entry)

    async def forget(self, conversation_id: str) -> None:
        """Ends the commands of a conversation and forgets them: it was deleted or archived."""
        await self._end([entry for entry in self._entries.values() if entry.conversation_id == conversation_id])

    async def close(self) -> None:
        """Ends all of them: the program quits."""
        await self._end(list(self._entries.values()))
        await self._tasks.stop()

    async def _end(self, entries: list[_Entry]) -> None:
        await asyncio.gather(*(self._stop(entry) for entry in entries if entry.counts))
        for entry in entries:
            self._forget_entry(entry)

    def _drop_old(self) -> None:
        ended = [entry for entry in self._entries.values() if not entry.counts]
        for entry in ended[: max(0, len(ended) - _ENDED_KEPT)]:
            self._forget_entry(entry)

    def _forget_entry(self, entry: _Entry) -> None:
        self._entries.pop(entry.id, None)
        if entry.timer is not None:
            entry.timer.cancel()

    def _tell_soon(self, entry: _Entry) -> None:
        if entry.timer is None:
            entry.timer = asyncio.get_running_loop().call_later(_TELL_S, self._tell, entry)

    def _tell(self, entry: _Entry) -> None:
        """Tells how a command stands, by a turn of the loop of its own: who listens cannot disturb who acts (P191)."""
        if entry.timer is not None:
            entry.timer.cancel()
            entry.timer = None
        event = BackgroundChanged(conversation_id=entry.conversation_id, command=entry.view())
        asyncio.get_running_loop().call_soon(self._emit, event)

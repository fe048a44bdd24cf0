"""The open database of conversations: opened, looked after, closed; every store of it is asked for here."""

import contextlib
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from qodev.base.database import Database
from qodev.base.diagnostics import Diagnostic
from qodev.base.files import remove_leftovers
from qodev.base.ids import new_id
from qodev.base.paths import AppPaths
from qodev.base.tasks import TaskOwner, WorkPool
from qodev.services.claims import ProcessClaim
from qodev.services.conversations import ConversationStores
from qodev.services.left_processes import report_left
from qodev.store.archive import ArchiveStore
from qodev.store.branches import BranchStore
from qodev.store.conversations import ConversationStore, purge_deleted
from qodev.store.forks import ForkStore
from qodev.store.recovery import check_conversations, open_conversations
from qodev.store.requests import RequestLog
from qodev.store.window_state import WindowStateStore
from qodev.store.work import Checklists, FileChanges, TurnQueueStore

Report = Callable[[str, Sequence[Diagnostic]], None]


class Storage:
    """Owns the database between `open` and `close`; stores are cheap and made anew for whoever asks."""

    def __init__(self, paths: AppPaths, pool: WorkPool, tasks: TaskOwner, report: Report) -> None:
        self._paths = paths
        self._pool = pool
        self._tasks = tasks
        self._report = report
        self._claim = ProcessClaim(paths.data / "running")
        self._database: Database | None = None

    async def open(self) -> bool:
        """Opens the database, and tells whether no other process of the user works on it; faults become problems."""
        await self._pool.run(self._remove_leftovers)
        opened = await open_conversations(self._paths.database, clock=time.time)
        self._database = opened.database
        self._report("store", opened.diagnostics)
        return await self._pool.run(self._enter)

    def look_after(self) -> None:
        """Checks the database in the background, removes what an earlier run deleted, tells what it left running (S166)."""
        self._tasks.spawn(self._look_after(self._require()), name="store")

    async def close(self) -> None:
        """Closes the database and lets other processes be alone."""
        if self._database is not None:
            await self._database.close()
            self._database = None
        self._claim.leave()

    def _enter(self) -> bool:
        try:
            return self._claim.enter()
        except OSError:
            return False  # a read-only folder: nothing is marked, since nothing could be stored either

    def _remove_leftovers(self) -> None:
        now, paths = time.time(), self._paths
        folders: tuple[Path, ...] = (paths.config, paths.agents, paths.providers, paths.roles, paths.data)
        for folder in folders:
            with contextlib.suppress(OSError):
                remove_leftovers(folder, now)

    async def _look_after(self, database: Database) -> None:
        self._report("left_processes", await self._pool.run(report_left, self._paths))
        self._report("store.check", await check_conversations(database, clock=time.time))
        await purge_deleted(database)

    @property
    def conversations(self) -> ConversationStore:
        """Returns the conversations with their messages."""
        return ConversationStore(self._require())

    @property
    def requests(self) -> RequestLog:
        """Returns what was sent."""
        return RequestLog(self._require())

    @property
    def stores(self) -> ConversationStores:
        """Returns what sessions work with."""
        database = self._require()
        return ConversationStores(ConversationStore(database), RequestLog(database), TurnQueueStore(database))

    @property
    def branches(self) -> BranchStore:
        """Returns the branches of conversations."""
        return BranchStore(self._require())

    @property
    def forks(self) -> ForkStore:
        """Returns what copies conversations."""
        return ForkStore(self._require(), new_id)

    @property
    def archive(self) -> ArchiveStore:
        """Returns what adds conversations of a file."""
        return ArchiveStore(self._require(), new_id)

    @property
    def changes(self) -> FileChanges:
        """Returns the changes of files that tools made."""
        return FileChanges(self._require())

    @property
    def checklists(self) -> Checklists:
        """Returns the lists of things to do."""
        return Checklists(self._require())

    @property
    def window_state(self) -> WindowStateStore:
        """Returns where the window keeps its geometry and choices."""
        return WindowStateStore(self._require())

    def _require(self) -> Database:
        assert self._database is not None, "services were started without the store"
        return self._database

"""Owns one SQLite database: a writer thread, two readers, and numbered steps (S163, S164)."""

import asyncio
import queue
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TypeVar

from qodev.base.sqlite import (
    Connection,
    DatabaseError,
    DatabaseFault,
    Header,
    SqlError,
    Step,
    apply_step,
    begin,
    connect,
    connect_memory,
    connect_to_read,
    copy_database,
    error_of,
    fault_of,
    read_header,
    roll_back,
    side_file,
)

T = TypeVar("T")

_READERS = 2


class OpenState(StrEnum):
    """How a database was opened."""

    READY = "ready"
    READ_ONLY = "read_only"  # the folder does not allow more
    NEWER = "newer"  # read-only, since a newer version of the program wrote it
    MEMORY = "memory"  # no file can be made; everything ends with the program


@dataclass(frozen=True, slots=True)
class Opened:
    """The outcome of opening."""

    state: OpenState
    version: int
    journal: str  # wal, or delete on network file systems
    backup: Path | None = None  # made before steps were applied


class Database:
    """One database; functions given to `write` and `read` run in its threads and must not keep the connection.

    On a network file system (`exclusive`) one connection holds the file and reads go through the writer (S164).
    With `path` None everything is in memory (S170).
    """

    def __init__(
        self, path: Path | None, *, application_id: int, steps: Sequence[Step], exclusive: bool = False
    ) -> None:
        self.path = path if path is not None else Path(":memory:")
        self._in_memory = path is None
        self._application_id = application_id
        self._steps = tuple(steps)
        self._one_connection = exclusive or self._in_memory
        self._exclusive = exclusive
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="store-write")
        self._reader_pool = ThreadPoolExecutor(_READERS, thread_name_prefix="store-read")
        self._readers: queue.SimpleQueue[Connection | None] = queue.SimpleQueue()
        for _ in range(_READERS):
            self._readers.put(None)
        self._link: Connection | None = None
        self._is_durable = True
        self._is_closed = False
        self.opened = Opened(OpenState.READY, 0, "")

    async def open(self) -> Opened:
        """Opens, applies missing steps after a backup, and says how it went. Raises DatabaseError."""
        return await self._in_writer(self._open)

    async def write(self, work: Callable[[Connection], T], *, durable: bool = True) -> T:
        """Runs `work` in one transaction and returns after its commit; with `durable` it is on the disk then.

        Raises DatabaseError, or what `work` raises; nothing is stored then.
        """
        return await self._in_writer(lambda: self._write(work, durable=durable))

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Runs `work` on one consistent state of the database. Raises DatabaseError, or what `work` raises."""
        if self._one_connection:
            return await self._in_writer(lambda: self._read(self._require(), work))
        return await self._in_pool(self._reader_pool, lambda: self._read_lent(work))

    async def check(self) -> tuple[str, ...]:
        """Returns what `quick_check` finds wrong; () when the database is whole."""
        try:
            found = await self.read(lambda link: link.execute("PRAGMA quick_check(20)").fetchall())
        except DatabaseError as fault:
            if fault.fault is not DatabaseFault.DAMAGED:
                raise
            return (fault.message,)
        return tuple(str(text) for (text,) in found if text != "ok")

    async def rebuild(self, work: Callable[[], T]) -> T:
        """Closes every connection, lets `work` replace the file and opens again; calls made meanwhile wait."""
        return await self._in_writer(lambda: self._rebuild(work))

    async def compute(self, work: Callable[[], T]) -> T:
        """Runs `work` off the loop, before a write whose values take long to make."""
        return await self._in_pool(self._reader_pool, work)

    async def close(self) -> None:
        """Ends what runs and closes; every later call raises."""
        if self._is_closed:
            return
        await self._in_writer(self._close_links)
        self._is_closed = True
        self._writer.shutdown(wait=True)
        self._reader_pool.shutdown(wait=True)

    async def _in_writer(self, work: Callable[[], T]) -> T:
        return await self._in_pool(self._writer, work)

    async def _in_pool(self, pool: ThreadPoolExecutor, work: Callable[[], T]) -> T:
        if self._is_closed:
            raise DatabaseError(DatabaseFault.CLOSED, self.path)
        return await asyncio.get_running_loop().run_in_executor(pool, work)

    def _open(self) -> Opened:
        try:
            self.opened = self._open_memory() if self._in_memory else self._open_file()
        except SqlError as fault:
            raise error_of(fault, self.path) from fault
        return self.opened

    def _open_memory(self) -> Opened:
        self._link = connect_memory()
        for step in self._steps:
            apply_step(self._link, step)
        return Opened(OpenState.MEMORY, len(self._steps), "memory")

    def _open_file(self) -> Opened:
        header = read_header(self.path)
        if header.application_id != self._application_id:
            raise DatabaseError(DatabaseFault.DAMAGED, self.path)
        if header.version > len(self._steps):
            return self._open_to_read(OpenState.NEWER, header.version)
        try:
            return self._open_to_write(header)
        except SqlError as fault:
            if fault_of(fault) not in (DatabaseFault.READ_ONLY, DatabaseFault.DISK):
                raise
            return self._open_to_read(OpenState.READ_ONLY, header.version)

    def _open_to_read(self, state: OpenState, version: int) -> Opened:
        self._one_connection = True
        self._link = connect_to_read(self.path)
        return Opened(state, version, "")

    def _open_to_write(self, header: Header) -> Opened:
        link = connect(self.path)
        try:
            if self._exclusive:
                link.execute("PRAGMA locking_mode=EXCLUSIVE")
            wanted = "DELETE" if self._exclusive else "WAL"
            journal: str = link.execute(f"PRAGMA journal_mode={wanted}").fetchone()[0]
            link.execute("PRAGMA synchronous=FULL")
            link.execute("BEGIN IMMEDIATE")  # tells at once whether the file can be written
            link.execute("ROLLBACK")
            backup = self._apply_steps(link, header.version)
        except BaseException:
            link.close()
            raise
        self._link = link
        self._is_durable = True
        return Opened(OpenState.READY, len(self._steps), journal, backup)

    def _apply_steps(self, link: Connection, version: int) -> Path | None:
        if version == len(self._steps):
            return None
        backup = side_file(self.path, f".backup-v{version}")
        copy_database(link, backup)
        for number, step in enumerate(self._steps[version:], start=version + 1):
            link.execute("BEGIN IMMEDIATE")
            try:
                apply_step(link, step)
                link.execute(f"PRAGMA user_version={number}")
                link.execute("COMMIT")
            except BaseException:
                roll_back(link)
                raise
        return backup

    def _require(self) -> Connection:
        if self._link is None:
            raise DatabaseError(DatabaseFault.CLOSED, self.path)
        return self._link

    def _write(self, work: Callable[[Connection], T], *, durable: bool) -> T:
        link = self._require()
        if self.opened.state in (OpenState.NEWER, OpenState.READ_ONLY):
            raise DatabaseError(DatabaseFault.READ_ONLY, self.path)
        try:
            if durable != self._is_durable:
                link.execute(f"PRAGMA synchronous={'FULL' if durable else 'NORMAL'}")
                self._is_durable = durable
            begin(link)
            result = work(link)
            link.execute("COMMIT")
        except SqlError as fault:
            roll_back(link)
            raise error_of(fault, self.path) from fault
        except BaseException:
            roll_back(link)
            raise
        return result

    def _read_lent(self, work: Callable[[Connection], T]) -> T:
        lent = self._readers.get()
        try:
            self._require()
            if lent is None:
                lent = connect(self.path)  # a reader that may not write could not rebuild the shared index of the WAL
                lent.execute("PRAGMA query_only=ON")
            return self._read(lent, work)
        except SqlError as fault:
            raise error_of(fault, self.path) from fault
        finally:
            self._readers.put(lent)

    def _read(self, link: Connection, work: Callable[[Connection], T]) -> T:
        try:
            link.execute("BEGIN")
            return work(link)
        except SqlError as fault:
            raise error_of(fault, self.path) from fault
        finally:
            roll_back(link)

    def _rebuild(self, work: Callable[[], T]) -> T:
        self._close_writer()
        lent = [self._readers.get() for _ in range(_READERS)]
        try:
            for link in lent:
                if link is not None:
                    link.close()
            return work()
        finally:
            try:
                self._open()
            finally:
                for _ in lent:
                    self._readers.put(None)

    def _close_links(self) -> None:
        lent = [self._readers.get() for _ in range(_READERS)]
        for link in lent:
            if link is not None:
                link.close()
            self._readers.put(None)
        self._close_writer()

    def _close_writer(self) -> None:
        if self._link is not None:
            self._link.close()
            self._link = None

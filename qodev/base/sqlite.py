"""Opens connections to SQLite files, makes new files whole, and turns its faults into one kind of error."""

import os
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TypeVar

from qodev.base.errors import StoreError

T = TypeVar("T")

Connection = sqlite3.Connection
SqlError = sqlite3.Error
"""What a connection raises inside the functions that are given one; outside it is a DatabaseError."""

_BUSY_MS = 5_000
_BUSY_TRIES = 12  # SQLite wakes waiters in no order, so one of many can miss its turn for longer than one wait
_MEMORY = ":memory:"


class DatabaseFault(StrEnum):
    """What kind of fault ended a call; all but CLOSED are told by SQLite's result code."""

    FULL = "full"
    READ_ONLY = "read_only"
    DAMAGED = "damaged"
    BUSY = "busy"
    DISK = "disk"
    CLOSED = "closed"
    OTHER = "other"


_FAULTS = {
    sqlite3.SQLITE_FULL: DatabaseFault.FULL,
    sqlite3.SQLITE_READONLY: DatabaseFault.READ_ONLY,
    sqlite3.SQLITE_PERM: DatabaseFault.READ_ONLY,
    sqlite3.SQLITE_CORRUPT: DatabaseFault.DAMAGED,
    sqlite3.SQLITE_NOTADB: DatabaseFault.DAMAGED,
    sqlite3.SQLITE_BUSY: DatabaseFault.BUSY,
    sqlite3.SQLITE_LOCKED: DatabaseFault.BUSY,
    sqlite3.SQLITE_IOERR: DatabaseFault.DISK,
    sqlite3.SQLITE_CANTOPEN: DatabaseFault.DISK,
}
_SENTENCES = {
    DatabaseFault.FULL: ("the disk is full", "Free space and retry."),
    DatabaseFault.READ_ONLY: ("it is read-only", "Check who may write to its folder."),
    DatabaseFault.DAMAGED: ("it is damaged", "Start qodev again: what can be read is copied to a new file."),
    DatabaseFault.BUSY: ("another program has been writing to it for a minute", "Close that program and retry."),
    DatabaseFault.DISK: ("the disk reports a fault", "Check the disk and retry."),
    DatabaseFault.CLOSED: ("it is not open", None),
    DatabaseFault.OTHER: ("SQLite refuses it", None),
}


class DatabaseError(StoreError):
    """A call failed; nothing of it was stored."""

    def __init__(self, fault: DatabaseFault, path: Path) -> None:
        cause, hint = _SENTENCES[fault]
        super().__init__(f"`{path}` cannot be used: {cause}.", hint)
        self.fault = fault
        self.path = path


@dataclass(frozen=True, slots=True)
class Step:
    """One numbered change of the tables; `user_version` counts those applied."""

    title: str
    statements: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Header:
    """What marks a database file as one of ours."""

    application_id: int
    version: int


def connect(path: Path, *, read_only: bool = False, immutable: bool = False) -> Connection:
    """Returns a connection of its own, without any transaction begun; the caller closes it.

    `immutable` reads a file in a folder where no lock can be made. Raises SqlError.
    """
    mode = "?mode=ro" if read_only else "?mode=rw"
    link = sqlite3.connect(
        f"{path.absolute().as_uri()}{mode}{'&immutable=1' if immutable else ''}",
        uri=True,
        isolation_level=None,
        timeout=_BUSY_MS / 1000,
        check_same_thread=False,  # readers are lent from thread to thread, one at a time
    )
    try:
        link.execute("PRAGMA foreign_keys=ON")
    except SqlError:
        link.close()
        raise
    return link


def connect_memory() -> Connection:
    """Returns a database that ends with its connection."""
    link = sqlite3.connect(_MEMORY, isolation_level=None, check_same_thread=False)
    link.execute("PRAGMA foreign_keys=ON")
    return link


def read_header(path: Path) -> Header:
    """Returns the marks of a database without changing a byte of it. Raises DatabaseError."""
    try:
        link = connect_to_read(path)
        try:
            link.execute("SELECT count(*) FROM sqlite_schema").fetchone()
            return header_of(link)
        finally:
            link.close()
    except SqlError as fault:
        raise error_of(fault, path) from fault


def connect_to_read(path: Path) -> Connection:
    """Returns a connection that cannot write, also where the folder is read-only. Raises SqlError."""
    link = connect(path, read_only=True)
    try:
        link.execute("PRAGMA schema_version").fetchone()
    except SqlError as fault:
        link.close()
        if fault_of(fault) is not DatabaseFault.DISK:
            raise
        return connect(path, read_only=True, immutable=True)
    return link


def header_of(link: Connection) -> Header:
    """Reads the marks over an open connection."""
    application_id: int = link.execute("PRAGMA application_id").fetchone()[0]
    version: int = link.execute("PRAGMA user_version").fetchone()[0]
    return Header(application_id, version)


def error_of(fault: SqlError, path: Path) -> DatabaseError:
    """Returns the error that people see for a fault of SQLite."""
    return DatabaseError(fault_of(fault), path)


def fault_of(fault: SqlError) -> DatabaseFault:
    """Tells what kind of fault it is."""
    code = getattr(fault, "sqlite_errorcode", 0) & 0xFF
    return _FAULTS.get(code, DatabaseFault.OTHER)


def build_database(path: Path, *, application_id: int, steps: Sequence[Step], fill: Callable[[Connection], T]) -> T:
    """Makes a new database under `building_path(path)`, marked as complete last; `adopt_database` gives it its name.

    `fill` puts rows in, and what it returns is returned. Raises OSError and SqlError.
    """
    building = building_path(path)
    for leftover in (building, side_file(building, "-journal")):
        leftover.unlink(missing_ok=True)
    os.close(os.open(building, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    link = connect(building)
    try:
        link.execute("PRAGMA synchronous=FULL")
        link.execute("BEGIN IMMEDIATE")
        for step in steps:
            apply_step(link, step)
        filled = fill(link)
        link.execute(f"PRAGMA user_version={len(steps)}")
        link.execute(f"PRAGMA application_id={application_id}")
        link.execute("COMMIT")
    finally:
        link.close()
    return filled


def adopt_database(path: Path) -> None:
    """Gives a built database its name, durably. Raises OSError."""
    building_path(path).replace(path)
    _sync_folder(path.parent)


def building_path(path: Path) -> Path:
    """Returns the name under which a database is built before it gets its own."""
    return path.with_name(path.name + ".new")


def side_file(path: Path, suffix: str) -> Path:
    """Returns the path of a file beside a database, such as its `-wal`."""
    return path.with_name(path.name + suffix)


def _sync_folder(folder: Path) -> None:
    if os.name != "nt":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def apply_step(link: Connection, step: Step) -> None:
    """Runs the statements of a step in the transaction that is open."""
    for statement in step.statements:
        link.execute(statement)


def begin(link: Connection) -> None:
    """Begins a transaction that may write, waiting up to a minute for other programs."""
    for attempt in range(_BUSY_TRIES):
        try:
            link.execute("BEGIN IMMEDIATE")
        except SqlError as fault:
            if fault_of(fault) is not DatabaseFault.BUSY or attempt == _BUSY_TRIES - 1:
                raise
        else:
            return


def roll_back(link: Connection) -> None:
    """Ends the open transaction, if there is one, as if it had not been."""
    if link.in_transaction:
        try:
            link.execute("ROLLBACK")
        except SqlError:
            link.interrupt()  # SQLite has rolled back already; the fault that led here is the one to tell


def copy_database(link: Connection, path: Path) -> None:
    """Copies a whole database to `path` by SQLite's own backup, other programs writing or not."""
    path.unlink(missing_ok=True)
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    copy = connect(path)
    try:
        link.backup(copy)
    finally:
        copy.close()

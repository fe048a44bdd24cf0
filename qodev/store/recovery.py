"""Opens the conversations whatever state their file is in; damaged ones are set aside, never lost (S166)."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from qodev.base.codes import Code
from qodev.base.database import Database, OpenState
from qodev.base.diagnostics import Diagnostic, Severity
from qodev.base.ids import Clock
from qodev.base.locks import held
from qodev.base.mounts import FilesystemOf, filesystem_of, is_network_type
from qodev.base.sqlite import (
    Connection,
    DatabaseError,
    DatabaseFault,
    SqlError,
    adopt_database,
    build_database,
    building_path,
    read_header,
    side_file,
)
from qodev.store.salvage import Salvaged, salvage
from qodev.store.schema import APPLICATION_ID, STEPS

_HEADER_BYTES = 100
_ELSE = "Agents, profiles and settings are not affected."


@dataclass(frozen=True, slots=True)
class OpenedConversations:
    """An open database, and what had to be said about it."""

    database: Database
    diagnostics: tuple[Diagnostic, ...]


async def open_conversations(
    path: Path, *, clock: Clock, filesystem: FilesystemOf = filesystem_of
) -> OpenedConversations:
    """Opens or makes the database at `path`; when neither is possible, one in memory. Does not raise for bad files."""
    with ThreadPoolExecutor(1, thread_name_prefix="store-open") as thread:
        prepared = await asyncio.get_running_loop().run_in_executor(thread, _prepare, path, clock, filesystem)
    found = prepared.diagnostics
    if prepared.is_usable:
        database = Database(path, application_id=APPLICATION_ID, steps=STEPS, exclusive=prepared.exclusive)
        try:
            opened = await database.open()
        except DatabaseError as fault:
            await database.close()
            found = (*found, _in_memory(path, fault.message))
        else:
            return OpenedConversations(database, (*found, *_notices(path, opened.state)))
    database = Database(None, application_id=APPLICATION_ID, steps=STEPS)
    await database.open()
    return OpenedConversations(database, found)


async def check_conversations(database: Database, *, clock: Clock) -> tuple[Diagnostic, ...]:
    """Reads the whole database in the background; a damaged one is set aside, and the copy is in use after that.

    When the disk refuses the copy the damaged file stays in use as far as it goes.
    """
    if database.opened.state is not OpenState.READY or not await database.check():
        return ()
    try:
        return (await database.rebuild(lambda: set_aside(database.path, clock)),)
    except (OSError, SqlError, DatabaseError) as fault:
        cause = fault.message if isinstance(fault, DatabaseError) else _cause(fault)
        message = f"`{database.path}` is damaged and cannot be copied: {cause}"
        hint = "Free space, then start qodev again."
        return (Diagnostic(Code.STORE_DAMAGED, Severity.ERROR, message, path=str(database.path), hint=hint),)


@dataclass(frozen=True, slots=True)
class _Prepared:
    is_usable: bool
    exclusive: bool
    diagnostics: tuple[Diagnostic, ...]


def _prepare(path: Path, clock: Clock, filesystem: FilesystemOf) -> _Prepared:
    exclusive = is_network_type(filesystem(path.parent))
    found = [_network_notice(path)] if exclusive else []
    try:
        damage = _make_usable(path, clock)
    except (OSError, SqlError) as fault:
        return _Prepared(is_usable=False, exclusive=False, diagnostics=(_in_memory(path, _cause(fault)),))
    return _Prepared(is_usable=True, exclusive=exclusive, diagnostics=(*found, *damage))


def _make_usable(path: Path, clock: Clock) -> tuple[Diagnostic, ...]:
    if path.exists() and not _is_damaged(path):
        return ()
    with held(side_file(path, ".lock")):  # two programs that start at once must not make or mend it both
        if path.exists():
            return (set_aside(path, clock),) if _is_damaged(path) else ()
        return _make(path, clock)


def _make(path: Path, clock: Clock) -> tuple[Diagnostic, ...]:
    building = building_path(path)
    if building.exists() and not _is_damaged(building):
        adopt_database(path)  # a recovery was ended by force between its last two steps
        return ()
    wal = side_file(path, "-wal")
    is_orphan = wal.exists() and wal.stat().st_size > 0
    kept = _move_aside(path, clock) if is_orphan else None
    build_database(path, application_id=APPLICATION_ID, steps=STEPS, fill=_nothing)
    adopt_database(path)
    return (_said(path, f"`{path.name}` is missing; only its `-wal` was there", kept, None),) if kept else ()


def _nothing(link: Connection) -> None:
    """Fills a new database with nothing."""


def _is_damaged(path: Path) -> bool:
    if not path.is_file() or path.stat().st_size == 0:
        return True
    try:
        return read_header(path).application_id != APPLICATION_ID or _is_cut(path)
    except DatabaseError as fault:
        return fault.fault is DatabaseFault.DAMAGED


def _is_cut(path: Path) -> bool:
    """Compares the size with the header; while a WAL is there the header may be ahead or behind."""
    wal = side_file(path, "-wal")
    if wal.exists() and wal.stat().st_size > 0:
        return False
    with path.open("rb") as stream:
        header = stream.read(_HEADER_BYTES)
    page_bytes = int.from_bytes(header[16:18], "big")
    pages = int.from_bytes(header[28:32], "big")
    return path.stat().st_size < (65_536 if page_bytes == 1 else page_bytes) * pages


def set_aside(path: Path, clock: Clock) -> Diagnostic:
    """Copies what can be read into a new database, keeps the damaged file under another name, and says so.

    Blocking. Raises OSError and SqlError; the damaged file is then in its place. It is moved only after the copy is
    complete, so that a kill at any point leaves one of the two to start from.
    """

    def fill(target: Connection) -> Salvaged:
        return salvage(path, target) if path.is_file() else Salvaged(lost=None)

    copied = build_database(path, application_id=APPLICATION_ID, steps=STEPS, fill=fill)
    kept = _move_aside(path, clock)
    adopt_database(path)
    return _said(path, f"`{path.name}` was damaged", kept, copied)


def _move_aside(path: Path, clock: Clock) -> Path:
    stamp = datetime.fromtimestamp(clock(), UTC).strftime("%Y%m%dT%H%M%S")
    kept = side_file(path, f".damaged-{stamp}")
    number = 1
    while kept.exists() or side_file(kept, "-wal").exists():
        number += 1
        kept = side_file(path, f".damaged-{stamp}-{number}")
    side_file(path, "-shm").unlink(missing_ok=True)  # an index of the WAL that SQLite makes anew
    for suffix in ("-wal", "-journal"):
        _move_part(side_file(path, suffix), side_file(kept, suffix))
    if path.exists():
        path.rename(kept)
    return kept


def _move_part(part: Path, kept: Path) -> None:
    if part.exists() and part.stat().st_size > 0:
        part.rename(kept)
    else:
        part.unlink(missing_ok=True)


def _said(path: Path, what: str, kept: Path, copied: Salvaged | None) -> Diagnostic:
    message = f"{what}. It is kept as `{kept.name}`; {_counts(copied or Salvaged(lost=None))}"
    return Diagnostic(Code.STORE_DAMAGED, Severity.WARNING, message, path=str(path), hint=_ELSE)


def _counts(copied: Salvaged) -> str:
    if not copied.conversations and not copied.messages:
        return "nothing in it could be read, and a new file was begun."
    lost = "how many were lost is not known" if copied.lost is None else f"{copied.lost} rows could not be read"
    return f"{copied.conversations} conversations and {copied.messages} messages were copied, {lost}."


def _in_memory(path: Path, cause: str) -> Diagnostic:
    message = f"Conversations cannot be stored in `{path.parent}`: {cause}"
    hint = "They are kept in memory until qodev quits."
    return Diagnostic(Code.STORE_UNSAVED, Severity.WARNING, message, path=str(path), hint=hint)


def _cause(fault: Exception) -> str:
    text = (fault.strerror if isinstance(fault, OSError) else str(fault)) or "unknown cause"
    return f"{text[:1].lower()}{text[1:]}."


def _network_notice(path: Path) -> Diagnostic:
    message = f"`{path.parent}` lies on another machine: conversations are stored more slowly, by one qodev at a time."
    return Diagnostic(Code.STORE_NETWORK, Severity.INFO, message, path=str(path))


def _notices(path: Path, state: OpenState) -> tuple[Diagnostic, ...]:
    if state is OpenState.NEWER:
        message = f"`{path.name}` was written by a newer qodev and is opened to be read only."
        hint = "Start the newer qodev to go on with these conversations."
        return (Diagnostic(Code.STORE_NEWER, Severity.WARNING, message, path=str(path), hint=hint),)
    if state is OpenState.READ_ONLY:
        message = f"`{path}` is read-only: conversations can be read, nothing new is stored."
        hint = "Check who may write to its folder."
        return (Diagnostic(Code.STORE_UNSAVED, Severity.WARNING, message, path=str(path), hint=hint),)
    return ()

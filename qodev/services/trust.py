"""Trust as front ends use it: look at a folder, decide, take it back; every change is told and followed at once (S67 to S81)."""

import os
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from qodev.base.codes import Code
from qodev.base.diagnostics import Diagnostic, Severity
from qodev.base.tasks import WorkPool
from qodev.services.accepted_texts import AcceptedTexts
from qodev.services.trust_sheets import SheetBuilder, SourcesOf
from qodev.types.events import TrustChanged
from qodev.types.ports import EventSink
from qodev.types.trust import SheetFile, TrustRecord, TrustSheet
from qodev.workspace.steering import SteeringFile, SteeringKind
from qodev.workspace.trust import FolderTrust, TrustError, TrustStore

_Mark = tuple[int, int, int] | None


@dataclass(frozen=True, slots=True)
class TrustParts:
    """What trust needs of the rest of the program."""

    store: TrustStore
    kept: AcceptedTexts
    sources: SourcesOf  # where profiles are looked for, with or without a project
    pool: WorkPool
    emit: EventSink
    follow: Callable[[], Awaitable[object]]  # rebuilds what depends on trust


class TrustService:
    """Asks the trust file anew at every question, so that another window's decision counts here too (S72)."""

    def __init__(self, parts: TrustParts) -> None:
        self._parts = parts
        self._store = parts.store
        self._mark: _Mark = None
        self._is_loaded = False

    async def start(self) -> tuple[Diagnostic, ...]:
        """Reads the trust file; one that cannot be read is a finding, and nothing is trusted (P207)."""
        await self._parts.pool.run(self._refresh)
        fault = self._store.state.fault
        if fault is None:
            return ()
        path = str(self._store.path)
        message = f"Nothing is trusted: {fault}"
        return (
            Diagnostic(Code.TRUST_UNREADABLE, Severity.ERROR, message, path=path, hint="Repair or remove the file."),
        )

    def _refresh(self) -> None:
        mark = _mark_of(self._store.path)
        if not self._is_loaded or mark != self._mark:
            self._store.load()
            self._mark, self._is_loaded = mark, True

    def look(self, folder: Path) -> FolderTrust | None:
        """Returns how a folder stands now, None when it is not there. Blocking."""
        self._refresh()
        try:
            return self._store.look_at(folder)
        except OSError:
            return None

    def is_trusted(self, folder: str | None) -> bool:
        """Tells whether a folder is trusted now; asked again before each act (S72). Blocking, a few system calls."""
        if not folder:
            return False
        self._refresh()
        return self._store.is_trusted(Path(folder))

    async def folders(self) -> tuple[TrustRecord, ...]:
        """Returns the trusted folders, by path."""
        return await self._parts.pool.run(self._folders)

    def _folders(self) -> tuple[TrustRecord, ...]:
        self._refresh()
        found = (TrustRecord(f.identity.path, f.since, f.identity.is_there()) for f in self._store.state.folders)
        return tuple(sorted(found, key=lambda record: record.path))

    async def sheet(self, folder: str) -> TrustSheet:
        """Reads a folder for somebody who asked about it; raises TrustError when it is not there."""
        return await self._parts.pool.run(self._sheet, Path(folder))

    def _sheet(self, folder: Path) -> TrustSheet:
        self._refresh()
        try:
            return SheetBuilder(self._store, self._parts.kept, self._parts.sources).build(folder)
        except OSError as fault:
            raise TrustError(f"`{folder}` cannot be looked at: {fault.strerror or fault}.", "Name a folder.") from fault

    async def trust(self, sheet: TrustSheet, *, above: bool = False) -> None:
        """Trusts the folder of a sheet, or its parent, and accepts exactly what the sheet showed (S73).

        Raises TrustError: it cannot be trusted, it is another folder now, or the decision cannot be stored.
        """
        await self._parts.pool.run(self._trust, sheet, above)
        await self._changed(sheet.path)

    def _trust(self, sheet: TrustSheet, above: bool) -> None:  # noqa: FBT001  one call
        self._require_same(sheet)
        self._store.trust(Path(sheet.path), [_steering(file) for file in sheet.files], above=above)
        self._keep(sheet.path, sheet.files)

    def _require_same(self, sheet: TrustSheet) -> None:
        try:
            found = Path(sheet.path).lstat()
        except OSError as fault:
            raise TrustError(f"`{sheet.path}` is not there any more.", "Open it again.") from fault
        if (found.st_dev, found.st_ino) != sheet.identity:
            raise TrustError(f"`{sheet.path}` is another folder now than the one that was shown.", "Look at it again.")

    def _keep(self, root: str, files: Iterable[SheetFile]) -> None:
        for file in files:
            self._parts.kept.keep(root, file.kind, file.path, file.content)

    async def accept(self, sheet: TrustSheet, files: Sequence[SheetFile]) -> None:
        """Accepts files of a trusted folder as the sheet showed them; of another folder nothing. Raises TrustError."""
        await self._parts.pool.run(self._accept, sheet, files)
        await self._changed(sheet.path)

    def _accept(self, sheet: TrustSheet, files: Sequence[SheetFile]) -> None:
        self._require_same(sheet)
        self._refresh()
        if not self._store.is_trusted(Path(sheet.path)):
            raise TrustError(f"`{sheet.path}` is not trusted.", "Trust the folder first.")
        self._store.accept(Path(sheet.path), [_steering(file) for file in files])
        self._keep(sheet.path, files)

    async def accept_written(self, folder: str, path: str) -> None:
        """Accepts a steering file that a person wrote in qodev or accepted in a review (S70). Raises TrustError."""
        await self._parts.pool.run(self._accept_written, folder, path)
        await self._changed(folder)

    def _accept_written(self, folder: str, path: str) -> None:
        standing = self.look(Path(folder))
        if standing is None or not standing.is_trusted:
            return
        written = [file for file in (*standing.effective, *standing.pending) if file.path == path]
        self._store.accept(Path(folder), written)
        for file in written:
            self._parts.kept.keep(standing.identity.path, file.kind.value, file.path, file.content)

    async def revoke(self, folder: str) -> str:
        """Ends trust in a folder and in what covers it; returns its resolved path. Raises TrustError."""
        resolved = await self._parts.pool.run(self._revoke, folder)
        await self._changed(resolved)
        return resolved

    def _revoke(self, folder: str) -> str:
        self._refresh()
        resolved = os.path.realpath(folder)
        self._store.revoke(Path(resolved))
        self._parts.kept.drop(resolved)
        return resolved

    async def _changed(self, project: str) -> None:
        trusted = await self._parts.pool.run(self.is_trusted, project)
        self._parts.emit(TrustChanged(project=project, trusted=trusted))
        await self._parts.follow()


def _steering(file: SheetFile) -> SteeringFile:
    return SteeringFile(SteeringKind(file.kind), file.path, file.digest, file.content)


def _mark_of(path: Path) -> _Mark:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino

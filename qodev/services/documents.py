"""Documents as front ends use them: opened, checked, saved, kept from loss, deleted and restored (U4, U5, U35)."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ParamSpec, TypeVar

from qodev.base.diagnostics import Diagnostic, Fix
from qodev.base.errors import UserFacingError
from qodev.base.tasks import TaskOwner, WorkPool
from qodev.base.textedits import apply_edits
from qodev.base.trash import Trash, restore
from qodev.services.document_files import DocumentFiles
from qodev.services.drafts import Draft, DraftStore
from qodev.types.documents import (
    DiskState,
    DocumentKind,
    OpenDocument,
    Saved,
    SaveOutcome,
    TrashedFile,
)

P = ParamSpec("P")
T = TypeVar("T")

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class DocumentParts:
    """What documents need of the rest of the program."""

    files: DocumentFiles
    drafts: DraftStore
    trash: Trash
    check: Callable[[DocumentKind, str, str], Awaitable[tuple[Diagnostic, ...]]]
    accept: Callable[[Sequence[Path]], Awaitable[object]]  # reloads, the bytes of these files counting as seen (S90)
    tasks: TaskOwner
    pool: WorkPool


class DocumentsService:
    """Texts of files as an editor takes them: without BOM, lines ended by LF; a save keeps those of the file.

    Two windows and programs beside qodev may change the same files: nothing is overwritten without being told to.
    """

    def __init__(self, parts: DocumentParts) -> None:
        self._parts = parts
        self._files = parts.files
        self._reloads: set[asyncio.Event] = set()
        self._writing = asyncio.Lock()  # a draft that was asked for before a save is not written after it
        self._is_draft_failure_told = False

    def kind_of(self, path: str) -> DocumentKind:
        """Returns what a file is, by its folder."""
        return self._files.kind_of(Path(path))

    async def open(self, path: str) -> OpenDocument:
        """Returns a file with the text that was typed over it before; raises UserFacingError when it cannot be read.

        A file that may be missing, such as the settings, opens as an empty text.
        """
        return await self._parts.pool.run(self._open, Path(path))

    def _open(self, path: Path) -> OpenDocument:
        draft = _tolerant(self._parts.drafts.find, str(path))
        found = self._files.read(path)
        draft = self._if_unsaved(draft, found)
        kind = self._files.kind_of(path)
        may_be_missing = kind in (DocumentKind.PIPELINES, DocumentKind.MODELS, DocumentKind.SETTINGS)
        if found.text is None and draft is None and not may_be_missing:
            raise UserFacingError(f"`{path}` is not there.", "It may have been deleted or renamed.")
        return self._document(path, found, draft)

    def _if_unsaved(self, draft: Draft | None, found: DiskState) -> Draft | None:
        if draft is not None and draft.text == found.text:
            _tolerant(self._parts.drafts.drop, draft.path)
            return None
        return draft

    def _document(self, path: Path, found: DiskState, draft: Draft | None) -> OpenDocument:
        return OpenDocument(
            str(path),
            self._files.kind_of(path),
            found.text or "",
            found.digest,
            self._files.read_only_reason(path),
            draft.text if draft is not None else None,
            draft.base if draft is not None else None,
        )

    async def look(self, path: str) -> DiskState:
        """Returns what is on disk now."""
        return await self._parts.pool.run(self._look, Path(path))

    def _look(self, path: Path) -> DiskState:
        try:
            return self._files.read(path)
        except UserFacingError:
            return DiskState(self._files.digest_of(path), None)

    async def save(self, path: str, text: str, *, base_digest: str, overwrite: bool = False) -> SaveOutcome:
        """Writes a document whole; what was opened is named by `base_digest`, "" for a file that was not there.

        Returns DiskChanged instead when the file is another one now, unless it may be overwritten. The catalog follows
        after: `settled` waits for it.
        """
        async with self._writing:
            outcome = await self._parts.pool.run(self._save, Path(path), text, base_digest, overwrite)
        if isinstance(outcome, Saved):
            self._reload(Path(path))
        return outcome

    def _save(self, path: Path, text: str, base_digest: str, overwrite: bool) -> SaveOutcome:  # noqa: FBT001  one call
        outcome = self._files.save(path, text, base_digest, overwrite=overwrite)
        if isinstance(outcome, Saved):
            _tolerant(self._parts.drafts.drop, str(path))
        return outcome

    def _reload(self, path: Path) -> None:
        done = asyncio.Event()
        self._reloads.add(done)
        self._parts.tasks.spawn(self._accept(path, done), name="save")

    async def _accept(self, path: Path, done: asyncio.Event) -> None:
        try:
            await self._parts.accept((path,))
        finally:
            done.set()
            self._reloads.discard(done)

    async def settled(self) -> None:
        """Waits until the catalog has followed every save so far."""
        for done in tuple(self._reloads):
            await done.wait()

    async def create(self, kind: DocumentKind, stem: str, text: str) -> str:
        """Writes a new file and returns its path; one that is there is never replaced, the new one gets a number.

        Raises UserFacingError. The catalog has followed when this returns.
        """
        path = await self._parts.pool.run(self._files.create, kind, stem, text)
        await self._parts.accept((path,))
        return str(path)

    async def trash(self, path: str) -> TrashedFile:
        """Moves a file to the system's trash, or beside its place; raises UserFacingError, the file is there then."""
        trashed = await self._parts.pool.run(self._trash, Path(path))
        self._reload(Path(path))
        return trashed

    def _trash(self, path: Path) -> TrashedFile:
        reason = self._files.read_only_reason(path)
        if reason is not None:
            raise UserFacingError(f"`{path.name}` cannot be deleted: {reason}")
        try:
            kept = self._parts.trash.put(path)
        except OSError as fault:
            raise UserFacingError(f"`{path.name}` cannot be deleted: {_cause(fault)}.", "It is as it was.") from fault
        _tolerant(self._parts.drafts.drop, str(path))
        return TrashedFile(str(path), str(kept), path.name)

    async def restore(self, trashed: TrashedFile) -> None:
        """Moves a deleted file back; raises UserFacingError when its place is taken."""
        await self._parts.pool.run(_restore, trashed)
        self._reload(Path(trashed.path))

    async def keep_draft(self, path: str, text: str, base_digest: str) -> None:
        """Stores unsaved text where a killed program does not lose it.

        Raises UserFacingError when it cannot be stored; until it can be again, the first time alone.
        """
        async with self._writing:
            await self._parts.pool.run(self._keep_draft, Draft(path, text, base_digest))

    def _keep_draft(self, draft: Draft) -> None:
        try:
            self._parts.drafts.keep(draft)
            self._is_draft_failure_told = False
        except OSError as fault:
            if self._is_draft_failure_told:
                return
            self._is_draft_failure_told = True
            message = f"Unsaved text cannot be kept: {_cause(fault)}. It is lost if qodev ends now."
            raise UserFacingError(message, "Save the document.") from fault

    async def drop_draft(self, path: str) -> None:
        """Forgets the unsaved text of a document."""
        async with self._writing:
            await self._parts.pool.run(_tolerant, self._parts.drafts.drop, path)

    async def drafts(self) -> tuple[OpenDocument, ...]:
        """Returns the documents with unsaved text, those of programs that ended without saving too."""
        return await self._parts.pool.run(self._drafts)

    def _drafts(self) -> tuple[OpenDocument, ...]:
        kept = ((draft, self._look(Path(draft.path))) for draft in _tolerant(self._parts.drafts.all) or ())
        return tuple(self._document(Path(d.path), found, d) for d, found in kept if self._if_unsaved(d, found))

    async def check(self, path: str, text: str) -> tuple[Diagnostic, ...]:
        """Returns what a load would say about a file if it held `text`; no template is run."""
        return await self._parts.check(self.kind_of(path), path, text)

    def apply_fix(self, text: str, fix: Fix) -> str:
        """Returns the text with a quick fix made."""
        return apply_edits(text, fix.edits)

    def close(self) -> None:
        """Leaves drafts to the next run."""
        _tolerant(self._parts.drafts.leave)


def _tolerant(call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T | None:
    """Runs what only helps: a disk that cannot be written takes no document away."""
    try:
        return call(*args, **kwargs)
    except OSError as fault:
        _LOG.warning("drafts are not available: %s", fault.strerror)
        return None


def _restore(trashed: TrashedFile) -> None:
    try:
        restore(Path(trashed.kept_at), Path(trashed.path))
    except FileExistsError:
        message = f"`{trashed.title}` cannot be restored: there is a new file in its place."
        raise UserFacingError(message, f"It is kept as `{trashed.kept_at}`.") from None
    except OSError as fault:
        message = f"`{trashed.title}` cannot be restored: {_cause(fault)}."
        raise UserFacingError(message, f"It is kept as `{trashed.kept_at}`.") from fault


def _cause(fault: OSError) -> str:
    text = fault.strerror or "unknown cause"
    return text[:1].lower() + text[1:]

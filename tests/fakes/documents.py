"""A double of the documents service: files in a dict, answers at once, and every call noted."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from qodev.base.diagnostics import Diagnostic, Fix
from qodev.base.errors import UserFacingError
from qodev.base.files import digest_of
from qodev.types.documents import (
    DiskChanged,
    DiskState,
    DocumentKind,
    OpenDocument,
    Saved,
    SaveOutcome,
    SaveRefused,
    TrashedFile,
)


def _digest(text: str) -> str:
    return digest_of(text.encode())


class FakeDocuments:
    """Keeps files and drafts in memory; `refusal` answers the next saves."""

    def __init__(self, tell: Callable[[], None]) -> None:
        self.files: dict[str, str] = {}
        self.read_only: dict[str, str] = {}
        self.kept: dict[str, tuple[str, str]] = {}
        self.found: dict[str, tuple[Diagnostic, ...]] = {}
        self.refusal: SaveRefused | None = None
        self.saves: list[tuple[str, str]] = []
        self._tell = tell

    def change(self, path: str, text: str | None) -> None:
        """Plays another program: writes or removes a file, and the folder watch tells it."""
        if text is None:
            self.files.pop(path, None)
        else:
            self.files[path] = text
        self._tell()

    def kind_of(self, path: str) -> DocumentKind:
        folder = Path(path).parent.name
        kinds = {"agents": DocumentKind.AGENT, "providers": DocumentKind.INSTANCE, "roles": DocumentKind.ROLE}
        return kinds.get(folder, DocumentKind.OTHER)

    async def open(self, path: str) -> OpenDocument:
        if path not in self.files and path not in self.kept:
            raise UserFacingError(f"`{Path(path).name}` cannot be read: no such file.", "Check its place.")
        text = self.files.get(path)
        digest = "" if text is None else _digest(text)
        opened = OpenDocument(path, DocumentKind.OTHER, text or "", digest, self.read_only.get(path))
        if path in self.kept:
            return replace(opened, draft=self.kept[path][0], draft_base=self.kept[path][1])
        return opened

    async def look(self, path: str) -> DiskState:
        text = self.files.get(path)
        return DiskState("" if text is None else _digest(text), text)

    async def save(self, path: str, text: str, *, base_digest: str, overwrite: bool = False) -> SaveOutcome:
        now = await self.look(path)
        if self.refusal is not None:
            return self.refusal
        if now.digest != base_digest and not overwrite:
            return DiskChanged(now.text, now.digest)
        self.saves.append((path, text))
        self.files[path] = text
        self._tell()
        return Saved(text, _digest(text))

    async def create(self, kind: DocumentKind, stem: str, text: str) -> str:
        path = f"{kind.value}/{stem}.toml"
        self.files[path] = text
        return path

    async def trash(self, path: str) -> TrashedFile:
        return TrashedFile(path, self.files.pop(path), Path(path).name)

    async def restore(self, trashed: TrashedFile) -> None:
        self.files[trashed.path] = trashed.kept_at

    async def keep_draft(self, path: str, text: str, base_digest: str) -> None:
        self.kept[path] = (text, base_digest)

    async def drop_draft(self, path: str) -> None:
        self.kept.pop(path, None)

    async def drafts(self) -> tuple[OpenDocument, ...]:
        return tuple([await self.open(path) for path in self.kept])

    async def check(self, path: str, text: str) -> tuple[Diagnostic, ...]:
        return self.found.get(path, ())

    def apply_fix(self, text: str, fix: Fix) -> str:
        lines = text.splitlines(keepends=True)
        for edit in fix.edits:
            row, begin = edit.span.line - 1, edit.span.column - 1
            end = (edit.span.end_column or edit.span.column) - 1
            lines[row] = lines[row][:begin] + edit.text + lines[row][end:]
        return "".join(lines)

"""Files and folders that a person mentions in a message: found by a few letters, read through the project's handle (U99)."""

from collections.abc import Callable
from pathlib import Path

from qodev.base.errors import UserFacingError
from qodev.base.tasks import WorkPool
from qodev.tools.scan import read_text
from qodev.types.files import PathRefused
from qodev.types.mentions import MentionedFile, MentionList
from qodev.types.messages import FileBlock
from qodev.types.tooling import ToolRefusal
from qodev.workspace.file_index import FileIndex, FileSearch, IndexedFile
from qodev.workspace.project import ProjectRoot

_LISTED_MOST = 2_000  # paths of a mentioned folder


class MentionError(UserFacingError):
    """A file cannot be mentioned; nothing was attached."""


class MentionsService:
    """Answers for trusted projects alone: what a person picks in a dialog goes another way."""

    def __init__(self, is_trusted: Callable[[str], bool], pool: WorkPool) -> None:
        self._is_trusted = is_trusted  # blocks
        self._pool = pool
        self._search = FileSearch(pool)

    def forget(self) -> None:
        """Lets the next question look at the project anew."""
        self._search.forget()

    async def find(self, project: str, asked: str, most: int = 20) -> MentionList:
        """Returns the best answers to a few letters. Raises MentionError when the project cannot be read."""
        root = await self._open(project)
        if root is None:
            return MentionList(is_trusted=False)
        try:
            found = await self._search.find(root, asked, most)
        except OSError as fault:
            raise _unreadable(project, fault) from fault
        return MentionList(
            tuple(MentionedFile(one.file.path, one.file.is_folder, one.file.refused, one.places) for one in found)
        )

    async def read(self, project: str, path: str) -> FileBlock:
        """Returns a file's text, or the paths below a folder, as they are now. Raises MentionError."""
        root = await self._open(project)
        if root is None:
            raise MentionError("The folder is not trusted.", "Attach single files with the clip.")
        try:
            index = await self._search.index(root)
        except OSError as fault:
            raise _unreadable(project, fault) from fault
        entry = next((one for one in index.entries if one.path.rstrip("/") == path.rstrip("/")), None)
        if entry is not None and entry.refused:
            raise MentionError(f"`{path}` cannot be mentioned: {entry.refused}.")
        if entry is not None and entry.is_folder:
            return _listing(index, entry)
        try:
            return FileBlock(path, await self._pool.run(_read, root, path))
        except PathRefused as fault:
            raise MentionError(f"`{path}` cannot be mentioned: {fault.reason}.") from fault
        except ToolRefusal as fault:
            raise MentionError(fault.text) from fault

    async def _open(self, project: str) -> ProjectRoot | None:
        """Returns the folder, None when it is not trusted (S72)."""
        if not await self._pool.run(self._is_trusted, project):
            return None
        try:
            return await self._pool.run(ProjectRoot.open, Path(project))
        except OSError as fault:
            raise _unreadable(project, fault) from fault


def _read(root: ProjectRoot, path: str) -> str:
    return read_text(root, root.resolve_read(path)).text


def _listing(index: FileIndex, folder: IndexedFile) -> FileBlock:
    start = f"{folder.path.rstrip('/')}/"
    below = [one for one in index.entries if one.path.startswith(start) and one.path != start and not one.refused]
    shown = (f"{one.path.rstrip('/')}/" if one.is_folder else one.path for one in below[:_LISTED_MOST])
    return FileBlock(start, "\n".join(shown), truncated=len(below) > _LISTED_MOST or index.is_cut)


def _unreadable(project: str, fault: OSError) -> MentionError:
    return MentionError(f"`{project}` cannot be read: {fault.strerror or fault}.")

"""Opens the projects that calls work on, and knows each again by device and inode (S60)."""

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

from qodev.base.errors import UserFacingError
from qodev.base.tasks import WorkPool
from qodev.types.files import PathRefused
from qodev.types.tooling import ToolContext
from qodev.workspace.project import ProjectRoot

HooksFolder = Callable[[Path], Awaitable[str | None]]
"""Returns where a repository looks for hooks, as its settings write it (`Git.hooks_folder`)."""

_KEPT = 64


class ProjectRoots:
    """Keeps the folder that a turn began with: one that takes its place later is refused until the next turn."""

    def __init__(self, pool: WorkPool, hooks_folder: HooksFolder) -> None:
        self._pool = pool
        self._hooks_folder = hooks_folder
        self._opened: OrderedDict[tuple[str, Path], ProjectRoot] = OrderedDict()

    async def open(self, context: ToolContext) -> ProjectRoot:
        """Returns the folder of a call; raises PathRefused when it is gone."""
        key = (context.turn_id, context.project)
        kept = self._opened.get(key)
        if kept is not None:
            self._opened.move_to_end(key)
            return kept
        try:
            root = await self._pool.run(ProjectRoot.open, context.project)
        except OSError as fault:
            raise PathRefused("the project's folder is gone") from fault
        kept = self._opened.setdefault(key, root)
        while len(self._opened) > _KEPT:
            self._opened.popitem(last=False)
        return kept

    async def open_for_edit(self, context: ToolContext) -> ProjectRoot:
        """Returns the folder with the place of its hooks, which a command may have moved a moment ago (S56).

        Where that place cannot be read, every file counts as one that steers.
        """
        root = await self.open(context)
        try:
            hooks = await self._hooks_folder(root.path)
        except UserFacingError:  # git is missing, or refuses this repository
            return replace(root, hides_hooks=True)
        return root.with_hooks(hooks)

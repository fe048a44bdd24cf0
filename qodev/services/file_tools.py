"""The file tools of Code tasks as one source."""

import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from qodev.base.tasks import WorkPool
from qodev.tools.candidates import Preselection
from qodev.tools.find import GlobFiles, GrepFiles
from qodev.tools.read import ListFiles, ReadFile, ReadParts, SearchFiles
from qodev.tools.search import PatternChild, Searching
from qodev.types.tooling import Tool, ToolContext
from qodev.workspace.git import Git
from qodev.workspace.roots import ProjectRoots


@dataclass(frozen=True, slots=True)
class FileTools:
    """Offers the same tools to every turn; which of them a profile leaves is decided elsewhere."""

    tools: Sequence[Tool]

    async def offer(self, context: ToolContext) -> Sequence[Tool]:  # noqa: ARG002 -- the protocol's signature
        """Returns the tools."""
        return self.tools

    async def forget(self, conversation_id: str) -> None:
        """Does nothing: file tools keep nothing."""

    async def close(self) -> None:
        """Does nothing: file tools keep nothing."""


def make_file_tools(pool: WorkPool, env: Mapping[str, str], empty: Path) -> FileTools:
    """Returns the file tools; `empty` is an empty folder of ours, in which helping programs start."""
    git = Git(env, empty)
    quick = Preselection(env, shutil.which("rg", path=env.get("PATH")), git)
    roots = ProjectRoots(pool, git.hooks_folder)
    parts = ReadParts(pool, roots.open, Searching(pool, PatternChild(env, empty), quick))
    return FileTools((ListFiles(parts), ReadFile(parts), SearchFiles(parts), GlobFiles(parts), GrepFiles(parts)))

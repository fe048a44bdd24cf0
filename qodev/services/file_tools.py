"""The file tools of Code tasks as one source."""

import shutil
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from qodev.base.tasks import WorkPool
from qodev.permissions.judge import judge
from qodev.permissions.refusals import refusal_text
from qodev.services.file_changes import FileChangesService
from qodev.tools.candidates import Preselection
from qodev.tools.edit import edit_tools
from qodev.tools.find import GlobFiles, GrepFiles
from qodev.tools.read import ListFiles, ReadFile, ReadParts, SearchFiles
from qodev.tools.search import PatternChild, Searching
from qodev.types.changes import ChangeKind, ChangeLog, FileChange
from qodev.types.files import ProjectPath
from qodev.types.permissions import CallKind, ProjectMode
from qodev.types.policies import ProjectPolicy
from qodev.types.ports import EventSink
from qodev.types.tooling import Tool, ToolContext
from qodev.types.tools import EDIT_TOOLS, ToolName
from qodev.types.verdicts import PermissionSubject
from qodev.types.work_events import FilesChanged
from qodev.workspace.checkpoints import CheckpointStore
from qodev.workspace.desk import DeskParts, FileDesk
from qodev.workspace.git import Git
from qodev.workspace.mounts import MountConsents
from qodev.workspace.rewind import Rewinder
from qodev.workspace.roots import ProjectRoots

_TOOLS = dict(zip((ChangeKind.CREATE, ChangeKind.WRITE, ChangeKind.PATCH), EDIT_TOOLS, strict=True))


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


@dataclass(frozen=True, slots=True)
class FileSetting:
    """What file tools need of the rest of the program; `empty` is an empty folder of ours, where helping programs start."""

    pool: WorkPool
    env: Mapping[str, str]
    empty: Path
    data: Path
    changes: Callable[[], ChangeLog]
    emit: EventSink


def make_file_tools(setting: FileSetting) -> FileTools:
    """Returns the file tools."""
    pool, env, git = setting.pool, setting.env, Git(setting.env, setting.empty)
    quick = Preselection(env, shutil.which("rg", path=env.get("PATH")), git)
    roots = ProjectRoots(pool, git.hooks_folder)
    parts = ReadParts(pool, roots.open, Searching(pool, PatternChild(env, setting.empty), quick))
    desk = FileDesk(
        DeskParts(
            pool=pool,
            roots=roots,
            checkpoints=CheckpointStore(setting.data / "checkpoints"),
            log=setting.changes,
            allows=edit_refusal,
            allows_mount=MountConsents(setting.data / "mounts.json").allows,
            clock=time.time,
            tell=lambda change: setting.emit(_told(change)),
        )
    )
    reading = (ListFiles(parts), ReadFile(parts), SearchFiles(parts), GlobFiles(parts), GrepFiles(parts))
    return FileTools((*reading, *edit_tools(desk)))


def make_file_changes(setting: FileSetting) -> FileChangesService:
    """Returns what undoes and redoes the changes that these tools make."""
    checkpoints = CheckpointStore(setting.data / "checkpoints")
    rewinder = Rewinder(setting.data, checkpoints, setting.changes, setting.pool)
    return FileChangesService(rewinder, setting.changes, setting.emit)


def edit_refusal(context: ToolContext, kind: ChangeKind, path: ProjectPath) -> str | None:
    """Says why the captured profile does not let a tool write a path, None when it does (P116)."""
    tool = _TOOLS[kind]
    subject = PermissionSubject(ToolName(tool), CallKind.EDIT, paths=path.names, is_steering=path.is_steering)
    verdict = judge(context.profile, subject, ProjectPolicy(str(context.project), ProjectMode.ASK))
    return refusal_text(verdict, tool) or None


def _told(change: FileChange) -> FilesChanged:
    return FilesChanged(conversation_id=change.conversation_id, turn_id=change.turn_id, changes=(change,))

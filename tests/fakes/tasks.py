"""Code tasks of the fake services: the real broker, and nothing that runs."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from qodev.base.errors import UserFacingError
from qodev.permissions.broker import PermissionBroker
from qodev.permissions.lookalikes import skeleton
from qodev.types.changes import EditProposal
from qodev.types.diffs import ChangedFile, ChangeScope, FileDiff, GitScopes
from qodev.types.work import BackgroundCommand, ChecklistItem
from qodev.workspace.diff import file_diff


class FakeBackground:
    """Commands that tests put there; nothing runs."""

    def __init__(self) -> None:
        self.listed: dict[str, list[BackgroundCommand]] = {}
        self.stopped: list[tuple[str, str]] = []

    def of(self, conversation_id: str) -> tuple[BackgroundCommand, ...]:
        return tuple(self.listed.get(conversation_id, ()))

    async def stop(self, conversation_id: str, id_: str) -> None:
        self.stopped.append((conversation_id, id_))


class FakeChecklists:
    """Lists that tests put there."""

    def __init__(self) -> None:
        self.kept: dict[str, tuple[ChecklistItem, ...]] = {}

    async def read(self, conversation_id: str) -> tuple[ChecklistItem, ...]:
        return self.kept.get(conversation_id, ())


class FakeStorage:
    """What of the store the window asks for itself."""

    def __init__(self) -> None:
        self.checklists = FakeChecklists()


class FakeTasks:
    """What the window asks of Code tasks."""

    def __init__(self, services: Any) -> None:
        self.broker = PermissionBroker(services.bus.emit)
        self.background = FakeBackground()


class FakeWindowState:
    """Values in a dict."""

    def __init__(self) -> None:
        self.values: dict[str, Any] = {}

    async def load(self) -> dict[str, Any]:
        return self.values

    async def put(self, name: str, value: Any) -> None:
        self.values[name] = value


class FakeChanges:
    """Changes that tests put there; differences are the real ones."""

    def __init__(self) -> None:
        self.listed: dict[ChangeScope, tuple[ChangedFile, ...]] = {}
        self.texts: dict[str, tuple[str, str]] = {}  # by path: before and after
        self.now: dict[str, str] = {}
        self.git = GitScopes("", ("heads/main", "heads/next"))
        self.fault: UserFacingError | None = None
        self.calls: list[tuple[Any, ...]] = []
        self.by_call: dict[str, ChangedFile] = {}

    async def files(self, conversation_id: str, scope: ChangeScope, branch: str = "") -> tuple[ChangedFile, ...]:
        self.calls.append(("files", conversation_id, scope, branch))
        if self.fault is not None:
            raise self.fault
        return self.listed.get(scope, ())

    async def git_scopes(self, conversation_id: str) -> GitScopes:
        return self.git

    async def folder_of(self, conversation_id: str) -> Path | None:
        return Path("/home/u/ledger")

    async def diff(
        self, conversation_id: str, file: ChangedFile, branch: str = "", *, is_asked: bool = False
    ) -> FileDiff:
        if self.fault is not None:
            raise self.fault
        return file_diff(*self.texts[file.path], is_asked=is_asked, alike=skeleton)

    async def diff_of(self, proposal: EditProposal, *, is_asked: bool = False) -> FileDiff:
        return file_diff(proposal.before or "", proposal.after, proposal.hunks, is_asked=is_asked, alike=skeleton)

    async def compare(self, project: str, proposal: EditProposal) -> FileDiff:
        return file_diff(proposal.before or "", self.now.get(proposal.path, ""), is_asked=True, alike=skeleton)

    async def undo(self, conversation_id: str, changes: Sequence[str]) -> tuple[str, ...]:
        self.calls.append(("undo", tuple(changes)))
        if self.fault is not None:
            raise self.fault
        return self._paths(changes)

    async def redo(self, conversation_id: str, changes: Sequence[str]) -> tuple[str, ...]:
        self.calls.append(("redo", tuple(changes)))
        return self._paths(changes)

    def _paths(self, changes: Sequence[str]) -> tuple[str, ...]:
        rows = [row for rows in self.listed.values() for row in rows if set(row.changes) & set(changes)]
        return tuple(dict.fromkeys(row.path for row in rows))

    async def changes_of_call(self, conversation_id: str, call_id: str) -> ChangedFile | None:
        return self.by_call.get(call_id)

"""Lists the changed files of a conversation or a checkout, and says what differs in each of them (U20, U124).

What tools wrote is known from the record and its checkpoints; what else is changed, git is asked for. Everything that reads
files or compares them runs in a worker.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from qodev.base.errors import UserFacingError
from qodev.base.tasks import WorkPool
from qodev.base.textfiles import decode_file
from qodev.base.values import ValueFault, decode_value
from qodev.permissions.lookalikes import skeleton
from qodev.services.file_changes import FileChangesService
from qodev.services.git_changes import GitChanges
from qodev.types.changes import ChangeState, EditProposal, FileChange
from qodev.types.conversation import Conversation, MessagePage
from qodev.types.diffs import ChangedFile, ChangeScope, FileDiff, GitScopes, Standing
from qodev.types.files import FileRoot
from qodev.types.messages import Message
from qodev.types.questions import AnswerOption, CallRecord, QuestionKind
from qodev.workspace.checkpoints import CheckpointMissing, CheckpointStore
from qodev.workspace.desk import digest_at
from qodev.workspace.diff import file_diff
from qodev.workspace.project import ProjectRoot
from qodev.workspace.review import hunks_of
from qodev.workspace.writing import read_marked

_PAGE, _PAGES_MOST = 50, 8  # messages that are looked through for rejected proposals
_COUNTS_KEPT = 500

_Counts = tuple[int, int] | None


class Messages(Protocol):
    """Where the calls of a conversation are kept."""

    def get(self, conversation_id: str) -> Conversation:
        """Returns a conversation; raises for an unknown one."""
        ...

    async def page(self, conversation_id: str, before: int | None = None, limit: int = 50) -> MessagePage:
        """Returns messages, the newest ones without `before`."""
        ...


@dataclass(frozen=True, slots=True)
class ChangesParts:
    """What lists of changes are made of."""

    recorded: FileChangesService
    checkpoints: CheckpointStore
    messages: Messages
    project_of: Callable[[str], Awaitable[Path | None]]  # of a conversation, resolved
    git: GitChanges
    pool: WorkPool


class ChangesService:
    """Answers what changed, and takes it back."""

    def __init__(self, parts: ChangesParts) -> None:
        self._parts = parts
        self._counted: dict[tuple[str, str | None, str | None], _Counts] = {}

    async def files(self, conversation_id: str, scope: ChangeScope, branch: str = "") -> tuple[ChangedFile, ...]:
        """Returns the changed files, the newest first; raises UserFacingError when git does not answer."""
        if scope in (ChangeScope.UNCOMMITTED, ChangeScope.BRANCH):
            root = await self._require_project(conversation_id)
            return await self._parts.git.files(root, branch if scope is ChangeScope.BRANCH else "")
        recorded = await self._parts.recorded.changes(conversation_id)
        is_last = scope is ChangeScope.LAST_TURN
        turn, rejected = await self._rejected(conversation_id, last_turn_alone=is_last)
        if is_last:
            turn = turn or (recorded[-1].turn_id if recorded else "")
        listed = await self._parts.pool.run(self._listed, recorded, turn if is_last else None)
        return tuple(sorted((*listed, *rejected), key=lambda one: -one.at))

    async def git_scopes(self, conversation_id: str) -> GitScopes:
        """Returns whether git can be asked about the project, and its branches."""
        root = await self._parts.project_of(conversation_id)
        if root is None:
            return GitScopes("This conversation has no folder.")
        return await self._parts.git.scopes(root)

    async def folder_of(self, conversation_id: str) -> Path | None:
        """Returns the resolved folder of a conversation, None when it has none."""
        return await self._parts.project_of(conversation_id)

    async def _require_project(self, conversation_id: str) -> Path:
        root = await self._parts.project_of(conversation_id)
        if root is None:
            raise UserFacingError("This conversation has no folder.", "Open a project first.")
        return root

    # What was recorded.

    def _listed(self, recorded: Sequence[FileChange], turn: str | None) -> list[ChangedFile]:
        groups: dict[tuple[str, str], list[FileChange]] = {}
        for change in recorded:
            groups.setdefault((change.turn_id, change.path), []).append(change)
        return [
            self._row(changes, recorded) for (made_in, _), changes in groups.items() if turn is None or made_in == turn
        ]

    def _row(self, changes: Sequence[FileChange], recorded: Sequence[FileChange]) -> ChangedFile:
        first, last = changes[0], changes[-1]
        counts = self._counts(changes)
        return ChangedFile(
            id=f"{last.turn_id}:{last.path}",
            path=last.path,
            standing=_standing(changes, recorded),
            added=counts[0] if counts is not None else None,
            removed=counts[1] if counts is not None else None,
            turn_id=first.turn_id,
            at=last.at,
            changes=tuple(change.id for change in changes),
        )

    def _counts(self, changes: Sequence[FileChange]) -> _Counts:
        first, last = changes[0], changes[-1]
        key = (last.path, first.before_sha256, last.after_sha256)
        if key not in self._counted:
            before, after = self._text(last, first.before_sha256), self._text(last, last.after_sha256)
            self._counted[key] = _count(before, after) if before is not None and after is not None else None
            while len(self._counted) > _COUNTS_KEPT:
                del self._counted[next(iter(self._counted))]
        return self._counted[key]

    def _text(self, change: FileChange, sha256: str | None) -> str | None:
        """Returns the text of a digest, "" where there was no file, None when nobody has it any more. Blocking."""
        if sha256 is None:
            return ""
        try:
            content: bytes | None = self._parts.checkpoints.get(sha256)
        except CheckpointMissing:
            content = _content_now(change) if _digest_now(change) == sha256 else None
        text = decode_file(content) if content is not None else None
        return text.text if text is not None else None

    async def _rejected(self, conversation_id: str, *, last_turn_alone: bool) -> tuple[str, list[ChangedFile]]:
        """Returns the id of the last turn, and what people rejected whole in it or in all of them."""
        turn = ""
        found: list[ChangedFile] = []
        before: int | None = None
        for _ in range(_PAGES_MOST):
            page = await self._parts.messages.page(conversation_id, before, _PAGE)
            for message in reversed(page.messages):
                turn = turn or message.turn_id or ""
                if last_turn_alone and message.turn_id != turn:
                    return turn, found
                found += _rejected_in(message)
            before = page.first_position
            if not before:
                break
        return turn, found

    # What differs in one of them.

    async def diff(
        self, conversation_id: str, file: ChangedFile, branch: str = "", *, is_asked: bool = False
    ) -> FileDiff:
        """Returns what differs in a listed file; raises UserFacingError when it cannot be told any more."""
        if file.standing is None:
            root = await self._require_project(conversation_id)
            before, after = await self._parts.git.texts(root, file, branch)
            return await self._differ(before, after, is_asked=is_asked)
        recorded = await self._parts.recorded.changes(conversation_id)
        changes = [change for change in recorded if change.id in file.changes]
        if not changes:
            raise UserFacingError(
                f"Nothing is kept of the change of `{file.path}`.", "See its call in the conversation."
            )
        before, after, note = await self._parts.pool.run(self._sides, changes)
        return await self._differ(before, after, is_asked=is_asked, note=note)

    def _sides(self, changes: Sequence[FileChange]) -> tuple[str, str, str]:
        first, last = changes[0], changes[-1]
        before, after = self._text(last, first.before_sha256), self._text(last, last.after_sha256)
        if before is None:
            raise UserFacingError(
                f"The checkpoint of `{last.path}` is missing or damaged.", "Look for the file in git."
            )
        if after is not None:
            return before, after, ""
        content = _content_now(last)
        now = decode_file(content) if content is not None else None
        if content is not None and now is None:
            raise UserFacingError(f"`{last.path}` is no text any more.", "Open it in another program.")
        return (
            before,
            now.text if now is not None else "",
            f"`{last.path}` changed since. This is the file as it is now.",
        )

    async def diff_of(self, proposal: EditProposal, *, is_asked: bool = False) -> FileDiff:
        """Returns what a proposal would change."""
        return await self._parts.pool.run(
            file_diff, proposal.before or "", proposal.after, proposal.hunks, is_asked=is_asked, alike=skeleton
        )

    async def compare(self, project: str, proposal: EditProposal) -> FileDiff:
        """Returns what became of a file since it was proposed to change it (U127)."""
        now = await self._parts.pool.run(_text_at, Path(project), proposal.path)
        return await self._differ(proposal.before or "", now, is_asked=True)

    async def _differ(self, before: str, after: str, *, is_asked: bool, note: str = "") -> FileDiff:
        made = await self._parts.pool.run(file_diff, before, after, None, is_asked=is_asked, alike=skeleton)
        return replace(made, note=note)

    # Back and forth.

    async def undo(self, conversation_id: str, changes: Sequence[str]) -> tuple[str, ...]:
        """Takes changes back, all or none, and returns the paths; raises RewindRefused."""
        return await self._parts.recorded.undo_some(conversation_id, changes)

    async def redo(self, conversation_id: str, changes: Sequence[str]) -> tuple[str, ...]:
        """Makes undone changes again, all or none, and returns the paths; raises RewindRefused."""
        return await self._parts.recorded.redo_some(conversation_id, changes)

    async def changes_of_call(self, conversation_id: str, call_id: str) -> ChangedFile | None:
        """Returns what one call changed, as a row of a list; None when it changed nothing."""
        recorded = await self._parts.recorded.changes(conversation_id)
        changes = [change for change in recorded if change.call_id == call_id]
        return await self._parts.pool.run(self._row, changes, recorded) if changes else None


def _standing(changes: Sequence[FileChange], recorded: Sequence[FileChange]) -> Standing:
    last = changes[-1]
    if any(change.state is ChangeState.BEGUN for change in changes):
        return Standing.NEEDS_REPAIR
    done = [change for change in changes if change.state is ChangeState.DONE]
    if not done:
        return Standing.REVERTED
    place = recorded.index(last)
    later = [one for one in recorded[place + 1 :] if one.path == last.path and one.project == last.project]
    if any(one.before_sha256 == done[-1].after_sha256 for one in later if one.state is ChangeState.DONE):
        return Standing.APPLIED  # the next change began with what this one left
    return Standing.APPLIED if _digest_now(last) == done[-1].after_sha256 else Standing.CHANGED_SINCE


def _count(before: str, after: str) -> tuple[int, int]:
    hunks = hunks_of(before, after)
    return sum(len(hunk.after) for hunk in hunks), sum(len(hunk.before) for hunk in hunks)


def _root_of(change: FileChange) -> FileRoot | None:
    try:
        return ProjectRoot.open(Path(change.project))
    except OSError:
        return None


def _digest_now(change: FileChange) -> str | None:
    root = _root_of(change)
    return digest_at(root, change.path) if root is not None else ""


def _content_now(change: FileChange) -> bytes | None:
    root = _root_of(change)
    if root is None:
        return None
    try:
        return read_marked(root, change.path).content
    except OSError:
        return None


def _text_at(project: Path, path: str) -> str:
    try:
        root = ProjectRoot.open(project)
        content = read_marked(root, root.resolve(path).real).content
    except FileNotFoundError:
        return ""
    except (OSError, ValueError) as fault:
        raise UserFacingError(f"`{path}` cannot be read.", "Open its folder.") from fault
    text = decode_file(content)
    if text is None:
        raise UserFacingError(f"`{path}` is no text any more.", "Open it in another program.")
    return text.text


def _rejected_in(message: Message) -> list[ChangedFile]:
    calls = message.provider_data.get("calls", {})
    found = []
    for value in calls.values() if isinstance(calls, dict) else ():
        try:
            record = decode_value(CallRecord, value)
        except ValueFault:
            continue
        nos = [one for one in record.answers if one.kind is QuestionKind.REVIEW and one.option in _NOS]
        if nos:
            at = nos[-1].at
            row = f"{record.call_id}:rejected"
            found.append(ChangedFile(row, record.view.target, Standing.REJECTED, turn_id=message.turn_id or "", at=at))
    return found


_NOS = (AnswerOption.DENY, AnswerOption.DENY_TELL)

"""Carries out the edits of tools: looks at a file, proposes a change of it, and writes what was accepted (P181 to P185).

An edit is recorded and its file copied aside before the first byte is written, and from then on it goes to its end, whoever
cancels it: afterwards the file and the record say the same.
"""

import errno
import hashlib
import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from qodev.base.errors import StoreError
from qodev.base.files import digest_of
from qodev.base.ids import Clock, IdSource, new_id
from qodev.base.jsontext import JsonValue, dump_compact
from qodev.base.tasks import WorkPool, finish
from qodev.base.textfiles import TEXT_LIMIT_BYTES, TextForm, decode_file
from qodev.types.changes import ChangeKind, ChangeLog, ChangeState, EditProposal, FileChange
from qodev.types.files import AppliedEdit, EditTarget, FileRoot, PathRefused, ProjectPath
from qodev.types.tooling import ToolContext, ToolRefusal
from qodev.workspace.checkpoints import CheckpointStore
from qodev.workspace.edit_marks import marks_of
from qodev.workspace.project import ProjectRoot
from qodev.workspace.review import accepted_text, hunks_of
from qodev.workspace.roots import ProjectRoots
from qodev.workspace.writing import WriteOrder, mark_of, read_marked, write_file

Allows = Callable[[ToolContext, ChangeKind, ProjectPath], str | None]
"""Says, in a sentence, why the captured profile does not let a path be written, None when it does; blocking (P116)."""


def _nothing(change: FileChange) -> None:
    """Tells nobody."""


@dataclass(frozen=True, slots=True)
class DeskParts:
    """What edits work with."""

    pool: WorkPool
    roots: ProjectRoots
    checkpoints: CheckpointStore
    log: Callable[[], ChangeLog]
    allows: Allows
    allows_mount: Callable[[Path, str], bool]  # project and folder: whether the person allowed edits there (S58)
    clock: Clock
    tell: Callable[[FileChange], None] = _nothing  # takes every change that was written
    ids: IdSource = new_id


class FileDesk:
    """Looks at files for edits and carries them out."""

    def __init__(self, parts: DeskParts) -> None:
        self._parts = parts

    async def look(self, context: ToolContext, argument: str) -> EditTarget:
        """Returns what lies at a path; raises PathRefused."""
        root = await self._parts.roots.open_for_edit(context)
        return await self._parts.pool.run(self._look, root, argument)

    def _look(self, root: ProjectRoot, argument: str) -> EditTarget:
        path = root.resolve(argument)
        folder = Path(path.real).parent.as_posix()
        if path.is_other_device and not self._parts.allows_mount(root.path, folder):
            raise PathRefused(f"`{folder}` lies on another device; allow edits there in the project's settings first")
        if not path.exists:
            return EditTarget(root, path, new_folders=_missing_folders(root, path))
        try:
            found = read_marked(root, path.real)
        except FileNotFoundError:
            raise PathRefused(f"`{path.given}` changed while it was looked at") from None
        except OSError as fault:
            return EditTarget(root, path, fault=f"`{path.given}` cannot be read: {reason_of(fault)}.")
        mark = mark_of(found)
        if len(found.content) > TEXT_LIMIT_BYTES:
            says = f"`{path.given}` is larger than {TEXT_LIMIT_BYTES:,} bytes, the most that is edited."
            return EditTarget(root, path, mark=mark, fault=says)
        text = decode_file(found.content)
        if text is None:
            says = f"`{path.given}` is not text: it is neither UTF-8 nor UTF-16 with a byte order mark."
            return EditTarget(root, path, mark=mark, fault=says)
        return EditTarget(root, path, text, mark)

    async def propose(
        self, target: EditTarget, call_id: str, kind: ChangeKind, after: Callable[[], str]
    ) -> EditProposal:
        """Returns the edit as a person reviews it; raises ToolRefusal for a text that cannot be stored."""
        return await self._parts.pool.run(self._propose, target, call_id, kind, after)

    def _propose(self, target: EditTarget, call_id: str, kind: ChangeKind, make: Callable[[], str]) -> EditProposal:
        after = make()
        path, before = target.path, target.text.text if target.text is not None else None
        encoded(target, after)
        hunks = hunks_of(before or "", after)
        if before == after:
            raise ToolRefusal(f"Nothing would change: `{path.given}` has this text already.")
        return EditProposal(
            id=self._parts.ids("edit"),
            call_id=call_id,
            path=path.given,
            kind=kind,
            before=before,
            after=after,
            hunks=hunks,
            before_sha256=target.mark.sha256 if target.mark is not None else None,
            new_folders=target.new_folders,
            is_steering=path.is_steering,
            marks=marks_of(path, before, after, hunks),
        )

    async def binding(self, context: ToolContext, target: EditTarget, proposal: EditProposal) -> str:
        """Returns a digest of the proposal and of what lies at its path now (S38)."""
        root = await self._parts.roots.open_for_edit(context)
        return await self._parts.pool.run(_binding, root, target, proposal)

    async def apply(
        self, context: ToolContext, target: EditTarget, proposal: EditProposal, accepted: tuple[int, ...] | None
    ) -> AppliedEdit:
        """Writes the accepted hunks, with a checkpoint before and everything checked again; raises ToolRefusal."""
        chosen = tuple(range(len(proposal.hunks))) if accepted is None else tuple(sorted(set(accepted)))
        if proposal.hunks and not chosen:
            raise ToolRefusal("Every part of the change was rejected. Nothing was written.")
        work = self._apply(context, target, proposal, chosen)
        change = await finish(work, name="edit")
        rejected = tuple(at for at in range(len(proposal.hunks)) if at not in chosen)
        return AppliedEdit(change, chosen, rejected)

    async def _apply(
        self, context: ToolContext, target: EditTarget, proposal: EditProposal, chosen: tuple[int, ...]
    ) -> FileChange:
        parts, path = self._parts, target.path
        content = await parts.pool.run(_content, target, proposal, chosen)
        change = FileChange(
            id=parts.ids("change"),
            conversation_id=context.conversation_id,
            turn_id=context.turn_id,
            call_id=proposal.call_id,
            project=str(target.root.path),
            path=path.real,
            kind=proposal.kind,
            before_sha256=proposal.before_sha256,
            after_sha256=digest_of(content),
            at=parts.clock(),
        )
        try:
            await parts.pool.run(self._keep, target)
        except OSError as fault:
            raise ToolRefusal(f"No checkpoint could be made: {reason_of(fault)}. Nothing was written.") from fault
        await self._begin(change)
        kind = proposal.kind
        order = WriteOrder(target.root, path, target.mark, content, lambda now: parts.allows(context, kind, now))
        try:
            await parts.pool.run(write_file, order)
        except ToolRefusal:
            await parts.log().drop(change.id)
            raise
        except OSError as fault:
            raise await self._failed(target, change, fault) from fault
        await self._settle(path.given, change)
        written = replace(change, state=ChangeState.DONE)
        parts.tell(written)
        return written

    async def _begin(self, change: FileChange) -> None:
        try:
            await self._parts.log().begin(change)
        except StoreError as fault:
            raise ToolRefusal(f"The change could not be recorded: {fault.message} Nothing was written.") from fault

    async def _settle(self, name: str, change: FileChange) -> None:
        """Records that the file was written; where that fails the next start finds it out from the file."""
        try:
            await self._parts.log().settle(change.id, ChangeState.DONE)
        except StoreError as fault:
            raise ToolRefusal(f"`{name}` was written, but the record of it is not whole: {fault.message}") from fault

    def _keep(self, target: EditTarget) -> None:
        if target.text is None or target.mark is None:
            return
        kept = self._parts.checkpoints.put(target.text.form.encode(target.text.text))
        if kept != target.mark.sha256:
            raise OSError(errno.EIO, "the copy differs from the file")

    async def _failed(self, target: EditTarget, change: FileChange, fault: OSError) -> ToolRefusal:
        """Records what a failed write left, which is the file from before or the whole new one."""
        name, reason = target.path.given, reason_of(fault)
        found = await self._parts.pool.run(digest_at, target.root, target.path.real)
        if found == change.after_sha256:
            await self._settle(name, change)
            return ToolRefusal(f"`{name}` was written, but its folder was not: {reason}. A power cut could undo it.")
        if found == change.before_sha256:
            await self._parts.log().drop(change.id)
        return ToolRefusal(f"`{name}` could not be written: {reason}. Nothing was changed.")


def _content(target: EditTarget, proposal: EditProposal, chosen: tuple[int, ...]) -> bytes:
    try:
        text = accepted_text(proposal.before or "", proposal.hunks, chosen)
    except ValueError as fault:
        raise ToolRefusal(f"The answer does not fit the change: {fault}. Nothing was written.") from fault
    return encoded(target, text)


def encoded(target: EditTarget, text: str) -> bytes:
    """Returns the bytes of a text in the form of the file; raises ToolRefusal for what no text file can hold."""
    form = target.text.form if target.text is not None else TextForm()
    try:
        content = form.encode(text)
    except UnicodeEncodeError:
        raise ToolRefusal("The new text holds half a character (a lone surrogate).") from None
    if "\0" in text:
        raise ToolRefusal("The new text holds a NUL character, with which the file would be no text any more.")
    if len(content) > TEXT_LIMIT_BYTES:
        raise ToolRefusal(
            f"The new text is too long: {len(content):,} bytes, at most {TEXT_LIMIT_BYTES:,} are written."
        )
    return content


def digest_at(root: FileRoot, real: str) -> str | None:
    """Returns the SHA-256 of a file, None when there is none, "" when it cannot be read or is larger than any edit."""
    try:
        found = read_marked(root, real)
    except FileNotFoundError:
        return None
    except OSError:
        return ""
    return digest_of(found.content) if len(found.content) <= TEXT_LIMIT_BYTES else ""


def reason_of(fault: OSError) -> str:
    """Returns why the system refused, for the middle of a sentence."""
    reason = fault.strerror or os.strerror(fault.errno or errno.EIO)
    return f"{reason[:1].lower()}{reason[1:]}"


def _missing_folders(root: ProjectRoot, path: ProjectPath) -> tuple[str, ...]:
    parents = [parent.as_posix() for parent in Path(path.real).parents][:-1]
    return tuple(parent for parent in reversed(parents) if not (root.path / parent).is_dir())


def _binding(root: ProjectRoot, target: EditTarget, proposal: EditProposal) -> str:
    state: list[JsonValue]
    try:
        now = root.resolve(target.path.given)
        state = [now.given, now.real, now.is_steering, digest_at(root, now.real)]
    except PathRefused as fault:
        state = [fault.reason]
    bound: list[JsonValue] = [
        str(root.path),
        root.device,
        root.inode,
        proposal.kind.value,
        proposal.after,
        proposal.before_sha256,
    ]
    return hashlib.sha256(dump_compact([*state, *bound, *proposal.new_folders]).encode()).hexdigest()

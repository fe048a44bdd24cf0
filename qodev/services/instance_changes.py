"""Renames and removes instances: first a plan that says what it touches, then one step that can be undone (U38)."""

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from qodev.agents.instance_inspection import InstanceFiles, inspect_instance, read_instance_files
from qodev.agents.layers import TomlFile
from qodev.agents.toml import TomlFault, parse_toml
from qodev.agents.toml_edit import key_span, set_key
from qodev.base.errors import UserFacingError
from qodev.base.files import atomic_write, digest_of, list_files, read_bounded
from qodev.base.tasks import WorkPool
from qodev.services.own_files import require_free_name
from qodev.services.provider_keys import KeysService, item_of
from qodev.types.agents import AgentSnapshot
from qodev.types.documents import TrashedFile
from qodev.types.instances import InstanceRemoval, InstanceRename, Reference

_LIMIT_BYTES = 1024 * 1024
_STORED = ("keyring", "memory", "file")


@dataclass(frozen=True, slots=True)
class ChangeParts:
    """What the service works with; `accept` reloads and counts the bytes of some files as seen (S90)."""

    snapshot: Callable[[], AgentSnapshot]
    bundled: Path
    folder: Path
    agent_folders: Callable[[], Sequence[Path]]  # the user's first, then those that are never written
    pool: WorkPool
    accept: Callable[[Sequence[Path]], Awaitable[object]]
    trash: Callable[[str], Awaitable[TrashedFile]]
    restore: Callable[[TrashedFile], Awaitable[object]]
    keys: KeysService
    renamed: Callable[[str, str], Awaitable[None]]  # before, after: what else is kept by name follows
    reserved: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Written:
    """One file of a step: what it held, and the digest of what it holds since."""

    path: Path
    before: bytes
    after: str


@dataclass(frozen=True, slots=True)
class _RenameDone:
    files: tuple[_Written, ...]
    before: str
    after: str


class InstanceChanges:
    """Plans and carries out; a token of a step takes it back as long as nobody else wrote to its files."""

    def __init__(self, parts: ChangeParts) -> None:
        self._parts = parts
        self._done: dict[str, _RenameDone | TrashedFile] = {}

    def _read(self) -> InstanceFiles:
        return read_instance_files(self._parts.bundled, self._parts.folder)

    async def plan_rename(self, path: str, after: str) -> InstanceRename:
        """Returns which files name an instance and would follow; raises UserFacingError for a name that is taken."""
        files = await self._parts.pool.run(self._read)
        before = _name_in(files, path, self._parts.reserved)
        taken = [name for name in self._parts.snapshot().instances if name != before]
        free = require_free_name(after, taken, "provider instance")
        found = await self._parts.pool.run(self._references, files, path, before)
        return InstanceRename(path, before, free, found)

    def _references(self, files: InstanceFiles, path: str, name: str) -> tuple[Reference, ...]:
        if _is_bundled(files, name):
            return ()  # the bundled one stays under its name, and so does everything that names it
        own, *extra = self._parts.agent_folders()
        found = [*_instances_naming(files, path, name), *_agents_naming(own, name, is_editable=True)]
        for folder in extra:
            found += _agents_naming(folder, name, is_editable=False)
        return tuple(found)

    async def rename(self, plan: InstanceRename) -> str:
        """Writes the new name everywhere, or nowhere when one file cannot be written; returns a token for `undo`."""
        edits = {plan.path: ("name",), **{r.path: (r.key,) for r in plan.references if r.is_editable}}
        written = await self._parts.pool.run(_write_name, edits, plan.before, plan.after)
        await self._parts.accept([file.path for file in written])
        await self._parts.renamed(plan.before, plan.after)
        return self._remember(_RenameDone(written, plan.before, plan.after))

    async def plan_removal(self, path: str) -> InstanceRemoval:
        """Returns what would break without an instance."""
        files = await self._parts.pool.run(self._read)
        inspection = await self._parts.pool.run(inspect_instance, files, path, self._parts.reserved)
        if inspection.draft is None:
            return InstanceRemoval(path, Path(path).name, (), (), restores_bundled=False)
        name = inspection.draft.name
        restores = _is_bundled(files, name)
        is_used = inspection.instance is not None and not restores and not _has_rival(files, path, name)
        return InstanceRemoval(
            path,
            name,
            breaks=tuple(sorted(self._users(name))) if is_used else (),
            children=tuple(r.name for r in _instances_naming(files, path, name)) if is_used or not restores else (),
            restores_bundled=restores,
            key_item=await self._own_item(name, inspection.instance.api_key_ref) if inspection.instance else "",
        )

    def _users(self, name: str) -> Iterator[str]:
        snapshot = self._parts.snapshot()
        for agent in snapshot.agents.values():
            instance = snapshot.find_instance(agent.provider_instance)
            if instance is not None and instance.name == name:
                yield agent.name

    async def _own_item(self, name: str, ref: str) -> str:
        """Returns the stored key that nobody else reads, "" when there is none."""
        view = await self._parts.keys.view(ref, name)
        return item_of(ref) if view.source in _STORED and not view.shared_with else ""

    async def remove(self, plan: InstanceRemoval, *, with_key: bool) -> str:
        """Moves the file to the trash and, if told, forgets its key; returns a token that brings the file back."""
        trashed = await self._parts.trash(plan.path)
        if with_key and plan.key_item:
            await self._parts.keys.clear(plan.key_item)
        return self._remember(trashed)

    async def undo(self, token: str) -> None:
        """Takes a step back; raises UserFacingError when a file changed since, and then nothing is written."""
        done = self._done.get(token)
        if done is None:
            raise UserFacingError("This was taken back already.")
        if isinstance(done, TrashedFile):
            await self._parts.restore(done)
        else:
            await self._parts.pool.run(_write_back, done.files)
            await self._parts.accept([file.path for file in done.files])
            await self._parts.renamed(done.after, done.before)
        self._done.pop(token, None)

    def _remember(self, done: "_RenameDone | TrashedFile") -> str:
        token = f"instance:{len(self._done)}:{id(done)}"
        self._done[token] = done
        return token


def _name_in(files: InstanceFiles, path: str, reserved: frozenset[str]) -> str:
    draft = inspect_instance(files, path, reserved).draft
    if draft is None:
        raise UserFacingError(f"`{Path(path).name}` gives no provider instance.", "Repair the file first.")
    return draft.name


def _is_named(file: TomlFile, name: str) -> bool:
    return file.table is not None and str(file.table.get("name", "")).strip() == name


def _is_bundled(files: InstanceFiles, name: str) -> bool:
    return any(_is_named(file, name) for file in files.bundled)


def _has_rival(files: InstanceFiles, path: str, name: str) -> bool:
    return any(_is_named(file, name) and file.source.path != path for file in files.user)


def _instances_naming(files: InstanceFiles, path: str, name: str) -> list[Reference]:
    found: list[Reference] = []
    for file in files.user:
        table = file.table
        if table is not None and file.source.path != path and table.get("extends") == name:
            span = file.source.span_of("extends")
            own = str(table.get("name", file.source.name))
            found.append(Reference(file.source.path, own, "extends", span.line, is_editable=True))
    return found


def _agents_naming(folder: Path, name: str, *, is_editable: bool) -> list[Reference]:
    """Returns the agent files of a folder that write an instance's name; broken files are left alone."""
    found: list[Reference] = []
    for path in _files_in(folder):
        text = _text_of(path)
        if name.casefold() not in text.casefold():
            continue
        table = parse_toml(text.removeprefix("\ufeff").replace("\r\n", "\n"))
        written = table.get("provider_instance") if not isinstance(table, TomlFault) else None
        if isinstance(table, TomlFault) or not isinstance(written, str) or written.casefold() != name.casefold():
            continue
        span = key_span(text, ("provider_instance",))
        own = str(table.get("name", path.name))
        found.append(Reference(str(path), own, "provider_instance", span.line if span else 1, is_editable))
    return found


def _files_in(folder: Path) -> tuple[Path, ...]:
    try:
        return list_files(folder, ".toml")
    except OSError:
        return ()


def _text_of(path: Path) -> str:
    try:
        return read_bounded(path, _LIMIT_BYTES).decode()
    except (OSError, UnicodeDecodeError):
        return ""


def _write_name(edits: Mapping[str, tuple[str, ...]], before: str, after: str) -> tuple[_Written, ...]:
    """Writes the name into every file; when one fails, those before it get back what they held. Blocking."""
    planned: list[tuple[Path, bytes, bytes]] = []
    for place, key in edits.items():
        content = _content_of(Path(place))
        planned.append((Path(place), content, set_key(content.decode(), key, after).encode()))
    written: list[_Written] = []
    for path, held, wanted in planned:
        try:
            atomic_write(path, wanted)
        except OSError as fault:
            _write_back(written)
            reason = fault.strerror or str(fault)
            raise UserFacingError(
                f"`{path.name}` cannot be written: {reason}.", f"Everything still says `{before}`."
            ) from fault
        written.append(_Written(path, held, digest_of(wanted)))
    return tuple(written)


def _content_of(path: Path) -> bytes:
    try:
        content = read_bounded(path, _LIMIT_BYTES)
        content.decode()
    except (OSError, UnicodeDecodeError) as fault:
        raise UserFacingError(f"`{path.name}` cannot be read.", "Nothing was changed.") from fault
    return content


def _write_back(files: Sequence[_Written]) -> None:
    for file in files:
        if digest_of(_content_of(file.path)) != file.after:
            raise UserFacingError(f"`{file.path.name}` changed since.", "Nothing was taken back.")
    for file in files:
        atomic_write(file.path, file.before)

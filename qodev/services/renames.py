"""Carries out renames over several files as one step that can be taken back (U72)."""

from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from qodev.agents.causes import FILE_LIMIT_BYTES
from qodev.agents.pipelines import load_rosters
from qodev.agents.roster_text import TABLE
from qodev.agents.toml import parse_toml
from qodev.agents.toml_edit import has_key, set_key
from qodev.base.errors import UserFacingError
from qodev.base.files import atomic_write, read_bounded
from qodev.base.ids import IdSource
from qodev.base.locks import held
from qodev.settings.overrides import renamed_overrides
from qodev.types.agents import Pipeline
from qodev.types.editing import RenamePlan

_KEPT = 20
_SINGLE = ("pipelines.toml", "agent_models.json")  # files with a lock of their own


@dataclass(frozen=True, slots=True)
class _Change:
    """One file before and after a rename."""

    path: Path
    before: bytes
    after: bytes


@dataclass(slots=True)
class Renames:
    """Applies plans and remembers the last ones; blocking, used in workers one at a time."""

    new_id: IdSource
    state: Path  # the folder where the lock of documents lies
    lock_limit_s: float = 5.0
    _done: dict[str, tuple[_Change, ...]] = field(default_factory=dict)

    def apply(self, plan: RenamePlan) -> str:
        """Writes all files of a plan; when one cannot be written those before it are as they were."""
        with self._locked({plan.path, *(reference.path for reference in plan.references)}):
            changes = tuple(_changes(plan))
            _write_all(changes)
        token = self.new_id("rename")
        self._done[token] = changes
        if len(self._done) > _KEPT:
            del self._done[next(iter(self._done))]
        return token

    def paths_of(self, token: str) -> tuple[Path, ...]:
        """Returns the files that a rename changed."""
        return tuple(change.path for change in self._done.get(token, ()))

    def undo(self, token: str) -> None:
        """Puts every file back; raises UserFacingError, with nothing written, when one was changed since."""
        changes = self._done.get(token, ())
        with self._locked({str(change.path) for change in changes}):
            for change in changes:
                if _read(change.path) != change.after:
                    message = f"`{change.path.name}` was changed since, so the rename cannot be taken back."
                    raise UserFacingError(message, "Rename the agent once more instead.")
            _write_all(tuple(_Change(change.path, change.after, change.before) for change in changes))
        self._done.pop(token, None)

    @contextmanager
    def _locked(self, paths: Iterable[str]) -> Iterator[None]:
        """Holds the locks that every writer of these files takes: no change of another program comes between."""
        single = [path for path in map(Path, sorted(paths)) if path.name in _SINGLE]
        with ExitStack() as locks:
            try:
                self.state.mkdir(mode=0o700, parents=True, exist_ok=True)
                locks.enter_context(held(self.state / "documents.lock", self.lock_limit_s))
                for path in single:
                    locks.enter_context(held(path.with_name(f".{path.name}.lock"), self.lock_limit_s))
            except OSError as fault:
                message = f"Nothing was changed: {fault.strerror or fault}."
                raise UserFacingError(message, "Close the other program, or try again.") from fault
            yield


def _changes(plan: RenamePlan) -> Iterable[_Change]:
    yield _edited(Path(plan.path), ("name",), plan.new_name)
    editable = [one for one in plan.references if one.is_editable]
    for reference in editable:
        if reference.kind == "extends":
            yield _edited(Path(reference.path), ("extends",), plan.new_name)
    rosters = [Pipeline(one.owner) for one in editable if one.kind == "roster"]
    if rosters:
        yield _in_rosters(Path(next(r.path for r in editable if r.kind == "roster")), rosters, plan)
    for reference in editable:
        if reference.kind == "override":
            path = Path(reference.path)
            before = _read(path)
            yield _Change(path, before, renamed_overrides(before, plan.name, plan.new_name))


def _read(path: Path) -> bytes:
    try:
        return read_bounded(path, FILE_LIMIT_BYTES)
    except OSError as fault:
        raise UserFacingError(f"`{path.name}` cannot be read: {fault.strerror or fault}.") from fault


def _text(path: Path, content: bytes) -> str:
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        raise UserFacingError(f"`{path.name}` is not UTF-8, so nothing was changed.", "Save it as UTF-8.") from None


def _edited(path: Path, key: tuple[str, ...], value: str) -> _Change:
    before = _read(path)
    return _Change(path, before, set_key(_text(path, before), key, value).encode("utf-8"))


def _in_rosters(path: Path, pipelines: Iterable[Pipeline], plan: RenamePlan) -> _Change:
    before = _read(path)
    loaded = load_rosters(path).value
    assert loaded is not None
    text = _text(path, before)
    for pipeline in pipelines:
        key = (TABLE, loaded.keys.get(pipeline, pipeline.value))
        if has_key(text, (*key, "0")):
            for number, name in enumerate(_members(text, key)):
                text = set_key(text, (*key, str(number)), plan.new_name) if name.strip() == plan.name else text
        else:
            text = set_key(text, key, plan.new_name)
    return _Change(path, before, text.encode("utf-8"))


def _members(text: str, key: tuple[str, str]) -> list[str]:
    table = parse_toml(text.removeprefix("\ufeff").replace("\r\n", "\n"))
    members = table[key[0]][key[1]] if isinstance(table, dict) else []
    return [str(member) for member in members]


def _write_all(changes: tuple[_Change, ...]) -> None:
    written: list[_Change] = []
    for change in changes:
        try:
            atomic_write(change.path, change.after)
        except OSError as fault:
            for done in reversed(written):
                atomic_write(done.path, done.before)
            reason = fault.strerror or str(fault)
            raise UserFacingError(f"`{change.path}` cannot be written: {reason}. Nothing was changed.") from fault
        written.append(change)

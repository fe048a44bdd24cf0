"""Keeps the user's settings in `settings.toml`; what cannot be written stays in memory and is said (S166, S170)."""

import asyncio
import filecmp
import os
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

from qodev.base.codes import Code
from qodev.base.diagnostics import Diagnostic, Severity, SourceSpan
from qodev.base.errors import SettingsError
from qodev.base.files import atomic_write, read_bounded
from qodev.base.ids import Clock
from qodev.base.locks import held
from qodev.base.tasks import WorkPool
from qodev.base.text import near_miss
from qodev.settings.document import LIMIT_BYTES, DamagedSettings, change_settings, line_of, parse_settings
from qodev.settings.forced import forced_values
from qodev.settings.schema import OPTIONS, Option
from qodev.types.events import CatalogChanged, CatalogKind
from qodev.types.ports import EventSink

T = TypeVar("T")

_ASIDE = ".damaged-"


class SettingsStore:
    """The settings in force. A change is in force at once; the file follows. `env` decides over the file (U34)."""

    def __init__(
        self, path: Path, emit: EventSink, pool: WorkPool, *, clock: Clock, env: Mapping[str, str] | None = None
    ) -> None:
        self._path = path
        self._emit = emit
        self._pool = pool
        self._clock = clock
        self._values: Mapping[str, object] = {}
        self._unsaved: dict[str, object] = {}  # key to value, None for a reset; written with the next change
        self._forced, self._misread = forced_values(env or {})
        self._found: tuple[Diagnostic, ...] = ()
        self._failure: Diagnostic | None = None
        self._revision = 0
        self._writing = asyncio.Lock()

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Returns what is wrong with the file as it was last read, and whether a change could not be stored."""
        found = (*self._misread, *self._found)
        return found if self._failure is None else (*found, self._failure)

    @property
    def failure(self) -> Diagnostic | None:
        """Returns why the last change could not be stored, None when it could."""
        return self._failure

    @property
    def path(self) -> Path:
        """Returns the path of the file."""
        return self._path

    def load(self) -> tuple[Diagnostic, ...]:
        """Reads the file and returns what is wrong with it; a damaged one is kept aside once. Blocking."""
        values, self._found = _load(self._path, self._clock)
        kept = {key: value for key, value in values.items() if key not in self._unsaved}
        self._values = {**kept, **_without_resets(self._unsaved)}
        return self.diagnostics

    async def reload(self) -> None:
        """Reads the file again after another program may have written it; tells when something is different."""
        before = self._values, self._found
        async with self._writing:
            await self._pool.run(self.load)
        if (self._values, self._found) != before:
            self._tell()

    def get(self, option: Option[T]) -> T:
        """Returns the value in force."""
        if option.key in self._forced:
            return option.parse(self._forced[option.key])
        return option.parse(self._values[option.key]) if option.key in self._values else option.default

    def forced_by(self, option: Option[Any]) -> str:
        """Returns the environment variable that decides, "" when the user does."""
        return option.variable if option.key in self._forced else ""

    def is_changed(self, option: Option[Any]) -> bool:
        """Tells whether a setting differs from its default."""
        return bool(self.get(option) != option.default)

    async def set(self, option: Option[T], value: T) -> tuple[Diagnostic, ...]:
        """Puts a value in force and stores it; returns `diagnostics`.

        Raises SettingsError for a value that the option does not take; the one before stays in force then.
        """
        if option.key in self._forced:
            raise SettingsError(f"{option.title} is set by the environment variable `{option.variable}`.")
        try:
            checked = option.parse(value)
        except ValueError as fault:
            raise SettingsError(f"{option.title} cannot be set: {fault}.") from None
        return await self._change(option.key, checked)

    async def reset(self, option: Option[Any]) -> tuple[Diagnostic, ...]:
        """Puts the default in force and removes the key from the file; returns `diagnostics`."""
        return await self._change(option.key, None)

    async def save(self) -> tuple[Diagnostic, ...]:
        """Tries again to store what could not be stored; returns `diagnostics`."""
        async with self._writing:
            await self._write()
        self._tell()
        return self.diagnostics

    async def _change(self, key: str, value: object) -> tuple[Diagnostic, ...]:
        self._unsaved[key] = value
        rest = {name: held for name, held in self._values.items() if name != key}
        self._values = rest if value is None else {**rest, key: value}
        return await self.save()

    async def _write(self) -> None:
        changes = dict(self._unsaved)
        if not changes:
            return
        try:
            await self._pool.run(_store, self._path, changes, self._clock)
        except OSError as fault:
            self._failure = _unsaved(self._path, fault)
            return
        self._failure = None
        # A key that was changed again meanwhile waits for its own write.
        self._unsaved = {key: value for key, value in self._unsaved.items() if changes.get(key, ...) != value}

    def _tell(self) -> None:
        self._revision += 1
        self._emit(CatalogChanged(kind=CatalogKind.SETTINGS, revision=self._revision, diagnostics=self.diagnostics))


def _without_resets(changes: Mapping[str, object]) -> dict[str, object]:
    return {key: value for key, value in changes.items() if value is not None}


def check_settings(text: str, path: Path) -> tuple[Diagnostic, ...]:
    """Returns what a start would say about the settings file if it held `text`."""
    content = text.encode("utf-8", "surrogatepass")
    try:
        return _check(parse_settings(content), content, path)[1]
    except DamagedSettings as fault:
        message = f"`{path.name}` is damaged: {fault}. The defaults would be used."
        return (Diagnostic(Code.SETTINGS_DAMAGED, Severity.WARNING, message, path=str(path), hint="Mend the text."),)


def _load(path: Path, clock: Clock) -> tuple[dict[str, object], tuple[Diagnostic, ...]]:
    try:
        content = _read(path)
        parsed = parse_settings(content)
    except OSError as fault:
        return {}, (_unreadable(path, fault),)
    except DamagedSettings as fault:
        return {}, (_set_aside(path, str(fault), clock),)
    return _check(parsed, content, path)


def _read(path: Path) -> bytes:
    """Returns the bytes of the file, b"" when there is none."""
    try:
        if path.stat().st_size > LIMIT_BYTES:
            raise DamagedSettings("it is larger than 1 MiB")
        return read_bounded(path, LIMIT_BYTES)
    except (FileNotFoundError, NotADirectoryError):  # the folder may be missing, or be something else
        return b""


def _check(
    parsed: Mapping[str, object], content: bytes, path: Path
) -> tuple[dict[str, object], tuple[Diagnostic, ...]]:
    options = {option.key: option for option in OPTIONS}
    values: dict[str, object] = {}
    found: list[Diagnostic] = []
    for key, value in parsed.items():
        span = SourceSpan(str(path), line_of(content, key) or 1)
        if key not in options:
            hint = near_miss(key, options)
            message = f"Unknown key '{key}' in `{path.name}`; it is kept and has no effect."
            found.append(Diagnostic(Code.KEY_UNKNOWN, Severity.WARNING, message, span=span, key=key, hint=hint))
            continue
        try:
            values[key] = options[key].parse(value)
        except ValueError as fault:
            message = f"`{key}` in `{path.name}` has no effect: {fault}."
            hint = f"The default is used: {options[key].default!r}."
            found.append(Diagnostic(Code.SETTINGS_VALUE, Severity.WARNING, message, span=span, key=key, hint=hint))
    return values, tuple(found)


def _set_aside(path: Path, cause: str, clock: Clock) -> Diagnostic:
    """Moves a damaged file beside its place; one of equal bytes that lies there already is enough (S166)."""
    target = Path(os.path.realpath(path))  # a link stays, and points to the next file that is written (S160)
    kept = next((p for p in _kept_before(target) if filecmp.cmp(p, target, shallow=False)), None)
    try:
        if kept is None:
            stamp = datetime.fromtimestamp(clock(), UTC).strftime("%Y%m%dT%H%M%S")
            kept = target.with_name(f"{target.name}{_ASIDE}{stamp}")
            target.rename(kept)
        else:
            target.unlink()
    except OSError:
        kept = target
    message = f"`{path.name}` is damaged: {cause}. The defaults are used."
    hint = f"The file is kept as `{kept.name}`."
    return Diagnostic(Code.SETTINGS_DAMAGED, Severity.WARNING, message, path=str(path), hint=hint)


def _kept_before(target: Path) -> tuple[Path, ...]:
    return tuple(p for p in target.parent.iterdir() if p.name.startswith(f"{target.name}{_ASIDE}") and p.is_file())


def _unreadable(path: Path, fault: OSError) -> Diagnostic:
    message = f"`{path}` cannot be read: {_cause(fault)}. The defaults are used."
    return Diagnostic(
        Code.FILE_UNREADABLE, Severity.WARNING, message, path=str(path), hint="Check that you may read it."
    )


def _unsaved(path: Path, fault: OSError) -> Diagnostic:
    message = f"`{path}` cannot be written: {_cause(fault)}. The change holds until qodev quits."
    return Diagnostic(
        Code.SETTINGS_UNSAVED, Severity.WARNING, message, path=str(path), hint="Free space or rights, then retry."
    )


def _cause(fault: OSError) -> str:
    text = fault.strerror or "unknown cause"
    return text[:1].lower() + text[1:]


def _store(path: Path, changes: Mapping[str, object], clock: Clock) -> None:
    """Reads the file anew under the lock, since another qodev may have written it, and changes the keys. Blocking."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with held(path.with_name(f".{path.name}.lock")):
        try:
            content = _read(path)
            parse_settings(content)
        except DamagedSettings as fault:
            _set_aside(path, str(fault), clock)
            content = b""
        changed = change_settings(content, changes)
        if changed != content:
            atomic_write(path, changed)

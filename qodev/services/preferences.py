"""Settings by their key, for front ends: they may not import the settings package."""

from pathlib import Path
from typing import Any, Protocol, TypeVar

from qodev.base.diagnostics import Diagnostic
from qodev.base.tasks import WorkPool
from qodev.settings.document import LIMIT_BYTES, line_of
from qodev.settings.schema import OPTIONS, Option
from qodev.types.settings import SettingState

T = TypeVar("T")


class OptionStore(Protocol):
    """What keeps settings: the SettingsStore, or a test's double."""

    @property
    def path(self) -> Path:
        """Returns the path of the file."""
        ...

    @property
    def failure(self) -> Diagnostic | None:
        """Returns why the last change could not be stored."""
        ...

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Returns what is wrong with the file as it was last read."""
        ...

    def get(self, option: Option[T]) -> T:
        """Returns the value in force."""
        ...

    def forced_by(self, option: Option[Any]) -> str:
        """Returns the environment variable that decides, "" for none."""
        ...

    async def set(self, option: Option[T], value: T) -> tuple[Diagnostic, ...]:
        """Stores a value; what could not be written is reported and stays in force."""
        ...

    async def reset(self, option: Option[Any]) -> tuple[Diagnostic, ...]:
        """Puts the default in force."""
        ...

    async def save(self) -> tuple[Diagnostic, ...]:
        """Tries again to store what could not be stored."""
        ...


class Preferences:
    """Finds a setting by its key and reads or changes it."""

    def __init__(self, store: OptionStore, pool: WorkPool) -> None:
        self._store = store
        self._pool = pool
        self._by_key: dict[str, Option[Any]] = {option.key: option for option in OPTIONS}

    @property
    def path(self) -> Path:
        """Returns the path of the settings file."""
        return self._store.path

    @property
    def failure(self) -> Diagnostic | None:
        """Returns why the last change could not be stored, None when it could."""
        return self._store.failure

    def value(self, key: str) -> object:
        """Returns the value in force; raises KeyError for a key that no setting has."""
        value: object = self._store.get(self._by_key[key])
        return value

    def state(self, key: str) -> SettingState:
        """Returns a setting as it is shown; raises KeyError for a key that no setting has."""
        option = self._by_key[key]
        return SettingState(
            key,
            option.kind,
            option.title,
            option.help,
            self._store.get(option),
            option.default,
            option.choices,
            option.least,
            option.most,
            self._store.forced_by(option),
            next(
                (f"{one.message} {one.advice or ''}".strip() for one in self._store.diagnostics if one.key == key), ""
            ),
        )

    def states(self) -> tuple[SettingState, ...]:
        """Returns every setting in the order of the schema."""
        return tuple(self.state(key) for key in self._by_key)

    async def change(self, key: str, value: object) -> tuple[Diagnostic, ...]:
        """Stores a value after the setting's own check; raises SettingsError for an impossible one."""
        return await self._store.set(self._by_key[key], value)

    async def reset(self, key: str) -> tuple[Diagnostic, ...]:
        """Puts the default of a setting in force, and takes its key out of the file."""
        return await self._store.reset(self._by_key[key])

    async def save(self) -> tuple[Diagnostic, ...]:
        """Tries again to store what could not be stored."""
        return await self._store.save()

    async def line_of(self, key: str) -> int:
        """Returns the line of a key in the file; the last line when it is not set there."""
        return await self._pool.run(_line_of, self._store.path, key)


def _line_of(path: Path, key: str) -> int:
    try:
        with path.open("rb") as stream:
            content = stream.read(LIMIT_BYTES)
    except OSError:
        return 1
    return line_of(content, key) or content.count(b"\n") + 1

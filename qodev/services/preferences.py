"""Settings by their key, for front ends: they may not import the settings package."""

from typing import Any, Protocol, TypeVar

from qodev.base.diagnostics import Diagnostic
from qodev.settings.schema import OPTIONS, Option

T = TypeVar("T")


class OptionStore(Protocol):
    """What keeps settings: the SettingsStore, or a test's double."""

    def get(self, option: Option[T]) -> T:
        """Returns the value in force."""
        ...

    async def set(self, option: Option[T], value: T) -> tuple[Diagnostic, ...]:
        """Stores a value; what could not be written is reported and stays in force."""
        ...


class Preferences:
    """Finds a setting by its key and reads or changes it."""

    def __init__(self, store: OptionStore) -> None:
        self._store = store
        self._by_key: dict[str, Option[Any]] = {option.key: option for option in OPTIONS}

    def value(self, key: str) -> object:
        """Returns the value in force; raises KeyError for a key that no setting has."""
        value: object = self._store.get(self._by_key[key])
        return value

    async def change(self, key: str, value: object) -> tuple[Diagnostic, ...]:
        """Stores a value after the setting's own check; raises SettingsError for an impossible one."""
        return await self._store.set(self._by_key[key], value)

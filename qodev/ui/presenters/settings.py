"""Settings of the program: shown as they are in force, changed at once, and told when they cannot be stored (U34)."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from qodev.base.errors import SettingsError
from qodev.types.events import AnyEvent, CatalogChanged, CatalogKind
from qodev.types.settings import SettingState
from qodev.ui.models.notices import Notice
from qodev.ui.presenters.core import Presenter

if TYPE_CHECKING:
    from qodev.services.app import Services


@dataclass(frozen=True, slots=True)
class NamedItem:
    """An agent, a role, a provider or a profile that the search finds, with the page it is on."""

    page: str
    name: str  # as it is shown
    id: str
    description: str = ""


class SettingsPresenter(Presenter):
    """Owns the settings that belong to no file of an agent."""

    setting_changed = Signal(object)  # SettingState
    refused = Signal(str, str)  # key, why the value was not taken
    fault_changed = Signal(object)  # Notice while the file cannot be written, else None
    file_wanted = Signal(str, int)  # the settings file and a line in it

    def __init__(self, services: "Services", parent: QObject | None = None) -> None:
        super().__init__(services, parent)
        self._states: dict[str, SettingState] = {}
        self._fault: Notice | None = None

    @property
    def states(self) -> tuple[SettingState, ...]:
        """Returns every setting as it is in force."""
        return self.services.preferences.states()

    @property
    def fault(self) -> Notice | None:
        """Returns why the settings file could not be written, None when it could."""
        return self._fault

    @property
    def data_folders(self) -> tuple[Path, Path]:
        """Returns the folders of conversations and of settings."""
        return self.services.paths.data, self.services.paths.config

    def value(self, key: str) -> object:
        """Returns the value in force."""
        return self.services.preferences.value(key)

    def load(self) -> None:
        """Tells every setting; called once the services have started."""
        self._states = {}
        self._tell_changes()

    def take(self, batch: tuple[AnyEvent, ...]) -> None:
        """Follows changes by whomever: the window, another window, an editor."""
        if any(isinstance(event, CatalogChanged) and event.kind is CatalogKind.SETTINGS for event in batch):
            self._tell_changes()

    def _tell_changes(self) -> None:
        for state in self.states:
            if self._states.get(state.key) != state:
                self._states[state.key] = state
                self.setting_changed.emit(state)
        failure = self.services.preferences.failure
        fault = None if failure is None else Notice(failure.message, failure.advice or "")
        if fault != self._fault:
            self._fault = fault
            self.fault_changed.emit(fault)

    def change(self, key: str, value: object) -> None:
        """Puts a value in force and stores it; `refused` follows for one that cannot be."""
        self.spawn(self._change(key, value), "setting")

    async def _change(self, key: str, value: object) -> None:
        try:
            await self.services.preferences.change(key, value)
        except SettingsError as fault:
            self.refused.emit(key, fault.message)
            return
        self.refused.emit(key, "")
        self._tell_changes()

    def reset(self, key: str) -> None:
        """Puts the default of a setting in force."""
        self.spawn(self._reset(key), "reset")

    async def _reset(self, key: str) -> None:
        await self.services.preferences.reset(key)
        self.refused.emit(key, "")
        self._tell_changes()

    def retry(self) -> None:
        """Tries again to write what could not be stored."""
        self.spawn(self._retry(), "settings")

    async def _retry(self) -> None:
        await self.services.preferences.save()
        self._tell_changes()

    def open_in_file(self, key: str) -> None:
        """Wants the settings file opened where a setting is, or would be, set."""
        self.spawn(self._open_in_file(key), "settings file")

    async def _open_in_file(self, key: str) -> None:
        preferences = self.services.preferences
        self.file_wanted.emit(str(preferences.path), await preferences.line_of(key))

    def names(self) -> tuple[NamedItem, ...]:
        """Returns agents, bases, roles, providers and profiles, for the search over all settings (U33)."""
        snapshot = self.services.agents.snapshot
        agents = [NamedItem("agents", a.name, a.name, a.description) for a in snapshot.agents.values()]
        bases = [NamedItem("agents", name, name) for name in snapshot.bases]
        roles = [NamedItem("roles", r.name or r.id, r.id, r.description) for r in snapshot.roles.values()]
        found = snapshot.instances.values()
        instances = [NamedItem("providers", i.name, i.name, i.description) for i in found]
        profiles = self.services.profiles.snapshot.profiles
        listed = [NamedItem("profiles", p.name, p.name, p.description) for p in profiles]
        return (*agents, *bases, *roles, *instances, *listed)

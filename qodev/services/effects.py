"""Lets changed settings take effect in the core at once: no setting needs a restart (U34)."""

from collections.abc import Awaitable, Callable

from qodev.base.logs import set_log_level
from qodev.base.tasks import TaskOwner
from qodev.settings.schema import EXTRA_AGENT_FOLDERS, LOG_LEVEL
from qodev.settings.store import SettingsStore


class SettingsEffects:
    """Follows what is not asked for anew at each use; proxy and CA file are read by every request."""

    def __init__(self, settings: SettingsStore, reload: Callable[[], Awaitable[object]], tasks: TaskOwner) -> None:
        self._settings = settings
        self._reload = reload
        self._tasks = tasks
        self._level = ""
        self._folders: tuple[str, ...] = ()

    def begin(self) -> None:
        """Notes what the program starts with."""
        self._level = self._settings.get(LOG_LEVEL)
        self._folders = self._settings.get(EXTRA_AGENT_FOLDERS)

    def follow(self) -> None:
        """Takes over what has changed since."""
        level, folders = self._settings.get(LOG_LEVEL), self._settings.get(EXTRA_AGENT_FOLDERS)
        if level != self._level:
            self._level = level
            set_log_level(level)
        if folders != self._folders:
            self._folders = folders
            self._tasks.spawn(self._read_again(), name="extra folders")

    async def _read_again(self) -> None:
        await self._reload()

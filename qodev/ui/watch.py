"""Watches folders and files with Qt, as the FolderWatch of `types.ports`."""

import os
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer

_JOIN_MS = 50  # editors that save by replacing give several signals at once
_SUFFIXES = (".toml", ".md", ".jinja", ".json", ".jsonc")
_MOST_FILES = 2000  # the system allows each user some thousands of watches
_BATCH = 100  # files that are added at once: a folder of a thousand must not hold the window


class QtFolderWatch(QObject):
    """Calls back on the GUI thread after any change below the watched paths; folders are not followed downwards.

    A watched folder says when files come, go or are replaced, not when one is written in place: so the files in it are
    watched too. A file that is replaced is dropped by the system's watch, so what exists is added again after each
    change. For what does not exist yet, such as the rosters of a new user, the folder around it is watched.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._watcher = QFileSystemWatcher(self)
        self._paths: tuple[str, ...] = ()
        self._changed: Callable[[], None] | None = None
        self._waiting: list[str] = []  # files that are still to be added
        self._adding = QTimer(self)
        self._adding.setInterval(0)
        self._adding.timeout.connect(self._add_some)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_JOIN_MS)
        self._pause.timeout.connect(self._tell)
        self._watcher.directoryChanged.connect(self._on_changed)
        self._watcher.fileChanged.connect(self._on_changed)

    def watch(self, paths: Sequence[Path], changed: Callable[[], None]) -> None:
        """Replaces what is watched."""
        self._changed = changed
        self._paths = tuple(str(path) for path in paths)
        self._renew()

    def stop(self) -> None:
        """Ends watching."""
        self._changed = None
        self._pause.stop()
        self._adding.stop()
        self._waiting.clear()
        self._paths = ()
        watched = self._watcher.files() + self._watcher.directories()
        if watched:
            self._watcher.removePaths(watched)

    def tell_now(self) -> None:
        """Counts as a change; called when the window becomes active, as network folders send no signals."""
        self._on_changed("")

    def _on_changed(self, _path: str) -> None:
        if self._changed is not None:
            self._pause.start()

    def _tell(self) -> None:
        self._renew()
        if self._changed is not None:
            self._changed()

    def _renew(self) -> None:
        places = (Path(path) if Path(path).exists() else Path(path).parent for path in self._paths)
        wanted = {str(place) for place in places if place.exists()}
        files = {file for place in sorted(wanted) for file in _files_in(place)}
        present = set(self._watcher.files()) | set(self._watcher.directories())
        gone = present - wanted - files
        if gone:
            self._watcher.removePaths(sorted(gone))
        if wanted - present:
            self._watcher.addPaths(sorted(wanted - present))
        self._waiting = sorted(files - wanted - present)[:_MOST_FILES]
        if self._waiting:
            self._adding.start()

    def _add_some(self) -> None:
        batch, self._waiting = self._waiting[:_BATCH], self._waiting[_BATCH:]
        if batch:
            self._watcher.addPaths(batch)
        if not self._waiting:
            self._adding.stop()


def _files_in(folder: str) -> list[str]:
    try:
        with os.scandir(folder) as entries:
            return [entry.path for entry in entries if entry.name.endswith(_SUFFIXES) and entry.is_file()]
    except OSError:  # it is a file itself, or gone
        return []

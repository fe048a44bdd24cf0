"""Watches folders and files with Qt, as the FolderWatch of `types.ports`."""

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer

_JOIN_MS = 50  # editors that save by replacing give several signals at once


class QtFolderWatch(QObject):
    """Calls back on the GUI thread after any change below the watched paths; folders are not followed downwards.

    A file that is replaced is dropped by the system's watch, so what exists is added again after each change. For what
    does not exist yet, such as the rosters of a new user, the folder around it is watched.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._watcher = QFileSystemWatcher(self)
        self._paths: tuple[str, ...] = ()
        self._changed: Callable[[], None] | None = None
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
        present = set(self._watcher.files()) | set(self._watcher.directories())
        if present - wanted:
            self._watcher.removePaths(sorted(present - wanted))
        if wanted - present:
            self._watcher.addPaths(sorted(wanted - present))

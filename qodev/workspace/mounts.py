"""Remembers which mounts inside a project the person allowed edits in (S58)."""

import json
from pathlib import Path, PurePosixPath

from qodev.base.files import atomic_write, read_bounded

_LIMIT_BYTES = 256 * 1024


class MountConsents:
    """Holds project and folder of every consent; a folder below an allowed one is allowed. Its methods block."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def allows(self, project: Path, folder: str) -> bool:
        """Tells whether edits may go to a folder that lies on another device; what cannot be read allows nothing."""
        allowed = set(self._load().get(str(project), ()))
        place = PurePosixPath(folder)
        return any(str(one) in allowed for one in (place, *place.parents))

    def allow(self, project: Path, folder: str) -> None:
        """Takes a consent and stores it durably; raises OSError."""
        given = self._load()
        given[str(project)] = sorted({*given.get(str(project), ()), folder})
        self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        atomic_write(self._path, json.dumps(given, indent=2).encode(), keep_mode=False)

    def _load(self) -> dict[str, list[str]]:
        try:
            document = json.loads(read_bounded(self._path, _LIMIT_BYTES))
            return {str(project): [str(folder) for folder in folders] for project, folders in document.items()}
        except (OSError, ValueError, AttributeError, TypeError):
            return {}

"""Keeps copies of files from before a change, under the digest of their bytes (P184, S171)."""

import os
from collections.abc import Set as AbstractSet
from pathlib import Path

from qodev.base.errors import UserFacingError
from qodev.base.files import atomic_write, digest_of, read_bounded
from qodev.base.textfiles import TEXT_LIMIT_BYTES


class CheckpointMissing(UserFacingError):
    """A copy is gone, or is not what was stored; nothing can be taken back with it."""

    def __init__(self, sha256: str) -> None:
        super().__init__(
            f"The checkpoint `{sha256[:12]}` is missing or damaged.", "The file stays as it is; look for it in git."
        )


class CheckpointStore:
    """A folder of copies below the data folder; equal bytes lie there once. Its methods block."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def put(self, content: bytes) -> str:
        """Stores bytes durably and returns their SHA-256; raises OSError."""
        sha256 = digest_of(content)
        if self._read(sha256) is None:
            place = self._place(sha256)
            for folder in (self._folder, place.parent):
                folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            atomic_write(place, content, keep_mode=False)
            for folder in (place.parent.parent, self._folder.parent):  # their new names must last too
                _sync(folder)
        return sha256

    def get(self, sha256: str) -> bytes:
        """Returns the bytes of a checkpoint; raises CheckpointMissing."""
        content = self._read(sha256)
        if content is None:
            raise CheckpointMissing(sha256)
        return content

    def prune(self, kept: AbstractSet[str]) -> int:
        """Removes the copies that no change names any more, and returns how many; raises OSError."""
        removed = 0
        for place in self._folder.glob("??/*"):
            if len(place.name) == 62 and place.parent.name + place.name not in kept:
                place.unlink(missing_ok=True)
                removed += 1
        return removed

    def _read(self, sha256: str) -> bytes | None:
        try:
            content = read_bounded(self._place(sha256), TEXT_LIMIT_BYTES)
        except OSError:
            return None
        return content if digest_of(content) == sha256 else None

    def _place(self, sha256: str) -> Path:
        return self._folder / sha256[:2] / sha256[2:]


def _sync(folder: Path) -> None:
    if os.name == "nt":
        return  # Windows has no handle of a folder that can be synced
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)

"""Keeps the last accepted bytes of each steering file, so that a later change can be shown as a difference (P58, U155)."""

import contextlib
import hashlib
import shutil
from dataclasses import dataclass
from pathlib import Path

from qodev.base.files import atomic_write, read_bounded

_LIMIT_BYTES = 64 * 1024
_NAME_DIGITS = 32


@dataclass(frozen=True, slots=True)
class AcceptedTexts:
    """Copies below one folder of ours. They only help to look: whether a content counts, the trust file says. Blocking."""

    folder: Path

    def keep(self, root: str, kind: str, path: str, content: bytes) -> None:
        """Keeps what was accepted; a disk that cannot be written loses the difference and nothing else."""
        place = self._place(root, kind, path)
        with contextlib.suppress(OSError):
            place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            atomic_write(place, content, keep_mode=False)

    def find(self, root: str, kind: str, path: str) -> bytes | None:
        """Returns what was accepted last."""
        try:
            return read_bounded(self._place(root, kind, path), _LIMIT_BYTES)
        except OSError:
            return None

    def drop(self, root: str) -> None:
        """Forgets everything of a folder."""
        shutil.rmtree(self.folder / _digest(root), ignore_errors=True)

    def _place(self, root: str, kind: str, path: str) -> Path:
        return self.folder / _digest(root) / _digest(f"{kind}\0{path}")


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()[:_NAME_DIGITS]

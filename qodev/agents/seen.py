"""Remembers which bytes of agents were seen before (S90)."""

import json
from collections.abc import Iterable
from pathlib import Path

from qodev.base.files import atomic_write, read_bounded

_FILE_LIMIT = 8 * 1024 * 1024
_KEPT = 20_000


class SeenDigests:
    """Digests that passed their check or were saved by the user; kept in a JSON file, oldest dropped first.

    Blocking; used by one owner. A file that is damaged counts as empty: agents are then checked once more.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._digests: dict[str, None] = {}

    def load(self) -> None:
        """Reads the file."""
        try:
            data = json.loads(read_bounded(self._path, _FILE_LIMIT))
            found = data["seen"] if isinstance(data, dict) else []
        except (OSError, ValueError, LookupError, RecursionError):
            found = []
        texts = found if isinstance(found, list) else []
        self._digests = dict.fromkeys(digest for digest in texts if isinstance(digest, str))

    def __contains__(self, digest: str) -> bool:
        return digest in self._digests

    def has_all(self, digests: Iterable[str]) -> bool:
        """Tells whether all were seen."""
        return all(map(self._digests.__contains__, digests))

    def mark(self, digests: Iterable[str]) -> None:
        """Takes digests as seen and writes the file; one that cannot be written costs another check next time."""
        fresh = [digest for digest in digests if digest not in self._digests]
        if not fresh:
            return
        self._digests |= dict.fromkeys(fresh)
        self._digests = dict.fromkeys(list(self._digests)[-_KEPT:])
        text = json.dumps({"seen": list(self._digests)}, ensure_ascii=True)
        try:
            atomic_write(self._path, text.encode("ascii"))
        except OSError:
            return

"""Keeps two small files: which items the keyring holds (names alone), and keys kept in a private file (S174)."""

import json
from collections.abc import Mapping
from pathlib import Path

from qodev.base.errors import SecretError
from qodev.base.files import atomic_write, read_bounded

_LIMIT_BYTES = 1024 * 1024


class KeyringItems:
    """The names of items that were stored in the keyring, so that it is not asked for others."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def load(self) -> frozenset[str]:
        """Returns the names; none when the file is missing or damaged. Blocking."""
        held = _read_json(self._path)
        return frozenset(name for name in held if isinstance(name, str)) if isinstance(held, list) else frozenset()

    def add(self, name: str) -> None:
        """Notes an item. Blocking. A disk that takes no note costs one question to the keyring, later."""
        self._write(self.load() | {name})

    def remove(self, name: str) -> None:
        """Forgets an item. Blocking."""
        self._write(self.load() - {name})

    def _write(self, names: frozenset[str]) -> None:
        if names == self.load():
            return
        try:
            _write_json(self._path, sorted(names))
        except OSError:
            return


class PrivateKeyFile:
    """Keys in a file for its owner alone; used only after consent."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def load(self) -> Mapping[str, str]:
        """Returns the keys by item name. Blocking."""
        held = _read_json(self._path)
        return {k: v for k, v in held.items() if isinstance(v, str)} if isinstance(held, dict) else {}

    def put(self, name: str, value: str) -> None:
        """Stores a key. Blocking. Raises SecretError."""
        self._write({**self.load(), name: value})

    def remove(self, name: str) -> None:
        """Removes a key; without it nothing happens. Blocking. Raises SecretError."""
        held = dict(self.load())
        if held.pop(name, None) is not None:
            self._write(held)

    def _write(self, held: Mapping[str, str]) -> None:
        try:
            if held:
                _write_json(self._path, dict(held))
            else:
                self._path.unlink(missing_ok=True)
        except OSError as fault:
            raise SecretError(f"`{self._path}` cannot be written: {fault.strerror}.", "Free space and retry.") from None


def _read_json(path: Path) -> object:
    try:
        value: object = json.loads(read_bounded(path, _LIMIT_BYTES))
    except (OSError, ValueError, RecursionError):
        return None
    return value


def _write_json(path: Path, value: object) -> None:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    atomic_write(path, json.dumps(value, indent=1).encode(), keep_mode=False)

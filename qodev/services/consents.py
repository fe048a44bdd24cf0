"""Remembers to which instances a key may go unencrypted, after the person said so once (S113)."""

import json
from pathlib import Path
from urllib.parse import urlsplit

from qodev.base.files import atomic_write, read_bounded
from qodev.base.proxies import is_loopback_host
from qodev.types.agents import ProviderInstance

_LIMIT_BYTES = 64 * 1024


class PlainConsents:
    """Holds instance and host of every consent; another host asks again."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._given: set[tuple[str, str]] | None = None

    def is_needed(self, instance: ProviderInstance) -> bool:
        """Tells whether a key of this instance would go unencrypted to another machine without a consent."""
        parts = urlsplit(instance.url)
        is_plain = parts.scheme == "http" and not is_loopback_host(parts.hostname or "")
        return is_plain and bool(instance.api_key_ref.strip()) and not self.allows(instance)

    def allows(self, instance: ProviderInstance) -> bool:
        """Tells whether the person agreed."""
        return _entry(instance) in self._load()

    def allow(self, instance: ProviderInstance) -> None:
        """Takes a consent and stores it; raises OSError, and it then counts until the program ends."""
        given = self._load()
        given.add(_entry(instance))
        atomic_write(self._path, json.dumps(sorted(given), indent=2).encode())

    def _load(self) -> set[tuple[str, str]]:
        if self._given is None:
            self._given = _read(self._path)
        return self._given


def _entry(instance: ProviderInstance) -> tuple[str, str]:
    return instance.name, urlsplit(instance.url).netloc.lower()


def _read(path: Path) -> set[tuple[str, str]]:
    """Returns the stored consents; what cannot be read counts as not given."""
    try:
        stored = json.loads(read_bounded(path, _LIMIT_BYTES))
    except (OSError, ValueError):
        return set()
    pairs = [pair for pair in stored if isinstance(pair, list)] if isinstance(stored, list) else []
    return {(pair[0], pair[1]) for pair in pairs if len(pair) == 2 and all(isinstance(part, str) for part in pair)}

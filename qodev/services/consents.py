"""Remembers what the person agreed to for an instance: an unencrypted key (S113), hosted Code tasks (U42)."""

import contextlib
import json
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlsplit

from qodev.base.files import atomic_write, read_bounded
from qodev.base.proxies import is_loopback_host
from qodev.types.agents import ProviderInstance
from qodev.types.instances import HostedConsent

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
        self._write(given)

    def rename(self, before: str, after: str) -> None:
        """Keeps the consents of an instance under its new name."""
        given = self._load()
        moved = {(after, host) for name, host in given if name == before}
        if moved:
            self._given = {entry for entry in given if entry[0] != before} | moved
            with contextlib.suppress(OSError):  # it then counts until the program ends
                self._write(self._given)

    def _write(self, given: set[tuple[str, str]]) -> None:
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


class HostedConsents:
    """Holds what may be uploaded to a hosted instance; another host counts as nothing agreed to."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._given: dict[tuple[str, str], HostedConsent] | None = None

    def of(self, instance: ProviderInstance) -> HostedConsent:
        """Returns what was agreed to; read when a turn starts, so a switch counts for the turns after it."""
        return self._load().get(_entry(instance), HostedConsent())

    def give(self, instance: ProviderInstance, consent: HostedConsent) -> None:
        """Takes both switches and stores them; raises OSError, and they then count until the program ends."""
        given = self._load()
        given[_entry(instance)] = consent
        self._write(given)

    def rename(self, before: str, after: str) -> None:
        """Keeps what was agreed to for an instance under its new name."""
        given = self._load()
        if any(name == before for name, _ in given):
            self._given = {(after if name == before else name, host): c for (name, host), c in given.items()}
            with contextlib.suppress(OSError):  # it then counts until the program ends
                self._write(self._given)

    def _write(self, given: Mapping[tuple[str, str], HostedConsent]) -> None:
        items = sorted(given.items(), key=lambda item: item[0])
        rows = [[*entry, c.code, c.sharing] for entry, c in items if c != HostedConsent()]
        atomic_write(self._path, json.dumps(rows, indent=2).encode())

    def _load(self) -> dict[tuple[str, str], HostedConsent]:
        if self._given is None:
            self._given = _read_hosted(self._path)
        return self._given


def _read_hosted(path: Path) -> dict[tuple[str, str], HostedConsent]:
    """Returns the stored consents; what cannot be read counts as not given."""
    try:
        stored = json.loads(read_bounded(path, _LIMIT_BYTES))
    except (OSError, ValueError):
        return {}
    rows = [row for row in stored if isinstance(row, list) and len(row) == 4] if isinstance(stored, list) else []
    return {
        (name, host): HostedConsent(code is True, sharing is True)
        for name, host, code, sharing in rows
        if isinstance(name, str) and isinstance(host, str)
    }

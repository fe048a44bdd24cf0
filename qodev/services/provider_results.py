"""Keeps the last connection test of each instance with its time, as long as what was tested is the same (U41)."""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from qodev.base.files import atomic_write, digest_of, read_bounded
from qodev.base.ids import Clock
from qodev.base.netcauses import NetCause
from qodev.base.tasks import WorkPool
from qodev.types.agents import ProviderInstance
from qodev.types.providers import ErrorKind, ProbeResult, ProbeStep

_LIMIT_BYTES = 4 * 1024 * 1024


class ProbeResults:
    """Holds results by name; one counts only for an instance that is reached as it was when it was tested."""

    def __init__(self, path: Path, pool: WorkPool, clock: Clock) -> None:
        self._path = path
        self._pool = pool
        self._clock = clock
        self._kept: dict[str, tuple[str, ProbeResult]] | None = None
        self._loading = asyncio.Lock()

    async def load(self) -> None:
        """Reads what earlier runs kept; a file that cannot be read counts as empty."""
        async with self._loading:
            if self._kept is None:
                self._kept = await self._pool.run(_read, self._path)

    def find(self, instance: ProviderInstance) -> ProbeResult | None:
        """Returns the last result that still counts."""
        mark, result = (self._kept or {}).get(instance.name, ("", None))
        return result if mark == mark_of(instance) else None

    async def keep(self, instance: ProviderInstance, result: ProbeResult) -> ProbeResult:
        """Takes a result and returns it with its time; a disk that takes nothing costs it with the end of the program."""
        await self.load()
        timed = replace(result, tested_at=self._clock())
        self._kept = {**(self._kept or {}), instance.name: (mark_of(instance), timed)}
        await self._write()
        return timed

    async def forget(self, *names: str) -> None:
        """Drops results, such as those of a key that was replaced."""
        await self.load()
        kept = {name: entry for name, entry in (self._kept or {}).items() if name not in names}
        if kept != self._kept:
            self._kept = kept
            await self._write()

    async def rename(self, before: str, after: str) -> None:
        """Keeps the result of an instance under its new name."""
        await self.load()
        entry = (self._kept or {}).get(before)
        if entry is not None:
            self._kept = {**(self._kept or {}), after: entry}
            await self.forget(before)

    async def _write(self) -> None:
        kept = {name: {"mark": mark, **_packed(result)} for name, (mark, result) in (self._kept or {}).items()}
        await self._pool.run(_store, self._path, json.dumps(kept, indent=1).encode())


def mark_of(instance: ProviderInstance) -> str:
    """Returns what changes when an instance is reached in another way."""
    reached = (
        instance.client_api.value,
        instance.url,
        instance.api_key_ref,
        sorted(instance.headers.items()),
        instance.proxy,
        instance.ca_file,
        instance.verify_tls,
    )
    return digest_of(repr(reached).encode())


def _store(path: Path, content: bytes) -> None:
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        atomic_write(path, content, keep_mode=False)
    except OSError:
        return


def _packed(result: ProbeResult) -> dict[str, object]:
    """Returns a result without its models, which the next test lists again."""
    return {
        "ok": result.ok,
        "kind": result.kind,
        "text": result.text,
        "url": result.url,
        "status": result.status,
        "hint": result.hint,
        "cause": result.cause,
        "is_proxy": result.is_proxy,
        "request_id": result.request_id,
        "tested_at": result.tested_at,
        "steps": [[s.name, s.ok, s.text, s.url, s.status, s.vendor_text] for s in result.steps],
    }


def _read(path: Path) -> dict[str, tuple[str, ProbeResult]]:
    try:
        stored = json.loads(read_bounded(path, _LIMIT_BYTES))
        entries = stored.items() if isinstance(stored, dict) else ()
        return {name: (str(entry["mark"]), _unpacked(entry)) for name, entry in entries}
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return {}


def _unpacked(entry: Mapping[str, object]) -> ProbeResult:
    steps = entry["steps"]
    if not isinstance(steps, list):
        raise TypeError("no steps")
    return ProbeResult(
        ok=bool(entry["ok"]),
        kind=ErrorKind(str(entry["kind"])) if entry["kind"] else None,
        text=str(entry["text"]),
        url=str(entry["url"]),
        status=_number(entry["status"]),
        steps=tuple(_step(step) for step in steps),
        hint=str(entry["hint"]) if entry["hint"] else None,
        cause=NetCause(str(entry["cause"])) if entry["cause"] else None,
        is_proxy=bool(entry["is_proxy"]),
        request_id=str(entry["request_id"]) if entry["request_id"] else None,
        tested_at=float(str(entry["tested_at"])),
    )


def _step(step: list[object]) -> ProbeStep:
    name, ok, text, url, status, vendor = step
    return ProbeStep(str(name), bool(ok), str(text), str(url), _number(status), str(vendor))


def _number(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None

"""Remembers which launches and which operations of MCP servers a person accepted, by digest (S150, S151).

Two windows share the file: each change reads it again under a lock. What cannot be read accepts nothing and is kept.
"""

import difflib
import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from qodev.base.errors import UserFacingError
from qodev.base.files import atomic_write, read_bounded
from qodev.base.jsontext import JsonFault, JsonValue, dump_compact, loads_strict
from qodev.base.locks import held
from qodev.base.text import show_hidden
from qodev.types.servers import ServerEntry, Transport

_VERSION = 1
_LIMIT_BYTES = 64 * 1024 * 1024
_DEPTH_MOST = 8
_Mark = tuple[int, int, int] | None


class AcceptError(UserFacingError):
    """A decision cannot be stored; nothing has changed."""


@dataclass(frozen=True, slots=True)
class Accepted:
    """One accepted thing: its digest, and the text in which it was shown."""

    digest: str
    shown: str


@dataclass(frozen=True, slots=True)
class AcceptedServer:
    """What was accepted of one server."""

    launch: Accepted | None = None
    operations: Mapping[str, Accepted] = field(default_factory=dict)  # by name, which is compared exactly


def launch_text(entry: ServerEntry) -> str:
    """Returns how a server is started, as a person is shown it: every word that runs, and no value (S150)."""
    if entry.transport is Transport.HTTP:
        lines = [f"address: {entry.url}"]
        lines += [f"header {name}: from ${variable}" for name, variable in entry.headers]
        lines += ["signs in with your browser (OAuth)"] if entry.oauth else []
    else:
        lines = [f"program: {entry.command}"]
        lines += [f"argument {number}: {one}" for number, one in enumerate(entry.arguments, 1)]
        lines.append(f"folder: {entry.folder or 'your home folder'}")
        lines += [f"variable {theirs}: from ${ours}" for theirs, ours in entry.environment]
    return show_hidden("\n".join(lines))


def launch_digest(entry: ServerEntry) -> str:
    """Returns one number for all that decides what is started or reached."""
    parts: list[JsonValue] = [
        entry.transport.value,
        entry.command,
        list(entry.arguments),
        entry.folder,
        [list(pair) for pair in entry.environment],
        entry.url,
        [list(pair) for pair in entry.headers],
        entry.oauth,
    ]
    return hashlib.sha256(dump_compact(parts).encode("utf-8", "surrogatepass")).hexdigest()


def difference(before: str, after: str) -> str:
    """Returns what differs between two shown texts, as unified lines without file names."""
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=2)
    return "\n".join(line for line in lines if not line.startswith(("---", "+++")))


@dataclass(slots=True)
class AcceptedServers:
    """Reads and changes the file of accepted things. Every method but the look-ups blocks."""

    path: Path
    _servers: Mapping[str, AcceptedServer] = field(default_factory=dict)
    _fault: str | None = None
    _mark: _Mark = None

    def load(self) -> None:
        """Reads the file; one that is not right is left alone, and nothing of it counts."""
        self._mark = _mark_of(self.path)
        try:
            self._servers, self._fault = _parse(read_bounded(self.path, _LIMIT_BYTES)), None
        except FileNotFoundError:
            self._servers, self._fault = {}, None
        except (OSError, ValueError) as fault:
            self._servers = {}
            self._fault = f"`{self.path.name}` cannot be used ({fault}), so every server has to be accepted again."

    def refresh(self) -> bool:
        """Reads the file again when somebody else wrote it; tells whether it was read."""
        if _mark_of(self.path) == self._mark and self._fault is None:
            return False
        self.load()
        return True

    @property
    def fault(self) -> str | None:
        """Returns why nothing counts, None when all is well."""
        return self._fault

    def of(self, server: str) -> AcceptedServer:
        """Returns what was accepted of the server with this very id; another id, folded apart, has nothing (S151)."""
        return self._servers.get(server.casefold(), AcceptedServer())

    def accept_launch(self, entry: ServerEntry) -> None:
        """Stores that a launch was accepted as it is shown now. Raises AcceptError."""
        launch = Accepted(launch_digest(entry), launch_text(entry))
        self._change(entry.id, lambda before: replace(before, launch=launch))

    def accept_operations(self, server: str, operations: Mapping[str, Accepted], listed: frozenset[str]) -> None:
        """Stores operations as accepted, and forgets those that the server does not list any more. Raises AcceptError."""

        def accept(before: AcceptedServer) -> AcceptedServer:
            kept = {name: one for name, one in before.operations.items() if name in listed}
            return replace(before, operations=kept | dict(operations))

        self._change(server, accept)

    def forget(self, server: str) -> None:
        """Takes back everything about a server. Raises AcceptError."""
        self._change(server, lambda _: AcceptedServer())

    def _change(self, server: str, change: Callable[[AcceptedServer], AcceptedServer]) -> None:
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with held(self.path.with_suffix(".lock")):
                self.load()
                if self._fault is not None:
                    raise AcceptError("What was accepted could not be read, so nothing can be changed.", self._fault)
                after = dict(self._servers)
                after[server.casefold()] = change(self.of(server))
                after = {name: one for name, one in after.items() if one != AcceptedServer()}
                if after != self._servers:
                    atomic_write(self.path, _render(after), keep_mode=False)
                self._servers, self._mark = after, _mark_of(self.path)
        except OSError as fault:
            raise AcceptError(f"The decision could not be stored: {fault.strerror or fault}.") from fault


def _parse(content: bytes) -> Mapping[str, AcceptedServer]:
    document = loads_strict(content.decode(), depth_limit=_DEPTH_MOST)
    servers = document.get("servers") if isinstance(document, Mapping) else None
    if not isinstance(document, Mapping) or document.get("version") != _VERSION or not isinstance(servers, Mapping):
        raise JsonFault("it is not what qodev writes")
    return {name: _server(raw) for name, raw in servers.items()}


def _server(raw: JsonValue) -> AcceptedServer:
    operations = raw.get("operations") if isinstance(raw, Mapping) else None
    if not isinstance(raw, Mapping) or not isinstance(operations, Mapping):
        raise JsonFault("it is not what qodev writes")
    launch = _accepted(raw["launch"]) if raw.get("launch") is not None else None
    return AcceptedServer(launch, {name: _accepted(one) for name, one in operations.items()})


def _accepted(raw: JsonValue) -> Accepted:
    digest, shown = (raw.get("digest"), raw.get("shown")) if isinstance(raw, Mapping) else (None, None)
    if not isinstance(digest, str) or not isinstance(shown, str):
        raise JsonFault("it is not what qodev writes")
    return Accepted(digest, shown)


def _render(servers: Mapping[str, AcceptedServer]) -> bytes:
    written: dict[str, JsonValue] = {}
    for name, server in sorted(servers.items()):
        operations = {own: _written(one) for own, one in sorted(server.operations.items())}
        written[name] = {"launch": _written(server.launch) if server.launch else None, "operations": operations}
    return dump_compact({"version": _VERSION, "servers": written}).encode("utf-8", "replace")


def _written(accepted: Accepted) -> JsonValue:
    return {"digest": accepted.digest, "shown": accepted.shown}


def _mark_of(path: Path) -> _Mark:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino

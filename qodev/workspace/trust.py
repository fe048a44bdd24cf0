"""Keeps which folders a person trusts, and which contents were accepted; everything unsure means not trusted (S67 to S78)."""

import json
import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from qodev.base.errors import UserFacingError
from qodev.base.files import atomic_write, read_bounded
from qodev.base.folders import FolderIdentity
from qodev.base.jsontext import JsonValue
from qodev.base.locks import held
from qodev.workspace.steering import SteeringFile, SteeringKind, find_steering

_VERSION = 1
_LIMIT_BYTES = 8 * 1024 * 1024


class TrustError(UserFacingError):
    """A folder cannot be trusted, or the decision cannot be kept."""


@dataclass(frozen=True, slots=True)
class TrustedFolder:
    """A folder that a person said yes to, and since when; it covers the folders below."""

    identity: FolderIdentity
    since: float


@dataclass(frozen=True, slots=True)
class Accepted:
    """What of one folder was accepted: kind, relative path and digest of each content, older ones too (S69, S70)."""

    identity: FolderIdentity
    contents: frozenset[tuple[str, str, str]] = frozenset()


@dataclass(frozen=True, slots=True)
class TrustState:
    """What the trust file says; `fault` means that it could not be read, and nothing may be changed (P207)."""

    folders: tuple[TrustedFolder, ...] = ()
    accepted: tuple[Accepted, ...] = ()
    fault: str | None = None

    def contents_of(self, identity: FolderIdentity) -> frozenset[tuple[str, str, str]]:
        """Returns what was accepted of a folder."""
        return next((record.contents for record in self.accepted if record.identity == identity), frozenset())

    def with_contents(self, identity: FolderIdentity, contents: Iterable[tuple[str, str, str]]) -> "TrustState":
        """Returns the state with further accepted contents of a folder."""
        kept = tuple(record for record in self.accepted if record.identity != identity)
        joined = self.contents_of(identity) | frozenset(contents)
        return replace(self, accepted=(*kept, Accepted(identity, joined)))


@dataclass(frozen=True, slots=True)
class FolderTrust:
    """How a folder stands now: what is in effect and what waits for a person."""

    identity: FolderIdentity
    covered_by: TrustedFolder | None
    effective: tuple[SteeringFile, ...] = ()
    pending: tuple[SteeringFile, ...] = ()

    @property
    def is_trusted(self) -> bool:
        """Tells whether the folder or one above it is trusted."""
        return self.covered_by is not None


@dataclass(slots=True)
class TrustStore:
    """Reads and changes the trust file; each decision is one transaction, so that two windows lose nothing (S77)."""

    path: Path
    home: Path
    clock: Callable[[], float]
    _published: TrustState = field(default_factory=TrustState)

    def load(self) -> TrustState:
        """Reads the file again and returns the state in force. Blocking."""
        self._published = self._read()
        return self._published

    @property
    def state(self) -> TrustState:
        """Returns the state in force."""
        return self._published

    def look_at(self, folder: Path) -> FolderTrust:
        """Returns how a folder stands; nothing of an untrusted one is read (S67). Blocking; raises OSError."""
        identity = FolderIdentity.of(Path(os.path.realpath(folder, strict=True)))
        covering = self._covering(identity)
        if covering is None:
            return FolderTrust(identity, None)
        contents = self._published.contents_of(identity)
        files = find_steering(Path(identity.path))
        effective = tuple(file for file in files if _content(file) in contents)
        pending = tuple(file for file in files if _content(file) not in contents)
        return FolderTrust(identity, covering, effective, pending)

    def is_trusted(self, folder: Path) -> bool:
        """Tells whether a folder is trusted now; asked again before each act (S72). Blocking."""
        try:
            identity = FolderIdentity.of(Path(os.path.realpath(folder, strict=True)))
        except OSError:
            return False
        return self._covering(identity) is not None

    def _covering(self, identity: FolderIdentity) -> TrustedFolder | None:
        inside = Path(identity.path)
        for trusted in self._published.folders:
            outer = Path(trusted.identity.path)
            if (outer == inside or outer in inside.parents) and trusted.identity.is_there():
                return trusted if outer != inside or trusted.identity == identity else None
        return None

    def refusal(self, folder: Path) -> str | None:
        """Returns why a folder cannot be trusted at all (P205, S73)."""
        resolved = Path(os.path.realpath(folder))
        home = Path(os.path.realpath(self.home))
        if resolved == Path(resolved.anchor):
            return "It is the root of a file system."
        if resolved == home:
            return "It is the home folder."
        return "The home folder lies in it." if resolved in home.parents else None

    def trust(self, folder: Path, shown: Sequence[SteeringFile], *, above: bool = False) -> None:
        """Trusts a folder, or its parent with `above`, and accepts what the sheet showed of the folder itself (S73).

        Raises TrustError for a folder that cannot be trusted or a file that cannot be written. Blocking.
        """
        opened = FolderIdentity.of(Path(os.path.realpath(folder, strict=True)))
        target = Path(opened.path).parent if above else Path(opened.path)
        reason = self.refusal(target)
        if reason is not None:
            raise TrustError(f"`{target}` cannot be trusted. {reason}", "Trust the project's own folder.")
        trusted = TrustedFolder(FolderIdentity.of(target), self.clock())

        def add(state: TrustState) -> TrustState:
            others = tuple(known for known in state.folders if known.identity.path != trusted.identity.path)
            return replace(state, folders=(*others, trusted)).with_contents(opened, map(_content, shown))

        self._change(add)

    def accept(self, folder: Path, files: Sequence[SteeringFile]) -> None:
        """Accepts contents of a folder that is trusted already; of another one nothing (S81). Blocking."""
        current = self.look_at(folder)
        if current.is_trusted:
            self._change(lambda state: state.with_contents(current.identity, map(_content, files)))

    def accept_written(self, folder: Path, path: str) -> None:
        """Accepts a steering file that the person wrote or accepted in a review (S70). Blocking."""
        current = self.look_at(folder)
        written = tuple(file for file in (*current.effective, *current.pending) if file.path == path)
        self.accept(folder, written)

    def revoke(self, folder: Path) -> None:
        """Ends trust in a folder, in those that cover it, and forgets what was accepted of them (S72). Blocking."""
        resolved = Path(os.path.realpath(folder))
        ended = [
            Path(trusted.identity.path)
            for trusted in self._published.folders
            if Path(trusted.identity.path) == resolved or Path(trusted.identity.path) in resolved.parents
        ] or [resolved]

        def remove(state: TrustState) -> TrustState:
            def is_ended(identity: FolderIdentity) -> bool:
                path = Path(identity.path)
                return any(path == outer or outer in path.parents for outer in ended)

            folders = tuple(known for known in state.folders if Path(known.identity.path) not in ended)
            accepted = tuple(record for record in state.accepted if not is_ended(record.identity))
            return replace(state, folders=folders, accepted=accepted)

        self._change(remove)

    def _change(self, change: Callable[[TrustState], TrustState]) -> None:
        """Reads, changes and writes under a lock; what is written is published afterwards, not before."""
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with held(self.path.with_suffix(".lock")):
                state = self._read()
                if state.fault is not None:
                    self._published = state
                    raise TrustError("The trust file could not be read; nothing is changed.", state.fault)
                after = change(state)
                atomic_write(self.path, _written(after), keep_mode=False)
        except OSError as fault:
            raise TrustError(f"The decision could not be stored: {fault.strerror or fault}.") from fault
        self._published = after

    def _read(self) -> TrustState:
        try:
            content = read_bounded(self.path, _LIMIT_BYTES)
            if hasattr(os, "getuid") and self.path.stat().st_uid != os.getuid():
                return TrustState(fault=f"`{self.path}` belongs to another user.")
        except FileNotFoundError:
            return TrustState()
        except OSError as fault:
            return TrustState(fault=f"`{self.path}` cannot be read: {fault.strerror or fault}.")
        try:
            return _parsed(json.loads(content))
        except (ValueError, KeyError, TypeError, RecursionError):
            return TrustState(fault=f"`{self.path}` is damaged or of a newer qodev. Repair or remove it.")


def _content(file: SteeringFile) -> tuple[str, str, str]:
    return file.kind.value, file.path, file.digest


def _written(state: TrustState) -> bytes:
    def place(identity: FolderIdentity) -> dict[str, JsonValue]:
        return {"path": identity.path, "device": identity.device, "inode": identity.inode}

    document: dict[str, JsonValue] = {
        "version": _VERSION,
        "folders": [{**place(known.identity), "since": known.since} for known in state.folders],
        "accepted": [
            {**place(record.identity), "contents": [list(content) for content in sorted(record.contents)]}
            for record in state.accepted
        ],
    }
    return (json.dumps(document, indent=1, ensure_ascii=True) + "\n").encode()


def _parsed(document: object) -> TrustState:
    """Returns the state of a whole and valid document; raises ValueError, KeyError or TypeError for any other."""
    if not isinstance(document, dict) or document["version"] != _VERSION:
        raise ValueError("another version")
    folders = tuple(TrustedFolder(_identity(entry), float(entry["since"])) for entry in document["folders"])
    accepted = tuple(
        Accepted(_identity(entry), frozenset(_content_of(content) for content in entry["contents"]))
        for entry in document["accepted"]
    )
    return TrustState(folders, accepted)


def _identity(entry: "dict[str, object]") -> FolderIdentity:
    path, device, inode = entry["path"], entry["device"], entry["inode"]
    if not isinstance(path, str) or not isinstance(device, int) or not isinstance(inode, int):
        raise TypeError("no identity")
    return FolderIdentity(path, device, inode)


def _content_of(entry: Sequence[object]) -> tuple[str, str, str]:
    kind, path, digest = entry
    if not isinstance(path, str) or not isinstance(digest, str):
        raise TypeError("no content")
    return SteeringKind(str(kind)).value, path, digest

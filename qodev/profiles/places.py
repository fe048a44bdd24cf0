"""Finds profile files in the folders of a tier, following no link (P43 to P48, P53 to P56, P247)."""

import errno
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from qodev.base.codes import Code
from qodev.base.diagnostics import Diagnostic, Severity
from qodev.base.files import digest_of
from qodev.base.nofollow import LinkFault, OpenedFolder, open_folder
from qodev.profiles.names import split_file_name
from qodev.profiles.texts import SIZE_LIMIT_BYTES
from qodev.types.profiles import (
    OPENCODE_DEPTH_MOST,
    PROJECT_OPENCODE_FOLDERS,
    PROJECT_PROFILE_FOLDERS,
    ProfileFormat,
    ProfileScope,
)

FILES_MOST = 64  # P48


@dataclass(frozen=True, slots=True)
class ProfilePlace:
    """One folder of a tier: `root` is not asked whether it is a link, what lies between it and the folder is."""

    root: Path
    parts: tuple[str, ...]
    format: ProfileFormat
    checks_ancestors: bool = False

    @property
    def folder(self) -> Path:
        """Returns the folder's path."""
        return self.root.joinpath(*self.parts)


@dataclass(frozen=True, slots=True)
class Tier:
    """Folders of one precedence; a project's are refused files with several names (P55)."""

    scope: ProfileScope
    places: tuple[ProfilePlace, ...]

    @property
    def is_project(self) -> bool:
        """Tells whether it counts only in a trusted folder."""
        return self.scope in (ProfileScope.PROJECT, ProfileScope.PROJECT_OPENCODE)


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A file that was read: `id` is its path below the folder, with `/`."""

    id: str
    path: Path
    content: bytes
    digest: str
    format: ProfileFormat


def tiers(config: Path, home: Path, env: Mapping[str, str], codev: Path | None, project: Path | None) -> list[Tier]:
    """Returns the tiers, best first; without a project, or an untrusted one, its tiers are left out (P43, P46)."""
    codev_places = (ProfilePlace(codev, (), ProfileFormat.CODEV),) if codev is not None else ()
    opencode = opencode_folder(home, env)
    user_opencode = tuple(
        ProfilePlace(opencode, (name,), ProfileFormat.OPENCODE, checks_ancestors=True) for name in ("agents", "agent")
    )
    found = [
        Tier(ProfileScope.USER, (ProfilePlace(config, ("profiles",), ProfileFormat.CODEV), *codev_places)),
        Tier(ProfileScope.USER_OPENCODE, user_opencode),
    ]
    if project is not None:
        own = tuple(ProfilePlace(project, parts, ProfileFormat.CODEV) for parts in PROJECT_PROFILE_FOLDERS)
        imported = tuple(ProfilePlace(project, parts, ProfileFormat.OPENCODE) for parts in PROJECT_OPENCODE_FOLDERS)
        found.insert(0, Tier(ProfileScope.PROJECT, own))
        found.insert(2, Tier(ProfileScope.PROJECT_OPENCODE, imported))
    return found


def opencode_folder(home: Path, env: Mapping[str, str]) -> Path:
    """Returns OpenCode's user folder: the first of its two variables that is an absolute path, else the usual place (P45)."""
    own, config = Path(env.get("OPENCODE_CONFIG_DIR", "")), Path(env.get("XDG_CONFIG_HOME", ""))
    if own.is_absolute():
        return own
    return config / "opencode" if config.is_absolute() else home / ".config" / "opencode"


def usual_codev_folder(home: Path, env: Mapping[str, str], platform: str) -> Path:
    """Returns where Codev keeps its own agents, whether it is there or not (P53)."""
    if platform == "win32":
        local = Path(env.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif platform == "darwin":
        local = home / "Library" / "Application Support"
    else:
        chosen = Path(env.get("XDG_DATA_HOME", ""))
        local = chosen if chosen.is_absolute() else home / ".local" / "share"
    return local / "Codev" / "agents"


class TierReader:
    """Reads the files of one tier in order, at most 64 of them, and reports what was left out."""

    def __init__(self, tier: Tier) -> None:
        self._tier = tier
        self._count = 0
        self._is_full = False
        self.diagnostics: list[Diagnostic] = []

    def read(self) -> Iterator[FoundFile]:
        """Yields every file that could be read."""
        for place in self._tier.places:
            try:
                with open_folder(place.root, *place.parts, checks_ancestors=place.checks_ancestors) as folder:
                    yield from self._read_folder(folder, place, "")
            except LinkFault as fault:
                self._note_link(Path(fault.filename))
            except (FileNotFoundError, NotADirectoryError):
                continue
            except OSError as fault:
                self._note(Code.PROFILE_UNREADABLE, place.folder, f"cannot be read: {_reason(fault)}")

    def _note_link(self, path: Path) -> None:
        if all(found.path != str(path) for found in self.diagnostics):
            text = "is a link; nothing behind it is looked at"
            self._note(Code.PROFILE_SYMLINK_DIR, path, text, "Put the folder itself there.")

    def _note(
        self, code: Code, path: Path, text: str, hint: str | None = None, severity: Severity = Severity.ERROR
    ) -> None:
        self.diagnostics.append(Diagnostic(code, severity, f"`{path.name}` {text}.", path=str(path), hint=hint))

    def _read_folder(self, folder: OpenedFolder, place: ProfilePlace, prefix: str) -> Iterator[FoundFile]:
        names = sorted(folder.names(), key=lambda name: (name.casefold(), name))
        for name in names:
            if self._is_full:
                return
            if split_file_name(name) is not None and not (prefix and name.startswith(".")):
                found = self._read_file(folder, place, prefix + name)
                if found is not None:
                    yield found
            elif place.format is ProfileFormat.OPENCODE and not name.startswith("."):
                yield from self._enter(folder, place, prefix + name)

    def _enter(self, folder: OpenedFolder, place: ProfilePlace, inner: str) -> Iterator[FoundFile]:
        """Goes into a folder below an OpenCode one, at most eight deep; links are left out (P247)."""
        name = inner.rpartition("/")[2]
        if inner.count("/") >= OPENCODE_DEPTH_MOST or not folder.is_folder(name):
            return
        try:
            with folder.child(name) as below:
                yield from self._read_folder(below, place, f"{inner}/")
        except OSError as fault:
            self._note(Code.PROFILE_UNREADABLE, folder.path / name, f"cannot be read: {_reason(fault)}")

    def _read_file(self, folder: OpenedFolder, place: ProfilePlace, inner: str) -> FoundFile | None:
        self._count += 1
        if self._count > FILES_MOST:
            text = f"holds more than the {FILES_MOST} files that are read; the rest is left out"
            self._note(Code.PROFILE_TOO_MANY_FILES, place.folder, text, severity=Severity.WARNING)
            self._is_full = True
            return None
        name = inner.rpartition("/")[2]
        path = folder.path / name
        try:
            opened = folder.read(name, SIZE_LIMIT_BYTES)
        except LinkFault:
            self._note(Code.PROFILE_SYMLINK_FILE, path, "is a link", "Put the file itself there.")
            return None
        except OSError as fault:
            if fault.errno in (errno.EINVAL, errno.EISDIR, errno.ENXIO):
                self._note(Code.PROFILE_NOT_REGULAR, path, "is no file of text")
            else:
                self._note(Code.PROFILE_UNREADABLE, path, f"cannot be read: {_reason(fault)}")
            return None
        if self._tier.is_project and opened.links > 1:
            self._note(Code.PROFILE_HARDLINK, path, "has several hard links", "Put a copy of its own there.")
            return None
        return FoundFile(inner, path, opened.content, digest_of(opened.content), place.format)


def _reason(fault: OSError) -> str:
    text = fault.strerror or "unknown cause"
    return text[:1].lower() + text[1:]

"""Builds the sheet of a folder: every steering file, how it stands, and what it would change (U151 to U155)."""

import hashlib
import os
import stat
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from qodev.base.codes import Code
from qodev.base.diagnostics import Severity
from qodev.base.folders import FolderIdentity
from qodev.base.mounts import filesystem_of, is_network_type
from qodev.profiles.catalog import ProfileSources, load_profiles, parse_file
from qodev.profiles.places import FoundFile
from qodev.services.accepted_texts import AcceptedTexts
from qodev.services.trust_effects import loosened, project_profiles
from qodev.types.profiles import Profile, ProfileFormat
from qodev.types.trust import FileState, Loosening, SheetFile, TrustSheet
from qodev.workspace.steering import SteeringFile, SteeringKind, find_steering
from qodev.workspace.trust import FolderTrust, TrustStore

SourcesOf = Callable[[Path | None], ProfileSources]
_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
_OPENCODE = ".opencode/"


def digest_of_sheet(files: Iterable[SheetFile | SteeringFile]) -> str:
    """Returns one number over kinds, paths and digests of a folder's steering files (S78)."""
    lines = sorted(f"{_kind(file)}\0{file.path}\0{file.digest}" for file in files)
    return hashlib.sha256("\n".join(lines).encode("utf-8", "surrogateescape")).hexdigest()


def _kind(file: SheetFile | SteeringFile) -> str:
    return file.kind.value if isinstance(file, SteeringFile) else file.kind


@dataclass(frozen=True, slots=True)
class SheetBuilder:
    """Reads a folder for a person who asked about it; nothing comes into effect by that. Blocking."""

    store: TrustStore
    kept: AcceptedTexts
    sources: SourcesOf

    def build(self, folder: Path) -> TrustSheet:
        """Returns the sheet; raises OSError when the folder is not there."""
        standing = self.store.look_at(folder)
        identity = standing.identity
        root = Path(identity.path)
        files = tuple(self._file(file, identity, standing) for file in find_steering(root))
        covering = standing.covered_by
        sheet = TrustSheet(
            path=identity.path,
            opened_as=os.path.abspath(folder),  # noqa: PTH100  links are not resolved
            is_trusted=standing.is_trusted,
            since=covering.since if covering is not None else None,
            covered_by=covering.identity.path if covering is not None else None,
            refusal=self.store.refusal(root),
            parent=str(root.parent) if self.store.refusal(root.parent) is None else None,
            files=files,
            identity=(identity.device, identity.inode),
            digest=digest_of_sheet(files),
            remarks=tuple(_remarks(root, folder, files)),
        )
        return self._with_effects(sheet, root)

    def _file(self, file: SteeringFile, identity: FolderIdentity, standing: FolderTrust) -> SheetFile:
        is_accepted = file in standing.effective
        kept = self.kept.find(identity.path, file.kind.value, file.path)
        state = FileState.ACCEPTED if is_accepted else FileState.NEW
        if not is_accepted and any(path == file.path for _kind, path, _digest in self._accepted(identity)):
            state = FileState.CHANGED
        text = kept.decode("utf-8", "replace") if kept is not None and state is FileState.CHANGED else None
        return SheetFile(file.kind.value, file.path, file.digest, file.content, state, text)

    def _accepted(self, identity: FolderIdentity) -> frozenset[tuple[str, str, str]]:
        return self.store.state.contents_of(identity)

    def _with_effects(self, sheet: TrustSheet, root: Path) -> TrustSheet:
        trusted, plain = load_profiles(self.sources(root), 0), load_profiles(self.sources(None), 0)
        pending = {file.path: file for file in sheet.pending}
        found = project_profiles(trusted, sheet.path)
        ours = {path: profile for path, profile in found.items() if path in pending}
        winners = {profile.path for profile in trusted.profiles}
        active = {path: profile for path, profile in ours.items() if profile.path in winners}
        fresh = [profile for path, profile in active.items() if not _keeps_name(pending[path], profile)]
        reserved = {Code.PROFILE_RESERVED_NAME}
        faults = {d.file: d.message for d in reversed(trusted.diagnostics) if d.severity is Severity.ERROR}
        read = (replace(f, profile=found.get(f.path), fault=faults.get(str(root / f.path), "")) for f in sheet.files)
        return replace(
            sheet,
            files=tuple(read),
            appears=tuple(profile.name for profile in fresh),
            skills=tuple(file.path.split("/")[-2] for file in sheet.pending if file.kind == SteeringKind.SKILL.value),
            shadowed=tuple(other.name for p in fresh if (other := plain.find(p.name)) is not None),
            ignored=tuple(
                d.subject or "" for d in trusted.diagnostics if d.code in reserved and _is_below(d.file, root)
            ),
            allowed=tuple(self._allowed(active, pending, plain.find)),
        )

    def _allowed(
        self, active: dict[str, Profile], pending: dict[str, SheetFile], other: Callable[[str], Profile | None]
    ) -> Iterable[Loosening]:
        """Yields what would become less strict than the accepted text of the file, else than what it replaces."""
        for path, profile in active.items():
            before = _accepted_profile(pending[path], profile) or other(profile.name)
            if before is not None:
                yield from loosened(before, profile, path)


def _keeps_name(file: SheetFile, after: Profile) -> bool:
    before = _accepted_profile(file, after)
    return before is not None and before.key == after.key


def _accepted_profile(file: SheetFile, after: Profile) -> Profile | None:
    if file.accepted is None:
        return None
    form = ProfileFormat.OPENCODE if file.path.startswith(_OPENCODE) else ProfileFormat.CODEV
    inner = "/".join(file.path.split("/")[2:])
    found = FoundFile(inner, Path(after.path), file.accepted.encode(), "", form)
    return parse_file(found, after.scope).value


def _is_below(path: str | None, root: Path) -> bool:
    return path is not None and Path(path).is_relative_to(root)


def _remarks(root: Path, opened_as: Path, files: Sequence[SheetFile]) -> Iterable[str]:
    """Yields what a person should know about the folder besides its files (S71, S80)."""
    if Path(os.path.abspath(opened_as)) != root:  # noqa: PTH100
        yield f"It was opened through a link; the folder itself is `{root}`."
    kind = filesystem_of(root)
    if is_network_type(kind):
        yield f"It lies on another machine ({kind})."
    for name, path in ((".", root), *((file.path, root / file.path) for file in files)):
        try:
            found = path.lstat()
        except OSError:
            continue
        if hasattr(os, "getuid") and found.st_uid != os.getuid():
            yield f"`{name}` belongs to another user ({found.st_uid})."
        if os.name != "nt" and name != "." and found.st_mode & _OTHERS_WRITE:
            yield f"`{name}` can be written by others."

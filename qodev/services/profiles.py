"""Profiles as front ends use them: the list of a project, what became of each file, and a choice captured by value."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from qodev.base.diagnostics import Diagnostic
from qodev.base.errors import UserFacingError
from qodev.base.paths import AppPaths
from qodev.base.tasks import WorkPool
from qodev.profiles.catalog import ProfileSources, load_profiles
from qodev.services.profile_rows import rows_of
from qodev.services.trust_effects import PROJECT_SCOPES
from qodev.types.events import CatalogChanged, CatalogKind
from qodev.types.ports import EventSink
from qodev.types.profile_list import ProfileRow
from qodev.types.profiles import (
    PROJECT_OPENCODE_FOLDERS,
    PROJECT_PROFILE_FOLDERS,
    Profile,
    ProfileMode,
    ProfileSnapshot,
)
from qodev.workspace.steering import INSTRUCTION_FILES, SteeringKind
from qodev.workspace.trust import FolderTrust


class ProfileError(UserFacingError):
    """A profile cannot be used; nothing was sent."""


class TrustView(Protocol):
    """What profiles ask of trust; both calls block."""

    def look(self, folder: Path) -> FolderTrust | None:
        """Returns how a folder stands now, None when it is not there."""
        ...

    def is_trusted(self, folder: str | None) -> bool:
        """Tells whether a folder is trusted now."""
        ...


class ExampleRunner(Protocol):
    """Runs the examples that profiles hold as comments (U91)."""

    async def run(self, profiles: Sequence[Profile]) -> tuple[Diagnostic, ...]:
        """Returns a warning for each that fails."""
        ...


@dataclass(frozen=True, slots=True)
class ProfileParts:
    """What profiles need of the rest of the program."""

    paths: AppPaths
    env: Mapping[str, str]
    codev: Callable[[], Path | None]  # the Codev user folder that the settings name (P53)
    trust: TrustView
    examples: ExampleRunner
    pool: WorkPool
    emit: EventSink
    follow: Callable[[str | None], Awaitable[object]]  # reads what else belongs to the project that is shown


class ProfilesService:
    """Holds the list of the project that is shown; other projects are read when somebody asks about them."""

    def __init__(self, parts: ProfileParts) -> None:
        self._parts = parts
        self._project: str | None = None
        self._asked = 0  # rebuilds that were begun; a result counts only if none began after it (P57)
        self._snapshot = ProfileSnapshot(0, None, ())

    @property
    def snapshot(self) -> ProfileSnapshot:
        """Returns the list in force."""
        return self._snapshot

    @property
    def project(self) -> str | None:
        """Returns the folder whose profiles are shown, trusted or not."""
        return self._project

    @property
    def rows(self) -> tuple[ProfileRow, ...]:
        """Returns a row for each profile and each skipped file (U49)."""
        return rows_of(self._snapshot)

    def sources(self, project: Path | None) -> ProfileSources:
        """Returns where profiles are looked for; a project must be trusted, or be looked at for a sheet."""
        paths = self._parts.paths
        return ProfileSources(paths.config, paths.home, self._parts.env, self._parts.codev(), project)

    def watched(self) -> tuple[Path, ...]:
        """Returns the folders and files whose change makes another list; those of an untrusted project are none."""
        paths = self._parts.paths
        found = [paths.profiles, paths.data / "trust.json", paths.data / "policies.json"]
        codev = self._parts.codev()
        if codev is not None:
            found.append(codev)
        if self._snapshot.project is not None:
            root = Path(self._snapshot.project)
            found.extend(root.joinpath(*parts) for parts in (*PROJECT_PROFILE_FOLDERS, *PROJECT_OPENCODE_FOLDERS))
            found.extend(root / name for name in INSTRUCTION_FILES)
        return tuple(found)

    async def show(self, project: str | None) -> ProfileSnapshot:
        """Changes the project whose profiles are listed; the other one's are gone at once (P46)."""
        self._project = project
        return await self.reload()

    async def reload(self) -> ProfileSnapshot:
        """Reads everything anew and publishes it, unless a later rebuild was begun meanwhile."""
        self._asked += 1
        mine, project = self._asked, self._project
        found = await self._read(project, mine)
        if mine == self._asked:
            self._snapshot = found
            self._parts.emit(CatalogChanged(kind=CatalogKind.PROFILES, revision=mine, diagnostics=found.diagnostics))
            await self._parts.follow(project)
        return self._snapshot

    async def snapshot_of(self, project: str | None) -> ProfileSnapshot:
        """Reads the list of any project, without showing it."""
        return await self._read(project, self._asked)

    async def _read(self, project: str | None, revision: int) -> ProfileSnapshot:
        found = await self._parts.pool.run(self._load, project, revision)
        failed = await self._parts.examples.run(found.profiles)
        return replace(found, diagnostics=(*found.diagnostics, *failed))

    def _load(self, project: str | None, revision: int) -> ProfileSnapshot:
        standing = self._parts.trust.look(Path(project)) if project else None
        if standing is None or not standing.is_trusted:
            return load_profiles(self.sources(None), revision)
        root = Path(standing.identity.path)
        found = load_profiles(self.sources(root), revision)
        accepted = {
            (str(root / file.path), file.digest) for file in standing.effective if file.kind is SteeringKind.PROFILE
        }
        pending = frozenset(
            profile.path
            for profile in (*found.profiles, *found.shadowed)
            if profile.scope in PROJECT_SCOPES and (profile.path, profile.digest) not in accepted
        )
        return replace(found, pending=pending)

    async def capture(self, name: str, project: str | None, *, is_child: bool = False) -> Profile:
        """Returns the whole profile by value, as its file is now (P70); it never becomes another one (P67).

        Raises ProfileError: it is not available, needs trust, is changed, or is for the other kind of task.
        """
        snapshot = await self.snapshot_of(project)
        profile = snapshot.find(name)
        if profile is None:
            needs = " or belongs to a folder that is not trusted" if project and snapshot.project is None else ""
            raise ProfileError(f"The profile `{name}` is not available: it is gone{needs}.", "Choose another profile.")
        _require_mode(profile, is_child=is_child)
        if profile.path in snapshot.pending:
            message = f"The profile `{profile.name}` was changed since it was accepted."
            raise ProfileError(message, "Look at the difference and accept it.")
        return profile

    async def require_trust(self, profile: Profile, project: str | None) -> None:
        """Raises ProfileError when a captured profile of a project may not be used any more (P71, P209)."""
        if profile.scope in PROJECT_SCOPES and not await self._parts.pool.run(self._parts.trust.is_trusted, project):
            message = f"The profile `{profile.name}` comes from a folder that is not trusted any more."
            raise ProfileError(message, "Trust the folder, or choose another profile.")


def _require_mode(profile: Profile, *, is_child: bool) -> None:
    """Raises ProfileError for a helper's profile in the main place, or a main one in a child (P65)."""
    if profile.mode is ProfileMode.SUBAGENT and not is_child:
        raise ProfileError(f"`{profile.name}` is a profile for delegated work only.", "Choose another profile.")
    if profile.mode is ProfileMode.PRIMARY and is_child:
        raise ProfileError(f"`{profile.name}` is no profile for delegated work.", "Choose another profile.")

"""Skills as front ends use them: the list of a project, and one skill as a person asks for it (P199 to P204)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from qodev.base.diagnostics import Diagnostic
from qodev.base.errors import UserFacingError
from qodev.base.paths import AppPaths
from qodev.base.tasks import WorkPool
from qodev.profiles.places import opencode_folder
from qodev.tools.skill_library import AcceptedSkills, SkillLibrary, SkillListing
from qodev.tools.skill_places import SkillPlace, project_places, user_places
from qodev.tools.skills import SkillSource, find_for_user
from qodev.types.events import CatalogChanged, CatalogKind
from qodev.types.ports import EventSink
from qodev.types.skills import Skill, SkillRow, SkillText
from qodev.types.tooling import ToolRefusal
from qodev.workspace.steering import SteeringKind
from qodev.workspace.trust import FolderTrust


class SkillError(UserFacingError):
    """A skill cannot be used; nothing was sent."""


class TrustView(Protocol):
    """What skills ask of trust; it blocks."""

    def look(self, folder: Path) -> FolderTrust | None:
        """Returns how a folder stands now, None when it is not there."""
        ...


@dataclass(frozen=True, slots=True)
class SkillParts:
    """What skills need of the rest of the program."""

    paths: AppPaths
    env: Mapping[str, str]
    trust: TrustView
    pool: WorkPool
    emit: EventSink
    report: Callable[[str, Sequence[Diagnostic]], None]  # source and findings


class SkillsService:
    """Holds the list of the project that is shown; a call of a loader reads everything anew."""

    def __init__(self, parts: SkillParts) -> None:
        self._parts = parts
        self._places = user_places(parts.paths.config, opencode_folder(parts.paths.home, parts.env), parts.paths.home)
        self._library = SkillLibrary(self._places, self._accepted)
        self._project: str | None = None
        self._asked = 0  # rebuilds that were begun; a result counts only if none began after it (P57)
        self._listing = SkillListing()

    @property
    def source(self) -> SkillSource:
        """Returns what gives Code tasks their loaders."""
        return SkillSource(self._library, self._parts.pool)

    @property
    def rows(self) -> tuple[SkillRow, ...]:
        """Returns a row for each folder of a skill that was found."""
        return self._listing.rows

    @property
    def skills(self) -> tuple[Skill, ...]:
        """Returns the skills that a person can use in the project that is shown."""
        return self._listing.skills

    def loaders(self) -> Mapping[str, str]:
        """Returns the names of the tools that load skills in the project that is shown, by folded names of these."""
        return {skill.key: skill.loader for skill in self.skills if not skill.is_user_only}

    @property
    def project(self) -> str | None:
        """Returns the folder whose skills are shown, trusted or not."""
        return self._project

    @property
    def is_trusted(self) -> bool:
        """Tells whether the project's own skills are in the list."""
        return self._listing.is_trusted

    @property
    def folder(self) -> Path:
        """Returns where the user's own skills lie."""
        return self._places[0].folder

    def watched(self) -> tuple[Path, ...]:
        """Returns the folders whose change makes another list; those of an untrusted project are none. Blocking."""
        places: list[SkillPlace] = [*self._places]
        if self._project is not None and self._listing.is_trusted:
            places.extend(project_places(Path(self._project)))
        return tuple(path for place in places for path in _with_inner(place.folder))

    async def show(self, project: str | None) -> None:
        """Changes the project whose skills are listed, and reads everything anew (P46, P202)."""
        self._project = project
        await self.reload()

    async def reload(self) -> None:
        """Reads everything anew and publishes it, unless a later rebuild was begun meanwhile."""
        self._asked += 1
        mine, project = self._asked, self._project
        found = await self._parts.pool.run(self._library.look, Path(project) if project else None)
        if mine == self._asked:
            self._listing = found
            self._parts.report("skills", found.diagnostics)
            self._parts.emit(CatalogChanged(kind=CatalogKind.SKILLS, revision=mine, diagnostics=found.diagnostics))

    async def expand(self, name: str, arguments: str, project: str | None) -> SkillText:
        """Returns a skill that a person names, its arguments filled in; user-only ones too. Raises SkillError (P204)."""
        folder = Path(project) if project else None
        try:
            return await self._parts.pool.run(find_for_user, self._library, name, arguments, folder)
        except ToolRefusal as fault:
            raise SkillError(fault.text) from fault

    async def make_folder(self) -> Path:
        """Makes the folder of the user's own skills when it is not there, and returns it. Raises SkillError."""
        try:
            await self._parts.pool.run(self.folder.mkdir, mode=0o700, parents=True, exist_ok=True)
        except OSError as fault:
            raise SkillError(f"`{self.folder}` cannot be made: {fault.strerror or fault}.") from fault
        return self.folder

    def _accepted(self, folder: Path) -> AcceptedSkills | None:
        standing = self._parts.trust.look(folder)
        if standing is None or not standing.is_trusted:
            return None
        contents = {(file.path, file.digest) for file in standing.effective if file.kind is SteeringKind.SKILL}
        return AcceptedSkills(Path(standing.identity.path), frozenset(contents))


def _with_inner(folder: Path) -> list[Path]:
    """Returns a folder of skills and those in it: each skill has one of its own."""
    try:
        return [folder, *sorted(path for path in folder.iterdir() if path.is_dir())]
    except OSError:
        return [folder]

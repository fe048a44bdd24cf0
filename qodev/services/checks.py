"""Checks files that a person names as if they were the user's own: `qodev check PATH...`."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from qodev.agents.catalog import AgentCatalog, CatalogSettings
from qodev.agents.loading import CatalogSources
from qodev.base.assets import resource
from qodev.base.codes import Code
from qodev.base.diagnostics import Diagnostic, Severity, sorted_diagnostics
from qodev.base.files import list_files, load_text
from qodev.base.paths import AppPaths
from qodev.base.tasks import WorkPool
from qodev.services.agents import url_problems
from qodev.services.profile_checks import ProfilePlaces, check_profiles, find_named_profiles, find_profiles, lint_all
from qodev.services.profiles import ExampleRunner
from qodev.services.skill_checks import NamedSkills, check_skills, find_skills, skill_files
from qodev.types.events import AnyEvent
from qodev.types.profiles import Profile

_LIMIT_BYTES = 1024 * 1024
_FOLDERS = ("agents", "providers", "roles")


@dataclass(frozen=True, slots=True)
class CheckReport:
    """What was found in how many files."""

    diagnostics: tuple[Diagnostic, ...]
    checked: int


@dataclass(frozen=True, slots=True)
class CheckedPlace:
    """One named file or folder: where a load reads instead of the user's folders, and the files that are meant."""

    agents: Path | None = None
    providers: Path | None = None
    roles: Path | None = None
    pipelines: Path | None = None
    profiles: ProfilePlaces | None = None
    skills: NamedSkills | None = None
    files: tuple[Path, ...] = ()

    @property
    def is_for_agents(self) -> bool:
        """Tells whether anything but profiles and skills is meant."""
        return any((self.agents, self.providers, self.roles, self.pipelines))


def find_places(paths: Iterable[Path]) -> tuple[tuple[CheckedPlace, ...], tuple[Diagnostic, ...]]:
    """Returns a place for each path; a path that is not there is a finding."""
    places: list[CheckedPlace] = []
    missing: list[Diagnostic] = []
    for path in paths:
        if path.is_dir():
            places.append(_with_skills(path, _with_profiles(path, _folder_place(path))))
        elif path.is_file():
            places.append(_with_skills(path, _with_profiles(path, _file_place(path))))
        else:
            message = f"`{path}` is not there."
            missing.append(Diagnostic(Code.FILE_UNREADABLE, Severity.ERROR, message, path=str(path)))
    return tuple(places), tuple(missing)


def _with_profiles(path: Path, place: CheckedPlace) -> CheckedPlace:
    """Adds the profiles that a path names; Markdown that is one is no role, and a folder of them holds no agents."""
    found = find_profiles(path)
    if found is None:
        return place
    others = tuple(file for file in place.files if file.absolute() not in found.files)
    if not others:
        return CheckedPlace(profiles=found, files=found.files)
    return replace(place, profiles=found, files=(*others, *found.files))


def _with_skills(path: Path, place: CheckedPlace) -> CheckedPlace:
    """Adds the skills that a path names; a SKILL.md is neither role nor profile, and a folder of them holds no agents."""
    found = find_skills(path)
    if found is None:
        return place
    others = tuple(file for file in place.files if file.absolute() not in found.files)
    if not others:
        return CheckedPlace(skills=found, files=found.files)
    return replace(place, skills=found, files=(*others, *found.files))


def _folder_place(folder: Path) -> CheckedPlace:
    """Takes a folder as a settings folder when it has one of its sub-folders, else by its own name and content."""
    if any((folder / name).is_dir() for name in _FOLDERS):
        agents, providers, roles = (folder / name for name in _FOLDERS)
        pipelines = folder / "pipelines.toml"
        files = (*list_files(agents, ".toml"), *list_files(providers, ".toml"), *list_files(roles, ".md"))
        if pipelines.is_file():
            files = (*files, pipelines)
        return CheckedPlace(agents, providers, roles, pipelines, files=files)
    roles_here = list_files(folder, ".md") if folder.name == "roles" else ()
    toml = list_files(folder, ".toml")
    if folder.name == "providers" or (toml and all(_is_provider(path) for path in toml)):
        return CheckedPlace(providers=folder, files=toml)
    if roles_here:
        return CheckedPlace(roles=folder, files=roles_here)
    return CheckedPlace(agents=folder, files=toml)


def _file_place(path: Path) -> CheckedPlace:
    if path.suffix.lower() == ".md":
        return CheckedPlace(roles=path.parent, files=(path,))
    if path.name == "pipelines.toml":
        return CheckedPlace(pipelines=path, files=(path,))
    if _is_provider(path):
        return CheckedPlace(providers=path.parent, files=(path,))
    return CheckedPlace(agents=path.parent, files=(path,))


def _is_provider(path: Path) -> bool:
    """Tells an instance file from an agent file by the key that every instance has; broken TOML is told by its text."""
    text = load_text(path, _LIMIT_BYTES).value or ""
    lines = [line.split("=")[0].strip() for line in text.splitlines() if "=" in line]
    return "client_api" in lines or (path.parent.name == "providers" and "provider_instance" not in lines)


@dataclass(frozen=True, slots=True)
class FileChecks:
    """Checks the user's own files, or those that somebody names in their stead."""

    paths: AppPaths
    env: Mapping[str, str]
    problems: Callable[[], Sequence[Diagnostic]]
    profiles: Callable[[], Sequence[Profile]]
    examples: ExampleRunner
    pool: WorkPool

    async def check(self, named: Sequence[Path]) -> CheckReport:
        """Returns the findings; without names all user files are meant."""
        if not named:
            lints = await self.pool.run(lint_all, [p for p in self.profiles() if p.path])
            return report_of((*self.problems(), *lints), await self.pool.run(self._user_files))
        places, missing = await self.pool.run(find_places, named)
        found = list(missing)
        for place in places:
            if place.is_for_agents:
                found.extend(await check_place(place, self.paths, self.env, self.pool))
            if place.profiles is not None:
                found.extend(await check_profiles(place.profiles, self.examples, self.pool))
            if place.skills is not None:
                found.extend(await self.pool.run(check_skills, place.skills))
        return report_of(found, [path for place in places for path in place.files])

    async def check_profiles(self, named: Sequence[Path]) -> CheckReport:
        """Returns the findings about profiles alone; Markdown that somebody names here is taken as one."""
        found: list[Diagnostic] = []
        files: list[Path] = []
        for path in named or (self.paths.profiles,):
            places = await self.pool.run(find_named_profiles, path)
            if places is None:
                message = f"`{path}` holds no profiles." if path.exists() else f"`{path}` is not there."
                found.append(Diagnostic(Code.FILE_UNREADABLE, Severity.ERROR, message, path=str(path)))
                continue
            found.extend(await check_profiles(places, self.examples, self.pool))
            files.extend(places.files)
        return report_of(found, files)

    def _user_files(self) -> list[Path]:
        paths = self.paths
        folders = (
            (paths.agents, ".toml"),
            (paths.providers, ".toml"),
            (paths.roles, ".md"),
            (paths.profiles, ".md"),
        )
        single = [path for path in (paths.pipelines, paths.agent_models) if path.is_file()]
        named = (file for folder, suffix in folders for file in list_files(folder, suffix))
        return [*named, *single, *skill_files(paths.skills)]


async def check_place(
    place: CheckedPlace, paths: AppPaths, env: Mapping[str, str], pool: WorkPool
) -> tuple[Diagnostic, ...]:
    """Loads with one place in the user's stead and returns what was found in its files."""

    def put_in(sources: CatalogSources) -> CatalogSources:
        return replace(
            sources,
            agents=_absolute(place.agents) or sources.agents,
            providers=_absolute(place.providers) or sources.providers,
            roles=_absolute(place.roles) or sources.roles,
            pipelines=_absolute(place.pipelines) or sources.pipelines,
        )

    catalog = AgentCatalog(resource(""), paths, CatalogSettings(places=put_in, env=env), pool, _ignore)
    snapshot = await catalog.reload()
    meant = {str(path.absolute()) for path in place.files}
    found = (*snapshot.diagnostics, *url_problems(snapshot))
    return tuple(d for d in found if d.file in meant)


def _absolute(path: Path | None) -> Path | None:
    return path.absolute() if path is not None else None


def _ignore(event: AnyEvent) -> None:
    """Takes events of a load that no window follows."""


def report_of(found: Iterable[Diagnostic], files: Sequence[Path]) -> CheckReport:
    """Returns the findings in order, each once, and how many files were looked at."""
    return CheckReport(sorted_diagnostics(dict.fromkeys(found)), len({path.absolute() for path in files}))

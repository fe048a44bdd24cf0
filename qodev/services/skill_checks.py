"""Checks skills that a person names: a file, its folder, a folder of skills, a settings folder or a project (P200)."""

from dataclasses import dataclass
from pathlib import Path

from qodev.base.diagnostics import Diagnostic
from qodev.tools.skill_library import read_scope
from qodev.tools.skill_places import FILE_NAME, SkillPlace
from qodev.types.profiles import PROJECT_SKILL_FOLDERS
from qodev.types.skills import SkillScope


@dataclass(frozen=True, slots=True)
class NamedSkills:
    """Folders to read in a person's stead, and the files in them that are meant."""

    places: tuple[SkillPlace, ...]
    files: tuple[Path, ...]
    scope: SkillScope = SkillScope.USER
    is_file: bool = False  # one skill is meant, and what is said of others is left out


def find_skills(path: Path) -> NamedSkills | None:
    """Returns the skills that a path names, None when it names none. Blocking."""
    whole = path.absolute()
    if whole.is_file():
        return _of_file(whole) if whole.name == FILE_NAME else None
    if (whole / FILE_NAME).is_file():
        return _of_file(whole / FILE_NAME)
    project = tuple(SkillPlace(whole, parts) for parts in PROJECT_SKILL_FOLDERS if whole.joinpath(*parts).is_dir())
    if project:
        return NamedSkills(project, _files_of(project), SkillScope.PROJECT)
    own = SkillPlace(whole, ("skills",) if (whole / "skills").is_dir() else ())
    files = _files_of((own,))
    return NamedSkills((own,), files) if files or own.folder.name == "skills" else None


def _of_file(file: Path) -> NamedSkills:
    return NamedSkills((SkillPlace(file.parent.parent, ()),), (file,), is_file=True)


def _files_of(places: tuple[SkillPlace, ...]) -> tuple[Path, ...]:
    return tuple(path for place in places for path in sorted(place.folder.glob(f"*/{FILE_NAME}")) if path.is_file())


def check_skills(found: NamedSkills) -> tuple[Diagnostic, ...]:
    """Returns everything that loading says of the files. Blocking."""
    meant = {str(path) for path in found.files}
    said = read_scope(found.scope, found.places)
    return tuple(diagnostic for diagnostic in said if not found.is_file or diagnostic.file in meant)


def skill_files(folder: Path) -> tuple[Path, ...]:
    """Returns the files of skills in a folder of them. Blocking."""
    return _files_of((SkillPlace(folder, ()),))

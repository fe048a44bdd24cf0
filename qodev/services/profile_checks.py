"""Checks profiles that a person names, in every form, with the lints of the editor and their examples (S32, U91)."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from qodev.base.diagnostics import Diagnostic
from qodev.base.files import list_files, load_text
from qodev.base.tasks import WorkPool
from qodev.profiles.catalog import load_tiers
from qodev.profiles.lint import lint_profile
from qodev.profiles.places import ProfilePlace, Tier
from qodev.services.profiles import ExampleRunner
from qodev.types.profiles import (
    PROJECT_OPENCODE_FOLDERS,
    PROJECT_PROFILE_FOLDERS,
    Profile,
    ProfileFormat,
    ProfileScope,
)

_LIMIT_BYTES = 64 * 1024
_PARTS = frozenset(parts[0] for parts in (*PROJECT_PROFILE_FOLDERS, *PROJECT_OPENCODE_FOLDERS))
_NATIVE_KEYS = ("default_permission", "tools", "commands", "edit_paths", "deny_edit_paths", "max_steps", "temperature")
_OPENCODE_KEYS = ("permission", "permissions", "mode", "steps", "maxSteps", "hidden")
_KEY = re.compile(r"^[\"' ]*([A-Za-z_]+)[\"' ]*:", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class ProfilePlaces:
    """Tiers to read in a person's stead, and the files in them that are meant."""

    tiers: tuple[Tier, ...]
    files: tuple[Path, ...]
    is_file: bool = False  # one file is meant, and what is said of others is left out


def find_profiles(path: Path) -> ProfilePlaces | None:
    """Returns the profiles that a path names: a file, a folder of them, a settings folder or a project."""
    whole = path.absolute()
    if whole.is_dir():
        tiers = tuple(_tiers_of_part(whole) if whole.name in _PARTS else _tiers_in(whole))
        return ProfilePlaces(tiers, tuple(file for tier in tiers for file in _files_of(tier))) if tiers else None
    form = _form_of(whole)
    if form is None:
        return None
    root, parts = _root_of(whole, form)
    return ProfilePlaces((Tier(_scope_of(form), (ProfilePlace(root, parts, form),)),), (whole,), is_file=True)


def find_named_profiles(path: Path) -> ProfilePlaces | None:
    """Returns the profiles of a path that is said to hold some; a Markdown file is a native one unless it looks otherwise."""
    found = find_profiles(path)
    whole = path.absolute()
    if found is None and whole.suffix.lower() == ".md" and whole.is_file():
        tier = Tier(ProfileScope.USER, (ProfilePlace(whole.parent, (), ProfileFormat.CODEV),))
        return ProfilePlaces((tier,), (whole,), is_file=True)
    if found is None and whole.is_dir() and whole.name == "profiles":
        return ProfilePlaces((), ())
    return found


def _tiers_of_part(part: Path) -> Iterator[Tier]:
    """Yields the tiers of a project that lie in one of its own folders, such as `.qodev`."""
    for tier in _tiers_in(part.parent):
        places = tuple(place for place in tier.places if place.parts[:1] == (part.name,))
        if places:
            yield Tier(tier.scope, places)


def _tiers_in(folder: Path) -> Iterator[Tier]:
    native = [parts for parts in PROJECT_PROFILE_FOLDERS if folder.joinpath(*parts).is_dir()]
    imported = [parts for parts in PROJECT_OPENCODE_FOLDERS if folder.joinpath(*parts).is_dir()]
    if native:
        yield Tier(ProfileScope.PROJECT, tuple(ProfilePlace(folder, parts, ProfileFormat.CODEV) for parts in native))
    if imported:
        places = tuple(ProfilePlace(folder, parts, ProfileFormat.OPENCODE) for parts in imported)
        yield Tier(ProfileScope.PROJECT_OPENCODE, places)
    if (folder / "profiles").is_dir():
        yield Tier(ProfileScope.USER, (ProfilePlace(folder, ("profiles",), ProfileFormat.CODEV),))
    elif not native and not imported:
        form = _form_of_folder(folder)
        if form is not None:
            yield Tier(_scope_of(form), (ProfilePlace(folder, (), form),))


def _form_of_folder(folder: Path) -> ProfileFormat | None:
    if folder.name in ("agents", "agent") and folder.parent.name == ".opencode":
        return ProfileFormat.OPENCODE
    if folder.name == "profiles" or (folder.name == "agents" and folder.parent.name in (".qodev", ".codev")):
        return ProfileFormat.CODEV
    forms = [_form_of(path) for path in list_files(folder, ".md")] if folder.name != "roles" else []
    return next((form for form in forms if form is not None), None)


def _form_of(path: Path) -> ProfileFormat | None:
    """Returns the form of a Markdown file: by its folder, else by fields that only profiles have; None for a role."""
    if path.suffix.lower() != ".md" or path.parent.name == "roles":
        return None
    above = [folder.name for folder in path.parents]
    if ".opencode" in above:
        return ProfileFormat.OPENCODE
    if path.parent.name == "profiles" or ".qodev" in above or ".codev" in above:
        return ProfileFormat.CODEV
    front = (load_text(path, _LIMIT_BYTES).value or "").partition("\n---")[0]
    keys = _KEY.findall(front) if front.lstrip("\ufeff").startswith("---") else []
    if any(key in _OPENCODE_KEYS for key in keys):
        return ProfileFormat.OPENCODE
    return ProfileFormat.CODEV if any(key in _NATIVE_KEYS for key in keys) else None


def _root_of(path: Path, form: ProfileFormat) -> tuple[Path, tuple[str, ...]]:
    """Returns where the ids of an OpenCode agent begin (P247)."""
    if form is ProfileFormat.OPENCODE:
        for folder in path.parents:
            if folder.name in ("agents", "agent") and folder.parent.name == ".opencode":
                return folder.parent.parent, (".opencode", folder.name)
    return path.parent, ()


def _scope_of(form: ProfileFormat) -> ProfileScope:
    return ProfileScope.PROJECT_OPENCODE if form is ProfileFormat.OPENCODE else ProfileScope.USER


def _files_of(tier: Tier) -> Iterator[Path]:
    for place in tier.places:
        deep = place.format is ProfileFormat.OPENCODE
        found = place.folder.rglob("*.md") if deep else list_files(place.folder, ".md")
        yield from (path for path in found if path.is_file())


async def check_profiles(found: ProfilePlaces, examples: ExampleRunner, pool: WorkPool) -> tuple[Diagnostic, ...]:
    """Returns everything that loading says of the files, the lints of the editor, and examples that fail."""
    snapshot = await pool.run(load_tiers, found.tiers, 0)
    ours = [profile for profile in (*snapshot.profiles, *snapshot.shadowed) if profile.path]
    lints = await pool.run(lint_all, ours)
    failed = await examples.run(ours)
    meant = {str(path) for path in found.files}
    said = (*snapshot.diagnostics, *lints, *failed)
    return tuple(diagnostic for diagnostic in said if not found.is_file or diagnostic.file in meant)


def lint_all(profiles: Iterable[Profile]) -> Sequence[Diagnostic]:
    """Returns the lints of several profiles. Takes milliseconds each."""
    return [diagnostic for profile in profiles for diagnostic in lint_profile(profile)]

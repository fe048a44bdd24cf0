"""Profiles as the editor uses them beside opening and saving: new ones, copies, renaming, translation drafts (P232 to P248)."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from qodev.base.diagnostics import Diagnostic, Parsed, Severity
from qodev.base.errors import UserFacingError
from qodev.base.nofollow import open_folder
from qodev.base.paths import AppPaths
from qodev.base.tasks import WorkPool
from qodev.profiles.documents import (
    ByteCount,
    Template,
    check_document,
    copy_text,
    count_bytes,
    free_name,
    new_text,
    renamed,
    stem_of,
)
from qodev.profiles.files import ProfileFiles
from qodev.profiles.places import usual_codev_folder
from qodev.profiles.writing import Unwritable, render_profile
from qodev.services.profiles import ExampleRunner, ProfilesService
from qodev.types.documents import SaveRefused
from qodev.types.profiles import Profile

_SHOWN_MOST = 256 * 1024  # of a file that is shown for reading only
_NO_PLACES = str.maketrans(
    {"/": "\u2215", "\\": "\u29f5", ":": "\ua789", "\0": "\u2400"}
)  # look-alikes, refused by name
_NAMES = {
    Template.BLANK: "My Agent",  # P233
    Template.REVIEWER: "Reviewer",
    Template.READ_ONLY: "Read-only",
    Template.NO_SHELL: "No shell",
}


@dataclass(frozen=True, slots=True)
class NewProfile:
    """A text that is not saved yet, with the file that it would become."""

    text: str
    stem: str
    name: str


class ProfileDocuments:
    """Makes texts and files of the user's own profiles; the list follows before a call returns."""

    def __init__(self, paths: AppPaths, profiles: ProfilesService, pool: WorkPool) -> None:
        self._paths = paths
        self._profiles = profiles
        self._pool = pool

    @property
    def files(self) -> ProfileFiles:
        """Returns the owner of the files, with the Codev folder of the present settings."""
        return ProfileFiles(self._paths.config, self._profiles.sources(None).codev)

    async def offered_codev_folder(self) -> str | None:
        """Returns Codev's usual folder when it is there and the settings do not name it yet (P53)."""
        usual = usual_codev_folder(self._paths.home, self._profiles.sources(None).env, sys.platform)
        is_new = self._profiles.sources(None).codev != usual
        return str(usual) if is_new and await self._pool.run(usual.is_dir) else None

    def count(self, text: str) -> ByteCount:
        """Returns how large a text would be on disk (U85)."""
        return count_bytes(text)

    def stem_for(self, name: str) -> str:
        """Returns the file stem that goes with a display name (U75)."""
        return stem_of(name)

    async def new(self, template: Template, name: str = "My Agent") -> NewProfile:
        """Returns a valid text with a name that is free; nothing is saved (P233)."""
        free = await self._free_name(name)
        return NewProfile(new_text(template, free), stem_of(free), free)

    async def new_of(self, template: str) -> NewProfile:
        """Returns what `new` does under the template's own name; `template` is the word of a Template."""
        chosen = Template(template)
        return await self.new(chosen, _NAMES[chosen])

    async def make_folder(self) -> str:
        """Makes the folder of the user's profiles when it is missing, and returns it (P52)."""
        await self._pool.run(self.files.free_path, "x")
        return str(self._paths.profiles)

    async def copy(self, profile: Profile) -> NewProfile:
        """Returns the text of a copy; an import is translated instead. Raises UserFacingError."""
        free = await self._free_name(f"{profile.name.replace('/', ' ')} copy")
        try:
            return NewProfile(copy_text(profile, free), stem_of(free), free)
        except Unwritable as fault:
            message = f"`{profile.name}` cannot be copied as it is: {fault}."
            raise UserFacingError(message, "Use Translate…, which says what is lost.") from fault

    async def _free_name(self, wanted: str) -> str:
        taken = await self._pool.run(self._taken)
        return free_name(wanted, taken)

    def _taken(self) -> list[str]:
        return [*self.files.taken(), *(profile.key for profile in self._profiles.snapshot.profiles)]

    def path_for(self, stem: str) -> str:
        """Returns where a new file of that stem would lie, whether or not it may be called so; always in the folder."""
        return str(self._paths.profiles / f"{stem.translate(_NO_PLACES)}.md")

    async def free_path(self, stem: str) -> str:
        """Returns a path that no file has, in the folder that is made when it is needed first (P52)."""
        return str(await self._pool.run(self.files.free_path, stem))

    def shown_text(self, profile: Profile) -> str:
        """Returns the text of a loaded profile as it was read; a built-in one written out."""
        return profile.source or render_profile(profile)

    async def read_skipped(self, path: str) -> str | None:
        """Returns the text of a file that was skipped, None when it is a link, too large, or no text."""
        return await self._pool.run(_read_skipped, Path(path))

    async def create(self, stem: str, text: str) -> str:
        """Writes a new file, reads the list anew, and returns its path; raises UserFacingError for a refused save."""
        path = await self._pool.run(self.files.create, stem, text)
        await self._profiles.reload()
        return str(path)

    async def rename(self, path: str, *, name: str | None = None, stem: str | None = None) -> str:
        """Changes display name, file name or both and returns the path; no file of the former name stays (P238, U83).

        Raises UserFacingError; a refused display name leaves the file name as it was too.
        """
        after = await self._pool.run(self._rename, Path(path), name, stem)
        await self._profiles.reload()
        return str(after)

    def _rename(self, path: Path, name: str | None, stem: str | None) -> Path:
        files = self.files
        if name is not None:
            self._change_name(files, path, name)
        return files.rename(path, stem) if stem is not None else path

    def _change_name(self, files: ProfileFiles, path: Path, name: str) -> None:
        before = files.read(path)
        if before.text is None:
            raise UserFacingError(f"`{path.name}` is not there any more.")
        error = next((d for d in files.check(path, before.text) if d.severity is Severity.ERROR), None)
        if error is not None:
            raise UserFacingError(f"`{path.name}` cannot be renamed: {error.message}", error.advice)
        outcome = files.save(path, renamed(before.text, name), before.digest)
        if isinstance(outcome, SaveRefused):
            raise UserFacingError(outcome.message, outcome.hint)


def _read_skipped(path: Path) -> str | None:
    try:
        with open_folder(path.parent) as folder:
            content = folder.read(path.name, _SHOWN_MOST).content
        return content.decode().removeprefix("\ufeff") if len(content) <= _SHOWN_MOST else None
    except (OSError, UnicodeDecodeError):
        return None


@dataclass(frozen=True, slots=True)
class ProfileChecks:
    """Says of an unsaved text what a save would say, and which of its examples fail (P234, U91)."""

    files: Callable[[], ProfileFiles]
    examples: ExampleRunner
    pool: WorkPool

    async def check(self, path: str, text: str) -> tuple[Diagnostic, ...]:
        """Returns errors, infos, lints and failing examples; a file elsewhere is checked as it is read there."""
        parsed = await self.pool.run(self._parse, Path(path), text)
        failed = await self.examples.run([parsed.value]) if parsed.value is not None else ()
        return (*parsed.diagnostics, *failed)

    def _parse(self, path: Path, text: str) -> Parsed[Profile]:
        return check_document(text, path.name, str(path), self.files().taken(without=path))

"""Owns the user's profile files: saved, made and renamed without following a link, or left byte for byte as they were (P235)."""

from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

from qodev.base.codes import Code
from qodev.base.diagnostics import Diagnostic, Severity
from qodev.base.errors import UserFacingError
from qodev.base.files import digest_of
from qodev.base.nofollow import LinkFault, OpenedFolder, open_folder
from qodev.base.nofollow_write import create_file, rename_file, replace_file
from qodev.base.text import with_line_ends
from qodev.profiles.catalog import parse_file
from qodev.profiles.documents import check_document, content_of, keys_of
from qodev.profiles.names import is_stem
from qodev.profiles.places import ProfilePlace, Tier, TierReader
from qodev.profiles.texts import SIZE_LIMIT_BYTES
from qodev.types.documents import DiskChanged, DiskState, Saved, SaveOutcome, SaveRefused
from qodev.types.profiles import Profile, ProfileFormat, ProfileScope

_READ_MOST = 16 * SIZE_LIMIT_BYTES  # an oversized file can still be opened and shortened
_NAMES_TRIED = 1_000
_BOM = "\ufeff"


@dataclass(frozen=True, slots=True)
class ProfileFiles:
    """The profiles below `<config>/profiles`, and the read-only Codev folder whose names count too. Every call blocks."""

    config: Path
    codev: Path | None = None

    @property
    def folder(self) -> Path:
        """Returns the folder that is written."""
        return self.config / "profiles"

    def taken(self, *, without: Path | None = None) -> dict[str, str]:
        """Returns the names of the user's profiles with their files, save for that of one file."""
        return keys_of(self._profiles(), without=str(without) if without is not None else "")

    def _profiles(self) -> list[Profile]:
        places = [ProfilePlace(self.config, ("profiles",), ProfileFormat.CODEV)]
        if self.codev is not None:
            places.append(ProfilePlace(self.codev, (), ProfileFormat.CODEV))
        reader = TierReader(Tier(ProfileScope.USER, tuple(places)))
        parsed = (parse_file(found, ProfileScope.USER).value for found in reader.read())
        return [profile for profile in parsed if profile is not None]

    def check(self, path: Path, text: str) -> tuple[Diagnostic, ...]:
        """Returns what a save of this text would say."""
        return check_document(text, path.name, str(path), self.taken(without=path)).diagnostics

    def read(self, path: Path) -> DiskState:
        """Returns what is on disk as an editor takes it: without byte-order mark, CR LF as LF; a link is not followed.

        Raises UserFacingError for a link, a file that cannot be read, and one that is no text.
        """
        try:
            content = self._bytes_of(path)
        except FileNotFoundError:
            return DiskState("", None)
        except OSError as fault:
            raise UserFacingError(f"`{path.name}` cannot be opened: {_cause(fault)}.") from fault
        try:
            return DiskState(digest_of(content), _plain(content.decode()))
        except UnicodeDecodeError as fault:
            raise UserFacingError(f"`{path.name}` is no valid UTF-8.", "Save it as UTF-8.") from fault

    def _bytes_of(self, path: Path) -> bytes:
        with self._folder_of(path) as folder:
            return folder.read(path.name, _READ_MOST).content

    def save(self, path: Path, text: str, base_digest: str, *, overwrite: bool = False) -> SaveOutcome:
        """Checks again, then writes a profile whole; else says why, and the file is as it was (P234, P235)."""
        refusal = self._refusal(path, text)
        if refusal is not None:
            return refusal
        try:
            with self._folder_of(path) as folder:
                return _save(folder, path, text, base_digest, overwrite=overwrite)
        except OSError as fault:
            return SaveRefused(f"`{path.name}` cannot be saved: {_cause(fault)}. The file is as it was.")

    def _refusal(self, path: Path, text: str) -> SaveRefused | None:
        if path.parent != self.folder:
            return SaveRefused(f"`{path}` is no profile of yours.", "Copy it to your profiles first.")
        try:
            found = self.check(path, text)
            self.folder.mkdir(mode=0o700, exist_ok=True)
            with self._folder_of(path) as folder:
                is_link = folder.exists(path.name) and folder.is_link(path.name)
        except OSError as fault:
            return _refused(_link_finding(path, Code.PROFILE_SYMLINK_DIR, _cause(fault)))
        if is_link:
            return _refused(_link_finding(path, Code.PROFILE_SYMLINK_FILE, "it is a link"))
        error = next((diagnostic for diagnostic in found if diagnostic.severity is Severity.ERROR), None)
        return _refused(error) if error is not None else None

    def create(self, stem: str, text: str) -> Path:
        """Writes a new profile and returns its path; a stem that is taken gets a number. Raises UserFacingError."""
        path = self.free_path(stem)
        refusal = self._refusal(path, text)
        if refusal is not None:
            raise UserFacingError(refusal.message, refusal.hint)
        try:
            with self._folder_of(path) as folder:
                create_file(folder, path.name, content_of(text))
        except OSError as fault:
            raise UserFacingError(f"`{path.name}` cannot be written: {_cause(fault)}.") from fault
        return path

    def free_path(self, stem: str) -> Path:
        """Returns where a new file would lie; raises UserFacingError for a stem that no profile may have (P2)."""
        if not is_stem(stem):
            hint = "Use a letter, then up to 39 letters, digits, `_` or `-`."
            raise UserFacingError(f"`{stem}` cannot be the name of a profile's file.", hint)
        self._make_folder()
        names = {name.casefold() for name in self._names()}
        for number in range(1, _NAMES_TRIED):
            tail = "" if number == 1 else f"-{number}"
            name = f"{stem[: 40 - len(tail)]}{tail}.md"
            if name.casefold() not in names:
                return self.folder / name
        raise UserFacingError(f"There are too many files named `{stem}`.", "Choose another name.")

    def rename(self, path: Path, stem: str) -> Path:
        """Gives a file another stem, its bytes unchanged, and returns its new path. Raises UserFacingError (P238)."""
        if not is_stem(stem):
            hint = "Use a letter, then up to 39 letters, digits, `_` or `-`."
            raise UserFacingError(f"`{stem}` cannot be the name of a profile's file.", hint)
        target = path.with_name(f"{stem}.md")
        if target.name == path.name:
            return path
        try:
            with self._folder_of(path) as folder:
                rename_file(folder, path.name, target.name)
        except FileExistsError as fault:
            raise UserFacingError(f"There is a file `{target.name}` already.", "Choose another name.") from fault
        except OSError as fault:
            raise UserFacingError(f"`{path.name}` cannot be renamed: {_cause(fault)}.", "It is as it was.") from fault
        return target

    def _names(self) -> list[str]:
        with self._folder_of(self.folder / "x.md") as folder:
            return folder.names()

    def _make_folder(self) -> None:
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as fault:
            raise UserFacingError(f"`{self.folder}` cannot be made: {_cause(fault)}.") from fault

    def _folder_of(self, path: Path) -> AbstractContextManager[OpenedFolder]:
        """Opens the folder of the user's profiles; raises UserFacingError for a path elsewhere, and OSError."""
        if path.parent != self.folder:
            raise UserFacingError(f"`{path}` is no profile of yours.", "Copy it to your profiles first.")
        return open_folder(self.config, "profiles")


def _save(folder: OpenedFolder, path: Path, text: str, base_digest: str, *, overwrite: bool) -> SaveOutcome:
    before = folder.read(path.name, _READ_MOST).content if folder.exists(path.name) else None
    content = _content_like(text, before)
    digest = digest_of(before) if before is not None else ""
    if digest != base_digest and not overwrite and content != before:
        shown = _plain(before.decode("utf-8", "replace")) if before is not None else None
        return DiskChanged(shown, digest)
    if content != before:
        replace_file(folder, path.name, content)
    return Saved(_plain(text), digest_of(content))


def _content_like(text: str, before: bytes | None) -> bytes:
    """Returns the bytes to write: with the line ends of the file, and without a byte-order mark (P5, P242)."""
    like = before.decode("utf-8", "replace").removeprefix(_BOM) if before is not None else ""
    if "\r\n" not in text and like:
        text = with_line_ends(text, like)
    return content_of(text)


def _plain(text: str) -> str:
    return text.removeprefix(_BOM).replace("\r\n", "\n")


def _link_finding(path: Path, code: Code, reason: str) -> Diagnostic:
    message = f"`{path.name}` cannot be saved: {reason}."
    return Diagnostic(code, Severity.ERROR, message, path=str(path), hint="Put the file itself there.")


def _refused(found: Diagnostic) -> SaveRefused:
    place = f" (line {found.span.line})" if found.span is not None else ""
    return SaveRefused(f"{found.message}{place}", found.advice, found)


def _cause(fault: OSError) -> str:
    if isinstance(fault, LinkFault):
        return f"`{Path(fault.filename).name}` is a link"
    text = fault.strerror or "unknown cause"
    return text[:1].lower() + text[1:]

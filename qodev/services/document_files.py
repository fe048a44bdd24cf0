"""Reads and writes the files of documents: what kind each is, why it may be read-only, line ends and BOM kept (U35)."""

import contextlib
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from qodev.base.codes import Code
from qodev.base.diagnostics import Diagnostic, Severity
from qodev.base.errors import UserFacingError
from qodev.base.files import atomic_create, atomic_write, decode_text, digest_of, load_text, read_bounded
from qodev.base.locks import held
from qodev.base.paths import AppPaths
from qodev.base.text import with_line_ends
from qodev.profiles.files import ProfileFiles
from qodev.types.documents import DiskChanged, DiskState, DocumentKind, Saved, SaveOutcome, SaveRefused

LIMIT_BYTES = 1024 * 1024  # A7
ROLE_LIMIT_BYTES = 64 * 1024  # A102
_BOM = "\ufeff"
_NAMES_TRIED = 10_000


@dataclass(frozen=True, slots=True)
class DocumentFiles:
    """The files of one user; every method blocks."""

    paths: AppPaths
    bundled: Path
    extra_folders: Callable[[], Iterable[Path]]
    profiles: Callable[[], ProfileFiles]

    def kind_of(self, path: Path) -> DocumentKind:
        """Returns what a file is, by its folder."""
        single = {
            self.paths.pipelines: DocumentKind.PIPELINES,
            self.paths.agent_models: DocumentKind.MODELS,
            self.paths.settings: DocumentKind.SETTINGS,
        }
        if path in single:
            return single[path]
        suffix, folder = path.suffix.lower(), path.parent
        if suffix == ".jinja":
            return DocumentKind.PARTIAL
        if suffix == ".md" and folder in (self.paths.roles, self.bundled / "roles"):
            return DocumentKind.ROLE
        if folder == self.paths.profiles and path.name.lower().endswith(".md"):  # `.md` alone has no suffix
            return DocumentKind.PROFILE
        if suffix == ".toml" and folder in (self.paths.providers, self.bundled / "providers"):
            return DocumentKind.INSTANCE
        if suffix == ".toml" and folder in (self.paths.agents, self.bundled / "agents", *self.extra_folders()):
            return DocumentKind.AGENT
        return DocumentKind.OTHER

    def read_only_reason(self, path: Path) -> str | None:
        """Returns why a file cannot be saved, None when it can."""
        if path.is_relative_to(self.bundled):
            return "It ships with qodev and is read-only."
        if any(path.is_relative_to(folder) for folder in self.extra_folders()):
            return "It lies in an extra agent folder, and qodev never writes there."
        target = Path(os.path.realpath(path))
        if target.exists() and not os.access(target, os.W_OK):
            return "The file is write-protected."
        if target.parent.is_dir() and not os.access(target.parent, os.W_OK):
            return f"Nothing can be written into the folder `{target.parent}`."
        return None

    def read(self, path: Path) -> DiskState:
        """Returns what is on disk, as an editor takes it: without BOM, lines ended by LF.

        Raises UserFacingError when it cannot be read or is no text.
        """
        if self.kind_of(path) is DocumentKind.PROFILE:
            return self.profiles().read(path)
        try:
            content = read_bounded(path, LIMIT_BYTES)
        except FileNotFoundError:
            return DiskState("", None)
        except OSError:
            found = load_text(path, LIMIT_BYTES).diagnostics
            raise _unreadable(found, path) from None
        decoded = decode_text(content, path)
        if decoded.value is None:
            raise _unreadable(decoded.diagnostics, path)
        return DiskState(digest_of(content), decoded.value)

    def digest_of(self, path: Path) -> str:
        """Returns the digest of a file, "" when it is gone or cannot be read."""
        try:
            content = _bytes_of(path)
        except OSError:
            return ""
        return digest_of(content) if content is not None else ""

    def save(self, path: Path, text: str, base_digest: str, *, overwrite: bool) -> SaveOutcome:
        """Writes a document whole, or leaves the file byte for byte as it was and says why."""
        reason = self.read_only_reason(path)
        if reason is not None:
            return SaveRefused(f"`{path.name}` cannot be saved: {reason}", "Save it under another name.")
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with self._alone(path):
                if self.kind_of(path) is DocumentKind.PROFILE:
                    return self.profiles().save(path, text, base_digest, overwrite=overwrite)
                return self._save(path, text, base_digest, overwrite=overwrite)
        except OSError as fault:
            return _refused(path, fault)

    def _save(self, path: Path, text: str, base_digest: str, *, overwrite: bool) -> SaveOutcome:
        before = _bytes_of(path)
        try:
            content = _bytes_like(text, before).encode()
        except UnicodeEncodeError as fault:
            line = text.count("\n", 0, fault.start) + 1
            return SaveRefused(f"`{path.name}` cannot be saved: line {line} holds half of a character.", "Remove it.")
        limit = ROLE_LIMIT_BYTES if self.kind_of(path) is DocumentKind.ROLE else LIMIT_BYTES
        if len(content) > limit:
            message = f"`{path.name}` cannot be saved: it would be larger than {limit // 1024} KiB."
            found = Diagnostic(Code.FILE_TOO_LARGE, Severity.ERROR, message, path=str(path))
            return SaveRefused(message, "Make the text shorter.", found)
        digest = digest_of(before) if before is not None else ""
        if digest != base_digest and not overwrite and content != before:
            return DiskChanged(_text_or_none(before, path), digest)
        if content != before:
            atomic_write(path, content)
        return Saved(_plain(text), digest_of(content))

    @contextlib.contextmanager
    def _alone(self, path: Path) -> Iterator[None]:
        """Keeps other programs of this user from writing meanwhile: files of their own have locks of their own."""
        is_single = self.kind_of(path) in (DocumentKind.PIPELINES, DocumentKind.MODELS, DocumentKind.SETTINGS)
        lock = path.with_name(f".{path.name}.lock") if is_single else self.paths.state / "documents.lock"
        lock.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with held(lock):
            yield

    def create(self, kind: DocumentKind, stem: str, text: str) -> Path:
        """Writes a new file and returns its path; a name that is taken gets a number. Raises UserFacingError."""
        if kind is DocumentKind.PROFILE:
            return self.profiles().create(stem, text)
        folder, suffix = self._place_of(kind)
        if not _is_stem(stem):
            raise UserFacingError(f"`{stem}` cannot be the name of a file.", "Use letters, digits, `_` and `-`.")
        try:
            content = text.encode()
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            for number in range(1, _NAMES_TRIED):
                path = folder / f"{stem}{'' if number == 1 else f'_{number}'}{suffix}"
                with contextlib.suppress(FileExistsError):
                    atomic_create(path, content)
                    return path
        except OSError as fault:
            raise UserFacingError(f"`{folder}` cannot be written: {_cause(fault)}.", "Free space or rights.") from fault
        except UnicodeEncodeError as fault:
            raise UserFacingError("The text holds half of a character.", "Remove it.") from fault
        raise UserFacingError(f"There are too many files named `{stem}`.", "Choose another name.")

    def _place_of(self, kind: DocumentKind) -> tuple[Path, str]:
        places = {
            DocumentKind.AGENT: (self.paths.agents, ".toml"),
            DocumentKind.INSTANCE: (self.paths.providers, ".toml"),
            DocumentKind.ROLE: (self.paths.roles, ".md"),
            DocumentKind.PARTIAL: (self.paths.agents / "partials", ".jinja"),
        }
        if kind not in places:
            raise UserFacingError(f"No new file of the kind `{kind.value}` can be made.")
        return places[kind]


def _unreadable(found: tuple[Diagnostic, ...], path: Path) -> UserFacingError:
    message = found[0].message if found else f"`{path.name}` cannot be read."
    return UserFacingError(message, found[0].hint if found else None)


def _bytes_of(path: Path) -> bytes | None:
    try:
        return read_bounded(path, 64 * LIMIT_BYTES)
    except FileNotFoundError:
        return None


def _text_or_none(content: bytes | None, path: Path) -> str | None:
    return decode_text(content, path).value if content is not None else None


def _bytes_like(text: str, before: bytes | None) -> str:
    """Returns the text with the BOM and the line ends of the file, unless it has its own."""
    if before is None or text.startswith(_BOM) or "\r\n" in text:
        return text
    like = before.decode("utf-8", "replace")
    bom = _BOM if like.startswith(_BOM) else ""
    return bom + with_line_ends(text, like.removeprefix(_BOM))


def _plain(text: str) -> str:
    return text.removeprefix(_BOM).replace("\r\n", "\n")


def _refused(path: Path, fault: OSError) -> SaveRefused:
    message = f"`{path.name}` cannot be saved: {_cause(fault)}. The file is as it was."
    return SaveRefused(message, "Free space or rights, then save again; or save it under another name.")


def _cause(fault: OSError) -> str:
    text = fault.strerror or "unknown cause"
    return text[:1].lower() + text[1:]


_RESERVED = frozenset({"con", "prn", "aux", "nul", *(f"{n}{i}" for n in ("com", "lpt") for i in range(1, 10))})


def _is_stem(stem: str) -> bool:
    """Tells whether a name can be a file on all three systems, and is read by the loader."""
    is_plain = stem.isprintable() and not any(char in '/\\:*?"<>|' for char in stem)
    return (
        bool(stem)
        and is_plain
        and len(stem.encode()) <= 200
        and stem[0] not in ". "
        and stem[-1] not in ". "
        and (stem.partition(".")[0].lower() not in _RESERVED)
    )

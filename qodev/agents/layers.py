"""Reads the folders of all layers: which files there are, their bytes, their tables (A4 to A8, F21)."""

import os
import stat
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from qodev.agents.causes import FILE_LIMIT_BYTES, SourceFile
from qodev.agents.toml import TomlFault, can_hold_template, find_name, parse_toml
from qodev.base.codes import Code
from qodev.base.diagnostics import Diagnostic, Severity, SourceSpan
from qodev.base.files import decode_text, digest_of, load_text, read_bounded
from qodev.types.agents import Layer

_FRESH_NS = 2_000_000_000  # F21: a clock too coarse to tell two writes apart makes young times worthless
_BATCH = 200  # files of at most 1 MiB each in memory at once
_PARTIAL_DEPTH = 4
_PARTIAL_COUNT = 2000  # a user may name any folder as an extra one; its tree is not walked without end


@dataclass(frozen=True, slots=True)
class LayerFolder:
    """One folder of a layer; `name` is the pill of an extra folder (A5)."""

    path: Path
    layer: Layer
    name: str | None = None

    @property
    def key(self) -> str:
        """Returns how a snapshot names the folder among its partials."""
        return "" if self.layer is Layer.BUNDLED else str(self.path)


class FileStamp(NamedTuple):
    """What tells one version of a file from another without reading it."""

    path: str
    mtime_ns: int
    size: int


@dataclass(frozen=True, slots=True, eq=False)
class TomlFile:
    """A file that was read: its table, or the finding that says why there is none."""

    source: SourceFile
    table: Mapping[str, Any] | None
    is_json: bool  # the table came from the parse cache, so it holds nothing that JSON cannot
    diagnostics: tuple[Diagnostic, ...] = ()


def scan_folder(folder: Path, suffix: str) -> tuple[tuple[FileStamp, ...], tuple[Diagnostic, ...]]:
    """Returns the files of a folder in file order (A6); a folder that cannot be listed gives one finding."""
    stamps: list[FileStamp] = []
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                name = entry.name
                if name.lower().endswith(suffix) and not name.startswith("."):
                    stamp = _stamp(entry)
                    if stamp is not None:
                        stamps.append(stamp)
    except FileNotFoundError:
        return (), ()
    except OSError as fault:
        return (), (_unlistable(folder, fault),)
    stamps.sort()  # by path: within one folder that is by name
    return tuple(stamps), ()


def _stamp(entry: "os.DirEntry[str]") -> FileStamp | None:
    try:
        found = entry.stat()
    except OSError:  # a broken link: reading it says what is wrong, instead of hiding it
        return FileStamp(entry.path, 0, -1)
    return FileStamp(entry.path, found.st_mtime_ns, found.st_size) if stat.S_ISREG(found.st_mode) else None


def _unlistable(folder: Path, fault: OSError) -> Diagnostic:
    reason = (fault.strerror or "it cannot be opened").lower()
    message = f"The folder `{folder}` cannot be listed: {reason}."
    return Diagnostic(Code.FILE_UNREADABLE, Severity.ERROR, message, path=str(folder))


def is_settled(stamp: FileStamp, now_ns: int) -> bool:
    """Tells whether the stamp alone proves that the file is the same (F21)."""
    return stamp.size >= 0 and abs(now_ns - stamp.mtime_ns) > _FRESH_NS


def read_toml_files(
    stamps: Sequence[FileStamp], folder: LayerFolder, before: Mapping[str, TomlFile]
) -> Iterator[TomlFile]:
    """Yields the files of some stamps, read and parsed; bytes that are the same as `before`, by path, give that again.

    Some hundred files are read before the first of them is parsed: taking turns between the system and the parser
    made both twice as slow.
    """
    for start in range(0, len(stamps), _BATCH):
        batch = stamps[start : start + _BATCH]
        contents = [_content_of(Path(stamp.path)) for stamp in batch]
        for stamp, content in zip(batch, contents, strict=True):
            yield parse_file(stamp.path, content, folder, before.get(stamp.path))


def _content_of(path: Path) -> bytes | tuple[Diagnostic, ...]:
    try:
        return read_bounded(path, FILE_LIMIT_BYTES)
    except OSError:
        return load_text(path, FILE_LIMIT_BYTES).diagnostics


def parse_file(
    path: str, content: bytes | tuple[Diagnostic, ...], folder: LayerFolder, before: TomlFile | None = None
) -> TomlFile:
    """Returns the file that `content` makes, or why it was not read; the same bytes as `before` give that again."""
    if not isinstance(content, bytes):
        return _unread(path, folder, content)
    digest = digest_of(content)
    if before is not None and before.source.digest == digest:
        return before
    decoded = decode_text(content, Path(path))
    if decoded.value is None:
        return _unread(path, folder, decoded.diagnostics, digest)
    source = SourceFile(path, folder.layer, folder.name, digest, decoded.value)
    table = parse_toml(decoded.value)
    if isinstance(table, TomlFault):
        return TomlFile(source, None, is_json=False, diagnostics=(toml_syntax(path, table),))
    source.name_place = find_name(decoded.value)
    source.has_templates = can_hold_template(decoded.value)
    source.partials_key = folder.key
    return TomlFile(source, table, is_json=False)


def _unread(path: str, folder: LayerFolder, why: tuple[Diagnostic, ...], digest: str = "") -> TomlFile:
    source = SourceFile(path, folder.layer, folder.name, digest, "")
    return TomlFile(source, None, is_json=False, diagnostics=why)


def toml_syntax(
    path: str, fault: TomlFault, code: Code = Code.TOML_SYNTAX, severity: Severity = Severity.ERROR
) -> Diagnostic:
    """Returns the finding for a text that is not TOML (A8)."""
    message = (
        f"`{Path(path).name}` is not valid TOML in line {fault.line}: {fault.reason[:1].lower()}{fault.reason[1:]}."
    )
    return Diagnostic(code, severity, message, span=SourceSpan(path, fault.line, fault.column))


@dataclass(frozen=True, slots=True)
class PartialSet:
    """The partials below a folder by their relative names, those that may not be read, and their digests."""

    texts: Mapping[str, str]
    refused: Mapping[str, str]
    digests: Mapping[str, str]
    diagnostics: tuple[Diagnostic, ...] = ()


def read_partials(folder: Path) -> PartialSet:
    """Reads the `.jinja` files below a folder; what lies outside it once links are resolved is refused (A68, A69)."""
    texts: dict[str, str] = {}
    refused: dict[str, str] = {}
    digests: dict[str, str] = {}
    found: list[Diagnostic] = []
    root = os.path.realpath(folder)
    real_folders: dict[Path, str] = {}
    for path in _walk_partials(folder):
        name = path.relative_to(folder).as_posix()
        if not _lies_below(path, root, real_folders):
            refused[name] = "it lies outside the folder of its agents"
            continue
        read = load_text(path, FILE_LIMIT_BYTES)
        found.extend(read.diagnostics)
        if read.value is None:
            refused[name] = "it cannot be read"
        else:
            texts[name] = read.value
            digests[name] = digest_of(read.value.encode())
    return PartialSet(texts, refused, digests, tuple(found))


def _lies_below(path: Path, root: str, real_folders: dict[Path, str]) -> bool:
    """Tells whether a file is below `root` once links are resolved; of a folder that is done once for all its files."""
    if path.is_symlink():
        return os.path.realpath(path).startswith(root + os.sep)
    if path.parent not in real_folders:
        real_folders[path.parent] = os.path.realpath(path.parent)
    return f"{real_folders[path.parent]}{os.sep}".startswith(root + os.sep)


def _walk_partials(folder: Path) -> list[Path]:
    found: list[Path] = []
    pending = [(folder, 0)]
    while pending and len(found) < _PARTIAL_COUNT:
        here, depth = pending.pop()
        try:
            entries = sorted(os.scandir(here), key=lambda entry: entry.name)
        except OSError:
            continue
        for entry in entries:
            if entry.name.startswith("."):
                continue
            if entry.name.endswith(".jinja") and not entry.is_dir():
                found.append(Path(entry.path))
            elif depth < _PARTIAL_DEPTH and entry.is_dir(follow_symlinks=False):
                pending.append((Path(entry.path), depth + 1))
    return sorted(found)[:_PARTIAL_COUNT]

"""Reads files for prompts, below the allowed folders only (A97 to A101, S92)."""

import errno
import os
import stat
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from qodev.agents.faults import TemplateFault, runtime_fault
from qodev.agents.marks import expand
from qodev.agents.meter import Counters
from qodev.agents.names import looks_secret
from qodev.base.codes import Code
from qodev.base.text import clip

FILE_LIMIT = 256 * 1024
PROMPT_LIMIT = 1024 * 1024
_ABSENT = (errno.ENOENT, errno.ENOTDIR, errno.ELOOP, errno.ENAMETOOLONG)  # nothing of that name can be there


class _Refused(Exception):
    """A path that may not be used; the text is the reason."""


class _Unresolved(Exception):
    """A path that leads nowhere: no project is open."""


@dataclass(slots=True)
class PromptFiles:
    """The files that one prompt may read; `marks` are what `${...}` stands for in path arguments."""

    roots: tuple[Path, ...]
    base: Path | None  # where relative paths start: the project
    marks: Mapping[str, str]
    on_fault: Callable[[TemplateFault], None]  # raises at send, notes a warning at load (A100)
    taken: int = 0

    def read_file(self, counters: Counters, path: object) -> str:
        """Returns the text of a file."""
        name = _path_text("read_file", path)
        try:
            real = self._resolve(name)
            content = _read(real, may_be_linked=not self._is_in_project(real))
            self._count(len(content))
            return counters.keep_text(_decode(content))
        except (_Refused, OSError, ValueError, _Unresolved) as fault:
            self.on_fault(_read_fault("read_file", name, fault))
            return ""

    def _count(self, size: int) -> None:
        self.taken += size
        if self.taken > PROMPT_LIMIT:
            raise _Refused(f"the files of one prompt are larger than {PROMPT_LIMIT // 1024} KiB")

    def file_exists(self, counters: Counters, path: object) -> bool:
        """Tells whether an allowed file or folder is there."""
        name = _path_text("file_exists", path)
        counters.tick(4096)
        try:
            return _is_there(self._resolve(name))
        except _Unresolved:
            return False
        except (_Refused, OSError, ValueError) as fault:
            self.on_fault(_read_fault("file_exists", name, fault))
            return False

    def read_dir(self, counters: Counters, path: object) -> list[str]:
        """Returns the names in a folder, sorted, without those that begin with a dot."""
        name = _path_text("read_dir", path)
        try:
            real = self._resolve(name)
            entries = os.listdir(real) if _is_there(real) else []  # noqa: PTH208 - names only
        except _Unresolved:
            return []
        except (_Refused, OSError, ValueError) as fault:
            self.on_fault(_read_fault("read_dir", name, fault))
            return []
        names = sorted(entry for entry in entries if not entry.startswith("."))
        counters.judge(sum(map(len, names)) + 64 * len(names))
        return names

    def _resolve(self, name: str) -> Path:
        """Returns the real path behind `name`; raises when it is outside the roots or names a secret."""
        text = expand(name, self.marks)
        if self._is_unresolved(text) or (self.base is None and not Path(text).is_absolute()):
            raise _Unresolved
        given = Path(text) if self.base is None else self.base / text
        real = Path(os.path.realpath(given))
        root = self._root_of(real)
        if root is None:
            raise _Refused("it is outside the project folder, the qodev folder and the settings folder")
        for part in (*real.relative_to(root).parts, *_parts_below(given, self.roots)):
            if looks_secret(part):
                raise _Refused("files of this name may hold secrets")
        return real

    def _is_unresolved(self, text: str) -> bool:
        for place in self.marks.values():  # a folder may have `${` in its own name
            text = text.replace(place, "")
        return "${" in text

    def _is_in_project(self, real: Path) -> bool:
        return self.base is not None and Path(os.path.realpath(self.base)) in real.parents

    def _root_of(self, real: Path) -> Path | None:
        resolved = (Path(os.path.realpath(root)) for root in self.roots)
        return next((root for root in resolved if real == root or root in real.parents), None)


def _is_there(real: Path) -> bool:
    try:
        real.stat()
    except OSError as fault:
        if fault.errno in _ABSENT:
            return False
        raise
    return True


def _parts_below(given: Path, roots: tuple[Path, ...]) -> tuple[str, ...]:
    flat = Path(os.path.normpath(given))
    root = next((r for r in roots if r == flat or r in flat.parents), None)
    return flat.relative_to(root).parts if root is not None else (flat.name,)


def _path_text(function: str, path: object) -> str:
    if not isinstance(path, str):
        raise runtime_fault(f"`{function}` needs a path as text.")
    return path


def _read(real: Path, *, may_be_linked: bool) -> bytes:
    if not stat.S_ISREG(real.stat().st_mode):
        raise _Refused("it is no regular file")
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
    handle = os.open(real, flags | getattr(os, "O_BINARY", 0))
    with os.fdopen(handle, "rb") as stream:
        opened = os.fstat(handle)
        # A folder above may have been swapped for a link between the check and the opening.
        if os.path.realpath(real) != str(real) or not os.path.samestat(opened, real.stat()):
            raise _Refused("it changed while it was opened")
        if not stat.S_ISREG(opened.st_mode):
            raise _Refused("it is no regular file")
        if opened.st_nlink > 1 and not may_be_linked:
            raise _Refused("it has several hard links, and another of its names may be that of a secret")
        content = stream.read(FILE_LIMIT + 1)
    if len(content) > FILE_LIMIT:
        raise _Refused(f"it is larger than {FILE_LIMIT // 1024} KiB")
    return content


def _decode(content: bytes) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise _Refused("it is not UTF-8") from None


def _read_fault(function: str, path: str, fault: Exception) -> TemplateFault:
    return TemplateFault(Code.PROMPT_READ, f"`{function}` cannot use {clip(path, 200)!r}: {_reason(fault)}.")


def _reason(fault: Exception) -> str:
    if isinstance(fault, _Refused):
        return str(fault)
    if isinstance(fault, _Unresolved):
        return "no project is open"
    if isinstance(fault, FileNotFoundError):
        return "there is no such file"
    if isinstance(fault, OSError) and fault.errno == errno.EACCES:
        return "it may not be read"
    return "it cannot be opened"

"""Reads the path that a tool names: what is no plain path inside a project is refused with its reason (S49, S54, S55)."""

import re
import unicodedata
from dataclasses import dataclass

from qodev.base.filenames import folded_name
from qodev.types.files import PathRefused

POINTS_MOST, BYTES_MOST, SEGMENTS_MOST = 240, 4096, 256  # S49
STEERING_FOLDERS = (".qodev", ".codev", ".opencode", ".qoder", ".claude", ".agents")
_DRIVE = re.compile(r"[A-Za-z]:")
_DEVICES = re.compile(
    r"(con|prn|aux|nul|conin\$|conout\$|clock\$|(com|lpt)[0-9\u00b9\u00b2\u00b3])(\..*)?", re.IGNORECASE
)
_SHORT_NAME = re.compile(r"~[0-9]")
_WINDOWS_FORBIDDEN = '<>"|?*:'
LEADS_OUT = "the path leads out of the project"
NAMES_PROJECT = "the path names the project itself"
NEVER_READ = "the name looks like that of a secret"
INSIDE_GIT = "nothing inside `.git` is read or written by tools"  # S55, S62
_JOINERS = "\u200c\u200d"  # plain between two characters beyond ASCII: emoji, Persian (S30)


@dataclass(frozen=True, slots=True)
class Segment:
    """One step of a path as it was written: a name, or `..` in the form of `is_back`."""

    name: str

    @property
    def is_back(self) -> bool:
        """Tells whether it takes back the segment before it."""
        return self.name == ".."


def read_spelling(argument: str, *, is_windows: bool) -> tuple[Segment, ...]:
    """Returns the segments of a relative path, `.` and empty ones dropped; raises PathRefused."""
    _check_text(argument)
    text = argument.replace("\\", "/")
    if text.startswith("/") or _DRIVE.match(text):
        raise PathRefused("the path is absolute; name it from the project's folder")
    if text.startswith("~"):
        raise PathRefused("a path does not begin with `~`")
    if "://" in text:
        raise PathRefused("it is an address, no path")
    names = [name for name in text.split("/") if name not in ("", ".")]
    if len(names) > SEGMENTS_MOST:
        raise PathRefused(f"the path has more than {SEGMENTS_MOST} parts")
    for name in names:
        _check_name(name, is_windows=is_windows)
    return tuple(Segment(name) for name in names)


def plain_path(argument: str, *, is_windows: bool) -> str:
    """Returns a path below a project as its letters have it, `..` taken back; raises PathRefused (P106)."""
    names: list[str] = []
    for segment in read_spelling(argument, is_windows=is_windows):
        if not segment.is_back:
            names.append(segment.name)
        elif not names:
            raise PathRefused(LEADS_OUT)
        else:
            names.pop()
    return "/".join(names)


def _check_text(text: str) -> None:
    if len(text) > POINTS_MOST:
        raise PathRefused(f"the path has more than {POINTS_MOST} characters")
    if any(unicodedata.category(char) == "Cs" for char in text):
        raise PathRefused("the path holds half a character")
    if len(text.encode()) > BYTES_MOST:
        raise PathRefused(f"the path has more than {BYTES_MOST} bytes")
    for at, char in enumerate(text):
        category = unicodedata.category(char)
        if category in ("Cc", "Zl", "Zp") or (category == "Cf" and not _is_joining(text, at)):
            raise PathRefused(f"the path holds the character U+{ord(char):04X}, which cannot be seen")


def _is_joining(text: str, at: int) -> bool:
    if text[at] not in _JOINERS or not 0 < at < len(text) - 1:
        return False
    return not text[at - 1].isascii() and not text[at + 1].isascii()


def _check_name(name: str, *, is_windows: bool) -> None:
    if folded_name(name) == ".git" or (is_windows and folded_name(name) == "git~1"):
        raise PathRefused(INSIDE_GIT)
    if not is_windows or name == "..":
        return
    if _DEVICES.fullmatch(name):
        raise PathRefused(f"`{name}` is the name of a device")
    if name[-1] in ". ":
        raise PathRefused(f"`{name}` ends in a dot or a blank, which Windows drops")
    if any(char in _WINDOWS_FORBIDDEN for char in name):
        raise PathRefused(f"`{name}` holds a character that names cannot have on Windows")
    if _SHORT_NAME.search(name):
        raise PathRefused(f"`{name}` has the form of a short name")


def is_steering(path: str, hooks_folder: str | None) -> bool:
    """Tells whether a path inside a project lies in a folder that changes how agents or git behave (S56)."""
    names = [folded_name(name) for name in path.split("/")]
    if any(name in STEERING_FOLDERS for name in names):
        return True
    if not hooks_folder:
        return False
    hooks = [folded_name(name) for name in hooks_folder.split("/")]
    return names[: len(hooks)] == hooks

"""Says what a profile may be called and how its file may be named (P2, P8)."""

import re
import unicodedata

from qodev.base.text import BLANKS

STEM_LIMIT = 40  # P2
NAME_LIMIT = 80  # P8
_STEM = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,39}")
_HIDDEN = ("Cc", "Cf", "Zl", "Zp")  # controls, formats, line and paragraph separators
RESERVED = ("plan", "orchestrator")  # P50, as keys


def is_stem(stem: str) -> bool:
    """Tells whether a file may be called `<stem>.md` (P2)."""
    return _STEM.fullmatch(stem) is not None


def split_file_name(name: str) -> str | None:
    """Returns the stem of a file name that ends in `.md` in any case, else None (P1)."""
    return name[:-3] if name[-3:].lower() == ".md" else None


def has_hidden(text: str) -> bool:
    """Tells whether a text holds controls, format characters or line separators."""
    return any(unicodedata.category(char) in _HIDDEN for char in text)


def has_control(text: str) -> bool:
    """Tells whether a text holds control characters."""
    return any(unicodedata.category(char) == "Cc" for char in text)


def name_fault(name: str) -> str | None:
    """Returns why a profile may not be called so, None when it may (P8)."""
    if not name:
        return "it is empty"
    if len(name) > NAME_LIMIT:
        return f"it is longer than {NAME_LIMIT} characters"
    if name.strip(BLANKS) != name:
        return "it begins or ends with a blank"
    if has_hidden(name):
        return "it holds a character that cannot be seen"
    if "/" in name or "\\" in name:
        return "it holds a slash"
    if name in (".", ".."):
        return "it names a folder"
    return None

"""Says what a profile may be called and how its file may be named (P2, P8)."""

import re
import unicodedata

STEM_LIMIT = 40  # P2
NAME_LIMIT = 80  # P8
# The characters with the property White_Space; Python's own `strip` takes four controls besides.
BLANKS = "\t\n\v\f\r \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
_BLANK_RUN = re.compile(f"[{BLANKS}]+")
_STEM = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,39}")
_HIDDEN = ("Cc", "Cf", "Zl", "Zp")  # controls, formats, line and paragraph separators
RESERVED = ("plan", "orchestrator")  # P50, as keys


def normalize_blanks(text: str) -> str:
    """Returns `text` with every run of blanks as one space and none at its ends (P90)."""
    return _BLANK_RUN.sub(" ", text).strip(" ")


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

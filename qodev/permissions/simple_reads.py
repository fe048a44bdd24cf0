"""Recognises commands that only list or show files, which are served without a shell (P121)."""

import posixpath
import re

from qodev.types.permissions import POSIX_SHELLS, ClauseKind, Reading, ReadKind, SimpleRead

_LIST = ("ls", "dir", "get-childitem", "gci")
_SHOW = ("cat", "type", "get-content", "gc")
_WHERE = ("pwd", "get-location", "gl")
_PLAIN_PATH = re.compile(r"[A-Za-z0-9_@%+=:,/-][A-Za-z0-9_@%+=:,./-]*")


def find_simple_read(reading: Reading) -> SimpleRead | None:
    """Returns what a text reads when it is exactly one such command, else None; links are the caller's to check."""
    plain = [clause for clause in reading.clauses if clause.kind is ClauseKind.PLAIN]
    is_single = reading.is_sure and len(reading.clauses) == len(plain) and len({clause.text for clause in plain}) == 1
    words = reading.text.split(" ")
    if not is_single or plain[0].text != reading.text or plain[0].writes:
        return None
    name, paths = words[0].casefold() if reading.shell not in POSIX_SHELLS else words[0], tuple(words[1:])
    if not all(_is_plain_path(path) for path in paths):
        return None
    if name in _WHERE:
        return SimpleRead(ReadKind.WHERE, ()) if not paths else None
    if name in _LIST:
        return SimpleRead(ReadKind.LIST, paths)
    return SimpleRead(ReadKind.SHOW, paths) if name in _SHOW and paths else None


def _is_plain_path(path: str) -> bool:
    is_relative = not posixpath.isabs(path) and ":" not in path and not path.startswith("-")
    return (
        is_relative
        and _PLAIN_PATH.fullmatch(path) is not None
        and not {"", ".", ".."} & set(path.rstrip("/").split("/"))
    )

"""Compares names of files the way that file systems do, and knows the names that secrets have (S55, P178)."""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

_SECRET_NAMES = re.compile(
    r"\.env(\..*)?|.*\.(pem|pfx|key)|id_rsa|id_ed25519|.*(secret|credential).*", re.IGNORECASE | re.DOTALL
)  # P178
_KEPT = 4096  # a walk asks about each name of a project, and most names recur


# Stands in every name that is a secret's or git's own, and in few others.
_TELLING = re.compile(r"\.(env|pem|pfx|key|git)|id_rsa|id_ed25519|secret|credential", re.IGNORECASE)


def has_telling_name(names: Sequence[str]) -> bool:
    """Tells whether one of the names may be a secret's or git's own: a quick no for a whole folder at once."""
    joined = "/".join(names)
    return not joined.isascii() or _TELLING.search(joined) is not None


@lru_cache(_KEPT)
def folded_name(name: str) -> str:
    """Returns a name as it is compared with names that matter: case, what cannot be seen, and tails do not count (S55)."""
    if name.isascii():
        folded = name.lower()
    else:
        visible = "".join(char for char in name if unicodedata.category(char) != "Cf")
        folded = unicodedata.normalize("NFC", visible).casefold()
    if folded.startswith(".git:"):
        return ".git"  # a stream of the folder, as `.git::$INDEX_ALLOCATION`
    return folded.rstrip(". ") or folded


@lru_cache(_KEPT)
def is_secret_name(name: str) -> bool:
    """Tells whether a file's name looks like that of a secret, which tools never read (P178)."""
    return _SECRET_NAMES.fullmatch(folded_name(name)) is not None

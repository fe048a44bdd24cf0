"""Finds commands that no exact allow may cover: git, its folder, and qodev's own data (P120)."""

import re
import unicodedata
from dataclasses import dataclass
from pathlib import Path

_GIT = re.compile(r"(?<![a-z0-9_])git(?:\.exe)?(?![a-z0-9_])")
_UNQUOTED = str.maketrans("", "", "\"'\\`^")
_DEEP_ENOUGH = 2  # parts below the home folder that name a data folder for sure


@dataclass(frozen=True, slots=True)
class ProtectedText:
    """Tells protected commands from others; spellings that a shell would join count too."""

    data: Path
    home: Path

    def reason(self, command: str) -> str | None:
        """Returns why a command may only be denied exactly, never allowed; None when it may be allowed."""
        folded = _folded(command)
        forms = (folded, folded.translate(_UNQUOTED))
        if any(_GIT.search(form) for form in forms):
            return "It names git or its folder."
        slashed = (folded.replace("\\", "/"), *forms)
        if any(name in form for form in slashed for name in self._data_names()):
            return "It names qodev's own data folder."
        return None

    def _data_names(self) -> tuple[str, ...]:
        """Returns the spellings of the data folder: whole, and below the home folder however that is named."""
        whole = _folded(self.data.as_posix())
        if not self.data.is_relative_to(self.home):
            return (whole,)
        inner = self.data.relative_to(self.home)
        tail = _folded(inner.as_posix())
        return (whole, tail if len(inner.parts) >= _DEEP_ENOUGH else f"/{tail}")


def _folded(text: str) -> str:
    visible = "".join(char for char in text if unicodedata.category(char) != "Cf")
    return unicodedata.normalize("NFKC", visible).casefold()

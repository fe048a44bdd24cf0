"""What tmux and screen type or open: any of their words may be keys or a command (S23)."""

import re
from collections.abc import Sequence

from qodev.permissions.option_carriers import Carried
from qodev.permissions.words import UNKNOWN, is_static

# Options whose value names a session, window, folder or size, in every subcommand that opens something.
_TMUX_VALUE = re.compile(r"-[A-Za-z]*[tsncSLxy]")
_SCREEN_VALUE = re.compile(r"-(?:[A-Za-z]*S|t|p)")


def read_tmux(words: Sequence[str], found: Carried) -> None:
    """Reads tmux, which types keys or opens commands."""
    _read(words, _TMUX_VALUE, found)


def read_screen(words: Sequence[str], found: Carried) -> None:
    """Reads screen likewise; its `-s`, `-c` and `-L` are no names."""
    _read(words, _SCREEN_VALUE, found)


def _read(words: Sequence[str], takes_name: re.Pattern[str], found: Carried) -> None:
    for at in range(1, len(words)):
        word = words[at]
        is_name = takes_name.fullmatch(words[at - 1]) is not None and UNKNOWN not in word
        if not is_static(word) and is_name:
            continue
        if not is_static(word):
            found.opaque.append(f"text of {words[0]}")
        if re.search(r"\s", word):
            found.texts.append(word)
        found.possible.append(tuple(words[at:]))

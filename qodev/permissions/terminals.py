"""What tmux and screen type or open: any of their words may be keys or a command (S23)."""

import re
from collections.abc import Sequence

from qodev.permissions import options
from qodev.permissions.option_carriers import Carried
from qodev.permissions.options import Options
from qodev.permissions.words import UNKNOWN, is_static

_TMUX = Options(flags="2CDlNquUvV", values="cfLST")
_SCREEN = Options(flags="aAdDilLmMnOqQrRUvxX46", values="cehpsStT")
# Behind a subcommand of tmux: options whose value names a session, window, folder or size wherever something is opened.
_NAME = re.compile(r"-[A-Za-z]*[tsncxy]")
_SENDS = re.compile(r"send(?:-k(?:e(?:ys?)?)?)?|send-")
_KEYS = Options(flags="FHKlMRX", values="ctN")
_TYPES = {"space": " ", **dict.fromkeys(("enter", "kpenter", "c-m", "c-j", "^m", "^j"), "\n"), "c-c": "\n", "c-u": "\n"}
# Keys that change what was typed before, or fetch it from elsewhere.
_MOVES = re.compile(
    r"(?i)(?:up|down|left|right|home|end|tab|btab|bspace|dc|delete|ic|insert|escape|[cm]-(?![mcuj]$).|\^(?![mcuj]$).)$"
)


def read_tmux(words: Sequence[str], found: Carried) -> None:
    """Reads tmux, which types keys or opens commands; `-c` before the subcommand runs a text."""
    parsed = options.parse(words, _TMUX)
    found.texts.extend(parsed.values("c"))
    is_sure = parsed.is_known and not parsed.is_unsure
    begin = (parsed.start or len(words)) if is_sure else 1
    _read(words, begin, found, has_names=is_sure)
    for at in range(begin, len(words)):
        if _SENDS.fullmatch(words[at]):
            end = next((n for n in range(at, len(words)) if words[n].endswith(";")), len(words))
            _read_keys(words[at : end + 1], found)


def _read_keys(words: Sequence[str], found: Carried) -> None:
    """Reads `send-keys`, which types its words one behind the other, without blanks."""
    parsed = options.parse(words, _KEYS)
    keys = [word.removesuffix(";") for word in words[parsed.start :]] if parsed.start is not None else []
    is_typed = parsed.has("l")  # else the names of keys stand for them
    typed = [key if is_typed else _TYPES.get(key.casefold(), key) for key in keys]
    if not parsed.is_known or parsed.has("H", "N") or (not is_typed and len(keys) > 1 and any(map(_MOVES.match, keys))):
        found.opaque.append("keys of tmux")
    if len(keys) > 1 and all(map(is_static, keys)):
        found.texts.append("".join(typed))


def read_screen(words: Sequence[str], found: Carried) -> None:
    """Reads screen likewise; `-s` names the shell of its windows."""
    parsed = options.parse(words, _SCREEN)
    found.commands.extend((shell,) for shell in parsed.values("s"))
    is_sure = parsed.is_known and not parsed.is_unsure
    _read(words, (parsed.start or len(words)) if is_sure else 1, found, has_names=False)


def _read(words: Sequence[str], begin: int, found: Carried, *, has_names: bool) -> None:
    for at in range(begin, len(words)):
        word = words[at]
        if has_names and at > begin and _NAME.fullmatch(words[at - 1]) and UNKNOWN not in word:
            continue
        if not is_static(word):
            found.opaque.append(f"text of {words[0]}")
        if re.search(r"\s", word):
            found.texts.append(word)
        found.possible.append(tuple(words[at:]))

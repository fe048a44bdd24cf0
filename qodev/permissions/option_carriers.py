"""Programs that run what an option or a program text of theirs says: find, tar, sed, make and their like (S25, S26)."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from qodev.permissions.options import find_values
from qodev.permissions.words import UNKNOWN, is_static


@dataclass(slots=True)
class Carried:
    """What a command starts besides itself."""

    commands: list[tuple[str, ...]] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    possible: list[tuple[str, ...]] = field(default_factory=list)
    opaque: list[str] = field(default_factory=list)


_PLACE = re.compile(r"\{[/.]*\}")  # what fd puts a path for
Reader = Callable[[Sequence[str], Carried], None]


def _text_option(*names: str) -> Reader:
    """Returns a reader for options whose value is a text."""

    def read(words: Sequence[str], found: Carried) -> None:
        found.texts.extend(find_values(words, *names))

    return read


def _read_find(words: Sequence[str], found: Carried) -> None:
    for at, word in enumerate(words):
        if word in ("-exec", "-execdir", "-ok", "-okdir"):
            end = next((n for n in range(at + 1, len(words)) if words[n] in (";", "+")), len(words))
            rest = tuple(part.replace("{}", UNKNOWN) for part in words[at + 1 : end])
            if rest:
                found.commands.append(rest)


def _read_fd(words: Sequence[str], found: Carried) -> None:
    for at, word in enumerate(words):
        if word in ("-x", "-X", "--exec", "--exec-batch"):
            rest = tuple(_PLACE.sub(UNKNOWN, part) for part in words[at + 1 :])
            has_place = any(_PLACE.search(part) for part in words[at + 1 :])
            if rest:
                found.commands.append(rest if has_place else (*rest, UNKNOWN))


def _read_tar(words: Sequence[str], found: Carried) -> None:
    found.texts.extend(
        find_values(
            words,
            "--to-command",
            "-I",
            "--use-compress-program",
            "-F",
            "--info-script",
            "--new-volume-script",
            "--rsh-command",
        )
    )
    for action in find_values(words, "--checkpoint-action"):
        if action.startswith("exec="):
            found.texts.append(action.removeprefix("exec="))


def _read_vim(words: Sequence[str], found: Carried) -> None:
    given = [*find_values(words, "-c", "--cmd"), *(word[1:] for word in words[1:] if word.startswith("+"))]
    for text in given:
        if not is_static(text):
            found.opaque.append("command of an editor")
        elif "!" in text:
            found.texts.append(text.partition("!")[2])


_SED_ADDRESS = r"(?:[0-9]+(?:~[0-9]+)?|\$|/(?:[^/\\\n]|\\.)*/[IM]?)"
_SED_COMMAND = (
    rf"\s*(?:{_SED_ADDRESS}(?:\s*,\s*(?:[+~]?[0-9]+|{_SED_ADDRESS}))?)?\s*!?\s*"
    r"(?:[pdq=]|s(?P<d>[^\w\s\\])(?:(?!(?P=d))[^\\\n]|\\.)*(?P=d)(?:(?!(?P=d))[^\\\n]|\\.)*(?P=d)[gpIi0-9]*)?\s*"
)


def _is_safe_sed(program: str) -> bool:
    """Tells whether a sed program has addresses, `p d q =` and `s` without `e` and `w`, and nothing else (S25)."""
    at = 0
    pattern = re.compile(_SED_COMMAND, re.DOTALL)
    while at <= len(program):
        match = pattern.match(program, at)
        if match is None:
            return False
        at = match.end()
        if at == len(program):
            return True
        if program[at] not in ";\n":
            return False
        at += 1
    return True


def _read_sed(words: Sequence[str], found: Carried) -> None:
    programs = find_values(words, "-e", "--expression")
    has_file = bool(find_values(words, "-f", "--file"))
    if not programs and not has_file:
        first = next((word for word in words[1:] if not word.startswith("-")), None)
        programs = [first] if first is not None else []
    clustered = [at for at, word in enumerate(words) if re.fullmatch(r"-[a-zA-Z]+e", word)]
    programs.extend(words[at + 1] for at in clustered if at + 1 < len(words))
    if any(not is_static(program) or not _is_safe_sed(program) for program in programs):
        found.opaque.append("sed program")


def _read_make(words: Sequence[str], found: Carried) -> None:
    if any(word.startswith(("SHELL=", "--eval", "-E", ".SHELLFLAGS=")) for word in words[1:]):
        found.opaque.append("make SHELL")


def _read_enable(words: Sequence[str], found: Carried) -> None:
    if any(word.startswith("-") and ("f" in word) for word in words[1:]):
        found.opaque.append("enable -f")


def _read_hash(words: Sequence[str], found: Carried) -> None:
    if any(word.startswith("-") and ("p" in word) for word in words[1:]):
        found.opaque.append("hash -p")


OPTION_READERS: Mapping[str, Reader] = {
    "find": _read_find,
    **dict.fromkeys(("fd", "fdfind"), _read_fd),
    **dict.fromkeys(("tar", "gtar", "bsdtar"), _read_tar),
    "rsync": _text_option("-e", "--rsh", "--rsync-path"),
    "rg": _text_option("--pre"),
    "sort": _text_option("--compress-program"),
    "split": _text_option("--filter"),
    **dict.fromkeys(("vim", "vi", "nvim", "view", "vimdiff", "ex", "ed"), _read_vim),
    **dict.fromkeys(("mapfile", "readarray", "complete", "compgen"), _text_option("-C")),
    **dict.fromkeys(("sed", "gsed"), _read_sed),
    **dict.fromkeys(("make", "gmake"), _read_make),
    "enable": _read_enable,
    "hash": _read_hash,
    "nodemon": _text_option("-x", "--exec"),
}

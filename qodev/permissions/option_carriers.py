"""Programs that run what an option or a program text of theirs says: find, tar, sed, make and their like (S25, S26)."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from qodev.permissions.options import find_values, may_be_option
from qodev.permissions.shells import is_stdin
from qodev.permissions.words import MARKS, UNKNOWN, is_static


@dataclass(slots=True)
class Carried:
    """What a command starts besides itself."""

    commands: list[tuple[str, ...]] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    possible: list[tuple[str, ...]] = field(default_factory=list)
    opaque: list[str] = field(default_factory=list)
    reads_input: bool = False  # it runs what comes by standard input
    takes_input: bool = False  # it does where something is piped or redirected to it


_FD = ("fd", "fdfind")
_PLACE = re.compile(r"\{[/.]*\}")  # what fd puts a path for
Reader = Callable[[Sequence[str], Carried], None]


def any_word(words: Sequence[str], found: Carried) -> None:
    """Takes each later word as the start of a command, and the first that is no option as one for sure."""
    if any(map(may_be_option, words[1:])):
        found.opaque.append(f"option of {words[0]}")
    for at in range(1, len(words)):
        found.possible.append(tuple(words[at:]))
        if re.search(r"\s", words[at]):
            found.texts.append(words[at])
    first = next((at for at in range(1, len(words)) if not words[at].startswith("-")), None)
    if first is not None:
        found.commands.append(tuple(words[first:]))


def follow_unknown(name: str, words: Sequence[str], found: Carried) -> None:
    """Takes what stands behind an unknown word, which may be the option that the next words are for.

    With an unknown word next to it nothing is left to judge: `rg "$P" "$D"` can hold all in one word as well. That find
    has options which only take words of their own, up to `;` or `+`, is told by these.
    """
    for at, word in enumerate(words[1:], start=1):
        follows = tuple(words[at + 1 :])
        if not MARKS.match(word) or not follows:
            continue
        if name == "find":
            is_start = any(one in (";", "+") or MARKS.match(one) for one in follows[1:])
        else:
            is_start = bool(MARKS.split(follows[0])[0]) or (name in _FD and len(follows) > 1)
        if is_start:
            found.possible.extend((follows, tuple(follows[0].split())))


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
    if words[1:] and not words[1].startswith("-") and re.search("[IF]", words[1]):  # letters without a dash
        found.possible.extend(tuple(word.split()) for word in words[2:])


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
    programs = [*find_values(words, "--expression"), *_clustered(words, "e")]
    files = [*find_values(words, "--file"), *_clustered(words, "f")]
    if any(file == "-" or is_stdin(file) for file in files):
        found.opaque.append("sed program")
    if not programs and not files:
        first = next((word for word in words[1:] if not word.startswith("-")), None)
        programs = [first] if first is not None else []
    if any(not is_static(program) or not _is_safe_sed(program) for program in programs):
        found.opaque.append("sed program")


def _clustered(words: Sequence[str], letter: str) -> list[str]:
    """Returns the values of a short option of sed, which may stand behind options without one."""
    found: list[str] = []
    for at, word in enumerate(words[1:], start=2):
        match = re.fullmatch(rf"-[nErsuz]*{letter}(.*)", word, re.DOTALL)
        if match is not None:
            found.append(match[1] or "".join(words[at : at + 1]))
    return found


_MAKE_SETTINGS = ("SHELL=", "--eval", "-E", ".SHELLFLAGS=")


def _read_make(words: Sequence[str], found: Carried) -> None:
    if any(_sets_shell(word) for word in words[1:]):
        found.opaque.append("make SHELL")


def _sets_shell(word: str) -> bool:
    """Tells whether a word of make sets its shell or gives it rules; one that begins so and is unknown then may."""
    known = MARKS.split(word)[0]
    may_be = not is_static(word) and bool(known) and any(one.startswith(known) for one in _MAKE_SETTINGS)
    return word.startswith(_MAKE_SETTINGS) or may_be


def _read_enable(words: Sequence[str], found: Carried) -> None:
    if any(word.startswith("-") and ("f" in word) for word in words[1:]):
        found.opaque.append("enable -f")


def _read_words(words: Sequence[str], found: Carried) -> None:
    """Reads compgen and complete: a command, and a list of words that is expanded."""
    found.texts.extend(find_values(words, "-C"))
    found.texts.extend(f": {text}" for text in find_values(words, "-W"))


def _read_jobs(words: Sequence[str], found: Carried) -> None:
    if words[1:2] == ("-x",) and len(words) > 2:
        found.commands.append(tuple(words[2:]))


def _read_hash(words: Sequence[str], found: Carried) -> None:
    if any(word.startswith("-") and ("p" in word) for word in words[1:]):
        found.opaque.append("hash -p")


OPTION_READERS: Mapping[str, Reader] = {
    "find": _read_find,
    **dict.fromkeys(_FD, _read_fd),
    **dict.fromkeys(("tar", "gtar", "bsdtar"), _read_tar),
    "rsync": _text_option("-e", "--rsh", "--rsync-path"),
    "rg": _text_option("--pre", "--hostname-bin"),
    "sort": _text_option("--compress-program"),
    "split": _text_option("--filter"),
    **dict.fromkeys(("vim", "vi", "nvim", "view", "vimdiff", "ex", "ed"), _read_vim),
    **dict.fromkeys(("mapfile", "readarray"), _text_option("-C")),
    **dict.fromkeys(("complete", "compgen"), _read_words),
    "jobs": _read_jobs,
    **dict.fromkeys(("sed", "gsed"), _read_sed),
    **dict.fromkeys(("make", "gmake"), _read_make),
    "enable": _read_enable,
    "hash": _read_hash,
    "nodemon": _text_option("-x", "--exec"),
}

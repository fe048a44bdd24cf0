"""Reads the options of programs that start other programs, by tables: where their own words end (S22, S23)."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from qodev.permissions.words import HELD, UNKNOWN, is_static


@dataclass(frozen=True, slots=True)
class Options:
    """What a program's options are: letters and long names, each with or without a value."""

    flags: str = ""
    values: str = ""
    long_flags: tuple[str, ...] = ()
    long_values: tuple[str, ...] = ()
    positionals: int = 0  # words of its own before the command, such as a duration
    takes_numbers: bool = False  # `-5` stands for a value
    optional: str = ""  # letters whose value can only be attached


@dataclass(slots=True)
class Parsed:
    """Where the command begins; None when there is none. `given` maps an option to its values."""

    start: int | None = None
    given: dict[str, list[str]] = field(default_factory=dict)
    is_known: bool = True  # False: an option outside of the table, each later word may be the command
    has_unknown: bool = False  # a word before the command holds a part that only a run would know (S25, of wrappers)
    # One of these words could be an option or more than one word, so the command may begin elsewhere (S25, of carriers).
    # A value in quotes of a known option is neither, whatever it holds.
    is_unsure: bool = False

    def values(self, *names: str) -> list[str]:
        """Returns the values of options, in order of the names."""
        return [value for name in names for value in self.given.get(name, ())]

    def note(self, word: str, *, is_sure: bool) -> None:
        """Takes a word before the command; a sure one is what it seems to be, whatever its unknown parts are."""
        self.has_unknown = self.has_unknown or not is_static(word)
        self.is_unsure = self.is_unsure or not is_sure

    def has(self, *names: str) -> bool:
        """Tells whether one of the options was given."""
        return any(name in self.given for name in names)


def may_be_option(word: str) -> bool:
    """Tells whether a word with unknown parts could turn out an option, or more than one word (S17, S25)."""
    return UNKNOWN in word or word.startswith(HELD)


def is_sure_option(word: str) -> bool:
    """Tells whether it is known which option a word is: `--name="$X"` is, but an empty `-n"$X"` takes the next word."""
    name, sign, _ = word.partition("=")
    return is_static(word) or (word.startswith("--") and bool(sign) and is_static(name) and UNKNOWN not in word)


def parse(words: Sequence[str], table: Options) -> Parsed:
    """Reads `words` after the program's name; the index of the command counts from the name."""
    found = Parsed()
    at, left = 1, table.positionals
    while at < len(words):
        word = words[at]
        if word == "--":
            at += 1
            break
        if not word.startswith("-") or word == "-":
            if left == 0:
                break
            left -= 1
            found.note(word, is_sure=not may_be_option(word))
            at += 1
            continue
        found.note(word, is_sure=is_sure_option(word))
        at = _read_option(words, at, table, found)
        if not found.is_known:
            return found
    while left and at < len(words):
        found.note(words[at], is_sure=UNKNOWN not in words[at])
        left, at = left - 1, at + 1
    found.start = at if at < len(words) else None
    return found


def _read_option(words: Sequence[str], at: int, table: Options, found: Parsed) -> int:
    word = words[at]
    if word.startswith("--"):
        return _read_long(words, at, table, found)
    if table.takes_numbers and word[1:].isdigit():
        return at + 1
    for place, letter in enumerate(word[1:], start=1):
        if letter in table.values:
            attached = word[place + 1 :]
            if attached:
                return _take(found, letter, attached, at + 1)
            return _take_next(words, at, letter, found)
        if letter in table.optional:
            return _take(found, letter, word[place + 1 :], at + 1)
        if letter not in table.flags:
            found.is_known = False
            return at
        found.given.setdefault(letter, [])
    return at + 1


def _read_long(words: Sequence[str], at: int, table: Options, found: Parsed) -> int:
    """Reads a GNU long option, also shortened (`--sig KILL`)."""
    given, sign, attached = words[at][2:].partition("=")
    names = [name for name in (*table.long_flags, *table.long_values) if name.startswith(given)]
    if given in names:
        names = [given]
    takes = {name in table.long_values for name in names}
    if len(takes) != 1:
        found.is_known = False
        return at
    if sign:
        return _take(found, names[0], attached, at + 1)
    return _take_next(words, at, names[0], found) if takes == {True} else _take(found, names[0], None, at + 1)


def _take(found: Parsed, name: str, value: str | None, after: int) -> int:
    kept = found.given.setdefault(name, [])
    if value is not None:
        kept.append(value)
    return after


def _take_next(words: Sequence[str], at: int, name: str, found: Parsed) -> int:
    if at + 1 < len(words):
        found.note(words[at + 1], is_sure=UNKNOWN not in words[at + 1])
        return _take(found, name, words[at + 1], at + 2)
    return _take(found, name, None, at + 1)


_CLUSTER = re.compile(r"-([^-].*)", re.DOTALL)


def find_values(words: Sequence[str], *names: str) -> list[str]:
    """Returns the values of options wherever they stand: `-x V`, `-xV`, `-axV`, `--long V`, `--long=V`, also shortened."""
    found: list[str] = []
    for at, word in enumerate(words[1:], start=1):
        follows = words[at + 1] if at + 1 < len(words) else None
        for name in names:
            value = _value_of(word, name, follows)
            if value is not None:
                found.append(value)
                break
    return found


def _value_of(word: str, name: str, follows: str | None) -> str | None:
    if name.startswith("--"):
        given, sign, attached = word.partition("=")
        is_short_form = len(given) > 2 and name.startswith(given)
        if not word.startswith("--") or not (given == name or is_short_form):
            return None
        return attached if sign else follows
    if word == name:
        return follows
    clustered = _CLUSTER.fullmatch(word) if len(name) == 2 and word.startswith("-") else None
    before, found, attached = clustered[1].partition(name[1]) if clustered is not None else ("", "", "")
    is_cluster = bool(found) and (not before or before.isalnum())
    return (attached or follows) if is_cluster else None


TRANSPARENT: Mapping[str, Options] = {
    "command": Options(flags="pvV"),
    "builtin": Options(),
    "exec": Options(flags="cl", values="a"),
    "nohup": Options(long_flags=("help", "version")),
    "setsid": Options(flags="cfw", long_flags=("ctty", "fork", "wait", "help", "version")),
    "unbuffer": Options(flags="p"),
    "time": Options(
        flags="apvqV",
        values="fo",
        long_flags=("append", "portability", "verbose", "quiet", "version", "help"),
        long_values=("format", "output"),
    ),
    "timeout": Options(
        flags="vfp",
        values="sk",
        long_flags=("foreground", "preserve-status", "verbose", "help", "version"),
        long_values=("signal", "kill-after"),
        positionals=1,
    ),
    "nice": Options(values="n", long_values=("adjustment",), takes_numbers=True, long_flags=("help", "version")),
    "ionice": Options(
        flags="tu",
        values="cnpP",
        long_flags=("ignore", "help", "version"),
        long_values=("class", "classdata", "pid", "pgid", "uid"),
    ),
    "stdbuf": Options(values="ioe", long_values=("input", "output", "error"), long_flags=("help", "version")),
    "chrt": Options(
        flags="bfioravmR",
        values="TPD",
        long_flags=("batch", "fifo", "idle", "other", "rr", "deadline", "all-tasks", "verbose", "max"),
        long_values=("sched-runtime", "sched-period", "sched-deadline"),
        positionals=1,
    ),
    "taskset": Options(flags="acp", long_flags=("all-tasks", "cpu-list", "pid"), positionals=1),
    "env": Options(
        flags="i0v",
        values="uCS",
        long_flags=("ignore-environment", "null", "debug", "list-signal-handling"),
        long_values=("unset", "chdir", "split-string"),
        optional="",
    ),
    "xargs": Options(
        flags="0rtpxo",
        values="InLPsdEa",
        long_flags=(
            *("null", "no-run-if-empty", "verbose", "interactive", "exit", "open-tty", "show-limits"),
            *("replace", "max-lines", "eof"),  # their values can only be attached
        ),
        long_values=("max-args", "max-procs", "max-chars", "delimiter", "arg-file"),
        optional="iel",
    ),
}

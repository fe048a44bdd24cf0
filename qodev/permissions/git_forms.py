"""The ways in which git itself starts programs: settings, aliases, hooks of subcommands, addresses (S19, S27)."""

import re
from collections.abc import Sequence
from itertools import pairwise

from qodev.permissions.option_carriers import Carried
from qodev.permissions.options import find_values
from qodev.permissions.words import UNKNOWN, is_static, requoted

_WITH_VALUE = ("-C", "-c", "--git-dir", "--work-tree", "--namespace", "--super-prefix", "--config-env", "--attr-source")
_PROGRAM_KEYS = re.compile(
    r"core\.(pager|editor|sshcommand|fsmonitor|askpass|gitproxy|hookspath)|pager\..*|diff\.external|diff\..*\.(command|textconv)"
    r"|merge\..*\.driver|filter\..*\.(clean|smudge|process)|credential\.(.*\.)?helper|sequence\.editor|gpg\.(.*\.)?program"
    r"|difftool\..*|mergetool\..*|remote\..*\.(uploadpack|receivepack)|include(if\..*)?\.path|tar\..*\.command",
    re.DOTALL,
)
_CONFIG_READS = ("--get", "--get-all", "--get-regexp", "--list", "-l", "--unset", "--unset-all", "--get-urlmatch")


def without_globals(words: Sequence[str]) -> tuple[tuple[str, ...], list[tuple[str, str]]]:
    """Returns git's words without its global options, and the settings that `-c` and `--config-env` give."""
    settings: list[tuple[str, str]] = []
    at = 1
    while at < len(words) and words[at].startswith("-"):
        name, sign, attached = words[at].partition("=")
        if name in _WITH_VALUE:
            value = attached if sign and name.startswith("--") else (words[at + 1] if at + 1 < len(words) else "")
            at += 1 if sign and name.startswith("--") else 2
            if name == "-c":
                key, _, setting = value.partition("=")
                settings.append((key, setting))
            elif name == "--config-env":
                settings.append((value.partition("=")[0], UNKNOWN))
        else:
            at += 1
    return (words[0], *words[at:]), settings


def with_split_option(words: Sequence[str]) -> tuple[str, ...] | None:
    """Returns git's words from an unknown part in its global options on, which may hold blanks and so end them."""
    plain, _ = without_globals(words)
    options = words[1 : len(words) - len(plain) + 1]
    at = next((n for n, word in enumerate(options, start=1) if UNKNOWN in word), None)
    return None if at is None else (words[0], words[at][words[at].index(UNKNOWN) :], *words[at + 1 :])


def carried(words: Sequence[str]) -> Carried:
    """Returns what a git command starts besides itself."""
    found = Carried()
    plain, settings = without_globals(words)
    if any(word == "--exec-path" or word.startswith("--exec-path=") for word in words[1:]) and len(plain) > 1:
        found.opaque.append("git --exec-path")
    for key, value in settings:
        _read_setting(key, value, plain, found)
    found.texts.extend(word[len("ext::") :] for word in plain[1:] if word.startswith("ext::"))
    if len(plain) > 1:
        _read_subcommand(plain, found)
    return found


def _read_setting(key: str, value: str, plain: Sequence[str], found: Carried) -> None:
    if not is_static(key):
        found.opaque.append("git -c")
        return
    folded = key.casefold()
    if folded.startswith("alias."):
        text = _alias_text(value)
        found.texts.append(text)
        if len(plain) > 1 and plain[1].casefold() == folded.removeprefix("alias."):
            found.texts.append(" ".join((text, *map(requoted, plain[2:]))))
    elif _PROGRAM_KEYS.fullmatch(folded) and value:
        found.texts.append(value.removeprefix("!"))


def _alias_text(value: str) -> str:
    return value[1:] if value.startswith("!") else f"git {value}"


def _read_subcommand(plain: Sequence[str], found: Carried) -> None:
    name, rest = plain[1], plain[1:]
    arguments = plain[2:]
    if not is_static(name):
        return
    if name == "config":
        _read_config(arguments, found)
    elif name == "submodule" and "foreach" in arguments:
        text = [
            word for word in arguments[arguments.index("foreach") + 1 :] if word not in ("--recursive", "-q", "--quiet")
        ]
        found.texts.append(" ".join(text))
    elif name in _STARTING:
        found.commands.extend(_STARTING[name](arguments))
    elif name == "rebase":
        found.texts.extend(find_values(rest, "-x", "--exec"))
    elif name == "difftool":
        found.texts.extend(find_values(rest, "-x", "--extcmd"))
    elif name == "grep":
        found.texts.extend(_pagers(arguments))
    elif name == "filter-branch":
        found.texts.extend(_filters(arguments))
    if name == "clone":
        found.texts.extend(find_values(rest, "-u"))
    found.texts.extend(find_values(rest, "--upload-pack", "--receive-pack", "--exec") if name != "rebase" else ())


def _bisected(arguments: Sequence[str]) -> list[tuple[str, ...]]:
    return [tuple(arguments[1:])] if arguments[:1] == ("run",) and len(arguments) > 1 else []


def _for_each_repo(arguments: Sequence[str]) -> list[tuple[str, ...]]:
    return [("git", *(word for word in arguments if not word.startswith("--config")))]


_STARTING = {"bisect": _bisected, "for-each-repo": _for_each_repo}


def _read_config(arguments: Sequence[str], found: Carried) -> None:
    if any(word in _CONFIG_READS for word in arguments):
        return
    words = [word for word in arguments if not word.startswith("-")]
    words = words[1:] if words[:1] in (["set"], ["add"]) else words
    for key, value in pairwise(words):
        if not is_static(key) or key.casefold().startswith("alias.") or _PROGRAM_KEYS.fullmatch(key.casefold()):
            _read_setting(key, value, ("git",), found)
            return


def _pagers(arguments: Sequence[str]) -> list[str]:
    """Returns the programs that `git grep` opens files in; the value can only be attached."""
    clusters = (re.fullmatch(r"-[a-zA-Z]*?O(.+)", word, re.DOTALL) for word in arguments)
    found = [cluster[1] for cluster in clusters if cluster is not None]
    for word in arguments:
        name, sign, value = word.partition("=")
        if sign and len(name) > 4 and "--open-files-in-pager".startswith(name):
            found.append(value)
    return found


def _filters(arguments: Sequence[str]) -> list[str]:
    found: list[str] = []
    for at, word in enumerate(arguments):
        name, sign, value = word.partition("=")
        if name.startswith("--") and name.endswith("-filter"):
            found.append(value if sign else (arguments[at + 1] if at + 1 < len(arguments) else ""))
    return found

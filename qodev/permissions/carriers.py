"""Programs that run the command in their words: sudo, ssh, docker and their like (S23)."""

import re
from collections.abc import Mapping, Sequence

from qodev.permissions import options
from qodev.permissions.containers import read_container, read_kubectl
from qodev.permissions.option_carriers import OPTION_READERS, Carried, Reader, any_word
from qodev.permissions.options import Options, find_values
from qodev.permissions.trees import Command
from qodev.permissions.words import HELD, UNKNOWN, is_static


def carried(name: str, command: Command) -> Carried:
    """Returns what a program of the tables carries; nothing for all others."""
    found = Carried()
    reader = _READERS.get(name)
    if reader is None:
        return found
    is_plain = name in ("make", "gmake")  # few of its options matter, and its reader knows them
    if not is_plain and any(word.startswith("-") and not _is_known_option(word) for word in command.words[1:]):
        found.opaque.append(f"option of {name}")
    reader(command.words, found)
    for at, word in enumerate(command.words[1:], start=1):
        if word[:1] in (UNKNOWN, HELD):  # it may be the option that the next words are for
            follows = command.words[at + 1 :]
            found.possible.extend(words for words in (follows, *(tuple(one.split()) for one in follows[:1])) if words)
    return found


def _is_known_option(word: str) -> bool:
    """Tells whether an option is known though its value may not be: `--name="$X"` is one word in any case."""
    name, sign, _ = word.partition("=")
    return is_static(word) or (word.startswith("--") and bool(sign) and is_static(name) and UNKNOWN not in word)


def _with_table(table: Options) -> Reader:
    """Returns a reader for `PROGRAM OPTIONS COMMAND…`."""

    def read(words: Sequence[str], found: Carried) -> None:
        parsed = options.parse(words, table)
        if not parsed.is_known:
            any_word(words, found)
            return
        rest = list(words[parsed.start :]) if parsed.start is not None else []
        if parsed.has_unknown:
            found.opaque.append(f"word before the command of {words[0]}")
        while rest and _is_assignment(rest[0]):
            rest.pop(0)
        if rest:
            found.commands.append(tuple(rest))
        elif parsed.has("s", "i", "shell", "login"):
            found.reads_input = True

    return read


def _is_assignment(word: str) -> bool:
    return re.match(r"[A-Za-z_][A-Za-z0-9_]*=", word) is not None


_SU = Options(
    flags="lmpPfs-",
    values="cgGsuwT",
    long_flags=("login", "preserve-environment", "pty", "fast"),
    long_values=("command", "session-command", "group", "supp-group", "shell", "user", "whitelist-environment"),
)


def _read_su(words: Sequence[str], found: Carried) -> None:
    texts = find_values(words, "-c", "--command", "--session-command")
    found.texts.extend(texts)
    if texts:
        return
    parsed = options.parse(words, _SU)
    if parsed.start is not None and any(word.startswith(("-u", "--user")) for word in words):
        found.commands.append(tuple(words[parsed.start :]))
    else:
        found.reads_input = True


def _read_sg(words: Sequence[str], found: Carried) -> None:
    rest = [word for word in words[1:] if word not in ("-", "-c")]
    if len(rest) > 1:
        found.texts.append(rest[1])


_SSH = Options(flags="1246AaCfGgKkMNnqsTtVvXxYy", values="BbcDEeFIiJLlmOopQRSWwP")
_SSH_PROGRAMS = ("proxycommand", "localcommand", "remotecommand", "knownhostscommand", "proxyusefdpass", "match")


def _read_ssh(words: Sequence[str], found: Carried) -> None:
    parsed = options.parse(words, _SSH)
    if not parsed.is_known:
        any_word(words, found)
        return
    _read_ssh_settings(parsed.values("o"), found)
    if parsed.start is None:
        return
    rest = words[parsed.start :]
    if not is_static(rest[0]) or parsed.has_unknown:
        found.opaque.append("word before the command of ssh")
    after = options.parse(rest, _SSH)  # options may follow the host
    if not after.is_known:
        any_word(rest, found)
    _read_ssh_settings(after.values("o"), found)
    if after.start is not None:
        found.texts.append(" ".join(rest[after.start :]))
    else:
        found.takes_input = True


def _read_ssh_settings(settings: Sequence[str], found: Carried) -> None:
    for setting in settings:
        key, _, value = setting.replace("=", " ", 1).strip().partition(" ")
        if key.casefold() in _SSH_PROGRAMS:
            found.texts.append(value.strip())


def _read_script(words: Sequence[str], found: Carried) -> None:
    found.texts.extend(find_values(words, "-c", "--command"))


def _read_watch(words: Sequence[str], found: Carried) -> None:
    table = Options(
        flags="bcdegprtwxC",
        values="nqs",
        long_flags=("beep", "color", "no-color", "errexit", "chgexit", "precise", "no-title", "no-wrap", "exec"),
        long_values=("interval", "equexit", "shotsdir"),
        optional="d",
    )
    parsed = options.parse(words, table)
    if not parsed.is_known:
        any_word(words, found)
    elif parsed.start is not None:
        found.texts.append(" ".join(words[parsed.start :]))


def _read_parallel(words: Sequence[str], found: Carried) -> None:
    end = next((at for at, word in enumerate(words) if re.fullmatch(r":{3,4}\+?", word)), len(words))
    rest = [word for word in words[1:end] if not word.startswith("-")]
    if rest:
        found.texts.extend(word for word in rest if re.search(r"\s", word) and is_static(word))
        found.commands.append((*(word.replace("{}", UNKNOWN) for word in rest), UNKNOWN))
    for at in range(1, end):
        found.possible.append((*words[at:end], UNKNOWN))
    found.possible.extend(tuple(word.split()) for word in words[end:])
    if all(word.isdigit() for word in rest) and end == len(words):
        found.opaque.append("parallel of its input")


_FLOCK = Options(
    flags="sxunoFe",
    values="wEc",
    long_flags=("shared", "exclusive", "unlock", "nonblock", "no-fork", "close", "verbose"),
    long_values=("wait", "timeout", "conflict-exit-code", "command"),
    positionals=1,
)


def _read_flock(words: Sequence[str], found: Carried) -> None:
    parsed = options.parse(words, _FLOCK)
    found.texts.extend(parsed.values("c", "command"))
    if not parsed.is_known:
        any_word(words, found)
    elif parsed.start is not None:
        found.commands.append(tuple(words[parsed.start :]))


def _read_box(words: Sequence[str], found: Carried) -> None:
    if len(words) > 1:
        found.commands.append(tuple(words[1:]))


_NPX = Options(
    flags="yqs",
    values="pc",
    long_flags=(
        "yes",
        "no",
        "quiet",
        "no-install",
        "ignore-existing",
        "prefer-offline",
        "offline",
        "silent",
        "bun",
        "isolated",
    ),
    long_values=("package", "call", "cache", "workspace", "shell", "from", "with", "python", "index"),
)


def _read_npx(words: Sequence[str], found: Carried) -> None:
    """Reads npx and its like: what stands behind the name of the command belongs to the command."""
    parsed = options.parse(words, _NPX)
    if not parsed.is_known:
        found.texts.extend(find_values(words, "-c", "--call"))
        any_word(words, found)
        return
    found.texts.extend(parsed.values("c", "call"))
    if parsed.start is not None:
        found.commands.append(tuple(words[parsed.start :]))


_ENTR = _with_table(Options(flags="acdnprsxz"))


def _read_entr(words: Sequence[str], found: Carried) -> None:
    """Reads entr, which with `-s` gives its first word to a shell."""
    has_text = any(re.fullmatch(r"-[acdnprxz]*s[acdnprsxz]*", word) for word in words)
    found.texts.extend(word for word in words[1:] if has_text and not word.startswith("-"))
    _ENTR(words, found)


def _read_terminal(words: Sequence[str], found: Carried) -> None:
    """Reads tmux and screen, whose words may be keys to type or commands to open."""
    for at in range(1, len(words)):
        if re.search(r"\s", words[at]):
            found.texts.append(words[at])
        found.possible.append(tuple(words[at:]))


_SUDO = Options(
    flags="ABbEeHiKklnPSsVv",
    values="CDghprRTtUu",
    long_flags=(
        "askpass",
        "background",
        "preserve-env",
        "edit",
        "set-home",
        "login",
        "remove-timestamp",
        "reset-timestamp",
        "list",
        "non-interactive",
        "preserve-groups",
        "stdin",
        "shell",
        "validate",
    ),
    long_values=("close-from", "chdir", "group", "host", "prompt", "chroot", "role", "command-timeout", "type", "user"),
)

_READERS: Mapping[str, Reader] = {
    "sudo": _with_table(_SUDO),
    "doas": _with_table(Options(flags="Lns", values="aCu")),
    "su": _read_su,
    "runuser": _read_su,
    "pkexec": _with_table(Options(long_values=("user",), long_flags=("disable-internal-agent", "keep-cwd"))),
    "setpriv": any_word,
    "sg": _read_sg,
    "ssh": _read_ssh,
    **dict.fromkeys(("docker", "podman", "nerdctl"), read_container),
    "kubectl": read_kubectl,
    "chroot": _with_table(Options(long_values=("groups", "userspec"), long_flags=("skip-chdir",), positionals=1)),
    **dict.fromkeys(("unshare", "nsenter", "systemd-run", "firejail", "bwrap", "proot", "wsl"), any_word),
    "script": _read_script,
    "watch": _read_watch,
    "parallel": _read_parallel,
    **dict.fromkeys(("tmux", "screen"), _read_terminal),
    "flock": _read_flock,
    **dict.fromkeys(
        ("strace", "ltrace"), _with_table(Options(flags="cCdDfFhiknqrStTvVwxyYzZL", values="abeEIoOpPsSuUX"))
    ),
    **dict.fromkeys(("busybox", "toybox"), _read_box),
    **dict.fromkeys(("npx", "bunx", "uvx"), _read_npx),
    "entr": _read_entr,
    **OPTION_READERS,
}

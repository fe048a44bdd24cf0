"""Programs that run the command in their words: sudo, ssh, docker and their like (S23)."""

import re
from collections.abc import Mapping, Sequence

from qodev.permissions import options
from qodev.permissions.containers import read_container, read_kubectl
from qodev.permissions.option_carriers import OPTION_READERS, Carried, Reader, any_word, follow_unknown
from qodev.permissions.options import Options, Parsed, find_values, is_sure_option, may_be_option
from qodev.permissions.terminals import read_screen, read_tmux
from qodev.permissions.trees import Command
from qodev.permissions.words import UNKNOWN, is_static


def carried(name: str, command: Command) -> Carried:
    """Returns what a program of the tables carries; nothing for all others."""
    found = Carried()
    reader = _READERS.get(name)
    if reader is None:
        return found
    is_plain = name in ("make", "gmake")  # few of its options matter, and its reader knows them
    if not is_plain and any(word.startswith("-") and not is_sure_option(word) for word in command.words[1:]):
        found.opaque.append(f"option of {name}")
    reader(command.words, found)
    if name in OPTION_READERS and not is_plain:
        follow_unknown(name, command.words, found)
    return found


def _with_table(table: Options) -> Reader:
    """Returns a reader for `PROGRAM OPTIONS COMMAND…`."""

    def read(words: Sequence[str], found: Carried) -> None:
        _take_command(words, table, found)

    return read


def _take_command(words: Sequence[str], table: Options, found: Carried) -> Parsed:
    """Takes the command behind the options, and assignments before it."""
    parsed = options.parse(words, table)
    if not parsed.is_known:
        any_word(words, found)
        return parsed
    rest = list(words[parsed.start :]) if parsed.start is not None else []
    _check_begin(words, parsed, found)
    while rest and _is_assignment(rest[0]):
        if UNKNOWN in rest.pop(0):
            found.opaque.append(f"word before the command of {words[0]}")
    if rest:
        found.commands.append(tuple(rest))
    elif parsed.has("s", "i", "shell", "login"):
        found.reads_input = True
    return parsed


def _check_begin(words: Sequence[str], parsed: Parsed, found: Carried) -> None:
    """Refuses a word that may be an option, or several words: the command may begin elsewhere (S25)."""
    if parsed.is_unsure:
        found.opaque.append(f"word before the command of {words[0]}")


def _check_words(words: Sequence[str], found: Carried) -> None:
    """Refuses the same in any place, for programs whose options may stand behind other words."""
    if any(map(may_be_option, words[1:])):
        found.opaque.append(f"option of {words[0]}")


def _is_assignment(word: str) -> bool:
    return re.match(r"[A-Za-z_][A-Za-z0-9_]*=", word) is not None


_SU = Options(
    flags="lmpPfs-",
    values="cgGsuwT",
    long_flags=("login", "preserve-environment", "pty", "fast"),
    long_values=("command", "session-command", "group", "supp-group", "shell", "user", "whitelist-environment"),
)


def _read_su(words: Sequence[str], found: Carried) -> None:
    _check_words(words, found)
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
    _check_words(words, found)
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
    after = options.parse(rest, _SSH)  # options may follow the host
    if may_be_option(rest[0]) or parsed.is_unsure or after.is_unsure:
        found.opaque.append("word before the command of ssh")
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
        if not is_static(key):
            found.opaque.append("setting of ssh")
        if key.casefold() in _SSH_PROGRAMS:
            found.texts.append(value.strip())


_SCRIPT = Options(
    flags="adefkpqrU",
    values="cEFIBOoTm",
    long_flags=("append", "return", "flush", "force", "quiet", "help", "version"),
    long_values=("command", "echo", "log-in", "log-out", "log-io", "log-timing", "logging-format", "output-limit"),
    positionals=1,
    optional="t",
)


def _read_script(words: Sequence[str], found: Carried) -> None:
    """Reads script; behind the name of its file stands a command, on BSD and macOS without `--`."""
    _check_words(words, found)
    found.texts.extend(find_values(words, "-c", "--command"))
    parsed = options.parse(words, _SCRIPT)
    if parsed.start is not None:
        found.commands.append(tuple(words[parsed.start :]))
    found.possible.extend(tuple(words[at:]) for at in range(2, len(words)))  # `-t 5` has a value there


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
        return
    _check_begin(words, parsed, found)
    if parsed.start is not None:
        found.texts.append(" ".join(words[parsed.start :]))


def _read_parallel(words: Sequence[str], found: Carried) -> None:
    end = next((at for at, word in enumerate(words) if re.fullmatch(r":{3,4}\+?", word)), len(words))
    rest = [word for word in words[1:end] if not word.startswith("-")]
    if not all(map(is_static, rest)):
        found.opaque.append("text of parallel")  # a shell gets these words, not quoted
    if rest:
        found.texts.extend(word for word in rest if re.search(r"\s", word) and is_static(word))
        found.commands.append((*(word.replace("{}", UNKNOWN) for word in rest), UNKNOWN))
    for at in range(1, end):
        found.possible.append((*words[at:end], UNKNOWN))
    found.possible.extend(tuple(word.split()) for word in words[end:] if is_static(word) or not rest)
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
    _check_begin(words, parsed, found)
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
    _check_begin(words, parsed, found)
    if parsed.start is not None:
        found.commands.append(tuple(words[parsed.start :]))


_ENTR = _with_table(Options(flags="acdnprsxz"))


def _read_entr(words: Sequence[str], found: Carried) -> None:
    """Reads entr, which with `-s` gives its first word to a shell."""
    has_text = any(re.fullmatch(r"-[acdnprxz]*s[acdnprsxz]*", word) for word in words)
    found.texts.extend(word for word in words[1:] if has_text and not word.startswith("-"))
    _ENTR(words, found)


_STRACE = Options(
    flags="cCdDfFhiknqrStTvVwxyYzZL",
    values="abeEIoOpPsSuUX",
    long_flags=("follow-forks", "summary", "summary-only", "no-abbrev", "quiet", "debug", "help", "version"),
    long_values=("output", "attach", "env", "string-limit", "trace-path", "user", "argv0"),
)


def _read_strace(words: Sequence[str], found: Carried) -> None:
    """Reads strace and its like; what is to be written to `|PROGRAM` or `!PROGRAM` starts it."""
    for target in _take_command(words, _STRACE, found).values("o", "output"):
        if not is_static(target[:1]):
            found.opaque.append(f"output of {words[0]}")
        elif target[:1] in ("|", "!"):
            found.texts.append(target[1:])


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
    "tmux": read_tmux,
    "screen": read_screen,
    "flock": _read_flock,
    **dict.fromkeys(("strace", "ltrace"), _read_strace),
    **dict.fromkeys(("busybox", "toybox"), _read_box),
    **dict.fromkeys(("npx", "bunx", "uvx"), _read_npx),
    "entr": _read_entr,
    **OPTION_READERS,
}

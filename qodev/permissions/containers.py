"""What docker, podman and kubectl start in a container (S23)."""

from collections.abc import Sequence
from dataclasses import replace

from qodev.permissions import options
from qodev.permissions.option_carriers import Carried, any_word
from qodev.permissions.options import Options, Parsed, find_values, may_be_option
from qodev.permissions.words import is_static

# Before the subcommand, for docker, podman and nerdctl together, and before that of `compose` and `container`.
_GLOBAL = Options(
    flags="Dv",
    values="cHlna",
    long_flags=("debug", "tls", "tlsverify", "version", "help", "remote"),
    long_values=(
        *("config", "context", "host", "log-level", "tlscacert", "tlscert", "tlskey"),
        *("connection", "url", "identity", "root", "runroot", "runtime", "storage-driver", "namespace", "address"),
    ),
)
_GROUP = Options(
    values="fp",
    long_flags=("all-resources", "compatibility", "dry-run", "verbose", "help"),
    long_values=("file", "profile", "project-name", "project-directory", "env-file", "ansi", "parallel", "progress"),
)
_GROUPS = ("compose", "container")
_CARRYING = ("run", "exec", "create")
_NESTED = ("run", "exec")  # of other groups, in which `create` makes what starts nothing

_RUN = Options(
    flags="ditPqDT",
    values="aceEhlmpuvwn",
    long_flags=(
        "rm",
        "detach",
        "interactive",
        "tty",
        "privileged",
        "init",
        "read-only",
        "publish-all",
        "no-healthcheck",
        "oom-kill-disable",
        "quiet",
        "sig-proxy",
        "disable-content-trust",
        "no-TTY",
        "build",
        "service-ports",
        "use-aliases",
        "no-deps",
        "remove-orphans",
    ),
    long_values=(
        "attach",
        "add-host",
        "annotation",
        "cap-add",
        "cap-drop",
        "cgroup-parent",
        "cidfile",
        "cpus",
        "cpu-shares",
        "cpuset-cpus",
        "device",
        "dns",
        "env",
        "env-file",
        "entrypoint",
        "expose",
        "gpus",
        "group-add",
        "health-cmd",
        "health-interval",
        "hostname",
        "ip",
        "ipc",
        "isolation",
        "label",
        "label-file",
        "link",
        "log-driver",
        "log-opt",
        "mac-address",
        "memory",
        "memory-swap",
        "mount",
        "name",
        "network",
        "network-alias",
        "pid",
        "pids-limit",
        "platform",
        "publish",
        "pull",
        "restart",
        "runtime",
        "security-opt",
        "shm-size",
        "stop-signal",
        "stop-timeout",
        "storage-opt",
        "sysctl",
        "tmpfs",
        "ulimit",
        "user",
        "userns",
        "uts",
        "volume",
        "volume-driver",
        "volumes-from",
        "workdir",
        "detach-keys",
        "index",
    ),
    positionals=1,
)


def read_container(words: Sequence[str], found: Carried) -> None:
    """Reads `docker run IMAGE COMMAND…` and `docker exec CONTAINER COMMAND…`; other subcommands carry nothing."""
    for at in _places(words, found):
        _read_start(words[at:], found)


def _read_start(words: Sequence[str], found: Carried) -> None:
    parsed = options.parse(words, _RUN)
    if not parsed.is_known:
        found.texts.extend(find_values(words, "--health-cmd"))
        found.commands.extend((entry,) for entry in find_values(words, "--entrypoint"))
        any_word(words, found)
        return
    rest = tuple(words[parsed.start :]) if parsed.start is not None else ()
    if parsed.is_unsure:
        found.opaque.append(f"word before the command of {words[0]}")
    found.texts.extend(parsed.values("health-cmd"))
    entries = parsed.values("entrypoint")
    found.commands.extend((entry, *rest) for entry in entries)
    if rest and not entries and not rest[0].startswith("-"):
        found.commands.append(rest)


def _places(words: Sequence[str], found: Carried) -> tuple[int, ...]:
    """Returns where a subcommand that carries stands; each word that may be one where that is not known.

    Refuses a subcommand that cannot be known: it may be one that carries (S25).
    """
    begin, parsed = 0, _parse_group(words, _GLOBAL)
    if parsed.start is not None and words[parsed.start] in _GROUPS:
        begin = parsed.start
        parsed = _parse_group(words[begin:], _GROUP)
    at = begin + 1 if parsed.start is None else begin + parsed.start
    if parsed.is_unsure or (parsed.start is not None and not is_static(words[at])):
        found.opaque.append("subcommand")
    if parsed.start is not None and words[at] in _CARRYING:
        return (at,)
    return tuple(n for n in range(at, len(words)) if words[n] in _NESTED)  # of a plugin: `docker model run`


def _parse_group(words: Sequence[str], table: Options) -> Parsed:
    """Reads options before a subcommand; with one outside of the table, no unknown word is sure."""
    parsed = options.parse(words, table)
    if not parsed.is_known:
        parsed.is_unsure = any(map(may_be_option, words[1:]))
    return parsed


def read_kubectl(words: Sequence[str], found: Carried) -> None:
    """Reads `kubectl exec POD -- COMMAND…`, also without the dashes."""
    end = words.index("--") if "--" in words else len(words)
    parsed = _parse_group(words[:end], _KUBECTL)
    name = words[parsed.start] if parsed.start is not None else ""
    if parsed.is_unsure or not is_static(name):
        found.opaque.append("subcommand")
    elif name == "exec" and _parse_group(words[parsed.start : end], _KUBECTL_EXEC).is_unsure:
        found.opaque.append(f"word before the command of {words[0]}")
    if words[end + 1 :]:
        found.commands.append(tuple(words[end + 1 :]))
    elif "exec" in words:
        found.possible.extend(tuple(words[at:]) for at in range(words.index("exec") + 1, len(words)))


_KUBECTL = Options(
    flags="itqh",
    values="ncfsv",
    long_flags=("stdin", "tty", "quiet", "insecure-skip-tls-verify", "help"),
    long_values=(
        *("namespace", "container", "context", "cluster", "kubeconfig", "filename", "pod-running-timeout"),
        *("user", "token", "server", "request-timeout", "as", "as-group", "as-uid", "cache-dir"),
    ),
)
_KUBECTL_EXEC = replace(_KUBECTL, positionals=1)

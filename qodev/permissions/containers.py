"""What docker, podman and kubectl start in a container (S23)."""

from collections.abc import Sequence

from qodev.permissions import options
from qodev.permissions.option_carriers import Carried, any_word
from qodev.permissions.options import Options, find_values

_RUN = Options(
    flags="ditPqD",
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
        "expose",
        "gpus",
        "group-add",
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
    at = next((n for n, word in enumerate(words) if word in ("run", "exec")), None)
    if at is None:
        return
    found.texts.extend(find_values(words[at:], "--health-cmd"))
    kept = _without_option(words[at:], "--entrypoint", "--health-cmd")
    parsed = options.parse(kept, _RUN)
    if not parsed.is_known:
        any_word(words[at:], found)
        return
    rest = tuple(kept[parsed.start :]) if parsed.start is not None else ()
    if parsed.has_unknown:
        found.opaque.append(f"word before the command of {words[0]}")
    entries = find_values(words[at:], "--entrypoint")
    found.commands.extend((entry, *rest) for entry in entries)
    if rest and not entries and not rest[0].startswith("-"):
        found.commands.append(rest)


def _without_option(words: Sequence[str], *names: str) -> tuple[str, ...]:
    kept: list[str] = []
    skips = False
    for word in words:
        if skips:
            skips = False
        elif word in names:
            skips = True
        elif not word.startswith(tuple(f"{name}=" for name in names)):
            kept.append(word)
    return tuple(kept)


def read_kubectl(words: Sequence[str], found: Carried) -> None:
    """Reads `kubectl exec POD -- COMMAND…`, also without the dashes."""
    if "--" in words:
        rest = words[words.index("--") + 1 :]
        if rest:
            found.commands.append(tuple(rest))
    elif "exec" in words:
        found.possible.extend(tuple(words[at:]) for at in range(words.index("exec") + 1, len(words)))

"""Writes a profile for sandbox-exec, which contains commands on macOS (S43)."""

from collections.abc import Iterable
from pathlib import Path

from qodev.base.containment_box import Box

SANDBOX_EXEC = "/usr/bin/sandbox-exec"
PROBE_ARGV = (SANDBOX_EXEC, "-p", "(version 1)(allow default)", "/usr/bin/true")
# Reports from inside that the profile is in force, and gives way to the command without the handle.
_STARTER = 'handle=$1; shift; printf started >&"$handle"; eval "exec $handle>&-"; exec "$@"'
_DEVICES = ("/dev/null", "/dev/zero", "/dev/tty", "/dev/dtracehelper", "/dev/stdout", "/dev/stderr")


def seatbelt_argv(box: Box, temp: Path, status_handle: int) -> tuple[str, ...]:
    """Returns what stands before a command's own argv; it reports on `status_handle` that the command was started."""
    profile = seatbelt_profile(box, temp)
    return (SANDBOX_EXEC, "-p", profile, "/bin/sh", "-c", _STARTER, "sh", str(status_handle))


def seatbelt_profile(box: Box, temp: Path) -> str:
    """Returns the profile: of several rules that match, the last one counts. `temp` is the resolved temporary folder."""
    lines = [
        "(version 1)",
        "(allow default)",
        "(deny file-write*)",
        _rule("allow file-write*", (*box.writable, temp), ("literal", _DEVICES)),
        _rule("deny file-write*", box.protected),
        _rule("deny file-read*", box.hidden),
    ]
    if not box.allows_network:
        lines.append("(deny network*)")
    return "\n".join(lines) + "\n"


def _rule(head: str, paths: Iterable[Path], more: tuple[str, Iterable[str]] = ("", ())) -> str:
    kind, others = more
    places = [f"(subpath {_quoted(str(path))})" for path in dict.fromkeys(paths)]
    places += [f"({kind} {_quoted(other)})" for other in others]
    return f"({head} {' '.join(places)})"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'

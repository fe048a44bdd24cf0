"""Commands under load and limits, their environment and output, marks, logs, and git in hostile repositories."""

import asyncio
import base64
import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from qodev.base.census import find_processes
from qodev.base.commands import CommandEnd, CommandOrder, Commands, EndCause
from qodev.base.environment import build_environment
from qodev.base.folders import FolderIdentity
from qodev.base.logs import KnownSecrets, redact
from qodev.base.terminal import plain_terminal
from qodev.base.text import show_hidden
from tests.cases.adapters.process_git import run_git
from tests.cases.kit import Case, difference

_SHELL = ("bash", "--noprofile", "--norc", "-c")  # P186
_MIB = 1024 * 1024


def run(case: Case) -> str | None:
    """Runs a case by its kind."""
    return _KINDS[case["kind"]](case)


def _run_command(case: Case) -> str | None:
    with tempfile.TemporaryDirectory() as made:
        return asyncio.run(_command(case, FolderIdentity.of(Path(made).resolve())))


async def _command(case: Case, folder: FolderIdentity) -> str | None:
    faults: list[str] = []
    commands = Commands(lambda name, fault: faults.append(f"{name}: {fault!r}"))
    try:
        order = CommandOrder((*_SHELL, case["command"]), folder, build_environment(os.environ), case["limit_s"])
        _forget_peak()
        before_mib, began = _resident_mib("VmRSS"), time.monotonic()
        command = await commands.start(order)
        end = await command.wait()
        took_s, growth_mib = time.monotonic() - began, _resident_mib("VmHWM") - before_mib
        still = [seen for seen in find_processes(command.run) if seen.group == command.pid]
        wrong = _wrong(case["expect"], end, took_s, growth_mib)
        return wrong or _wrong_left(case["expect"], len(still)) or ("; ".join(faults) or None)
    finally:
        await commands.close()


def _wrong(expect: Case, end: CommandEnd, took_s: float, growth_mib: float) -> str | None:
    got = {
        "exit": end.exit_code,
        "signal": -end.code if end.code is not None and end.code < 0 else None,
        "timed_out": end.cause is EndCause.LIMIT,
        "stdout": end.stdout.text,
    }
    for name, value in got.items():
        if name in expect and expect[name] != value:
            return difference(name, expect[name], value)
    bounds = (
        ("stdout_max", len(end.stdout.head) + len(end.stdout.tail)),
        ("within_s", took_s),
        ("growth_mib", growth_mib),
    )
    return next(
        (f"{name}: {is_now} is over {expect[name]}" for name, is_now in bounds if is_now > expect.get(name, is_now)),
        None,
    )


def _wrong_left(expect: Case, left: int) -> str | None:
    return difference("left", expect["left"], left) if "left" in expect else None


def _resident_mib(field: str) -> float:
    for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
        if line.startswith(f"{field}:"):
            return int(line.split()[1]) / 1024
    return 0.0


def _forget_peak() -> None:
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")  # proc(5): sets the peak to what is used now


def _run_environment(case: Case) -> str | None:
    parent = dict.fromkeys(case["parent"], "x")
    made = build_environment(
        parent,
        added=(*case["added"], *case["opt_in"]),
        key_refs=case["key_refs"],
        is_windows=case.get("os") == "windows",
    )
    return difference("kept", case["expect"]["kept"], sorted(name for name, value in made.items() if value == "x"))


def _run_terminal(case: Case) -> str | None:
    return difference("text", case["expect"]["text"], plain_terminal(base64.b64decode(case["bytes_b64"])))


def _run_visible(case: Case) -> str | None:
    return difference("text", case["expect"]["text"], show_hidden(case["text"]))


def _run_redact(case: Case) -> str | None:
    secrets = KnownSecrets()
    for secret in case["secrets"]:
        secrets.add(secret)
    written = redact(case["text"], secrets)
    seen = [part for part in case["expect"]["absent"] if part in written]
    lost = [part for part in case["expect"]["present"] if part not in written]
    return f"seen {seen}, lost {lost} in {written!r}" if seen or lost else None


_KINDS: dict[str, Callable[[Case], str | None]] = {
    "command": _run_command,
    "environment": _run_environment,
    "terminal": _run_terminal,
    "visible": _run_visible,
    "redact": _run_redact,
    "git": run_git,
}

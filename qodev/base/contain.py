"""Contains commands: by bubblewrap on Linux, by sandbox-exec on macOS; what may be written, seen and reached (S40 to S46).

Nothing here decides whether a command runs. `Container` says whether containment can start, and how a command is started in it.
"""

import asyncio
import os
import stat
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from qodev.base.bwrap import bwrap_argv, bwrap_probe_argv
from qodev.base.commands import CommandOrder
from qodev.base.containment_box import Box
from qodev.base.errors import ProcessError
from qodev.base.process import run_process
from qodev.base.seatbelt import PROBE_ARGV, SANDBOX_EXEC, seatbelt_argv
from qodev.base.text import clip, show_hidden

_PROBE_S = 2.0  # S41
_KNOWN_FOR_S = 600.0
_CAUSE_POINTS = 200
# S43: tools keep what they download where they may write.
_CACHES = {
    "XDG_CACHE_HOME": "",
    "npm_config_cache": "npm",
    "PIP_CACHE_DIR": "pip",
    "CARGO_HOME": "cargo",
    "GOCACHE": "go-build",
    "GOPATH": "go",
}


@dataclass(frozen=True, slots=True)
class Availability:
    """Whether containment can start: `fault` says why not, in one sentence, and is "" when it can."""

    program: Path | None = None
    fault: str = ""


@dataclass(slots=True)
class Container:
    """Starts commands contained on one machine; its answers are asked anew after ten minutes."""

    env: Mapping[str, str]  # of qodev, where the program is looked for
    child_env: Mapping[str, str]  # of what is started, without secrets
    platform: str = sys.platform
    clock: Callable[[], float] = time.monotonic
    _known: dict[Path, tuple[float, str]] = field(default_factory=dict)
    _asking: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def availability(self, project: Path) -> Availability:
        """Tells whether commands of a project can be contained (S41); `project` is its resolved folder."""
        if self.platform == "darwin":
            return await self._probed(Path(SANDBOX_EXEC), PROBE_ARGV)
        if not self.platform.startswith("linux"):
            return Availability(fault="this system has nothing that qodev could contain commands with")
        program = await asyncio.to_thread(find_bwrap, self.env, project)
        if program is None:
            return Availability(fault="bubblewrap (`bwrap`) is not installed")
        return await self._probed(program, bwrap_probe_argv(program))

    def forget(self) -> None:
        """Asks the system again with the next question, such as after a start that failed."""
        self._known.clear()

    async def _probed(self, program: Path, argv: tuple[str, ...]) -> Availability:
        async with self._asking:
            asked_s, fault = self._known.get(program, (-_KNOWN_FOR_S, ""))
            if self.clock() - asked_s >= _KNOWN_FOR_S or program not in self._known:
                fault = await self._probe(argv)
                self._known[program] = (self.clock(), fault)
        return Availability(None if fault else program, fault)

    async def _probe(self, argv: tuple[str, ...]) -> str:
        name = f"`{Path(argv[0]).name}`"
        try:
            done = await run_process(argv, env=self.child_env, cwd=Path("/"), limit_s=_PROBE_S)
        except ProcessError as fault:
            return fault.message
        if done.timed_out:
            return f"{name} did not answer within {_PROBE_S:.0f} s"
        said = clip(show_hidden(done.stderr.decode("utf-8", "replace").strip().partition("\n")[0]), _CAUSE_POINTS)
        return "" if done.returncode == 0 else f"{name} ended with {done.returncode}: {said or 'it gave no reason'}"

    def order(self, program: Path, box: Box, order: CommandOrder) -> CommandOrder:
        """Returns an order that runs contained, once the private cache is there. Blocking; raises OSError."""
        box.cache.mkdir(mode=0o700, parents=True, exist_ok=True)
        box = replace(box, cache=Path(os.path.realpath(box.cache)))  # nothing can be mounted on a link
        env = {**order.env, **{name: str(box.cache / folder) for name, folder in _CACHES.items()}}
        if self.platform == "darwin":
            temp = Path(os.path.realpath(self.env.get("TMPDIR") or "/tmp"))  # noqa: S108 -- what is allowed, not used
            return replace(order, env=env, wrap=lambda handle: seatbelt_argv(box, temp, handle))
        env["TMPDIR"] = "/tmp"  # noqa: S108 -- the box has one of its own
        folder = Path(order.folder.path)
        return replace(order, env=env, wrap=lambda handle: bwrap_argv(program, box, folder, handle))


def find_bwrap(env: Mapping[str, str], project: Path) -> Path | None:
    """Returns bubblewrap: the first one on PATH that root alone can change and that is not in the project. Blocking."""
    return next((found for found in _candidates(env) if not found.is_relative_to(project) and _is_roots(found)), None)


def _candidates(env: Mapping[str, str]) -> Iterator[Path]:
    for folder in env.get("PATH", os.defpath).split(os.pathsep):
        if Path(folder).is_absolute():
            yield Path(os.path.realpath(Path(folder) / "bwrap"))


def _is_roots(program: Path) -> bool:
    try:
        found = program.stat()
    except OSError:
        return False
    # A link of that name to another of root's programs is none: `true` would pass the probe too.
    is_plain = stat.S_ISREG(found.st_mode) and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    return is_plain and program.name == "bwrap" and found.st_uid == 0 and os.access(program, os.X_OK)

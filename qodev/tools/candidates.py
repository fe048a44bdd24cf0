"""Lets ripgrep or git name the files that can hold a text at all; what they show is decided elsewhere, from the files' own bytes.

So their rules of ignoring, encodings and letters do not count: they are given files one by one, and a file that they might
read otherwise is a candidate anyway.
"""

import os
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from qodev.base.environment import build_environment
from qodev.base.errors import UserFacingError
from qodev.base.process import Completed, run_process
from qodev.tools.needles import case_free


class GitRunner(Protocol):
    """Runs git under the neutral settings (S137)."""

    async def run(self, root: Path, *args: str) -> Completed:
        """Runs git in the top folder of a repository; raises UserFacingError where it cannot or may not."""
        ...


_Call = Callable[[Sequence[str]], Awaitable[Completed]]

_NEEDLE_LEAST = 2
_GIT_FILES_MOST = 1_000  # it looks through all of them for each one
_FILES_LEAST = 64  # a process costs as much as reading so many
_LIMIT_S = 10.0
_POINTER_BYTES = 8  # which the system counts too
_FOUND, _NOTHING = 0, 1


class Preselection:
    """The quick programs of this machine; `ripgrep` is the path of its program."""

    def __init__(
        self, env: Mapping[str, str], ripgrep: str | None, git: GitRunner | None, *, files_least: int = _FILES_LEAST
    ) -> None:
        self._env = build_environment(env)
        self._ripgrep = ripgrep
        self._git = git
        self._least = files_least

    async def choose(
        self,
        root: Path,
        paths: Sequence[str],
        needle: str,
        *,
        wide_texts: Callable[[Sequence[str]], Awaitable[set[str]]],
    ) -> set[str] | None:
        """Returns the files that may hold the needle, None when all may.

        `wide_texts` says which files begin as UTF-16, which git does not read.
        """
        if len(needle) < _NEEDLE_LEAST or len(paths) < self._least:
            return None
        if self._ripgrep is not None:
            return await self._ask(paths, self._ripgrep_call(root, needle))
        if self._git is None or len(paths) > _GIT_FILES_MOST:
            return None
        wide = await wide_texts(paths)
        found = await self._ask([path for path in paths if path not in wide], self._git_call(root, needle))
        return None if found is None else found | wide

    def _ripgrep_call(self, root: Path, needle: str) -> _Call:
        options = ("--no-config", "--files-with-matches", "--null", "--text", "--no-messages", "--case-sensitive")
        argv = (self._ripgrep or "rg", *options, "--max-columns=0", "-e", case_free(needle), "--")

        async def call(paths: Sequence[str]) -> Completed:
            return await run_process((*argv, *paths), env=self._env, cwd=root, limit_s=_LIMIT_S)

        return call

    def _git_call(self, root: Path, needle: str) -> _Call:
        options = ("grep", "--no-index", "--no-textconv", "-a", "-l", "-z", "-E", "--no-color", "-e")

        async def call(paths: Sequence[str]) -> Completed:
            assert self._git is not None
            return await self._git.run(root, *options, case_free(needle), "--", *paths)

        return call

    async def _ask(self, paths: Sequence[str], call: _Call) -> set[str] | None:
        found: set[str] = set()
        for part in _parts(paths):
            try:
                done = await call(part)
            except UserFacingError:  # it cannot be started, or the folder is no repository that git may look at
                return None
            if done.returncode not in (_FOUND, _NOTHING) or done.truncated:
                return None
            found.update(os.fsdecode(name) for name in done.stdout.split(b"\0") if name)
        return found


def _argument_bytes() -> int:
    """Returns how much may stand on a command line, with plenty of room for its other parts and the environment."""
    if os.name == "nt":
        return 24_000
    return max(32_000, min(os.sysconf("SC_ARG_MAX") // 4, 500_000))


def _parts(paths: Sequence[str]) -> Iterator[Sequence[str]]:
    """Yields the paths in parts that fit on a command line."""
    part: list[str] = []
    size, most = 0, _argument_bytes()
    for path in paths:
        needs = len(os.fsencode(path)) + 1 + _POINTER_BYTES
        if size + needs > most and part:
            yield part
            part, size = [], 0
        part.append(path)
        size += needs
    if part:
        yield part

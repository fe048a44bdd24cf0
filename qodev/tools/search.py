"""Searches texts of a project: literal ones in a worker, regular expressions in a limited process of their own."""

import asyncio
import json
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from qodev.base.environment import build_environment
from qodev.base.errors import ProcessError
from qodev.base.process import Completed, run_process
from qodev.base.tasks import WorkPool
from qodev.tools import matching
from qodev.tools.candidates import Preselection
from qodev.tools.needles import needle_of_pattern, needle_of_text
from qodev.tools.scan import Hit, Scan, ScanLimits, read_texts, wide_texts
from qodev.types.files import FileRoot
from qodev.types.tooling import ToolRefusal

PATTERN_S = 8.0  # for everything that one pattern is tried on
_CHECK_S = 4.0
_BATCH_CHARS = (512 * 1024, 8 * 1024 * 1024)  # of the first job, which often has enough hits, and of the others
_ANSWER_BYTES = 64 * 1024  # beside the hits
_HIT_BYTES = 4 * 1024


class PatternTooSlow(ToolRefusal):
    """A regular expression that takes too long."""

    def __init__(self) -> None:
        super().__init__("The argument `pattern` takes too long to match: make it simpler, or search for plain text.")


@dataclass(frozen=True, slots=True)
class Hits:
    """What a search found, in the order of the files."""

    hits: tuple[Hit, ...]
    is_cut: bool  # there may be more: a limit was met


class PatternChild:
    """Runs `matching.py` as a process of its own, which nothing that a pattern does can outlive (F32)."""

    def __init__(self, env: Mapping[str, str], folder: Path) -> None:
        self._env = build_environment(env)
        self._folder = folder

    async def check(self, pattern: str) -> None:
        """Raises ToolRefusal for what is no regular expression, or takes too long to read."""
        await self._run(_head(pattern, 0, 0), _CHECK_S, 0)

    async def find(
        self, pattern: str, texts: Sequence[tuple[str, str]], most: int, width: int, limit_s: float
    ) -> list[Hit]:
        """Returns the lines of some texts that match, at most `most`; raises ToolRefusal."""
        pieces = [_head(pattern, most, width)]
        for path, text in texts:
            content = text.encode("utf-8", "surrogatepass")
            pieces += (json.dumps({"path": path, "bytes": len(content)}).encode() + b"\n", content)
        return await self._run(b"".join(pieces), limit_s, most)

    async def _run(self, job: bytes, limit_s: float, most: int) -> list[Hit]:
        done = await run_process(
            child_argv(),
            env=self._env,
            cwd=self._folder,
            stdin=job,
            limit_s=limit_s,
            output_limit_bytes=2 * (_ANSWER_BYTES + most * _HIT_BYTES),  # half of it is kept of either end
        )
        return _hits_of(done)


def child_argv() -> tuple[str, ...]:
    """Returns how the child is started: this interpreter, or the frozen program in its match mode."""
    if getattr(sys, "frozen", False):
        return (sys.executable, "--match-child")
    return (sys.executable, "-I", "-S", "-B", matching.__file__)


def _head(pattern: str, most: int, width: int) -> bytes:
    return json.dumps({"pattern": pattern, "most": most, "width": width}).encode() + b"\n"


def _hits_of(done: Completed) -> list[Hit]:
    items = [json.loads(line) for line in done.stdout.splitlines() if line.endswith(b"}")]
    fault = next((item["fault"] for item in items if "fault" in item), None)
    if fault is not None:
        raise ToolRefusal(f"The argument `pattern` is no regular expression: {fault}.")
    if done.timed_out or done.returncode != 0:
        raise PatternTooSlow
    return [Hit(item["path"], item["line"], item["text"]) for item in items if "line" in item]


class Searching:
    """Finds lines in the files of a scan, each kind of search in one way whatever program helps."""

    def __init__(self, pool: WorkPool, child: PatternChild, quick: Preselection) -> None:
        self._pool = pool
        self._child = child
        self._quick = quick

    async def check(self, pattern: str) -> None:
        """Raises ToolRefusal for what is no regular expression (P172)."""
        try:
            await self._child.check(pattern)
        except ProcessError as fault:
            raise ToolRefusal(f"Patterns cannot be searched for now: {fault.message}") from fault

    async def find_text(self, root: FileRoot, scan: Scan, text: str, limits: ScanLimits) -> Hits:
        """Returns the lines that hold a text in any case."""
        files = scan.files[: limits.files]
        names = {found.real: found.shown for found in files}
        chosen = await self._chosen(root, tuple(names), needle_of_text(text))
        with stopping() as stopped:
            hits = await self._pool.run(_find_text, root, chosen, text, limits, stopped)
        return _named(hits, names, scan, limits)

    async def find_pattern(self, root: FileRoot, scan: Scan, pattern: str, limits: ScanLimits) -> Hits:
        """Returns the lines that a regular expression matches in any case; raises ToolRefusal."""
        files = scan.files[: limits.files]
        names = {found.real: found.shown for found in files}
        chosen = await self._chosen(root, tuple(names), needle_of_pattern(pattern))
        hits: list[Hit] = []
        deadline = asyncio.get_running_loop().time() + PATTERN_S
        with stopping() as stopped:
            size, most = _BATCH_CHARS
            while chosen and len(hits) <= limits.hits:
                texts, chosen = await self._pool.run(_read_batch, root, chosen, size, stopped)
                size = most
                left = deadline - asyncio.get_running_loop().time()
                if left <= 0:
                    raise PatternTooSlow
                hits += await self._child.find(pattern, texts, limits.hits + 1 - len(hits), limits.width, left)
        return _named(hits, names, scan, limits)

    async def _chosen(self, root: FileRoot, paths: Sequence[str], needle: str) -> Sequence[str]:
        async def wide(some: Sequence[str]) -> set[str]:
            return await self._pool.run(wide_texts, root, some)

        found = await self._quick.choose(root.path, paths, needle, wide_texts=wide)
        return paths if found is None else [path for path in paths if path in found]


@contextmanager
def stopping() -> Iterator[threading.Event]:
    """Gives an event that is set when the body ends, cancelled or not, so that a worker stops too."""
    stopped = threading.Event()
    try:
        yield stopped
    finally:
        stopped.set()


def _find_text(
    root: FileRoot, paths: Sequence[str], text: str, limits: ScanLimits, stopped: threading.Event
) -> list[Hit]:
    pattern = matching.compile_literal(text)
    hits: list[Hit] = []
    for path, content in read_texts(root, paths, stopped):
        left = limits.hits + 1 - len(hits)
        if left <= 0:
            break
        if pattern.search(content) is not None:
            lines = matching.find_lines(pattern, content, left, limits.width)
            hits += [Hit(path, number, line) for number, line in lines]
    return hits


def _read_batch(
    root: FileRoot, paths: Sequence[str], most: int, stopped: threading.Event
) -> tuple[list[tuple[str, str]], Sequence[str]]:
    """Returns texts up to the size of one job, and the files that are left."""
    batch: list[tuple[str, str]] = []
    size = 0
    for path, text in read_texts(root, paths, stopped):
        batch.append((path, text))
        size += len(text)
        if size >= most:
            return batch, paths[paths.index(path) + 1 :]
    return batch, ()


def _named(hits: Sequence[Hit], names: Mapping[str, str], scan: Scan, limits: ScanLimits) -> Hits:
    shown = tuple(Hit(names[hit.path], hit.line, hit.text) for hit in hits[: limits.hits])
    return Hits(shown, scan.is_cut or len(scan.files) > limits.files or len(hits) > limits.hits)

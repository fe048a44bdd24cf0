"""Finds the lines of texts that a pattern matches: the one place where search results come from.

A model's regular expression is compiled and run by this file as a program of its own (`python -I -S matching.py`), since
`re` cannot be interrupted: the process is ended when it takes too long. So it imports the standard library alone.
Literal text is searched in a worker by the same functions.
"""

import json
import re
import sys
import warnings
from collections.abc import Iterator
from typing import Any

CPU_S = 12  # above the wall clock of whoever started us
MEMORY_BYTES = 512 * 1024 * 1024
_MARK = "…"


def compile_literal(text: str) -> "re.Pattern[str]":
    """Returns what finds a text in any case."""
    return re.compile(re.escape(text), re.IGNORECASE)


def compile_pattern(pattern: str) -> "re.Pattern[str]":
    """Returns what finds a regular expression in any case; raises ValueError with the reason."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return re.compile(pattern, re.IGNORECASE)
    except (re.error, OverflowError, RecursionError) as fault:
        raise ValueError(str(fault) or type(fault).__name__) from fault


def find_lines(pattern: "re.Pattern[str]", text: str, most: int, width: int) -> Iterator[tuple[int, str]]:
    """Yields at most `most` matching lines of a text: number from 1, and at most `width` characters around the match."""
    lines = text.split("\n")
    if not lines[-1]:
        lines.pop()  # what follows the last line end is no line
    found = 0
    for number, line in enumerate(lines, 1):
        bare = line.removesuffix("\r")
        match = pattern.search(bare)
        if match is not None:
            found += 1
            yield number, excerpt(bare, match.start(), match.end(), width)
            if found >= most:
                return


def excerpt(line: str, start: int, end: int, width: int) -> str:
    """Returns a line, or where it is longer than `width` the part of it that shows the match."""
    if len(line) <= width:
        return line
    if end < width:
        return line[: width - 1] + _MARK
    first = max(0, start - width // 4)
    if len(line) - first < width:
        return _MARK + line[len(line) - width + 1 :]
    return _MARK + line[first : first + width - 2] + _MARK


def main() -> int:
    """Answers one job: a line with the pattern and limits, then texts, each behind a line with its path and size."""
    _limit()
    job = json.loads(sys.stdin.buffer.readline())
    try:
        pattern = compile_pattern(job["pattern"])
    except ValueError as fault:
        _say({"fault": str(fault)})
        return 0
    _say({"ready": True})
    left: int = job["most"]
    for path, text in _texts():
        if left <= 0:  # read on all the same: nobody shall write into a closed pipe
            continue
        for number, line in find_lines(pattern, text, left, job["width"]):
            _say({"path": path, "line": number, "text": line})
            left -= 1
    _say({"done": True})
    return 0


def _texts() -> Iterator[tuple[str, str]]:
    while head := sys.stdin.buffer.readline():
        item = json.loads(head)
        yield item["path"], sys.stdin.buffer.read(item["bytes"]).decode("utf-8", "surrogatepass")


def _say(item: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(item) + "\n")


def _limit() -> None:
    """Takes limits of its own, where the system has them: time, memory, no files, no children."""
    try:
        import resource
    except ImportError:  # Windows: whoever started us ends us in time
        return
    for name, figure in (("CPU", CPU_S), ("AS", MEMORY_BYTES), ("FSIZE", 0), ("NPROC", 0), ("CORE", 0)):
        kind = getattr(resource, f"RLIMIT_{name}", None)
        if kind is not None:
            try:
                resource.setrlimit(kind, (figure, figure))
            except (ValueError, OSError):
                continue  # macOS refuses some of them


if __name__ == "__main__":
    sys.exit(main())

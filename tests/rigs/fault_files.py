"""Lets file calls of the system fail, or kill the process, at their n-th time (S201). For tests only."""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol

CALLS = ("open", "write", "fsync", "close", "replace")


class Fault(Protocol):
    """Decides what happens to a call before it is made."""

    def meet(self, call: str, write_part: Callable[[], None]) -> None:
        """Raises, kills, or returns; `write_part` does half of a write."""
        ...


class Failing:
    """Raises an OSError at the n-th call of one kind, and lets those after it work."""

    def __init__(self, call: str, number: int, *, at: int = 1, again: bool = False) -> None:
        self._call = call
        self._number = number
        self._left = at
        self._again = again
        self.met = 0

    def meet(self, call: str, write_part: Callable[[], None]) -> None:
        if call != self._call:
            return
        self._left -= 1
        if self._left == 0 or (self._left < 0 and self._again):
            self.met += 1
            write_part()
            raise OSError(self._number, os.strerror(self._number))


class Killer:
    """Kills the process at its n-th call, in the middle of it where that can be."""

    def __init__(self, at: int) -> None:
        self._left = at

    def meet(self, call: str, write_part: Callable[[], None]) -> None:
        self._left -= 1
        if self._left == 0:
            write_part()
            os.kill(os.getpid(), signal.SIGKILL)


class _File:
    """A file whose writes and whose end can fail."""

    def __init__(self, inner: Any, fault: Fault) -> None:
        self._inner = inner
        self._fault = fault

    def write(self, content: bytes) -> int:
        def part() -> None:
            self._inner.write(content[: len(content) // 2])
            self._inner.flush()

        self._fault.meet("write", part)
        return self._inner.write(content)

    def close(self) -> None:
        try:
            self._fault.meet("close", _nothing)
        finally:
            self._inner.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    def __enter__(self) -> "_File":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _nothing() -> None:
    """Does no part of a call."""


@contextmanager
def faulty_os(fault: Fault) -> Iterator[None]:
    """Puts `fault` before the file calls of `os`, those of this process alone, while the body runs."""
    kept = {name: getattr(os, name) for name in ("open", "fdopen", "fsync", "replace")}

    def before(call: str, name: str) -> Callable[..., Any]:
        def made(*arguments: Any, **options: Any) -> Any:
            fault.meet(call, _nothing)
            return kept[name](*arguments, **options)

        return made

    def fdopen(handle: int, mode: str = "r", *arguments: Any, **options: Any) -> Any:
        inner = kept["fdopen"](handle, mode, *arguments, **options)
        return _File(inner, fault) if "w" in mode else inner

    os.open, os.fdopen, os.fsync, os.replace = (  # type: ignore[assignment]
        before("open", "open"),
        fdopen,
        before("fsync", "fsync"),
        before("replace", "replace"),
    )
    try:
        yield
    finally:
        os.open, os.fdopen, os.fsync, os.replace = kept["open"], kept["fdopen"], kept["fsync"], kept["replace"]

"""Owns background work: every task has an owner, a name and an end."""

import asyncio
import contextvars
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, ParamSpec, TypeVar

T = TypeVar("T")
P = ParamSpec("P")

ErrorSink = Callable[[str, BaseException], None]
"""Takes the name of a task and the exception that ended it."""

_WORKERS = 4  # architecture.md, section 1: four work threads


async def see_through(work: "asyncio.Future[Any]", timeout_s: float | None = None) -> None:
    """Waits for the end of work that must not be left behind, however often the wait is cancelled meanwhile.

    For what a cancelled caller still has to do before it lets its CancelledError go on, so it raises none of its own.
    """
    loop = asyncio.get_running_loop()
    deadline = None if timeout_s is None else loop.time() + timeout_s
    while not work.done() and (deadline is None or loop.time() < deadline):
        with suppress(asyncio.CancelledError):
            await asyncio.wait((work,), timeout=None if deadline is None else deadline - loop.time())


class WorkPool:
    """Runs blocking calls in at most four threads named `work-n`; one lives as long as the program's services."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(_WORKERS, thread_name_prefix="work")

    async def run(self, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Awaits `call(*args, **kwargs)` in a worker; values cross, live objects should not."""
        context = contextvars.copy_context()
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._pool, lambda: context.run(call, *args, **kwargs))

    def close(self) -> None:
        """Drops what has not begun and waits for what has."""
        self._pool.shutdown(wait=True, cancel_futures=True)


class TaskOwner:
    """Starts tasks, keeps them referenced, reports their exceptions, and ends them together."""

    def __init__(self, name: str, on_error: ErrorSink) -> None:
        self._name = name
        self._on_error = on_error
        self._tasks: set[asyncio.Task[Any]] = set()

    def spawn(self, work: Coroutine[Any, Any, T], *, name: str) -> "asyncio.Task[T]":
        """Starts `work` on the running loop; an exception nobody awaits goes to the error sink."""
        task = asyncio.get_running_loop().create_task(work, name=f"{self._name}.{name}")
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: "asyncio.Task[Any]") -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            fault = task.exception()
            if fault is not None:
                self._on_error(task.get_name(), fault)

    @property
    def is_idle(self) -> bool:
        """Tells whether no task is running."""
        return not self._tasks

    async def wait(self) -> None:
        """Waits until every task, those started meanwhile too, has ended."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    async def stop(self) -> None:
        """Cancels all tasks and waits for them."""
        for task in tuple(self._tasks):
            task.cancel()
        await self.wait()


async def finish(work: Coroutine[Any, Any, T], *, name: str) -> T:
    """Awaits work that must not end half-way: when the caller is cancelled it goes on, and the caller waits for it."""
    task = TaskOwner("finish", _is_awaited).spawn(work, name=name)
    is_cancelled = False
    while not task.done():
        try:
            await asyncio.wait((task,))
        except asyncio.CancelledError:
            is_cancelled = True
    if is_cancelled:
        raise asyncio.CancelledError
    return task.result()


def _is_awaited(name: str, fault: BaseException) -> None:
    """Takes a fault that `finish` hands on."""

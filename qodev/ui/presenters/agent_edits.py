"""Edits of single keys, one after the other, each made off the loop on the text as it is then (U61)."""

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from qodev.base.tasks import WorkPool

_TRIES = 20  # of an edit whose text was changed while it was made

Edit = Callable[[str], str]


class EditQueue:
    """Takes edits while one is under way; of edits of one key that wait, the newest is made alone."""

    def __init__(
        self, pool: "WorkPool", current: Callable[[], tuple[str, str]], take: Callable[[str, str], None]
    ) -> None:
        self._pool = pool
        self._current = current  # path and text
        self._take = take  # the text with the edit in it, and the key
        self._waiting: list[tuple[str, Edit]] = []
        self._is_running = False

    def add(self, key: str, make: Edit) -> bool:
        """Takes an edit; "" as key keeps it from being joined. Returns whether `run` is to be started."""
        if key and self._waiting and self._waiting[-1][0] == key:
            self._waiting[-1] = (key, make)
        else:
            self._waiting.append((key, make))
        return not self._is_running

    def clear(self) -> None:
        """Forgets what waits: another document is in front."""
        self._waiting.clear()

    async def run(self) -> None:
        """Makes what waits; raises UserFacingError when a text cannot be edited, and forgets the rest."""
        self._is_running = True
        try:
            while self._waiting:
                await self._make(*self._waiting[0])
        finally:
            self._is_running = False
            self._waiting.clear()

    async def _make(self, key: str, make: Edit) -> None:
        for _ in range(_TRIES):
            path, text = self._current()
            after = await self._pool.run(make, text)
            if not self._waiting or self._waiting[0] != (key, make) or path != self._current()[0]:
                return  # a newer value took its place, or another document is in front
            if text == self._current()[1]:
                self._waiting.pop(0)
                if after != text:
                    self._take(after, key)
                return
        self._waiting.pop(0)

"""A provider that plays a list of steps: for tests of turns, without a server."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Sequence

from qodev.types.messages import StopReason
from qodev.types.providers import ErrorChunk, ProviderRequest, StopChunk, StreamChunk


class ScriptError(AssertionError):
    """A request that no step is left for, a step that nobody used, or a step that breaks the rules of streams."""


class ScriptedProvider:
    """Answers each request with the next step; a request too many fails, and so does a step left over."""

    def __init__(self, *steps: Sequence[StreamChunk]) -> None:
        self._steps = deque(_checked(step) for step in steps)
        self.requests: list[ProviderRequest] = []
        self.cancelled = 0  # streams that were closed before their end

    def add(self, *steps: Sequence[StreamChunk]) -> None:
        """Appends steps."""
        self._steps.extend(_checked(step) for step in steps)

    async def stream(self, request: ProviderRequest) -> AsyncIterator[StreamChunk]:
        """Plays the next step; the loop turns once before each chunk."""
        self.requests.append(request)
        if not self._steps:
            raise ScriptError(f"Request {len(self.requests)} was not expected.")
        is_whole = False
        try:
            for chunk in self._steps.popleft():
                await asyncio.sleep(0)
                yield chunk
            is_whole = True
        finally:
            self.cancelled += not is_whole

    def check_used(self) -> None:
        """Raises ScriptError when a step is left over."""
        if self._steps:
            raise ScriptError(f"{len(self._steps)} steps were not used.")


def _checked(step: Sequence[StreamChunk]) -> tuple[StreamChunk, ...]:
    """Returns a step that ends with exactly one stop or error; a missing end is added."""
    chunks = tuple(step)
    ends = [number for number, chunk in enumerate(chunks) if isinstance(chunk, StopChunk | ErrorChunk)]
    if not ends:
        return (*chunks, StopChunk(StopReason.END))
    if ends != [len(chunks) - 1]:
        raise ScriptError("Nothing may follow a stop or an error.")
    return chunks

"""Sends one tiny request with an agent and says what came of it (A182, U72)."""

import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import aclosing
from dataclasses import dataclass

from qodev.base.errors import UserFacingError
from qodev.base.jsontext import JsonValue
from qodev.base.tasks import WorkPool
from qodev.base.text import clip
from qodev.providers.http import HttpProvider
from qodev.providers.url import shown_url
from qodev.services.previews import Previews
from qodev.types.agents import AgentSnapshot
from qodev.types.editing import AgentTest
from qodev.types.providers import ErrorChunk, ProviderError, StopChunk, TextChunk, ThinkingChunk

_QUESTION = "Answer with the word: ready"
_TEXT_LIMIT = 200
_SAMPLE: Mapping[str, JsonValue] = {
    "system_prompt": "",
    "prefix": "def add(a, b):\n    return ",
    "suffix": "\n",
    "language": "python",
    "files_metadata": [],
    "history": [
        {"role": "user", "content": _QUESTION, "content_blocks": [{"type": "text", "text": _QUESTION}]},
    ],
}


@dataclass(frozen=True, slots=True)
class AgentTestParts:
    """What a test works with."""

    previews: Previews
    provider: HttpProvider
    snapshot: Callable[[], AgentSnapshot]
    prepare: Callable[[str], Awaitable[None]]  # starts what the agent needs
    pool: WorkPool


class AgentTests:
    """Tests agents with the code that sends; nothing is stored."""

    def __init__(self, parts: AgentTestParts) -> None:
        self._parts = parts

    async def test(self, name: str) -> AgentTest:
        """Returns status, address, time and the first text, or what qodev or the vendor says against it."""
        parts = self._parts
        spec = parts.snapshot().agents.get(name)
        refusal = await parts.previews.refusal(spec) if spec is not None else None
        if refusal is not None:
            return AgentTest(ok=False, url="", seconds=0.0, message=refusal.message)
        began = time.monotonic()
        try:
            await parts.prepare(name)
        except UserFacingError as fault:
            message = f"{fault.message} {fault.hint or ''}".strip()
            return AgentTest(ok=False, url="", seconds=time.monotonic() - began, message=message)
        attempt = await parts.pool.run(parts.previews.sample_now, parts.snapshot(), name, _SAMPLE)
        if attempt.built is None:
            said = (*(d.message for d in attempt.diagnostics), *attempt.problems)
            return AgentTest(ok=False, url="", seconds=0.0, message=" ".join(said[:1]))
        request = attempt.built.request
        began = time.monotonic()
        text, error = "", None
        async with aclosing(parts.provider.stream(request)) as chunks:
            async for chunk in chunks:
                if isinstance(chunk, TextChunk | ThinkingChunk):
                    text += chunk.text
                elif isinstance(chunk, ErrorChunk):
                    error = chunk.error
                if isinstance(chunk, StopChunk) or len(text) > _TEXT_LIMIT:
                    break
        return _result(shown_url(request.url), time.monotonic() - began, text, error)


def _result(url: str, seconds: float, text: str, error: ProviderError | None) -> AgentTest:
    first = clip(" ".join(text.split()), _TEXT_LIMIT)
    if error is None:
        return AgentTest(ok=True, url=url, seconds=seconds, status=200, text=first)
    message = f"{error.message} {error.hint or ''}".strip()
    return AgentTest(ok=False, url=error.url or url, seconds=seconds, status=error.status, text=first, message=message)

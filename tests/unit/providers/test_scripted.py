"""The scripted provider plays its steps and notices what does not fit."""

from collections.abc import AsyncGenerator
from typing import cast

import pytest

from qodev.base.diagnostics import SourceSpan
from qodev.providers.scripted import ScriptedProvider, ScriptError
from qodev.types.agents import ClientApi, Layer, ProviderInstance, Timeouts
from qodev.types.messages import StopReason
from qodev.types.providers import Provider, ProviderRequest, StopChunk, StreamChunk, TextChunk

INSTANCE = ProviderInstance(
    "Local", ClientApi.OPENAI_CHAT, "", "http://x", "", {}, Timeouts(), "none", None, True, None, Layer.USER, False,
    SourceSpan("x", 1),
)  # fmt: skip
REQUEST = ProviderRequest(ClientApi.OPENAI_CHAT, INSTANCE, "POST", "http://x/v1", {}, b"{}", None, True)


async def play(provider: Provider) -> list[StreamChunk]:
    return [chunk async for chunk in provider.stream(REQUEST)]


async def test_steps_are_played_in_order_and_get_an_end():
    provider = ScriptedProvider([TextChunk(0, "a")], [StopChunk(StopReason.LENGTH)])

    assert await play(provider) == [TextChunk(0, "a"), StopChunk(StopReason.END)]
    assert await play(provider) == [StopChunk(StopReason.LENGTH)]
    assert provider.requests == [REQUEST, REQUEST]
    provider.check_used()


async def test_a_request_too_many_and_a_step_left_over_fail():
    provider = ScriptedProvider()
    with pytest.raises(ScriptError, match="Request 1"):
        await play(provider)
    provider.add([TextChunk(0, "a")])
    with pytest.raises(ScriptError, match="1 steps"):
        provider.check_used()


def test_nothing_may_follow_an_end():
    with pytest.raises(ScriptError):
        ScriptedProvider([StopChunk(StopReason.END), TextChunk(0, "a")])


async def test_a_stream_closed_early_is_counted():
    provider = ScriptedProvider([TextChunk(0, "a"), TextChunk(0, "b")])
    stream = cast("AsyncGenerator[StreamChunk, None]", provider.stream(REQUEST))

    assert await anext(stream) == TextChunk(0, "a")
    await stream.aclose()

    assert provider.cancelled == 1

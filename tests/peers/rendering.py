"""Renders bundled partials and agents by the code that sends, for the tests of what they send."""

import dataclasses
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from qodev.agents.render import PromptInputs, render_body, render_system_prompt
from qodev.agents.sources import TemplateSources
from qodev.base.assets import resource
from qodev.base.diagnostics import SourceSpan
from qodev.types.agents import AgentSpec, Layer, MatchRule, RoleSpec

Json = dict[str, Any]


@cache
def bundled_partials() -> Mapping[str, str]:
    """Returns the text of every bundled partial by the name that includes use."""
    folder = resource("agents/partials")
    return {f"partials/{path.name}": path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.jinja"))}


def render_value(template: str, ctx: Mapping[str, Any]) -> Any:
    """Returns what a body template yields as JSON, with nothing but the bundled partials at hand."""
    rendered = render_body(_agent_of({"value": template}), dict(ctx), TemplateSources(bundled_partials(), {}, {}))
    assert rendered.body is not None, rendered.diagnostics
    assert not rendered.diagnostics, rendered.diagnostics
    return rendered.body.get("value")


def render_members(partial: str, ctx: Mapping[str, Any]) -> list[Json]:
    """Returns the array that a partial fills."""
    members: list[Json] = render_value(f'[ {{% include "partials/{partial}.jinja" %}} ]', ctx)
    return members


def render_prompt(template: str, project: Path) -> str:
    """Returns what a system prompt yields, with the developer role at hand."""
    role = RoleSpec("developer", "Developer", "", "ROLE", Layer.BUNDLED, SourceSpan("developer.md", 1))
    spec = dataclasses.replace(_agent_of({"value": 1}), system_prompt=template)
    inputs = dataclasses.replace(prompt_inputs(), project=project)
    rendered = render_system_prompt(spec, inputs, TemplateSources(bundled_partials(), {}, {"developer": role}))
    assert rendered.text is not None, rendered.diagnostics
    assert not rendered.diagnostics, rendered.diagnostics
    return rendered.text


def prompt_inputs() -> PromptInputs:
    """Returns what prompts are rendered with when no project and no role is chosen."""
    return PromptInputs(role_id=None, project=None, home=Path("/nowhere"), config=Path("/nowhere"))


def _agent_of(body: Json) -> AgentSpec:
    return AgentSpec(
        name="Sample",
        description="",
        provider_instance="Claude",
        model="sample",
        endpoint="/",
        system_prompt=None,
        tags=(),
        enable_thinking=False,
        enable_tools=False,
        cache_prompt=False,
        cache_ttl="5m",
        cache_breakpoints=(),
        hidden=False,
        match=MatchRule(),
        body=body,
        parents=(),
        origins={},
        layer=Layer.BUNDLED,
        folder=None,
        span=SourceSpan("sample.toml", 1),
        digest="",
    )


# What history is made of, in the shape of A88 and A89.


def text(words: str, **more: Any) -> Json:
    """Returns a text block."""
    return {"type": "text", "text": words, **more}


def thinking(words: str, **more: Any) -> Json:
    """Returns a thinking block; pass `signature` and `item_id` for one that goes back."""
    return {"type": "thinking", "thinking": words, "signature": "", **more}


def call(call_id: str, name: str = "read_file", **more: Any) -> Json:
    """Returns a tool call."""
    return {"type": "tool_use", "id": call_id, "name": name, "input": {"path": "a.py"}, **more}


def result(call_id: str, words: str = "ok", name: str = "read_file", **more: Any) -> Json:
    """Returns the result of a call."""
    return {"type": "tool_result", "tool_use_id": call_id, "content": words, "name": name, **more}


def image(data: str = "aGk=", *, is_url: bool = False) -> Json:
    """Returns an image, by content or by address."""
    return {"type": "image", "data": data, "media_type": "image/png", "is_url": is_url}


def user(*blocks: Json) -> Json:
    """Returns a user message."""
    return _message("user", blocks)


def assistant(*blocks: Json) -> Json:
    """Returns an assistant message."""
    return _message("assistant", blocks)


def _message(role: str, blocks: tuple[Json, ...]) -> Json:
    words = "\n\n".join(b["text"] for b in blocks if b["type"] == "text" and b["text"])
    message: Json = {"role": role, "content": words, "content_blocks": list(blocks)}
    images = [{k: b[k] for k in ("data", "media_type", "is_url")} for b in blocks if b["type"] == "image"]
    return message | ({"images": images} if images else {})


def context(*history: Json, api: str = "openai_chat", system: str | None = None, **more: Any) -> Json:
    """Returns template data with this history."""
    ctx: Json = {"prefix": "", "suffix": "", "files_metadata": [], "history": list(history)}
    ctx |= {"client_api": api, "model": "sample", "language": ""} | more
    return ctx | ({"system_prompt": system} if system else {})

"""The synthetic conversations."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from qodev.agents.fixtures import FIXTURE_NAMES, FIXTURES
from qodev.agents.names import CTX_FIELDS

NASTY = ('"', "\\", "\n", "\t", "\u2028", "😀", "],}", "{{", "{%")
BLOCK_FIELDS = {
    "text": {"text"},
    "thinking": {"thinking", "signature"},
    "redacted_thinking": {"data"},
    "tool_use": {"id", "name", "input"},
    "tool_result": {"tool_use_id", "content", "name"},
    "image": {"data", "media_type", "is_url"},
}
ADDED = {"signature", "vendor_id", "is_error", "item_id"}


CONTEXTS: Any = {name: fixture.ctx for name, fixture in FIXTURES.items()}


def blocks_of(name: str) -> Iterator[dict[str, Any]]:
    for message in CONTEXTS[name]["history"]:
        yield from message["content_blocks"]


def test_names_are_those_of_the_specification_in_order() -> None:
    assert tuple(FIXTURES) == FIXTURE_NAMES


@pytest.mark.parametrize("name", FIXTURE_NAMES)
def test_context_is_plain_json_of_known_fields(name: str) -> None:
    ctx = CONTEXTS[name]
    assert json.loads(json.dumps(ctx)) == ctx
    assert set(ctx) <= CTX_FIELDS
    assert ("suffix" in ctx) is (name != "no_suffix")
    assert ("system_prompt" in ctx) is (name != "no_system")


@pytest.mark.parametrize("name", FIXTURE_NAMES)
def test_every_text_holds_what_breaks_json(name: str) -> None:
    ctx = CONTEXTS[name]
    texts = [ctx["prefix"], *(ctx[n] for n in ("suffix", "system_prompt") if n in ctx)]
    texts += [f["content"] for f in ctx["files_metadata"]]
    for block in blocks_of(name):
        texts += [block[key] for key in ("text", "thinking", "content") if key in block]
    for text in texts:
        assert all(mark in text for mark in NASTY)


@pytest.mark.parametrize("name", FIXTURE_NAMES)
def test_messages_have_the_shape_that_requests_have(name: str) -> None:
    for message in CONTEXTS[name]["history"]:
        blocks = message["content_blocks"]
        texts = [b["text"] for b in blocks if b["type"] == "text"]
        assert message["content"] == "\n\n".join(texts)
        assert ("images" in message) is any(b["type"] == "image" for b in blocks)
        for block in blocks:
            assert set(block) - ADDED - {"type"} == BLOCK_FIELDS[block["type"]] - ADDED


def test_full_has_every_kind_of_block() -> None:
    assert {block["type"] for block in blocks_of("full")} == set(BLOCK_FIELDS)


def test_special_contexts_are_what_they_say() -> None:
    assert CONTEXTS["fim"]["history"] == []
    assert CONTEXTS["empty_history"]["history"] == []
    assert len(CONTEXTS["first_turn"]["history"]) == 1
    assert [b["is_url"] for b in blocks_of("url_image") if b["type"] == "image"] == [True]
    assert [b["type"] for b in blocks_of("image_only")] == ["image"]
    assert [b["type"] for b in blocks_of("two_calls")].count("tool_use") == 2
    assert len(CONTEXTS["two_calls"]["history"][-1]["content_blocks"]) == 2
    assert [b["name"] for b in blocks_of("orphan_result") if b["type"] == "tool_result"] == [""]
    assert [b["type"] for b in CONTEXTS["mixed_result"]["history"][-1]["content_blocks"]] == ["tool_result", "text"]
    assert len(CONTEXTS["files"]["files_metadata"]) == 2

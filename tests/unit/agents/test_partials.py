"""What the bundled partials emit for each block and API (A149 to A153)."""

import json
from typing import Any

import pytest

from qodev.agents.fixtures import FIXTURES
from qodev.base.assets import resource
from tests.peers import shapes
from tests.peers.rendering import (
    assistant,
    call,
    context,
    image,
    render_members,
    render_value,
    result,
    text,
    thinking,
    user,
)

_CHECKS: dict[str, tuple[str, Any]] = {
    "openai_messages": ("openai_chat", shapes.check_chat),
    "openai_messages_reasoning": ("openai_chat", shapes.check_chat),
    "openai_responses_input": ("openai_responses", shapes.check_responses),
    "anthropic_messages": ("anthropic", shapes.check_anthropic),
    "google_contents": ("google", shapes.check_google),
    "ollama_messages": ("ollama", shapes.check_ollama),
    "completion_messages": ("openai_chat", shapes.check_chat),
}
_CHAT = ("openai_messages", "openai_messages_reasoning")


@pytest.mark.parametrize("fixture", FIXTURES)
@pytest.mark.parametrize("partial", _CHECKS)
def test_partial_fits_the_strict_shape_of_its_api_in_every_context(partial: str, fixture: str) -> None:
    api, check = _CHECKS[partial]
    ctx = {**FIXTURES[fixture].ctx, "client_api": api}
    check(render_members(partial, ctx), paired=fixture != "orphan_result")


@pytest.mark.parametrize("fixture", FIXTURES)
def test_openai_messages_in_every_context_are_legal_for_mistral(fixture: str) -> None:
    ctx = {**FIXTURES[fixture].ctx, "client_api": "mistral"}
    shapes.check_chat(render_members("openai_messages", ctx), paired=fixture != "orphan_result", mistral=True)


@pytest.mark.parametrize("partial", ["openai_messages", "openai_messages_reasoning", "ollama_messages"])
def test_system_prompt_present_is_the_first_message_absent_is_none(partial: str) -> None:
    assert render_members(partial, context(user(text("hi")), system="Be brief."))[0] == {
        "role": "system",
        "content": "Be brief.",
    }
    assert [m["role"] for m in render_members(partial, context(user(text("hi"))))] == ["user"]


@pytest.mark.parametrize("partial", list(_CHECKS)[:-1])
def test_history_with_a_system_message_leaves_it_out(partial: str) -> None:
    stray = {"role": "system", "content": "x", "content_blocks": [text("x")]}
    assert len(render_members(partial, context(stray, user(text("hi"))))) == 1


@pytest.mark.parametrize("partial", list(_CHECKS)[:-1])
def test_message_without_anything_to_say_is_left_out(partial: str) -> None:
    history = (user(text("hi")), assistant(text(""), thinking("hm")), user(text("go on")))
    assert len(render_members(partial, context(*history))) == 2


class TestChatCompletions:
    def test_text_blocks_of_a_user_are_joined(self) -> None:
        (message,) = render_members("openai_messages", context(user(text("one"), text(""), text("two"))))
        assert message == {"role": "user", "content": "one\n\ntwo"}

    def test_calls_without_text_have_null_content_and_json_arguments(self) -> None:
        rows = render_members("openai_messages", context(assistant(call("c1")), user(result("c1"))))
        function = {"name": "read_file", "arguments": '{"path":"a.py"}'}
        assert rows == [
            {
                "role": "assistant",
                "content": None,
                "tool_calls": [{"id": "c1", "type": "function", "function": function}],
            },
            {"role": "tool", "tool_call_id": "c1", "content": "ok"},
        ]

    def test_text_beside_results_follows_as_user_message(self) -> None:
        history = (assistant(call("c1"), call("c2")), user(text("and"), result("c1"), result("c2")))
        rows = render_members("openai_messages", context(*history))
        assert [m["role"] for m in rows] == ["assistant", "tool", "tool", "user"]
        assert rows[-1]["content"] == "and"

    def test_images_stand_in_the_order_of_the_blocks(self) -> None:
        blocks = (image(), text("see"), image("https://example.com/a.png", is_url=True), text(""))
        (message,) = render_members("openai_messages", context(user(*blocks)))
        assert message["content"] == [
            {"type": "image_url", "image_url": {"url": "data:image/png;base64,aGk="}},
            {"type": "text", "text": "see"},
            {"type": "image_url", "image_url": {"url": "https://example.com/a.png"}},
        ]

    def test_thinking_is_left_out_but_beside_calls_in_the_reasoning_form(self) -> None:
        history = (
            assistant(thinking("a"), text("t")),
            assistant(thinking("b"), thinking("c"), call("c1")),
            user(result("c1")),
            assistant(call("c2")),
            user(result("c2")),
        )
        plain = render_members("openai_messages", context(*history))
        assert all("reasoning_content" not in m for m in plain)
        kept = render_members("openai_messages_reasoning", context(*history))
        assert [m.get("reasoning_content") for m in kept] == [None, "b\n\nc", None, "", None]
        assert [{k: v for k, v in m.items() if k != "reasoning_content"} for m in kept] == plain

    @pytest.mark.parametrize("partial", _CHAT)
    def test_user_after_results_for_mistral_gets_an_assistant_between(self, partial: str) -> None:
        beside = context(assistant(call("c1")), user(result("c1"), text("and")), api="mistral")
        after = context(assistant(call("c1")), user(result("c1")), user(text("and")), api="mistral")
        for ctx in (beside, after):
            rows = render_members(partial, ctx)
            assert [m["role"] for m in rows] == ["assistant", "tool", "assistant", "user"]
            shapes.check_chat(rows, mistral=True)

    def test_user_after_results_elsewhere_or_user_after_user_gets_nothing_between(self) -> None:
        history = (assistant(call("c1")), user(result("c1"), text("and")), user(text("more")))
        elsewhere = render_members("openai_messages", context(*history))
        assert [m["role"] for m in elsewhere] == ["assistant", "tool", "user", "user"]
        mistral = render_members("openai_messages", context(*history, api="mistral"))
        assert [m["role"] for m in mistral] == ["assistant", "tool", "assistant", "user", "user"]


class TestResponses:
    def test_blocks_of_an_assistant_keep_their_order(self) -> None:
        signed = thinking("why", signature="enc", item_id="rs_1")
        blocks = (signed, text("one"), call("c1"), text(""), text("two"))
        rows = render_members("openai_responses_input", context(assistant(*blocks), user(result("c1"))))
        assert rows == [
            {
                "type": "reasoning",
                "id": "rs_1",
                "summary": [{"type": "summary_text", "text": "why"}],
                "encrypted_content": "enc",
            },
            {"role": "assistant", "content": "one"},
            {"type": "function_call", "call_id": "c1", "name": "read_file", "arguments": '{"path":"a.py"}'},
            {"role": "assistant", "content": "two"},
            {"type": "function_call_output", "call_id": "c1", "output": "ok"},
        ]

    @pytest.mark.parametrize("block", [thinking("why"), thinking("why", item_id="rs_1"), thinking("", signature="e")])
    def test_reasoning_that_cannot_go_back_is_left_out(self, block: dict[str, Any]) -> None:
        assert render_members("openai_responses_input", context(assistant(block, text("a")))) == [
            {"role": "assistant", "content": "a"}
        ]

    def test_images_beside_results_follow_as_user_message(self) -> None:
        history = (assistant(call("c1")), user(result("c1"), text("see"), image()))
        rows = render_members("openai_responses_input", context(*history))
        assert rows[1]["type"] == "function_call_output"
        assert rows[2] == {
            "role": "user",
            "content": [
                {"type": "input_text", "text": "see"},
                {"type": "input_image", "detail": "auto", "image_url": "data:image/png;base64,aGk="},
            ],
        }


class TestAnthropic:
    def test_results_stand_before_other_blocks_and_faults_are_marked(self) -> None:
        history = (assistant(call("c1"), call("c2")), user(text("and"), result("c1", is_error=True), result("c2")))
        rows = render_members("anthropic_messages", context(*history))
        assert rows[1]["content"] == [
            {"type": "tool_result", "tool_use_id": "c1", "content": "ok", "is_error": True},
            {"type": "tool_result", "tool_use_id": "c2", "content": "ok"},
            {"type": "text", "text": "and"},
        ]

    def test_only_signed_thinking_goes_back_in_its_place(self) -> None:
        blocks = (thinking("a", signature="s"), {"type": "redacted_thinking", "data": "x"}, thinking("b"), text("t"))
        (message,) = render_members("anthropic_messages", context(assistant(*blocks)))
        assert [b["type"] for b in message["content"]] == ["thinking", "redacted_thinking", "text"]
        assert message["content"][0] == {"type": "thinking", "thinking": "a", "signature": "s"}

    def test_images_name_their_source(self) -> None:
        (message,) = render_members("anthropic_messages", context(user(image(), image("https://e.com/a", is_url=True))))
        assert [b["source"] for b in message["content"]] == [
            {"type": "base64", "media_type": "image/png", "data": "aGk="},
            {"type": "url", "url": "https://e.com/a"},
        ]

    def test_text_of_blanks_alone_is_left_out(self) -> None:
        (message,) = render_members("anthropic_messages", context(user(text(" \n"), text("hi"))))
        assert message["content"] == [{"type": "text", "text": "hi"}]


class TestGoogle:
    def test_first_unsigned_call_of_each_turn_carries_the_placeholder(self) -> None:
        history = (
            assistant(call("c1"), call("c2")),
            user(result("c1"), result("c2")),
            assistant(text("x"), call("c3", signature="own")),
            user(result("c3")),
            assistant(call("c4")),
            user(result("c4")),
        )
        turns = [t for t in render_members("google_contents", context(*history)) if t["role"] == "model"]
        signatures = [[p.get("thoughtSignature") for p in t["parts"]] for t in turns]
        placeholder = "skip_thought_signature_validator"
        assert signatures == [[placeholder, None], [None, "own"], [placeholder]]

    def test_signed_parts_go_back_as_they_came(self) -> None:
        blocks = (thinking("a", signature="s1"), thinking("b"), text("t", signature="s2"), text("", signature="s3"))
        (turn,) = render_members("google_contents", context(assistant(*blocks, text(""))))
        assert turn == {
            "role": "model",
            "parts": [
                {"text": "a", "thought": True, "thoughtSignature": "s1"},
                {"text": "t", "thoughtSignature": "s2"},
                {"text": "", "thoughtSignature": "s3"},
            ],
        }

    def test_ids_are_sent_only_if_the_vendor_gave_them(self) -> None:
        history = (assistant(call("c1", vendor_id="v1"), call("c2")), user(result("c1", vendor_id="v1"), result("c2")))
        model, answer = render_members("google_contents", context(*history))
        assert [p["functionCall"].get("id") for p in model["parts"]] == ["v1", None]
        assert [p["functionResponse"].get("id") for p in answer["parts"]] == ["v1", None]

    def test_results_come_first_and_say_whether_they_failed(self) -> None:
        history = (
            assistant(call("c1"), call("c2")),
            user(text("and"), result("c1", "no", is_error=True), result("c2")),
        )
        parts = render_members("google_contents", context(*history))[1]["parts"]
        assert [p["functionResponse"]["response"] for p in parts[:2]] == [{"error": "no"}, {"result": "ok"}]
        assert parts[2] == {"text": "and"}

    def test_images_are_inline_or_by_address(self) -> None:
        (turn,) = render_members("google_contents", context(user(image(), image("https://e.com/a", is_url=True))))
        assert turn["parts"] == [
            {"inlineData": {"mimeType": "image/png", "data": "aGk="}},
            {"fileData": {"mimeType": "image/png", "fileUri": "https://e.com/a"}},
        ]


class TestOllama:
    def test_calls_carry_objects_and_the_thinking_before_them(self) -> None:
        history = (
            assistant(thinking("a"), text("t")),
            assistant(thinking("b"), call("c1")),
            user(result("c1", name="")),
        )
        rows = render_members("ollama_messages", context(*history))
        assert rows == [
            {"role": "assistant", "content": "t"},
            {
                "role": "assistant",
                "content": "",
                "thinking": "b",
                "tool_calls": [{"function": {"name": "read_file", "arguments": {"path": "a.py"}}}],
            },
            {"role": "tool", "content": "ok"},
        ]

    def test_results_name_their_tool_and_text_beside_them_follows(self) -> None:
        rows = render_members("ollama_messages", context(assistant(call("c1")), user(text("and"), result("c1"))))
        assert rows[1:] == [
            {"role": "tool", "content": "ok", "tool_name": "read_file"},
            {"role": "user", "content": "and"},
        ]

    def test_image_addresses_become_lines_of_the_text(self) -> None:
        address = image("https://e.com/a", is_url=True)
        rows = render_members("ollama_messages", context(user(text("see"), image(), address), user(image(), address)))
        assert rows == [
            {"role": "user", "content": "see\n[image: https://e.com/a]", "images": ["aGk="]},
            {"role": "user", "content": "[image: https://e.com/a]", "images": ["aGk="]},
        ]


class TestCompletion:
    def test_context_holds_prefix_mark_and_suffix(self) -> None:
        template = '{% include "partials/completion_context.jinja" %}'
        ctx = context(prefix="a(", suffix=")")
        assert render_value(template, ctx) == "<code_context>\na(<cursor/>)\n</code_context>"
        del ctx["suffix"]
        assert render_value(template, ctx) == "<code_context>\na(<cursor/>\n</code_context>"

    @pytest.mark.parametrize("name", ["completion", "compression", "refactor"])
    def test_prompts_are_text_with_and_without_a_language(self, name: str) -> None:
        source = resource(f"agents/partials/prompt_{name}.jinja").read_text(encoding="utf-8")
        assert 80 <= len(source.split()) <= 250
        assert "tojson" not in source


class TestLocalTemplate:
    """resources/local/smollm2_tools.jinja is read by llama.cpp, whose engine takes what Jinja2 takes here (F46)."""

    def _render(self, **data: Any) -> str:
        import jinja2

        path = resource("local/smollm2_tools.jinja")
        return jinja2.Environment(autoescape=False).from_string(path.read_text(encoding="utf-8")).render(**data)

    def test_turns_without_tools_are_plain_chatml(self) -> None:
        messages = [{"role": "system", "content": "S"}, {"role": "user", "content": "U"}]
        assert self._render(messages=messages, add_generation_prompt=True) == (
            "<|im_start|>system\nS<|im_end|>\n<|im_start|>user\nU<|im_end|>\n<|im_start|>assistant\n"
        )

    def test_tools_calls_and_results_stand_in_their_tags(self) -> None:
        tool = {"type": "function", "function": {"name": "ls", "parameters": {}}}
        asked = {"function": {"name": "ls", "arguments": {"path": "/"}}}
        messages = [
            {"role": "user", "content": "U"},
            {"role": "assistant", "content": "", "tool_calls": [asked]},
            {"role": "tool", "content": "R"},
        ]
        out = self._render(messages=messages, tools=[tool], add_generation_prompt=True)
        listed = out.split("<tools>\n")[1].split("\n</tools>")[0]
        assert json.loads(listed) == tool
        assert '<|im_start|>assistant\n<tool_call>\n{"name": "ls", "arguments": {"path": "/"}}\n</tool_call>' in out
        assert "<|im_start|>user\n<tool_response>\nR\n</tool_response><|im_end|>\n" in out

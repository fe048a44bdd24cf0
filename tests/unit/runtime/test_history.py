"""The history that templates see (A87 to A94)."""

import pytest

from qodev.runtime.history import files_metadata, template_history
from qodev.types.agents import ClientApi
from qodev.types.messages import (
    Block,
    FileBlock,
    ImageBlock,
    Message,
    MessageRole,
    MessageState,
    Origin,
    RedactedThinkingBlock,
    TextBlock,
    ThinkingBlock,
    ToolResultBlock,
    ToolUseBlock,
)


def _message(role: MessageRole, *blocks: Block, api: str | None = None) -> Message:
    origin = Origin.USER if role is MessageRole.USER else Origin.MODEL
    return Message("m", role, blocks, origin, MessageState.COMPLETE, 0.0, client_api=api)


def _user(*blocks: Block) -> Message:
    return _message(MessageRole.USER, *blocks)


def _answer(*blocks: Block, api: str = "anthropic") -> Message:
    return _message(MessageRole.ASSISTANT, *blocks, api=api)


def _history(*messages: Message, api: ClientApi = ClientApi.ANTHROPIC, files_in_text: bool = True) -> list[dict]:
    return template_history(messages, api, lambda _, raw: raw, files_in_text=files_in_text)


def test_content_joins_texts_by_a_blank_line() -> None:
    shown = _history(_user(TextBlock("one"), TextBlock(""), TextBlock("two")))
    assert shown[0]["content"] == "one\n\ntwo"
    assert [b["text"] for b in shown[0]["content_blocks"]] == ["one", "two"]


def test_images_are_listed_only_where_there_is_one() -> None:
    shown = _history(_user(TextBlock("a")), _user(ImageBlock("QQ==", "image/png")))
    assert "images" not in shown[0]
    assert shown[1]["images"] == [{"data": "QQ==", "media_type": "image/png", "is_url": False}]


def test_missing_image_becomes_a_note() -> None:
    shown = _history(_user(ImageBlock("", "image/png")))
    assert shown[0]["content"] == "[an image of this message is missing]"


def test_unpaired_calls_and_results_are_dropped_alone() -> None:
    shown = _history(
        _answer(TextBlock("t"), ToolUseBlock("open", "ls", {})),
        _user(ToolResultBlock("gone", "ls", "x"), TextBlock("u")),
    )
    assert [[b["type"] for b in m["content_blocks"]] for m in shown] == [["text"], ["text"]]


def test_message_left_without_blocks_is_dropped() -> None:
    assert _history(_answer(ToolUseBlock("open", "ls", {})), _user(TextBlock("u")))[0]["role"] == "user"


def test_result_is_named_after_its_call() -> None:
    shown = _history(_answer(ToolUseBlock("c", "ls", {"p": 1})), _user(ToolResultBlock("c", "other", "out")))
    assert shown[1]["content_blocks"][0]["name"] == "ls"


def test_unsigned_thinking_goes_to_no_api_that_wants_signatures() -> None:
    answer = _answer(ThinkingBlock("why"), TextBlock("t"))
    assert [b["type"] for b in _history(answer)[0]["content_blocks"]] == ["text"]


def test_thinking_of_another_api_is_not_sent() -> None:
    answer = _answer(ThinkingBlock("why", "sig"), RedactedThinkingBlock("xx"), TextBlock("t", "sig"), api="google")
    assert _history(answer)[0]["content_blocks"] == [{"type": "text", "text": "t"}]


def test_own_thinking_keeps_its_signature() -> None:
    shown = _history(_answer(ThinkingBlock("why", "sig"), RedactedThinkingBlock("xx"), TextBlock("t")))
    assert [b["type"] for b in shown[0]["content_blocks"]] == ["thinking", "redacted_thinking", "text"]


def test_files_stand_before_the_typed_text() -> None:
    shown = _history(_user(TextBlock("look"), FileBlock("a.py", "x = '```'")))
    assert shown[0]["content_blocks"][0]["text"] == "File: a.py\n````\nx = '```'\n````"
    assert shown[0]["content_blocks"][1]["text"] == "look"


def test_files_that_the_template_shows_are_not_in_the_text() -> None:
    sent = _user(TextBlock("look"), FileBlock("a.py", "x"))
    shown = _history(_user(FileBlock("b.py", "y")), sent, files_in_text=False)
    assert "b.py" in shown[0]["content"]
    assert shown[1]["content"] == "look"
    assert files_metadata(sent) == [{"file_path": "a.py", "content": "x"}]


def test_result_belongs_to_the_last_call_of_its_id_before_it() -> None:
    shown = _history(
        _answer(ToolUseBlock("call_0", "ls", {}), ToolUseBlock("call_1", "ls", {})),
        _user(ToolResultBlock("call_0", "", "a")),
        _answer(ToolUseBlock("call_0", "cat", {})),
        _user(ToolResultBlock("call_0", "", "b"), ToolResultBlock("call_0", "", "again")),
        _answer(TextBlock("t"), ToolUseBlock("call_0", "rm", {})),
    )
    blocks = [[(b["type"], b.get("name")) for b in m["content_blocks"]] for m in shown]
    assert blocks == [
        [("tool_use", "ls")], [("tool_result", "ls")],
        [("tool_use", "cat")], [("tool_result", "cat")],
        [("text", None)],
    ]  # fmt: skip


def test_result_before_its_call_is_none() -> None:
    assert _history(_user(ToolResultBlock("c", "ls", "x")), _answer(ToolUseBlock("c", "ls", {}))) == []


@pytest.mark.parametrize(
    ("maker", "vendor_id", "wanted"), [("google", "v", "v"), ("google", None, None), ("anthropic", "v", None)]
)
def test_call_and_result_both_carry_the_id_of_their_maker_or_neither(
    maker: str, vendor_id: str | None, wanted: str | None
) -> None:
    call = ToolUseBlock("c", "ls", {}, vendor_id=vendor_id)
    result = _user(ToolResultBlock("c", "ls", "x", vendor_id="other"))
    shown = _history(_answer(call, api=maker), result, api=ClientApi.GOOGLE)
    assert [m["content_blocks"][0].get("vendor_id") for m in shown] == [wanted, wanted]

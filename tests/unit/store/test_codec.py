"""The codec: every message comes back equal, and what a store cannot take is replaced before."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qodev.store.codec import (
    KINDS,
    DamagedRow,
    clean_value,
    decode_block,
    decode_blocks,
    decode_message,
    encode_block,
    encode_blocks,
    encode_extra,
    searched_text,
    shown_length,
)
from qodev.types.messages import (
    Block,
    FileBlock,
    ImageBlock,
    MessageRole,
    MessageState,
    Origin,
    RedactedThinkingBlock,
    StopReason,
    TextBlock,
    ThinkingBlock,
    ToolResultBlock,
    ToolUseBlock,
    Usage,
)
from tests.unit.store.kit import message

PLAIN = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))
MAYBE = st.none() | PLAIN
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | PLAIN,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(PLAIN, inner, max_size=4),
    max_leaves=12,
)
OBJECTS = st.dictionaries(PLAIN, JSON, max_size=4)
BLOCKS = st.one_of(
    st.builds(TextBlock, PLAIN, MAYBE),
    st.builds(ThinkingBlock, PLAIN, MAYBE, MAYBE),
    st.builds(RedactedThinkingBlock, PLAIN),
    st.builds(ToolUseBlock, PLAIN, PLAIN, OBJECTS, MAYBE, MAYBE),
    st.builds(ToolResultBlock, PLAIN, PLAIN, PLAIN, st.booleans(), MAYBE),
    st.builds(ImageBlock, PLAIN, PLAIN, st.booleans()),
    st.builds(FileBlock, PLAIN, PLAIN, st.booleans()),
)
COUNTS = st.integers(0, 10**9)
MESSAGES = st.builds(
    lambda blocks, fields: message("m", *blocks, **fields),
    st.lists(BLOCKS, min_size=1, max_size=4),
    st.fixed_dictionaries(
        {
            "role": st.sampled_from(MessageRole),
            "origin": st.sampled_from(Origin),
            "state": st.sampled_from(MessageState),
            "turn_id": MAYBE,
            "request_id": MAYBE,
            "usage": st.none() | st.builds(Usage, COUNTS, COUNTS, COUNTS, COUNTS, COUNTS),
            "stop": st.none() | st.sampled_from(StopReason),
            "stop_detail": MAYBE,
            "client_api": MAYBE,
            "agent": MAYBE,
            "model": MAYBE,
            "error": MAYBE,
            "duration_s": st.none() | st.floats(0, 1e6),
            "provider_data": OBJECTS,
        }
    ),
)


@pytest.mark.slow
@given(MESSAGES)
def test_message_comes_back_equal(whole):
    row = {
        "id": whole.id,
        "role": str(whole.role),
        "origin": str(whole.origin),
        "state": str(whole.state),
        "created_at": whole.created_at,
        "turn_id": whole.turn_id,
        "extra": encode_extra(whole),
    }
    stored = decode_blocks(encode_blocks(whole.blocks))
    assert (decode_message(row, stored.known), stored.unknown) == (whole, 0)


@given(st.text(st.characters()) | JSON)
def test_clean_value_can_always_be_stored(value):
    encode_blocks((ToolUseBlock("a", "b", {"x": value}),)).encode("utf-8")


@pytest.mark.parametrize(
    ("value", "clean"),
    [
        ("a\0b", "a\ufffdb"),
        ("\ud83d", "\ufffd"),
        ("\ud83d\ude00", "\U0001f600"),
        (float("nan"), None),
        (float("inf"), None),
        ({"\ud800": ["\0"]}, {"\ufffd": ["\ufffd"]}),
        (True, True),
        (10**30, 10**30),
    ],
)
def test_clean_value_replaces_what_a_store_cannot_take(value, clean):
    assert clean_value(value) == clean


def test_clean_value_cuts_depth():
    deep: list = []
    for _ in range(5_000):
        deep = [deep]
    encode_blocks((ToolUseBlock("a", "b", {"x": deep}),))


def test_every_kind_of_block_has_a_name():
    assert set(KINDS.values()) == set(Block.__args__)


@pytest.mark.parametrize(
    "value",
    [5, None, [], {}, {"kind": 5}, {"kind": "text"}, {"kind": "text", "text": None}, {"kind": "image", "data": ""},
     {"kind": "tool_use", "id": "a", "name": "b", "input": []},
     {"kind": "file", "path": "a", "text": "b", "truncated": "no"}],
)  # fmt: skip
def test_decode_block_of_nonsense_says_damaged(value):
    with pytest.raises(DamagedRow):
        decode_block(value)


def test_decode_block_of_another_kind_is_unknown():
    assert decode_block({"kind": "hologram"}) is None


def test_encode_block_leaves_defaults_out():
    assert encode_block(TextBlock("a")) == {"kind": "text", "text": "a"}


def test_unknown_stop_reason_is_kept_as_unknown():
    row = {"id": "m", "role": "user", "origin": "user", "state": "complete", "created_at": 1.0, "turn_id": None}
    assert decode_message({**row, "extra": '{"stop": "bored"}'}, ()).stop is StopReason.UNKNOWN


def test_searched_text_leaves_reasoning_and_images_out():
    blocks = (
        TextBlock("a"),
        ThinkingBlock("b"),
        ToolResultBlock("c", "d", "e"),
        FileBlock("f.py", "g"),
        ImageBlock("h", "i"),
    )
    assert searched_text(blocks) == "a\n\ne\n\nf.py\ng"
    assert shown_length(blocks) == 3

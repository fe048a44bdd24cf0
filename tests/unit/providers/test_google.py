"""Gemini: request URLs and answers (A82, A152, A168)."""

import pytest

from qodev.providers.base import ShapeOptions, ToolOffer
from qodev.providers.google import Google
from qodev.types.agents import ClientApi
from qodev.types.messages import Usage
from qodev.types.providers import ErrorKind
from tests.fakes.answers import read_events, read_whole

API = ClientApi.GOOGLE
STREAM = "https://g.io/v1beta/models/m:streamGenerateContent"
WHOLE = "https://g.io/v1beta/models/m:generateContent"


def _parts(*parts: dict[str, object], finish: str | None = None) -> dict[str, object]:
    candidate: dict[str, object] = {"content": {"parts": list(parts)}}
    return {"candidates": [candidate | ({"finishReason": finish} if finish else {})]}


@pytest.mark.parametrize(
    ("url", "stream", "wanted", "streams"),
    [
        (STREAM, None, STREAM + "?alt=sse", True),
        (STREAM + "?alt=sse", True, STREAM + "?alt=sse", True),
        (STREAM + "?k=1", None, STREAM + "?k=1&alt=sse", True),
        (STREAM + "?alt=json", None, STREAM + "?alt=json", True),
        (STREAM + "?k=1&alt=sse", False, WHOLE + "?k=1", False),
        (STREAM + "?alt=sse", False, WHOLE, False),
        (WHOLE, None, WHOLE, False),
    ],
)
def test_streaming_is_in_the_url_alone(url: str, stream: bool | None, wanted: str, streams: bool) -> None:
    body = {"model": "x", "contents": []} | ({} if stream is None else {"stream": stream})
    shaped = Google().shape(body, ShapeOptions("m", url))
    assert (shaped.url, shaped.stream, shaped.body, shaped.added) == (wanted, streams, {"contents": []}, ())


def test_tools_lose_the_keywords_that_gemini_refuses_but_no_property_of_that_name() -> None:
    schema = {
        "type": "object", "$schema": "s", "additionalProperties": False, "required": ["const"],
        "properties": {
            "const": {"type": "string", "const": "x", "enum": ["const"]},
            "list": {"type": "array", "items": {"$ref": "#/x", "type": "integer"}},
            "any": {"anyOf": [{"type": "string", "oneOf": []}, {"allOf": []}]},
        },
    }  # fmt: skip
    shaped = Google().shape({"tools": ["gone"]}, ShapeOptions("m", STREAM, (ToolOffer("f", "d", schema),)))
    parameters = {
        "type": "object", "required": ["const"],
        "properties": {
            "const": {"type": "string", "enum": ["const"]},
            "list": {"type": "array", "items": {"type": "integer"}},
            "any": {"anyOf": [{"type": "string"}, {}]},
        },
    }  # fmt: skip
    declared = [{"name": "f", "description": "d", "parameters": parameters}]
    assert shaped.body == {"tools": [{"functionDeclarations": declared}]}
    assert shaped.added == ("tools",)


def test_parts_come_in_order_and_runs_are_joined() -> None:
    read = read_events(
        API, _parts({"text": "a", "thought": True}) | {"responseId": "r", "modelVersion": "gemini"},
        _parts({"text": "b", "thought": True}, {"text": "c"}), _parts({"text": "d"}, finish="STOP"),
    )  # fmt: skip
    assert read.blocks == [("thinking", "ab"), ("text", "cd")]
    assert (read.start, read.stop) == (("r", "gemini"), ("end", None))


def test_signed_parts_are_blocks_of_their_own() -> None:
    read = read_events(
        API, _parts({"text": "a"}, {"text": "b", "thoughtSignature": "s1"}, {"text": "c"}),
        _parts({"text": "", "thoughtSignature": "s2"}, {"text": "t", "thought": True, "thoughtSignature": "s3"}, finish="STOP"),
    )  # fmt: skip
    assert read.blocks == [("text", "a"), ("text", "b"), ("text", "c"), ("text", ""), ("thinking", "t")]
    assert read.signatures == [(1, "s1", None), (3, "s2", None), (4, "s3", None)]


def test_calls_are_whole_and_signed() -> None:
    read = read_events(
        API, _parts({"functionCall": {"name": "f", "args": {"a": 1}}, "thoughtSignature": "s"}, {"functionCall": {"id": "v", "name": "g"}}, finish="STOP")
    )  # fmt: skip
    assert read.calls == [("made1", "f", {"a": 1}), ("v", "g", {})]
    assert (read.signatures, read.stop) == ([(0, "s", None)], ("tool_calls", None))


@pytest.mark.parametrize(
    ("word", "wanted"),
    [("MAX_TOKENS", ("length", None)), ("OTHER", ("unknown", "OTHER")), ("MALFORMED_FUNCTION_CALL", ("unknown", "MALFORMED_FUNCTION_CALL"))]
    + [(w, ("content_filter", w)) for w in ("SAFETY", "RECITATION", "PROHIBITED_CONTENT", "SPII", "BLOCKLIST", "IMAGE_SAFETY")],
)  # fmt: skip
def test_finish_reason_is_translated(word: str, wanted: tuple[str, str | None]) -> None:
    assert read_events(API, _parts({"text": "a"}, finish=word)).stop == wanted


def test_blocked_prompt_is_a_content_filter_with_its_reason() -> None:
    assert read_events(API, {"promptFeedback": {"blockReason": "SAFETY"}}).stop == ("content_filter", "SAFETY")


def test_usage_has_thoughts_as_reasoning() -> None:
    usage = {"promptTokenCount": 10, "candidatesTokenCount": 3, "thoughtsTokenCount": 2, "cachedContentTokenCount": 4}
    read = read_events(API, _parts({"text": "a"}, finish="STOP"), {"usageMetadata": usage})
    assert read.usage == Usage(10, 5, 4, 0, 2)


def test_error_and_missing_finish_break_the_answer() -> None:
    read = read_events(API, _parts({"text": "a"}), {"error": {"code": 503, "message": "m", "status": "UNAVAILABLE"}})
    assert (read.text, read.error) == ("a", ErrorKind.OVERLOADED)
    assert read_events(API, _parts({"text": "a"})).error is ErrorKind.TRUNCATED


def test_other_candidates_and_unknown_parts_are_left_out() -> None:
    read = read_events(
        API, {"candidates": [{"index": 1, "content": {"parts": [{"text": "x"}]}}]},
        _parts({"inlineData": {}}, {"text": "a"}, finish="STOP"), _parts({"text": "late"}),
    )  # fmt: skip
    assert read.text == "a"


def test_whole_answer_and_array_of_answers_are_read_alike() -> None:
    assert read_whole(API, _parts({"text": "a"}, finish="STOP")).text == "a"
    several = read_whole(API, [_parts({"text": "a"}), _parts({"text": "b"}, finish="STOP")])
    assert (several.text, several.stop) == ("ab", ("end", None))
    assert read_whole(API, [{"error": {"code": 400}}]).error is ErrorKind.INVALID
    assert read_whole(API, []).error is ErrorKind.PROTOCOL

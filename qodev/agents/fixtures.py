"""Synthetic conversations that every agent is rendered with at load (A49, A50)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from qodev.base.jsontext import JsonValue

FIXTURES_VERSION = 1
FIXTURE_NAMES = (
    "full",
    "no_system",
    "no_suffix",
    "first_turn",
    "fim",
    "empty_history",
    "url_image",
    "image_only",
    "two_calls",
    "orphan_result",
    "mixed_result",
    "files",
)
OPTIONAL = frozenset(("no_system", "no_suffix"))  # an agent that fails only there stays usable (A51)

Block = dict[str, JsonValue]
_PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
_TEXT_JOINT = "\n\n"  # A88


@dataclass(frozen=True, slots=True)
class Fixture:
    """One synthetic `ctx`."""

    name: str
    ctx: Mapping[str, JsonValue]


def _text(tag: str) -> str:
    """Returns a text with everything that breaks JSON put together by hand (A50)."""
    return f'{tag}: say "hi" \\ \n\tnext\u2028line 😀 ],}} {{{{ x }}}} {{% if %}}'


def _text_block(tag: str) -> Block:
    return {"type": "text", "text": _text(tag)}


def _thinking(tag: str) -> Block:
    return {"type": "thinking", "thinking": _text(tag), "signature": "c2lnbmF0dXJl", "item_id": "rs_sample1"}


def _call(call_id: str, name: str) -> Block:
    return {
        "type": "tool_use",
        "id": call_id,
        "name": name,
        "input": {"path": _text("path"), "limit": 5, "deep": [None, True, 1.5]},
    }


def _result(call_id: str, name: str, tag: str) -> Block:
    return {"type": "tool_result", "tool_use_id": call_id, "content": _text(tag), "name": name}


def _image(*, is_url: bool) -> Block:
    data = "https://images.example/sample.png?a=1&b=2" if is_url else _PNG
    return {"type": "image", "data": data, "media_type": "image/png", "is_url": is_url}


def _message(role: str, *blocks: Block) -> Block:
    texts = [str(block["text"]) for block in blocks if block["type"] == "text" and block["text"]]
    images: list[JsonValue] = [
        {"data": block["data"], "media_type": block["media_type"], "is_url": block["is_url"]}
        for block in blocks
        if block["type"] == "image"
    ]
    message: Block = {"role": role, "content": _TEXT_JOINT.join(texts), "content_blocks": list(blocks)}
    return {**message, "images": images} if images else message


def _full() -> Sequence[Block]:
    signed = {**_text_block("answer"), "signature": "dGV4dC1zaWduYXR1cmU="}
    call = {**_call("call_sample1", "read_file"), "signature": "Y2FsbC1zaWduYXR1cmU=", "vendor_id": "vendor-1"}
    result = {**_result("call_sample1", "read_file", "result"), "vendor_id": "vendor-1"}
    return (
        _message("user", _text_block("question"), _text_block("more"), _image(is_url=False)),
        _message(
            "assistant", _thinking("thought"), {"type": "redacted_thinking", "data": "cmVkYWN0ZWQ="}, signed, call
        ),
        _message("user", result),
        _message("assistant", _text_block("conclusion")),
        _message("user", _text_block("thanks")),
    )


def _two_calls() -> Sequence[Block]:
    failed = {**_result("call_sample2", "search_files", "failure"), "is_error": True}
    return (
        _message("user", _text_block("question")),
        _message("assistant", _call("call_sample1", "read_file"), _call("call_sample2", "search_files")),
        _message("user", _result("call_sample1", "read_file", "result"), failed),
    )


def _orphan_result() -> Sequence[Block]:
    return (
        _message("user", _text_block("question")),
        _message("assistant", _text_block("answer")),
        _message("user", _result("call_unknown", "", "result")),
    )


def _mixed_result() -> Sequence[Block]:
    return (
        _message("user", _text_block("question")),
        _message("assistant", _text_block("I look"), _call("call_sample1", "read_file")),
        _message("user", _result("call_sample1", "read_file", "result"), _text_block("and this")),
    )


def _ctx(history: Sequence[JsonValue], *, language: str = "", files: Sequence[JsonValue] = ()) -> dict[str, JsonValue]:
    return {
        "system_prompt": _text("system"),
        "prefix": _text("prefix"),
        "suffix": _text("suffix"),
        "files_metadata": list(files),
        "history": list(history),
        "client_api": "openai_chat",
        "model": "sample-model",
        "language": language,
    }


def _without(ctx: Mapping[str, JsonValue], name: str) -> dict[str, JsonValue]:
    return {key: value for key, value in ctx.items() if key != name}


def _contexts() -> dict[str, Mapping[str, JsonValue]]:
    full = _full()
    one_turn = (_message("user", _text_block("question")),)
    files = tuple({"file_path": f"src/{name}.qml", "content": _text(name)} for name in ("Main", "Other"))
    return {
        "full": _ctx(full),
        "no_system": _without(_ctx(full), "system_prompt"),
        "no_suffix": _without(_ctx(full), "suffix"),
        "first_turn": _ctx(one_turn),
        "fim": _ctx((), language="qml"),
        "empty_history": _ctx(()),
        "url_image": _ctx((_message("user", _text_block("look"), _image(is_url=True)),)),
        "image_only": _ctx((_message("user", _image(is_url=False)),)),
        "two_calls": _ctx(_two_calls()),
        "orphan_result": _ctx(_orphan_result()),
        "mixed_result": _ctx(_mixed_result()),
        "files": _ctx(one_turn, files=files),
    }


def _fixtures() -> Mapping[str, Fixture]:
    contexts = _contexts()
    return {name: Fixture(name, contexts[name]) for name in FIXTURE_NAMES}


FIXTURES: Mapping[str, Fixture] = _fixtures()

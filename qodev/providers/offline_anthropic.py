"""The offline server's Anthropic Messages format."""
# ruff: noqa: D102 -- Wire says what each part is

from collections.abc import Iterator

from qodev.base.jsontext import JsonValue
from qodev.providers.offline_scripts import CallTool, arguments_object
from qodev.providers.offline_wire import Reply, Wire, WireOptions, event, fragments
from qodev.types.messages import StopReason, Usage

_STOP = {StopReason.END: "end_turn", StopReason.TOOL_CALLS: "tool_use", StopReason.LENGTH: "max_tokens"}
_ERROR_TYPES = {
    400: "invalid_request_error",
    401: "authentication_error",
    404: "not_found_error",
    413: "request_too_large",
    429: "rate_limit_error",
    529: "overloaded_error",
}
_SIGNATURE = "b2ZmbGluZQ=="  # stands for the vendor's signature of thinking


def anthropic_error(status: int, message: str) -> JsonValue:
    """Returns an error body as Anthropic writes it."""
    kind = _ERROR_TYPES.get(status, "api_error")
    return {"type": "error", "error": {"type": kind, "message": message}, "request_id": "req_offline"}


class AnthropicWire(Wire):
    """Messages: numbered content blocks that start, grow and stop."""

    def __init__(self, options: WireOptions) -> None:
        super().__init__(options)
        self._index = -1
        self._open = ""  # the type of the block that is growing

    def _event(self, kind: str, **fields: JsonValue) -> bytes:
        return event({"type": kind, **fields}, kind)

    def begin(self, usage: Usage) -> bytes:
        counts = _input_of(usage) | {"output_tokens": 1}
        message = self._message([], None, counts)
        return self._event("message_start", message=message) + self._event("ping")

    def _message(self, content: JsonValue, stop: str | None, usage: JsonValue) -> JsonValue:
        return {
            "id": self.options.new_id("msg"),
            "type": "message",
            "role": "assistant",
            "model": self.options.model,
            "content": content,
            "stop_reason": stop,
            "stop_sequence": None,
            "usage": usage,
        }

    def _start(self, kind: str, block: JsonValue) -> bytes:
        if kind == self._open and kind != "tool_use":  # the same block goes on
            return b""
        stopped = self._stop()
        self._index += 1
        self._open = kind
        return stopped + self._event("content_block_start", index=self._index, content_block=block)

    def _delta(self, delta: JsonValue) -> bytes:
        return self._event("content_block_delta", index=self._index, delta=delta)

    def _stop(self) -> bytes:
        kind, self._open = self._open, ""
        if not kind:
            return b""
        signed = self._delta({"type": "signature_delta", "signature": _SIGNATURE}) if kind == "thinking" else b""
        return signed + self._event("content_block_stop", index=self._index)

    def thinking(self, piece: str) -> bytes:
        begun = self._start("thinking", {"type": "thinking", "thinking": "", "signature": ""})
        return begun + self._delta({"type": "thinking_delta", "thinking": piece})

    def text(self, piece: str) -> bytes:
        begun = self._start("text", {"type": "text", "text": ""})
        return begun + self._delta({"type": "text_delta", "text": piece})

    def call(self, call: CallTool) -> Iterator[bytes]:
        block: JsonValue = {"type": "tool_use", "id": self.options.new_id("toolu"), "name": call.name, "input": {}}
        yield self._start("tool_use", block)
        for fragment in fragments(call.arguments):
            yield self._delta({"type": "input_json_delta", "partial_json": fragment})

    def end(self, stop: StopReason, usage: Usage) -> bytes:
        delta: JsonValue = {"stop_reason": _STOP[stop], "stop_sequence": None}
        last = self._event("message_delta", delta=delta, usage={"output_tokens": usage.output_tokens})
        return self._stop() + last + self._event("message_stop")

    def fail(self, message: str) -> bytes:
        return self._event("error", error={"type": "overloaded_error", "message": message})

    def whole(self, reply: Reply) -> JsonValue:
        content: list[JsonValue] = []
        if reply.thinking:
            content.append({"type": "thinking", "thinking": reply.thinking, "signature": _SIGNATURE})
        if reply.text:
            content.append({"type": "text", "text": reply.text})
        for call in reply.calls:
            call_id, arguments = self.options.new_id("toolu"), arguments_object(call.arguments)
            content.append({"type": "tool_use", "id": call_id, "name": call.name, "input": arguments})
        counts = _input_of(reply.usage) | {"output_tokens": reply.usage.output_tokens}
        return self._message(content, _STOP[reply.stop], counts)


def _input_of(usage: Usage) -> dict[str, JsonValue]:
    plain = usage.input_tokens - usage.cache_read_tokens - usage.cache_write_tokens
    return {
        "input_tokens": plain,
        "cache_creation_input_tokens": usage.cache_write_tokens,
        "cache_read_input_tokens": usage.cache_read_tokens,
    }

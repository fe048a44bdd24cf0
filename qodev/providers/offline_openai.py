"""The offline server's Chat Completions (OpenAI, Mistral, llama.cpp and others), and plain text completions."""
# ruff: noqa: D102 -- Wire says what each part is

from collections.abc import Iterator

from qodev.base.jsontext import JsonValue
from qodev.providers.offline_scripts import CallTool
from qodev.providers.offline_wire import Reply, Wire, event, fragments
from qodev.types.messages import StopReason, Usage

_FINISH = {StopReason.END: "stop", StopReason.TOOL_CALLS: "tool_calls", StopReason.LENGTH: "length"}
_ERROR_TYPES = {
    400: "invalid_request_error",
    401: "authentication_error",
    404: "invalid_request_error",
    413: "invalid_request_error",
    429: "rate_limit_error",
}
_ERROR_CODES = {404: "model_not_found", 429: "rate_limit_exceeded"}


def openai_error(status: int, message: str) -> JsonValue:
    """Returns an error body as OpenAI writes it."""
    kind = _ERROR_TYPES.get(status, "server_error")
    return {"error": {"message": message, "type": kind, "param": None, "code": _ERROR_CODES.get(status)}}


def _usage_of(usage: Usage) -> dict[str, JsonValue]:
    return {
        "prompt_tokens": usage.input_tokens,
        "completion_tokens": usage.output_tokens,
        "total_tokens": usage.input_tokens + usage.output_tokens,
        "prompt_tokens_details": {"cached_tokens": usage.cache_read_tokens},
        "completion_tokens_details": {"reasoning_tokens": usage.reasoning_tokens},
    }


class ChatWire(Wire):
    """Chat Completions; reasoning goes out as `reasoning_content`, as DeepSeek and llama.cpp do it."""

    def begin(self, usage: Usage) -> bytes:  # noqa: ARG002 -- usage comes last here
        self._id = self.options.new_id("chatcmpl")
        return self._delta({"role": "assistant", "content": ""})

    def thinking(self, piece: str) -> bytes:
        return self._delta({"reasoning_content": piece})

    def text(self, piece: str) -> bytes:
        return self._delta({"content": piece})

    def call(self, call: CallTool) -> Iterator[bytes]:
        index = next(self.calls)
        start = {"index": index, **self._call(call, "")}
        yield self._delta({"tool_calls": [start]})
        for fragment in fragments(call.arguments):
            yield self._delta({"tool_calls": [{"index": index, "function": {"arguments": fragment}}]})

    def _call(self, call: CallTool, arguments: str) -> dict[str, JsonValue]:
        function: JsonValue = {"name": call.name, "arguments": arguments}
        return {"id": self.options.new_id("call"), "type": "function", "function": function}

    def end(self, stop: StopReason, usage: Usage) -> bytes:
        last = self._delta({}, _FINISH[stop])
        if self.options.wants_usage:
            last += event({**self._head(), "choices": [], "usage": _usage_of(usage)})
        return last + b"data: [DONE]\n\n"

    def fail(self, message: str) -> bytes:
        return event(openai_error(500, message))

    def _head(self, kind: str = "chat.completion.chunk") -> dict[str, JsonValue]:
        return {"id": self._id, "object": kind, "created": int(self.options.now_s), "model": self.options.model}

    def _delta(self, delta: JsonValue, finish: str | None = None) -> bytes:
        choice: JsonValue = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}
        return event({**self._head(), "choices": [choice]})

    def whole(self, reply: Reply) -> JsonValue:
        self._id = self.options.new_id("chatcmpl")
        message: dict[str, JsonValue] = {"role": "assistant", "content": reply.text or None}
        if reply.thinking:
            message["reasoning_content"] = reply.thinking
        if reply.calls:
            message["tool_calls"] = [self._call(call, call.arguments) for call in reply.calls]
        choice: JsonValue = {"index": 0, "message": message, "logprobs": None, "finish_reason": _FINISH[reply.stop]}
        return {**self._head("chat.completion"), "choices": [choice], "usage": _usage_of(reply.usage)}


class MistralWire(ChatWire):
    """Mistral's chat and fill-in-the-middle: the last chunk holds the usage, asked for or not."""

    def end(self, stop: StopReason, usage: Usage) -> bytes:
        choice: JsonValue = {"index": 0, "delta": {"content": ""}, "finish_reason": _FINISH[stop]}
        return event({**self._head(), "choices": [choice], "usage": _usage_of(usage)}) + b"data: [DONE]\n\n"


class TextWire(ChatWire):
    """Text completions with a suffix, as DeepSeek's beta has them: `choices[0].text`."""

    def begin(self, usage: Usage) -> bytes:  # noqa: ARG002
        self._id = self.options.new_id("cmpl")
        return b""

    def thinking(self, piece: str) -> bytes:  # noqa: ARG002
        return b""

    def text(self, piece: str) -> bytes:
        return self._text(piece)

    def call(self, call: CallTool) -> Iterator[bytes]:
        yield self._text(f"{call.name} {call.arguments}")

    def _text(self, piece: str, finish: str | None = None) -> bytes:
        choice: JsonValue = {"index": 0, "text": piece, "logprobs": None, "finish_reason": finish}
        return event({**self._head("text_completion"), "choices": [choice]})

    def end(self, stop: StopReason, usage: Usage) -> bytes:
        last = self._text("", "length" if stop is StopReason.LENGTH else "stop")
        if self.options.wants_usage:
            last += event({**self._head("text_completion"), "choices": [], "usage": _usage_of(usage)})
        return last + b"data: [DONE]\n\n"

    def whole(self, reply: Reply) -> JsonValue:
        self._id = self.options.new_id("cmpl")
        finish = "length" if reply.stop is StopReason.LENGTH else "stop"
        choice: JsonValue = {"index": 0, "text": reply.text, "logprobs": None, "finish_reason": finish}
        return {**self._head("text_completion"), "choices": [choice], "usage": _usage_of(reply.usage)}

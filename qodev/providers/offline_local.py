"""The offline server's formats of local servers: Ollama's lines of JSON and llama.cpp's native completions."""
# ruff: noqa: D102 -- Wire says what each part is

import datetime
from collections.abc import Iterator

from qodev.base.jsontext import JsonValue, dump_compact
from qodev.providers.offline_scripts import CallTool, arguments_object
from qodev.providers.offline_wire import Reply, Wire, event
from qodev.types.messages import StopReason, Usage

_ERROR_TYPES = {400: "invalid_request_error", 401: "authentication_error", 404: "not_found_error"}


def ollama_error(_: int, message: str) -> JsonValue:
    """Returns an error body as Ollama writes it."""
    return {"error": message}


def llama_error(status: int, message: str) -> JsonValue:
    """Returns an error body as llama.cpp writes it."""
    return {"error": {"code": status, "message": message, "type": _ERROR_TYPES.get(status, "server_error")}}


def _line(value: JsonValue) -> bytes:
    return dump_compact(value).encode() + b"\n"


class OllamaChatWire(Wire):
    """Ollama's chat: one JSON object a line, calls whole, arguments as objects."""

    content_type = "application/x-ndjson"

    def begin(self, usage: Usage) -> bytes:  # noqa: ARG002 -- usage comes last here
        return b""

    def thinking(self, piece: str) -> bytes:
        return self._part({"content": "", "thinking": piece})

    def text(self, piece: str) -> bytes:
        return self._part({"content": piece})

    def call(self, call: CallTool) -> Iterator[bytes]:
        yield self._part({"content": "", "tool_calls": [_call_of(call)]})

    def _part(self, message: dict[str, JsonValue]) -> bytes:
        return _line({**self._head(), "message": {"role": "assistant", **message}, "done": False})

    def _head(self) -> dict[str, JsonValue]:
        made = datetime.datetime.fromtimestamp(self.options.now_s, datetime.UTC)
        return {"model": self.options.model, "created_at": made.isoformat().replace("+00:00", "Z")}

    def end(self, stop: StopReason, usage: Usage) -> bytes:
        return _line(self._last({"message": {"role": "assistant", "content": ""}}, stop, usage))

    def _last(self, fields: dict[str, JsonValue], stop: StopReason, usage: Usage) -> JsonValue:
        return {
            **self._head(),
            **fields,
            "done": True,
            "done_reason": "length" if stop is StopReason.LENGTH else "stop",
            "total_duration": 1_000_000,
            "load_duration": 1_000,
            "prompt_eval_count": usage.input_tokens,
            "prompt_eval_duration": 1_000,
            "eval_count": usage.output_tokens,
            "eval_duration": 1_000,
        }

    def fail(self, message: str) -> bytes:
        return _line(ollama_error(500, message))

    def garble(self, text: str) -> bytes:
        return text.encode() + b"\n"

    def whole(self, reply: Reply) -> JsonValue:
        message: dict[str, JsonValue] = {"role": "assistant", "content": reply.text}
        if reply.thinking:
            message["thinking"] = reply.thinking
        if reply.calls:
            message["tool_calls"] = [_call_of(call) for call in reply.calls]
        return self._last({"message": message}, reply.stop, reply.usage)


def _call_of(call: CallTool) -> JsonValue:
    return {"function": {"name": call.name, "arguments": arguments_object(call.arguments)}}


class OllamaGenerateWire(OllamaChatWire):
    """Ollama's generate: `response` and `thinking` at the top."""

    def thinking(self, piece: str) -> bytes:
        return _line({**self._head(), "response": "", "thinking": piece, "done": False})

    def text(self, piece: str) -> bytes:
        return _line({**self._head(), "response": piece, "done": False})

    def call(self, call: CallTool) -> Iterator[bytes]:
        yield self.text(f"{call.name} {call.arguments}")

    def end(self, stop: StopReason, usage: Usage) -> bytes:
        return _line(self._last({"response": ""}, stop, usage))

    def whole(self, reply: Reply) -> JsonValue:
        return self._last({"response": reply.text}, reply.stop, reply.usage)


class LlamaWire(Wire):
    """llama.cpp's /completion and /infill."""

    def begin(self, usage: Usage) -> bytes:
        self._usage = usage
        return b""

    def text(self, piece: str) -> bytes:
        counts: dict[str, JsonValue] = {
            "tokens_predicted": next(self.calls) + 1,
            "tokens_evaluated": self._usage.input_tokens,
        }
        return event({"index": 0, "content": piece, "tokens": [], "stop": False, "id_slot": 0, **counts})

    def call(self, call: CallTool) -> Iterator[bytes]:
        yield self.text(f"{call.name} {call.arguments}")

    def end(self, stop: StopReason, usage: Usage) -> bytes:
        return event(self._last("", stop, usage))

    def _last(self, content: str, stop: StopReason, usage: Usage) -> JsonValue:
        return {
            "index": 0,
            "content": content,
            "tokens": [],
            "id_slot": 0,
            "stop": True,
            "model": self.options.model,
            "tokens_predicted": usage.output_tokens,
            "tokens_evaluated": usage.input_tokens,
            "stop_type": "limit" if stop is StopReason.LENGTH else "eos",
            "stopping_word": "",
            "truncated": False,
            "timings": {"prompt_n": usage.input_tokens, "predicted_n": usage.output_tokens},
        }

    def fail(self, message: str) -> bytes:
        return event(llama_error(500, message))

    def whole(self, reply: Reply) -> JsonValue:
        return self._last(reply.text, reply.stop, reply.usage)

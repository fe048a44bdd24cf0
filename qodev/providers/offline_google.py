"""The offline server's Google generateContent format."""
# ruff: noqa: D102 -- Wire says what each part is

from collections.abc import Iterator

from qodev.base.jsontext import JsonValue
from qodev.providers.offline_scripts import CallTool, arguments_object
from qodev.providers.offline_wire import Reply, Wire, event
from qodev.types.messages import StopReason, Usage

_STOP = {StopReason.END: "STOP", StopReason.TOOL_CALLS: "STOP", StopReason.LENGTH: "MAX_TOKENS"}
_STATUS = {
    400: "INVALID_ARGUMENT",
    401: "UNAUTHENTICATED",
    403: "PERMISSION_DENIED",
    404: "NOT_FOUND",
    429: "RESOURCE_EXHAUSTED",
    503: "UNAVAILABLE",
}
_SIGNATURE = "b2ZmbGluZQ=="  # stands for the vendor's signature of a thought


def google_error(status: int, message: str) -> JsonValue:
    """Returns an error body as Google writes it."""
    return {"error": {"code": status, "message": message, "status": _STATUS.get(status, "INTERNAL")}}


class GoogleWire(Wire):
    """Chunks that are whole responses with a few more parts; lines end with CR LF, as Google's do."""

    def begin(self, usage: Usage) -> bytes:
        self._usage = usage
        return b""

    def thinking(self, piece: str) -> bytes:
        return self._chunk([{"text": piece, "thought": True}])

    def text(self, piece: str) -> bytes:
        return self._chunk([{"text": piece}])

    def call(self, call: CallTool) -> Iterator[bytes]:
        yield self._chunk([_call_part(call)])

    def end(self, stop: StopReason, usage: Usage) -> bytes:
        self._usage = usage
        return self._chunk([{"text": ""}], _STOP[stop])

    def _chunk(self, parts: list[JsonValue], finish: str | None = None) -> bytes:
        return event(self._response(parts, finish, self._usage), line_end="\r\n")

    def _response(self, parts: list[JsonValue], finish: str | None, usage: Usage) -> JsonValue:
        candidate: dict[str, JsonValue] = {"content": {"parts": parts, "role": "model"}, "index": 0}
        if finish is not None:
            candidate["finishReason"] = finish
        counts: dict[str, JsonValue] = {
            "promptTokenCount": usage.input_tokens,
            "candidatesTokenCount": usage.output_tokens - usage.reasoning_tokens,
            "totalTokenCount": usage.input_tokens + usage.output_tokens,
        }
        if usage.reasoning_tokens:
            counts["thoughtsTokenCount"] = usage.reasoning_tokens
        return {"candidates": [candidate], "usageMetadata": counts, "modelVersion": self.options.model}

    def fail(self, message: str) -> bytes:
        return event(google_error(503, message), line_end="\r\n")

    def whole(self, reply: Reply) -> JsonValue:
        parts: list[JsonValue] = []
        if reply.thinking:
            parts.append({"text": reply.thinking, "thought": True})
        if reply.text:
            parts.append({"text": reply.text})
        parts += [_call_part(call) for call in reply.calls]
        return self._response(parts, _STOP[reply.stop], reply.usage)


def _call_part(call: CallTool) -> JsonValue:
    called: JsonValue = {"name": call.name, "args": arguments_object(call.arguments)}
    return {"functionCall": called, "thoughtSignature": _SIGNATURE}

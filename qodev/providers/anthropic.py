"""Anthropic's Messages API: shaping with cache marks in `cache_marks`, and the parser (A163)."""

from qodev.providers.base import Framing, JsonObject, ParseContext, Shaped, ShapeOptions
from qodev.providers.cache_marks import with_cache_marks
from qodev.providers.headers import base_headers
from qodev.providers.parsing import Parser, count_of, object_of, objects_of, place_of, text_of
from qodev.providers.shaping import anthropic_tool, shape_body
from qodev.providers.tool_calls import Call
from qodev.types.agents import ClientApi
from qodev.types.messages import StopReason, Usage

_STOPS = {
    "end_turn": StopReason.END,
    "tool_use": StopReason.TOOL_CALLS,
    "max_tokens": StopReason.LENGTH,
    "model_context_window_exceeded": StopReason.LENGTH,
    "stop_sequence": StopReason.STOP_SEQUENCE,
    "refusal": StopReason.REFUSAL,
}


class Anthropic:
    """The wire format of Claude."""

    api = ClientApi.ANTHROPIC
    framing = Framing.SSE

    def shape(self, body: JsonObject, options: ShapeOptions) -> Shaped:
        """Returns the body as it goes out."""
        shaped = shape_body(body, options, anthropic_tool)
        return with_cache_marks(shaped, options) if options.cache_prompt else shaped

    def headers(self, *, stream: bool) -> dict[str, str]:
        """Returns the headers of this API."""
        return base_headers("text/event-stream" if stream else "application/json") | {"anthropic-version": "2023-06-01"}

    def new_parser(self, context: ParseContext) -> "AnthropicParser":
        """Returns a parser for one answer."""
        return AnthropicParser(context)


class AnthropicParser(Parser):
    """Reads events by their JSON `type`; each content block keeps the number that the vendor gave it as its key."""

    def __init__(self, context: ParseContext) -> None:
        super().__init__(context)
        self._calls: dict[object, Call] = {}
        self._inputs: dict[object, object] = {}  # of calls that began with their arguments
        self._counts: dict[str, int] = {}
        self._stop: tuple[StopReason, str | None] = (StopReason.UNKNOWN, None)

    def read(self, event: JsonObject) -> None:
        """Reads one event."""
        if self.is_complete:
            return
        match event.get("type"):
            case "content_block_delta":
                self._read_delta(("block", place_of(event.get("index"))), object_of(event.get("delta")))
            case "content_block_start":
                self._read_block(("block", place_of(event.get("index"))), object_of(event.get("content_block")))
            case "content_block_stop":
                self._end_block(("block", place_of(event.get("index"))))
            case "message_start":
                message = object_of(event.get("message"))
                self.builder.start(message.get("id"), message.get("model"))
                self._count(object_of(message.get("usage")))
            case "message_delta":
                self._read_stop(object_of(event.get("delta")).get("stop_reason"))
                self._count(object_of(event.get("usage")))
            case "message_stop":
                self.stop(*self._stop)
                self.is_final = True

    def read_whole(self, answer: JsonObject) -> None:
        """Reads a whole message."""
        if answer.get("type") == "error" or answer.get("error"):
            return
        self.builder.start(answer.get("id"), answer.get("model"))
        for number, block in enumerate(objects_of(answer.get("content"))):
            self._read_block(("block", number), block)
            self._end_block(("block", number))
        self._count(object_of(answer.get("usage")))
        self._read_stop(answer.get("stop_reason"))
        if answer.get("stop_reason"):
            self.stop(*self._stop)

    def _read_block(self, key: object, block: JsonObject) -> None:
        match block.get("type"):
            case "text":
                self.builder.text(text_of(block.get("text")), key)
            case "thinking":
                self.builder.thinking(text_of(block.get("thinking")), key)
                if block.get("signature"):
                    self.builder.signature(text_of(block["signature"]), key)
            case "redacted_thinking":
                self.builder.redacted(text_of(block.get("data")))
            case "tool_use":
                self._begin_call(key, block)

    def _begin_call(self, key: object, block: JsonObject) -> None:
        call_id = text_of(block.get("id"))
        before = self._calls.get(key)
        if before is not None and call_id and before.id == call_id:
            return  # the same call again; a new id would be a new call (S102)
        call = self._calls[key] = self.builder.new_call(call_id)
        self.builder.calls.name(call, text_of(block.get("name")))
        self._inputs[key] = block.get("input")

    def _read_delta(self, key: object, delta: JsonObject) -> None:
        match delta.get("type"):
            case "text_delta":
                self.builder.text(text_of(delta.get("text")), key)
            case "thinking_delta":
                self.builder.thinking(text_of(delta.get("thinking")), key)
            case "signature_delta":
                self.builder.signature(text_of(delta.get("signature")), key)
            case "input_json_delta":
                call = self._calls.get(key)
                if call is not None:  # else of a block that is not ours to run, such as server_tool_use
                    self.builder.calls.add(call, text_of(delta.get("partial_json")))

    def _end_block(self, key: object) -> None:
        call = self._calls.get(key)
        if call is None:
            self.builder.end_run(key)
        elif not call.size and self._inputs.get(key):
            self.builder.calls.add_object(call, self._inputs[key])

    def _read_stop(self, word: object) -> None:
        if isinstance(word, str):
            reason = _STOPS.get(word, StopReason.UNKNOWN)
            self._stop = (reason, word if reason is StopReason.UNKNOWN else None)

    def _count(self, usage: JsonObject) -> None:
        # message_delta repeats some counts of message_start, cumulative; the last one stands.
        for name, value in usage.items():
            if isinstance(value, int) and not isinstance(value, bool):
                self._counts[name] = count_of(value)
        if self._counts:
            read = self._counts.get("cache_read_input_tokens", 0)
            write = self._counts.get("cache_creation_input_tokens", 0)
            self.builder.usage = Usage(
                # The vendor's input_tokens leave the cached parts out.
                input_tokens=self._counts.get("input_tokens", 0) + read + write,
                output_tokens=self._counts.get("output_tokens", 0),
                cache_read_tokens=read,
                cache_write_tokens=write,
            )

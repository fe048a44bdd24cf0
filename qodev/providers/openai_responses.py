"""OpenAI's Responses API (A167)."""

from qodev.providers.base import Framing, JsonObject, ParseContext, Shaped, ShapeOptions, StreamFault
from qodev.providers.faults import find_fault
from qodev.providers.headers import base_headers
from qodev.providers.parsing import Parser, count_of, object_of, objects_of, place_of, text_of
from qodev.providers.shaping import responses_tool, shape_body
from qodev.providers.tool_calls import Call
from qodev.types.agents import ClientApi
from qodev.types.messages import StopReason, Usage
from qodev.types.providers import ErrorKind

_CUTS = {"max_output_tokens": StopReason.LENGTH, "content_filter": StopReason.CONTENT_FILTER}


class OpenAiResponses:
    """The wire format of the Responses API."""

    api = ClientApi.OPENAI_RESPONSES
    framing = Framing.SSE

    def shape(self, body: JsonObject, options: ShapeOptions) -> Shaped:
        """Returns the body as it goes out."""
        return shape_body(body, options, responses_tool)

    def headers(self, *, stream: bool) -> dict[str, str]:
        """Returns the headers of this API."""
        return base_headers("text/event-stream" if stream else "application/json")

    def new_parser(self, context: ParseContext) -> "ResponsesParser":
        """Returns a parser for one answer."""
        return ResponsesParser(context)


class ResponsesParser(Parser):
    """Reads events by their JSON `type`; an output item keeps its place in the output as its key."""

    def __init__(self, context: ParseContext) -> None:
        super().__init__(context)
        self._calls: dict[object, Call] = {}
        self._by_id: dict[str, object] = {}
        self._shown: set[object] = set()  # items whose text or arguments were streamed
        self._signed: set[object] = set()
        self._parts: dict[object, object] = {}  # reasoning item to the summary part that was last seen
        self._has_refused = False

    def read(self, event: JsonObject) -> None:
        """Reads one event."""
        if self.is_complete:
            return
        name = text_of(event.get("type")).removeprefix("response.")
        key = self._key(event)
        match name:
            case "output_text.delta":
                self._text(key, event.get("delta"))
            case "refusal.delta":
                self._has_refused = True
                self._text(key, event.get("delta"))
            case "reasoning_summary_text.delta" | "reasoning_text.delta":
                self._thinking(key, event)
            case "function_call_arguments.delta" | "function_call_arguments.done":
                self._arguments(key, event)
            case "output_item.added":
                self._begin_item(key, object_of(event.get("item")))
            case "output_item.done":
                self._end_item(key, object_of(event.get("item")))
            case _:
                self._read_state(name, object_of(event.get("response")))

    def _key(self, event: JsonObject) -> object:
        """Returns the key of the item that an event is about: its place, remembered under its id."""
        item_id = event.get("item_id") or object_of(event.get("item")).get("id")
        place = place_of(event.get("output_index"))
        if not isinstance(item_id, str):
            return "item", place
        key = ("id", item_id) if place is None else ("item", place)  # not every server of this API sends places
        known = self._by_id.setdefault(item_id, key)
        return known if place is None else key

    def _arguments(self, key: object, event: JsonObject) -> None:
        call = self._calls.get(key)
        if call is None:
            return
        if "arguments" in event:  # of the event that ends them: it wins over the pieces
            self.builder.calls.replace(call, text_of(event["arguments"]))
        else:
            self.builder.calls.add(call, text_of(event.get("delta")))

    def _read_state(self, state: str, response: JsonObject) -> None:
        if state == "created":
            self.builder.start(response.get("id"), response.get("model"))
        elif state in ("completed", "incomplete", "failed", "cancelled"):
            self._read_response(response, state)

    def read_whole(self, answer: JsonObject) -> None:
        """Reads a whole response."""
        if not answer.get("error"):
            self.builder.start(answer.get("id"), answer.get("model"))
        self._read_response(answer, answer.get("status"))

    def _text(self, key: object, delta: object) -> None:
        self._shown.add(key)
        self.builder.text(text_of(delta), key)

    def _thinking(self, key: object, event: JsonObject) -> None:
        part = event.get("summary_index", event.get("content_index"))
        if key in self._parts and self._parts[key] != part:
            self.builder.thinking("\n\n", key)
        self._parts[key] = part
        self._shown.add(key)
        self.builder.thinking(text_of(event.get("delta")), key)

    def _begin_item(self, key: object, item: JsonObject) -> None:
        if item.get("type") == "function_call" and key not in self._calls:
            call = self._calls[key] = self.builder.new_call(text_of(item.get("call_id")))
            self.builder.calls.name(call, text_of(item.get("name")))
            self.builder.calls.add(call, text_of(item.get("arguments")))

    def _end_item(self, key: object, item: JsonObject) -> None:
        match item.get("type"):
            case "function_call":
                self._begin_item(key, item)
                if isinstance(item.get("arguments"), str):
                    self.builder.calls.replace(self._calls[key], text_of(item["arguments"]))
            case "reasoning":
                self._end_reasoning(key, item)
            case "message":
                self._end_message(key, item)

    def _end_reasoning(self, key: object, item: JsonObject) -> None:
        if key not in self._shown:
            self._shown.add(key)
            parts = [*objects_of(item.get("summary")), *objects_of(item.get("content"))]
            text = "\n\n".join(text_of(part.get("text")) for part in parts)
            if text:
                self.builder.thinking(text, key)
        if item.get("encrypted_content") and key not in self._signed:
            self._signed.add(key)
            item_id = text_of(item.get("id")) or None
            self.builder.signature(text_of(item["encrypted_content"]), key, item_id=item_id)
        self.builder.end_run(key)

    def _end_message(self, key: object, item: JsonObject) -> None:
        if key not in self._shown:
            for part in objects_of(item.get("content")):
                if part.get("type") == "refusal":
                    self._has_refused = True
                self._text(key, part.get("text") or part.get("refusal"))
        self.builder.end_run(key)

    def _read_response(self, response: JsonObject, state: object) -> None:
        """Reads the final state; what stands only there is still given out."""
        for place, item in enumerate(objects_of(response.get("output"))):
            # Without places and ids, all that was streamed stands at no place.
            unplaced = ("item", None) if ("item", None) in self._shown else ("item", place)
            self._end_item(self._by_id.get(text_of(item.get("id")), unplaced), item)
        usage = object_of(response.get("usage"))
        if usage:
            self.builder.usage = _read_usage(usage)
        match response.get("status", state):
            case "failed" | "cancelled":
                self.fault = find_fault(response) or StreamFault(ErrorKind.SERVER, "the response failed")
            case "incomplete":
                word = text_of(object_of(response.get("incomplete_details")).get("reason"))
                reason = _CUTS.get(word, StopReason.UNKNOWN)
                self.stop(reason, word if reason is StopReason.UNKNOWN else None)
                self.is_final = True
            case "completed":
                self.stop(self._end_reason())
                self.is_final = True

    def _end_reason(self) -> StopReason:
        if self._calls:
            return StopReason.TOOL_CALLS
        return StopReason.REFUSAL if self._has_refused else StopReason.END


def _read_usage(usage: JsonObject) -> Usage:
    return Usage(
        input_tokens=count_of(usage.get("input_tokens")),
        output_tokens=count_of(usage.get("output_tokens")),
        cache_read_tokens=count_of(object_of(usage.get("input_tokens_details")).get("cached_tokens")),
        reasoning_tokens=count_of(object_of(usage.get("output_tokens_details")).get("reasoning_tokens")),
    )

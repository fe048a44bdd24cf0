"""The offline server's OpenAI Responses format."""
# ruff: noqa: D102 -- Wire says what each part is

from collections.abc import Iterator

from qodev.base.jsontext import JsonValue
from qodev.providers.offline_scripts import CallTool
from qodev.providers.offline_wire import Reply, Wire, WireOptions, event, fragments
from qodev.types.messages import StopReason, Usage

_SIGNATURE = "b2ZmbGluZQ=="  # stands for the vendor's encrypted reasoning


def _usage_of(usage: Usage) -> JsonValue:
    return {
        "input_tokens": usage.input_tokens,
        "input_tokens_details": {"cached_tokens": usage.cache_read_tokens},
        "output_tokens": usage.output_tokens,
        "output_tokens_details": {"reasoning_tokens": usage.reasoning_tokens},
        "total_tokens": usage.input_tokens + usage.output_tokens,
    }


class ResponsesWire(Wire):
    """Responses: every item is added, grows and is done; the last event holds the whole response."""

    def __init__(self, options: WireOptions) -> None:
        super().__init__(options)
        self._id = options.new_id("resp")
        self._sequence = 0
        self._output: list[dict[str, JsonValue]] = []
        self._open: str = ""  # the type of the item that is growing
        self._grown = ""

    def begin(self, usage: Usage) -> bytes:  # noqa: ARG002 -- usage comes last here
        response = self._response("in_progress")
        created = self._event("response.created", {"response": response})
        return created + self._event("response.in_progress", {"response": response})

    def _event(self, kind: str, fields: dict[str, JsonValue]) -> bytes:
        value: JsonValue = {"type": kind, "sequence_number": self._sequence, **fields}
        self._sequence += 1
        return event(value, kind)

    def _response(self, status: str, **fields: JsonValue) -> dict[str, JsonValue]:
        base: dict[str, JsonValue] = {
            "id": self._id,
            "object": "response",
            "created_at": int(self.options.now_s),
            "status": status,
            "error": None,
            "incomplete_details": None,
            "model": self.options.model,
            "output": list(self._output),
            "usage": None,
        }
        return base | fields

    def _place(self, **fields: JsonValue) -> dict[str, JsonValue]:
        index = len(self._output) - 1
        return {"item_id": self._output[index]["id"], "output_index": index, **fields}

    def _add(self, item: dict[str, JsonValue]) -> bytes:
        closed = self._close()
        self._output.append(item)
        self._open, self._grown = str(item["type"]), ""
        return closed + self._event("response.output_item.added", {"output_index": len(self._output) - 1, "item": item})

    def thinking(self, piece: str) -> bytes:
        begun = b""
        if self._open != "reasoning":
            begun = self._add({"type": "reasoning", "id": self.options.new_id("rs"), "summary": []})
            part: JsonValue = {"type": "summary_text", "text": ""}
            begun += self._event("response.reasoning_summary_part.added", self._place(summary_index=0, part=part))
        self._grown += piece
        return begun + self._event("response.reasoning_summary_text.delta", self._place(summary_index=0, delta=piece))

    def text(self, piece: str) -> bytes:
        begun = b""
        if self._open != "message":
            item: dict[str, JsonValue] = {"type": "message", "id": self.options.new_id("msg"), "role": "assistant"}
            begun = self._add({**item, "status": "in_progress", "content": []})
            part: JsonValue = {"type": "output_text", "text": "", "annotations": []}
            begun += self._event("response.content_part.added", self._place(content_index=0, part=part))
        self._grown += piece
        return begun + self._event("response.output_text.delta", self._place(content_index=0, delta=piece))

    def call(self, call: CallTool) -> Iterator[bytes]:
        yield self._add(_call_item(self.options, call, "", "in_progress"))
        for fragment in fragments(call.arguments):
            yield self._event("response.function_call_arguments.delta", self._place(delta=fragment))
        self._grown = call.arguments
        yield self._close()

    def _close(self) -> bytes:
        """Ends the growing item: its text, its part, itself."""
        kind, self._open = self._open, ""
        if not kind:
            return b""
        item = self._output[-1]
        done = b""
        if kind == "message":
            part: JsonValue = {"type": "output_text", "text": self._grown, "annotations": []}
            done = self._event("response.output_text.done", self._place(content_index=0, text=self._grown))
            done += self._event("response.content_part.done", self._place(content_index=0, part=part))
            item |= {"status": "completed", "content": [part]}
        elif kind == "reasoning":
            summary: JsonValue = {"type": "summary_text", "text": self._grown}
            done = self._event("response.reasoning_summary_text.done", self._place(summary_index=0, text=self._grown))
            done += self._event("response.reasoning_summary_part.done", self._place(summary_index=0, part=summary))
            item |= {"summary": [summary], "encrypted_content": _SIGNATURE}
        else:
            done = self._event("response.function_call_arguments.done", self._place(arguments=self._grown))
            item |= {"status": "completed", "arguments": self._grown}
        return done + self._event("response.output_item.done", {"output_index": len(self._output) - 1, "item": item})

    def end(self, stop: StopReason, usage: Usage) -> bytes:
        closed = self._close()
        status = _status_of(stop)
        response = self._response(status, usage=_usage_of(usage), incomplete_details=_details_of(stop))
        return closed + self._event(f"response.{status}", {"response": response})

    def fail(self, message: str) -> bytes:
        error: JsonValue = {"code": "server_error", "message": message}
        return self._event("response.failed", {"response": self._response("failed", error=error)})

    def whole(self, reply: Reply) -> JsonValue:
        if reply.thinking:
            summary: JsonValue = [{"type": "summary_text", "text": reply.thinking}]
            self._output.append({"type": "reasoning", "id": self.options.new_id("rs"), "summary": summary})
        if reply.text:
            part: JsonValue = {"type": "output_text", "text": reply.text, "annotations": []}
            item: dict[str, JsonValue] = {"type": "message", "id": self.options.new_id("msg"), "role": "assistant"}
            self._output.append({**item, "status": "completed", "content": [part]})
        self._output += [_call_item(self.options, call, call.arguments, "completed") for call in reply.calls]
        details = _details_of(reply.stop)
        return self._response(_status_of(reply.stop), usage=_usage_of(reply.usage), incomplete_details=details)


def _call_item(options: WireOptions, call: CallTool, arguments: str, status: str) -> dict[str, JsonValue]:
    return {
        "type": "function_call",
        "id": options.new_id("fc"),
        "call_id": options.new_id("call"),
        "name": call.name,
        "arguments": arguments,
        "status": status,
    }


def _status_of(stop: StopReason) -> str:
    return "incomplete" if stop is StopReason.LENGTH else "completed"


def _details_of(stop: StopReason) -> JsonValue:
    return {"reason": "max_output_tokens"} if stop is StopReason.LENGTH else None

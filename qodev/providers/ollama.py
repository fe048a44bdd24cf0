"""Ollama's native API: JSON lines of /api/chat and /api/generate (A169)."""

import json

from qodev.providers.base import Framing, JsonObject, ParseContext, Shaped, ShapeOptions
from qodev.providers.headers import base_headers
from qodev.providers.local_text import AnswerText
from qodev.providers.parsing import Parser, count_of, object_of, objects_of, text_of
from qodev.providers.shaping import chat_tool, shape_body
from qodev.types.agents import ClientApi
from qodev.types.messages import StopReason, Usage
from qodev.types.providers import StreamChunk

# What Ollama takes when the request says no num_ctx: 4k, 32k or 256k by video memory (docs/context-length.mdx), 2k in
# versions before 0.6.
_DEFAULT_WINDOWS = (2048, 4096, 32768, 262144)


class Ollama:
    """The wire format of Ollama's own API."""

    api = ClientApi.OLLAMA
    framing = Framing.LINES

    def shape(self, body: JsonObject, options: ShapeOptions) -> Shaped:
        """Returns the body as it goes out."""
        return shape_body(body, options, chat_tool)

    def headers(self, *, stream: bool) -> dict[str, str]:
        """Returns the headers of this API."""
        return base_headers("application/x-ndjson" if stream else "application/json")

    def new_parser(self, context: ParseContext) -> "OllamaParser":
        """Returns a parser for one answer."""
        return OllamaParser(context)


class OllamaParser(Parser):
    """Reads the lines of one answer; a whole answer is one line with everything in it."""

    def __init__(self, context: ParseContext) -> None:
        super().__init__(context)
        self._text = AnswerText(self.builder, context)

    def read(self, event: JsonObject) -> None:
        """Reads one line."""
        if self.is_complete:
            return
        if not self.builder.is_started and not event.get("error"):
            self.builder.start("", event.get("model"))
        message = object_of(event.get("message"))
        thought = message.get("thinking") or event.get("thinking")
        if thought:
            self.builder.thinking(text_of(thought))
        content = message.get("content") or event.get("response")
        if content:
            self._text.add(text_of(content))
        calls = message.get("tool_calls")
        if calls:
            self._read_calls(objects_of(calls))
        if event.get("done") is True:
            self._read_end(event)

    def _read_calls(self, calls: list[JsonObject]) -> None:
        self._text.release()
        for item in calls:
            function = object_of(item.get("function"))
            call = self.builder.new_call(text_of(item.get("id")))
            self.builder.calls.name(call, text_of(function.get("name")))
            self.builder.calls.add_object(call, function.get("arguments"))

    def _read_end(self, event: JsonObject) -> None:
        prompt = count_of(event.get("prompt_eval_count"))
        if prompt or "eval_count" in event:
            self.builder.usage = Usage(prompt, count_of(event.get("eval_count")))
            self.builder.context_cut = prompt > 0 and self._is_at_limit(prompt)
        word = text_of(event.get("done_reason")) or "stop"
        reason = {"stop": StopReason.END, "length": StopReason.LENGTH}.get(word, StopReason.UNKNOWN)
        self.stop(reason, word if reason is StopReason.UNKNOWN else None)
        self.is_final = True

    def _is_at_limit(self, prompt_tokens: int) -> bool:
        try:
            body = json.loads(self.context.request_body or b"{}")
        except ValueError:
            body = {}
        window = count_of(object_of(object_of(body).get("options")).get("num_ctx"))
        return prompt_tokens >= window if window else prompt_tokens in _DEFAULT_WINDOWS

    @property
    def held_until(self) -> float | None:
        """Returns when held text must be given out."""
        return self._text.held_until

    def release(self) -> list[StreamChunk]:
        """Gives out held text."""
        self._text.release()
        return self.builder.take()

    def finish(self) -> list[StreamChunk]:
        """Ends a complete answer."""
        reason = self._text.finish(self.reason)
        if reason is StopReason.END and self.builder.calls.begun:
            reason = StopReason.TOOL_CALLS
        self.builder.finish(reason, self.detail)
        return self.builder.take()

    def break_off(self) -> list[StreamChunk]:
        """Ends a broken answer; held text is given out as text."""
        self._text.release()
        self.builder.break_off()
        return self.builder.take()

"""The Chat Completions API: shaping, and the parser of its streams and whole answers (A164 to A166)."""

from qodev.providers.base import Framing, JsonObject, ParseContext, Shaped, ShapeOptions, StreamFault
from qodev.providers.calls import CallTable
from qodev.providers.faults import find_fault
from qodev.providers.headers import base_headers
from qodev.providers.local_text import AnswerText
from qodev.providers.parsing import Parser, count_of, object_of, objects_of, text_of
from qodev.providers.shaping import chat_tool, shape_body, with_usage
from qodev.types.agents import ClientApi
from qodev.types.messages import StopReason, Usage
from qodev.types.providers import ErrorKind, StreamChunk

_STOPS = {
    "stop": StopReason.END,
    "length": StopReason.LENGTH,
    "model_length": StopReason.LENGTH,  # Mistral: the context is full (docs.mistral.ai, FinishReason)
    "content_filter": StopReason.CONTENT_FILTER,
    "tool_calls": StopReason.TOOL_CALLS,
    "function_call": StopReason.TOOL_CALLS,
}


class OpenAiChat:
    """The wire format of OpenAI's Chat Completions and of everything that speaks it."""

    api = ClientApi.OPENAI_CHAT
    framing = Framing.SSE

    def shape(self, body: JsonObject, options: ShapeOptions) -> Shaped:
        """Returns the body as it goes out."""
        return with_usage(shape_body(body, options, chat_tool), options)

    def headers(self, *, stream: bool) -> dict[str, str]:
        """Returns the headers of this API."""
        return base_headers("text/event-stream" if stream else "application/json")

    def new_parser(self, context: ParseContext) -> "ChatParser":
        """Returns a parser for one answer."""
        return ChatParser(context)


class ChatParser(Parser):
    """Reads chunks and whole answers; a `message` counts as a `delta` that says everything at once."""

    def __init__(self, context: ParseContext) -> None:
        super().__init__(context)
        self._text = AnswerText(self.builder, context)
        self._calls = CallTable(self.builder)
        self._has_begun = False
        self._has_refused = False

    def read(self, event: JsonObject) -> None:
        """Reads one chunk."""
        choice = _first_choice(event.get("choices"))
        if not self._has_begun and ("id" in event or "model" in event or choice):
            self._has_begun = True
            self.builder.start(event.get("id"), event.get("model"))
        if choice is not None and not self.is_complete:
            self._read_choice(choice)
        usage = event.get("usage")
        if usage:
            self.builder.usage = read_usage(object_of(usage))

    def _read_choice(self, choice: JsonObject) -> None:
        delta = choice.get("delta") or choice.get("message")
        if delta:
            self._read_delta(object_of(delta))
        text = choice.get("text")
        if text:
            self._text.add(text_of(text))
        reason = choice.get("finish_reason")
        if choice.get("error"):  # OpenRouter puts it beside or instead of the delta
            self.fault = find_fault(choice)
        elif reason:
            self._finish_reason(text_of(reason))

    def _read_delta(self, delta: JsonObject) -> None:
        thought = delta.get("reasoning_content") or delta.get("reasoning")
        if thought:
            self.builder.thinking(text_of(thought))
        details = delta.get("reasoning_details")
        if details:
            self._read_details(objects_of(details), has_text=bool(thought))
        content = delta.get("content")
        if isinstance(content, str):
            if content:
                self._text.add(content)
        elif content:
            self._read_parts(content)
        refusal = delta.get("refusal")
        if refusal:
            self._has_refused = True
            self._text.add(text_of(refusal))
        calls = delta.get("tool_calls")
        if calls:
            self._text.release()
            self._calls.take(calls)

    def _read_parts(self, content: object) -> None:
        for part in objects_of(content):
            if part.get("type") == "text":
                self._text.add(text_of(part.get("text")))
            elif part.get("type") == "thinking":
                self._read_thinking_part(part)

    def _read_thinking_part(self, part: JsonObject) -> None:
        # Mistral: `thinking` is a text or a list of text parts.
        thinking = part.get("thinking")
        pieces = [thinking] if isinstance(thinking, str) else [p.get("text") for p in objects_of(thinking)]
        for piece in pieces:
            if piece:
                self.builder.thinking(text_of(piece))
        if part.get("signature"):
            self.builder.signature(text_of(part["signature"]))

    def _read_details(self, details: list[JsonObject], *, has_text: bool) -> None:
        # OpenRouter: the same reasoning again in typed form, with the signatures (openrouter.ai/docs, reasoning tokens).
        for detail in details:
            text = detail.get("text") or detail.get("summary")
            if text and not has_text:
                self.builder.thinking(text_of(text))
            if detail.get("signature"):
                self.builder.signature(text_of(detail["signature"]))

    def _finish_reason(self, word: str) -> None:
        if word == "error":
            self.fault = StreamFault(ErrorKind.SERVER, "the provider stopped with an error")
            return
        reason = _STOPS.get(word, StopReason.UNKNOWN)
        self.stop(reason, word if reason is StopReason.UNKNOWN else None)

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
        if reason is StopReason.END:
            reason = StopReason.REFUSAL if self._has_refused else reason
            reason = StopReason.TOOL_CALLS if self.builder.calls.begun else reason
        self.builder.finish(reason, self.detail)
        return self.builder.take()

    def break_off(self) -> list[StreamChunk]:
        """Ends a broken answer; held text is given out as text."""
        self._text.release()
        self.builder.break_off()
        return self.builder.take()


def _first_choice(choices: object) -> JsonObject | None:
    if not isinstance(choices, list):
        return None
    for choice in choices:
        if isinstance(choice, dict) and not choice.get("index"):
            return choice
    return None


def read_usage(usage: JsonObject) -> Usage:
    """Returns the counts of a Chat Completions answer; the prompt count has the cached part in it."""
    prompt = object_of(usage.get("prompt_tokens_details"))
    completion = object_of(usage.get("completion_tokens_details"))
    return Usage(
        input_tokens=count_of(usage.get("prompt_tokens")),
        output_tokens=count_of(usage.get("completion_tokens")),
        # DeepSeek names it otherwise (api-docs.deepseek.com, context caching).
        cache_read_tokens=count_of(prompt.get("cached_tokens")) or count_of(usage.get("prompt_cache_hit_tokens")),
        cache_write_tokens=count_of(prompt.get("cache_write_tokens")),
        reasoning_tokens=count_of(completion.get("reasoning_tokens")),
    )

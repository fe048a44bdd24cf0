"""Google's generateContent API (A82, A85, A168)."""

from collections.abc import Mapping, Sequence

from qodev.base.jsontext import JsonValue
from qodev.providers.base import Framing, JsonObject, ParseContext, Shaped, ShapeOptions
from qodev.providers.faults import find_fault
from qodev.providers.headers import base_headers
from qodev.providers.parsing import Parser, count_of, object_of, objects_of, text_of
from qodev.providers.shaping import google_tools
from qodev.types.agents import ClientApi
from qodev.types.messages import StopReason, Usage
from qodev.types.providers import StreamChunk

_STOPS = {"STOP": StopReason.END, "MAX_TOKENS": StopReason.LENGTH} | dict.fromkeys(
    ("SAFETY", "RECITATION", "PROHIBITED_CONTENT", "SPII", "BLOCKLIST", "IMAGE_SAFETY"), StopReason.CONTENT_FILTER
)
_STREAM_CALL = ":streamGenerateContent"
_WHOLE_CALL = ":generateContent"


class Google:
    """The wire format of Gemini."""

    api = ClientApi.GOOGLE
    framing = Framing.SSE

    def shape(self, body: JsonObject, options: ShapeOptions) -> Shaped:
        """Returns the body as it goes out; model and streaming are in the URL, never in the body."""
        shaped: dict[str, JsonValue] = {k: v for k, v in body.items() if k not in ("model", "stream")}
        added: tuple[str, ...] = ()
        if options.tools:
            shaped["tools"] = google_tools(options.tools)
            added = ("tools",)
        url, stream = _call_url(options.url, wants_whole=body.get("stream") is False)
        return Shaped(shaped, url, stream, added)

    def headers(self, *, stream: bool) -> dict[str, str]:
        """Returns the headers of this API."""
        return base_headers("text/event-stream" if stream else "application/json")

    def new_parser(self, context: ParseContext) -> "GoogleParser":
        """Returns a parser for one answer."""
        return GoogleParser(context)


def _call_url(url: str, *, wants_whole: bool) -> tuple[str, bool]:
    path, _, query = url.partition("?")
    parts = [part for part in query.split("&") if part]
    if wants_whole:
        path = path.removesuffix(_STREAM_CALL) + (_WHOLE_CALL if path.endswith(_STREAM_CALL) else "")
        parts = [part for part in parts if part != "alt=sse"]
    streams = not path.endswith(_WHOLE_CALL)
    if streams and not wants_whole and not any(part.partition("=")[0] == "alt" for part in parts):
        parts.append("alt=sse")
    return path + ("?" + "&".join(parts) if parts else ""), streams and not wants_whole


class GoogleParser(Parser):
    """Reads the parts of the first candidate in order; a signed part is a block of its own (A152)."""

    def read(self, event: JsonObject) -> None:
        """Reads one response object."""
        candidate = _first(event.get("candidates"))
        if not self.builder.is_started and not event.get("error"):
            self.builder.start(event.get("responseId"), event.get("modelVersion"))
        if candidate is not None and not self.is_complete:
            for part in objects_of(object_of(candidate.get("content")).get("parts")):
                self._read_part(part)
            self._read_finish(text_of(candidate.get("finishReason")))
        blocked = text_of(object_of(event.get("promptFeedback")).get("blockReason"))
        if blocked and not self.is_complete:
            self.stop(StopReason.CONTENT_FILTER, blocked)
        usage = object_of(event.get("usageMetadata"))
        if usage:
            self.builder.usage = _read_usage(usage)

    def feed_whole(self, answer: JsonValue) -> Sequence[StreamChunk]:
        """Takes an answer in one piece; without `alt=sse` a stream is an array of the same objects."""
        if isinstance(answer, Sequence) and not isinstance(answer, str) and answer:
            for item in answer:
                self.read(object_of(item))
                self.fault = self.fault or find_fault(object_of(item))
            return self.builder.take()
        return super().feed_whole(answer)

    def _read_part(self, part: JsonObject) -> None:
        signature = text_of(part.get("thoughtSignature"))
        call = part.get("functionCall")
        if isinstance(call, Mapping):
            self._read_call(call, signature)
            return
        text = text_of(part.get("text"))
        is_text = part.get("thought") is not True
        if signature:
            self.builder.end_run()
        if text and is_text:
            self.builder.text(text)
        elif text:
            self.builder.thinking(text)
        if signature:
            self.builder.signature(signature, is_text=is_text)
            self.builder.end_run()

    def _read_call(self, item: JsonObject, signature: str) -> None:
        call = self.builder.new_call(text_of(item.get("id")))
        self.builder.calls.name(call, text_of(item.get("name")))
        self.builder.calls.add_object(call, item.get("args"))
        if signature:
            self.builder.calls.sign(call, signature)

    def _read_finish(self, word: str) -> None:
        if not word:
            return
        reason = _STOPS.get(word, StopReason.UNKNOWN)
        if reason is StopReason.END and self.builder.calls.begun:
            reason = StopReason.TOOL_CALLS
        self.stop(reason, None if word in ("STOP", "MAX_TOKENS") else word)


def _first(candidates: object) -> JsonObject | None:
    return next((c for c in objects_of(candidates) if not c.get("index")), None)


def _read_usage(usage: JsonObject) -> Usage:
    thoughts = count_of(usage.get("thoughtsTokenCount"))
    return Usage(
        input_tokens=count_of(usage.get("promptTokenCount")) + count_of(usage.get("toolUsePromptTokenCount")),
        # Gemini counts thoughts apart; the output of all other APIs has them in it.
        output_tokens=count_of(usage.get("candidatesTokenCount")) + thoughts,
        cache_read_tokens=count_of(usage.get("cachedContentTokenCount")),
        reasoning_tokens=thoughts,
    )

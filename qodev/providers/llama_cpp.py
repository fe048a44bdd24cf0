"""llama.cpp's server: Chat Completions, and the native chunks of /completion and /infill (A170)."""

from qodev.providers.base import JsonObject, ParseContext
from qodev.providers.openai_chat import ChatParser, OpenAiChat
from qodev.providers.parsing import count_of, text_of
from qodev.types.agents import ClientApi
from qodev.types.messages import StopReason, Usage


class LlamaCpp(OpenAiChat):
    """The wire format of llama.cpp's server."""

    api = ClientApi.LLAMA_CPP

    def new_parser(self, context: ParseContext) -> "LlamaParser":
        """Returns a parser for one answer."""
        return LlamaParser(context)


class LlamaParser(ChatParser):
    """Reads native chunks, which have `content` and no `choices`; all others as Chat Completions."""

    def read(self, event: JsonObject) -> None:
        """Reads one chunk."""
        if "content" not in event or "choices" in event:
            super().read(event)
            return
        self.builder.start(event.get("id"), event.get("model"))
        if self.is_complete:
            return
        content = text_of(event.get("content"))
        if content:
            self._text.add(content)
        if event.get("stop") is True:
            self.builder.usage = Usage(count_of(event.get("tokens_evaluated")), count_of(event.get("tokens_predicted")))
            self.stop(_stop_of(event))
            self.is_final = True


def _stop_of(event: JsonObject) -> StopReason:
    # `stop_type` is none, eos, limit or word; servers before 2025 sent one flag for each (tools/server/README.md).
    kind = event.get("stop_type")
    if kind == "limit" or event.get("stopped_limit") is True:
        return StopReason.LENGTH
    if kind == "word" or event.get("stopped_word") is True:
        return StopReason.STOP_SEQUENCE
    return StopReason.END

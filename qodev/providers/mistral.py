"""Mistral's API: Chat Completions with typed parts, whole calls and FIM (A164)."""

from qodev.providers.base import JsonObject, Shaped, ShapeOptions
from qodev.providers.openai_chat import OpenAiChat
from qodev.providers.shaping import chat_tool, shape_body
from qodev.types.agents import ClientApi


class Mistral(OpenAiChat):
    """The wire format of Mistral AI and Codestral; usage comes unasked."""

    api = ClientApi.MISTRAL

    def shape(self, body: JsonObject, options: ShapeOptions) -> Shaped:
        """Returns the body as it goes out."""
        return shape_body(body, options, chat_tool)

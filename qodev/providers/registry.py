"""Which dialect speaks which client API."""

from qodev.providers.anthropic import Anthropic
from qodev.providers.base import Dialect
from qodev.providers.google import Google
from qodev.providers.llama_cpp import LlamaCpp
from qodev.providers.mistral import Mistral
from qodev.providers.ollama import Ollama
from qodev.providers.openai_chat import OpenAiChat
from qodev.providers.openai_responses import OpenAiResponses
from qodev.types.agents import ClientApi


def dialect_for(api: ClientApi) -> Dialect:
    """Returns the dialect of a client API."""
    dialects: dict[ClientApi, Dialect] = {
        ClientApi.ANTHROPIC: Anthropic(),
        ClientApi.OPENAI_CHAT: OpenAiChat(),
        ClientApi.OPENAI_RESPONSES: OpenAiResponses(),
        ClientApi.GOOGLE: Google(),
        ClientApi.MISTRAL: Mistral(),
        ClientApi.LLAMA_CPP: LlamaCpp(),
        ClientApi.OLLAMA: Ollama(),
    }
    return dialects[api]

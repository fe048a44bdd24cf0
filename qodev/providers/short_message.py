"""Makes the smallest request of each wire format, for a connection test and to show which URL is called (U39, U41)."""

from qodev.base.jsontext import JsonValue, dump_compact
from qodev.providers.base import ShapeOptions
from qodev.providers.keys import key_header
from qodev.providers.registry import dialect_for
from qodev.providers.url import effective_url
from qodev.types.agents import ClientApi, ProviderInstance
from qodev.types.providers import ErrorKind, ProviderError, ProviderFailure, ProviderRequest

_TEXT = "Answer with the word OK."
_MOST_TOKENS = 16  # Anthropic wants a number; others name theirs differently by model, so they get none


def usual_endpoint(api: ClientApi) -> str:
    """Returns the endpoint that chat agents of an API use; a version that the URL has already is used once (A128)."""
    match api:
        case ClientApi.ANTHROPIC:
            return "/v1/messages"
        case ClientApi.OPENAI_RESPONSES:
            return "/v1/responses"
        case ClientApi.GOOGLE:
            return "/models/${MODEL}:streamGenerateContent?alt=sse"
        case ClientApi.OLLAMA:
            return "/api/chat"
        case _:
            return "/v1/chat/completions"


def _body(api: ClientApi) -> dict[str, JsonValue]:
    message: dict[str, JsonValue] = {"role": "user", "content": _TEXT}
    match api:
        case ClientApi.ANTHROPIC:
            return {"max_tokens": _MOST_TOKENS, "messages": [message]}
        case ClientApi.OPENAI_RESPONSES:
            return {"input": _TEXT}
        case ClientApi.GOOGLE:
            return {"contents": [{"role": "user", "parts": [{"text": _TEXT}]}]}
        case _:
            return {"messages": [message]}


def short_request(instance: ProviderInstance, model: str) -> ProviderRequest:
    """Returns a request with one short message; raises ProviderFailure when its URL cannot be made."""
    url = effective_url(instance.url, usual_endpoint(instance.client_api), model)
    if url.value is None:
        reason = url.diagnostics[0]
        raise ProviderFailure(ProviderError(ErrorKind.INVALID, reason.message, url=instance.url, hint=reason.hint))
    dialect = dialect_for(instance.client_api)
    shaped = dialect.shape(_body(instance.client_api), ShapeOptions(model, url.value, stream_options=False))
    key = key_header(instance)
    return ProviderRequest(
        client_api=instance.client_api,
        instance=instance,
        method="POST",
        url=shaped.url,
        headers={**dialect.headers(stream=shaped.stream), **instance.headers},
        body=dump_compact(shaped.body).encode("utf-8"),
        key_header=key.name if key else None,
        stream=shaped.stream,
        added=shaped.added,
    )

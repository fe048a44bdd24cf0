"""What one model can do, asked of Ollama, whose list of models does not say it (A182)."""

import json
from dataclasses import replace

from qodev.base.jsontext import JsonValue, dump_compact
from qodev.base.net import HttpClient, NetSettings
from qodev.base.netfaults import NetError
from qodev.providers.models import SUCCESS
from qodev.providers.parsing import object_of
from qodev.providers.registry import dialect_for
from qodev.providers.sending import Sealing, seal
from qodev.providers.url import effective_url
from qodev.types.agents import ClientApi, ProviderInstance
from qodev.types.providers import ModelInfo, ProviderFailure

_LIMIT_BYTES = 8 * 1024 * 1024  # the answer holds licence and template of the model too


async def ask_abilities(
    instance: ProviderInstance, model: ModelInfo, client: HttpClient, sealing: Sealing, net: NetSettings
) -> ModelInfo:
    """Returns the model with what the server says it can do; as it was for servers that cannot be asked.

    A server that does not answer is no fault: the list of models has said already whether it is there.
    """
    url = effective_url(instance.url, "/api/show", model.id).value if instance.client_api is ClientApi.OLLAMA else None
    if url is None:
        return model
    headers = {**dialect_for(instance.client_api).headers(stream=False), **instance.headers}
    try:
        sealed = await seal(instance, url, headers, sealing)
        body = dump_compact({"model": model.id}).encode()
        response = await client.stream("POST", url, sealed.values, body, net)
        try:
            content, is_whole = await response.read(_LIMIT_BYTES)
        finally:
            await response.close()
    except (NetError, ProviderFailure):
        return model
    return read_abilities(content, model) if is_whole and response.status in SUCCESS else model


def read_abilities(content: bytes, model: ModelInfo) -> ModelInfo:
    """Returns the model with the capabilities that an answer names; as it was when it names none."""
    try:
        value: JsonValue = json.loads(content.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return model
    said = object_of(value).get("capabilities")
    if not isinstance(said, list):
        return model
    return replace(model, tools="tools" in said, images="vision" in said, completes="insert" in said)

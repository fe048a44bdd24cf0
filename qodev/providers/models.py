"""Asks servers what models they offer, and finds local servers (A141, U158, S115)."""

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from qodev.base.inflate import unpack
from qodev.base.jsontext import JsonValue
from qodev.base.net import HttpAnswer, HttpClient, NetSettings
from qodev.base.netfaults import NetError
from qodev.base.netstages import OnStage
from qodev.base.text import clip, join_surrogates
from qodev.providers.errors import ErrorMaker
from qodev.providers.parsing import count_of, object_of, objects_of, text_of
from qodev.providers.registry import dialect_for
from qodev.providers.sending import Sealing, seal
from qodev.providers.url import model_list_url
from qodev.types.agents import ProviderInstance
from qodev.types.providers import (
    ErrorKind,
    LocalServer,
    ModelInfo,
    ProviderError,
    ProviderFailure,
)

_MOST_MODELS = 5000
_NAME_LIMIT = 200
_LIST_LIMIT_BYTES = 8 * 1024 * 1024
_LIST_TOTAL_S = 30.0
_LOCAL_S = 1.0
SUCCESS = range(200, 300)
_NO_CLOCK = float("inf")  # a list is asked for once: a date in Retry-After is past, and no wait is told


@dataclass(frozen=True, slots=True)
class LocalPort:
    """A port where a local server may listen, and the bundled instance that speaks to it."""

    port: int
    instance: str
    path: str


LOCAL_PORTS = (
    LocalPort(11434, "Ollama (Native)", "/api/tags"),
    LocalPort(1234, "LM Studio (Chat Completions)", "/v1/models"),
    LocalPort(8080, "llama.cpp", "/v1/models"),
)


async def list_models(
    instance: ProviderInstance,
    client: HttpClient,
    sealing: Sealing,
    net: NetSettings,
) -> tuple[ModelInfo, ...]:
    """Returns the models that an instance offers, at most 5,000. Raises ProviderFailure."""
    asked = await ask_for_models(instance, client, sealing, net)
    if asked.answer.status not in SUCCESS:
        raise ProviderFailure(asked.error())
    models = read_models(asked.answer.body)
    if models is None:
        raise ProviderFailure(no_list(asked.errors))
    return models


@dataclass(frozen=True, slots=True)
class ModelsAsked:
    """What a server answered when it was asked for its models."""

    answer: HttpAnswer
    errors: ErrorMaker

    def error(self) -> ProviderError:
        """Returns the error of an answer that is no success."""
        return self.errors.of_status(self.answer.status, self.answer.headers, self.answer.body, _NO_CLOCK)


async def ask_for_models(
    instance: ProviderInstance,
    client: HttpClient,
    sealing: Sealing,
    net: NetSettings,
    on_stage: OnStage | None = None,
) -> ModelsAsked:
    """Asks an instance for its models once. Raises ProviderFailure when no answer came."""
    found = model_list_url(instance)
    if found.value is None:
        reason = found.diagnostics[0]
        error = ProviderError(ErrorKind.INVALID, reason.message, url=instance.url, hint=reason.hint)
        raise ProviderFailure(error)
    headers = {**dialect_for(instance.client_api).headers(stream=False), **instance.headers}
    headers.pop("Content-Type", None)
    sealed = await seal(instance, found.value, headers, sealing)
    try:
        async with asyncio.timeout(net.total_s or _LIST_TOTAL_S):
            answer = await client.get(found.value, sealed.values, net, limit_bytes=_LIST_LIMIT_BYTES, on_stage=on_stage)
        body = unpack(answer.body, answer.headers.get("content-encoding", ""), _LIST_LIMIT_BYTES)
    except NetError as fault:
        raise ProviderFailure(sealed.errors.of_net(fault)) from None
    except TimeoutError:
        error = ProviderError(ErrorKind.TIMEOUT, f"{sealed.errors.shown} sent no whole list.", url=sealed.errors.shown)
        raise ProviderFailure(error) from None
    return ModelsAsked(replace(answer, body=body), sealed.errors)


def no_list(errors: ErrorMaker) -> ProviderError:
    """Returns the error of an answer that is no list of models."""
    message = f"{errors.shown} answered, but with no list of models."
    return ProviderError(ErrorKind.PROTOCOL, message, url=errors.shown, hint="A model's name can be typed.")


def read_models(body: bytes) -> tuple[ModelInfo, ...] | None:
    """Returns the models of a list in any vendor's form, None when it is none; names are cut to 200 characters."""
    try:
        value: JsonValue = json.loads(body.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return None
    if isinstance(value, Mapping):
        value = next((value[key] for key in ("data", "models") if isinstance(value.get(key), list)), None)
    if not isinstance(value, Sequence) or isinstance(value, str):
        return None
    found: dict[str, ModelInfo] = {}
    for entry in objects_of(value):
        model = _read_model(entry)
        if model is not None:
            found.setdefault(model.id, model)
        if len(found) >= _MOST_MODELS:
            break
    return tuple(found.values())


def _read_model(entry: Mapping[str, JsonValue]) -> ModelInfo | None:
    name = text_of(entry.get("id")) or text_of(entry.get("model")) or text_of(entry.get("name"))
    name = join_surrogates(name.removeprefix("models/"))  # Google: the endpoint says `models/` itself
    if not name:
        return None
    title = text_of(entry.get("display_name")) or text_of(entry.get("displayName")) or text_of(entry.get("name"))
    window = _first_count(entry, ("context_length", "max_context_length", "inputTokenLimit", "max_model_len"))
    return ModelInfo(
        id=clip(name, _NAME_LIMIT),
        title=clip(join_surrogates(title.removeprefix("models/")) or name, _NAME_LIMIT),
        window_tokens=window or count_of(object_of(entry.get("meta")).get("n_ctx_train")) or None,
        output_tokens=_first_count(entry, ("outputTokenLimit", "max_output_tokens")),
        tools=_takes_tools(entry),
        images=_reads_images(entry),
        completes=_can(entry, "completion_fim", "insert"),
    )


def _first_count(entry: Mapping[str, JsonValue], keys: tuple[str, ...]) -> int | None:
    return next((count for count in (count_of(entry.get(key)) for key in keys) if count), None)


def _can(entry: Mapping[str, JsonValue], flag: str, word: str) -> bool | None:
    """Returns a capability as Mistral says it, in a table of flags, or as Ollama does, in a list of words."""
    said = entry.get("capabilities")
    if isinstance(said, list):
        return word in said
    found = object_of(said).get(flag)
    return found if isinstance(found, bool) else None


def _takes_tools(entry: Mapping[str, JsonValue]) -> bool | None:
    calling = _can(entry, "function_calling", "tools")
    parameters = entry.get("supported_parameters")  # OpenRouter
    return "tools" in parameters if calling is None and isinstance(parameters, list) else calling


def _reads_images(entry: Mapping[str, JsonValue]) -> bool | None:
    seeing = _can(entry, "vision", "vision")
    kinds = object_of(entry.get("architecture")).get("input_modalities")  # OpenRouter
    return "image" in kinds if seeing is None and isinstance(kinds, list) else seeing


async def find_local_servers(
    client: HttpClient, ports: Sequence[LocalPort] = LOCAL_PORTS, limit_s: float = _LOCAL_S
) -> tuple[LocalServer, ...]:
    """Looks on the well-known ports of this machine, on all at once and for at most a second (U158)."""
    return tuple(await asyncio.gather(*(_look(client, place, limit_s) for place in ports)))


async def _look(client: HttpClient, place: LocalPort, limit_s: float) -> LocalServer:
    url = f"http://127.0.0.1:{place.port}"
    models: tuple[ModelInfo, ...] | None = None
    try:
        async with asyncio.timeout(limit_s):
            answer = await client.get(url + place.path, {"Accept": "application/json"}, NetSettings(connect_s=limit_s))
            models = read_models(answer.body) if answer.status in SUCCESS else None
    except (NetError, TimeoutError):
        models = None
    return LocalServer(place.port, url, place.instance, models)

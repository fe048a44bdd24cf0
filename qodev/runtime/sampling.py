"""Puts a profile's temperature where a request has a place for it, and says where it has none (P141)."""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from qodev.base.jsontext import JsonValue
from qodev.types.agents import ClientApi, ProviderInstance
from qodev.types.profiles import Profile

_SLOTS = (("temperature",), ("options", "temperature"), ("generationConfig", "temperature"))  # P141
_HOSTED_OPENAI = "api.openai.com"
_OPENAI = (ClientApi.OPENAI_CHAT, ClientApi.OPENAI_RESPONSES)

JsonObject = Mapping[str, JsonValue]


@dataclass(frozen=True, slots=True)
class Tuned:
    """A body with the temperature in it, or the note that says why not."""

    body: JsonObject
    notes: tuple[str, ...] = ()


def with_temperature(body: JsonObject, profile: Profile | None, instance: ProviderInstance) -> Tuned:
    """Returns the body with the profile's temperature; Ollama always has a place, other bodies where they have the key."""
    if profile is None or profile.temperature is None:
        return Tuned(body)
    if is_hosted_openai(instance):
        return Tuned(body, (f"Temperature {profile.temperature:g} not applied: hosted OpenAI request.",))
    if instance.client_api is ClientApi.OLLAMA:
        return Tuned(_set(body, ("options", "temperature"), profile.temperature))
    slot = next((slot for slot in _SLOTS if _has(body, slot)), None)
    if slot is None:
        note = f"Temperature {profile.temperature:g} not applied: the agent's body has no place for it."
        return Tuned(body, (note,))
    return Tuned(_set(body, slot, profile.temperature))


def is_hosted_openai(instance: ProviderInstance) -> bool:
    """Tells whether requests go to OpenAI itself."""
    return instance.client_api in _OPENAI and urlsplit(instance.url).hostname == _HOSTED_OPENAI


def _has(body: JsonObject, slot: tuple[str, ...]) -> bool:
    held: JsonValue = body
    for name in slot:
        if not isinstance(held, Mapping) or name not in held:
            return False
        held = held[name]
    return True


def _set(body: JsonObject, slot: tuple[str, ...], value: JsonValue) -> JsonObject:
    name, *rest = slot
    if not rest:
        return {**body, name: value}
    inner = body.get(name)
    return {**body, name: _set(inner if isinstance(inner, Mapping) else {}, tuple(rest), value)}

"""Which header carries an instance's key, and the variable that stands for it where a request is shown (A137, A138)."""

import re
from dataclasses import dataclass

from qodev.types.agents import ClientApi, ProviderInstance

_ENV = "env:"
_HEADERS = {ClientApi.ANTHROPIC: ("x-api-key", ""), ClientApi.GOOGLE: ("x-goog-api-key", "")}
_OTHERS = ("Authorization", "Bearer ")


@dataclass(frozen=True, slots=True)
class KeyHeader:
    """A header that carries a key: `prefix` stands before it; `variable` names it where it is shown."""

    name: str
    prefix: str
    variable: str


def key_header(instance: ProviderInstance) -> KeyHeader | None:
    """Returns the header for an instance's key; None without a key, or where `[headers]` replaces that header."""
    if not instance.api_key_ref.strip():
        return None
    name, prefix = _HEADERS.get(instance.client_api, _OTHERS)
    if any(own.lower() == name.lower() for own in instance.headers):
        return None
    return KeyHeader(name, prefix, key_variable(instance))


def key_variable(instance: ProviderInstance) -> str:
    """Returns the first variable that the key reference names, else one made from the instance's name."""
    for part in instance.api_key_ref.split("|"):
        alternative = part.strip()
        if alternative.startswith(_ENV):
            return alternative.removeprefix(_ENV).strip()
    return re.sub(r"[^A-Z0-9]+", "_", instance.name.upper()).strip("_") + "_API_KEY"


def shown_headers(instance: ProviderInstance) -> dict[str, str]:
    """Returns an instance's own headers as they are shown: values from the environment as `$NAME`."""
    return {name: _shown(value) for name, value in instance.headers.items()}


def _shown(value: str) -> str:
    return f"${value.removeprefix(_ENV).strip()}" if value.startswith(_ENV) else value

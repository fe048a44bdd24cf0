"""Says which headers a request carries; the key's value is not among them (A137, A159)."""

from collections.abc import Mapping

from qodev import __version__
from qodev.types.agents import ClientApi, ProviderInstance

_KEY_HEADERS = {ClientApi.ANTHROPIC: "x-api-key", ClientApi.GOOGLE: "x-goog-api-key"}

ENV_MARK = "env:"
"""Begins a header value of an instance that is read from the environment, last thing before a send."""


def base_headers(accept: str) -> dict[str, str]:
    """Returns the headers of every request."""
    return {
        "Content-Type": "application/json; charset=utf-8",
        "Accept": accept,
        "Accept-Encoding": "identity",  # F40: bytes go to the framing as they come
        "User-Agent": f"qodev/{__version__}",
    }


def key_header(api: ClientApi) -> str:
    """Returns the name of the header that carries the key."""
    return _KEY_HEADERS.get(api, "Authorization")


def key_value(header: str, key: str) -> str:
    """Returns the key as its header wants it."""
    return f"Bearer {key}" if header.lower() == "authorization" else key


def request_headers(
    instance: ProviderInstance, dialect_headers: Mapping[str, str]
) -> tuple[dict[str, str], str | None]:
    """Returns the headers of a request and the name of its key header, None when no key is to be put in.

    The instance's own headers replace those of the same name, the key header too; values that begin with `env:` stay
    as they are, so that previews show the name of the variable.
    """
    own = {name.lower() for name in instance.headers}
    kept = {name: value for name, value in dialect_headers.items() if name.lower() not in own}
    header = key_header(instance.client_api)
    has_key = bool(instance.api_key_ref) and header.lower() not in own
    return kept | dict(instance.headers), header if has_key else None

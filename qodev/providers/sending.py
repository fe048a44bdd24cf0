"""Completes the headers of a request, the key last; the one place that looks into a secret (S110, S111, S113)."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from qodev.base.errors import SecretError
from qodev.base.logs import KnownSecrets
from qodev.base.proxies import is_loopback_host
from qodev.providers.errors import ErrorMaker
from qodev.providers.keys import key_header
from qodev.providers.url import find_secret_query, host_of
from qodev.types.agents import ProviderInstance
from qodev.types.ports import SecretStore
from qodev.types.providers import ErrorKind, ProviderFailure

_ENV = "env:"
_KEY = re.compile(r"[\x21-\x7e]{1,4096}")
_VALUE = re.compile(r"[\x20-\x7e\t]*")
_NAME = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+")
_SECRET_NAMES = frozenset(("authorization", "x-api-key", "api-key", "x-goog-api-key", "cookie", "proxy-authorization"))
_SHORTEST_SECRET = 8  # of a header that may hold one; a shorter value, such as a team's name, stands in ordinary words

MaySendPlain = Callable[[ProviderInstance], bool]
"""Tells whether the user agreed to send the key of an instance without encryption."""


def never_plain(instance: ProviderInstance) -> bool:  # noqa: ARG001  the shape of MaySendPlain
    """Refuses: nobody was asked."""
    return False


@dataclass(frozen=True, slots=True)
class Sealing:
    """What headers are completed with."""

    secrets: SecretStore
    known: KnownSecrets
    env: Mapping[str, str] | None = None  # for header values `env:NAME`; None asks the secret store
    may_send_plain: MaySendPlain = never_plain


@dataclass(frozen=True, slots=True, repr=False)
class SealedHeaders:
    """Headers as they go out, a key among them: never shown, never stored."""

    values: Mapping[str, str]
    errors: ErrorMaker  # knows what of these no message may hold


async def seal(
    instance: ProviderInstance, url: str, headers: Mapping[str, str], sealing: Sealing, *, has_key: bool = True
) -> SealedHeaders:
    """Returns `headers` with the values of variables and the key put in; of two of one name the later stays.

    Raises ProviderFailure: `auth` when the key cannot be used or would travel unencrypted, `invalid` for a key in the URL.
    """
    errors = ErrorMaker.of(instance, url, sealing.known)
    _refuse_query(url, errors)
    own = {name.lower() for name in instance.headers}
    final: dict[str, tuple[str, str]] = {}
    hidden: list[str] = []
    for name, written in headers.items():
        is_variable = name.lower() in own and written.startswith(_ENV)
        value = await _variable(written, sealing, errors) if is_variable else written
        if value is None:
            continue
        final[name.lower()] = (name, _checked(name, value, errors))
        if is_variable or name.lower() in _SECRET_NAMES:
            hidden += (part for part in {value, value.rpartition(" ")[2]} if len(part) >= _SHORTEST_SECRET)
    key = await _key_of(instance, sealing, errors) if has_key else None
    if key is not None:
        name, prefix, value = key
        final[name.lower()] = (name, prefix + value)
        hidden.append(value)
    for value in hidden:
        sealing.known.add(value)
    if hidden:
        _refuse_plain(instance, url, sealing, errors)
    return SealedHeaders(dict(final.values()), ErrorMaker.of(instance, url, sealing.known, hidden))


async def _key_of(instance: ProviderInstance, sealing: Sealing, errors: ErrorMaker) -> tuple[str, str, str] | None:
    header = key_header(instance)
    if header is None:
        return None
    value = await _resolved(instance.api_key_ref, sealing, errors)
    if value is None:
        return None
    if not _KEY.fullmatch(value):
        raise ProviderFailure(
            errors.of_auth(
                f"The key of `{instance.name}` was not sent: a key has 1 to 4,096 printable ASCII characters and no blanks.",
                "Store the key again.",
            )
        )
    return header.name, header.prefix, value


async def _resolved(ref: str, sealing: Sealing, errors: ErrorMaker) -> str | None:
    try:
        secret = await sealing.secrets.resolve(ref)
    except SecretError as fault:
        raise ProviderFailure(errors.of_auth(fault.message, fault.hint)) from None
    return secret.reveal() if secret is not None else None


async def _variable(written: str, sealing: Sealing, errors: ErrorMaker) -> str | None:
    """Returns the value of a variable; a header whose variable is not set is left out."""
    if sealing.env is None:
        return await _resolved(written, sealing, errors)
    return sealing.env.get(written.removeprefix(_ENV).strip()) or None


def _checked(name: str, value: str, errors: ErrorMaker) -> str:
    value = value.strip(" \t")
    if _NAME.fullmatch(name) and _VALUE.fullmatch(value):
        return value
    shown = ascii(name)[1:-1][:100]
    refused = errors.of_auth(
        f"The header `{shown}` of `{errors.instance.name}` holds characters that no header may hold; nothing was sent.",
        "Write names and values in ASCII, on one line.",
    )
    raise ProviderFailure(replace(refused, kind=ErrorKind.INVALID))


def _refuse_query(url: str, errors: ErrorMaker) -> None:
    name = find_secret_query(url)
    if name is None:
        return
    refused = errors.of_auth(
        f"The URL of `{errors.instance.name}` holds a key in its query (`{name}=…`); nothing was sent.",
        "Keys belong into `api_key_ref`: URLs are logged on their way.",
    )
    raise ProviderFailure(replace(refused, kind=ErrorKind.INVALID))


def _refuse_plain(instance: ProviderInstance, url: str, sealing: Sealing, errors: ErrorMaker) -> None:
    host = host_of(url)
    if url.startswith("https://") or is_loopback_host(host) or sealing.may_send_plain(instance):
        return
    raise ProviderFailure(
        errors.of_auth(
            f"The key of `{instance.name}` would travel unencrypted to `{host}`; nothing was sent.",
            "Use an https URL, or confirm once that this key may be sent unencrypted.",
        )
    )

"""Makes the effective URL of a request from an instance's URL, an endpoint and a model (A123 to A129)."""

import re
from dataclasses import dataclass
from ipaddress import AddressValueError, IPv6Address, ip_address
from urllib.parse import parse_qsl, quote, urlsplit

from qodev.base.codes import Code
from qodev.base.diagnostics import Diagnostic, Fix, Parsed, Severity
from qodev.base.logs import SECRET_QUERY_NAMES
from qodev.base.proxies import is_loopback_host
from qodev.base.text import clip
from qodev.types.agents import ClientApi, ProviderInstance

MODEL_MARK = "${MODEL}"

_PATH_SAFE = "-._~:@!$&'()*+,;="  # A124; letters and digits are safe for `quote` as they are
_QUERY_SAFE = _PATH_SAFE + "/?"
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*)://")
_HOST = re.compile(r"[a-z0-9_-]+(\.[a-z0-9_-]+)*\.?")
_PORT = re.compile(r"[0-9]{1,5}")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_LONE_SURROGATE = re.compile(r"[\ud800-\udfff]")
_DOTS = re.compile(r"(?:\.|%2[eE]){1,2}")
_VERSION = re.compile(r"v[0-9]+(?:\.[0-9]+)?(?:[a-z]+[0-9]*)?")
_GOOGLE_CALL = re.compile(r"/models/[^/]+:(?:generateContent|streamGenerateContent)")
_PASTED_ENDS = (
    "/chat/completions",
    "/fim/completions",
    "/completions",
    "/responses",
    "/messages",
    "/api/chat",
    "/api/generate",
    "/infill",
    "/models",
)


class _UrlFault(Exception):
    """Carries the diagnostic of a URL that cannot be made."""

    def __init__(self, code: Code, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.diagnostic = Diagnostic(code, Severity.ERROR, message, hint=hint)


@dataclass(frozen=True, slots=True)
class _Address:
    """An instance's URL taken apart; `path` and `query` still hold `${MODEL}`."""

    origin: str  # scheme, host and port
    path: str  # without slashes at its end
    query: str


def effective_url(instance_url: str, endpoint: str, model: str) -> Parsed[str]:
    """Returns the URL that a request goes to; without a value the first diagnostic says why there is none."""
    try:
        address = _take_apart(instance_url)
        path, _, query = _checked_endpoint(endpoint).partition("?")
        target = _joined_path(_expand_path(path, model))
        base = _expand_path(address.path, model)
        base, found = _without_pasted_end(base, target, address.origin)
        base, folded = _folded_version(base, target)
        parts = [_expand_query(q, model) for q in (address.query, query) if q]
    except _UrlFault as fault:
        return Parsed(None, (fault.diagnostic,))
    whole = address.origin + base + target + ("?" + "&".join(parts) if parts else "")
    return Parsed(whole, (*found, *folded))


def _take_apart(url: str) -> _Address:
    shown = _shown(url)
    _refuse_marks(url, f"The URL `{shown}`", blanks=True)
    scheme = _SCHEME.match(url)
    if scheme is None or scheme[1].lower() not in ("http", "https"):
        hint = None if scheme else f"http://{_shown(url.lstrip('/'))}" if url.strip("/") else "http://…"
        raise _UrlFault(Code.URL_INVALID, f"The URL `{shown}` does not begin with http:// or https://.", hint)
    rest, _, query = url[scheme.end() :].partition("?")
    authority, slash, path = rest.partition("/")
    _refuse_dots(path, url)
    return _Address(f"{scheme[1].lower()}://{_checked_authority(authority, url)}", (slash + path).rstrip("/"), query)


def _shown(url: str) -> str:
    return clip(shown_url(url), 200)


def _refuse_marks(text: str, what: str, *, blanks: bool) -> None:
    if _CONTROL.search(text):
        raise _UrlFault(Code.URL_INVALID, f"{what} holds control characters.")
    if "#" in text:
        raise _UrlFault(Code.URL_INVALID, f"{what} holds `#`; a request goes to no place inside a page.")
    if blanks and any(char.isspace() for char in text):
        raise _UrlFault(Code.URL_INVALID, f"{what} holds blanks.", "Remove the blanks.")


def _refuse_dots(path: str, url: str) -> None:
    if any(_DOTS.fullmatch(segment) for segment in path.split("/")):
        raise _UrlFault(Code.URL_INVALID, f"`{_shown(url)}` holds `.` or `..` as a part of its path.")


def _checked_authority(authority: str, url: str) -> str:
    shown = _shown(url)
    if "@" in authority:
        raise _UrlFault(
            Code.URL_INVALID,
            "The URL holds a user name or password before its host.",
            "Take it out of the URL; keys belong into `api_key_ref`.",
        )
    host, bracket, rest = authority.partition("]")
    if bracket:
        host, port = host + bracket, rest
    else:
        host, colon, number = authority.partition(":")
        port = colon + number
    if port and not (port[0] == ":" and _PORT.fullmatch(port[1:]) and 0 < int(port[1:]) < 65536):
        raise _UrlFault(Code.URL_INVALID, f"The port in `{shown}` is not a number from 1 to 65535.")
    return _checked_host(host, shown) + port


def _checked_host(host: str, shown: str) -> str:
    lower = host.lower()
    if lower.startswith("["):
        try:
            IPv6Address(lower[1:-1])
        except AddressValueError:
            raise _UrlFault(Code.URL_INVALID, f"The host in `{shown}` is not an IPv6 address.") from None
        return lower
    if not lower.isascii():
        try:
            lower = lower.encode("idna").decode("ascii")
        except UnicodeError:
            raise _UrlFault(Code.URL_INVALID, f"The host in `{shown}` is not a host name.") from None
    if not _HOST.fullmatch(lower):
        what = "has no host" if not lower else "has a host with characters that no host name has"
        raise _UrlFault(Code.URL_INVALID, f"The URL `{shown}` {what}.")
    return lower


def _checked_endpoint(endpoint: str) -> str:
    shown = clip(endpoint, 200)
    if _SCHEME.match(endpoint.lstrip()):
        raise _UrlFault(
            Code.URL_ENDPOINT_ABSOLUTE,
            f"The endpoint `{shown}` is a whole URL; it is joined to the URL of the provider instance.",
            "Write the path alone, such as /chat/completions.",
        )
    _refuse_marks(endpoint, f"The endpoint `{shown}`", blanks=False)
    _refuse_dots(endpoint.partition("?")[0], endpoint)
    return endpoint


def _joined_path(path: str) -> str:
    return "/" + path.lstrip("/") if path else ""


def _expand_path(path: str, model: str) -> str:
    if MODEL_MARK in path:
        parts = model.split("/")
        if any(part in ("", ".", "..") for part in parts):
            raise _UrlFault(
                Code.URL_BAD_MODEL, f"The model `{clip(model, 200)}` cannot stand in a URL: a part is empty or dots."
            )
        value = "/".join(_quoted(part, _PATH_SAFE) for part in parts)
    else:
        value = ""
    return value.join(_quoted(piece, _PATH_SAFE + "/%") for piece in path.split(MODEL_MARK))


def _expand_query(query: str, model: str) -> str:
    if MODEL_MARK in query and not model:
        raise _UrlFault(Code.URL_BAD_MODEL, "The URL needs a model, and there is none.")
    return _quoted(model, "").join(_quoted(piece, _QUERY_SAFE + "%") for piece in query.split(MODEL_MARK))


def _quoted(text: str, safe: str) -> str:
    return quote(_LONE_SURROGATE.sub("\ufffd", text), safe=safe)


def split_pasted(url: str) -> tuple[str, str] | None:
    """Returns what belongs into the URL of an instance and the endpoint that was pasted with it, None without one."""
    head, mark, query = url.strip().partition("?")
    base = head.rstrip("/")
    end = _pasted_end(base, "")
    if not end:
        return None
    kept = "&".join(part for part in query.split("&") if part.partition("=")[0] != "alt")  # Google's, of the endpoint
    return base[: -len(end)].rstrip("/") + (mark + kept if kept else ""), end


def _pasted_end(base: str, target: str) -> str:
    ends = [end for end in (target.rstrip("/"), *_PASTED_ENDS) if end and base.endswith(end)]
    google = [found.group() for found in _GOOGLE_CALL.finditer(base) if found.end() == len(base)]
    return max((*ends, *google), key=len, default="")


def _without_pasted_end(base: str, target: str, origin: str) -> tuple[str, tuple[Diagnostic, ...]]:
    longest = _pasted_end(base, target)
    if not longest:
        return base, ()
    kept = base[: -len(longest)].rstrip("/")
    finding = Diagnostic(
        Code.URL_FULL_PASTED,
        Severity.WARNING,
        f"The URL of the instance ends in `{longest}`, which belongs to the endpoint; it was left out.",
        key="url",
        hint=f'Write url = "{origin}{kept}".',
        fix=Fix(f"Set url to {origin}{kept}"),
    )
    return kept, (finding,)


def _folded_version(base: str, target: str) -> tuple[str, tuple[Diagnostic, ...]]:
    last = base.rpartition("/")[2]
    first = target[1:].partition("/")[0]
    if last != first or not (first == "api" or _VERSION.fullmatch(first)):
        return base, ()
    finding = Diagnostic(
        Code.URL_VERSION_FOLDED,
        Severity.INFO,
        f"Both the URL of the instance and the endpoint name `{first}`; it is used once.",
        key="url",
    )
    return base[: -len(last) - 1], (finding,)


def model_list_url(instance: ProviderInstance) -> Parsed[str]:
    """Returns the URL that lists the models of an instance (A141)."""
    match instance.client_api:
        case ClientApi.ANTHROPIC:
            endpoint = "/v1/models?limit=1000"
        case ClientApi.GOOGLE:
            endpoint = "/models?pageSize=1000"
        case ClientApi.OLLAMA:
            endpoint = "/api/tags"
        case _:
            bare = effective_url(instance.url, "/models", "model").value or ""
            last = bare.partition("?")[0].removesuffix("/models").rpartition("/")[2]
            endpoint = "/models" if _VERSION.fullmatch(last) else "/v1/models"
    return effective_url(instance.url, endpoint, "model")


def is_version(segment: str) -> bool:
    """Tells whether a part of a path looks like the version of an API, such as `v1` or `v1beta`."""
    return _VERSION.fullmatch(segment) is not None


def shown_url(url: str) -> str:
    """Returns `url` as it may be shown and logged: without user info, query values replaced by dots (S111)."""
    head, mark, query = url.partition("?")
    scheme, separator, rest = head.partition("://") if "://" in head else ("", "", head)
    authority, slash, path = rest.partition("/")
    clean = scheme + separator + authority.rpartition("@")[2] + slash + path
    if not mark:
        return clean
    names = (part.partition("=") for part in query.partition("#")[0].split("&"))
    return clean + "?" + "&".join(f"{name}{equals}{'…' if value else ''}" for name, equals, value in names)


def find_secret_query(url: str) -> str | None:
    """Returns the name of a query value that can only be a secret, None when there is none (S111)."""
    named = parse_qsl(url.partition("?")[2], keep_blank_values=False)
    return next((name for name, _ in named if name.strip().lower() in SECRET_QUERY_NAMES), None)


def host_of(url: str) -> str:
    """Returns the host of a URL, without brackets, in lower case; empty when there is none."""
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


def is_local_host(host: str) -> bool:
    """Tells whether a host is this machine or one on the same private network."""
    if is_loopback_host(host):
        return True
    try:
        address = ip_address(host)
    except ValueError:
        return "." not in host or host.endswith((".local", ".lan", ".home.arpa", ".internal"))
    return address.is_private or address.is_link_local

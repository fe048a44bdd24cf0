"""Says in plain words why a connection test failed and what helps (U41)."""

from collections.abc import Sequence
from urllib.parse import urlsplit, urlunsplit

from qodev.base.netcauses import NetCause
from qodev.base.proxies import is_loopback_host
from qodev.providers.url import is_version
from qodev.types.agents import ProviderInstance
from qodev.types.instances import Explanation, ExplanationAction
from qodev.types.providers import ErrorKind, ProbeResult

_Action = ExplanationAction


def explain(result: ProbeResult, instance: ProviderInstance | None = None) -> Explanation | None:
    """Returns why a test failed, None for one that did not; `instance` lets the advice name its own keys."""
    if result.ok:
        return None
    if result.is_proxy:
        return _of_proxy(result)
    match result.kind:
        case ErrorKind.AUTH:
            return _of_key(result, instance)
        case ErrorKind.NOT_FOUND:
            return _of_path(result)
        case ErrorKind.TLS:
            return _of_tls(result)
        case ErrorKind.CONNECT:
            return _of_connection(result, instance)
        case ErrorKind.TIMEOUT:
            return _of_silence(result)
        case ErrorKind.INVALID if result.status is None:
            return Explanation("The address cannot be used.", _both(result), _Action.EDIT_URL)
        case _:
            return _of_answer(result)


def _both(result: ProbeResult) -> str:
    return f"{result.text} {result.hint or ''}".strip()


def _host(result: ProbeResult) -> str:
    return urlsplit(result.url).netloc.rpartition("@")[2] or result.url


def _of_proxy(result: ProbeResult) -> Explanation:
    if result.status == 407:
        text = (
            "The answer came from the proxy, not from the server: it wants a user name and a password. "
            "Write them into the URL of the proxy, as in http://user:password@host:port."
        )
        return Explanation("The proxy wants a log-in (407).", text, _Action.EDIT_PROXY)
    text = (
        f"The server itself was not reached. {_both(result)} "
        "Check the proxy of this instance and of the settings; `none` connects directly."
    )
    return Explanation("The proxy made no connection.", text, _Action.EDIT_PROXY)


def _of_key(result: ProbeResult, instance: ProviderInstance | None) -> Explanation:
    if result.status is None:
        return Explanation("Nothing was sent, for the key's sake.", _both(result), _Action.EDIT_KEY)
    if instance is not None and not instance.api_key_ref.strip():
        text = f"`{_host(result)}` wants a key, and this instance names none. Say where its key is."
        return Explanation(f"The server wants a key ({result.status}).", text, _Action.EDIT_KEY)
    text = (
        f"`{_host(result)}` answered, so the address is right. The key may belong to another host or account, "
        "have run out, or lack a part."
    )
    title = f"The key was refused ({result.status}). Check the key and the host it belongs to."
    return Explanation(title, text, _Action.EDIT_KEY)


def _of_path(result: ProbeResult) -> Explanation:
    parts = [part for part in urlsplit(result.url).path.split("/") if part]
    doubled = next((part for part in parts if parts.count(part) > 1 and (part == "api" or is_version(part))), None)
    if doubled is not None:
        text = (
            f"{result.url} names `{doubled}` twice. The URL of an instance ends before the path of the API, "
            "which qodev adds."
        )
        fixed = _url_of(result.url, parts[: parts.index(doubled) + 1])
        return Explanation("The path is doubled (404).", text, _Action.USE_URL, fixed)
    if parts[-2:] == ["api", "tags"] and any(is_version(part) for part in parts):
        version = next(part for part in parts if is_version(part))
        text = f"`/{version}` belongs to the OpenAI-compatible API of Ollama. Its own API begins right after the host."
        return Explanation(
            "The path has a part too many (404).",
            text,
            _Action.USE_URL,
            _url_of(result.url, parts[: parts.index(version)]),
        )
    text = (
        f"A server answers at `{_host(result)}`, but it has nothing at {result.url}. The URL may have a part too many "
        "or too few, or the server speaks another API."
    )
    return Explanation("The path is not there (404).", text, _Action.EDIT_URL)


def _url_of(url: str, parts: Sequence[str]) -> str:
    split = urlsplit(url)
    return urlunsplit((split.scheme, split.netloc, "".join(f"/{part}" for part in parts), "", ""))


_UNKNOWN_ISSUER = (
    "Nobody that this computer trusts vouches for the server. That is usual behind a company's proxy, which shows "
    "certificates of its own, and with a self-made certificate."
)


def _of_tls(result: ProbeResult) -> Explanation:
    """Leaves the facts, such as issuer and trust store, to the step that failed."""
    match result.cause:
        case NetCause.CERTIFICATE_EXPIRED:
            title, text, action = "The server's certificate has run out.", "", _Action.RETRY
        case NetCause.CERTIFICATE_NAME:
            title, action = "The server's certificate is for another host.", _Action.EDIT_URL
            text = f"The server at `{_host(result)}` calls itself otherwise."
        case NetCause.NO_TLS:
            title, action = "The server did not agree on a secure connection.", _Action.EDIT_URL
            text = "What answers there does not speak TLS, or only a version that is no longer safe."
        case NetCause.CA_FILE:
            return Explanation("The CA file cannot be read.", _both(result), _Action.EDIT_CA_FILE)
        case _:
            title, text, action = "The server's certificate is not trusted.", _UNKNOWN_ISSUER, _Action.EDIT_CA_FILE
    return Explanation(title, f"{text} {result.hint or ''}".strip(), action)


def _of_connection(result: ProbeResult, instance: ProviderInstance | None) -> Explanation:
    host = _host(result)
    if result.cause is NetCause.UNKNOWN_HOST:
        text = (
            f"No computer is called `{urlsplit(result.url).hostname}`. Check the spelling of the URL and the network."
        )
        return Explanation("The host is not known.", text, _Action.EDIT_URL)
    if instance is not None and instance.launch is not None:
        text = f"Nothing listens at `{host}`. qodev can start this server."
        return Explanation("The server does not run.", text, _Action.START_SERVER)
    if result.cause is NetCause.REFUSED and is_loopback_host(urlsplit(result.url).hostname or ""):
        text = f"Nothing listens at `{host}` on this computer. Start the server, or check the port in the URL."
        return Explanation("The connection was refused.", text, _Action.RETRY)
    if result.cause is NetCause.REFUSED:
        text = f"The computer `{host}` is there, but nothing listens at that port. Start the server, or check the port."
        return Explanation("The connection was refused.", text, _Action.EDIT_URL)
    return Explanation("The server cannot be reached.", _both(result), _Action.RETRY)


def _of_silence(result: ProbeResult) -> Explanation:
    text = (
        f"{result.text} It may be busy or asleep, or a firewall swallows what is sent. "
        "A local model may take a minute to load."
    )
    return Explanation("The server did not answer in time.", text, _Action.RETRY)


def _of_answer(result: ProbeResult) -> Explanation:
    match result.kind:
        case ErrorKind.RATE_LIMIT:
            title = "The server asks to wait (429)."
        case ErrorKind.SERVER | ErrorKind.OVERLOADED:
            title = f"The server has a fault of its own ({result.status})."
        case ErrorKind.PROTOCOL if result.status is not None and 300 <= result.status < 400:
            return Explanation("The server sends on to another address.", _both(result), _Action.EDIT_URL)
        case ErrorKind.PROTOCOL:
            text = f"{result.text} Another program may listen there, or the server speaks another API."
            return Explanation("The answer is not that of a model server.", text, _Action.EDIT_URL)
        case _:
            title = "The server refused the request."
    return Explanation(title, _both(result), _Action.RETRY)

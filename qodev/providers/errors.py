"""Makes the error of a request: kind, sentence, effective URL, and nothing secret (A156, S107)."""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from http import HTTPStatus
from urllib.parse import urlsplit

from qodev.base.logs import KnownSecrets, redact
from qodev.base.netfaults import NetError, NetFault
from qodev.base.proxies import is_loopback_host
from qodev.base.text import join_surrogates
from qodev.providers.base import StreamFault
from qodev.providers.faults import kind_of_status, read_error
from qodev.providers.retry import LONGEST_WAIT_S, parse_retry_after, spoken_wait
from qodev.providers.url import shown_url
from qodev.types.agents import ProviderInstance
from qodev.types.providers import ErrorKind, ProviderError

_TEXT_LIMIT_BYTES = 512
_READ_LIMIT = 64 * 1024
_SHORTEST_HIDDEN = 6  # of a query value; shorter ones stand in ordinary words
_REQUEST_IDS = ("x-request-id", "request-id")
_KEY_SHAPE = re.compile(r"\b(?:sk|pk|rk)-[\w*.-]{3,}|\bAIza[\w-]{10,}")  # shorter ones too than logs hide
_SCRIPTS = re.compile(r"<(script|style)\b.*?(?:</\1\s*>|\Z)", re.DOTALL | re.IGNORECASE)
_TAGS = re.compile(r"<[/!?a-zA-Z][^>]*(?:>|\Z)")
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\s]+")
_NET_KINDS = {
    NetFault.CONNECT: ErrorKind.CONNECT,
    NetFault.TIMEOUT: ErrorKind.TIMEOUT,
    NetFault.TLS: ErrorKind.TLS,
    NetFault.PROXY: ErrorKind.CONNECT,
    NetFault.BROKEN: ErrorKind.TRUNCATED,
    NetFault.SECRET_IN_URL: ErrorKind.AUTH,
}


@dataclass(frozen=True, slots=True)
class ErrorMaker:
    """Makes the errors of requests to one URL of one instance."""

    instance: ProviderInstance
    url: str
    known: KnownSecrets
    hidden: tuple[str, ...] = field(default=(), repr=False)  # values of this request that no message may hold

    @classmethod
    def of(cls, instance: ProviderInstance, url: str, known: KnownSecrets, hidden: Iterable[str] = ()) -> "ErrorMaker":
        """Returns the maker for a request; query values of the URL are hidden too (S111)."""
        values = (part.partition("=")[2] for part in urlsplit(url).query.split("&"))
        long = (value for value in values if len(value) >= _SHORTEST_HIDDEN)
        return cls(instance, url, known, (*(value for value in hidden if value), *long))

    @property
    def shown(self) -> str:
        """Returns the URL as it may be shown."""
        return shown_url(self.url)

    def of_status(self, status: int, headers: Mapping[str, str], body: bytes, now: float) -> ProviderError:
        """Returns the error of an answer that is no success."""
        vendor, codes = self._read_body(body)
        kind = kind_of_status(status)
        error = self._error(kind, f"HTTP {status}: {vendor or _phrase(status)}", _hint(kind, self.instance.name))
        error = replace(error, status=status, code=self.clean(codes[0]) if codes else None)
        error = replace(error, request_id=self._request_id(headers), vendor_text=vendor)
        if status == 407:
            text = f"The proxy wants a log-in. {error.message}"
            return replace(error, message=text, hint=_PROXY_HINT, is_proxy=True)
        if 300 <= status < 400:
            return replace(error, message=_redirect_message(status, self.url, headers), hint=_REDIRECT_HINT)
        wait_s = parse_retry_after(headers.get("retry-after"), now)
        if wait_s is None:
            return error
        said = f"; the server asks to wait {spoken_wait(wait_s)}" if wait_s > LONGEST_WAIT_S else ""
        return replace(error, message=error.message + said, retry_after_s=wait_s)

    def of_fault(self, fault: StreamFault, status: int | None = None) -> ProviderError:
        """Returns the error of an answer that began and broke."""
        text = self.clean(fault.message)
        message = f"{self.shown}: {text}" if fault.kind in _OUR_WORDS else f"The provider reported: {text}"
        code = self.clean(fault.code) if fault.code else None
        return replace(
            self._error(fault.kind, message, _hint(fault.kind, self.instance.name)), code=code, status=status
        )

    def of_net(self, fault: NetError) -> ProviderError:
        """Returns the error of a connection."""
        kind = _NET_KINDS.get(fault.kind, ErrorKind.PROTOCOL)
        hint = fault.hint or (self._connect_hint() if kind is ErrorKind.CONNECT else None)
        error = self._error(kind, f"{self.shown} {self.clean(fault.message)}.", hint)
        return replace(error, cause=fault.cause, is_proxy=fault.kind is NetFault.PROXY, status=fault.status)

    def _connect_hint(self) -> str:
        if self.instance.launch is not None:
            return _START_HINT
        is_local = is_loopback_host(urlsplit(self.url).hostname or "")
        return _LOCAL_HINT if is_local else _NETWORK_HINT

    def of_auth(self, message: str, hint: str | None = None) -> ProviderError:
        """Returns the error of a request that was not sent for its key's sake."""
        return self._error(ErrorKind.AUTH, message, hint or _hint(ErrorKind.AUTH, self.instance.name))

    def cancelled(self) -> ProviderError:
        """Returns what is said of a request that the user stopped (A159)."""
        return self._error(ErrorKind.CANCELLED, f"You stopped the request to {self.shown}.")

    def superseded(self) -> ProviderError:
        """Returns what is said of a request that a newer one replaced (A159)."""
        return self._error(ErrorKind.SUPERSEDED, f"A newer request replaced the one to {self.shown}.")

    def clean(self, text: str) -> str:
        """Returns a vendor's text as one line without secrets, cut to 512 bytes."""
        text = text[:_READ_LIMIT]
        for value in sorted(self.hidden, key=len, reverse=True):
            text = text.replace(value, "•••")
        text = _KEY_SHAPE.sub("•••", redact(join_surrogates(text), self.known))
        text = _CONTROLS.sub(" ", text).strip()
        cut = text.encode("utf-8")[:_TEXT_LIMIT_BYTES].decode("utf-8", "ignore")
        return cut if cut == text else cut + "…"

    def _error(self, kind: ErrorKind, message: str, hint: str | None = None) -> ProviderError:
        return ProviderError(kind, message, url=self.shown, hint=hint)

    def _read_body(self, body: bytes) -> tuple[str, tuple[str, ...]]:
        text = body.decode("utf-8", "replace")
        try:
            message, codes = read_error(json.loads(text))
        except (ValueError, RecursionError):
            return self.clean(_TAGS.sub(" ", _SCRIPTS.sub(" ", text))), ()
        return self.clean(message), codes

    def _request_id(self, headers: Mapping[str, str]) -> str | None:
        found = next((headers[name] for name in _REQUEST_IDS if headers.get(name)), None)
        return self.clean(found)[:200] if found else None


_OUR_WORDS = (ErrorKind.PROTOCOL, ErrorKind.TRUNCATED, ErrorKind.TIMEOUT)
_PROXY_HINT = "Put user and password into the proxy's URL in the settings."
_REDIRECT_HINT = "Write the URL that the server names into the provider instance."
_START_HINT = "Start the server of this instance."
_LOCAL_HINT = "Start the server or choose another agent."
_NETWORK_HINT = "Check the network and the address of this instance."


def is_final_refusal(body: bytes) -> bool:
    """Tells whether an error body says that the quota is spent, so that no wait helps (S105)."""
    try:
        return "insufficient_quota" in read_error(json.loads(body.decode("utf-8", "replace")))[1]
    except (ValueError, RecursionError):
        return False


def _hint(kind: ErrorKind, instance: str) -> str | None:
    hints = {
        ErrorKind.AUTH: f"Check the key of `{instance}`.",
        ErrorKind.NOT_FOUND: "Check the model's name and the URL.",
        ErrorKind.TOO_LARGE: "Shorten the conversation or its attachments.",
        ErrorKind.TRUNCATED: "What came is kept; send again for a whole answer.",
    }
    return hints.get(kind)


def _redirect_message(status: int, url: str, headers: Mapping[str, str]) -> str:
    location = headers.get("location", "")
    try:
        host = urlsplit(location).hostname
    except ValueError:
        host = None
    if host is None and location:
        host = urlsplit(url).hostname
    place = f"to `{host}`" if host else "without saying where"
    return f"HTTP {status}: {shown_url(url)} redirects {place}; redirects are not followed."


def _phrase(status: int) -> str:
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return "the server refused"

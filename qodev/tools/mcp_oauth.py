"""Signs in to MCP servers with the system's browser; tokens lie in the key store and go to their server alone (P198)."""

import base64
import json
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol
from urllib.parse import parse_qs, urlsplit

from qodev.base.jsontext import JsonValue
from qodev.base.logs import KnownSecrets
from qodev.base.proxies import is_loopback_host
from qodev.tools.mcp_http import SignInNeeded
from qodev.tools.mcp_redirect import RedirectListener
from qodev.tools.mcp_stdio import ServerFault
from qodev.types.ports import Secret
from qodev.types.servers import ServerEntry

if TYPE_CHECKING:
    from mcp.client.auth import OAuthClientProvider
    from mcp.shared.auth import AuthorizationCodeResult, OAuthClientInformationFull, OAuthToken

_PARTS = ("access", "refresh", "rest", "client")
_PLACEHOLDER = "http://127.0.0.1:1/callback"  # of a provider that may not ask anybody

OpenBrowser = Callable[[str], Awaitable[None]]


class KeyStore(Protocol):
    """Where tokens are kept."""

    async def probe(self) -> str | None:
        """Returns the name of the keyring, None when there is none."""
        ...

    async def resolve(self, ref: str) -> Secret | None:
        """Returns a kept value."""
        ...

    async def store(self, ref: str, value: str, where: "KeyPlace") -> None:
        """Keeps a value."""
        ...

    async def clear(self, ref: str) -> None:
        """Forgets values."""
        ...


if TYPE_CHECKING:
    from typing import Literal

    KeyPlace = Literal["keyring", "memory", "file"]


def items_of(server: str) -> str:
    """Returns the reference of everything that is kept for a server."""
    return " | ".join(f"mcp-{server.casefold()}-{part}" for part in _PARTS)


@dataclass(slots=True)
class ServerTokens:
    """What the SDK calls a token storage, on the key store. Bound to one address: another one finds nothing (S154)."""

    entry: ServerEntry
    keys: KeyStore
    known: KnownSecrets
    provider: "OAuthClientProvider | None" = None

    async def get_tokens(self) -> "OAuthToken | None":
        """Returns the tokens of this server's address."""
        from mcp.shared.auth import OAuthToken

        access, rest = await self._get("access"), _opened(await self._get("rest"))
        if access is None or rest.get("url") != self.entry.url:
            return None
        expires_at = rest.get("expires_at")
        left_s = int(expires_at - time.time()) - 1 if isinstance(expires_at, int | float) else None
        scope = rest.get("scope")
        tokens = OAuthToken(
            access_token=access,
            refresh_token=await self._get("refresh"),
            expires_in=left_s,
            scope=scope if isinstance(scope, str) else None,
        )
        if self.provider is not None:  # else the SDK takes a token of another run for a valid one
            self.provider.context.update_token_expiry(tokens)
        return tokens

    async def set_tokens(self, tokens: "OAuthToken") -> None:
        """Keeps the tokens."""
        rest: dict[str, JsonValue] = {"url": self.entry.url, "scope": tokens.scope}
        if tokens.expires_in is not None:
            rest["expires_at"] = time.time() + tokens.expires_in
        await self._put("access", tokens.access_token)
        if tokens.refresh_token:
            await self._put("refresh", tokens.refresh_token)
        await self._put("rest", _closed(rest))

    async def get_client_info(self) -> "OAuthClientInformationFull | None":
        """Returns how qodev is registered with the authorization server."""
        from mcp.shared.auth import OAuthClientInformationFull

        found = _opened(await self._get("client"))
        if found.get("url") != self.entry.url:
            return None
        try:
            return OAuthClientInformationFull.model_validate(found.get("info"))
        except ValueError:
            return None

    async def set_client_info(self, client_info: "OAuthClientInformationFull") -> None:
        """Keeps how qodev is registered."""
        info = client_info.model_dump(mode="json", exclude_none=True)
        await self._put("client", _closed({"url": self.entry.url, "info": info}))

    async def _get(self, part: str) -> str | None:
        found = await self.keys.resolve(f"mcp-{self.entry.id.casefold()}-{part}")
        if found is None:
            return None
        self.known.add(found.reveal())
        return found.reveal()

    async def _put(self, part: str, value: str) -> None:
        self.known.add(value)
        where: KeyPlace = "memory" if await self.keys.probe() is None else "keyring"
        await self.keys.store(f"mcp-{self.entry.id.casefold()}-{part}", value, where)


def _closed(value: Mapping[str, JsonValue]) -> str:
    """Returns a value in characters that a key may have."""
    return base64.urlsafe_b64encode(json.dumps(value, separators=(",", ":")).encode()).decode()


def _opened(text: str | None) -> Mapping[str, JsonValue]:
    try:
        found: JsonValue = json.loads(base64.urlsafe_b64decode(text or ""))
    except ValueError:
        return {}
    return found if isinstance(found, Mapping) else {}


async def make_auth(
    tokens: ServerTokens, listener: RedirectListener | None, open_browser: OpenBrowser
) -> "OAuthClientProvider":
    """Returns what signs requests to one server; without a listener it uses the tokens that are there, and asks nobody."""
    from mcp.client.auth import OAuthClientProvider
    from mcp.shared.auth import AuthorizationCodeResult, OAuthClientMetadata
    from pydantic import AnyUrl

    async def redirect(url: str) -> None:
        if listener is None:
            raise SignInNeeded
        _require_safe(url)
        listener.expect(parse_qs(urlsplit(url).query).get("state", [""])[0])
        await open_browser(url)

    async def callback() -> "AuthorizationCodeResult":
        assert listener is not None, "redirect() came first and raised"
        answer = await listener.answer()
        if answer.error:
            raise ServerFault(f"refused the sign-in ({answer.error[:80]})", "Sign in again with Test.")
        return AuthorizationCodeResult(code=answer.code, state=answer.state, iss=answer.issuer)

    if listener is not None:  # another port than before: the former registration does not fit any more
        await tokens.keys.clear(items_of(tokens.entry.id))
    back = AnyUrl(listener.url if listener is not None else _PLACEHOLDER)
    metadata = OAuthClientMetadata(
        client_name="qodev",
        redirect_uris=[back],
        token_endpoint_auth_method="none",  # noqa: S106  a method, no secret
    )
    provider = OAuthClientProvider(tokens.entry.url, metadata, tokens, redirect, callback)
    tokens.provider = provider
    return provider


def _require_safe(url: str) -> None:
    parts = urlsplit(url)
    if parts.scheme == "https" or (parts.scheme == "http" and is_loopback_host(parts.hostname or "")):
        return
    raise ServerFault("asks you to sign in at an address that is neither https nor on this machine")

"""Checks the fields of one MCP server, as a file or a form gives them, and writes them back (P193)."""

import re
from collections.abc import Mapping, Sequence
from pathlib import PurePath
from urllib.parse import urlsplit

from qodev.base.codes import Code
from qodev.base.jsonplaces import JsonPath
from qodev.base.jsontext import JsonValue
from qodev.base.logs import KnownSecrets, redact
from qodev.base.proxies import is_loopback_host
from qodev.types.servers import CALL_MOST_S, CALL_S, START_MOST_S, START_S, ServerEntry, Transport

ARGUMENTS_MOST = 64
_TEXT_MOST = 4_000
_PAIRS_MOST = 64
_ID = re.compile(r"[A-Za-z0-9_-]{1,40}")
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,127}")
_HEADER = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}")
# The transport sets these itself; another value would break or redirect the connection.
_OWN_HEADERS = frozenset(
    {"host", "content-length", "content-type", "transfer-encoding", "connection", "accept", "mcp-session-id"}
)
_OF_STDIO = ("command", "arguments", "folder", "environment")
_OF_HTTP = ("url", "headers", "oauth")


class EntryFault(ValueError):
    """Why an entry cannot be used; `path` leads from the entry to what is wrong."""

    def __init__(self, reason: str, *path: str | int, code: Code = Code.SERVERS_ENTRY) -> None:
        super().__init__(reason)
        self.reason = reason
        self.path: JsonPath = path
        self.code = code


def read_entry(raw: JsonValue) -> ServerEntry:
    """Returns the entry; raises EntryFault at the first thing that is wrong."""
    if not isinstance(raw, Mapping):
        raise EntryFault("it is no object")
    server = raw.get("id")
    if not isinstance(server, str) or not _ID.fullmatch(server):
        raise EntryFault("its id must be 1 to 40 letters, digits, `_` or `-`", "id")
    transport = _transport(raw)
    _refuse_foreign(raw, transport)
    common = {
        "id": server,
        "name": _text(raw, "name", 80, otherwise=server),
        "transport": transport,
        "is_enabled": _flag(raw, "enabled", otherwise=True),
        "start_s": _seconds(raw, "start_s", START_S, START_MOST_S),
        "catalogue_s": _seconds(raw, "catalogue_s", START_S, START_MOST_S),
        "call_s": _seconds(raw, "call_s", CALL_S, CALL_MOST_S),
    }
    return ServerEntry(**common, **(_of_stdio(raw) if transport is Transport.STDIO else _of_http(raw)))  # type: ignore[arg-type]  # checked one by one above


def _transport(raw: Mapping[str, JsonValue]) -> Transport:
    try:
        return Transport(str(raw.get("transport")))
    except ValueError:
        raise EntryFault("its transport must be `stdio` or `http`", "transport") from None


def _refuse_foreign(raw: Mapping[str, JsonValue], transport: Transport) -> None:
    for name in _OF_HTTP if transport is Transport.STDIO else _OF_STDIO:
        if name in raw:
            raise EntryFault(f"`{name}` does not belong to the transport `{transport.value}`", name)


def _of_stdio(raw: Mapping[str, JsonValue]) -> dict[str, object]:
    arguments = raw.get("arguments", ())
    if not isinstance(arguments, Sequence) or isinstance(arguments, str):
        raise EntryFault("`arguments` must be a list of texts", "arguments")
    if len(arguments) > ARGUMENTS_MOST:
        raise EntryFault(f"it has more than {ARGUMENTS_MOST} arguments", "arguments")
    for index, argument in enumerate(arguments):
        if not isinstance(argument, str) or len(argument) > _TEXT_MOST or "\0" in argument:
            raise EntryFault(f"argument {index + 1} is no text that a program can take", "arguments", index)
        if redact(argument, KnownSecrets()) != argument:
            reason = f"argument {index + 1} looks like a key; other programs can read arguments"
            raise EntryFault(reason, "arguments", index, code=Code.SERVERS_SECRET)
    folder = _text(raw, "folder", _TEXT_MOST, otherwise="")
    if folder and not PurePath(folder).is_absolute():
        raise EntryFault("its folder must be a whole path", "folder")
    return {
        "command": _text(raw, "command", _TEXT_MOST),
        "arguments": tuple(str(argument) for argument in arguments),
        "folder": folder,
        "environment": _pairs(raw, "environment", _VARIABLE),
    }


def _of_http(raw: Mapping[str, JsonValue]) -> dict[str, object]:
    url = _text(raw, "url", 2_048)
    fault = url_fault(url)
    if fault is not None:
        raise EntryFault(fault, "url")
    headers = _pairs(raw, "headers", _HEADER)
    own = next((name for name, _ in headers if name.lower() in _OWN_HEADERS), None)
    if own is not None:
        raise EntryFault(f"the header `{own}` is set by qodev itself", "headers", own)
    oauth = _flag(raw, "oauth", otherwise=False)
    if oauth and any(name.lower() == "authorization" for name, _ in headers):
        raise EntryFault("with `oauth` the header `Authorization` is set by the sign-in", "headers")
    return {"url": url, "headers": headers, "oauth": oauth}


def url_fault(url: str) -> str | None:
    """Returns why a URL cannot be that of a server, None when it can."""
    if any(char <= " " or char == "\x7f" for char in url):
        return "its URL holds a blank or a control character"
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        return "its URL has no readable host or port"
    if parts.scheme not in ("http", "https") or not parts.hostname:
        return "its URL must begin with `https://` and name a host"
    if parts.username is not None or parts.password is not None:
        return "its URL holds a user name; use a header"
    if parts.query or parts.fragment or "?" in url or "#" in url:
        return "its URL has a query or a fragment"
    if parts.scheme == "http" and not is_loopback_host(parts.hostname):
        return "plain http is for this machine alone; use https"
    return None


def _text(raw: Mapping[str, JsonValue], name: str, most: int, *, otherwise: str | None = None) -> str:
    value = raw.get(name, otherwise)
    if not isinstance(value, str) or len(value) > most or "\0" in value:
        raise EntryFault(f"`{name}` must be a text of at most {most} characters", name)
    if not value.strip() and otherwise is None:
        raise EntryFault(f"`{name}` is missing", name)
    return value or otherwise or ""


def _flag(raw: Mapping[str, JsonValue], name: str, *, otherwise: bool) -> bool:
    value = raw.get(name, otherwise)
    if not isinstance(value, bool):
        raise EntryFault(f"`{name}` must be true or false", name)
    return value


def _seconds(raw: Mapping[str, JsonValue], name: str, otherwise: int, most: int) -> int:
    value = raw.get(name, otherwise)
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= most:
        raise EntryFault(f"`{name}` must be a whole number from 1 to {most}", name)
    return value


def _pairs(raw: Mapping[str, JsonValue], name: str, key: re.Pattern[str]) -> tuple[tuple[str, str], ...]:
    value = raw.get(name, {})
    if not isinstance(value, Mapping) or len(value) > _PAIRS_MOST:
        raise EntryFault(f"`{name}` must be an object of at most {_PAIRS_MOST} names", name)
    found: list[tuple[str, str]] = []
    for own, variable in value.items():
        if not key.fullmatch(own):
            raise EntryFault(f"`{name}` holds a name that cannot be one", name, own)
        # The value is never repeated: whoever writes the key itself here must not see it in a list of problems.
        if not isinstance(variable, str) or not is_variable(variable):
            reason = f"`{name}.{own}` must be the name of an environment variable, not a value"
            raise EntryFault(reason, name, own, code=Code.SERVERS_SECRET)
        found.append((own, variable))
    return tuple(found)


def is_variable(text: str) -> bool:
    """Tells whether a text can be the name of a variable, and does not look like a key."""
    return bool(_VARIABLE.fullmatch(text)) and redact(text, KnownSecrets()) == text


def write_entry(entry: ServerEntry) -> dict[str, JsonValue]:
    """Returns an entry as it stands in the file; what is as usual is left out."""
    found: dict[str, JsonValue] = {"id": entry.id}
    if entry.name != entry.id:
        found["name"] = entry.name
    found["transport"] = entry.transport.value
    if entry.transport is Transport.STDIO:
        written: dict[str, JsonValue] = {
            "command": entry.command,
            "arguments": list(entry.arguments),
            "folder": entry.folder,
            "environment": dict(entry.environment),
        }
    else:
        written = {"url": entry.url, "headers": dict(entry.headers), "oauth": entry.oauth}
    found |= {key: value for key, value in written.items() if value}
    if not entry.is_enabled:
        found["enabled"] = False
    usual = {"start_s": START_S, "catalogue_s": START_S, "call_s": CALL_S}
    times = {"start_s": entry.start_s, "catalogue_s": entry.catalogue_s, "call_s": entry.call_s}
    return found | {key: value for key, value in times.items() if value != usual[key]}

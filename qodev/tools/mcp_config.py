"""Reads the user's file of MCP servers: a bad entry costs itself alone, and says at which line why (P192, P193)."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from qodev.base.codes import Code
from qodev.base.diagnostics import Diagnostic, Parsed, Severity, Sink, SourceSpan
from qodev.base.files import load_text
from qodev.base.jsonplaces import JsonPath, JsonPlace, locate_json
from qodev.base.jsontext import JsonFault, JsonValue, loads_strict
from qodev.base.text import LineIndex, near_miss
from qodev.tools.mcp_fields import EntryFault, read_entry
from qodev.types.servers import InvalidServer, ServerEntry, ServerFile

SERVERS_MOST = 32
LIMIT_BYTES = 1024 * 1024
_DEPTH_MOST = 20
_TOP = ("version", "servers")
KEYS = (
    *("id", "name", "transport", "enabled", "command", "arguments", "folder", "environment"),
    *("url", "headers", "oauth", "start_s", "catalogue_s", "call_s"),
)


def load_servers(path: Path) -> ServerFile:
    """Returns what the file says; a missing one holds no servers, one that cannot be read is left as it is."""
    if not path.exists():
        return ServerFile(str(path))
    loaded = load_text(path, LIMIT_BYTES)
    if loaded.value is None:
        return ServerFile(str(path), None, diagnostics=loaded.diagnostics)
    return parse_servers(loaded.value, str(path))


def parse_servers(text: str, path: str) -> ServerFile:
    """Returns the servers of a text, and what is wrong with it."""
    document = parse_document(text, path)
    if document.value is None:
        return ServerFile(path, None, diagnostics=document.diagnostics)
    reader = _Reader(text, path)
    entries, invalid = reader.read(document.value)
    return ServerFile(path, text, entries, invalid, reader.sink.done())


def parse_document(text: str, path: str) -> Parsed[Sequence[JsonValue]]:
    """Returns the list of servers as it is written, None with the reason when the whole file cannot be used."""
    if not text.strip():
        return Parsed(())
    try:
        document = loads_strict(text, depth_limit=_DEPTH_MOST)
    except (JsonFault, ValueError) as fault:  # also a number of thousands of digits
        offset = fault.offset if isinstance(fault, JsonFault) else 0
        return Parsed(None, (_unusable(f"is no JSON text: {fault}", path, LineIndex.of(text).position(offset)),))
    servers = document.get("servers", ()) if isinstance(document, Mapping) else None
    if not isinstance(servers, Sequence) or isinstance(servers, str):
        return Parsed(None, (_unusable("has no list `servers`", path, (1, 1)),))
    return Parsed(servers)


def _unusable(reason: str, path: str, place: tuple[int, int]) -> Diagnostic:
    message = f"`{Path(path).name}` {reason}, so no server of it is used."
    return Diagnostic(
        Code.SERVERS_FILE,
        Severity.ERROR,
        message,
        span=SourceSpan(path, *place),
        hint="Repair the file; it is left as it is.",
    )


class _Reader:
    """Turns the list into entries, with the place of whatever is wrong."""

    def __init__(self, text: str, path: str) -> None:
        self.sink = Sink()
        self._path = path
        self._lines = LineIndex.of(text)
        self._places: Mapping[JsonPath, JsonPlace] = locate_json(text) if text.strip() else {}

    def read(self, servers: Sequence[JsonValue]) -> tuple[tuple[ServerEntry, ...], tuple[InvalidServer, ...]]:
        entries: list[ServerEntry] = []
        invalid: list[InvalidServer] = []
        self._warn_unknown((), _TOP)
        for index, raw in enumerate(servers):
            found = self._one(index, raw, entries)
            if isinstance(found, ServerEntry):
                entries.append(found)
            else:
                self.sink.add(found.diagnostic)
                invalid.append(found)
        return tuple(entries), tuple(invalid)

    def _one(self, index: int, raw: JsonValue, before: Sequence[ServerEntry]) -> ServerEntry | InvalidServer:
        label = _label(index, raw)
        where: JsonPath = ("servers", index)
        try:
            entry = read_entry(raw)
        except EntryFault as fault:
            return self._invalid(label, fault.code, fault.reason, (*where, *fault.path))
        self._warn_unknown(where, KEYS)
        if any(known.id.casefold() == entry.id.casefold() for known in before):
            reason = "its id stands above already, and the first one counts"
            return self._invalid(label, Code.SERVERS_DUPLICATE, reason, (*where, "id"))
        if len(before) >= SERVERS_MOST:
            return self._invalid(label, Code.SERVERS_COUNT, f"only {SERVERS_MOST} servers are used", where)
        return entry

    def _invalid(self, label: str, code: Code, reason: str, path: JsonPath) -> InvalidServer:
        message = f"The server `{label}` cannot be used: {reason}."
        key = ".".join(str(part) for part in path)
        found = Diagnostic(code, Severity.ERROR, message, subject=label, span=self._span(path), key=key)
        return InvalidServer(label, found)

    def _warn_unknown(self, where: JsonPath, known: Sequence[str]) -> None:
        inside = [path for path in self._places if len(path) == len(where) + 1 and path[: len(where)] == where]
        for path in inside:
            name = path[-1]
            if isinstance(name, str) and name not in known:
                near = near_miss(name, known)
                message = f"There is no key `{name}` here; it is kept and has no effect."
                found = Diagnostic(
                    Code.SERVERS_UNKNOWN, Severity.WARNING, message, span=self._span(path, at_key=True), hint=near
                )
                self.sink.add(found)

    def _span(self, path: JsonPath, *, at_key: bool = False) -> SourceSpan:
        place = self._places.get(path) or self._places.get(path[:2]) or JsonPlace(0, 0, 0)
        line, column = self._lines.position(place.key if at_key else place.start)
        return SourceSpan(self._path, line, column)


def _label(index: int, raw: JsonValue) -> str:
    given = raw.get("id") if isinstance(raw, Mapping) else None
    return given if isinstance(given, str) and 0 < len(given) <= 40 else f"number {index + 1}"

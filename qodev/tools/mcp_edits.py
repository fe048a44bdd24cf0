"""Changes one entry in the text of the servers' file and leaves every other byte, unknown keys included, as it is."""

import json
from collections.abc import Mapping

from qodev.base.jsonplaces import JsonPlace, locate_json
from qodev.base.jsontext import JsonValue, loads_strict
from qodev.tools.mcp_config import KEYS
from qodev.tools.mcp_fields import write_entry
from qodev.types.servers import ServerEntry

_EMPTY = '{\n  "version": 1,\n  "servers": []\n}\n'


def put_entry(text: str, entry: ServerEntry, *, former: str | None = None) -> str:
    """Returns the text with an entry in the place of `former`, or as the last one; the text must be usable."""
    text = text if text.strip() else _EMPTY
    servers = _servers(text)
    at = next((index for index, raw in enumerate(servers) if former is not None and _is(raw, former)), None)
    if at is None:
        return _appended(text, len(servers), _rendered(write_entry(entry)))
    before = servers[at]
    kept = {key: value for key, value in before.items() if key not in KEYS} if isinstance(before, Mapping) else {}
    place = locate_json(text)["servers", at]
    return text[: place.start] + _rendered(write_entry(entry) | kept) + text[place.end :]


def remove_entry(text: str, server: str) -> str:
    """Returns the text without the first entry with an id; the same text when there is none."""
    servers = _servers(text) if text.strip() else []
    at = next((index for index, raw in enumerate(servers) if _is(raw, server)), None)
    if at is None:
        return text
    places = locate_json(text)
    place = places["servers", at]
    if at + 1 < len(servers):
        return text[: place.start] + text[places["servers", at + 1].start :]
    begin = places["servers", at - 1].end if at else places["servers",].start + 1
    return text[:begin] + text[place.end :]


def _servers(text: str) -> list[JsonValue]:
    document = loads_strict(text)
    assert isinstance(document, Mapping)
    servers = document.get("servers", [])
    assert isinstance(servers, list)
    return servers


def _is(raw: JsonValue, server: str) -> bool:
    given = raw.get("id") if isinstance(raw, Mapping) else None
    return isinstance(given, str) and given.casefold() == server.casefold()


def _rendered(entry: Mapping[str, JsonValue]) -> str:
    return json.dumps(entry, ensure_ascii=False, indent=2).replace("\n", "\n    ")


def _appended(text: str, count: int, entry: str) -> str:
    places = locate_json(text)
    whole = places.get(("servers",))
    if whole is None:  # a file with other keys alone
        end = places[()].end - 1
        comma = "," if len(places) > 1 else ""
        head = text[:end].rstrip()
        return f'{head}{comma}\n  "servers": [\n    {entry}\n  ]\n{text[end:]}'
    if count:
        last: JsonPlace = places["servers", count - 1]
        return f"{text[: last.end]},\n    {entry}{text[last.end :]}"
    return f"{text[: whole.start]}[\n    {entry}\n  ]{text[whole.end :]}"

"""Keeps where the window stood: geometry, splitters, the open conversation, scroll places (U167)."""

from collections.abc import Mapping

from qodev.base.database import Database
from qodev.base.jsontext import JsonFault, JsonValue, dump_compact, loads_strict
from qodev.base.sqlite import Connection
from qodev.store.codec import clean_value
from qodev.store.rows import fetch


class WindowStateStore:
    """Names and JSON values; losing the newest of them costs nothing but comfort, so no write waits for the disk."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def load(self) -> Mapping[str, JsonValue]:
        """Returns every value that can be read. Raises StoreError."""
        return await self._database.read(_load)

    async def put(self, name: str, value: JsonValue) -> None:
        """Stores one value. Raises StoreError."""
        text = dump_compact(clean_value(value))
        query = "INSERT INTO window_state VALUES (?, ?) ON CONFLICT(name) DO UPDATE SET value = excluded.value"
        await self._database.write(lambda link: link.execute(query, (name, text)), durable=False)


def _load(link: Connection) -> dict[str, JsonValue]:
    found: dict[str, JsonValue] = {}
    for row in fetch(link, "SELECT name, value FROM window_state"):
        try:
            found[str(row["name"])] = loads_strict(str(row["value"]))
        except JsonFault:
            continue  # written anew when the window changes next
    return found

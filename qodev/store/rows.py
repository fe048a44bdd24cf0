"""Fetches rows as mappings, also where a damaged disk left bytes that are no UTF-8."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from qodev.base.sqlite import Connection, SqlError

Row: TypeAlias = Mapping[str, object]
Value: TypeAlias = "str | int | float | bytes | None"


def fetch(link: Connection, query: str, values: Sequence[Value] = ()) -> list[Row]:
    """Returns all rows of a query by column name. Raises SqlError."""
    try:
        return _fetch(link, query, values)
    except SqlError as fault:
        if getattr(fault, "sqlite_errorcode", None) is not None:
            raise
    # Without a code of SQLite it is Python that could not decode a text: one bad byte must not hide a whole page.
    strict = link.text_factory
    link.text_factory = _decode_leniently
    try:
        return _fetch(link, query, values)
    finally:
        link.text_factory = strict


def _fetch(link: Connection, query: str, values: Sequence[Value]) -> list[Row]:
    cursor = link.execute(query, values)
    names = [column[0] for column in cursor.description]
    return [dict(zip(names, row, strict=True)) for row in cursor]


def _decode_leniently(text: bytes) -> str:
    return text.decode("utf-8", "replace")


def fetch_one(link: Connection, query: str, values: Sequence[Value] = ()) -> Row | None:
    """Returns the first row of a query, None when it has none."""
    found = fetch(link, query, values)
    return found[0] if found else None


def fetch_number(link: Connection, query: str, values: Sequence[Value] = ()) -> int:
    """Returns the one number that a query yields."""
    number: int = link.execute(query, values).fetchone()[0]
    return number

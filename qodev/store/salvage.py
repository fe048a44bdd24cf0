"""Copies what can be read of a damaged database, row by row (S166)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from qodev.base.sqlite import Connection, SqlError, connect
from qodev.store.rows import Value

_PROBES = 2_000_000  # single rows looked for between two damaged places
_RECOVERED = "Recovered conversation"
# Copied behind conversations and messages, which alone are counted: each behind the tables that its rows refer to.
_OTHERS = ("requests", "branches", "aside_messages", "turns", "file_changes", "checklists")


@dataclass(frozen=True, slots=True)
class Salvaged:
    """What was copied; `lost` is None when the damage does not even let rows be counted."""

    conversations: int = 0
    messages: int = 0
    lost: int | None = 0


def salvage(path: Path, target: Connection) -> Salvaged:
    """Copies the readable rows of the database at `path` into a new one; `path` is not changed."""
    try:
        source = connect(path, read_only=True)
    except SqlError:
        return Salvaged(lost=None)
    # Without this SQLite refuses a file that is shorter than its header says, whatever part of it is asked for.
    source.execute("PRAGMA writable_schema=ON")
    source.text_factory = lambda text: text.decode("utf-8", "replace")
    try:
        return _Copy(source, target).run()
    finally:
        source.close()


class _Copy:
    """One pass over a damaged database."""

    def __init__(self, source: Connection, target: Connection) -> None:
        self._source = source
        self._target = target
        self._known: set[object] = set()

    def run(self) -> Salvaged:
        expected = [self._count(table) for table in ("conversations", "messages")]
        conversations = self._copy("conversations")
        messages = self._copy("messages")
        for table in _OTHERS:
            self._copy(table)
        self._target.execute(
            "UPDATE messages SET position = placed.position FROM (SELECT number, row_number() OVER"
            " (PARTITION BY conversation_id ORDER BY position, number) - 1 AS position FROM messages) AS placed"
            " WHERE placed.number = messages.number"
        )
        self._target.execute("INSERT INTO message_index(message_index) VALUES ('rebuild')")
        self._target.execute("UPDATE messages SET indexed = 1")
        known = [count for count in expected if count is not None]
        lost = max(0, sum(known) - conversations - messages) if len(known) == len(expected) else None
        return Salvaged(conversations, messages, lost)

    def _count(self, table: str) -> int | None:
        try:
            count: int = self._source.execute(f"SELECT count(*) FROM {table}").fetchone()[0]  # noqa: S608  own names
        except SqlError:
            return None
        return count

    def _copy(self, table: str) -> int:
        columns = self._shared_columns(table)
        marks = ", ".join("?" * len(columns))
        query = f"INSERT INTO {table}({', '.join(columns)}) VALUES ({marks})"  # noqa: S608  names of our own tables
        copied = 0
        for row in self._rows(table, columns) if columns else ():
            try:
                self._claim(table, dict(zip(columns, row, strict=True)))
                self._target.execute(query, row)
            except SqlError:
                continue  # what a damaged page turned into nonsense; the file that is kept still holds it
            copied += 1
        return copied

    def _shared_columns(self, table: str) -> tuple[str, ...]:
        try:
            there = [str(row[1]) for row in self._source.execute(f"PRAGMA table_info({table})")]
        except SqlError:
            return ()
        wanted = {str(row[1]) for row in self._target.execute(f"PRAGMA table_info({table})")}
        return tuple(name for name in there if name in wanted)

    def _claim(self, table: str, row: dict[str, Value]) -> None:
        """Notes a conversation, or makes one for a message whose own was lost."""
        if table == "conversations":
            self._known.add(row["id"])
        elif table == "messages" and row["conversation_id"] not in self._known:
            self._known.add(row["conversation_id"])
            self._target.execute(
                "INSERT INTO conversations(id, changed, title, created_at, updated_at, mode, state, unseen, pinned,"
                " archived, last_text, schema_version) VALUES (?, 0, ?, ?, ?, 'chat', 'idle', 0, 0, 0, '', 1)",
                (row["conversation_id"], _RECOVERED, row["created_at"], row["created_at"]),
            )

    def _rows(self, table: str, columns: Sequence[str]) -> Iterator[Sequence[Value]]:
        """Yields rows from the start, then from the end, then one by one what lies between two damaged places."""
        names = ", ".join(columns)
        last: int | None = None
        first: int | None = None
        query = f"SELECT rowid, {names} FROM {table} ORDER BY rowid"  # noqa: S608  names of our own tables
        try:
            for number, *row in self._source.execute(query):
                yield row
                last = number
        except SqlError:
            pass  # a damaged place: what lies behind it is read from the end
        else:
            return
        try:
            for number, *row in self._source.execute(f"{query} DESC"):
                if last is not None and number <= last:
                    return
                yield row
                first = number
        except SqlError:
            pass  # another one, or the same: what lies between the two is asked for row by row
        yield from self._between(f"SELECT {names} FROM {table} WHERE rowid = ?", last or 0, first)  # noqa: S608

    def _between(self, query: str, last: int, first: int | None) -> Iterator[Sequence[Value]]:
        for number in range(last + 1, min(first or 0, last + _PROBES)):
            try:
                row = self._source.execute(query, (number,)).fetchone()
            except SqlError:
                continue
            if row is not None:
                yield row

"""Keeps what Code tasks need beside messages: waiting turns, changes of files, checklists."""

from collections.abc import Sequence

from qodev.base.database import Database
from qodev.base.jsontext import dump_compact
from qodev.base.sqlite import Connection
from qodev.base.values import ValueFault, decode_value, encode_value
from qodev.store.codec import DamagedRow, clean_value, parse_list, parse_object
from qodev.store.rows import Row, fetch
from qodev.types.changes import ChangeState, FileChange
from qodev.types.conversation import QueueItem, QueueState, TurnRequest
from qodev.types.work import ChecklistItem

_CHANGE = "SELECT change, state FROM file_changes"


class TurnQueueStore:
    """Turns by conversation and order; a turn leaves the queue on disk before it runs (P226)."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, request: TurnRequest) -> None:
        """Stores a turn behind those that wait. Raises StoreError."""
        await self._database.write(lambda link: insert_turn(link, request, QueueState.QUEUED))

    async def waiting(self, conversation_id: str) -> tuple[QueueItem, ...]:
        """Returns the turns that wait, in order; a row that cannot be read is left where it is."""
        query = "SELECT request FROM turns WHERE conversation_id = ? AND state = ? ORDER BY position, number"
        values = (conversation_id, str(QueueState.QUEUED))
        rows = await self._database.read(lambda link: fetch(link, query, values))
        found = [turn for row in rows if (turn := _turn(row)) is not None]
        return tuple(QueueItem(turn, position) for position, turn in enumerate(found))

    async def conversations(self) -> tuple[str, ...]:
        """Returns the conversations in which turns wait."""
        query = "SELECT DISTINCT conversation_id FROM turns WHERE state = ?"
        rows = await self._database.read(lambda link: fetch(link, query, (str(QueueState.QUEUED),)))
        return tuple(str(row["conversation_id"]) for row in rows)

    async def replace(self, request: TurnRequest) -> bool:
        """Writes a waiting turn anew; tells whether it still waited. Raises StoreError."""
        query = "UPDATE turns SET request = ? WHERE id = ? AND state = ?"
        values = (_packed(request), request.id, str(QueueState.QUEUED))
        return bool(await self._database.write(lambda link: link.execute(query, values).rowcount))

    async def remove(self, turn_id: str) -> bool:
        """Takes a waiting turn away; tells whether it still waited. Raises StoreError."""
        query = "DELETE FROM turns WHERE id = ? AND state = ?"
        return bool(
            await self._database.write(lambda link: link.execute(query, (turn_id, str(QueueState.QUEUED))).rowcount)
        )

    async def arrange(self, turn_ids: Sequence[str]) -> None:
        """Stores another order of waiting turns. Raises StoreError."""

        def work(link: Connection) -> None:
            for position, turn_id in enumerate(turn_ids):
                link.execute("UPDATE turns SET position = ? WHERE id = ?", (position, turn_id))

        await self._database.write(work)

    async def end(self, turn_id: str) -> None:
        """Records that a turn has ended. Raises StoreError."""
        await self._database.write(lambda link: set_turn_state(link, turn_id, QueueState.ENDED))

    async def find(self, turn_id: str) -> TurnRequest | None:
        """Returns a turn as it was captured, with the profile it ran under (P72)."""
        rows = await self._database.read(lambda link: fetch(link, "SELECT request FROM turns WHERE id = ?", (turn_id,)))
        return _turn(rows[0]) if rows else None


def insert_turn(link: Connection, request: TurnRequest, state: QueueState) -> None:
    """Inserts a turn behind those of its conversation."""
    link.execute(
        "INSERT INTO turns(id, conversation_id, position, state, request, at) VALUES (?, ?,"
        " (SELECT coalesce(max(position), -1) + 1 FROM turns WHERE conversation_id = ?), ?, ?, ?)",
        (
            request.id,
            request.conversation_id,
            request.conversation_id,
            str(state),
            _packed(request),
            request.created_at,
        ),
    )


def begin_turn(link: Connection, request: TurnRequest) -> None:
    """Records that a turn runs, whether it waited before or not."""
    if not set_turn_state(link, request.id, QueueState.RUNNING):
        insert_turn(link, request, QueueState.RUNNING)


def set_turn_state(link: Connection, turn_id: str, state: QueueState) -> bool:
    """Records how far a turn is; tells whether it is known."""
    return bool(link.execute("UPDATE turns SET state = ? WHERE id = ?", (str(state), turn_id)).rowcount)


def _packed(request: TurnRequest) -> str:
    return dump_compact(clean_value(encode_value(request)))


def _turn(row: Row) -> TurnRequest | None:
    try:
        return decode_value(TurnRequest, dict(parse_object(row["request"])))
    except (DamagedRow, ValueFault):
        return None


class FileChanges:
    """The changes of files that tools made, in order (P185)."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def begin(self, change: FileChange) -> None:
        """Records a change that is about to be written. Raises StoreError."""
        values = (change.id, change.conversation_id, str(change.state), dump_compact(clean_value(encode_value(change))))
        query = "INSERT INTO file_changes(id, conversation_id, state, change) VALUES (?, ?, ?, ?)"
        await self._database.write(lambda link: link.execute(query, values))

    async def settle(self, change_id: str, state: ChangeState) -> None:
        """Records how a change ended. Raises StoreError."""
        query = "UPDATE file_changes SET state = ? WHERE id = ?"
        await self._database.write(lambda link: link.execute(query, (str(state), change_id)))

    async def drop(self, change_id: str) -> None:
        """Takes away the record of a change that was never written. Raises StoreError."""
        await self._database.write(lambda link: link.execute("DELETE FROM file_changes WHERE id = ?", (change_id,)))

    async def changes(self, conversation_id: str) -> tuple[FileChange, ...]:
        """Returns the changes of a conversation, oldest first."""
        return await self._database.read(lambda link: read_changes(link, conversation_id))

    async def unsettled(self) -> tuple[FileChange, ...]:
        """Returns the changes that a crash left begun, oldest first."""
        query = f"{_CHANGE} WHERE state = ? ORDER BY number"
        return _changes(await self._database.read(lambda link: fetch(link, query, (str(ChangeState.BEGUN),))))


def read_changes(link: Connection, conversation_id: str) -> tuple[FileChange, ...]:
    """Returns the changes of a conversation, oldest first."""
    return _changes(fetch(link, f"{_CHANGE} WHERE conversation_id = ? ORDER BY number", (conversation_id,)))


def _changes(rows: Sequence[Row]) -> tuple[FileChange, ...]:
    found = []
    for row in rows:
        try:
            found.append(decode_value(FileChange, {**parse_object(row["change"]), "state": str(row["state"])}))
        except (DamagedRow, ValueFault):
            continue  # kept on disk; nothing can be undone with it
    return tuple(found)


class Checklists:
    """The list of things to do of each conversation."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def write(self, conversation_id: str, items: Sequence[ChecklistItem]) -> None:
        """Stores a list in the place of the one before. Raises StoreError."""
        text = dump_compact(clean_value(encode_value(tuple(items))))
        query = (
            "INSERT INTO checklists(conversation_id, items) VALUES (?, ?)"
            " ON CONFLICT(conversation_id) DO UPDATE SET items = excluded.items"
        )
        await self._database.write(lambda link: link.execute(query, (conversation_id, text)))

    async def read(self, conversation_id: str) -> tuple[ChecklistItem, ...]:
        """Returns the list of a conversation, empty when it has none."""
        query = "SELECT items FROM checklists WHERE conversation_id = ?"
        rows = await self._database.read(lambda link: fetch(link, query, (conversation_id,)))
        try:
            return tuple(decode_value(ChecklistItem, item) for row in rows for item in parse_list(row["items"]))
        except (DamagedRow, ValueFault):
            return ()

"""What is copied of a damaged database beside conversations and messages: waiting turns, changes of files, checklists."""

from pathlib import Path

from qodev.base.codes import Code
from qodev.store.recovery import open_conversations
from qodev.store.work import Checklists, FileChanges, TurnQueueStore
from qodev.types.changes import ChangeKind, ChangeState, FileChange
from qodev.types.conversation import ChatMode, QueueItem, TurnRequest
from qodev.types.work import ChecklistItem, ItemStatus
from tests.fakes.disk import bytes_of, put
from tests.unit.store.kit import NOW, clock, conversation, message, opened

NAME = "conversations.sqlite"
TURN = TurnRequest("turn_1", "conv_1", "later", (), "agent", None, None, ChatMode.CHAT, None, NOW)
CHANGE = FileChange(
    "change_1", "conv_1", "t", "k", "/p", "a.py", ChangeKind.WRITE, "before", "after", NOW, ChangeState.DONE
)
ITEMS = (ChecklistItem("one", ItemStatus.PENDING),)


async def reopened(folder: Path):
    """Cuts the last page off, opens the file, and returns the store of what was copied."""
    put(folder / NAME, bytes_of(folder / NAME)[:-4096])
    made = await open_conversations(folder / NAME, clock=clock)
    assert [found.code for found in made.diagnostics] == [Code.STORE_DAMAGED]
    return made.database


async def test_salvage_keeps_waiting_turns_changes_and_checklists(tmp_path: Path) -> None:
    async with opened(tmp_path) as (store, database):
        await store.append(message("a"), conversation())
        await TurnQueueStore(database).add(TURN)
        await FileChanges(database).begin(CHANGE)
        await Checklists(database).write("conv_1", ITEMS)
    database = await reopened(tmp_path)
    try:
        assert await TurnQueueStore(database).waiting("conv_1") == (QueueItem(TURN, 0),)
        assert await FileChanges(database).changes("conv_1") == (CHANGE,)
        assert await Checklists(database).read("conv_1") == ITEMS
    finally:
        await database.close()

"""What is copied of a damaged database beside conversations and messages: waiting turns, changes of files, branches."""

import sqlite3
from contextlib import closing
from pathlib import Path

from qodev.base.codes import Code
from qodev.store.branches import BranchStore
from qodev.store.conversations import ConversationStore
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


async def test_branch_comes_back_alone_though_a_message_before_it_was_lost(tmp_path: Path) -> None:
    here = conversation()
    async with opened(tmp_path) as (store, database):
        for name in ("a", "b", "c"):
            await store.append(message(name), here)
        await store.append(message("d"), here, instead_of="c")
    with closing(sqlite3.connect(tmp_path / NAME)) as link:
        link.execute("DELETE FROM messages WHERE id = 'a'")
        link.commit()
    database = await reopened(tmp_path)
    try:
        store, branches = ConversationStore(database), BranchStore(database)
        for head in ("c", "d", "c"):
            await branches.bring_back(here, head)
            assert [found.id for found in await store.history("conv_1")] == ["b", head]
            assert (await store.page("conv_1", limit=1)).first_position == 1
    finally:
        await database.close()

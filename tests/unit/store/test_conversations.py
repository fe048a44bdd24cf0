"""Conversations: what is stored is there again, in order, by page, and nothing is lost to a damaged row."""

import tracemalloc
from dataclasses import replace
from pathlib import Path

import pytest

from qodev.base.errors import StoreError
from qodev.base.sqlite import build_database
from qodev.store.conversations import purge_deleted
from qodev.store.schema import APPLICATION_ID, STEPS
from qodev.types.conversation import ChatMode, ConversationState, Draft
from qodev.types.messages import FileBlock, ImageBlock, MessageState, TextBlock, ToolResultBlock
from tests.fakes.disk import bytes_of, names_in
from tests.unit.store.kit import NOW, conversation, damage_text, message, opened


async def test_save_every_field_is_there_after_a_restart(tmp_path: Path):
    whole = conversation(
        title="Titel ü",
        agent="A",
        role_id="",
        model="m",
        project="/p",
        mode=ChatMode.CODE_TASK,
        state=ConversationState.FAILED,
        unseen=True,
        pinned=True,
        archived=True,
        last_text="bye",
        script="slow",
        profile="Größe 2",
        profile_scope="project",
        profile_before_plan="Reviewer",
        forked_from="conv_0",
        draft=Draft("typed", (ImageBlock("aGk=", "image/png"), FileBlock("a.py", "x = 1", truncated=True))),
    )
    async with opened(tmp_path) as (store, _):
        await store.save(whole)
    async with opened(tmp_path) as (store, _):
        assert await store.get("conv_1") == whole
        assert await store.list() == (whole,)


async def test_get_unknown_is_none(tmp_path: Path):
    async with opened(tmp_path) as (store, _):
        assert await store.get("conv_x") is None


async def test_save_draft_comes_and_goes(tmp_path: Path):
    async with opened(tmp_path) as (store, _):
        await store.save(conversation(draft=Draft("half a sen")))
        assert (await store.get("conv_1")).draft == Draft("half a sen")
        await store.save(conversation())
        assert (await store.get("conv_1")).draft == Draft()


async def test_list_order_follows_changes_and_not_the_clock(tmp_path: Path):
    async with opened(tmp_path) as (store, _):
        await store.save(conversation("a", updated_at=300.0))
        await store.save(conversation("b", updated_at=200.0))
        await store.save(conversation("c", updated_at=100.0))
        assert [c.id for c in await store.list()] == ["c", "b", "a"]
        await store.append(message("m"), conversation("a", updated_at=50.0))
        assert [c.id for c in await store.list()] == ["a", "c", "b"]
        await store.save(conversation("b", updated_at=200.0, title="renamed"))
        assert [c.id for c in await store.list()] == ["a", "c", "b"]


async def test_append_messages_come_back_equal_and_in_order(tmp_path: Path):
    sent = tuple(message(f"m{n}", f"text {n}") for n in range(5))
    async with opened(tmp_path) as (store, _):
        for one in sent:
            await store.append(one, conversation())
    async with opened(tmp_path) as (store, _):
        assert await store.history("conv_1") == sent
        assert await store.lengths("conv_1") == (6, 6, 6, 6, 6)


async def test_append_again_replaces_in_place(tmp_path: Path):
    async with opened(tmp_path) as (store, _):
        for name in ("a", "b", "c"):
            await store.append(message(name), conversation())
        changed = message("b", "anew", error="It failed.")
        await store.append(changed, conversation())
        assert (await store.history("conv_1"))[1] == changed
        assert [m.id for m in await store.history("conv_1")] == ["a", "b", "c"]


async def test_append_message_and_conversation_are_one_transaction(tmp_path: Path):
    async with opened(tmp_path) as (store, database):
        await store.save(conversation(title="before"))
        await database.write(
            lambda link: link.execute(
                "CREATE TRIGGER no BEFORE INSERT ON messages BEGIN SELECT raise(ABORT, 'no'); END"
            )
        )
        with pytest.raises(StoreError):
            await store.append(message(), conversation(title="after"))
        assert (await store.get("conv_1")).title == "before"


async def test_checkpoint_grows_and_append_finishes(tmp_path: Path):
    async with opened(tmp_path) as (store, _):
        await store.append(message("q"), conversation())
        growing = message("a", "Once", state=MessageState.PARTIAL)
        await store.checkpoint(growing, "conv_1")
        await store.checkpoint(replace(growing, blocks=(TextBlock("Once upon"),)), "conv_1")
        assert [m.text for m in await store.history("conv_1")] == ["text of q", "Once upon"]
        assert await store.search("upon") == ()
        done = message("a", "Once upon a time")
        await store.append(done, conversation())
        assert (await store.history("conv_1"))[1] == done
        assert [h.message_id for h in await store.search("upon")] == ["a"]


async def test_page_walks_back_through_all_messages(tmp_path: Path):
    async with opened(tmp_path) as (store, _):
        for n in range(25):
            await store.append(message(f"m{n}"), conversation())
        page = await store.page("conv_1", limit=10)
        assert ([m.id for m in page.messages], page.first_position, page.total) == (
            [f"m{n}" for n in range(15, 25)],
            15,
            25,
        )
        page = await store.page("conv_1", before=5, limit=10)
        assert ([m.id for m in page.messages], page.first_position) == ([f"m{n}" for n in range(5)], 0)
        assert (await store.page("conv_1", before=0)).messages == ()


async def test_page_of_unknown_conversation_is_empty(tmp_path: Path):
    async with opened(tmp_path) as (store, _):
        page = await store.page("conv_x")
        assert (page.messages, page.first_position, page.total) == ((), 0, 0)


async def test_page_reads_only_its_own_rows(tmp_path: Path):
    """What opening a long conversation costs: the last screen and an index, not the texts (F30)."""
    async with opened(tmp_path) as (store, database):
        await store.append(message("m0"), conversation())
        query = (
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9999) INSERT INTO messages"
            " SELECT NULL, 'x' || i, 'conv_1', i, 10, NULL, role, origin, state, created_at, 0, text, blocks, extra"
            " FROM n, messages m WHERE m.id = 'm0'"
        )
        await database.write(lambda link: link.execute(query))
        plans = await database.read(
            lambda link: [
                str(row)
                for query in (
                    "SELECT count(*) FROM messages WHERE conversation_id = ?",
                    "SELECT length FROM messages WHERE conversation_id = ? ORDER BY position",
                )
                for row in link.execute(f"EXPLAIN QUERY PLAN {query}", ("conv_1",)).fetchall()
            ]
        )
        assert all("COVERING INDEX messages_lengths" in plan for plan in plans)
        assert not any("TEMP B-TREE" in plan for plan in plans)
        tracemalloc.start()
        page = await store.page("conv_1")
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert (page.total, page.first_position) == (10_000, 9_950)
        assert peak < 1_000_000


async def test_list_is_one_query_whatever_its_length(tmp_path: Path):
    async with opened(tmp_path) as (store, database):
        for n in range(3):
            await store.save(conversation(f"c{n}"))
        plan = await database.read(
            lambda link: link.execute(
                "EXPLAIN QUERY PLAN SELECT id FROM conversations WHERE NOT deleted ORDER BY changed DESC"
            ).fetchall()
        )
        assert "TEMP B-TREE" not in str(plan)


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("blocks", '[{"kind": "text", "text": '),
        ("blocks", '{"kind": "text"}'),
        ("blocks", '[{"kind": "text", "text": 5}]'),
        ("blocks", b"\xff\x00"),
        ("extra", "nonsense"),
        ("role", "wizard"),
        ("state", "melted"),
        ("created_at", "yesterday"),
    ],
)
async def test_page_damaged_row_is_counted_and_kept(tmp_path: Path, column: str, value: object):
    async with opened(tmp_path) as (store, database):
        for name in ("a", "b", "c"):
            await store.append(message(name), conversation())
        await damage_text(database, "b", column, value)
        page = await store.page("conv_1")
        assert ([m.id for m in page.messages], page.damaged, page.total) == (["a", "c"], 1, 3)
        kept = await database.read(
            lambda link: link.execute(f"SELECT {column} FROM messages WHERE id = 'b'").fetchone()[0]
        )
        assert kept == value


async def test_page_bytes_that_are_no_utf8_do_not_hide_the_page(tmp_path: Path):
    async with opened(tmp_path) as (store, database):
        await store.append(message("a"), conversation())
        await store.append(message("b", "abc"), conversation())
        await database.write(
            lambda link: link.execute(
                "UPDATE messages SET blocks = CAST(replace(CAST(blocks AS BLOB), x'62', x'ff') AS TEXT) WHERE id = 'b'"
            )
        )
        page = await store.page("conv_1")
        assert [m.id for m in page.messages if m.id == "a"] == ["a"]
        assert len(page.messages) + page.damaged == 2


async def test_page_unknown_blocks_and_keys_survive_a_rewrite(tmp_path: Path):
    blocks = '[{"kind":"hologram","x":1},{"kind":"text","text":"hi","mood":"good"}]'
    async with opened(tmp_path) as (store, database):
        await store.append(message("a", "hi"), conversation())
        await damage_text(database, "a", "blocks", blocks)
        await damage_text(database, "a", "extra", '{"weather":"fine"}')
        page = await store.page("conv_1")
        assert (page.unknown_blocks, page.damaged, page.messages[0].text) == (1, 0, "hi")
        await store.append(message("a", "hello", error="E"), conversation())
        row = await database.read(lambda link: link.execute("SELECT blocks, extra FROM messages").fetchone())
        assert row == (
            '[{"kind":"hologram","x":1},{"kind":"text","text":"hello","mood":"good"}]',
            '{"error":"E","weather":"fine"}',
        )


async def test_damaged_conversation_row_falls_back_field_by_field(tmp_path: Path):
    async with opened(tmp_path) as (store, database):
        await store.save(conversation(title="T", draft=Draft("typed")))
        await database.write(
            lambda link: link.execute("UPDATE conversations SET mode = 'x', state = 'y', draft = '{\"text\": \"ty'")
        )
        (found,) = await store.list()
        assert (found.title, found.mode, found.state) == ("T", ChatMode.CHAT, ConversationState.IDLE)
        assert "ty" in found.draft.text


async def test_delete_and_restore_bring_everything_back(tmp_path: Path):
    async with opened(tmp_path) as (store, _):
        await store.append(message("a", "needle"), conversation(draft=Draft("d")))
        deleted = await store.delete("conv_1")
        assert await store.list() == ()
        assert await store.get("conv_1") is None
        assert await store.search("needle") == ()
        assert await store.restore(deleted) == conversation(draft=Draft("d"))
        assert [m.id for m in await store.history("conv_1")] == ["a"]
        assert len(await store.search("needle")) == 1


async def test_delete_twice_raises(tmp_path: Path):
    async with opened(tmp_path) as (store, _):
        await store.save(conversation())
        await store.delete("conv_1")
        with pytest.raises(StoreError):
            await store.delete("conv_1")


async def test_purge_removes_rows_index_and_files_for_good(tmp_path: Path):
    async with opened(tmp_path) as (store, database):
        for n in range(450):
            await store.append(message(f"m{n}", "needle"), conversation())
        await store.append(message("big", ToolResultBlock("t", "n", "x" * 2_000_000)), conversation())
        await store.append(message("kept", "needle"), conversation("other"))
        deleted = await store.delete("conv_1")
        await purge_deleted(database)
        assert [h.message_id for h in await store.search("needle")] == ["kept"]
        counts = await database.read(
            lambda link: link.execute(
                "SELECT (SELECT count(*) FROM messages), (SELECT count(*) FROM conversations)"
            ).fetchone()
        )
        assert counts == (1, 1)
        assert names_in(tmp_path / "outputs") == []
        with pytest.raises(StoreError):
            await store.restore(deleted)


async def test_mark_interrupted_changes_running_ones_once(tmp_path: Path):
    async with opened(tmp_path) as (store, _):
        await store.save(conversation("a", state=ConversationState.RUNNING))
        await store.save(conversation("b", state=ConversationState.DONE))
        assert await store.mark_interrupted() == ("a",)
        assert await store.mark_interrupted() == ()
        found = await store.get("a")
        assert (found.state, found.unseen, found.updated_at) == (ConversationState.INTERRUPTED, True, NOW)


async def test_long_output_goes_to_a_file_and_head_and_tail_stay(tmp_path: Path):
    content = "begin " + "y" * 3_000_000 + " end"
    async with opened(tmp_path) as (store, _):
        await store.append(message("a", ToolResultBlock("t", "n", content)), conversation())
        (block,) = (await store.history("conv_1"))[0].blocks
        assert block.content.startswith("begin yyy")
        assert block.content.endswith("yyy end")
        assert "characters left out" in block.content
        assert len(block.content) < 200_000
        (name,) = names_in(tmp_path / "outputs")
        assert bytes_of(tmp_path / "outputs" / name) == content.encode()


async def test_long_typed_text_is_stored_whole(tmp_path: Path):
    text = "z" * 3_000_000
    async with opened(tmp_path) as (store, _):
        await store.append(message("a", text), conversation())
        assert (await store.history("conv_1"))[0].text == text


async def test_a_database_of_the_version_before_opens_and_its_conversations_keep_their_version(tmp_path: Path):
    def fill(link) -> None:
        link.execute(
            "INSERT INTO conversations(id, changed, title, created_at, updated_at, mode, state, unseen, pinned,"
            " archived, last_text, schema_version) VALUES ('a', 1, 'Old', 1, 1, 'chat', 'idle', 0, 0, 0, '', 1)"
        )

    build_database(tmp_path / "conversations.sqlite", application_id=APPLICATION_ID, steps=STEPS[:1], fill=fill)
    async with opened(tmp_path) as (store, _):
        found = await store.get("a")
        assert (found.title, found.profile, found.schema_version) == ("Old", "Build", 1)

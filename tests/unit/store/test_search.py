"""Search: all words, newest first, nothing typed is an operator."""

from pathlib import Path

import pytest

from qodev.types.messages import FileBlock, MessageState, ThinkingBlock, ToolResultBlock
from tests.unit.store.kit import conversation, message, opened


async def ids(store, text: str, **options) -> list[str | None]:
    return [hit.message_id for hit in await store.search(text, **options)]


async def test_search_newest_first_and_all_words(tmp_path: Path):
    async with opened(tmp_path) as (store, _):
        await store.append(message("a", "red apple"), conversation("c1", title="one"))
        await store.append(message("b", "red pear"), conversation("c2", title="two"))
        await store.append(message("c", "apple, very Red"), conversation("c1", title="one"))
        assert await ids(store, "red apple") == ["c", "a"]
        assert await ids(store, "red") == ["c", "b", "a"]
        assert await ids(store, "red", limit=2) == ["c", "b"]
        assert await ids(store, "app") == ["c", "a"]
        assert await ids(store, "blue") == []


async def test_search_folds_case_and_accents(tmp_path: Path):
    async with opened(tmp_path) as (store, _):
        await store.append(message("a", "Café Größe"), conversation())
        assert await ids(store, "CAFE") == ["a"]
        assert await ids(store, "große") == ["a"]


async def test_search_looks_in_titles_output_and_files_but_not_in_reasoning(tmp_path: Path):
    async with opened(tmp_path) as (store, _):
        blocks = (ToolResultBlock("t", "n", "outputword"), FileBlock("x.py", "fileword"), ThinkingBlock("thoughtword"))
        await store.append(message("a", *blocks), conversation(title="titleword"))
        assert await ids(store, "outputword") == ["a"]
        assert await ids(store, "fileword") == ["a"]
        assert await ids(store, "thoughtword") == []
        (hit,) = await store.search("titlew")
        assert (hit.message_id, hit.snippet, hit.marks) == (None, "titleword", ((0, 9),))


async def test_search_follows_a_new_title(tmp_path: Path):
    async with opened(tmp_path) as (store, _):
        await store.save(conversation(title="before"))
        await store.save(conversation(title="after"))
        assert await store.search("before") == ()
        assert len(await store.search("after")) == 1


async def test_search_marks_the_words_in_the_snippet(tmp_path: Path):
    async with opened(tmp_path) as (store, _):
        await store.append(message("a", "one needle, two needles"), conversation())
        (hit,) = await store.search("needle")
        assert [hit.snippet[start:end] for start, end in hit.marks] == ["needle", "needles"]
        assert (hit.conversation_id, hit.position) == ("conv_1", 0)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        '"',
        "++",
        '"red',
        "red*",
        "red OR blue",
        "NOT red",
        "red AND",
        "(red",
        "text:red",
        "^red",
        "a\0b",
        "-",
        "red -x",
    ],
)
async def test_search_any_text_is_words_never_an_error(tmp_path: Path, text: str):
    async with opened(tmp_path) as (store, _):
        await store.append(message("a", "red or blue and not text"), conversation())
        await store.search(text)


async def test_search_operator_words_are_words(tmp_path: Path):
    async with opened(tmp_path) as (store, _):
        await store.append(message("a", "red"), conversation())
        assert await ids(store, "red OR blue") == []


async def test_search_best_ranks_a_short_fitting_text_first(tmp_path: Path):
    async with opened(tmp_path) as (store, _):
        await store.append(message("short", "needle"), conversation())
        await store.append(message("long", "needle " + "hay " * 300), conversation())
        assert await ids(store, "needle", best=True) == ["short", "long"]


async def test_search_replaced_message_is_found_by_its_new_text_alone(tmp_path: Path):
    async with opened(tmp_path) as (store, database):
        await store.append(message("a", "before"), conversation())
        await store.append(message("a", "after"), conversation())
        assert await ids(store, "before") == []
        assert await ids(store, "after") == ["a"]
        await store.checkpoint(message("a", "growing", state=MessageState.PARTIAL), "conv_1")
        assert await ids(store, "after") == []
        check = "INSERT INTO message_index(message_index, rank) VALUES ('integrity-check', 0)"
        await database.write(lambda link: link.execute(check))

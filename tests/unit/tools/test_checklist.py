"""The checklist of a task: replaced as a whole, kept for its conversation, told at once."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from qodev.base.jsontext import JsonValue
from qodev.profiles.builtin import BUILT_IN
from qodev.tools.arguments import check_arguments
from qodev.tools.checklist import ChecklistSource
from qodev.types.permissions import Step
from qodev.types.tooling import Permit, PreparedCall, Tool, ToolCall, ToolContext, ToolRefusal
from qodev.types.work import ChecklistItem, ItemStatus


@dataclass
class Board:
    """Keeps lists and what was told."""

    lists: dict[str, Sequence[ChecklistItem]] = field(default_factory=dict)
    told: list[tuple[str, tuple[ChecklistItem, ...]]] = field(default_factory=list)

    async def write(self, conversation_id: str, items: Sequence[ChecklistItem]) -> None:
        self.lists[conversation_id] = items

    def items(self, conversation_id: str) -> Sequence[ChecklistItem]:
        return self.lists.get(conversation_id, ())

    def tell(self, conversation_id: str, items: tuple[ChecklistItem, ...]) -> None:
        assert self.lists[conversation_id] == items  # kept before it is told
        self.told.append((conversation_id, items))

    async def prepare(self, items: JsonValue, conversation: str = "c") -> PreparedCall:
        context = ToolContext(
            conversation, "t", Path("/"), BUILT_IN[0], lambda: True, lambda _: True, lambda _id, _line: None
        )
        [tool] = await ChecklistSource(lambda: self, self.tell).offer(context)
        checked: Tool = tool
        given = check_arguments(checked.spec.input_schema, {"items": items})
        return await checked.prepare(ToolCall("1", checked.spec.name.name, given), context)


def item(text: str, status: str = "pending") -> dict[str, JsonValue]:
    return {"text": text, "status": status}


async def test_a_list_replaces_the_one_before() -> None:
    board = Board()
    await (await board.prepare([item("one"), item("two", "in_progress")])).act(Permit(Step.RUN))
    prepared = await board.prepare([item("one", "completed")])
    assert len(board.items("c")) == 2  # nothing happens before the act
    output = await prepared.act(Permit(Step.RUN))
    assert list(board.items("c")) == [ChecklistItem("one", ItemStatus.COMPLETED)]
    assert (output.shown, prepared.view.target) == ("[x] one", "1/1")
    assert json.loads(output.content)["content"] == "[x] one"
    assert [len(items) for _, items in board.told] == [2, 1]


async def test_conversations_have_lists_of_their_own() -> None:
    board = Board()
    await (await board.prepare([item("one")], "a")).act(Permit(Step.RUN))
    await (await board.prepare([], "b")).act(Permit(Step.RUN))
    assert [len(items) for items in board.lists.values()] == [1, 0]


async def test_texts_are_one_line_of_what_can_be_seen() -> None:
    board = Board()
    await (await board.prepare([item("one\ntwo\u202e")])).act(Permit(Step.RUN))
    assert board.items("c")[0].text == "one two⟦U+202E⟧"


@pytest.mark.parametrize(
    ("items", "named"),
    [
        ([item("x")] * 21, "items"),
        ([item("")], "items[0].text"),
        ([item("x" * 241)], "items[0].text"),
        ([item("x", "done")], "items[0].status"),
        ([{"text": "x"}], "items[0].status"),
        ([item("x") | {"more": 1}], "items[0].more"),
        ("x", "items"),
    ],
)
async def test_what_does_not_fit_is_named(items: JsonValue, named: str) -> None:
    with pytest.raises(ToolRefusal, match=named.replace("[", r"\[")):
        await Board().prepare(items)


async def test_twenty_items_fit() -> None:
    board = Board()
    await (await board.prepare([item("x" * 240)] * 20)).act(Permit(Step.RUN))
    assert [one.text for one in board.items("c")] == ["x" * 240] * 20

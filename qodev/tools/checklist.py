"""Lets a model keep a list of what it means to do, which people see while it works."""

from collections.abc import Callable, Sequence
from typing import Protocol

from qodev.base.errors import StoreError
from qodev.base.jsontext import JsonValue
from qodev.base.text import show_hidden
from qodev.tools.arguments import closed_object, text
from qodev.tools.envelope import FILE_LIMIT, wrap_untrusted
from qodev.types.permissions import CallKind
from qodev.types.tooling import (
    CallVerb,
    CallView,
    Permit,
    PreparedCall,
    Tool,
    ToolCall,
    ToolContext,
    ToolOutput,
    ToolRefusal,
    ToolSpec,
)
from qodev.types.tools import ToolName
from qodev.types.verdicts import PermissionSubject
from qodev.types.work import ChecklistItem, ItemStatus

_NAME = "update_task_checklist"
_ITEMS_MOST = 20
_TEXT_LIMIT = 240
_SIGNS = {ItemStatus.PENDING: "[ ]", ItemStatus.IN_PROGRESS: "[>]", ItemStatus.COMPLETED: "[x]"}


class ChecklistStore(Protocol):
    """Where the list of each conversation is kept, durably."""

    async def write(self, conversation_id: str, items: Sequence[ChecklistItem]) -> None:
        """Stores a list in the place of the one before. Raises StoreError."""
        ...


Tell = Callable[[str, tuple[ChecklistItem, ...]], None]
"""Tells front ends that the list of a conversation is another one now."""


class ChecklistSource:
    """Offers the tool to every task; what a list holds changes nothing but what people see."""

    def __init__(self, store: Callable[[], ChecklistStore], tell: Tell) -> None:
        self._tool = ChecklistTool(store, tell)

    async def offer(self, context: ToolContext) -> Sequence[Tool]:  # noqa: ARG002  the same for all
        """Returns the tool."""
        return [self._tool]

    async def forget(self, conversation_id: str) -> None:
        """Does nothing: the list is the store's, and goes with its conversation."""

    async def close(self) -> None:
        """Does nothing: nothing runs."""


class ChecklistTool:
    """Replaces the list as a whole."""

    def __init__(self, store: Callable[[], ChecklistStore], tell: Tell) -> None:
        self._store = store  # opened after the tools are made
        self._tell = tell

    @property
    def spec(self) -> ToolSpec:
        """Returns what the model is told."""
        item = closed_object(
            {
                "text": text("One thing to do", _TEXT_LIMIT),
                "status": {"type": "string", "enum": [status.value for status in ItemStatus]},
            }
        )
        items: dict[str, JsonValue] = {
            "type": "array",
            "description": "The whole list, in order; it replaces the one before",
            "maxItems": _ITEMS_MOST,
            "items": item,
        }
        said = "Keeps a list of what is to be done in this task, for the user to follow. It permits nothing."
        return ToolSpec(ToolName(_NAME), CallKind.CHECKLIST, said, closed_object({"items": items}))

    async def prepare(self, call: ToolCall, context: ToolContext) -> PreparedCall:
        """Reads the list; nothing is kept yet."""
        items = tuple(_items_of(call.input["items"]))

        async def act(permit: Permit) -> ToolOutput:  # noqa: ARG001  every step keeps it
            try:
                await self._store().write(context.conversation_id, items)
            except StoreError as fault:
                raise ToolRefusal(f"The list could not be kept: {fault.message}") from fault
            self._tell(context.conversation_id, items)
            shown = "\n".join(f"{_SIGNS[item.status]} {item.text}" for item in items) or "The list is empty."
            content, is_cut = wrap_untrusted(_NAME, shown, limit=FILE_LIMIT)
            return ToolOutput(content, shown=shown, is_cut=is_cut)

        done = sum(item.status is ItemStatus.COMPLETED for item in items)
        view = CallView(CallVerb.NOTE, f"{done}/{len(items)}", text="\n".join(item.text for item in items))
        return PreparedCall(PermissionSubject(ToolName(_NAME), CallKind.CHECKLIST), view, act)


def _items_of(given: JsonValue) -> list[ChecklistItem]:
    """Returns the items of arguments that were checked against the schema; a text is one line of what can be seen."""
    found = given if isinstance(given, list) else []
    return [
        ChecklistItem(show_hidden(" ".join(str(item["text"]).split())), ItemStatus(str(item["status"])))
        for item in found
        if isinstance(item, dict)
    ]

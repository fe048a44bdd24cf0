"""Tells the tool calls of a Chat Completions stream apart (A165, S102)."""

from collections.abc import Mapping, Sequence

from qodev.providers.answer import AnswerBuilder
from qodev.providers.arguments import arguments_text
from qodev.providers.tool_calls import Call

_FURTHEST_INDEX = 1000  # a vendor's index beyond it says nothing about order


class CallTable:
    """The calls of one answer by index and id: a new id at a known index is a new call, never glued to it."""

    def __init__(self, builder: AnswerBuilder) -> None:
        self._builder = builder
        self._by_pair: dict[tuple[int, str], Call] = {}
        self._by_index: dict[int, Call] = {}
        self._by_id: dict[str, Call] = {}
        self._last: Call | None = None
        self._first_block: int | None = None

    def take(self, items: object) -> None:
        """Takes the `tool_calls` of one delta or message."""
        if not isinstance(items, Sequence) or isinstance(items, str):
            return
        for position, item in enumerate(items):
            if isinstance(item, Mapping):
                self._take(item, position)

    def _take(self, item: Mapping[str, object], position: int) -> None:
        function = item.get("function")
        function = function if isinstance(function, Mapping) else {}
        name = function.get("name")
        name = name if isinstance(name, str) else ""
        call_id = item.get("id")
        call = self._find(item.get("index"), call_id if isinstance(call_id, str) else "", name, position)
        self._builder.calls.name(call, name)
        arguments = function.get("arguments")
        if isinstance(arguments, Mapping):
            self._builder.calls.add_object(call, arguments)
        else:
            self._builder.calls.add(call, arguments_text(arguments))
        self._last = call

    def _find(self, index: object, call_id: str, name: str, position: int) -> Call:
        if isinstance(index, int) and not isinstance(index, bool):
            return self._at_index(index, call_id, name)
        if call_id:
            return self._by_id.get(call_id) or self._begin(None, call_id)
        if self._last is not None and not (position and name):
            self._builder.calls.settle(self._last)
            return self._last
        return self._begin(None, "")

    def _at_index(self, index: int, call_id: str, name: str) -> Call:
        here = self._by_index.get(index)
        if here is None:
            return self._begin(index, call_id)
        if not call_id:
            self._builder.calls.settle(here)
            return here
        if (index, call_id) in self._by_pair:
            return self._by_pair[index, call_id]
        if not here.id and name in ("", here.name):
            self._builder.calls.identify(here, call_id)
            self._by_pair[index, call_id] = here
            return here
        if here.made_id and not name:
            return here  # the id of this call, too late: its made one is in use already
        return self._begin(index, call_id)

    def _begin(self, index: int | None, call_id: str) -> Call:
        if self._first_block is None:
            self._builder.end_run()
            self._first_block = self._builder.next_index
        is_near = index is not None and 0 <= index <= _FURTHEST_INDEX
        wanted = self._first_block + (index or 0) if is_near else None
        call = self._builder.open_call(call_id, place=wanted)
        if index is not None:
            self._by_index[index] = call
            self._by_pair[index, call_id] = call
        if call_id:
            self._by_id.setdefault(call_id, call)
        return call

"""Comments to changed lines that were not sent yet; they outlive the program as drafts do (U126, U98)."""

from collections.abc import Mapping
from typing import Protocol

from qodev.base.jsontext import JsonValue
from qodev.base.values import ValueFault, decode_value, encode_value
from qodev.ui.models.review_choices import Comment

_NAME = "review_comments"


class KeptValues(Protocol):
    """Where a window keeps values by name."""

    async def load(self) -> Mapping[str, JsonValue]:
        """Returns every value."""
        ...

    async def put(self, name: str, value: JsonValue) -> None:
        """Stores one value."""
        ...


class CommentDrafts:
    """The drafts by conversation."""

    def __init__(self) -> None:
        self._drafts: dict[str, tuple[Comment, ...]] = {}
        self._is_loaded = False

    async def load(self, kept: KeptValues) -> bool:
        """Takes over what an earlier run left, once; tells whether there was any. What cannot be read is dropped."""
        if self._is_loaded:
            return False
        self._is_loaded = True
        found = (await kept.load()).get(_NAME)
        if not isinstance(found, dict):
            return False
        for key, rows in found.items():
            try:
                comments = tuple(decode_value(Comment, row) for row in rows) if isinstance(rows, list) else ()
            except ValueFault:
                continue
            self._drafts.setdefault(key, comments)
        return bool(self._drafts)

    async def store(self, kept: KeptValues) -> None:
        """Stores what there is now."""
        await kept.put(_NAME, {key: [encode_value(one) for one in rows] for key, rows in self._drafts.items() if rows})

    def of(self, conversation_id: str) -> tuple[Comment, ...]:
        """Returns the drafts of a conversation."""
        return self._drafts.get(conversation_id, ())

    def write(self, conversation_id: str, comment: Comment) -> None:
        """Keeps a comment in the place of the one at the same lines; one without text takes that away."""
        others = [one for one in self.of(conversation_id) if (one.path, one.first) != (comment.path, comment.first)]
        self._drafts[conversation_id] = (*others, *((comment,) if comment.text else ()))

    def forget(self, conversation_id: str, sent: tuple[Comment, ...]) -> None:
        """Drops what was sent."""
        self._drafts[conversation_id] = tuple(one for one in self.of(conversation_id) if one not in sent)

"""Finds a text in the cards of a conversation, a few milliseconds at a time (U137)."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from qodev.ui.chat.cards import body_text
from qodev.ui.models.card_rows import Row

_ROW_LIMIT = 1_000_000  # characters of one card that are searched


@dataclass(frozen=True, slots=True)
class FindQuery:
    """What is looked for."""

    text: str
    has_case: bool = False
    is_word: bool = False
    is_pattern: bool = False

    def compile(self) -> "re.Pattern[str]":
        """Returns the pattern; raises re.error when the user's own is none."""
        source = self.text if self.is_pattern else re.escape(self.text)
        if self.is_word:
            source = rf"\b(?:{source})\b"
        return re.compile(source, re.NOFLAG if self.has_case else re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class OlderHit:
    """How often the text stands in a message that is not loaded."""

    message_id: str
    position: int
    count: int


@dataclass(frozen=True, slots=True)
class Hit:
    """A place in the source of a card."""

    key: str
    start: int
    end: int


def find_in_rows(rows: Sequence[Row], pattern: "re.Pattern[str]") -> Iterator[list[Hit]]:
    """Yields the hits of each row, in order; an empty match is no hit."""
    for row in rows:
        text = body_text(row, is_open=True)[:_ROW_LIMIT]
        key = row.key
        yield [Hit(key, m.start(), m.end()) for m in pattern.finditer(text) if m.end() > m.start()]

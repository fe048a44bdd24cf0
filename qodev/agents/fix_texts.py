"""What repairs of all kinds look things up in, and the edit that lies between a text and its repaired version."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from qodev.agents.toml_scan import Spot, SpotKind, TomlPath
from qodev.agents.toml_text import TomlText
from qodev.base.diagnostics import Diagnostic, SourceSpan, TextEdit
from qodev.base.text import LineIndex

_WORD = re.compile(r"[\w\-]")


@dataclass
class FixContext:
    """A finding and the text it is about."""

    diagnostic: Diagnostic
    text: str

    @cached_property
    def toml(self) -> TomlText:
        """Returns the text read as TOML; raises TomlEditError when it is none."""
        return TomlText(self.text)

    @property
    def hint(self) -> str | None:
        """Returns the name that is suggested, when the hint is a name alone."""
        hint = self.diagnostic.hint
        return None if hint is None or hint.endswith((".", "?", "…")) else str(hint)

    @cached_property
    def path(self) -> TomlPath:
        """Returns the path of the finding's key as it is written; raises KeyError when it is not."""
        wanted = self.diagnostic.key or ""
        span = self.diagnostic.span
        at = (span.line, span.column) if span is not None else None
        index = LineIndex.of(self.text)
        found = [(path, index.position(spot.start)) for spot, path in self._written() if ".".join(path) == wanted]
        if not found:
            raise KeyError(wanted)
        return next((path for path, place in found if place == at), found[0][0])

    def _written(self) -> Iterator[tuple[Spot, TomlPath]]:
        for spot in self.toml.spots:
            for key in spot.keys:
                yield spot, key.path
            yield spot, spot.path

    def members(self, path: TomlPath) -> list[TomlPath]:
        """Returns the paths of the members of an array."""
        holder = self.toml.find_written(path)
        spots = self.toml.spots
        return (
            []
            if holder is None
            else [spots[n].path for n in self.toml.held_by(holder) if spots[n].kind is SpotKind.MEMBER]
        )


def edit_between(path: str, before: str, after: str) -> TextEdit:
    """Returns the one edit that makes `after` of `before`; it replaces whole words."""
    shorter = min(len(before), len(after))
    head = next((n for n in range(shorter) if before[n] != after[n]), shorter)
    rest = shorter - head
    tail = next((n for n in range(rest) if before[-1 - n] != after[-1 - n]), rest)
    while head and _is_word(before, head - 1) and (_is_word(before, head) or _is_word(after, head)):
        head -= 1
    ends = len(before), len(after)
    while (
        tail
        and _is_word(before, ends[0] - tail)
        and any(_is_word(text, end - tail - 1) for text, end in zip((before, after), ends, strict=True))
    ):
        tail -= 1
    end = len(before) - tail
    index = LineIndex.of(before)
    span = SourceSpan(path, *index.position(head), *index.position(end))
    return TextEdit(span, after[head : len(after) - tail], before[head:end])


def _is_word(text: str, at: int) -> bool:
    return 0 <= at < len(text) and _WORD.match(text[at]) is not None

"""Cuts Markdown into segments that can no longer change, while it streams or at once: the same cuts (U105, F25).

A segment ends at a blank line outside a fence, before a heading, a fence or a list item of the outermost list, and
wherever it would grow over its cap. Only the last segment is open; the lines before it are never looked at again.
"""

import copy
import re
from dataclasses import dataclass
from enum import StrEnum

PROSE_LIMIT = 3000  # characters of one segment (F25)
CODE_LINES = 40
CODE_LIMIT = 6000
TABLE_ROWS = 25

_FENCE = re.compile(r"( {0,3})(`{3,}(?=[^`]*$)|~{3,})[ \t]*([^\s`]*)")
_HEADING = re.compile(r" {0,3}#{1,6}(?:[ \t]|$)")
_ITEM = re.compile(r" ?(?:([-*+])|(\d{1,9})([.)]))(?:[ \t]|$)")
_INNER_FENCE = re.compile(r"(?:[ \t]|>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))*(`{3,}(?=[^`]*$)|~{3,})[ \t]*([^\s`]*)")
_DELIMITER = re.compile(r" {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$")


class SegmentKind(StrEnum):
    """What a segment is, as far as cutting must know."""

    PROSE = "prose"  # anything that the Markdown parser reads
    CODE = "code"  # lines of a fence, without the fence
    TABLE = "table"  # head and rows; of a long table each segment has the head again
    PLAIN = "plain"  # shown as it is


@dataclass(frozen=True, slots=True)
class Segment:
    """A piece of a text; `start` and `end` are its place in the whole."""

    kind: SegmentKind
    text: str
    start: int
    end: int
    language: str = ""
    part: int = 0  # of a fence or table that was cut: 0 is the first
    is_last: bool = True  # no further part follows (of a fence that is still open: none yet)
    number: int | None = None  # of an ordered list item: what it shows
    is_tight: bool = False  # no blank line before it
    continues: bool = False  # it was cut from the segment before for its length
    indent: int = 0  # blanks that were taken from the left of each line


@dataclass(slots=True)
class _Fence:
    mark: str
    length: int
    indent: int
    language: str

    def is_closed_by(self, line: str) -> bool:
        stripped = line.strip(" \t>")
        return len(stripped) >= self.length and not stripped.strip(self.mark)


@dataclass(slots=True)
class _Open:
    kind: SegmentKind
    start: int
    lines: list[str]
    size: int = 0
    is_list: bool = False
    number: int | None = None
    is_tight: bool = False
    continues: bool = False
    part: int = 0
    indent: int = 0
    language: str = ""


class Splitter:
    """Takes text as it comes; `finished` only ever grows, `tail` shows what is open as if the text ended here."""

    def __init__(self) -> None:
        self.finished: list[Segment] = []
        self._line = ""
        self._offset = 0  # of `_line` in the whole
        self._open: _Open | None = None
        self._fence: _Fence | None = None
        self._header: tuple[str, ...] = ()
        self._was_blank = True
        self._ended_at = 0  # end of the last line that was taken
        self._list: tuple[str, int] | None = None  # delimiter and number of the last ordered item
        self._in_long_line = False

    @property
    def is_in_code(self) -> bool:
        """Tells whether a fence is open."""
        return self._open is not None and self._open.kind is SegmentKind.CODE

    def feed(self, text: str) -> None:
        """Takes more text."""
        start = 0
        while True:
            newline = text.find("\n", start)
            if newline < 0:
                break
            self._line += text[start:newline]
            self._cut_long_line()
            self._end_line()
            start = newline + 1
        self._line += text[start:]
        self._cut_long_line()

    def tail(self) -> tuple[Segment, ...]:
        """Returns the open segments as they stand."""
        if self._open is None and not self._line:
            return ()
        probe = copy.copy(self)
        probe.finished = []
        probe._open = copy.copy(self._open)
        if probe._open is not None:
            probe._open.lines = list(probe._open.lines)
        probe._fence = copy.copy(self._fence)
        probe.finish()
        return tuple(probe.finished)

    def finish(self) -> None:
        """Ends the text."""
        if self._line:
            self._end_line(has_newline=False)
        self._close()

    def _end_line(self, *, has_newline: bool = True) -> None:
        line, start = self._line, self._offset
        self._offset = start + len(line) + has_newline
        self._line = ""
        self._take(line.removesuffix("\r"), start)
        self._ended_at = start + len(line)
        self._in_long_line = False

    def _cut_long_line(self) -> None:
        while len(self._line) > PROSE_LIMIT:
            is_code = self._open is not None and self._open.kind is SegmentKind.CODE
            cut = PROSE_LIMIT if is_code else _word_end(self._line, PROSE_LIMIT)
            piece, start = self._line[:cut], self._offset
            self._take_piece(piece, start, is_code=is_code)
            self._line = self._line[cut:]
            self._offset = start + cut
            self._ended_at = self._offset
            self._in_long_line = True

    def _take_piece(self, piece: str, start: int, *, is_code: bool) -> None:
        if is_code:
            self._append(piece, start)
            self._emit(is_last=False)
            return
        self._close()
        self._begin(SegmentKind.PROSE, start, continues=self._in_long_line)
        self._append(piece, start)
        self._close()
        self._was_blank = False

    def _take(self, line: str, start: int) -> None:
        kind = self._open.kind if self._open is not None else None
        if kind is SegmentKind.CODE:
            self._take_code(line, start)
        elif kind is SegmentKind.TABLE and "|" in line and line.strip():
            self._take_table(line, start)
        elif kind is SegmentKind.TABLE:
            self._close()
            self._take(line, start)
        elif self._fence is not None and self._take_inner_fence(line, start):
            return
        elif not line.strip():
            self._was_blank = True
        else:
            self._take_prose(line, start)

    def _take_code(self, line: str, start: int) -> None:
        assert self._open is not None
        assert self._fence is not None
        if self._fence.is_closed_by(line):
            self._ended_at = start + len(line)
            self._close()
            return
        if len(self._open.lines) >= CODE_LINES or self._open.size > CODE_LIMIT:
            self._emit(is_last=False)
        self._append(_dedent(line, self._fence.indent), start)

    def _take_table(self, line: str, start: int) -> None:
        assert self._open is not None
        if len(self._open.lines) >= TABLE_ROWS + len(self._header):
            self._emit(is_last=False)
            self._open.lines, self._open.start = list(self._header), start
        self._append(line, start)

    def _take_inner_fence(self, line: str, start: int) -> bool:
        """Takes a line of a fence inside a list or a quotation; False when the fence ended with its list."""
        assert self._open is not None
        assert self._fence is not None
        if line.strip() and not line.startswith((" ", "\t", ">")):
            self._fence = None
            return False
        self._append(line, start)
        if self._fence.is_closed_by(line):
            self._fence = None
        elif self._open.size > PROSE_LIMIT:
            self._ended_at = start + len(line)
            self._emit(is_last=True)
            fence = self._fence
            self._open = _Open(
                SegmentKind.CODE,
                start + len(line) + 1,
                [],
                continues=True,
                indent=fence.indent,
                part=1,
                language=fence.language,
            )
        return True

    def _take_prose(self, line: str, start: int) -> None:
        was_cut = self._in_long_line
        if self._open is not None and self._must_close(line):
            was_cut = not self._was_blank and not _is_start(line)
            self._close()
        if self._open is None and not self._start(line, start, was_cut=was_cut):
            return
        self._append(line, start)
        self._was_blank = False
        self._watch_for_fence(line)
        self._watch_for_table(line, start)

    def _must_close(self, line: str) -> bool:
        assert self._open is not None
        opened = self._open
        if self._was_blank:
            return not self._goes_on(line)
        if _HEADING.match(line) or _FENCE.match(line):
            return True
        if opened.is_list and _ITEM.match(line):
            return True
        return opened.size + len(line) > PROSE_LIMIT

    def _goes_on(self, line: str) -> bool:
        """Tells whether a line after a blank one belongs to the list item or the indented code before it."""
        assert self._open is not None
        if self._open.size + len(line) > PROSE_LIMIT:
            return False
        is_indented_code = self._open.lines[0].startswith(("    ", "\t")) and line.startswith(("    ", "\t"))
        is_in_item = self._open.is_list and line.startswith(("  ", "\t"))
        if is_in_item or is_indented_code:
            self._open.lines.append("")
            return True
        return False

    def _start(self, line: str, start: int, *, was_cut: bool) -> bool:
        """Opens a segment; False when the line is used up by that."""
        fence = _FENCE.match(line)
        if fence is not None:
            indent, mark, language = fence.groups()
            self._fence = _Fence(mark[0], len(mark), len(indent), language)
            self._begin(SegmentKind.CODE, start, language=language)
            self._was_blank = False
            self._list = None
            return False
        self._begin(SegmentKind.PROSE, start, continues=was_cut)
        assert self._open is not None
        item = _ITEM.match(line)
        self._open.number = self._number_of(item)
        self._open.indent = len(line) - len(line.lstrip(" ")) if was_cut else 0
        self._open.is_list = item is not None or self._open.indent > 0
        if not _HEADING.match(line):
            return True
        self._append(line, start)
        self._close()
        self._was_blank = False
        return False

    def _number_of(self, item: "re.Match[str] | None") -> int | None:
        if item is None or item.group(2) is None:
            self._list = None
            return None
        typed, delimiter = int(item.group(2)), item.group(3)
        number = self._list[1] + 1 if self._list is not None and self._list[0] == delimiter else typed
        self._list = (delimiter, number)
        return number

    def _watch_for_fence(self, line: str) -> None:
        found = _INNER_FENCE.match(line)
        if found is not None and self._open is not None:
            indent = found.start(1)
            self._fence = _Fence(found.group(1)[0], len(found.group(1)), indent, found.group(2))

    def _watch_for_table(self, line: str, start: int) -> None:
        opened = self._open
        if opened is None or opened.is_list or len(opened.lines) < 2:
            return
        head = opened.lines[-2]
        if "|" not in line or not _DELIMITER.match(line) or _columns(head) != _columns(line):
            return
        head_start = start - 1 - len(head)
        if len(opened.lines) > 2:
            opened.lines = opened.lines[:-2]
            self._ended_at = head_start - 1
            self._emit(is_last=True)
            self._open = opened = _Open(SegmentKind.TABLE, head_start, [head, line], is_tight=True)
            self._ended_at = start + len(line)
        opened.kind = SegmentKind.TABLE
        self._header = (head, line)

    def _begin(self, kind: SegmentKind, start: int, *, continues: bool = False, language: str = "") -> None:
        is_tight = not self._was_blank and bool(self.finished)
        self._open = _Open(kind, start, [], is_tight=is_tight, continues=continues, language=language)

    def _append(self, line: str, start: int) -> None:
        assert self._open is not None
        if not self._open.lines and self._open.part:
            self._open.start = start
        self._open.lines.append(line)
        self._open.size += len(line) + 1
        self._ended_at = start + len(line)

    def _emit(self, *, is_last: bool) -> None:
        opened = self._open
        assert opened is not None
        is_cut_prose = opened.indent and opened.kind is SegmentKind.PROSE
        lines = [_dedent(line, opened.indent) for line in opened.lines] if is_cut_prose else opened.lines
        self.finished.append(
            Segment(
                opened.kind,
                "\n".join(lines),
                opened.start,
                self._ended_at,
                language=opened.language,
                part=opened.part,
                is_last=is_last,
                number=opened.number,
                is_tight=opened.is_tight,
                continues=opened.continues,
                indent=opened.indent,
            )
        )
        self._open = _Open(
            opened.kind,
            self._offset,
            [],
            part=opened.part + 1,
            is_tight=True,
            continues=True,
            indent=opened.indent,
            language=opened.language,
        )

    def _close(self) -> None:
        if self._open is not None and (self._open.lines or self._open.part == 0):
            self._emit(is_last=True)
        self._open = None
        self._fence = None


def _is_start(line: str) -> bool:
    return bool(_HEADING.match(line) or _ITEM.match(line))


def _word_end(line: str, limit: int) -> int:
    blank = line.rfind(" ", limit // 2, limit)
    return blank + 1 if blank >= 0 else limit


def _dedent(line: str, indent: int) -> str:
    blanks = len(line) - len(line.lstrip(" "))
    return line[min(blanks, indent) :]


def _columns(line: str) -> int:
    return len(re.split(r"(?<!\\)\|", line.strip().strip("|")))


def split_plain(text: str) -> list[Segment]:
    """Cuts text that is not Markdown into segments of at most 3,000 characters, at line ends where there are any."""
    segments: list[Segment] = []
    start = 0
    while start < len(text):
        end = min(len(text), start + PROSE_LIMIT)
        newline = text.rfind("\n", start, end) if end < len(text) else -1
        shown_to = newline if newline > start else end
        segments.append(
            Segment(
                SegmentKind.PLAIN,
                text[start:shown_to],
                start,
                shown_to,
                is_tight=bool(segments),
                continues=bool(segments),
            )
        )
        start = shown_to + (newline > start)
    return segments

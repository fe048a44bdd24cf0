"""Reads segments of Markdown into display blocks: plain values without any HTML, nothing loaded (S183, S184)."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import IntFlag, StrEnum
from typing import TYPE_CHECKING

from qodev.ui.chat.plain_text import isolate, mark_hidden
from qodev.ui.chat.segments import Segment, SegmentKind

if TYPE_CHECKING:
    from markdown_it.token import Token

NESTING_LIMIT = 32  # S186
_INLINE_MARKS_LIMIT = 300  # openers in one block; more is no prose, and reading it would take quadratic time
_DEEP = re.compile(rf"[ \t]*(?:(?:[-*+>]|\d{{1,9}}[.)])[ \t]*){{{NESTING_LIMIT + 1}}}")
_OPENERS = re.compile(r"[\[*_`<~]")
_URL = re.compile(r"https?://[^\s<>\"'`⟦⟧]+")
_URL_TAIL = ".,;:!?)]}'\""
LINE_BREAK = "\u2028"


class Style(IntFlag):
    """How a span is drawn."""

    NONE = 0
    BOLD = 1
    ITALIC = 2
    CODE = 4
    STRIKE = 8
    LINK = 16
    QUIET = 32  # an address beside its text


@dataclass(frozen=True, slots=True)
class Span:
    """Part of a block's text; `href` is an http or https address."""

    start: int
    end: int
    style: Style
    href: str = ""


class BlockKind(StrEnum):
    """What a display block is."""

    PARAGRAPH = "paragraph"
    HEADING = "heading"
    CODE = "code"
    TABLE = "table"
    RULE = "rule"


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a table; `start` is where its text begins in the text of the block."""

    start: int
    text: str
    spans: tuple[Span, ...]
    align: str = "left"


@dataclass(frozen=True, slots=True)
class DisplayBlock:
    """What is laid out as one: its text, how parts of it look, and where its source lies."""

    kind: BlockKind
    text: str
    spans: tuple[Span, ...] = ()
    level: int = 0  # of a heading
    indent: int = 0  # levels of lists around it
    quote: int = 0  # levels of quotation around it
    marker: str = ""  # of the list item that begins here
    language: str = ""
    is_first: bool = True  # of a fence or table that was cut
    is_last: bool = True
    is_tight: bool = False
    continues: bool = False
    start: int = 0  # source of the segment it came from
    end: int = 0
    rows: tuple[tuple[Cell, ...], ...] = ()  # of a table; the head only where `is_first`

    @property
    def links(self) -> tuple[Span, ...]:
        """Returns the spans that are links."""
        return tuple(span for span in self.spans if span.href)


@dataclass(slots=True)
class _Place:
    """Where the walk over the tokens stands."""

    quote: int = 0
    lists: list["_List"] = field(default_factory=list)
    marker: str = ""
    is_item_start: bool = False


@dataclass(slots=True)
class _List:
    number: int | None
    is_tight: bool = True


class MarkdownReader:
    """Reads the segments of one text; link definitions found in one count in those after it."""

    def __init__(self) -> None:
        from markdown_it import MarkdownIt  # 28 ms (F37): paid by the first answer, not by the first window

        self._parser = MarkdownIt("commonmark", {"html": False, "maxNesting": 3 * NESTING_LIMIT})
        self._parser.enable(["table", "strikethrough"])
        # Which links count is decided in _link; refused ones would fall back to raw text.
        self._parser.validateLink = _take_any  # type: ignore[method-assign,assignment]
        self._definitions: dict[str, dict[str, object]] = {"references": {}}

    def read(self, segment: Segment, *, keeps: bool = True) -> tuple[DisplayBlock, ...]:
        """Returns the blocks of a segment; `keeps` its link definitions, unless it is still growing."""
        if segment.kind is SegmentKind.CODE:
            return (_code_block(segment),)
        if segment.kind is SegmentKind.PLAIN or _is_hostile(segment.text):
            return (plain_block(segment),)
        try:
            known = self._definitions if keeps else {"references": dict(self._definitions["references"])}
            tokens = self._parser.parse(segment.text, known)
        except RecursionError:
            return (plain_block(segment),)
        blocks = list(_walk(tokens, segment))
        return tuple(_placed(block, segment, is_first=index == 0) for index, block in enumerate(blocks))


def _take_any(_url: str) -> bool:
    return True


def _is_hostile(text: str) -> bool:
    deep = any(_DEEP.match(line) or len(line) - len(line.lstrip()) > 4 * NESTING_LIMIT for line in text.split("\n"))
    return deep or len(_OPENERS.findall(text)) > _INLINE_MARKS_LIMIT


def plain_block(segment: Segment) -> DisplayBlock:
    """Returns a segment as it is, line ends kept."""
    shown = isolate(mark_hidden(segment.text)).replace("\n", LINE_BREAK)
    return DisplayBlock(
        BlockKind.PARAGRAPH,
        shown,
        tuple(_bare_links(shown, Style.NONE, 0)),
        is_tight=segment.is_tight,
        continues=segment.continues,
        start=segment.start,
        end=segment.end,
    )


def _code_block(segment: Segment) -> DisplayBlock:
    return DisplayBlock(
        BlockKind.CODE,
        mark_hidden(segment.text).replace("\n", LINE_BREAK),
        language=segment.language,
        is_first=segment.part == 0 or not segment.continues,
        is_last=segment.is_last,
        is_tight=segment.is_tight,
        continues=segment.continues,
        start=segment.start,
        end=segment.end,
    )


def _placed(block: DisplayBlock, segment: Segment, *, is_first: bool) -> DisplayBlock:
    is_table_part = block.kind is BlockKind.TABLE and segment.part > 0
    return replace(
        block,
        indent=block.indent + (segment.indent + 1) // 2,
        is_tight=segment.is_tight if is_first else block.is_tight,
        continues=segment.continues and is_first,
        is_first=not is_table_part,
        is_last=segment.is_last,
        rows=block.rows[1:] if is_table_part else block.rows,
        start=segment.start,
        end=segment.end,
    )


def _walk(tokens: Sequence["Token"], segment: Segment) -> Iterator[DisplayBlock]:
    place = _Place()
    index = 0
    while index < len(tokens):
        token = tokens[index]
        if token.type == "table_open":
            end = next(i for i in range(index, len(tokens)) if tokens[i].type == "table_close")
            yield _in_place(_table(tokens[index:end]), place)
            index = end
        else:
            block = _leaf(token, tokens[index - 1] if index else token)
            if block is not None:
                yield _in_place(block, place)
            _move(place, token, segment)
        index += 1


def _leaf(token: "Token", before: "Token") -> DisplayBlock | None:
    if token.type == "inline":
        text, spans = _inline(token.children or ())
        if before.type == "heading_open":
            return DisplayBlock(BlockKind.HEADING, text, spans, level=int(before.tag[1:]))
        return DisplayBlock(BlockKind.PARAGRAPH, text, spans)
    if token.type in ("fence", "code_block"):
        shown = mark_hidden(token.content.removesuffix("\n")).replace("\n", LINE_BREAK)
        return DisplayBlock(BlockKind.CODE, shown, language=token.info.split(" ")[0] if token.info else "")
    return DisplayBlock(BlockKind.RULE, "") if token.type == "hr" else None


def _in_place(block: DisplayBlock, place: _Place) -> DisplayBlock:
    is_tight = bool(place.lists) and place.lists[-1].is_tight and (place.is_item_start or bool(place.marker))
    placed = replace(block, indent=len(place.lists), quote=place.quote, marker=place.marker, is_tight=is_tight)
    place.marker = ""
    place.is_item_start = False
    return placed


def _move(place: _Place, token: "Token", segment: Segment) -> None:
    kind = token.type
    if kind in ("bullet_list_open", "ordered_list_open"):
        place.lists.append(_List(_first_number(token, place, segment)))
        place.is_item_start = True
    elif kind in ("bullet_list_close", "ordered_list_close"):
        place.lists.pop()
    elif kind == "list_item_open":
        current = place.lists[-1]
        place.marker = "•" if current.number is None else f"{current.number}."
        if current.number is not None:
            current.number += 1
        place.is_item_start = True
    elif kind == "blockquote_open":
        place.quote += 1
    elif kind == "blockquote_close":
        place.quote -= 1


def _first_number(token: "Token", place: _Place, segment: Segment) -> int | None:
    if token.type == "bullet_list_open":
        return None
    if segment.number is not None and not place.lists:
        return segment.number
    return int(token.attrs.get("start", 1))


def _table(tokens: Sequence["Token"]) -> DisplayBlock:
    rows: list[list[Cell]] = []
    offset = 0
    for index, token in enumerate(tokens):
        if token.type == "tr_open":
            rows.append([])
        elif token.type == "inline":
            text, spans = _inline(token.children or ())
            align = str(tokens[index - 1].attrs.get("style", "text-align:left")).removeprefix("text-align:")
            rows[-1].append(Cell(offset, text, spans, align))
            offset += len(text) + 1
    text = "\n".join("\t".join(cell.text for cell in row) for row in rows)
    return DisplayBlock(BlockKind.TABLE, text, _all_spans(rows), rows=tuple(tuple(row) for row in rows))


def _all_spans(rows: Sequence[Sequence[Cell]]) -> tuple[Span, ...]:
    return tuple(
        replace(span, start=span.start + cell.start, end=span.end + cell.start)
        for row in rows
        for cell in row
        for span in cell.spans
    )


_STYLES = {"strong": Style.BOLD, "em": Style.ITALIC, "s": Style.STRIKE}


class _InlineText:
    """Gathers the text of one block with its spans."""

    def __init__(self) -> None:
        self.text = ""
        self.spans: list[Span] = []

    def add(self, text: str, style: Style, href: str = "") -> None:
        start = len(self.text)
        self.text += text
        if text and (style or href):
            self.spans.append(Span(start, len(self.text), style, href))


def _inline(children: Sequence["Token"]) -> tuple[str, tuple[Span, ...]]:
    result = _InlineText()
    style, hrefs = Style.NONE, [""]
    for token in children:
        name, _, edge = token.type.rpartition("_")
        if name in _STYLES:
            style = style | _STYLES[name] if edge == "open" else style & ~_STYLES[name]
        elif token.type == "link_open":
            hrefs.append(str(token.attrs.get("href", "")))
        elif token.type == "link_close":
            _end_link(result, hrefs.pop())
        else:
            _add_token(result, token, style, hrefs[-1])
    return result.text, tuple(result.spans)


def _add_token(result: _InlineText, token: "Token", style: Style, href: str) -> None:
    link = _link(href)
    styled = style | (Style.LINK if link else Style.NONE)
    match token.type:
        case "text" | "text_special":
            shown = isolate(mark_hidden(token.content))
            if link:
                result.add(shown, styled, link)
            else:
                _add_text(result, shown, style)
        case "code_inline":
            result.add(mark_hidden(token.content), styled | Style.CODE, link)
        case "softbreak":
            result.add(" ", styled, link)
        case "hardbreak":
            result.add(LINE_BREAK, Style.NONE)
        case "image":
            _add_image(result, token, styled)
        case _:
            result.add(isolate(mark_hidden(token.content)), styled, link)


def _add_text(result: _InlineText, text: str, style: Style) -> None:
    base = len(result.text)
    spans = list(_bare_links(text, style, base))
    end = base
    for span in spans:
        result.add(text[end - base : span.start - base], style)
        result.add(text[span.start - base : span.end - base], span.style, span.href)
        end = span.end
    result.add(text[end - base :], style)


def _bare_links(text: str, style: Style, base: int) -> Iterator[Span]:
    for found in _URL.finditer(text):
        address = found.group().rstrip(_URL_TAIL)
        if address.count("(") > address.count(")") and found.group()[len(address) :].startswith(")"):
            address += ")"
        yield Span(base + found.start(), base + found.start() + len(address), style | Style.LINK, address)


def _add_image(result: _InlineText, token: "Token", style: Style) -> None:
    """Shows a picture as its words and its address; nothing is loaded (S184)."""
    address = mark_hidden(str(token.attrs.get("src", "")))
    words = isolate(mark_hidden(token.content))
    result.add(f"{words} " if words else "", style | Style.ITALIC)
    link = _link(address)
    result.add(f"({address})", Style.QUIET | (Style.LINK if link else Style.NONE), link)


def _end_link(result: _InlineText, href: str) -> None:
    if href and not _link(href):  # U9: only http and https lead somewhere; what else was written is said
        result.add(f" ({mark_hidden(href)})", Style.QUIET)


def _link(href: str) -> str:
    return href if href.lower().startswith(("http://", "https://")) else ""

"""Reduces HTML to its text: nothing is run, nothing is loaded, what was never meant to be read is left out (P249)."""

import time
from collections.abc import Callable, Sequence
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

Attributes = Sequence[tuple[str, str | None]]

_BUDGET_S = 2.0  # tangled markup costs the parser its length once for each mark in it (CVE-2025-6069)
_RAW = ("script", "style")
_LEFT_OUT = (*_RAW, "template", "iframe", "noembed", "noframes", "svg", "object", "applet")
_BLOCKS = frozenset(
    [
        "address",
        "article",
        "aside",
        "blockquote",
        "body",
        "caption",
        "center",
        "dd",
        "details",
        "dialog",
        "dir",
        "div",
        "dl",
        "dt",
        "fieldset",
        "figcaption",
        "figure",
        "footer",
        "form",
        "header",
        "hgroup",
        "html",
        "legend",
        "main",
        "menu",
        "nav",
        "ol",
        "optgroup",
        "option",
        "p",
        "search",
        "section",
        "select",
        "summary",
        "table",
        "tbody",
        "textarea",
        "tfoot",
        "thead",
        "title",
        "tr",
        "ul",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "li",
        "pre",
        "hr",
    ]
)
_STARTS = {"li": "- ", "p": "", **{f"h{level}": f"{'#' * level} " for level in range(1, 7)}}
_MARKS = frozenset(start.strip() for start in _STARTS.values())  # lines that would hold nothing else
_CELLS = ("td", "th")
_LINK_LIMIT = 500


class _TooTangled(Exception):
    """The markup takes too long; what was read so far has to do."""


def reduce_html(text: str, base: str, *, clock: Callable[[], float] = time.monotonic) -> tuple[str, bool]:
    """Returns what a page says, its links as `text <address>`, and whether that is all of it. Blocks for 2 s at most.

    `base` is the page's own address.
    """
    reader = _Reader(base, clock)
    try:
        reader.feed(text)
        reader.close()
    except (_TooTangled, AssertionError):  # AssertionError: declarations that the standard library gives up on
        return reader.text, False
    return reader.text, True


class _Reader(HTMLParser):
    """Collects text; one element is left out at a time, with the depth of its own kind inside."""

    def __init__(self, base: str, clock: Callable[[], float]) -> None:
        super().__init__(convert_charrefs=True)
        self._base = base
        self._clock = clock
        self._until = clock() + _BUDGET_S
        self._lines: list[str] = []
        self._line: list[str] = []  # pieces: joining them at each one would take the square of a long line
        self._pre = 0
        self._left_out = ""
        self._depth = 0
        self._script: list[str] = []  # what is in the script that is left out, to see where it really ends
        self._link = ""

    @property
    def text(self) -> str:
        """Returns the lines so far, never more than one empty one between."""
        self._end_line()
        found: list[str] = []
        for line in self._lines:
            if line or (found and found[-1]):
                found.append(line)
        return "\n".join(found).strip("\n")

    def _check_time(self) -> None:
        if self._clock() > self._until:
            raise _TooTangled

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._check_time()
        if self._left_out:
            if tag == self._left_out:
                self._depth += 1
        elif tag in _LEFT_OUT:
            self._left_out, self._depth, self._script = tag, 1, []
        else:
            self._open(tag, dict(attrs))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        # Outside of drawings a slash at the end means nothing: `<script/>` begins a script, which the parser overlooks.
        if tag == "svg":
            return
        self.handle_starttag(tag, attrs)
        if tag in _RAW:
            self.set_cdata_mode(tag)
        elif tag not in _LEFT_OUT:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        self._check_time()
        if not self._left_out:
            self._close(tag)
        elif tag == self._left_out and not (tag == "script" and _goes_on("".join(self._script))):
            self._depth -= 1
            if self._depth == 0:
                self._left_out = ""
        elif tag == "script":
            self._script.append("</script>")

    def handle_data(self, data: str) -> None:
        self._check_time()
        if self._left_out:
            if self._left_out == "script":
                self._script.append(data)
        elif self._pre:
            first, *others = data.replace("\r\n", "\n").split("\n")
            self._line.append(first)
            for line in others:
                self._end_line()
                self._line.append(line)
        else:
            self._add_words(data)

    def handle_comment(self, data: str) -> None:  # noqa: ARG002  the parser's signature
        self._check_time()

    def unknown_decl(self, data: str) -> None:  # noqa: ARG002  the parser's signature
        self._check_time()

    def _add_words(self, data: str) -> None:
        words = " ".join(data.split())
        if data[:1].isspace() and self._line and not self._line[-1].endswith(" "):
            self._line.append(" ")
        if words:
            self._line.append(f"{words} " if data[-1:].isspace() else words)

    def _open(self, tag: str, attributes: dict[str, str | None]) -> None:
        if tag in _BLOCKS:
            self._end_line()
        if tag == "br":
            self._end_line(keeps_empty=True)
        elif tag == "hr":
            self._lines.append("---")
        elif tag == "pre":
            self._pre += 1
        elif tag in _STARTS:
            self._lines.extend(() if tag == "li" else ("",))
            self._line = [_STARTS[tag]]
        elif tag in _CELLS and self._line:
            self._line.append(" | ")
        elif tag == "img" and attributes.get("alt"):
            self._add_words(f" [{attributes['alt']}] ")
        elif tag == "a":
            self._link = _web_link(self._base, attributes.get("href") or "")

    def _close(self, tag: str) -> None:
        if tag == "a" and self._link:
            self._line.append(f" <{self._link}>")
            self._link = ""
        elif tag == "pre" and self._pre:
            self._end_line()
            self._pre -= 1
        elif tag in _BLOCKS:
            self._end_line()

    def _end_line(self, *, keeps_empty: bool = False) -> None:
        line = "".join(self._line)
        line = line.rstrip() if self._pre else line.strip()
        if line not in _MARKS or keeps_empty or self._pre:
            self._lines.append(line)
        self._line = []


def _goes_on(script: str) -> bool:
    """Tells whether a script is in a comment that holds a further `<script`: then `</script>` ends that one alone."""
    start = script.rfind("<!--")
    if start < 0 or "-->" in script[start:]:
        return False
    inner = script[start:].lower()
    return inner.count("<script") > inner.count("</script")


def _web_link(base: str, href: str) -> str:
    """Returns where a link leads; "" for what is no address of a page, such as a script or a place in the same one."""
    if not href or href.startswith("#"):
        return ""
    try:
        target = urljoin(base, "".join(href.split()))
        scheme = urlsplit(target).scheme
    except ValueError:
        return ""
    return target if scheme in ("http", "https") and len(target) <= _LINK_LIMIT else ""

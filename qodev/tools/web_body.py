"""Reads the body of an answer from the web: a bounded part of it, unpacked, as text (S155)."""

import codecs
import re
from collections.abc import Mapping
from contextlib import aclosing
from dataclasses import dataclass

from qodev.base.inflate import Inflater, PackFault
from qodev.base.net import HttpResponse
from qodev.tools.html_text import reduce_html
from qodev.types.tooling import ToolRefusal

BODY_LIMIT_BYTES = 1024 * 1024  # after unpacking
_RAW_LIMIT_BYTES = 4 * BODY_LIMIT_BYTES  # packed bytes that unpack to nothing end there
_HTML = ("text/html", "application/xhtml+xml")
_TEXT_TYPES = (
    "application/json",
    "application/xml",
    "application/javascript",
    "application/ecmascript",
    "application/x-yaml",
    "application/yaml",
    "application/toml",
    "application/x-sh",
    "application/sql",
    "application/x-ndjson",
    "application/graphql",
    "message/rfc822",
    "image/svg+xml",
)
_TEXT_ENDS = ("+json", "+xml", "+yaml")
_CHARSET = re.compile(r"charset\s*=\s*[\"']?([A-Za-z0-9_:.-]{1,40})", re.IGNORECASE)
# By Python's names for them. Not every codec of Python's: some are no encodings of text, some take quadratic time.
_CHARSETS = re.compile(
    r"utf-8|utf-16(-le|-be)?|ascii|iso8859-\d+|cp(125\d|866|874|932|949|950)|koi8-[ru]|gb2312|gbk|gb18030|big5|shift_jis"
    r"|euc_jp|euc_kr|iso2022_jp|mac-roman"
)
_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))


@dataclass(frozen=True, slots=True)
class Body:
    """The bytes of an answer as far as they were read."""

    content: bytes
    type: str  # media type, lower case, "" for none
    charset: str  # as the header names it, "" for none
    is_cut: bool


async def read_body(response: HttpResponse) -> Body:
    """Reads at most 1 MiB of an answer; raises NetError, and ToolRefusal for one that is packed in an unknown way."""
    kind, charset = _type_of(response.headers)
    content = bytearray()
    raw = 0
    try:
        inflater = Inflater(response.headers.get("content-encoding", ""))
        async with aclosing(response.iter_raw()) as pieces:
            async for piece in pieces:
                raw += len(piece)
                for unpacked in inflater.feed(piece):
                    content += unpacked
                    if len(content) > BODY_LIMIT_BYTES:
                        return Body(bytes(content[:BODY_LIMIT_BYTES]), kind, charset, is_cut=True)
                if raw > _RAW_LIMIT_BYTES:
                    return Body(bytes(content), kind, charset, is_cut=True)
    except PackFault as fault:
        raise ToolRefusal(f"Nothing can be read there: {fault}.") from fault
    return Body(bytes(content), kind, charset, is_cut=False)


def _type_of(headers: Mapping[str, str]) -> tuple[str, str]:
    given = headers.get("content-type", "")
    found = _CHARSET.search(given)
    return given.partition(";")[0].strip().lower(), found[1] if found is not None else ""


def text_of(body: Body, base: str) -> tuple[str, bool]:
    """Returns the text of a body, HTML reduced, and whether it is all there; raises ToolRefusal for other than text.

    `base` is the address that it came from. Blocks.
    """
    if not _is_text(body.type):
        raise ToolRefusal(f"There is no text there: it is of type `{body.type[:80]}`.")
    text = _decoded(body)
    if "\0" in text:
        raise ToolRefusal("There is no text there: it is binary.")
    if body.type in _HTML or (not body.type and text.lstrip()[:200].lower().startswith(("<!doctype html", "<html"))):
        reduced, is_whole = reduce_html(text, base)
        return reduced, is_whole and not body.is_cut
    return text, not body.is_cut


def _is_text(kind: str) -> bool:
    return not kind or kind.startswith("text/") or kind in (*_TEXT_TYPES, *_HTML) or kind.endswith(_TEXT_ENDS)


def _decoded(body: Body) -> str:
    for mark, name in _MARKS:
        if body.content.startswith(mark):
            return body.content.decode(name, "replace").removeprefix("\ufeff")
    return body.content.decode(_known(body.charset) or _known(_named_inside(body)) or "utf-8", "replace")


def _named_inside(body: Body) -> str:
    """Returns the encoding that the head of an HTML page names."""
    if body.type not in ("", *_HTML):
        return ""
    found = _CHARSET.search(body.content[:1024].decode("ascii", "replace"))
    return found[1] if found is not None else ""


def _known(name: str) -> str:
    try:
        found = codecs.lookup(name).name
    except (LookupError, ValueError):
        return ""
    return found if _CHARSETS.fullmatch(found) is not None else ""

"""Jinja's filters that make text, their sizes judged before."""

# ruff: noqa: ARG001, FBT001, FBT002 - every entry of these tables is called with the counters first, then as Jinja's own

import re
import textwrap
from collections.abc import Callable, Mapping
from pprint import pformat

from jinja2 import filters as jinja
from markupsafe import Markup, escape

from qodev.agents import functions as f
from qodev.agents import kinds, operators
from qodev.agents.faults import output_fault, runtime_fault
from qodev.agents.meter import SLOW_TEXT, Counters
from qodev.agents.values import show, type_name, write_json

Filter = Callable[..., object]
_WORD = re.compile(r"\w+")
_VERY_SLOW_TEXT = SLOW_TEXT // 20


def line_ends(text: str) -> int:
    """Returns how many line ends a text has, as `splitlines` sees them."""
    return sum(map(text.count, "\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029"))


def _text(counters: Counters, value: object, limit: int | None = None) -> str:
    text = show(value, counters)
    if limit is not None and len(text) > limit:
        raise output_fault()
    return text


def _simple(change: Callable[[str], str], limit: int | None = None) -> Filter:
    def apply(counters: Counters, value: object) -> str:
        return counters.keep_text(str(change(_text(counters, value, limit))))

    return apply


def _trim(counters: Counters, value: object, chars: str | None = None) -> str:
    return _text(counters, value).strip(chars)


def _replace(counters: Counters, value: object, old: object, new: object, count: int | None = None) -> str:
    text, before, after = (_text(counters, t) for t in (value, old, new))
    most = len(text) + 1 if count is None else kinds.require_integer("replace", count)
    hits = min(most, text.count(before)) if most >= 0 else text.count(before)
    counters.judge(len(text) + hits * max(0, len(after) - len(before)))
    return counters.keep_text(text.replace(before, after, -1 if count is None else most))


def _center(counters: Counters, value: object, width: int = 80) -> str:
    text = _text(counters, value)
    counters.judge(max(len(text), kinds.require_integer("center", width)))
    return counters.keep_text(text.center(width))


def _indent(counters: Counters, value: object, width: int | str = 4, first: bool = False, blank: bool = False) -> str:
    text = _text(counters, value)
    if isinstance(width, int):
        counters.judge(max(0, width))
    margin = width if isinstance(width, str) else " " * width
    counters.judge(56 * line_ends(text))
    lines = (text + "\n").splitlines() if text.endswith("\n") else text.splitlines()
    counters.judge(len(text) + 1 + len(margin) * max(1, len(lines)))
    shifted = [margin + line if line or blank else line for line in lines]
    result = "\n".join(
        [*([lines[0] if not first else shifted[0]] if lines else [margin if first else ""]), *shifted[1:]]
    )
    return counters.keep_text(result)


def _wordwrap(
    counters: Counters,
    value: object,
    width: int = 79,
    break_long_words: bool = True,
    wrapstring: str | None = None,
    break_on_hyphens: bool = True,
) -> str:
    text = _text(counters, value, SLOW_TEXT // 2)
    glue = "\n" if wrapstring is None else kinds.require_text("wordwrap", wrapstring)
    if kinds.require_integer("wordwrap", width) < 1:
        raise runtime_fault("`wordwrap` needs a width of at least 1.")
    wrapper = textwrap.TextWrapper(
        width=width,
        expand_tabs=False,
        replace_whitespace=False,
        break_long_words=bool(break_long_words),
        break_on_hyphens=bool(break_on_hyphens),
    )
    counters.check_time()
    return f.join_texts(counters, [p for line in text.splitlines() for p in wrapper.wrap(line) or [""]], glue)


def _truncate(
    counters: Counters,
    value: object,
    length: int = 255,
    killwords: bool = False,
    end: str = "...",
    leeway: int | None = None,
) -> str:
    text, ending = _text(counters, value), kinds.require_text("truncate", end)
    slack = 5 if leeway is None else kinds.require_integer("truncate", leeway)
    room = kinds.require_integer("truncate", length) - len(ending)
    if room < 0 or slack < 0:
        raise runtime_fault("`truncate` needs a length that has room for the ending.")
    if len(text) <= length + slack:
        return text
    cut = text[:room]
    return (cut if killwords else cut.rsplit(" ", 1)[0]) + ending


def _format(counters: Counters, value: object, /, *args: object, **named: object) -> str:
    if args and named:
        raise runtime_fault("`format` takes values by place or by name, not both.")
    return operators.format_text(counters, kinds.require_text("format", value), named or args)


def _to_int(counters: Counters, value: object, default: object = 0, base: int = 10) -> object:
    try:
        if isinstance(value, str):
            return f.bounded_integer(int(value, kinds.require_integer("int", base)))
        return int(value)  # type: ignore[call-overload]  # TypeError gives the default, as in Jinja
    except (TypeError, ValueError, OverflowError):
        return _float_or(value, default)


def _float_or(value: object, default: object) -> object:
    try:
        return int(float(value))  # type: ignore[arg-type]  # as above
    except (TypeError, ValueError, OverflowError):
        return default


def _to_float(counters: Counters, value: object, default: object = 0.0) -> object:
    try:
        return float(value)  # type: ignore[arg-type]  # TypeError gives the default, as in Jinja
    except (TypeError, ValueError, OverflowError):
        return default


def _tojson(counters: Counters, value: object, indent: int | None = None) -> str:
    if indent is not None and not 0 <= kinds.require_integer("tojson", indent) <= 16:
        raise runtime_fault("`tojson` takes an indent of at most 16.")
    return write_json(value, counters, indent)


def _urlencode(counters: Counters, value: object) -> str:
    if counters.weigh(value) > 5 * SLOW_TEXT:
        raise output_fault()
    if isinstance(value, Mapping):
        return counters.keep_text(jinja.do_urlencode([(str(k), show(v, counters)) for k, v in value.items()]))
    if kinds.is_array(value):
        pairs = [[show(part, counters) for part in kinds.require_array("urlencode", pair)] for pair in value]
        return counters.keep_text(jinja.do_urlencode(pairs))  # type: ignore[arg-type]  # ValueError for no pairs
    return counters.keep_text(jinja.do_urlencode(show(value, counters)))


def _xmlattr(counters: Counters, value: object, autospace: bool = True) -> str:
    if not isinstance(value, Mapping):
        raise runtime_fault(f"`xmlattr` needs an object, not {type_name(value)}.")
    pairs = [(str(k), show(v, counters)) for k, v in value.items() if v is not None]
    if any(set(key) & set(" \t\n\r\f/>=") for key, _ in pairs):
        raise runtime_fault("`xmlattr` takes no names with blanks or `/`, `>`, `=`.")
    text = " ".join(f'{escape(key)}="{escape(inner)}"' for key, inner in pairs)
    return counters.keep_text(" " + text if text and autospace else text)


def _urlize(counters: Counters, value: object, *args: object, **named: object) -> str:
    from jinja2.utils import urlize  # used by this filter alone

    text = _text(counters, value, _VERY_SLOW_TEXT)
    allowed = {"trim_url_limit", "nofollow", "target", "rel"}
    if set(named) - allowed or len(args) > 4:
        raise runtime_fault("`urlize` takes a limit, nofollow, target and rel.")
    options = {**dict(zip(("trim_url_limit", "nofollow", "target", "rel"), args, strict=False)), **named}
    rel = {
        "noopener",
        *(("nofollow",) if options.pop("nofollow", False) else ()),
        *str(options.get("rel") or "").split(),
    }
    options["rel"] = " ".join(sorted(rel))
    return counters.keep_text(str(urlize(text, **options)))  # type: ignore[arg-type]  # checked names


def _pprint(counters: Counters, value: object) -> str:
    if counters.weigh(value) > SLOW_TEXT:
        raise output_fault()
    write_json(value, counters)  # raises for what is no data and would print as Python's own text
    return counters.keep_text(pformat(value, width=80)[: counters.limits.output_bytes])


def _filesizeformat(counters: Counters, value: object, binary: bool = False) -> str:
    size = f.to_float(counters, value)
    return jinja.do_filesizeformat(size, bool(binary))


def _wordcount(counters: Counters, value: object) -> int:
    return len(_WORD.findall(_text(counters, value, SLOW_TEXT * 5)))


TEXT_FILTERS: Mapping[str, Filter] = {
    "capitalize": _simple(str.capitalize),
    "center": _center,
    "e": _simple(lambda t: str(escape(t)), SLOW_TEXT * 5),
    "escape": _simple(lambda t: str(escape(t)), SLOW_TEXT * 5),
    "filesizeformat": _filesizeformat,
    "float": _to_float,
    "forceescape": _simple(lambda t: str(escape(t)), SLOW_TEXT * 5),
    "format": _format,
    "indent": _indent,
    "int": _to_int,
    "lower": _simple(str.lower),
    "pprint": _pprint,
    "replace": _replace,
    "safe": _simple(str),
    "string": _simple(str),
    "striptags": _simple(lambda t: Markup(t).striptags(), _VERY_SLOW_TEXT),  # noqa: S704 - never sent as HTML
    "title": _simple(jinja.do_title, SLOW_TEXT),
    "tojson": _tojson,
    "trim": _trim,
    "truncate": _truncate,
    "upper": _simple(str.upper),
    "urlencode": _urlencode,
    "urlize": _urlize,
    "wordcount": _wordcount,
    "wordwrap": _wordwrap,
    "xmlattr": _xmlattr,
}

"""Methods of texts, arrays and objects, for those used to Jinja or inja (A58, A59, A65)."""

# ruff: noqa: ARG001, ARG005 - every entry of these tables is called with the counters first

import string
from collections.abc import Callable, Mapping, Sequence

from jinja2.runtime import LoopContext, Macro

from qodev.agents import functions as f
from qodev.agents import kinds
from qodev.agents.faults import forbidden_fault, runtime_fault
from qodev.agents.meter import Counters
from qodev.agents.names import ARRAY_METHODS, LOOP_METHODS, OBJECT_METHODS, TEXT_METHODS
from qodev.agents.text_filters import line_ends
from qodev.agents.values import Missing, Module

Method = Callable[..., object]


def call_method(counters: Counters, value: object, name: str, path: str, args: tuple[object, ...]) -> object:
    """Calls one of the listed methods; everything else is `template.forbidden` (A59, S86)."""
    if isinstance(value, Missing):
        value.fail()
    for arg in args:
        if isinstance(arg, Missing):
            arg.fail()
    if type(value) is str and name in TEXT_METHODS:
        return _TEXT[name](counters, value, *args)
    if isinstance(value, Mapping) and name in value:
        raise runtime_fault(f"`{path}` is no function.")
    if isinstance(value, LoopContext) and name in LOOP_METHODS:
        return value.cycle(*args) if name == "cycle" else value.changed(*args)
    table, allowed = _table(value)
    if name not in allowed:
        raise forbidden_fault(f"{path}()")
    return table[name](counters, value, *args)


def find_macro(value: object, name: str) -> Macro | None:
    """Returns the macro of an imported partial."""
    found = getattr(value, name, None) if isinstance(value, Module) and not name.startswith("_") else None
    return found if isinstance(found, Macro) else None


def _table(value: object) -> tuple[Mapping[str, Method], frozenset[str]]:
    if isinstance(value, str):
        return _TEXT, TEXT_METHODS
    if isinstance(value, Mapping):
        return _OBJECT, OBJECT_METHODS
    if isinstance(value, Sequence):
        return _ARRAY, ARRAY_METHODS
    return {}, frozenset()


def _strip(name: str) -> Method:
    def call(counters: Counters, text: str, marks: str | None = None) -> str:
        counters.tick(len(text))
        stripped: str = getattr(text, name)(marks)
        return stripped

    return call


def _plain(name: str) -> Method:
    def call(counters: Counters, text: str, *args: object) -> object:
        counters.tick(len(text))
        return getattr(text, name)(*args)

    return call


def _split(counters: Counters, text: str, separator: str | None = None, most: int = -1) -> list[str]:
    counters.judge(len(text))
    if separator == "":
        raise runtime_fault("`split` needs a separator that is not empty.")
    cuts = text.count(separator) if separator is not None else sum(map(text.count, string.whitespace))
    counters.judge(56 * (cuts if most < 0 else min(cuts, most)))
    return text.split(separator, most)


def _splitlines(counters: Counters, text: str) -> list[str]:
    counters.judge(len(text) + 56 * line_ends(text))
    return text.splitlines()


def _title(counters: Counters, text: str) -> str:
    return counters.keep_text(text.title())


def _text_join(counters: Counters, glue: str, values: object) -> str:
    return f.join(counters, values, glue)


def _text_replace(counters: Counters, text: str, before: object, after: object, most: int = -1) -> str:
    if most < 0:
        return f.replace(counters, text, before, after)
    old, new = kinds.require_text("replace", before), kinds.require_text("replace", after)
    counters.judge(len(text) + min(most, len(text) + 1) * max(0, len(new) - len(old)))
    return text.replace(old, new, most)


def _items(counters: Counters, value: Mapping[str, object]) -> list[object]:
    counters.tick(64 * len(value))
    return [[key, inner] for key, inner in value.items()]


def _get(counters: Counters, value: Mapping[str, object], key: str, other: object = None) -> object:
    return value.get(key, other)


_TEXT: Mapping[str, Method] = {
    "upper": f.upper,
    "lower": f.lower,
    "title": _title,
    "capitalize": f.capitalize,
    "strip": _strip("strip"),
    "lstrip": _strip("lstrip"),
    "rstrip": _strip("rstrip"),
    "split": _split,
    "splitlines": _splitlines,
    "startswith": _plain("startswith"),
    "endswith": _plain("endswith"),
    "find": _plain("find"),
    "count": _plain("count"),
    "replace": _text_replace,
    "join": _text_join,
    "length": f.length,
}
_ARRAY: Mapping[str, Method] = {
    "length": f.length,
    "first": f.first,
    "last": f.last,
    "join": f.join,
    "sort": f.sort,
    "at": f.at,
}
_OBJECT: Mapping[str, Method] = {
    "items": _items,
    "keys": lambda counters, value: list(value),
    "values": lambda counters, value: list(value.values()),
    "get": _get,
    "length": f.length,
    "at": f.at,
}

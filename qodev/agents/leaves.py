"""Walks a body: its template strings, its literals, and the values that JSON does not have (A72 to A76)."""

import datetime
import math
from collections.abc import Callable, Iterator, Mapping, Sequence

from qodev.agents.faults import TemplateFault
from qodev.agents.splice import Spliced
from qodev.base.codes import Code
from qodev.base.jsontext import JsonValue


def is_template(text: str) -> bool:
    """Tells whether a string is a template; one with nothing but a comment is not (A55)."""
    return "{{" in text or "{%" in text


def template_leaves(body: Mapping[str, JsonValue], key: str = "body") -> Iterator[tuple[str, str]]:
    """Yields the key path and text of every template in a body."""
    for path, value in _leaves(body, key):
        if isinstance(value, str) and is_template(value):
            yield path, value


def bad_values(body: Mapping[str, JsonValue], key: str = "body") -> Iterator[tuple[str, TemplateFault]]:
    """Yields the key path of every value that JSON does not have (A75)."""
    for path, value in _leaves(body, key):
        what = _bad_kind(value)
        if what is not None:
            hint = "Write it as text in quotes."
            yield path, TemplateFault(Code.BODY_BAD_VALUE, f"{what} cannot be sent as JSON.", hint)


def _bad_kind(value: object) -> str | None:
    if isinstance(value, datetime.date | datetime.time):
        return "A date or time"
    if isinstance(value, float) and not math.isfinite(value):
        return "`inf` or `nan`"
    return None


def _leaves(value: object, key: str) -> Iterator[tuple[str, object]]:
    if isinstance(value, Mapping):
        for name, inner in value.items():
            yield from _leaves(inner, f"{key}.{name}")
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for index, inner in enumerate(value):
            yield from _leaves(inner, f"{key}.{index}")
    else:
        yield key, value


def filled(value: JsonValue, key: str, fill: Callable[[str, str], Spliced]) -> Spliced:
    """Returns a value with its templates replaced by what `fill(key, text)` gives; the rest is as written."""
    if isinstance(value, str):
        return fill(key, value) if is_template(value) else Spliced(is_dropped=False, value=value)
    if isinstance(value, Mapping):
        members = ((name, filled(inner, f"{key}.{name}", fill)) for name, inner in value.items())
        return Spliced(is_dropped=False, value={name: m.value for name, m in members if not m.is_dropped})
    if isinstance(value, Sequence):
        items = [filled(inner, f"{key}.{index}", fill) for index, inner in enumerate(value)]
        return Spliced(is_dropped=False, value=[m.value for m in items if not m.is_dropped])
    return Spliced(is_dropped=False, value=value)

"""Jinja's tests (`is ...`)."""

# ruff: noqa: ARG001, ARG005 - every entry of these tables is called with the counters first

from collections.abc import Callable, Mapping

from qodev.agents import functions as f
from qodev.agents import kinds, operators
from qodev.agents.meter import Counters
from qodev.agents.values import Missing

Test = Callable[..., object]

TAKES_MISSING_TESTS = frozenset(
    [
        "defined",
        "undefined",
        "boolean",
        "false",
        "true",
        "integer",
        "float",
        "string",
        "mapping",
        "number",
        "sequence",
        "iterable",
        "callable",
        "none",
        "sameas",
        "==",
        "eq",
        "equalto",
        "!=",
        "ne",
        "in",
        "escaped",
        "filter",
        "test",
    ]
)


def _case(name: str) -> Test:
    return lambda counters, value: isinstance(value, str) and bool(getattr(value, name)())


def _order(check: Callable[[int], bool]) -> Test:
    return lambda counters, value, other: check(f.compare_for_order(counters, value, other))


def _is_sequence(counters: Counters, value: object) -> bool:
    return isinstance(value, str | Mapping) or kinds.is_array(value)


_less, _more = _order(lambda c: c < 0), _order(lambda c: c > 0)
_at_most, _at_least = _order(lambda c: c <= 0), _order(lambda c: c >= 0)


def _equal(counters: Counters, value: object, other: object) -> bool:
    counters.check_time()
    return value == other


def _unequal(counters: Counters, value: object, other: object) -> bool:
    counters.check_time()
    return value != other


TESTS: Mapping[str, Test] = {
    "odd": f.odd,
    "even": f.even,
    "divisibleby": f.divisible_by,
    "defined": lambda counters, value: not isinstance(value, Missing),
    "undefined": lambda counters, value: isinstance(value, Missing),
    "none": lambda counters, value: value is None,
    "boolean": lambda counters, value: isinstance(value, bool),
    "true": lambda counters, value: value is True,
    "false": lambda counters, value: value is False,
    "integer": lambda counters, value: isinstance(value, int) and not isinstance(value, bool),
    "float": lambda counters, value: isinstance(value, float),
    "number": lambda counters, value: kinds.is_number(value),
    "string": lambda counters, value: isinstance(value, str),
    "mapping": lambda counters, value: isinstance(value, Mapping),
    "sequence": _is_sequence,
    "iterable": _is_sequence,
    "callable": lambda counters, value: False,
    "escaped": lambda counters, value: False,
    "lower": _case("islower"),
    "upper": _case("isupper"),
    "sameas": lambda counters, value, other: value is other,
    "in": operators.within,
    "==": _equal,
    "eq": _equal,
    "equalto": _equal,
    "!=": _unequal,
    "ne": _unequal,
    ">": _more,
    "gt": _more,
    "greaterthan": _more,
    ">=": _at_least,
    "ge": _at_least,
    "<": _less,
    "lt": _less,
    "lessthan": _less,
    "<=": _at_most,
    "le": _at_most,
}

"""The tables of filters and tests, and what an unknown one gives."""

# ruff: noqa: ARG005 - every entry of these tables is called with the counters first

from collections.abc import Callable, Mapping

from qodev.agents.faults import TemplateFault
from qodev.agents.functions import FUNCTIONS
from qodev.agents.list_filters import LIST_FILTERS
from qodev.agents.names import NO_FILTERS
from qodev.agents.predicates import TESTS as BASE_TESTS
from qodev.agents.text_filters import TEXT_FILTERS
from qodev.base.codes import Code
from qodev.base.text import near_miss

_ITERATING = frozenset(("map", "select", "reject", "selectattr", "rejectattr"))

FILTERS: Mapping[str, Callable[..., object]] = {
    **{name: function for name, function in FUNCTIONS.items() if name not in NO_FILTERS},
    **TEXT_FILTERS,
    **LIST_FILTERS,
}
FILTER_NAMES = frozenset(FILTERS) | _ITERATING | {"exists"}  # `exists` needs the variables: see the code generator

TESTS: Mapping[str, Callable[..., object]] = {
    **BASE_TESTS,
    "filter": lambda counters, value: value in FILTER_NAMES,
    "test": lambda counters, value: value in BASE_TESTS or value in ("filter", "test"),
}


def unknown_filter(name: str, *, test: bool = False) -> TemplateFault:
    """Returns the fault for an unknown filter or test (A60)."""
    what = "test" if test else "filter"
    near = near_miss(name, TESTS if test else FILTER_NAMES)
    return TemplateFault(Code.TEMPLATE_UNKNOWN_FILTER, f"There is no {what} `{name}`.", near)

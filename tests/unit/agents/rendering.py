"""Renders single templates for tests."""

from collections.abc import Mapping

from qodev.agents.faults import TemplateFault
from qodev.agents.meter import LOAD_LIMITS, Counters, Limits
from qodev.agents.prepared import PreparedTemplate
from qodev.agents.sources import TemplateSources

DATA: Mapping[str, object] = {
    "d": {
        "a": "x",
        "arr": [3, 1, 2],
        "o": {"k": 1, "b": [True, None]},
        "f": 1.0,
        "n": None,
        "t": True,
        "i": 5,
        "e": "",
        "h": {"items": 3, "keys": "K", "_id": 7, "length": 9},
    },
    "blocks": [{"type": "text", "text": "one"}, {"type": "tool_use", "id": "c1"}, {"id": "zz"}, "str"],
}


def render(
    text: str,
    data: Mapping[str, object] = DATA,
    partials: Mapping[str, str] | None = None,
    limits: Limits = LOAD_LIMITS,
) -> str:
    """Returns the output of a body template; raises TemplateFault."""
    return PreparedTemplate(text, TemplateSources(bundled=partials or {})).run(data, Counters(limits))


def fault_of(text: str, data: Mapping[str, object] = DATA, partials: Mapping[str, str] | None = None) -> TemplateFault:
    """Returns why a body template does not render."""
    try:
        output = render(text, data, partials)
    except TemplateFault as fault:
        return fault
    raise AssertionError(f"rendered {output!r}")


def lints_of(text: str) -> list[str]:
    """Returns the codes of the lints of a template."""
    found = PreparedTemplate(text, TemplateSources()).inspection.lints
    return [str(lint.code) for _, lint in found]

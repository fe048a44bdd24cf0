"""Kinds of values, and what a function says when it is given the wrong one (A61)."""

from collections.abc import Sequence
from typing import TypeGuard

from qodev.agents.faults import runtime_fault
from qodev.agents.values import type_name


def is_array(value: object) -> TypeGuard[Sequence[object]]:
    """Tells whether a value is an array."""
    return isinstance(value, list | tuple) or (isinstance(value, Sequence) and not isinstance(value, str))


def is_number(value: object) -> TypeGuard[float]:
    """Tells whether a value is a number; a boolean is none."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def require_text(name: str, value: object) -> str:
    """Returns `value` if it is text, else raises `template.runtime`."""
    if not isinstance(value, str):
        raise runtime_fault(f"`{name}` needs text, not {type_name(value)}.")
    return value


def require_array(name: str, value: object) -> Sequence[object]:
    """Returns `value` if it is an array, else raises `template.runtime`."""
    if not is_array(value):
        raise runtime_fault(f"`{name}` needs an array, not {type_name(value)}.")
    return value


def require_number(name: str, value: object) -> float:
    """Returns `value` if it is a number, else raises `template.runtime`."""
    if not is_number(value):
        raise runtime_fault(f"`{name}` needs a number, not {type_name(value)}.")
    return value


def require_integer(name: str, value: object) -> int:
    """Returns `value` if it is an integer, else raises `template.runtime`."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise runtime_fault(f"`{name}` needs an integer, not {type_name(value)}.")
    return value

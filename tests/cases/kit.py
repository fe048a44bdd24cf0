"""What adapters and the runner share: an adapter takes one case and returns None, or says why it fails."""

import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

Case = dict[str, Any]
Adapter = Callable[[Case], str | None]


@dataclass(frozen=True, slots=True)
class Failure:
    """A case that gave another answer than the right one."""

    id: str
    why: str


def run_file(adapter: Adapter, cases: Sequence[Case]) -> list[Failure]:
    """Runs the cases one by one; an exception is a failure of its case, not of the run."""
    failures: list[Failure] = []
    for case in cases:
        try:
            why = adapter(case)
        except Exception as fault:  # noqa: BLE001  any fault is the case's, not the run's
            why = f"{type(fault).__name__}: {fault} at {traceback.extract_tb(fault.__traceback__)[-1]}"
        if why is not None:
            failures.append(Failure(case["id"], why))
    return failures


def difference(name: str, wanted: object, got: object) -> str | None:
    """Returns a sentence when two values differ, None when they are equal."""
    return None if wanted == got else f"{name}: wanted {wanted!r}, got {got!r}"

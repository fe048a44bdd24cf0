"""`qodev agents new`, `duplicate`, `override`, `diff` and `matrix`."""

import argparse
import json
from collections.abc import Iterable
from typing import TYPE_CHECKING

from qodev.base.text import clip
from qodev.cli.output import DONE, PROBLEMS, print_diagnostics, print_json, print_table, print_text, say

if TYPE_CHECKING:
    from qodev.services.app import Services
    from qodev.types.editing import BodyChange, MatrixCell

_LONGEST_VALUE = 60
_WORDS = {"ok": "OK", "warning": "Warning", "failed": "Failed", "not_applicable": "Not applicable"}
_MARKS = {"ok": "ok", "warning": "warning", "failed": "FAILED", "not_applicable": "-"}


async def new(services: "Services", options: argparse.Namespace) -> int:
    """Writes a short file that extends a base."""
    path = await services.editing.new(options.name, options.extends, options.model)
    return _made(options, options.name.strip(), path)


async def duplicate(services: "Services", options: argparse.Namespace) -> int:
    """Writes a child of an agent that differs in its name alone."""
    path = await services.editing.duplicate(options.name, options.new)
    return _made(options, options.new.strip(), path)


def _made(options: argparse.Namespace, name: str, path: str) -> int:
    if options.json:
        print_json({"name": name, "file": path})
    else:
        print_text(path)
    return DONE


async def override(services: "Services", options: argparse.Namespace) -> int:
    """Stores a model for an agent, or goes back to that of its file."""
    spec = services.agents.require(options.name)
    await services.agents.set_model(spec.name, None if options.reset else options.model)
    snapshot = services.agents.snapshot
    model, is_overridden = snapshot.model_of(spec.name), spec.name in snapshot.overrides
    if options.json:
        print_json({"name": spec.name, "model": model, "overridden": is_overridden})
    else:
        print_text(f"{spec.name}: {model}" + ("" if is_overridden else " (as its file says)"))
    return DONE


async def diff(services: "Services", options: argparse.Namespace) -> int:
    """Compares two agents: configuration and rendered body."""
    from qodev.types.editing import AgentSide

    services.agents.require(options.a)
    services.agents.require(options.b)
    compared = await services.editing.compare(AgentSide(options.a), AgentSide(options.b))
    if options.json:
        document: dict[str, object] = {"equal": compared.equal, "effective": _rows_of(compared.effective)}
        document["body"] = _rows_of(compared.changes)
        print_json(document | {"cacheable_prefix": compared.cacheable_prefix, "diagnostics": compared.problems})
        return DONE
    if compared.equal:
        print_text("No difference.")
    for title, changes in (("Configuration", compared.effective), ("Body", compared.changes)):
        if changes:
            print_text(f"{title}:")
            print_table(("KEY", options.a, options.b), _table_of(changes))
    if compared.changes:
        print_text(f"Cacheable prefix ends at {compared.cacheable_prefix}.")
    print_diagnostics(compared.problems)
    return DONE


def _rows_of(changes: Iterable["BodyChange"]) -> list[dict[str, object]]:
    return [
        {
            "path": change.path,
            "kind": change.kind.value,
            "before": [] if change.kind.value == "added" else [change.before],
            "after": [] if change.kind.value == "removed" else [change.after],
        }
        for change in changes
    ]


def _table_of(changes: Iterable["BodyChange"]) -> Iterable[tuple[str, str, str]]:
    for change in changes:
        before = "-" if change.kind.value == "added" else _short(change.before)
        yield change.path, before, "-" if change.kind.value == "removed" else _short(change.after)


def _short(value: object) -> str:
    return clip(json.dumps(value, ensure_ascii=False), _LONGEST_VALUE)


async def matrix(services: "Services", options: argparse.Namespace) -> int:
    """Renders agents with every fixture; a failed cell is exit code 1."""
    cells = await services.editing.matrix(options.names)
    if options.json:
        print_json({"cells": cells})
    else:
        _print_matrix(cells)
    return PROBLEMS if any(cell.state.value == "failed" for cell in cells) else DONE


def _print_matrix(cells: Iterable["MatrixCell"]) -> None:
    by_agent: dict[str, list[MatrixCell]] = {}
    for cell in cells:
        by_agent.setdefault(cell.agent, []).append(cell)
    rows = list(by_agent.values())
    if not rows:
        say("There is no agent.")
        return
    headings = ["AGENT", *(cell.fixture for cell in rows[0])]
    print_table(headings, [[row[0].agent, *(_MARKS[cell.state.value] for cell in row)] for row in rows])
    found = [cell.diagnostic for row in rows for cell in row if cell.diagnostic is not None]
    print_diagnostics(dict.fromkeys(found))
    counts = {word: sum(c.state.value == state for row in rows for c in row) for state, word in _WORDS.items()}
    print_text(", ".join(f"{count} {word}" for word, count in counts.items() if count))

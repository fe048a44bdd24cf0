"""`qodev agents route`."""

import argparse
from typing import TYPE_CHECKING

from qodev.cli.output import DONE, PROBLEMS, print_json, print_table, print_text

if TYPE_CHECKING:
    from qodev.services.app import Services
    from qodev.types.agents import DimensionCheck, NeverWins, RouteStep


async def route(services: "Services", options: argparse.Namespace) -> int:
    """Shows which agent a pipeline chooses; `--explain` adds the pattern of each dimension and what never wins."""
    walk = next(
        walk
        for walk in services.rosters.walk(options.file, options.project)
        if walk.trace.pipeline.value == options.pipeline
    )
    trace = walk.trace
    never = {found.name: found for found in walk.never}
    if options.json:
        entries = [_entry(step, never.get(step.name), is_explained=options.explain) for step in trace.steps]
        print_json({"pipeline": options.pipeline, "winner": trace.winner, "entries": entries})
        return DONE if trace.winner else PROBLEMS
    print_text(trace.winner or f"No agent matches `{options.file or 'no file'}` in {options.pipeline}.")
    if options.explain or trace.winner is None:
        rows = ((step.name, step.verdict.value, _why(step, never.get(step.name))) for step in trace.steps)
        print_table(("ENTRY", "VERDICT", "WHY"), rows)
    return DONE if trace.winner else PROBLEMS


def _entry(step: "RouteStep", never: "NeverWins | None", *, is_explained: bool) -> dict[str, object]:
    entry: dict[str, object] = {"name": step.name, "verdict": step.verdict.value, "by": list(step.by)}
    if is_explained:
        checks = [{"dimension": c.dimension, "patterns": list(c.patterns), "fitted": c.fitted} for c in step.checks]
        entry |= {"reason": step.reason, "checks": checks, "never_wins": never is not None}
        entry["behind"] = never.behind if never is not None else None
    return entry


def _why(step: "RouteStep", never: "NeverWins | None") -> str:
    parts = [_check_text(check) for check in step.checks] or [step.reason or "any file"]
    if never is not None:
        parts.append(f"never wins: behind `{never.behind}`" if never.behind else "never wins: its globs fit nothing")
    return "; ".join(parts)


def _check_text(check: "DimensionCheck") -> str:
    if check.fitted is not None:
        return f"{check.dimension}: `{check.fitted}` fits"
    return f"{check.dimension} refuse: {', '.join(f'`{pattern}`' for pattern in check.patterns)}"

"""`qodev permissions explain`: what would happen to a call, and which rule decides."""

import argparse
import asyncio
import os
from pathlib import Path
from typing import TYPE_CHECKING

from qodev.cli.output import DONE, print_json, print_table, print_text

if TYPE_CHECKING:
    from qodev.types.verdicts import ClauseVerdict, RuleRef, Verdict

_WORDS = {"allow": "Runs", "ask": "Asks", "hard_ask": "Always asks", "deny": "Refused"}


def explain(options: argparse.Namespace) -> int:
    """Judges one call under a profile and a mode; nothing runs."""
    verdict = asyncio.run(_verdict(options))
    if options.json:
        print_json(_document(verdict))
    else:
        _print(verdict)
    return DONE


async def _verdict(options: argparse.Namespace) -> "Verdict":
    from qodev.base.paths import AppPaths
    from qodev.services.explaining import explaining
    from qodev.services.simulator import SimulatedCall
    from qodev.types.permissions import ProjectMode

    project = options.project.resolve() if options.project is not None else None
    mode = ProjectMode(options.mode) if options.mode else None
    is_command = options.tool_command is not None
    call = SimulatedCall(
        (options.tool or "run_command") if is_command else options.tool,
        options.tool_command if is_command else options.path or "",
        project,
        mode,
        options.shell,
    )
    with explaining(AppPaths.from_env(os.environ, Path.cwd()), os.environ, project) as ready:
        return await ready.simulator.explain(ready.require_profile(options.profile), call)


def _document(verdict: "Verdict") -> dict[str, object]:
    return {
        "effect": verdict.effect.value,
        "value": verdict.value.value,
        "stage": verdict.stage.value,
        "reason": verdict.reason,
        "rule": _rule(verdict.rule),
        "clauses": [_clause(clause) for clause in verdict.clauses],
        "steps": [{"stage": s.stage.value, "state": s.state.value, "text": s.text} for s in verdict.steps],
        "actions": [action.value for action in verdict.actions],
        "hidden": verdict.is_hidden,
    }


def _rule(rule: "RuleRef | None") -> dict[str, object] | None:
    if rule is None:
        return None
    span = rule.span
    return {
        "source": rule.source,
        "text": rule.text,
        "effect": rule.effect.value,
        "file": span.path if span is not None else None,
        "line": span.line if span is not None else None,
        "column": span.column if span is not None else None,
    }


def _clause(clause: "ClauseVerdict") -> dict[str, object]:
    return {
        "text": clause.text,
        "kind": clause.kind,
        "effect": clause.effect.value,
        "reason": clause.reason,
        "rule": _rule(clause.rule),
        "views": list(clause.views),
    }


def _print(verdict: "Verdict") -> None:
    print_text(f"{_WORDS[verdict.effect.value]} ({verdict.stage.value}, {verdict.reason})")
    if verdict.rule is not None and verdict.rule.span is not None:
        print_text(
            f"{verdict.rule.text} = {verdict.rule.effect.value}, {verdict.rule.span.path}:{verdict.rule.span.line}"
        )
    if verdict.clauses:
        rows = ((clause.text, clause.effect.value, clause.reason) for clause in verdict.clauses)
        print_table(("CLAUSE", "VERDICT", "WHY"), rows)
    print_text("Then: " + ", ".join(action.value for action in verdict.actions))

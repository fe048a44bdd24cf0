"""Measures qodev against floors and peers: `python -m benchmarks [--all | NAME...] [--json] [--report] [--smoke]`."""

import argparse
import importlib
import json
import sys
import traceback
from collections.abc import Sequence

from benchmarks._kit import CheckError, Row, Samples, Scale, SkipRow, environment
from benchmarks.budgets import BUDGETS, Budget

SUBJECTS = (
    "startup",
    "cli",
    "discovery",
    "template",
    "stream",
    "transcript",
    "composer",
    "convo",
    "search",
    "store",
    "judge",
)


def main(argv: Sequence[str] | None = None) -> int:
    """Prints the rows that were asked for; returns 0 all ok or skipped, 1 one over, 2 one failed."""
    options = _parse(argv)
    rows = all_rows()
    if not options.all and not options.names and not options.smoke:
        for row in rows:
            print(f"{row.id} {BUDGETS[row.id].ratio}")
        return 0
    wants_all = options.all or (options.smoke and not options.names)
    chosen = [row for row in rows if wants_all or _is_named(row, options.names)]
    if not chosen:
        print(f"no row is called {' or '.join(options.names)}", file=sys.stderr)
        return 2
    outcomes = [_run(row, Scale(small=options.smoke), options) for row in chosen]
    if options.report:
        _print_report(outcomes)
    states = {outcome["state"] for outcome in outcomes}
    return 2 if "failed" in states else 1 if "over" in states and not options.smoke else 0


def all_rows() -> list[Row]:
    """Returns the rows of every subject."""
    return [row for subject in SUBJECTS for row in importlib.import_module(f"benchmarks.{subject}").rows()]


def _parse(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="a subject or the id of a row")
    parser.add_argument("--all", action="store_true", help="every row")
    parser.add_argument("--json", action="store_true", help="print the JSON objects alone")
    parser.add_argument("--report", action="store_true", help="also print a Markdown table")
    parser.add_argument("--smoke", action="store_true", help="tiny data, one round, ratios ignored")
    return parser.parse_args(argv)


def _is_named(row: Row, names: Sequence[str]) -> bool:
    return row.id in names or row.id.partition(".")[0] in names


def _run(row: Row, scale: Scale, options: argparse.Namespace) -> dict[str, object]:
    budget = BUDGETS[row.id]
    try:
        samples = row.measure(scale)
        if samples.ratio > budget.ratio and not scale.small:
            samples = row.measure(scale)  # F4: once more, from scratch
    except SkipRow as missing:
        outcome: dict[str, object] = {"id": row.id, "state": "skipped", "why": str(missing), "budget": budget.ratio}
    except Exception as fault:  # noqa: BLE001  one benchmark that fails does not keep the others from running
        if not isinstance(fault, CheckError):
            traceback.print_exc()
        outcome = {"id": row.id, "state": "failed", "why": str(fault) or repr(fault), "budget": budget.ratio}
    else:
        outcome = _outcome(row, samples, budget, small=scale.small)
    _print_outcome(outcome, options)
    return outcome


def _outcome(row: Row, samples: Samples, budget: Budget, *, small: bool) -> dict[str, object]:
    state = "ok" if small or samples.ratio <= budget.ratio else "over"
    return {
        "id": row.id,
        "state": state,
        "subject": [round(v, 3) for v in samples.subject],
        "floor": [round(v, 3) for v in samples.floor],
        "unit": samples.unit,
        "ratio": round(samples.ratio, 3),
        "spread": [round(v, 3) for v in samples.spread],
        "budget": budget.ratio,
        "aim": budget.aim,
        "rounds": len(samples.subject),
        "note": row.note,
        "info": {k: round(v, 2) for k, v in samples.info.items()},
        "environment": environment(),
    }


def _print_outcome(outcome: dict[str, object], options: argparse.Namespace) -> None:
    print(json.dumps(outcome))
    if options.json:
        return
    shown = outcome.get("ratio", "-")
    why = f": {outcome['why']}" if "why" in outcome else ""
    print(f"{outcome['id']} {shown} {outcome['budget']} {outcome['state']}{why}", flush=True)


def _print_report(outcomes: Sequence[dict[str, object]]) -> None:
    print("\n| row | ratio | spread | budget | aim | state |\n|---|---|---|---|---|---|")
    for outcome in outcomes:
        spread = outcome.get("spread")
        shown = f"{spread[0]} to {spread[1]}" if isinstance(spread, list) else "-"
        cells = (outcome["id"], outcome.get("ratio", "-"), shown, outcome["budget"], outcome.get("aim", "-"))
        print(f"| {' | '.join(str(c) for c in cells)} | {outcome['state']} |")
    print(f"\n{json.dumps(environment())}")


if __name__ == "__main__":
    sys.exit(main())

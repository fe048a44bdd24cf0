"""Command texts against ordered rules, read by the real readers (S1 to S39); no text is run."""

import asyncio
import os
import tempfile
from functools import cache
from pathlib import Path

from qodev.base.text import normalize_blanks
from qodev.permissions.command_rules import judge_command
from qodev.permissions.reading import CommandReaders, find_shfmt
from qodev.types.permissions import Effect
from qodev.types.profiles import CommandRule
from tests.cases.kit import Case, difference


@cache
def readers(with_shfmt: bool) -> CommandReaders:
    folder = Path(tempfile.mkdtemp(prefix="qodev-cases-"))
    return CommandReaders(find_shfmt(os.environ) if with_shfmt else None, folder)


def run(case: Case) -> str | None:
    """Judges one text for run_command, before mode and exact allows."""
    rules = [CommandRule(normalize_blanks(pattern), Effect(effect)) for pattern, effect in case["rules"]]
    reading = asyncio.run(readers(case.get("reader") != "tree-sitter").read(case["command"], case["shell"]))
    outcome = judge_command(rules, Effect(case.get("default", "ask")), reading, case.get("exact_deny", ()))
    got = outcome.effect.value
    return difference(f"verdict ({outcome.code}; {reading.opaque} {reading.doubtful})", case["expect"], got)

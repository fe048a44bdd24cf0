"""Compares verdicts of the case files with what real shells start: no text is judged looser than its programs (S197).

`python -m tests.rigs.case_oracle` prints the cases that are.
"""

import asyncio
import os
import shlex
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from qodev.base.text import normalize_blanks
from qodev.permissions.command_rules import judge_command
from qodev.permissions.reading import CommandReaders, find_shfmt
from qodev.types.permissions import Effect
from qodev.types.profiles import CommandRule
from tests.rigs.fuzz_commands import runs_script
from tests.rigs.jail.build import SHELLS
from tests.rigs.jail.constructs import cases
from tests.rigs.jail.jail import Jail, is_fit, opened, why_not


@dataclass(frozen=True, slots=True)
class Looser:
    """A case whose text is judged looser than a program that it starts."""

    id: str
    shell: str
    argv: tuple[str, ...]
    text_effect: Effect
    argv_effect: Effect


class Oracle:
    """Judges texts and started programs by the same rules; programs are remembered by what they were."""

    def __init__(self, jail: Jail, readers: CommandReaders) -> None:
        self._jail = jail
        self._readers = readers

    async def _effect(self, rules: Sequence[CommandRule], level: Effect, text: str) -> Effect:
        return judge_command(rules, level, await self._readers.read(text, "bash")).effect

    async def look(self, case: dict[str, object], shells: Sequence[str]) -> list[Looser]:
        """Returns what one case starts and would not be let start by itself."""
        rules = [CommandRule(normalize_blanks(pattern), Effect(effect)) for pattern, effect in case["rules"]]  # type: ignore[attr-defined]
        level, text = Effect(str(case.get("default", "ask"))), str(case["command"])
        found: list[Looser] = []
        for shell in shells if is_fit(text) else ():
            given = text if shell == "bash" else f"{shell} -c {shlex.quote(text)}"
            ran = self._jail.run(text, shell)
            if not ran.started or runs_script(ran):
                continue
            of_text = await self._effect(rules, level, given)
            for argv in dict.fromkeys(ran.started):
                if argv[0] in (*SHELLS, "sh") and all(word.startswith("-") for word in argv[1:]):
                    continue  # what it read came by a here-document, and counts by itself
                # A rule with `>` allows a command with its redirection, which the program's words don't show.
                shown = [shlex.join(argv), *(f"{shlex.join(argv)} > f" for rule in rules if ">" in rule.pattern)]
                effects = [await self._effect(rules, level, one) for one in shown] if all(argv) else [Effect.ALLOW]
                of_argv = min(effects, key=lambda effect: effect.strictness)
                if of_argv.strictness > of_text.strictness:
                    found.append(Looser(str(case["id"]), shell, argv, of_text, of_argv))
        return found


async def look_at_all(jail: Jail, shells: Sequence[str] = SHELLS) -> list[Looser]:
    """Returns every case that is judged looser than what it starts."""
    with tempfile.TemporaryDirectory(prefix="qodev-oracle-") as folder:
        oracle = Oracle(jail, CommandReaders(find_shfmt(os.environ), Path(folder)))
        return [one for case in cases() for one in await oracle.look(case, shells)]


def main() -> int:
    """Prints the cases; returns 1 when there are some."""
    reason = why_not()
    if reason is not None:
        print(f"skipped: {reason}")
        return 0
    with opened() as jail:
        found = asyncio.run(look_at_all(jail))
    for one in found:
        print(f"{one.id} {one.shell} {one.argv!a} text {one.text_effect} program {one.argv_effect}")
    print(f"{len(cases())} cases, {len(found)} judged looser than what they start")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

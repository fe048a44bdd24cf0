"""The fuzz gate: texts that are not denied run in the jail, and none may start what the rules deny (S198).

`python -m tests.rigs.fuzz_commands N [--mutated M] [--seed S] [--jobs J] [--save FILE]`
"""

import argparse
import asyncio
import json
import multiprocessing
import os
import random
import secrets
import shlex
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from qodev.permissions.command_rules import judge_command
from qodev.permissions.reading import CommandReaders, argument_fault, find_shfmt
from qodev.types.permissions import Effect
from qodev.types.profiles import CommandRule
from tests.rigs.jail.build import SHELLS
from tests.rigs.jail.constructs import corpus, generate, mutate
from tests.rigs.jail.jail import Jail, Ran, is_fit, opened, pushes, why_not

RULES = (CommandRule("*", Effect.ALLOW), CommandRule("git push*", Effect.DENY))
_BATCH = 40
_AT_ONCE = 4


@dataclass(frozen=True, slots=True)
class Hole:
    """A text that is not denied and starts what the rules deny."""

    text: str
    shell: str
    effect: str
    argv: tuple[str, ...]
    is_script: bool  # a file was written and run, which the rules don't follow (S31)


@dataclass(slots=True)
class Tally:
    """What a run of the gate saw."""

    texts: int = 0
    effects: "Counter[str]" = field(default_factory=Counter)
    not_run: int = 0
    runs: int = 0
    holes: list[Hole] = field(default_factory=list)

    def add(self, other: "Tally") -> None:
        """Takes the figures of another worker."""
        self.texts += other.texts
        self.effects.update(other.effects)
        self.not_run += other.not_run
        self.runs += other.runs
        self.holes.extend(other.holes)


def texts_of(seed: int, generated: int, mutated: int) -> Iterator[str]:
    """Yields the texts of a seed, always the same."""
    source = random.Random(seed)
    known = corpus()
    for _ in range(generated):
        yield generate(source)
    for _ in range(mutated):
        yield mutate(source, known)


async def verdicts(readers: CommandReaders, texts: Sequence[str]) -> list[Effect]:
    """Returns what the rules say of each text; one that is no command at all is denied."""
    room = asyncio.Semaphore(_AT_ONCE)

    async def one(text: str) -> Effect:
        if argument_fault(text) is not None:
            return Effect.DENY
        async with room:
            reading = await readers.read(text, "bash")
        return judge_command(RULES, Effect.ASK, reading).effect

    return list(await asyncio.gather(*map(one, texts)))


async def try_text(jail: Jail, readers: CommandReaders, text: str, effect: Effect, tally: Tally) -> None:
    """Runs a text that is not denied under every shell and notes what it started.

    A text is run by bash (S3); what another shell makes of it counts when the text is given to that shell.
    """
    if not is_fit(text):
        tally.not_run += 1
        return
    for shell in SHELLS:
        ran = jail.run(text, shell)
        tally.runs += 1
        found = pushes(ran.started)
        if found and shell != "bash":
            given = f"{shell} -c {shlex.quote(text)}"
            if (await verdicts(readers, [given]))[0] is Effect.DENY:
                continue
        if found:
            tally.holes.append(Hole(text, shell, effect.value, found[0], runs_script(ran)))


def runs_script(ran: Ran) -> bool:
    """Tells whether a shell was given a file to run, or a file ran that is no program of the jail."""
    for name, *words in ran.started:
        options = [word for word in words if word[:1] in ("-", "+")]
        if name in (*SHELLS, "sh", "ash") and words and not any("c" in option for option in options):
            return True
    return False


async def run_gate(jail: Jail, texts: Sequence[str]) -> Tally:
    """Judges texts and runs those that are not denied."""
    tally = Tally()
    with tempfile.TemporaryDirectory(prefix="qodev-fuzz-") as folder:
        readers = CommandReaders(find_shfmt(os.environ), Path(folder))
        for at in range(0, len(texts), _BATCH):
            batch = texts[at : at + _BATCH]
            effects = await verdicts(readers, batch)
            for text, effect in zip(batch, effects, strict=True):
                tally.texts += 1
                tally.effects[effect.value] += 1
                if effect is not Effect.DENY:
                    await try_text(jail, readers, text, effect, tally)
    return tally


def _job(arguments: tuple[int, int, int]) -> Tally:
    with opened() as jail:
        return asyncio.run(run_gate(jail, list(texts_of(*arguments))))


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the gate in several processes; returns 1 when there is a hole that is no script file."""
    parser = argparse.ArgumentParser(prog="python -m tests.rigs.fuzz_commands", description=__doc__)
    parser.add_argument("generated", type=int, metavar="N", help="texts to generate")
    parser.add_argument("--mutated", type=int, default=0, metavar="M", help="corpus texts to edit")
    parser.add_argument("--seed", type=int, default=None, help="default: a fresh one, which is printed")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--save", type=Path, default=None, metavar="FILE", help="where to write holes as JSON lines")
    options = parser.parse_args(argv)
    reason = why_not()
    if reason is not None:
        print(f"skipped: {reason}")
        return 1 if os.environ.get("QODEV_REQUIRE_JAIL") else 0
    seed = secrets.randbelow(1 << 32) if options.seed is None else options.seed
    print(f"seed {seed}", flush=True)
    started = time.monotonic()
    parts = options.jobs * max(1, (options.generated + options.mutated) // 1000)
    work = [(seed + n, options.generated // parts, options.mutated // parts) for n in range(parts)]
    total = Tally()
    with multiprocessing.get_context("spawn").Pool(options.jobs) as pool:
        for tally in pool.imap_unordered(_job, work):
            total.add(tally)
            _save(tally.holes, options.save)
    real = [hole for hole in total.holes if not hole.is_script]
    print(
        f"{total.texts:,} texts, {dict(total.effects)}, {total.runs:,} runs in the jail, {total.not_run} not run, "
        f"{time.monotonic() - started:.0f} s"
    )
    for hole in real:
        print(f"HOLE {hole.effect} {hole.shell} {hole.argv} {hole.text!a}")
    print(f"{len(real)} holes, {len(total.holes) - len(real)} runs of script files")
    return 1 if real else 0


def _save(holes: Sequence[Hole], path: Path | None) -> None:
    if path is None:
        return
    with path.open("a", encoding="utf-8") as file:
        for hole in holes:
            file.write(
                json.dumps([hole.is_script, hole.effect, hole.shell, hole.argv, hole.text], ensure_ascii=True) + "\n"
            )


if __name__ == "__main__":
    sys.exit(main())

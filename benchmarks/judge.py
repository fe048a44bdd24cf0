"""The judge of commands: rules beside compiled regexes, the two readers beside their bare programs, twice the clauses."""

import asyncio
import os
import re
import resource
import shutil
import subprocess
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path

import tree_sitter
import tree_sitter_bash

from benchmarks._kit import Row, Samples, Scale, SkipRow, fast_folder, interleave, require, thread_cpu_ms
from qodev.permissions.judge import judge
from qodev.permissions.reading import CommandReaders, find_shfmt
from qodev.types.permissions import CallKind, Effect, ProjectMode, Reading
from qodev.types.policies import ProjectPolicy
from qodev.types.profiles import CommandRule, Profile, ProfileFormat, ProfileScope, ToolRule
from qodev.types.tools import ToolName
from qodev.types.verdicts import PermissionSubject

_RULES = 40
_PROGRAMS = ("npm", "cargo", "docker", "kubectl", "terraform", "make", "go", "yarn", "rm", "git")
_COMPOUND = (
    'for f in src/*.py; do if grep -q "{mark}" "$f"; then echo "$(basename "$f") $((1 + 2))" >> found.txt; fi; done'
    " && cat <<E | sort | uniq -c\na $USER b\nE\ncase $1 in a|b) make -j4 2>&1 | tee log;; *) (cd build && ls);; esac"
)


def rows() -> list[Row]:
    """Returns the rows of this subject."""
    return [
        Row("judge.rules", _rules, "thread CPU; the text was read and the regexes compiled before"),
        Row("judge.readers", _readers, "CPU with children; a new text each time, so nothing is remembered"),
        Row("judge.linear", _linear, "CPU with children; a new text each time, read and judged"),
    ]


def _profile() -> Profile:
    patterns = ["*", *(f"{_PROGRAMS[n % 10]} sub{n}*" for n in range(_RULES - 1))]
    rules = tuple(CommandRule(pattern, Effect.ALLOW if n == 0 else Effect.DENY) for n, pattern in enumerate(patterns))
    return Profile(
        name="Bench",
        description="For the benchmark.",
        instructions="Work.",
        default_permission=Effect.ASK,
        scope=ProfileScope.USER,
        format=ProfileFormat.CODEV,
        tool_rules=(ToolRule("run_command", Effect.ALLOW),),
        command_rules=rules,
    )


def _subject(reading: Reading) -> PermissionSubject:
    return PermissionSubject(ToolName("run_command"), CallKind.RUN, command=reading)


def _rules(scale: Scale) -> Samples:
    text, times = "pytest -q tests/test_api.py --maxfail=1", scale.pick(2000, 20)
    profile, policy = _profile(), ProjectPolicy("bench", ProjectMode.AUTO)
    subject = _subject(_read_once(text))
    regexes = [
        re.compile(re.escape(rule.pattern).replace(r"\*", ".*").replace(r"\?", "."), re.DOTALL | re.IGNORECASE)
        for rule in profile.command_rules
    ]

    def ours() -> None:
        values = {judge(profile, subject, policy).value for _ in range(times)}
        require(values == {Effect.ALLOW}, f"the verdict is {values}")

    def floor() -> None:
        counts = {sum([regex.fullmatch(text) is not None for regex in regexes]) for _ in range(times)}
        require(counts == {1}, "another number of patterns matched")

    return interleave(lambda: thread_cpu_ms(ours), lambda: thread_cpu_ms(floor), scale.rounds())


def _read_once(text: str) -> Reading:
    with _ReaderRun() as run:
        return run.read(text)


class _ReaderRun:
    """A loop, a folder and the readers, for the length of a row."""

    def __enter__(self) -> "_ReaderRun":
        shfmt = find_shfmt(os.environ)
        if shfmt is None:
            raise SkipRow("shfmt is not installed")
        self.shfmt: Path = shfmt
        self.folder = fast_folder()
        self._loop = asyncio.new_event_loop()
        self.readers = CommandReaders(shfmt, self.folder)
        return self

    def __exit__(self, *_fault: object) -> None:
        self._loop.run_until_complete(self._loop.shutdown_default_executor())
        self._loop.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def read(self, text: str) -> Reading:
        return self._loop.run_until_complete(self.readers.read(text, "bash"))


def _cpu_ms(work: Callable[[], None]) -> float:
    """Returns the CPU milliseconds of this process and of children that ended meanwhile."""
    before, children = time.process_time(), resource.getrusage(resource.RUSAGE_CHILDREN)
    work()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    of_children = after.ru_utime + after.ru_stime - children.ru_utime - children.ru_stime
    return (time.process_time() - before + of_children) * 1000


def _readers(scale: Scale) -> Samples:
    times, numbers = scale.pick(30, 2), count()
    parser = tree_sitter.Parser(tree_sitter.Language(tree_sitter_bash.language()))
    with _ReaderRun() as run:

        def ours() -> None:
            for _ in range(times):
                reading = run.read(_COMPOUND.replace("{mark}", f"m{next(numbers)}"))
                require(reading.is_sure, f"it could not be read: {reading.opaque}")

        def floor() -> None:
            for _ in range(times):
                text = _COMPOUND.replace("{mark}", f"m{next(numbers)}").encode()
                argv = [str(run.shfmt), "-ln=bash", "--to-json"]
                done = subprocess.run(argv, input=text, capture_output=True, check=True, cwd=run.folder, env={})
                require(done.stdout and not parser.parse(text).root_node.has_error, "a bare reader failed")

        return interleave(lambda: _cpu_ms(ours), lambda: _cpu_ms(floor), scale.rounds())


def _linear(scale: Scale) -> Samples:
    clauses, numbers = scale.pick(110, 5), count()
    profile, policy = _profile(), ProjectPolicy("bench", ProjectMode.AUTO)
    with _ReaderRun() as run:

        def judged(wanted: int) -> None:
            for _ in range(scale.pick(6, 1)):
                text = "; ".join(f"cmd{next(numbers):05} -a x" for _ in range(wanted))
                verdict = judge(profile, _subject(run.read(text)), policy)
                require(len(verdict.clauses) == wanted, f"{len(verdict.clauses)} clauses of {wanted}")

        return interleave(
            lambda: _cpu_ms(lambda: judged(2 * clauses)), lambda: _cpu_ms(lambda: judged(clauses)), scale.rounds()
        )

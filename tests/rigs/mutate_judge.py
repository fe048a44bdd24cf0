"""Breaks one rule of the judge at a time in a copy of the tree and looks whether the tests notice (issue 4).

`python -m tests.rigs.mutate_judge [NAME…] [--jobs J]` prints a line for each break, `caught` or `SURVIVED`, and returns 1
when one survived. Each break stands for a family of rules: what it undoes is said by its name.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
_COPIED = ("qodev", "tests/cases", "tests/unit/permissions", "tests/fakes", "resources", "icons")
_FILES = ("pyproject.toml", "README.md", "tests/__init__.py", "tests/conftest.py", "tests/unit/__init__.py")
_FAST = ("tests/unit/permissions/test_judge.py", "tests/unit/permissions/test_reader_parts.py")
_UNIT = (
    *_FAST,
    "tests/unit/permissions/test_matching.py",
    "tests/unit/permissions/test_reading.py",
    "tests/unit/permissions/test_laws.py",
)
_LIMIT_S = 600


@dataclass(frozen=True, slots=True)
class Break:
    """One edit that undoes a rule; `files` of cases are what should notice when the unit tests do not."""

    name: str
    module: str
    before: str
    after: str
    files: tuple[str, ...] = ("commands",)


_JUDGE = ("commands_basic", "modes", "tools", "edit_paths", "opencode")
_OWN = ("commands", "commands_own")

BREAKS = (
    # judge: the order of the stages
    Break("built-in refusals", "judge", "if subject.refusal is not None:", "if False:", _JUDGE),
    Break("tools on offer", "judge", "if not is_offered(profile, subject.tool):", "if False:", _JUDGE),
    Break("edit paths", "judge", "    if outside is not None:\n", "    if False:\n", _JUDGE),
    Break("a path outside of every allow", "judge", "if outcome.pattern is None:", "if False:", _JUDGE),
    Break("a tool's deny is final", "judge", "if level.effect is Effect.DENY and (", "if False and (", _JUDGE),
    Break("commands are judged by command rules", "judge", "if subject.kind in _COMMANDS and subject", "if False and subject", _JUDGE),
    Break("resources of imports", "judge", "if profile.format is ProfileFormat.OPENCODE else None\n    found", "if False else None\n    found", _JUDGE),
    Break("edits that steer agents", "judge", "if subject.is_steering and found.effect", "if False and found.effect", _JUDGE),
    Break("the strictest set of an import", "judge", "worst = max(outcomes, key=", "worst = min(outcomes, key=", _JUDGE),
    Break("exact denies reach the command", "judge", "judge_command(rules, default, subject.command, denies)", "judge_command(rules, default, subject.command)", _OWN),
    Break("only exact denies deny", "judge", "if rule.effect is Effect.DENY and rule.key[0]", "if rule.key[0]", _JUDGE),
    Break("exact rules are looked up", "judge", "return rule.effect if rule is not None else None", "return None", _JUDGE),
    Break("a changed server asks again", "judge", "rule is None or rule.fingerprint == subject.fingerprint", "True", _JUDGE),
    Break("a project's deny names itself", "judge", "    if exact is Effect.DENY:\n", "    if False:\n", _JUDGE),
    Break("a refusal is a deny", "judge", "if Step.REFUSE in actions:", "if False:", _JUDGE),
    Break("a hard question is a hard ask", "judge", "if Step.HARD_PROMPT in actions or value is Effect.HARD_ASK:", "if False:", _JUDGE),
    Break("a question is an ask", "judge", "any(step.is_question for step in actions)", "False", _JUDGE),
    Break("hidden tools", "judge", "is_hidden=is_hidden(profile, subject.tool) or not is_offered(profile, subject.tool)", "is_hidden=False", _JUDGE),
    Break("the ladder stops at the decision", "judge", "[StageState.NOT_REACHED]", "[StageState.PASSED]", _JUDGE),
    # what modes make of it
    Break("a deny refuses", "steps", "if call.value is Effect.DENY or call.exact is Effect.DENY:", "if call.value is Effect.DENY:", _JUDGE),
    Break("read-only refuses background commands", "steps", "call.mode is ProjectMode.READ_ONLY:\n        return (Step.REFUSE,)", "False:\n        return (Step.REFUSE,)", _JUDGE),
    Break("a hard ask of a command", "steps", "    if call.value is Effect.HARD_ASK:\n        return (Step.HARD_PROMPT, Step.RUN)\n    is_served", "    is_served", _JUDGE),
    Break("unreadable rules prompt", "steps", "if call.mode is None and call.kind in", "if False and call.kind in", _JUDGE),
    Break("a profile's ask confirms", "steps", "    if call.value is Effect.ASK:\n        return (Step.CONFIRM,)\n", "", _JUDGE),
    Break("exact allows count in allowlist alone", "steps", "and call.mode is ProjectMode.ALLOWLIST", "", _JUDGE),
    Break("protected commands", "steps", "return counts and not call.is_protected and", "return counts and", _JUDGE),
    Break("steering edits are reviewed in auto", "steps", "if is_auto and not call.is_steering and", "if is_auto and", _JUDGE),
    Break("nobody to ask is a no", "steps", "if can_ask else (Step.REFUSE,)", "if can_ask else steps", _JUDGE),
    # command_rules
    Break("the strictest clause decides", "command_rules", "worst = strictest(effect for effect, _code, _rule in outcomes)", "worst = outcomes[0][0]"),
    Break("the last rule wins", "command_rules", "for rule in reversed(rules):\n        start", "for rule in rules:\n        start"),
    Break("a match for some values goes on", "command_rules", "        if matched is Match.EVERY:\n            break", "        if matched is not Match.NONE:\n            break"),
    Break("a match for every value ends", "command_rules", "        if matched is Match.EVERY:\n            break", "        if False:\n            break"),
    Break("no rule means the tool's value", "command_rules", "            found.append((level, None))", "            found.append((Effect.ALLOW, None))"),
    Break("possible starts need no allowance", "command_rules", "if clause.kind is ClauseKind.PLAIN:", "if True:", _OWN),
    Break("wrappers are named", "command_rules", "if clause.kind is ClauseKind.WRAPPER and not _names(pattern, clause):", "if False:", _OWN),
    Break("deny sees every view", "command_rules", "for view in clause.views)\n    if not", "for view in clause.views[:1])\n    if not"),
    Break("deny and ask fold", "command_rules", "match(pattern, view, folded=True)", "match(pattern, view, folded=False)"),
    Break("allow does not fold", "command_rules", "return _best(match(pattern, text, folded=folds)", "return _best(match(pattern, text, folded=True)"),
    Break("allow sees what is written", "command_rules", "for text in clause.written)", "for text in clause.views)"),
    Break("writes need a rule with >", "command_rules", "    if clause.writes:\n", "    if False:\n"),
    Break("a rule with > sees the redirection", "command_rules", 'if ">" in pattern else Match.NONE', "if False else Match.NONE"),
    Break("a live deny denies what cannot be read", "command_rules", "live = _live_deny(rules) if reading.opaque else None", "live = None"),
    Break("a star ends what is live", "command_rules", '        if not pattern_of(rule).strip("*"):\n            return None\n', ""),
    Break("a deny that touches the raw text", "command_rules", "if rule.effect is Effect.DENY and _touches(pattern_of(rule), reading)", "if False"),
    Break("skeletons of the raw text", "command_rules", "        for text in reading.skeletons\n    )", "        for text in reading.skeletons[:1]\n    )"),
    Break("an exact deny touches the raw text", "command_rules", "elif any(_touches_exactly(text, reading) for text in exact_denies):", "elif False:"),
    Break("an exact deny of the whole text", "command_rules", "if reading.text.strip() in exact_denies:", "if False:", _JUDGE),
    Break("doubt is a hard ask", "command_rules", "        yield Effect.HARD_ASK, code, None", "        yield Effect.ASK, code, None"),
    Break("doubts that are not opaque", "command_rules", "if not reading.opaque and not reading.doubtful:", "if not reading.opaque:"),
    Break("a text without a command", "command_rules", '(Effect.HARD_ASK, "unreadable:no command", None)', '(Effect.ALLOW, "", None)'),
    # matching
    Break("a tail of ` *` may be missing", "matching", "if pattern.endswith(_TAIL) and len(pattern) > len(_TAIL) else (pattern,)", "if False else (pattern,)"),
    Break("an unknown word may vanish", "matching", "            places |= steps.behind(steps.after(places, \" \"))", "            places = steps.behind(steps.after(places, \" \"))"),
    Break("an unknown first word may vanish", "matching", 'if text[:1] == UNKNOWN and text[1:2] in ("", " "):', "if False:"),
    Break("letters never stand for the unknown", "matching", "steps.stayed(places) if char == UNKNOWN else", "steps.behind(places) if char == UNKNOWN else"),
    # readers
    Break("readers must agree", "shell", "and not read.first.agrees_with(read.second)", "and False"),
    Break("both readers count", "shell", "for program in (read.first, read.second) if isinstance(program, Program)", "for program in (read.first,) if isinstance(program, Program)", _OWN),
    Break("code in what is computed", "shell", "if self.computes_names and self.has_code:", "if False:", _OWN),
    Break("aliases over levels", "shell", "return alias_texts(self.commands, self.aliases) if self.aliases else []", "return []", _OWN),
    Break("dash reads otherwise", "shells", "return nest if name in _LIKE_BASH else plain if name in _UNLIKE else both", "return nest", _OWN),
    Break("held values are one word", "words", "return [Char(HELD, quoted=True)] if is_held else [_MARK]", "return [Char(HELD, quoted=True)]", _OWN),
    Break("git's own options", "views", "yield _shown(without_globals(named)[0])", "yield _shown(named)", _OWN),
    Break("base names", "views", "(_base_name(words[0]), *words[1:])", "tuple(words)", _OWN),
    Break("look-alikes", "lookalikes", ".translate(_LATIN)", ""),
)  # fmt: skip


def check_tree() -> list[str]:
    """Returns the names of breaks whose text does not stand in its module exactly once."""
    return [each.name for each in BREAKS if _module(ROOT, each).read_text("utf-8").count(each.before) != 1]


def _module(root: Path, each: Break) -> Path:
    return root / "qodev" / "permissions" / f"{each.module}.py"


def _copy(target: Path) -> None:
    ignored = shutil.ignore_patterns("__pycache__", ".hypothesis")
    for name in _COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, target / name, ignore=ignored)
    for name in _FILES:
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, target / name)


def _passes(root: Path, argv: Sequence[str]) -> bool:
    env = {**os.environ, "PYTHONPATH": str(root), "PYTHONDONTWRITEBYTECODE": "1", "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [sys.executable, *argv], cwd=root, env=env, capture_output=True, timeout=_LIMIT_S, check=False
    )
    return done.returncode == 0


def _tests_pass(root: Path, files: Sequence[str]) -> bool:
    """Runs what is fastest first, and stops at the first failure."""
    pytest = ["-m", "pytest", "-n0", "-q", "-x", "-p", "no:cacheprovider", "-p", "no:randomly", "-m", "not slow"]
    runs = [[*pytest, *_FAST], *(["-m", "tests.cases", "--only", name] for name in files), [*pytest, *_UNIT]]
    return all(_passes(root, argv) for argv in runs)


def _is_caught(each: Break) -> bool:
    with tempfile.TemporaryDirectory(prefix="qodev-mutant-") as folder:
        root = Path(folder)
        _copy(root)
        module = _module(root, each)
        module.write_text(module.read_text("utf-8").replace(each.before, each.after), "utf-8")
        return not _tests_pass(root, each.files)


def main(argv: Sequence[str] | None = None) -> int:
    """Prints what became of each break; returns 1 when one survived or does not fit the code any more, 2 when a sound copy fails."""
    parser = argparse.ArgumentParser(prog="python -m tests.rigs.mutate_judge", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="only breaks whose name holds one of these")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args(argv)
    stale = check_tree()
    for name in stale:
        print(f"does not fit the code: {name}")
    chosen = [
        b for b in BREAKS if b.name not in stale and (not options.names or any(n in b.name for n in options.names))
    ]
    with tempfile.TemporaryDirectory(prefix="qodev-sound-") as folder:
        _copy(Path(folder))
        if not _tests_pass(Path(folder), sorted({name for each in chosen for name in each.files})):
            print("the tests fail without a break")
            return 2
    survived = 0
    with ThreadPoolExecutor(options.jobs) as pool:
        for each, caught in zip(chosen, pool.map(_is_caught, chosen), strict=True):
            survived += not caught
            print(f"{'caught  ' if caught else 'SURVIVED'}  {each.module}: {each.name}", flush=True)
    print(f"{len(chosen)} breaks, {survived} survived")
    return 1 if survived or stale else 0


if __name__ == "__main__":
    sys.exit(main())

"""Breaks around processes: what flees, floods or outlives, containment, and git in hostile repositories."""

from tests.mutants.runner import Mutant

COMMANDS = ("tests/unit/base/test_commands.py",)
CONTAIN = ("tests/unit/base/test_contain.py",)
GIT = ("tests/unit/workspace/test_git.py",)
SCENARIOS = ("tests/unit/base/test_command_scenarios.py",)
TERMINAL = ("tests/unit/base/test_terminal.py",)
ENVIRONMENT = ("tests/unit/base/test_environment.py",)

_COMMANDS, _CENSUS, _BWRAP = "qodev/base/commands.py", "qodev/base/census.py", "qodev/base/bwrap.py"
_GIT, _TERMINAL = "qodev/workspace/git.py", "qodev/base/terminal.py"

MUTANTS: tuple[Mutant, ...] = (
    Mutant("processes", _CENSUS, " or _carries(pid, started, entry, patient_until)", "", COMMANDS),
    Mutant("processes", _CENSUS, "return bool(pipes) and _holds(pid, pipes)", "return False", SCENARIOS),
    Mutant("processes", _CENSUS, "or found[2] != int(parts[1])", "or False", SCENARIOS),
    Mutant("processes", _COMMANDS, "        self._left.update(dict.fromkeys(end.left, command.run))\n", "", COMMANDS),
    Mutant("processes", _COMMANDS, "            watchdog.watch(process.pid)\n", "            pass\n", SCENARIOS),
    Mutant("processes", _COMMANDS, "self._end_because(EndCause.FLOOD)", "pass", SCENARIOS),
    Mutant("processes", _COMMANDS, "            self._hurry.set()\n", "", SCENARIOS),
    Mutant("processes", "qodev/base/limits.py", "ulimit -S -c 0\n", "", SCENARIOS),
    Mutant(
        "processes",
        "qodev/base/folders.py",
        "(found.st_dev, found.st_ino) != (self.device, self.inode)",
        "False",
        COMMANDS,
    ),
    Mutant("processes", "qodev/base/environment.py", " and folded not in barred", "", ENVIRONMENT),
    Mutant("terminal", _TERMINAL, "if _bytes_of(found.group()) <= most_bytes else 0", "", TERMINAL),
    Mutant("terminal", _TERMINAL, r"\x7f-\x9f]", "]", TERMINAL),
    Mutant("containment", _BWRAP, "    for path in box.held():\n", "    for path in ():\n", CONTAIN),
    Mutant("containment", _BWRAP, "    for path in _existing(box.protected):\n", "    for path in ():\n", CONTAIN),
    Mutant("containment", _BWRAP, "    argv += _covers(beside)\n", "", CONTAIN),
    Mutant("containment", _BWRAP, "(() if box.allows_network else", "(() if True else", CONTAIN),
    Mutant("containment", "qodev/base/start_report.py", 'b"started" in report or', "True or", CONTAIN),
    Mutant("containment", "qodev/base/contain.py", 'program.name == "bwrap" and ', "", CONTAIN),
    Mutant("git", _GIT, "programs = {} if", "programs = {} if True or", GIT),
    Mutant("git", _GIT, '{**_SETTINGS, "core.hooksPath": str(self._no_hooks)}', "{**_SETTINGS}", GIT),
    Mutant("git", _GIT, '("--no-ext-diff", "--no-textconv")', "()", GIT),
    Mutant("git", _GIT, 'neutral[f"{owner}.driver"] = _DRIVER', "pass", GIT),
    Mutant("git", _GIT, 'return (kind, "add", "--no-checkout", *rest[1:])', "return (kind, *rest)", GIT),
    Mutant("git", _GIT, "if not place.is_own and", "if False and", GIT),
)

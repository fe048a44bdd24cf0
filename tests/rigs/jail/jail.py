"""The logger jail: real shells run texts where nothing but a log can be written, and say which programs were started (S195 to S197)."""

import base64
import json
import os
import re
import shutil
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.rigs.jail.build import SHELLS, build

TEXT_MOST = 2000  # S196: longer texts are not run
_UNSHARE = ("unshare", "--mount", "--net", "--pid", "--ipc", "--uts", "--fork", "--kill-child")
_FORK_BOMB = re.compile(r"([\w:.]+)\s*(?:\(\s*\)\s*)?[{(].*?\1\s*(?:\||&)\s*\1|:\s*\|\s*:", re.DOTALL)
_REFUSED = ("\0", "/dev/tcp", "/dev/udp")
_PROBE = "touch /probe; id; ls /proc"


class JailBroken(Exception):
    """The jail does not hold, or did not: no text may run."""


@dataclass(frozen=True, slots=True)
class Ran:
    """What one text did: the programs that it started, each with its arguments, and what it printed."""

    started: tuple[tuple[str, ...], ...]
    output: str
    code: int


@dataclass(frozen=True, slots=True)
class _Canary:
    """What must not change on this machine while texts run."""

    root: tuple[str, ...]
    beside: tuple[str, ...]

    @classmethod
    def of(cls, beside: Path) -> "_Canary":
        null = Path("/dev/null").stat()
        if not stat.S_ISCHR(null.st_mode) or (os.major(null.st_rdev), os.minor(null.st_rdev)) != (1, 3):
            raise JailBroken("/dev/null is not the null device")
        return cls(*(tuple(sorted(entry.name for entry in folder.iterdir())) for folder in (Path("/"), beside)))


def why_not() -> str | None:
    """Returns why there can be no jail on this machine, or None."""
    if sys.platform != "linux":
        return "the jail needs Linux"
    if os.geteuid() != 0:
        return "the jail needs root"
    missing = [name for name in ("unshare", "ldd", "timeout", *SHELLS) if shutil.which(name) is None]
    if missing:
        return f"the jail needs {', '.join(missing)}"
    if shutil.which("gcc") is None and shutil.which("cc") is None:
        return "the jail needs a C compiler"
    done = subprocess.run([*_UNSHARE, "true"], capture_output=True, check=False)
    return None if done.returncode == 0 else "this machine allows no namespaces"


def is_fit(text: str) -> bool:
    """Tells whether a text may run at all (S196)."""
    if len(text) > TEXT_MOST or any(part in text for part in _REFUSED) or _FORK_BOMB.search(text):
        return False
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


class Jail:
    """Runs texts, one at a time; made by `opened`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        keeper = Path(__file__).with_name("keeper.py")
        argv = [*_UNSHARE, sys.executable, "-I", str(keeper), str(folder)]
        self._process = subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env={})

    def run(self, text: str, shell: str = "bash") -> Ran:
        """Runs a text with `bash --noprofile --norc -c` or the like; raises ValueError for one that may not run."""
        if not is_fit(text):
            raise ValueError("this text is not run")
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps({"shell": shell, "text": text}) + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        if not answer:
            raise JailBroken(f"the keeper ended with {self._process.wait()}")
        found = json.loads(answer)
        if found["code"] in (120, 121):
            raise JailBroken("the keeper could not set a text up")
        output = base64.b64decode(found["out"]).decode("utf-8", "replace")
        return Ran(tuple(_records(base64.b64decode(found["log"]))), output, found["code"])

    def close(self) -> None:
        """Ends the keeper and with it everything in its namespaces."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()

    def probe(self) -> None:
        """Raises JailBroken unless a text is shut in: no file outside, no rights, no other process to see."""
        ran = self.run(_PROBE)
        if Path("/probe").exists() or (self._folder / "probe").exists():
            raise JailBroken("the probe wrote a file")
        if "uid=65534" not in ran.output or "gid=65534" not in ran.output or "groups=65534" not in ran.output:
            raise JailBroken(f"the probe was {ran.output[:200]}")
        seen = [int(word) for word in ran.output.split() if word.isdigit()]
        if not seen or max(seen) > 40:
            raise JailBroken("the probe saw other processes")
        if ("id",) not in ran.started:
            raise JailBroken("the log misses a program")


def _records(log: bytes) -> Iterator[tuple[str, ...]]:
    fields = log.split(b"\0")[:-1]
    at = 0
    while at < len(fields):
        count = int(fields[at])
        yield tuple(field.decode("utf-8", "replace") for field in fields[at + 1 : at + 1 + count])
        at += 1 + count


@contextmanager
def opened() -> Iterator[Jail]:
    """Builds a jail, proves that it holds, and looks afterwards whether anything outside changed."""
    base = Path(tempfile.mkdtemp(prefix="qodev-jail-"))
    beside = base / "canary"
    beside.mkdir()
    (beside / "bird").touch()
    folder = base / "J"
    folder.mkdir()
    before = _Canary.of(beside)
    try:
        build(folder)
        jail = Jail(folder)
        try:
            jail.probe()
            yield jail
        finally:
            jail.close()
        if _Canary.of(beside) != before:
            raise JailBroken("something outside of the jail changed")
    finally:
        shutil.rmtree(base, ignore_errors=True)


def pushes(started: Sequence[Sequence[str]]) -> list[tuple[str, ...]]:
    """Returns the started programs that `git push*` denies, git's own options left out."""
    return [tuple(argv) for argv in started if argv[0] == "git" and _is_push(list(argv[1:]))]


def _is_push(words: list[str]) -> bool:
    while words and words[0].startswith("-"):
        takes_value = words[0] in (
            "-C",
            "-c",
            "--git-dir",
            "--work-tree",
            "--namespace",
            "--super-prefix",
            "--config-env",
        )
        words = words[2:] if takes_value else words[1:]
    return " ".join(words).startswith("push")

"""Laws of project paths and of trust over generated inputs: nothing leaves the project, nothing unseen is in effect."""

import os
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from qodev.base.filenames import folded_name
from qodev.types.files import PathRefused
from qodev.workspace.project import ProjectRoot
from qodev.workspace.spelling import read_spelling
from qodev.workspace.steering import SteeringFile, find_steering
from qodev.workspace.trust import TrustError, TrustStore
from tests.laws import law


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> ProjectRoot:
    """Returns a project with links of every kind, one of them out of it."""
    base = tmp_path_factory.mktemp("laws")
    project = base / "project"
    for folder in ("src/deep", "docs", ".git/hooks", ".qodev/agents"):
        (project / folder).mkdir(parents=True)
    (base / "outside").mkdir()
    (base / "outside" / "f").write_text("f")
    for file in ("src/f", "docs/f", ".git/config"):
        (project / file).write_text("f")
    os.link(project / "src" / "f", project / "hard")
    for link, target in (
        ("out", "../outside"),
        ("in", "src"),
        ("git", ".git"),
        ("file", "src/f"),
        ("gone", "nowhere"),
        ("steer", ".qodev"),
        ("loop", "loop"),
        ("src/up", ".."),
    ):
        (project / link).symlink_to(target)
    return ProjectRoot.open(project)


NAMES = st.sampled_from(
    [
        *("src", "deep", "docs", "f", "new", "..", ".", "", ".git", ".GIT", ".git ", "gi\u200bt", "out", "in", "git"),
        *("file", "gone", "hard", "loop", "steer", ".qodev", "agents", "up", "config", "C:", "~", "\u202e", "CON"),
    ]
)
PATHS = st.lists(NAMES, min_size=1, max_size=6).flatmap(
    lambda names: st.sampled_from(["/", "\\"]).map(lambda slash: slash.join(names))
) | st.text(max_size=12)


@law()
def test_a_path_that_is_not_refused_is_a_file_inside_the_project(how: settings, root: ProjectRoot) -> None:
    @how
    @given(PATHS)
    @example("out/f")
    @example("in/f")
    @example("file")
    @example("git/config")
    @example(".GIT/config")
    @example("hard")
    @example("gone/x")
    @example("src/up/x")
    @example("src/up/../x")
    @example("steer/agents/x")
    @example("loop/x")
    def holds(argument: str) -> None:
        try:
            found = root.resolve(argument)
        except PathRefused:
            return
        real = Path(os.path.realpath(found.path))
        assert real == root.path / found.real
        assert root.path in real.parents
        assert not any(folded_name(part) == ".git" for part in real.relative_to(root.path).parts)
        assert not found.path.is_symlink()
        assert not found.exists or (found.path.is_file() and found.path.stat().st_nlink == 1)
        assert found.is_steering or ".qodev" not in real.relative_to(root.path).parts

    holds()


@law()
def test_any_spelling_is_read_or_refused(how: settings) -> None:
    @how
    @given(st.text(max_size=300), st.booleans())
    def holds(argument: str, is_windows: bool) -> None:
        try:
            segments = read_spelling(argument, is_windows=is_windows)
        except PathRefused:
            return
        for segment in segments:
            assert segment.name not in ("", ".")
            assert "/" not in segment.name
            assert "\\" not in segment.name

    holds()


FILES = (".qodev/agents/a.md", ".codev/agents/b.md", ".opencode/agents/c.md", ".claude/skills/s/SKILL.md", "AGENTS.md")


class TrustMachine(RuleBasedStateMachine):
    """A folder whose files change at random, with a person who trusts, accepts and revokes, in two windows."""

    @initialize()
    def begin(self) -> None:
        self.base = Path(tempfile.mkdtemp()).resolve()
        self.folder = self.base / "home" / "work" / "p"
        self.folder.mkdir(parents=True)
        self.windows = [self._window(), self._window()]
        self.said_yes: set[tuple[str, bytes]] = set()
        self.is_trusted = False

    def _window(self) -> TrustStore:
        made = TrustStore(self.base / "data" / "trust.json", self.base / "home", lambda: 1.0)
        made.load()
        return made

    @rule(name=st.sampled_from(FILES), content=st.sampled_from([b"one", b"two", b"three"]))
    def write(self, name: str, content: bytes) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        path.write_bytes(content)

    @rule(name=st.sampled_from(FILES))
    def link(self, name: str) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        (self.base / "outside").write_bytes(b"outside")
        path.symlink_to(self.base / "outside")

    @rule(which=st.integers(0, 1))
    def trust(self, which: int) -> None:
        shown = find_steering(self.folder)
        self.windows[which].trust(self.folder, shown)
        self.is_trusted = True
        self._agree(shown)

    @rule(which=st.integers(0, 1), at=st.integers(0, 4))
    def accept(self, which: int, at: int) -> None:
        self.windows[which].load()
        pending = self.windows[which].look_at(self.folder).pending
        if pending:
            self.windows[which].accept(self.folder, [pending[at % len(pending)]])
            self._agree([pending[at % len(pending)]])

    @rule(which=st.integers(0, 1))
    def revoke(self, which: int) -> None:
        self.windows[which].load()
        self.windows[which].revoke(self.folder)
        self.is_trusted = False
        self.said_yes.clear()

    @rule()
    def replace_the_folder(self) -> None:
        shutil.rmtree(self.folder)
        self.folder.with_name("q").mkdir(exist_ok=True)
        self.folder.mkdir()
        self.is_trusted = self.is_trusted and self._has_same_inode()
        if not self.is_trusted:
            self.said_yes.clear()

    def _has_same_inode(self) -> bool:
        """Tells whether the file system gave the new folder the number of the former one."""
        self.windows[0].load()
        return self.windows[0].is_trusted(self.folder)

    def _agree(self, files: Sequence[SteeringFile]) -> None:
        self.said_yes.update((file.path, file.content) for file in files)

    @invariant()
    def nothing_unseen_is_in_effect(self) -> None:
        for window in self.windows:
            window.load()
            found = window.look_at(self.folder)
            assert found.is_trusted is self.is_trusted
            assert {(file.path, file.content) for file in found.effective} <= self.said_yes
            assert not {(file.path, file.content) for file in found.pending} & self.said_yes
            assert all(file.content != b"outside" for file in (*found.effective, *found.pending))

    def teardown(self) -> None:
        shutil.rmtree(self.base, ignore_errors=True)


TrustMachine.TestCase.settings = settings(
    max_examples=40, stateful_step_count=12, deadline=None, suppress_health_check=list(HealthCheck)
)
TestTrust = TrustMachine.TestCase


@given(st.text(max_size=60), st.binary(max_size=60))
def test_a_trust_file_of_any_bytes_trusts_nothing_and_stays(text: str, content: bytes) -> None:
    with tempfile.TemporaryDirectory() as made:
        base = Path(made).resolve()
        (base / "p").mkdir()
        for written in (text.encode("utf-8", "replace"), content, b'{"version": 1, "folders": ' + content + b"}"):
            (base / "trust.json").write_bytes(written)
            store = TrustStore(base / "trust.json", base / "home", lambda: 1.0)
            store.load()
            assert not store.is_trusted(base / "p")
            with pytest.raises(TrustError):
                store.trust(base / "p", ())
            assert (base / "trust.json").read_bytes() == written

"""Which files the edit tools may write under a profile's two lists: a real folder with real links (P105 to P113)."""

import os
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from qodev.permissions.paths import judge_paths
from qodev.types.files import PathRefused
from qodev.types.permissions import Effect
from qodev.types.profiles import PathPattern, PathScope
from qodev.workspace.project import ProjectRoot
from tests.cases.kit import Case, difference


def run(case: Case) -> str | None:
    """Judges one write."""
    with tempfile.TemporaryDirectory() as made:
        base = Path(made).resolve()
        project = base / "project"
        project.mkdir()
        (base / "outside").mkdir()
        for link, target in case.get("links", {}).items():
            _make_target(project / target, link != target)
            _under(project, link).symlink_to(os.path.relpath(project / target, (project / link).parent))
        for name, target in case.get("hard_links", {}).items():
            (project / target).write_text("x")
            os.link(project / target, _under(project, name))
        root = replace(ProjectRoot.open(project), folds_case=case["fs"] == "insensitive")
        got = verdict(root, scope_of(case), case["path"], is_windows=case["os"] == "windows")
    return difference("verdict", case["expect"], "refuse" if got is Effect.DENY else "pass")


def _make_target(target: Path, is_wanted: bool) -> None:
    if not is_wanted or target.exists():
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text("x") if "." in target.name[1:] else target.mkdir()


def _under(project: Path, name: str) -> Path:
    (project / name).parent.mkdir(parents=True, exist_ok=True)
    return project / name


def scope_of(case: Case) -> PathScope:
    """Returns the two lists of a case, given as texts or lists."""
    return PathScope(_patterns(case.get("edit_paths")), _patterns(case.get("deny_edit_paths")))


def _patterns(written: str | Sequence[str] | None) -> tuple[PathPattern, ...] | None:
    if written is None:
        return None
    parts = written.split(",") if isinstance(written, str) else written
    return tuple(PathPattern(part.strip()) for part in parts)


def verdict(root: ProjectRoot, scope: PathScope, path: str, *, is_windows: bool) -> Effect:
    """Returns allow, hard_ask for a steering folder, or deny."""
    try:
        found = root.resolve(path, is_windows=is_windows)
    except PathRefused:
        return Effect.DENY
    outcome = judge_paths(scope, (found.given, found.real), folds_case=root.folds_case)
    return Effect.HARD_ASK if outcome.effect is Effect.ALLOW and found.is_steering else outcome.effect

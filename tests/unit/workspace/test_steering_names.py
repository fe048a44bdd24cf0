"""What steers agents or git is noticed when it appears (S46)."""

import subprocess
from pathlib import Path

import pytest

from qodev.workspace.steering_names import steering_names


@pytest.mark.parametrize(
    ("path", "name"),
    [
        (".qodev/agents/x.md", ".qodev/agents/x.md"),
        (".claude/skills/s/SKILL.md", ".claude/skills/s/SKILL.md"),
        (".opencode/anything", ".opencode/anything"),
        ("AGENTS.md", "AGENTS.md"),
        (".git/config.worktree", ".git/config.worktree"),
        (".git/hooks/pre-commit", ".git/hooks/pre-commit"),
        (".git/info/attributes", ".git/info/attributes"),
        ("tools/hooks/pre-push", "tools/hooks/pre-push"),
    ],
)
def test_a_new_name_is_in_the_list(tmp_path: Path, path: str, name: str) -> None:
    before = steering_names(tmp_path, "tools/hooks")
    (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / path).write_text("x")
    assert steering_names(tmp_path, "tools/hooks") - before == {name}


def test_what_is_no_steering_file_is_not(tmp_path: Path) -> None:
    for path in ("src/AGENTS.md", "qodev/agents/x.md", ".git/objects/x", "README.md"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("x")
    assert steering_names(tmp_path) == frozenset()


def test_links_are_named_and_not_followed(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "x.md").write_text("x")
    project = tmp_path / "project"
    (project / ".qodev").mkdir(parents=True)
    (project / ".qodev" / "agents").symlink_to(outside)
    (project / ".claude").symlink_to(outside)
    assert steering_names(project) == {".qodev/agents", ".claude"}


def test_a_real_repository_has_its_settings_in_the_list(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    assert ".git/config" in steering_names(tmp_path)

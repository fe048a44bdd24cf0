"""`qodev check` with skills: by file, by folder, by project, and the user's own (P200)."""

from pathlib import Path

import pytest

from tests.unit.cli.conftest import Command

PLAIN = "---\ndescription: Says how we test.\n---\nUse pytest.\n"


def write(folder: Path, name: str, text: str = PLAIN) -> Path:
    path = folder / name / "SKILL.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("place", "named"),
    [
        ("x/SKILL.md", "x/SKILL.md"),
        ("x/SKILL.md", "x"),
        ("skills/x/SKILL.md", "skills"),
        ("skills/x/SKILL.md", "."),
        (".claude/skills/x/SKILL.md", "."),
    ],
)
def test_check_finds_skills_by_file_folder_and_project(qodev: Command, tmp_path: Path, place: str, named: str) -> None:
    root = tmp_path / "named"
    path = root / place
    path.parent.mkdir(parents=True)
    path.write_text("---\ndescription: d\ncolour: red\n---\nx", encoding="utf-8")
    done = qodev("check", str(root / named), "--json")
    assert [(found["id"], found["file"]) for found in done.json["diagnostics"]] == [("skill.field", str(path))]
    assert (done.code, done.json["checked"]) == (1, 1)


def test_check_of_one_skill_leaves_the_others_out(qodev: Command, tmp_path: Path) -> None:
    write(tmp_path / "skills", "bad", "x")
    good = write(tmp_path / "skills", "good")
    assert qodev("check", str(good), "--json").json == {"diagnostics": [], "checked": 1}


def test_check_covers_the_users_own_skills(qodev: Command, home: Path) -> None:
    write(home / "config" / "skills", "bad", "---\ndescription: d\n---\n{{x}}")
    done = qodev("check", "--json")
    assert [found["id"] for found in done.json["diagnostics"]] == ["skill.argument"]
    assert done.json["checked"] == 1

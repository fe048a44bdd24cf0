"""Ignore files, against Git's own answers where Git is there."""

import shutil
import subprocess
import time
from pathlib import Path

import pytest

from qodev.base.ignores import fits_name, is_ignored, parse_ignores

RULES = """# comment
*.log
!keep.log
/build
docs/*.html
temp/
**/cache
a/**/z
out/**
\\#odd
[ab]?.txt
[!c]x.md
lib/**/deep/*.c
sp\\ ace
"""
PATHS = [
    "x.log", "sub/x.log", "keep.log", "build", "sub/build", "docs/a.html", "docs/sub/a.html", "temp", "sub/temp",
    "cache", "sub/deep/cache", "a/z", "a/b/c/z", "b/a/z", "out/x", "out/sub/y", "outer/x", "#odd", "a1.txt", "c1.txt",
    "cx.md", "dx.md", "lib/deep/a.c", "lib/x/y/deep/a.c", "lib/x/deep/y/a.c", "sp ace", "x", "docs/index.md",
]  # fmt: skip


def ours(path: str) -> bool:
    rules, parts = parse_ignores(RULES), path.split("/")
    return any(is_ignored(rules, parts[:end], is_folder=end < len(parts)) for end in range(1, len(parts) + 1))


@pytest.mark.skipif(shutil.which("git") is None, reason="Git is the oracle")
def test_rules_agree_with_git(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    (tmp_path / ".gitignore").write_text(RULES, encoding="utf-8")
    asked = subprocess.run(
        ["git", "-C", str(tmp_path), "-c", "core.excludesFile=", "check-ignore", "--no-index", "--stdin"],
        input="\n".join(PATHS), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert [path for path in PATHS if ours(path)] == asked.stdout.splitlines()


@pytest.mark.parametrize(
    ("pattern", "name", "fits"),
    [
        ("*", "", True), ("a*b", "acb", True), ("a*b", "ac", False), ("[a-c]x", "bx", True), ("[]a]", "]", True),
        ("[^a]", "b", True), ("[a", "[a", True), ("\\*", "*", True), ("\\*", "x", False), ("A", "a", False),
        ("a\\", "a\\", True),
    ],
)  # fmt: skip
def test_names(pattern: str, name: str, fits: bool) -> None:
    assert fits_name(pattern, name) is fits


def test_pattern_of_a_repository_cannot_make_matching_explode() -> None:
    begun = time.thread_time()
    assert not fits_name("*a" * 100 + "b", "a" * 250)
    rules = parse_ignores("/".join(["**", "a"] * 60) + "/b")
    assert is_ignored(rules, ["a"] * 200, is_folder=False) is None
    assert time.thread_time() - begun < 2

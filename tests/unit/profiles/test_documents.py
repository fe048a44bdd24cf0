"""What a save refuses, and that a refused one leaves bytes and time of the file alone; new texts, copies, renaming."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qodev.base.diagnostics import Severity
from qodev.base.errors import UserFacingError
from qodev.profiles.builtin import BUILT_IN
from qodev.profiles.codev import parse_profile
from qodev.profiles.documents import (
    Template,
    check_document,
    copy_text,
    count_bytes,
    free_name,
    new_text,
    renamed,
    stem_of,
)
from qodev.profiles.files import ProfileFiles
from qodev.profiles.names import is_stem
from qodev.types.documents import DiskChanged, Saved, SaveRefused
from qodev.types.profiles import ProfileScope

GOOD = "---\nname: Mine\ndescription: D.\n---\nWork.\n"


@dataclass
class Bench:
    """A settings folder with one saved profile."""

    config: Path
    files: ProfileFiles
    path: Path

    @property
    def digest(self) -> str:
        return self.files.read(self.path).digest


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    config = tmp_path / "config"
    folder = config / "profiles"
    folder.mkdir(parents=True)
    (folder / "mine.md").write_bytes(GOOD.encode())
    return Bench(config, ProfileFiles(config), folder / "mine.md")


def linked_file(bench: Bench) -> None:
    target = bench.config / "elsewhere.md"
    bench.path.rename(target)
    bench.path.symlink_to(target)


def linked_folder(bench: Bench) -> None:
    target = bench.config / "elsewhere"
    bench.path.parent.rename(target)
    bench.path.parent.symlink_to(target)


def other_profile(bench: Bench) -> None:
    (bench.path.parent / "other.md").write_text(GOOD.replace("Mine", "Other"))


def nothing(_bench: Bench) -> None:
    """Leaves the folder as it is."""


@pytest.mark.parametrize(
    ("text", "prepare", "code"),
    [
        ("no front matter", nothing, "no_open"),
        (GOOD.replace("D.", "D.\nmode: all"), nothing, "unknown_field"),
        (GOOD.replace("D.", "D.\nmax_steps: 9"), nothing, "max_steps"),
        (GOOD.replace("Mine", "OTHER"), other_profile, "duplicate_name"),
        (GOOD.replace("Mine", "ｏｔｈｅｒ"), other_profile, "duplicate_name"),
        (GOOD.replace("Mine", "plan"), nothing, "reserved_name"),
        (GOOD.replace("Mine", "Orchestrator"), nothing, "reserved_name"),
        (GOOD + "😀" * 9000, nothing, "too_large"),
        (GOOD + "x" * 32768, nothing, "too_large"),
        (GOOD + "x" * 20001, nothing, "body_too_long"),
        (GOOD + "\ud800", nothing, "bad_utf8"),
        (GOOD + "More.", linked_file, "symlink_file"),
        (GOOD + "More.", linked_folder, "symlink_dir"),
    ],
)
def test_a_refused_save_changes_nothing_on_disk(
    bench: Bench, text: str, prepare: Callable[[Bench], None], code: str
) -> None:
    prepare(bench)
    content, time = bench.path.read_bytes(), bench.path.stat().st_mtime_ns
    outcome = bench.files.save(bench.path, text, "", overwrite=True)
    assert isinstance(outcome, SaveRefused)
    assert outcome.diagnostic is not None
    assert outcome.diagnostic.code.value == code
    assert (bench.path.read_bytes(), bench.path.stat().st_mtime_ns) == (content, time)
    assert not list(bench.path.parent.glob(".*"))


@pytest.mark.parametrize("name", ["1x.md", "Smoke QA.md", "x" * 41 + ".md", ".x.md", "x.txt"])
def test_an_invalid_file_name_is_refused(bench: Bench, name: str) -> None:
    outcome = bench.files.save(bench.path.with_name(name), GOOD.replace("Mine", "New"), "")
    assert isinstance(outcome, SaveRefused)
    assert not bench.path.with_name(name).exists()


@pytest.mark.parametrize("place", ["../agents/x.md", "deep/x.md", "/tmp/x.md"])
def test_a_path_elsewhere_is_refused(bench: Bench, place: str) -> None:
    path = bench.path.parent / place
    assert isinstance(bench.files.save(path, GOOD, ""), SaveRefused)
    assert not path.exists()


def test_saving_under_its_own_name_is_no_duplicate(bench: Bench) -> None:
    outcome = bench.files.save(bench.path, GOOD.replace("D.", "E."), bench.digest)
    assert isinstance(outcome, Saved)
    assert b"E." in bench.path.read_bytes()


def test_a_name_of_a_broken_or_project_file_does_not_count(bench: Bench) -> None:
    (bench.path.parent / "broken.md").write_text("---\nname: New\n")
    assert isinstance(bench.files.save(bench.path, GOOD.replace("Mine", "New"), bench.digest), Saved)


def test_names_of_the_codev_folder_count(bench: Bench, tmp_path: Path) -> None:
    codev = tmp_path / "codev"
    codev.mkdir()
    (codev / "theirs.md").write_text(GOOD.replace("Mine", "Theirs"))
    files = ProfileFiles(bench.config, codev)
    assert isinstance(files.save(bench.path, GOOD.replace("Mine", "theirs"), bench.digest), SaveRefused)
    assert isinstance(files.save(codev / "theirs.md", GOOD, ""), SaveRefused)


def test_a_name_that_replaces_a_built_in_is_allowed(bench: Bench) -> None:
    assert isinstance(bench.files.save(bench.path, GOOD.replace("Mine", "Code"), bench.digest), Saved)


def test_a_file_that_changed_meanwhile_is_not_overwritten_unasked(bench: Bench) -> None:
    opened = bench.digest
    bench.path.write_text(GOOD.replace("D.", "Theirs."))
    outcome = bench.files.save(bench.path, GOOD + "Mine.", opened)
    assert isinstance(outcome, DiskChanged)
    assert "Theirs." in (outcome.text or "")
    assert isinstance(bench.files.save(bench.path, GOOD + "Mine.", opened, overwrite=True), Saved)


@pytest.mark.parametrize(
    "content",
    [
        GOOD.encode(),
        GOOD.replace("\n", "\r\n").encode(),
        GOOD.replace("\n", "\r\n", 2).encode(),
        GOOD.rstrip().encode(),
        GOOD.replace("Work.", "a\rb").encode(),
    ],
)
def test_saving_without_a_change_keeps_the_bytes(bench: Bench, content: bytes) -> None:
    bench.path.write_bytes(content)
    opened = bench.files.read(bench.path)
    assert isinstance(bench.files.save(bench.path, opened.text or "", opened.digest), Saved)
    assert bench.path.read_bytes() == content


def test_saving_takes_the_byte_order_mark_away_and_nothing_else(bench: Bench) -> None:
    bench.path.write_bytes(b"\xef\xbb\xbf" + GOOD.encode())
    opened = bench.files.read(bench.path)
    assert isinstance(bench.files.save(bench.path, opened.text or "", opened.digest), Saved)
    assert bench.path.read_bytes() == GOOD.encode()


def test_new_files_are_the_users_alone_and_replace_none(bench: Bench) -> None:
    made = bench.files.create("mine", GOOD.replace("Mine", "New"))
    assert made.name == "mine-2.md"
    assert made.stat().st_mode & 0o777 == 0o600
    with pytest.raises(UserFacingError, match="already the name"):
        bench.files.create("again", GOOD)
    with pytest.raises(UserFacingError, match="cannot be the name"):
        bench.files.create("Smoke QA", GOOD)


def test_the_folder_is_made_on_first_need(tmp_path: Path) -> None:
    made = ProfileFiles(tmp_path / "c").create("mine", GOOD)
    assert made.parent.stat().st_mode & 0o777 == 0o700


def test_rename_moves_the_file_and_never_replaces_one(bench: Bench) -> None:
    other_profile(bench)
    after = bench.files.rename(bench.path, "Yours")
    assert (after.name, after.read_text(), bench.path.exists()) == ("Yours.md", GOOD, False)
    with pytest.raises(UserFacingError, match="already"):
        bench.files.rename(after, "other")
    with pytest.raises(UserFacingError, match="cannot be the name"):
        bench.files.rename(after, "a b")
    assert after.read_text() == GOOD


def test_rename_by_case_alone_keeps_the_file(bench: Bench) -> None:
    assert bench.files.rename(bench.path, "MINE").read_text() == GOOD


def test_rename_of_a_link_is_refused(bench: Bench) -> None:
    linked_file(bench)
    with pytest.raises(UserFacingError, match="link"):
        bench.files.rename(bench.path, "yours")


@pytest.mark.parametrize("template", list(Template))
def test_templates_are_valid_and_nothing_is_to_be_said_of_them(template: Template) -> None:
    text = new_text(template, "My Agent")
    parsed = check_document(text, "my-agent.md", "my-agent.md", {})
    assert parsed.value is not None
    assert parsed.value.name == "My Agent"
    assert [d.code for d in parsed.diagnostics if d.severity is not Severity.INFO] == []


@pytest.mark.parametrize("profile", BUILT_IN, ids=lambda profile: profile.name)
def test_a_copy_of_a_built_in_profile_says_the_same(profile) -> None:
    parsed = parse_profile(copy_text(profile, "Mine").encode(), "mine.md", "mine.md", ProfileScope.USER)
    assert parsed.value is not None
    assert [(r.pattern, r.effect) for r in parsed.value.tool_rules] == [
        (r.pattern, r.effect) for r in profile.tool_rules
    ]
    assert parsed.value.default_permission is profile.default_permission


@pytest.mark.parametrize("line", ["name: Mine", "NAME:Mine", "'name' :  Mine  ", 'name: "Mine"', "\tname : 'Mine'"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_display_name_changes_alone(line: str, end: str) -> None:
    text = f"---{end}# name: no{end}description: name: x{end}{line}{end}---{end}Work.{end}"
    after = renamed(text, "Yours")
    parsed = parse_profile(after.encode(), "a.md", "a.md", ProfileScope.USER)
    assert parsed.value is not None
    assert parsed.value.name == "Yours"
    assert after.split(end)[:3] + after.split(end)[4:] == text.split(end)[:3] + text.split(end)[4:]


def test_bytes_are_counted_as_they_would_be_written() -> None:
    assert count_bytes("😀" * 9000).bytes == 36000
    assert count_bytes("\ufeffab\n").bytes == 3
    assert count_bytes("\ud800").bytes == 3
    assert not count_bytes("x" * 29491).is_near
    assert count_bytes("x" * 29492).is_near
    assert not count_bytes("x" * 32768).is_over
    assert count_bytes("x" * 32769).is_over


@given(st.text(max_size=100))
def test_every_name_has_a_stem(name: str) -> None:
    assert is_stem(stem_of(name))


def test_a_free_name_is_numbered_and_never_reserved() -> None:
    assert free_name("Mine", ["mine", "mine 2"]) == "Mine 3"
    assert free_name("plan", []) == "plan 2"
    assert free_name("  ", []) == "My Agent"

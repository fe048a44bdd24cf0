"""Reading files for prompts, beside what test_render shows."""

import os
from pathlib import Path

import pytest

from qodev.agents.faults import TemplateFault
from qodev.agents.meter import LOAD_LIMITS, Counters
from qodev.agents.prompt_files import PromptFiles

COUNTERS = Counters(LOAD_LIMITS, deadline=float("inf"))


def files_in(project: Path) -> tuple[PromptFiles, list[TemplateFault]]:
    faults: list[TemplateFault] = []
    return PromptFiles((project,), project, {"PROJECT_DIR": project.as_posix()}, faults.append), faults


@pytest.mark.parametrize(
    "name",
    [
        ".env",
        ".env.local",
        ".ENV",
        "deploy.pem",
        "a.PFX",
        "tls.key",
        "id_rsa",
        "id_ed25519",
        "my_secret.txt",
        "Credentials",
        ".git/config",
        "sub/.GIT/config",
        "secrets/plain.txt",
    ],
)
def test_names_that_may_hold_secrets_are_refused_for_all_functions(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("K=1")
    files, faults = files_in(tmp_path)
    assert files.read_file(COUNTERS, name) == ""
    assert files.file_exists(COUNTERS, name) is False
    assert files.read_dir(COUNTERS, name) == []
    assert [fault.code for fault in faults] == ["prompt.read"] * 3


def test_project_whose_own_path_looks_secret_is_readable(tmp_path: Path) -> None:
    project = tmp_path / "secret-credentials"
    project.mkdir()
    (project / "a.txt").write_text("hi")
    files, faults = files_in(project)
    assert files.read_file(COUNTERS, "a.txt") == "hi"
    assert files.read_file(COUNTERS, "${PROJECT_DIR}/a.txt") == "hi"
    assert not faults


def test_link_to_a_secret_is_refused_and_link_inside_works(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("K=1")
    (tmp_path / "a").write_text("hi")
    (tmp_path / "to_secret").symlink_to(".env")
    (tmp_path / "to_a").symlink_to("a")
    files, faults = files_in(tmp_path)
    assert files.read_file(COUNTERS, "to_a") == "hi"
    assert files.read_file(COUNTERS, "to_secret") == ""
    assert len(faults) == 1


def test_link_that_looks_secret_itself_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("hi")
    (tmp_path / "secret").symlink_to("a")
    files, faults = files_in(tmp_path)
    assert files.read_file(COUNTERS, "secret") == ""
    assert len(faults) == 1


@pytest.mark.parametrize("path", ["x" * 5000, "a\0b", "loop", "gone", "/dev/zero", "/etc/passwd", "..", "\ud800"])
def test_odd_paths_give_a_reason_and_no_exception(tmp_path: Path, path: str) -> None:
    (tmp_path / "loop").symlink_to("loop")
    files, faults = files_in(tmp_path)
    assert files.read_file(COUNTERS, path) == ""
    assert [fault.code for fault in faults] == ["prompt.read"]
    assert not any(word in faults[0].message for word in ("Errno", "Error", "Traceback", "embedded null"))


def test_marks_of_paths_are_expanded_once(tmp_path: Path) -> None:
    (tmp_path / "${PROJECT_DIR}").mkdir()
    files, faults = files_in(tmp_path)
    assert files.file_exists(COUNTERS, "${OTHER}/x") is False
    assert files.read_dir(COUNTERS, "${OTHER}") == []
    assert not faults


def test_folder_that_may_not_be_listed_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    files, faults = files_in(tmp_path)
    assert files.read_dir(COUNTERS, "file") == []
    assert len(faults) == 1


@pytest.mark.rights
def test_file_without_permission_says_so(tmp_path: Path) -> None:
    (tmp_path / "locked").write_text("x")
    (tmp_path / "locked").chmod(0)
    files, faults = files_in(tmp_path)
    assert files.read_file(COUNTERS, "locked") == ""
    assert "may not be read" in faults[0].message


def test_crlf_and_size_are_kept(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"\xef\xbb\xbfa\r\nb")
    (tmp_path / "big").write_bytes(b"a" * 262_144)
    files, faults = files_in(tmp_path)
    assert files.read_file(COUNTERS, "a") == "a\r\nb"
    assert len(files.read_file(COUNTERS, "big")) == 262_144
    assert not faults


@pytest.mark.parametrize("path", ["x" * 5000, "x/" * 3000, "loop", "loop/x", "gone", "gone/x", "file/x", "file/x/y"])
def test_what_cannot_be_there_is_absent_and_no_fault(tmp_path: Path, path: str) -> None:
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "file").write_text("x")
    files, faults = files_in(tmp_path)
    assert files.file_exists(COUNTERS, path) is False
    assert files.read_dir(COUNTERS, path) == []
    assert not faults


def test_project_file_with_a_second_hard_link_is_refused(tmp_path: Path) -> None:
    project, own = tmp_path / "project", tmp_path / "own"
    for folder in (project, own):
        folder.mkdir()
        (folder / ".env").write_text("K=1")
        os.link(folder / ".env", folder / "plain")
    faults: list[TemplateFault] = []
    files = PromptFiles((project, own), project, {}, faults.append)
    assert files.read_file(COUNTERS, "plain") == ""
    assert "hard links" in faults.pop().message
    assert files.read_file(COUNTERS, str(own / "plain")) == "K=1"
    assert not faults


def test_project_folder_may_have_a_mark_in_its_name(tmp_path: Path) -> None:
    project = tmp_path / "a${HOME}b"
    project.mkdir()
    (project / "x").write_text("hi")
    files, faults = files_in(project)
    assert files.read_file(COUNTERS, "${PROJECT_DIR}/x") == "hi"
    assert files.read_file(COUNTERS, project.as_posix() + "/x") == "hi"
    assert not faults

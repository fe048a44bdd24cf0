"""The jail holds, and sees what real shells start (S195 to S197)."""

import os
import stat
from pathlib import Path

import pytest

from tests.rigs.jail.constructs import CONSTRUCTS
from tests.rigs.jail.jail import Jail, is_fit, pushes, why_not

pytestmark = pytest.mark.xdist_group("jail")


@pytest.mark.parametrize("shell", ["bash", "dash", "zsh"])
def test_a_program_is_logged_with_its_words_and_does_nothing(jail: Jail, shell: str) -> None:
    ran = jail.run("git  push 'a  b' \"\" $((1+1)); curl -s http://x", shell)

    assert ran.started == (("git", "push", "a  b", "", "2"), ("curl", "-s", "http://x"))
    assert ran.code == 0


def test_real_wrappers_and_shells_go_on_to_what_they_start(jail: Jail) -> None:
    ran = jail.run("env A=1 timeout 2 sh -c 'exec -a other git push' | cat; /bin/sh -c 'nohup git push'")

    assert [argv[0] for argv in ran.started if argv[0] != "cat"] == ["env", "timeout", "sh", "sh", "nohup", "git"]


def test_a_program_is_named_by_its_file_and_not_by_its_first_word(jail: Jail) -> None:
    ran = jail.run("exec -a harmless git push")

    assert pushes(ran.started) == [("git", "push")]


def test_a_text_is_nobody_in_an_empty_world(jail: Jail) -> None:
    ran = jail.run(
        "id; pwd; ls -a /w /home /tmp; cat /etc/passwd; grep -i nonewprivs /proc/self/status; cat /proc/net/dev"
    )

    assert "uid=65534 gid=65534 groups=65534" in ran.output
    assert "/etc/passwd: No such file" in ran.output
    assert "eth" not in ran.output


def test_a_text_can_write_nothing_that_lasts(jail: Jail) -> None:
    first = jail.run(
        "echo x > /w/left; echo x > /etc; mkdir /new; rm -rf /bin /real /w; ls /w; echo a > /dev/null; ls /real | head -1"
    )
    second = jail.run("ls -A /w; git status")

    assert "[" in first.output
    assert second.output == ""
    assert ("git", "status") in second.started
    null = Path("/dev/null").stat()
    assert (stat.S_ISCHR(null.st_mode), os.major(null.st_rdev), os.minor(null.st_rdev)) == (True, 1, 3)


def test_what_a_text_leaves_running_ends_with_it(jail: Jail) -> None:
    jail.run("sleep 99 & setsid sleep 98 & disown; true")

    assert not {"sleep 99", "sleep 98"} & set(_command_lines())


def _command_lines() -> list[str]:
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                found.append(folder.joinpath("cmdline").read_bytes().replace(b"\0", b" ").decode().strip())
            except OSError:
                continue
    return found


def test_an_endless_text_is_ended(jail: Jail) -> None:
    ran = jail.run("git log; while :; do :; done")

    assert ran.started == (("git", "log"),)
    assert ran.code == 137


@pytest.mark.parametrize(
    "text", ["a\0b", "echo x > /dev/tcp/1.2.3.4/80", ":(){ :|:& };:", "f() { f | f & }; f", "x" * 2001, "\ud800"]
)
def test_some_texts_are_never_run(text: str) -> None:
    assert not is_fit(text)


@pytest.mark.parametrize("text", ["git status | cat", "f() { echo a | cat; }; f", "echo '{ a | b }'"])
def test_ordinary_texts_are_fit(text: str) -> None:
    assert is_fit(text)


def test_each_construct_of_the_generator_starts_what_it_holds(jail: Jail) -> None:
    dead = [text for build in CONSTRUCTS if not pushes(jail.run(text := build("git push")).started)]

    assert len(CONSTRUCTS) >= 35
    assert dead == []


def test_pushes_sees_through_the_options_of_git() -> None:
    started = [
        ("git", "-C", "r", "--no-pager", "push"),
        ("git", "status", "push"),
        ("gitx", "push"),
        ("git", "pushx y"),
    ]

    assert pushes(started) == [started[0], started[3]]


def test_the_reason_for_no_jail_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)

    assert why_not() in ("the jail needs root", "the jail needs Linux")

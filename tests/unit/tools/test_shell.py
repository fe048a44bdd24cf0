"""run_command and verify_command: what runs, in which shell, folder and environment, and what is told of it (P186 to P189)."""

import asyncio
import json
import re
import shutil
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from qodev.types.permissions import CallKind, Effect, Step
from qodev.types.policies import Containment, ContainState
from qodev.types.profiles import ProfileScope
from qodev.types.tooling import CallVerb, Permit, ToolRefusal
from tests.fakes.processes import is_alive, until_written
from tests.unit.tools.command_kit import BUILD, SH, Desk, content_of, opened

pytestmark = pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="looks at processes below /proc")


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncIterator[Desk]:
    async with opened(tmp_path / "project", tmp_path / "empty") as made:
        yield made


async def test_a_command_runs_in_the_projects_folder_and_its_output_comes_back(desk: Desk) -> None:
    output = await desk.run("pwd; echo err >&2; exit 3")
    assert content_of(output) == f"It ended with exit code 3.\nstdout:\n{desk.root}\nstderr:\nerr\n"
    assert (output.exit_code, output.is_error, output.is_cut) == (3, False, False)
    assert output.shown == f"{desk.root}\nerr"
    assert json.loads(output.content)["command"] == "pwd; echo err >&2; exit 3"


async def test_the_shell_reads_no_file_of_its_own_and_no_terminal_is_there(desk: Desk) -> None:
    (desk.root / ".bashrc").write_text("echo rc")
    (desk.root / "env.sh").write_text("echo env")
    desk.env |= {"HOME": str(desk.root), "BASH_ENV": str(desk.root / "env.sh"), "ENV": str(desk.root / "env.sh")}
    output = await desk.run("shopt -q login_shell; echo $?; read x; echo $?; (: < /dev/tty) 2>/dev/null; echo $?")
    assert output.shown == "1\n1\n1"


async def test_without_bash_sh_runs_the_text(tmp_path: Path) -> None:
    async with opened(tmp_path / "project", tmp_path / "empty", SH) as desk:
        prepared = await desk.prepare("run_command", "echo ok")
        assert (prepared.view.shell, prepared.subject.command.shell) == ("sh", "sh")  # type: ignore[union-attr]
        assert (await prepared.act(Permit(Step.RUN))).shown == "ok"
        doubtful = await desk.prepare("run_command", "[[ -f x ]]")
        assert doubtful.subject.command is not None
        assert not doubtful.subject.command.is_sure


@pytest.mark.parametrize("text", ["", "  \n\t ", "# nothing", "x" * 4001, "é" * 8193])
async def test_what_is_no_command_is_refused_before_anything_else(desk: Desk, text: str) -> None:
    with pytest.raises(ToolRefusal, match="argument `command`"):
        await desk.prepare("run_command", text)


async def test_the_view_shows_the_whole_text_the_shell_and_the_folder(desk: Desk) -> None:
    desk.policy = replace(desk.policy, variables=("SSH_AUTH_SOCK",))
    short = (await desk.prepare("run_command", "npm test")).view
    assert (short.verb, short.target, short.text) == (CallVerb.RUN, "npm test", "")
    assert (short.shell, short.folder, short.containment) == ("bash", str(desk.root), "Not contained")
    assert short.facts == (("variables", "SSH_AUTH_SOCK"),)
    long = (await desk.prepare("verify_command", "echo a\necho b")).view
    assert (long.verb, long.target, long.text) == (CallVerb.VERIFY, "echo a …", "echo a\necho b")


async def test_only_named_variables_reach_a_command(desk: Desk) -> None:
    desk.env |= {"SECRET_TOKEN": "s", "PLAIN": "p", "SSH_AUTH_SOCK": "/s", "LD_PRELOAD": "", "GIT_DIR": "/x"}
    desk.policy = replace(desk.policy, variables=("SSH_AUTH_SOCK", "SECRET_TOKEN"))
    output = await desk.run('echo "$SECRET_TOKEN|$PLAIN|$SSH_AUTH_SOCK|$LD_PRELOAD|$GIT_DIR|$TERM|$PAGER"')
    assert output.shown == "||/s|||dumb|cat"


async def test_output_comes_as_plain_text_while_the_command_runs(desk: Desk) -> None:
    output = await desk.run(r"printf '\033[31mred\033[0m\n\033]0;title\007\033]52;c;eA==\007a\007b\nabc\rX\n'")
    assert output.shown == "red\na\ufffdb\nXbc"
    assert "".join(desk.progress) == "red\na\ufffdb\nXbc\n"
    assert "\x1b" not in output.content


async def test_long_output_is_cut_with_a_mark_and_head_and_tail_stay(desk: Desk) -> None:
    output = await desk.run("seq 1 100000; seq 200001 300000 >&2")
    assert output.is_cut
    assert len(output.shown) <= 24_000
    assert output.shown.startswith("1\n2\n3\n")
    assert output.shown.endswith("299999\n300000")
    assert "left out" in output.shown
    assert len(content_of(output)) <= 8_000
    assert content_of(output).startswith("It ended with exit code 0.\nstdout:\n1\n2\n")


@pytest.mark.parametrize(
    ("command", "said", "code"),
    [
        ("kill -9 $$", "It was ended by the signal 9 (SIGKILL).", -9),
        (
            "sh -c 'kill -9 $$'; exit $?",
            "It ended with exit code 137, which shells give when the signal 9 (SIGKILL) ended it.",
            137,
        ),
        ("nosuchprogram", "It ended with exit code 127: a command was not found.", 127),
        ("./data.txt", "It ended with exit code 126: a command was found, but may not be executed.", 126),
        ("exit 77", "It ended with exit code 77.", 77),
    ],
)
async def test_each_way_to_end_has_words_of_its_own(desk: Desk, command: str, said: str, code: int) -> None:
    (desk.root / "data.txt").write_text("text")
    output = await desk.run(command)
    assert content_of(output).startswith(said)
    assert output.exit_code == code


async def test_a_limit_ends_the_whole_tree_and_says_so(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    from qodev.tools import shell

    real = shell.order_of

    async def short(*args):  # type: ignore[no-untyped-def]
        return replace(await real(*args), limit_s=0.3)

    monkeypatch.setattr(shell, "order_of", short)
    output = await desk.run("sleep 1000 & echo $!; sleep 1000")
    assert re.search(r"It was ended after \d+ s, since it reached its time limit\.", content_of(output))
    assert (output.is_error, output.exit_code) == (True, None)
    assert not is_alive(int(output.shown.split()[0]))


async def test_what_a_command_leaves_is_named_and_can_be_stopped(desk: Desk) -> None:
    output = await desk.run("sleep 1000 & echo $!")
    pid = int(output.shown.split()[0])
    said = content_of(output)
    assert f"It left running: {pid} (sleep 1000)." in said
    id_ = said.partition("the id ")[2].partition(".")[0]
    assert is_alive(pid)
    stopped = await desk.act("stop_background_command", id_)
    assert dict(stopped.facts)["state"] == "ended"
    assert not is_alive(pid)


@pytest.mark.parametrize(("command", "has_passed"), [("true", True), ("exit 1", False), ("kill -TERM $$", False)])
async def test_a_check_passes_with_exit_code_0_only(desk: Desk, command: str, has_passed: bool) -> None:
    output = await desk.act("verify_command", command)
    assert output.is_error is not has_passed
    assert dict(output.facts)["check"] == ("passed" if has_passed else "failed")
    assert content_of(output).startswith("The check passed." if has_passed else "The check failed.")
    assert (output.exit_code == 0) is has_passed


# What an approval is about (S38).


async def test_the_digest_is_about_everything_that_was_approved(desk: Desk) -> None:
    prepared = await desk.prepare("run_command", "echo a > done")
    digest = await prepared.bind()
    assert await prepared.bind() == digest
    other = await (await desk.prepare("run_command", "echo  a > done")).bind()
    desk.policy = replace(desk.policy, variables=("LLM_HOME",))
    variables = await prepared.bind()
    desk.policy = replace(desk.policy, variables=(), contain=ContainState(Containment.NETWORK))
    contained = await prepared.bind()
    desk.policy = replace(desk.policy, contain=ContainState(Containment.NETWORK, "gone"))
    failed = await prepared.bind()
    desk.policy = replace(desk.policy, contain=ContainState())
    desk.profile = replace(BUILD, scope=ProfileScope.USER, digest="1")
    profile = await (await desk.prepare("run_command", "echo a > done")).bind()
    assert len({digest, other, variables, contained, failed, profile}) == 6


async def test_a_change_after_the_approval_refuses(desk: Desk) -> None:
    prepared = await desk.prepare("run_command", "echo a > done")
    desk.policy = replace(desk.policy, variables=("LLM_HOME",))
    with pytest.raises(ToolRefusal, match="changed since"):
        await prepared.act(Permit(Step.RUN))
    assert not (desk.root / "done").exists()


async def test_another_folder_at_the_same_path_refuses(desk: Desk, tmp_path: Path) -> None:
    prepared = await desk.prepare("run_command", "touch done")
    before = await prepared.bind()
    desk.root.rename(tmp_path / "moved")
    assert await prepared.bind() == ""
    desk.root.mkdir()
    assert before != ""
    assert await prepared.bind() == ""
    with pytest.raises(ToolRefusal, match="gone or was replaced"):
        await prepared.act(Permit(Step.RUN))
    assert list(desk.root.iterdir()) == []
    assert not (tmp_path / "moved" / "done").exists()


async def test_a_folder_that_is_gone_is_said_and_no_other_is_taken(desk: Desk) -> None:
    desk.root.rmdir()
    with pytest.raises(ToolRefusal, match="folder is gone"):
        await desk.prepare("run_command", "touch done")


async def test_a_folder_that_goes_while_a_command_runs_is_no_other_folder(desk: Desk) -> None:
    output = await desk.run('rmdir "$PWD"; touch done; echo $?')
    assert output.shown.splitlines()[-1] == "1" or "No such file" in output.shown
    assert not desk.root.exists()


# Cancelling.


async def test_cancelling_ends_the_tree_and_goes_on(desk: Desk) -> None:
    prepared = await desk.prepare("run_command", "(sleep 1000 & echo $! >a; setsid sleep 1000 & echo $! >b; wait)")
    task = asyncio.ensure_future(prepared.act(Permit(Step.RUN)))  # noqa: TID251 -- the test is its owner
    pids = [int(await until_written(desk.root / name)) for name in "ab"]
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert not any(map(is_alive, pids))


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.floats(0, 0.08), st.booleans())
def test_cancelling_at_any_point_leaves_no_process(
    tmp_path_factory: pytest.TempPathFactory, after_s: float, twice: bool
) -> None:
    place = tmp_path_factory.mktemp("cancel")

    async def go() -> None:
        async with opened(place / "project", place / "empty") as desk:  # its end takes the census
            prepared = await desk.prepare("run_command", "sleep 1000 & sleep 1000")
            task = asyncio.ensure_future(prepared.act(Permit(Step.RUN)))  # noqa: TID251 -- the test is its owner
            await asyncio.sleep(after_s)
            task.cancel()
            if twice:
                await asyncio.sleep(0)
                task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert await desk.commands.left() == ()

    asyncio.run(go())


# Simple reads, by file functions.


@pytest.mark.parametrize(
    "command",
    [
        "ls",
        "ls src",
        "ls README.md src",
        "ls src docs README.md",
        "ls src/",
        "cat README.md",
        "cat README.md src/a.py",
        "pwd",
    ],
)
async def test_file_functions_say_what_the_programs_say(desk: Desk, command: str) -> None:
    for name, text in {
        "README.md": "Hello\n",
        "src/a.py": "a = 1\n",
        "src/.hidden": "",
        "docs/x": "",
        ".dot": "",
    }.items():
        target = desk.root / name
        target.parent.mkdir(exist_ok=True)
        target.write_text(text)
    prepared = await desk.prepare("run_command", command)
    assert prepared.subject.is_simple_read
    desk.env |= {"LC_ALL": "C"}
    served, ran = await prepared.act(Permit(Step.FILE_FUNCTIONS)), await prepared.act(Permit(Step.RUN))
    assert (content_of(served), served.exit_code) == (content_of(ran), ran.exit_code)


async def test_no_process_serves_a_simple_read(desk: Desk) -> None:
    (desk.root / "a").write_text("one\n")
    desk.env["PATH"] = str(desk.root)
    output = await desk.act("run_command", "cat a", Step.FILE_FUNCTIONS)
    assert (output.shown, output.exit_code) == ("one", 0)


@pytest.mark.parametrize(
    "command",
    [
        "cat link",
        "cat folder_link/a",
        "ls folder_link",
        "cat hard",
        "cat .env",
        "cat missing",
        "ls -l",
        "cat ../x",
        "cat a b",
        "ls; ls",
        "echo a",
    ],
)
async def test_what_is_no_simple_read_is_none(desk: Desk, tmp_path: Path, command: str) -> None:
    (tmp_path / "x").write_text("outside")
    (desk.root / "folder").mkdir()
    for name in ("a", "folder/a", ".env"):
        (desk.root / name).write_text("one")
    (desk.root / "link").symlink_to("a")
    (desk.root / "folder_link").symlink_to("folder")
    (desk.root / "hard").hardlink_to(desk.root / "folder" / "a")
    prepared = await desk.prepare("run_command", command)
    assert not prepared.subject.is_simple_read
    with pytest.raises(ToolRefusal):
        await prepared.act(Permit(Step.FILE_FUNCTIONS))


async def test_a_check_is_never_a_simple_read(desk: Desk) -> None:
    assert not (await desk.prepare("verify_command", "ls")).subject.is_simple_read
    assert (await desk.prepare("verify_command", "ls")).subject.kind is CallKind.VERIFY


async def test_read_rules_hold_for_simple_reads(desk: Desk) -> None:
    for name in ("a", "b"):
        (desk.root / name).write_text(name)
    desk.hidden = ("b",)
    assert not (await desk.prepare("run_command", "cat b")).subject.is_simple_read
    assert (await desk.act("run_command", "ls", Step.FILE_FUNCTIONS)).shown == "a"


async def test_large_files_and_long_lists_are_cut_and_say_so(desk: Desk) -> None:
    (desk.root / "many").mkdir()
    for number in range(203):
        (desk.root / "many" / f"f{number:03}").touch()
    (desk.root / "large").write_text("é" * 200_000)
    listed = await desk.act("run_command", "ls many", Step.FILE_FUNCTIONS)
    assert (listed.is_cut, len(listed.shown.splitlines())) == (True, 201)
    assert listed.shown.endswith("[… 3 more names …]")
    shown = await desk.act("run_command", "cat large", Step.FILE_FUNCTIONS)
    assert shown.is_cut
    assert "larger than 256 KiB" in content_of(shown)


async def test_a_link_that_takes_the_place_of_a_file_is_not_followed(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("outside")
    (desk.root / "a").write_text("inside")
    prepared = await desk.prepare("run_command", "cat a")
    assert prepared.subject.is_simple_read
    (desk.root / "a").unlink()
    (desk.root / "a").symlink_to(tmp_path / "secret")
    with pytest.raises(ToolRefusal):
        await prepared.act(Permit(Step.FILE_FUNCTIONS))


async def test_escapes_in_a_file_do_not_come_through(desk: Desk) -> None:
    (desk.root / "a").write_text("x\x1b[2Jy\x1b]0;t\x07z\n")
    output = await desk.act("run_command", "cat a", Step.FILE_FUNCTIONS)
    assert output.shown == "xyz"
    assert "\x1b" not in output.content


async def test_git_is_protected(desk: Desk) -> None:
    assert (await desk.prepare("run_command", "git status")).subject.is_protected
    assert desk.profile.default_permission is Effect.ALLOW
    assert shutil.which("git")

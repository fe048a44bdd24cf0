"""Contained commands write, see and reach only what they may; where containment cannot start, that is said (S40 to S47)."""

import asyncio
import os
import socket
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from qodev.base.commands import CommandEnd, CommandOrder, Commands, EndCause
from qodev.base.contain import Availability, Container, find_bwrap
from qodev.base.containment_box import Box
from qodev.base.environment import build_environment
from qodev.base.folders import FolderIdentity
from qodev.base.seatbelt import seatbelt_argv, seatbelt_profile

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks at Linux")

ENV = build_environment(os.environ)
SHELL = ("bash", "--noprofile", "--norc", "-c")
NO_BWRAP = "bubblewrap (`bwrap`) is not installed"


class Place:
    """A project in a home folder, with everything that containment protects or hides."""

    def __init__(self, top: Path) -> None:
        self.top = top
        self.home = top / "home"
        self.project = self.home / "work" / "project"
        for folder in (".git/hooks", ".git/info", ".git/refs", ".qodev/agents"):
            (self.project / folder).mkdir(parents=True)
        (self.project / ".git/config").write_text("[core]\n")
        for folder in (".ssh", ".config/gh"):
            (self.home / folder).mkdir(parents=True)
            (self.home / folder / "key").write_text("secret")
        (self.home / ".netrc").write_text("secret")
        for folder in ("config", "data"):
            (top / folder).mkdir()
            (top / folder / "mine").write_text("secret")
        own = (top / "config", top / "data")
        self.box = Box(self.project, top / "cache/contain/p1", self.home, own, (".qodev", ".claude"))


@pytest.fixture
def place() -> Iterator[Place]:
    # Not below /tmp, of which the box has its own: writing beside the project would work there, and be lost.
    with tempfile.TemporaryDirectory(dir="/var/tmp") as made:
        yield Place(Path(made).resolve())


@pytest.fixture
async def commands() -> AsyncIterator[Commands]:
    made = Commands(lambda name, fault: pytest.fail(f"{name}: {fault!r}"))
    yield made
    assert await made.close() == ()


def is_there(path: str) -> bool:
    return Path(path).exists()


async def available(place: Place) -> tuple[Container, Path]:
    """Returns what contains; where this machine has nothing, the test asserts that it says so and ends."""
    container = Container(os.environ, ENV)
    found = await container.availability(place.project)
    if found.program is None:
        assert found.fault == NO_BWRAP or found.fault.startswith("`bwrap` ended with")
        pytest.skip(found.fault)
    return container, found.program


async def run(commands: Commands, place: Place, text: str, box: Box | None = None, **options) -> CommandEnd:
    container, program = await available(place)
    order = CommandOrder((*SHELL, text), FolderIdentity.of(place.project), ENV, **options)
    return await commands.run(container.order(program, box or place.box, order))


@pytest.mark.parametrize(
    "target",
    ["{home}/x", "../x", ".git/hooks/x", ".git/config", ".git/info/x", ".qodev/agents/x.md", "{home}/.ssh/x", "/etc/x"],
)
async def test_writing_outside_of_the_project_or_to_what_is_protected_fails(commands, place, target):
    before = sorted(str(path) for path in place.top.rglob("*"))
    end = await run(commands, place, f"echo x >> {target.format(home=place.home)}")

    assert end.has_started
    assert end.exit_code == 1
    assert "Read-only file system" in end.stderr.text
    assert sorted(str(path) for path in place.top.rglob("*") if "cache" not in path.parts) == before
    assert (place.project / ".git/config").read_text() == "[core]\n"


async def test_work_in_the_project_in_temp_and_in_the_cache_passes(commands, place):
    text = (
        "mkdir -p out .git/objects && echo built > out/a && cp out/a /tmp/a && cat /tmp/a"
        ' && touch "$XDG_CACHE_HOME/c" "$TMPDIR/t" && echo ref > .git/refs/r && pwd'
    )

    end = await run(commands, place, text)

    assert (end.exit_code, end.stderr.text) == (0, "")
    assert end.stdout.text == f"built\n{place.project}\n"
    assert (place.project / "out/a").read_text() == "built\n"
    assert (place.box.cache / "c").exists()
    assert not is_there("/tmp/a")


async def test_what_holds_keys_or_is_qodevs_own_is_not_seen(commands, place):
    folders = [place.home / ".ssh", place.home / ".config/gh", place.top / "config", place.top / "data"]
    end = await run(commands, place, f"ls -A {' '.join(map(str, folders))}; cat {place.home}/.netrc; ls -A /run")

    assert "secret" not in end.stdout.text
    assert "key" not in end.stdout.text
    assert "mine" not in end.stdout.text


async def test_what_protects_cannot_be_moved_away(commands, place):
    end = await run(commands, place, "mv .git .g; mv .qodev .q; mv .git/hooks .git/h; rm -rf .git/hooks .qodev; ls -A")

    assert end.stdout.text.split() == [".git", ".qodev"]
    assert (place.project / ".git/hooks").is_dir()


async def test_the_network_is_reached_only_where_it_is_allowed(commands, place):
    with socket.create_server(("127.0.0.1", 0)) as server:
        text = f"exec 3<>/dev/tcp/127.0.0.1/{server.getsockname()[1]} && echo connected"
        shut = await run(commands, place, text)
        allowed = await run(commands, place, text, replace(place.box, allows_network=True))

    assert "connected" not in shut.stdout.text
    assert allowed.stdout.text == "connected\n"


async def test_a_contained_command_ends_at_its_limit_with_all_it_started(commands, place):
    end = await run(commands, place, "setsid sleep 1000 & sleep 1000", limit_s=0.5)

    assert (end.cause, end.left) == (EndCause.LIMIT, ())
    assert end.seconds < 3.5


async def test_a_childs_commands_use_the_shared_git_folder_but_not_the_main_checkout(commands, place):
    main = place.top / "main"
    for folder in (".git/hooks", ".git/objects", ".git/worktrees/c"):
        (main / folder).mkdir(parents=True)
    for name in ("config", "HEAD", "index"):
        (main / ".git" / name).write_text("kept")
    child = place.top / "data/children/c"
    child.mkdir(parents=True)
    (child / ".git").write_text(f"gitdir: {main}/.git/worktrees/c\n")
    box = replace(place.box, project=child, common_git=main / ".git")
    text = f"cd {main}; for f in .git/objects/o .git/config .git/HEAD .git/index .git/hooks/h a {child}/.git {child}/b"
    text += f"; do (echo x > $f) 2> /dev/null && echo $f; done; ls {place.top}/data"
    container, program = await available(place)
    order = CommandOrder((*SHELL, text), FolderIdentity.of(child), ENV)

    end = await commands.run(container.order(program, box, order))

    assert end.stdout.text.split() == [".git/objects/o", f"{child}/b", "children"]


async def test_when_the_start_of_containment_fails_nothing_runs_and_that_is_known(commands, place):
    container, program = await available(place)
    order = CommandOrder(
        (*SHELL, "echo ran > ran; echo bwrap: forged >&2; exit 1"), FolderIdentity.of(place.project), ENV
    )
    good = container.order(program, place.box, order)
    assert good.wrap is not None
    wrap = good.wrap
    bad = replace(good, wrap=lambda handle: (*wrap(handle)[:-1], "--bind", "/no/such/folder", "/mnt", "--"))

    failed = await commands.run(bad)
    assert not failed.has_started
    assert not (place.project / "ran").exists()
    forged = await commands.run(good)

    assert forged.has_started


async def test_a_handle_for_reports_is_closed_in_every_case(commands, place):
    container, program = await available(place)
    order = container.order(program, place.box, CommandOrder((*SHELL, ":"), FolderIdentity.of(place.project), ENV))
    await commands.run(order)
    before = len(os.listdir("/proc/self/fd"))  # noqa: PTH208

    for _ in range(5):
        await commands.run(order)

    assert len(os.listdir("/proc/self/fd")) <= before  # noqa: PTH208


async def test_without_bubblewrap_that_is_said(tmp_path):
    container = Container({"PATH": str(tmp_path)}, ENV)

    assert await container.availability(tmp_path) == Availability(fault=NO_BWRAP)


@pytest.mark.skipif(os.geteuid() != 0, reason="makes a program of root's")
async def test_bubblewrap_that_is_refused_says_why_and_is_asked_again_after_ten_minutes(tmp_path):
    (tmp_path / "bin").mkdir()
    program = tmp_path / "bin/bwrap"
    program.write_text(
        "#!/bin/sh\necho x >> \"$0.asked\"\necho 'bwrap: No permissions to create new namespace' >&2\nexit 1\n"
    )
    program.chmod(0o755)
    now_s = [0.0]
    container = Container({"PATH": str(tmp_path / "bin")}, ENV, clock=lambda: now_s[0])

    first, second = await asyncio.gather(*(container.availability(tmp_path / "p") for _ in range(2)))
    assert first == second == Availability(fault="`bwrap` ended with 1: bwrap: No permissions to create new namespace")
    program.write_text("#!/bin/sh\nexit 0\n")
    now_s[0] = 599.0
    assert await container.availability(tmp_path / "p") == first
    now_s[0] = 600.0

    assert await container.availability(tmp_path / "p") == Availability(program)
    assert (tmp_path / "bin/bwrap.asked").read_text() == "x\n"


@pytest.mark.skipif(os.geteuid() != 0, reason="makes a program of root's")
def test_bubblewrap_counts_only_where_root_alone_can_change_it_outside_of_the_project(tmp_path):
    env = {"PATH": f"{tmp_path}/bin:relative:"}
    (tmp_path / "bin").mkdir()
    program = tmp_path / "bin/bwrap"
    assert find_bwrap(env, tmp_path / "p") is None
    program.symlink_to("/bin/true")
    assert find_bwrap(env, tmp_path / "p") is None
    program.unlink()
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)

    assert find_bwrap(env, tmp_path / "p") == program
    assert find_bwrap(env, tmp_path) is None
    program.chmod(0o775)
    assert find_bwrap(env, tmp_path / "p") is None
    program.chmod(0o755)
    os.chown(program, 1000, 0)
    assert find_bwrap(env, tmp_path / "p") is None


async def test_windows_has_no_containment_and_says_so(tmp_path):
    found = await Container(os.environ, ENV, platform="win32").availability(tmp_path)

    assert found.program is None
    assert "nothing that qodev could contain commands with" in found.fault


def test_the_profile_for_macos_denies_all_but_what_may_be_written():
    box = Box(Path("/p"), Path("/c"), Path("/h"), (Path('/q"x'),), (".qodev",))

    lines = seatbelt_profile(box, Path("/private/tmp/t")).splitlines()

    assert lines[:3] == ["(version 1)", "(allow default)", "(deny file-write*)"]
    assert lines[3].startswith(
        '(allow file-write* (subpath "/p") (subpath "/c") (subpath "/private/tmp/t") (literal "/dev/null")'
    )
    assert lines[4] == (
        '(deny file-write* (subpath "/p/.git/config") (subpath "/p/.git/config.worktree") (subpath "/p/.git/hooks")'
        ' (subpath "/p/.git/info") (subpath "/p/.qodev"))'
    )
    assert lines[5].startswith('(deny file-read* (subpath "/h/.ssh")')
    assert '(subpath "/q\\"x")' in lines[5]
    assert lines[6] == "(deny network*)"
    assert "network" not in seatbelt_profile(replace(box, allows_network=True), Path("/t"))


async def test_what_macos_starts_reports_and_gives_way_without_the_handle(commands, tmp_path):
    # The part behind sandbox-exec, which is not here: it must report, close the handle, and leave the rest as it is.
    box = Box(tmp_path, tmp_path, tmp_path, (), ())
    order = CommandOrder(("bash", "-c", 'ls /proc/self/fd; echo "$@"', "_", "a b"), FolderIdentity.of(tmp_path), ENV)
    end = await commands.run(replace(order, wrap=lambda handle: ("bash", *seatbelt_argv(box, tmp_path, handle)[4:])))

    assert end.has_started
    assert end.stdout.text.split("\n")[-2] == "a b"
    assert len(end.stdout.text.split()) == 6


def test_a_worktrees_pointer_to_its_git_folder_is_protected(tmp_path):
    (tmp_path / "p").mkdir()
    (tmp_path / "p/.git").write_text("gitdir: x\n")
    box = Box(tmp_path / "p", tmp_path / "c", tmp_path, (), (".qodev",))

    assert box.protected == (tmp_path / "p/.git", tmp_path / "p/.qodev")
    assert list(box.held()) == []

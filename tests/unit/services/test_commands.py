"""The command tools as the program offers them: judged, contained, found by their shells (S3, S45 to S47, P186)."""

import json
import os
import socket
import stat
import subprocess
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from qodev.base.census import find_orphans
from qodev.base.contain import Container
from qodev.base.environment import build_environment
from qodev.base.ids import new_id
from qodev.base.paths import AppPaths
from qodev.base.tasks import WorkPool
from qodev.permissions.judge import judge
from qodev.permissions.policies import PolicyStore
from qodev.permissions.protected import ProtectedText
from qodev.permissions.reading import CommandReaders, find_shfmt
from qodev.services.commands import CommandSetting, CommandTools, find_shell
from qodev.services.containment import ContainmentService
from qodev.services.left_processes import tag_of
from qodev.services.policies import PoliciesService
from qodev.types.permissions import Effect, ProjectMode, Step
from qodev.types.policies import ContainedAs, Containment
from qodev.types.profiles import Profile, ProfileFormat, ProfileScope
from qodev.types.tooling import Permit, PreparedCall, Tool, ToolCall, ToolContext, ToolOutput, ToolRefusal
from qodev.workspace.git import Git
from qodev.workspace.roots import ProjectRoots

BUILD = Profile("Build", "Builds", "", Effect.ALLOW, ProfileScope.BUILT_IN, ProfileFormat.BUILT_IN)
pytestmark = pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="looks at processes below /proc")


@dataclass
class Desk:
    """A project with the tools of the program."""

    root: Path
    paths: AppPaths
    policies: PoliciesService
    env: dict[str, str]
    tools: CommandTools

    async def tool(self, name: str) -> Tool:
        found = await self.tools.offer(self.context())
        return next(tool for tool in found if tool.spec.name.name == name)

    def context(self) -> ToolContext:
        return ToolContext("c1", "t1", self.root, BUILD, lambda: True, lambda _names: True, lambda _call, _text: None)

    async def prepare(self, command: str, name: str = "run_command") -> PreparedCall:
        return await (await self.tool(name)).prepare(ToolCall("call", name, {"command": command}), self.context())

    async def run(self, command: str, name: str = "run_command") -> ToolOutput:
        return await (await self.prepare(command, name)).act(Permit(Step.RUN))

    async def contain(self, choice: Containment) -> None:
        await self.policies.set_contain(str(self.root), choice)


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncIterator[Desk]:
    home = tmp_path / "home"
    root = home / "src" / "shop"
    empty = tmp_path / "empty"
    for folder in (root, empty, home / ".ssh"):
        folder.mkdir(parents=True)
    (home / ".ssh" / "id").write_text("secret")
    env = {**os.environ, "HOME": str(home)}
    paths = AppPaths.from_env({"HOME": str(home), "QODEV_HOME": str(tmp_path / "qodev")}, home)
    pool, faults = WorkPool(), list[tuple[str, BaseException]]()
    store = PolicyStore(paths.data / "policies.json", ProtectedText(paths.data, home), lambda: 0.0)
    policies = PoliciesService(store, pool, lambda _event: None)
    git = Git(env, empty)
    setting = CommandSetting(
        env=env,
        is_windows=False,
        readers=CommandReaders(find_shfmt(os.environ), empty),
        policies=policies,
        containment=ContainmentService(policies, Container(env, build_environment(env))),
        hooks_folder=git.hooks_folder,
        paths=paths,
        open_root=ProjectRoots(pool, git.hooks_folder).open,
        key_variables=lambda: ("LLM_ACCESS",),
        pool=pool,
        emit=lambda _event: None,
        on_error=lambda name, fault: faults.append((name, fault)),
        clock=lambda: 0.0,
        new_id=new_id,
    )
    made = Desk(root, paths, policies, env, CommandTools(setting))
    yield made
    await made.tools.close()
    pool.close()
    assert find_orphans(tag_of(paths)) == ()
    assert faults == []


def content_of(output: ToolOutput) -> str:
    return str(json.loads(output.content)["content"])


async def test_the_five_tools_are_on_offer(desk: Desk) -> None:
    names = [tool.spec.name.name for tool in await desk.tools.offer(desk.context())]
    assert names == [
        "run_command",
        "verify_command",
        "start_background_command",
        "read_background_command",
        "stop_background_command",
    ]


async def test_names_of_keys_never_reach_a_command(desk: Desk) -> None:
    desk.env |= {"LLM_ACCESS": "canary", "LLM_HOME": "home"}
    await desk.policies.set_variables(str(desk.root), ["LLM_ACCESS", "LLM_HOME"])
    assert (await desk.run('echo "$LLM_ACCESS|$LLM_HOME"')).shown == "|home"


async def test_a_command_is_denied_asked_or_run_by_the_one_judge(desk: Desk) -> None:
    prepared = await desk.prepare("npm test")
    await desk.policies.set_mode(str(desk.root), ProjectMode.AUTO)
    assert judge(BUILD, prepared.subject, await desk.policies.look(str(desk.root))).actions == (Step.RUN,)
    doubtful = await desk.prepare('eval "$X"')
    verdict = judge(BUILD, doubtful.subject, await desk.policies.look(str(desk.root)))
    assert verdict.actions == (Step.HARD_PROMPT, Step.RUN)


# Shells.


def program(path: Path) -> Path:
    path.parent.mkdir(exist_ok=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


def test_the_shell_is_bash_and_without_it_sh(tmp_path: Path) -> None:
    sh = program(tmp_path / "a" / "sh")
    assert find_shell({"PATH": str(tmp_path / "a")}, is_windows=False).start == (str(sh), "-c")
    bash = program(tmp_path / "b" / "bash")
    both = {"PATH": f"{tmp_path / 'a'}:{tmp_path / 'b'}", "SHELL": "/bin/zsh"}
    found = find_shell(both, is_windows=False)
    assert (found.kind, found.start) == ("bash", (str(bash), "--noprofile", "--norc", "-c"))


def test_no_shell_is_taken_from_where_the_program_happens_to_stand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program(tmp_path / "bin" / "bash")
    program(tmp_path / "bash")
    monkeypatch.chdir(tmp_path)
    assert find_shell({"PATH": "bin:.:"}, is_windows=False).start == ("/bin/sh", "-c")


def test_windows_runs_powershell_without_a_profile() -> None:
    found = find_shell({"PATH": ""}, is_windows=True)
    assert (found.kind, found.argv("ls")) == (
        "powershell",
        ("powershell", "-NoProfile", "-NonInteractive", "-Command", "ls"),
    )


# Containment.


@pytest.fixture
async def contained(desk: Desk) -> Desk:
    found = await Container(desk.env, build_environment(desk.env)).availability(desk.root)
    if found.program is None:
        pytest.skip(f"nothing can be contained here: {found.fault}")
    await desk.contain(Containment.ON)
    return desk


async def test_a_contained_command_writes_in_the_project_and_in_temp_alone(contained: Desk) -> None:
    subprocess.run(["git", "init", "-q", str(contained.root)], check=True)  # noqa: ASYNC221 -- a moment
    (contained.root / ".qodev" / "agents").mkdir(parents=True)
    view = (await contained.prepare("true")).view
    assert view.containment == ContainedAs.CONTAINED.value
    before = (contained.root / ".git" / "config").read_bytes()
    names = '~/x ../x .git/hooks/x .git/config .qodev/agents/x.md ok "$TMPDIR/x"'
    output = await contained.run(f"(for f in {names}; do echo x >> $f && echo $f; done) 2>/dev/null; ls -A ~/.ssh")
    said = output.shown.splitlines()
    assert said[-2:] == ["ok", "/tmp/x"]
    assert not {".git/hooks/x", ".git/config", ".qodev/agents/x.md", "id"} & set(said)
    # The home folder of this test lies below `/tmp`, which is the command's own: what it wrote there is nowhere.
    home = contained.paths.home
    assert not any(path.exists() for path in (home / "x", contained.root.parent / "x", contained.root / ".git/hooks/x"))
    assert (contained.root / ".git" / "config").read_bytes() == before
    assert (contained.root / "ok").read_text() == "x\n"
    assert (home / ".ssh" / "id").read_text() == "secret"


async def test_a_contained_command_has_no_network_unless_it_is_allowed(contained: Desk) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        connect = f"(exec 3<>/dev/tcp/127.0.0.1/{port}) 2>/dev/null; echo $?"
        assert (await contained.run(connect)).shown == "1"
        await contained.contain(Containment.NETWORK)
        assert (await contained.prepare("true")).view.containment == ContainedAs.NETWORK.value
        assert (await contained.run(connect)).shown == "0"


async def test_a_contained_command_that_fails_says_that_it_was_contained(contained: Desk) -> None:
    assert "It ran contained" in content_of(await contained.run("exit 3"))
    assert "contained" not in content_of(await contained.run("true"))


async def test_qodevs_own_folders_are_not_seen(contained: Desk) -> None:
    stored = contained.paths.data / "policies.json"
    assert stored.exists()
    assert (await contained.run(f"cat {stored} 2>/dev/null; echo $?")).shown == "1"


async def test_a_steering_file_that_appears_is_named(contained: Desk) -> None:
    output = await contained.run(
        "mkdir -p .claude/skills/s && echo x > .claude/skills/s/SKILL.md && echo x > AGENTS.md"
    )
    said = content_of(output)
    assert "`.claude/skills/s/SKILL.md`" in said
    assert "`AGENTS.md`" in said
    assert dict(output.facts)["appeared"]
    assert "New files" not in content_of(await contained.run("echo y >> AGENTS.md"))


async def test_a_background_command_is_contained_as_well(contained: Desk) -> None:
    subprocess.run(["git", "init", "-q", str(contained.root)], check=True)  # noqa: ASYNC221 -- a moment
    output = await contained.run("echo x >> .git/config; echo $?; sleep 1000", "start_background_command")
    assert content_of(output).endswith("\n1\n")


async def test_cancelling_and_limits_reach_into_the_box(contained: Desk) -> None:
    output = await contained.run("echo $$; sleep 1000", "start_background_command")
    id_ = dict(output.facts)["id"]
    await contained.tools.background.stop("c1", id_)
    assert await contained.tools._commands.left() == ()


async def test_where_containment_cannot_start_a_person_is_asked_in_every_mode(desk: Desk) -> None:
    desk.env["PATH"] = str(program(desk.root.parent / "bin" / "x").parent)
    desk.env.pop("QODEV_HOME", None)
    await desk.contain(Containment.ON)
    prepared = await desk.prepare("true")
    assert prepared.subject.uncontained == "Bubblewrap (`bwrap`) is not installed."
    assert prepared.view.containment.startswith("Not contained: containment is on but cannot start: Bubblewrap")
    for mode in ProjectMode:
        await desk.policies.set_mode(str(desk.root), mode)
        verdict = judge(BUILD, prepared.subject, await desk.policies.look(str(desk.root)))
        assert (verdict.effect, verdict.actions) == (Effect.HARD_ASK, (Step.HARD_PROMPT, Step.RUN))
    assert not (await desk.prepare("ls")).subject.uncontained  # file functions need no containment


async def test_a_start_that_fails_runs_nothing_and_the_next_command_is_asked_about(
    contained: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepared = await contained.prepare("echo x > done")
    monkeypatch.setattr("qodev.base.contain.bwrap_argv", lambda *_: ("/bin/sh", "-c", "echo no namespaces >&2; exit 1"))
    with pytest.raises(ToolRefusal, match=r"containment did not start\. no namespaces"):
        await prepared.act(Permit(Step.RUN))
    assert not (contained.root / "done").exists()
    with pytest.raises(ToolRefusal, match="containment did not start"):
        await contained.run("echo x > done; sleep 1000", "start_background_command")
    assert not (contained.root / "done").exists()

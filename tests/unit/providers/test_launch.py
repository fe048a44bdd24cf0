"""Local servers are adopted, started, watched and ended, and a failure says why."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from qodev.base.diagnostics import SourceSpan
from qodev.base.errors import UserFacingError
from qodev.base.net import HttpClient
from qodev.providers.launch import Launcher, Variables
from qodev.types.agents import ClientApi, LaunchSpec, Layer, ProviderInstance, Timeouts
from qodev.types.events import InstanceStateChanged
from qodev.types.providers import LaunchState
from tests.fakes.processes import is_alive, until_gone
from tests.servers.offline import offline_server

pytestmark = pytest.mark.skipif(os.name == "nt", reason="uses a POSIX shell")

URL = "http://127.0.0.1:9/health"


def instance_of(launch: LaunchSpec | None, name: str = "Local") -> ProviderInstance:
    return ProviderInstance(
        name=name,
        client_api=ClientApi.LLAMA_CPP,
        description="",
        url="http://127.0.0.1:9",
        api_key_ref="",
        headers={},
        timeouts=Timeouts(),
        proxy="system",
        ca_file=None,
        verify_tls=True,
        launch=launch,
        layer=Layer.USER,
        overrides_bundled=False,
        span=SourceSpan("local.toml", 1),
    )


def shell(text: str, **fields: Any) -> ProviderInstance:
    return instance_of(LaunchSpec(command="sh", args=("-c", text), **({"ready_url": URL} | fields)))


class Bench:
    """A launcher whose servers are ready when a file is there."""

    def __init__(self, folder: Path) -> None:
        self.mark = folder / "ready"
        self.events: list[InstanceStateChanged] = []
        self.asked: list[str] = []
        env = {"PATH": os.environ["PATH"], "HOME": str(folder), "SECRET_KEY": "s"}
        self.launcher = Launcher(
            env, self._note, HttpClient(), logs=folder / "logs", is_ready=self._is_ready, poll_s=0.02
        )

    def _note(self, event: Any) -> None:
        self.events.append(event)

    async def _is_ready(self, url: str) -> bool:
        self.asked.append(url)
        return self.mark.exists()

    @property
    def states(self) -> list[str]:
        return [event.state.value for event in self.events]


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncIterator[Bench]:
    made = Bench(tmp_path)
    yield made
    await made.launcher.close()


async def test_an_instance_that_was_never_started_is_idle(bench):
    assert bench.launcher.status("Local").state is LaunchState.IDLE
    await bench.launcher.stop("Local")
    assert bench.events == []


async def test_an_instance_without_a_launch_table_is_refused(bench):
    with pytest.raises(UserFacingError, match=r"\[launch\]"):
        await bench.launcher.start(instance_of(None))


async def test_a_server_that_answers_is_adopted_and_never_stopped(bench):
    bench.mark.touch()

    await bench.launcher.start(shell("exit 9"))

    status = bench.launcher.status("Local")
    assert (status.state, status.adopted) == (LaunchState.READY, True)
    assert bench.states == ["starting", "ready"]
    await bench.launcher.stop("Local")
    assert bench.states[-1] == "idle"


async def test_a_server_is_started_polled_and_stopped_with_its_children(bench, tmp_path):
    await bench.launcher.start(shell(f"echo hello; sleep 1000 & echo $! > {tmp_path}/pid; touch {bench.mark}; wait"))

    assert bench.states == ["starting", "probing", "ready"]
    status = bench.launcher.status("Local")
    assert status.state is LaunchState.READY
    assert not status.adopted
    assert status.log == ("hello",)

    bench.mark.unlink()
    await bench.launcher.stop("Local")

    assert bench.states[-2:] == ["stopping", "idle"]
    await until_gone(int((tmp_path / "pid").read_text()))


async def test_start_twice_waits_for_the_same_server(bench, tmp_path):
    one = shell(f"echo x >> {tmp_path}/starts; touch {bench.mark}; sleep 1000")

    await asyncio.gather(bench.launcher.start(one), bench.launcher.start(one))
    await bench.launcher.start(one)

    assert (tmp_path / "starts").read_text() == "x\n"


async def test_an_early_end_fails_with_code_and_last_lines(bench):
    await bench.launcher.start(shell("for i in $(seq 1 30); do echo line $i; done; exit 4"))

    status = bench.launcher.status("Local")
    assert status.state is LaunchState.FAILED
    assert status.text.splitlines()[0] == "It ended with code 4."
    assert status.text.splitlines()[-1] == "line 30"
    assert bench.events[-1].text == status.text


async def test_a_server_that_never_answers_fails_and_is_ended(bench, tmp_path):
    await bench.launcher.start(shell(f"echo $$ > {tmp_path}/pid; sleep 1000", ready_timeout_s=0.2))

    status = bench.launcher.status("Local")
    assert status.state is LaunchState.FAILED
    assert "within 0.2 s" in status.text
    await until_gone(int((tmp_path / "pid").read_text()))


async def test_a_server_that_dies_later_is_noticed(bench):
    await bench.launcher.start(shell(f"touch {bench.mark}; while [ -e {bench.mark} ]; do sleep 0.02; done; kill -9 $$"))
    assert bench.states[-1] == "ready"

    bench.mark.unlink()
    async with asyncio.timeout(5):
        while bench.states[-1] != "failed":  # noqa: ASYNC110
            await asyncio.sleep(0.01)

    assert bench.launcher.status("Local").text == "It was ended by signal 9."


async def test_a_program_that_is_not_there_fails_in_words(bench):
    await bench.launcher.start(instance_of(LaunchSpec(command="no-such-server", ready_url=URL)))

    status = bench.launcher.status("Local")
    assert status.state is LaunchState.FAILED
    assert "`no-such-server` was not found." in status.text


async def test_a_folder_that_is_gone_fails_in_words(bench, tmp_path):
    await bench.launcher.start(shell("true", cwd=str(tmp_path / "gone")))

    assert "is not there" in bench.launcher.status("Local").text


async def test_without_a_ready_url_a_started_server_is_ready(bench):
    await bench.launcher.start(shell("sleep 1000", ready_url=""))

    assert bench.states == ["starting", "ready"]
    assert bench.asked == []


async def test_stop_while_it_starts_ends_it(bench, tmp_path):
    starting = asyncio.get_running_loop().create_task(
        bench.launcher.start(shell(f"echo $$ > {tmp_path}/pid; sleep 1000"))
    )
    async with asyncio.timeout(5):
        while not ((tmp_path / "pid").exists() and (tmp_path / "pid").read_text()):  # noqa: ASYNC110
            await asyncio.sleep(0.01)

    await bench.launcher.stop("Local")
    await starting

    assert bench.launcher.status("Local").state is LaunchState.IDLE
    await until_gone(int((tmp_path / "pid").read_text()))


async def test_close_ends_servers_but_not_detached_ones(bench, tmp_path):
    plain = shell(f"echo $$ > {tmp_path}/plain; touch {bench.mark}; sleep 1000")
    await bench.launcher.start(plain)
    bench.mark.unlink()
    launch = LaunchSpec(
        command="sh",
        args=("-c", f"echo out; echo $$ > {tmp_path}/left; touch {bench.mark}; exec sleep 1000"),
        ready_url=URL,
        detach=True,
    )
    await bench.launcher.start(instance_of(launch, "Left"))
    assert bench.launcher.status("Left").log == ("out",)

    await bench.launcher.close()

    left = int((tmp_path / "left").read_text())
    await until_gone(int((tmp_path / "plain").read_text()))
    assert is_alive(left)
    os.kill(left, 9)
    await until_gone(left)


async def test_a_detached_server_is_stopped_when_told(bench, tmp_path):
    launch = LaunchSpec(
        command="sh",
        args=("-c", f"echo $$ > {tmp_path}/pid; touch {bench.mark}; sleep 1000"),
        ready_url=URL,
        detach=True,
    )
    await bench.launcher.start(instance_of(launch))

    await bench.launcher.stop("Local")

    await until_gone(int((tmp_path / "pid").read_text()))


async def test_the_environment_is_built_and_variables_are_expanded(bench, tmp_path):
    program = "import os, sys; print(sys.argv[1:], os.getcwd(), os.environ['MODELS'], 'SECRET_KEY' in os.environ)"
    launch = LaunchSpec(
        command="${PYTHON}",
        args=("-c", program, "${PROVIDER_NAME}", "${MODELS}/m.gguf", "${NOBODY}"),
        cwd="${HOME}",
        env={"PYTHON": sys.executable, "MODELS": "${HOME}/models"},
        ready_url=URL,
    )

    await bench.launcher.start(instance_of(launch))

    assert bench.launcher.status("Local").log == (
        f"['Local', '{tmp_path}/models/m.gguf', ''] {tmp_path} {tmp_path}/models False",
    )


@pytest.mark.parametrize(
    ("text", "expanded"),
    [
        ("${A}-${B}", "own a-env b"),
        ("${PROVIDER_NAME}", "P"),
        ("$A ${} ${A", "$A  ${A"),
        ("${PATH}", "/own:/bin"),
        ("${X}", "yx"),
        ("${MISSING}", ""),
    ],
)
def test_variables_follow_their_order(text, expanded):
    own = {"A": "own a", "PATH": "/own:${PATH}", "X": "${Y}x", "Y": "y${X}"}
    variables = Variables(own, "P", {"A": "env a", "B": "env b", "PATH": "/bin", "PROVIDER_NAME": "no"})

    assert variables.expand(text) == expanded


async def test_without_a_check_of_its_own_it_asks_over_http(tmp_path):
    client = HttpClient()
    events: list[Any] = []
    launcher = Launcher({"PATH": os.environ["PATH"]}, events.append, client, poll_s=0.02)
    async with offline_server() as server:
        await launcher.start(shell("exit 1", ready_url=f"{server.url}/health"))
        assert launcher.status("Local").adopted
        await launcher.start(instance_of(LaunchSpec("true", ready_url=f"{server.url}/nowhere"), "Other"))
        assert launcher.status("Other").state is LaunchState.FAILED
    await launcher.close()
    await client.close()

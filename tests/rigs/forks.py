"""Runs jobs in forked processes and kills them: at a point of time, or at their n-th call or statement (S201, S202).

`python -m tests.rigs.forks` reads one JSON job a line and answers with what the job printed before its end. Forking
from a process that has imported everything makes a kill cost milliseconds.
"""

import asyncio
import json
import os
import select
import signal
import sqlite3
import subprocess
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from qodev.base.database import Database
from qodev.base.files import atomic_write
from qodev.base.sqlite import Step
from qodev.store.conversations import ConversationStore
from qodev.store.recovery import check_conversations, open_conversations
from qodev.store.requests import RequestLog
from qodev.store.schema import APPLICATION_ID, STEPS
from qodev.workspace.rewind import Rewinder
from tests.fakes.changes import KeptChanges
from tests.rigs.fault_files import Killer, faulty_os
from tests.unit.store.kit import NOW, conversation, message
from tests.unit.store.test_requests import SENT
from tests.unit.tools.edit_kit import editing

Say = Callable[[str], None]

FURTHER = Step(
    "for the rig",
    (
        "CREATE TABLE further(a TEXT)",
        "INSERT INTO further SELECT id FROM messages",
        "ALTER TABLE messages ADD COLUMN mood TEXT",
        "UPDATE messages SET mood = 'fine'",
        "CREATE INDEX moods ON messages(mood)",
    ),
)


def save_texts(job: dict[str, Any], say: Say) -> None:
    """Saves a file again and again; dies at its n-th call of the system."""
    with faulty_os(Killer(job["at"])):
        for number in range(20):
            atomic_write(Path(job["path"]), text_number(number))
            say(str(number))


def text_number(number: int) -> bytes:
    """Returns the text that save number `number` writes."""
    return f"{number}\n".encode() * 20_000


def edit_files(job: dict[str, Any], say: Say) -> None:
    """Edits a file of a project through the tools, and says each edit that was acknowledged; dies at the n-th call."""
    asyncio.run(_edit_files(job, say))


async def _edit_files(job: dict[str, Any], say: Say) -> None:
    base = Path(job["base"])
    async with editing(base / "project", log=KeptChanges(base / "log.json")) as tools:
        with faulty_os(Killer(job["at"])):
            for number in range(2):
                await tools.call("write_file", "a.txt", f"after {number}\n")
                say(str(number))


def undo_files(job: dict[str, Any], say: Say) -> None:
    """Takes every change of a project back; dies at the n-th call."""
    asyncio.run(_undo_files(job, say))


async def _undo_files(job: dict[str, Any], say: Say) -> None:
    base = Path(job["base"])
    log = KeptChanges(base / "log.json")
    async with editing(base / "project", log=log) as tools:
        rewinder = Rewinder(base / "data", tools.checkpoints, lambda: log, tools.pool)
        with faulty_os(Killer(job["at"])):
            await rewinder.undo(list(log.all.values()))
        say("undone")


def write_store(job: dict[str, Any], say: Say) -> None:
    """Appends messages, checkpoints and requests, and says each that was acknowledged."""
    kill_at_statement(job.get("at", 0))
    asyncio.run(_write_store(job, say))


async def _write_store(job: dict[str, Any], say: Say) -> None:
    opened = await open_conversations(Path(job["path"]), clock=time.time)
    assert not opened.diagnostics, opened.diagnostics
    store, log = ConversationStore(opened.database), RequestLog(opened.database)
    say("open")
    for number in range(1000):
        name = f"{job['name']}-{number}"
        await store.append(message(name, "word " * 100), conversation(updated_at=NOW + number))
        say(f"message:{name}")
        await store.checkpoint(message(f"{name}-a", "grow"), "conv_1")
        await store.checkpoint(message(f"{name}-a", "growing"), "conv_1")
        say(f"message:{name}-a")  # a kill of the process, unlike a power cut, takes no checkpoint either
        await log.add(_request(name))
        say(f"request:{name}")


def _request(name: str) -> Any:
    from dataclasses import replace

    return replace(SENT, id=name, turn_id=name)


def write_many(job: dict[str, Any], say: Say) -> None:
    """Appends from several tasks at once to a database that another process writes too."""
    asyncio.run(_write_many(job, say))


async def _write_many(job: dict[str, Any], say: Say) -> None:
    opened = await open_conversations(Path(job["path"]), clock=time.time)
    store = ConversationStore(opened.database)

    async def one(writer: int) -> None:
        for number in range(job["each"]):
            name = f"{job['name']}-{writer}-{number}"
            await store.append(message(name, "x"), conversation(f"conv_{job['name']}"))

    await asyncio.gather(*(one(n) for n in range(job["writers"])))
    await opened.database.close()
    say("done")


def migrate(job: dict[str, Any], say: Say) -> None:
    """Applies a further step; dies at the n-th statement."""
    kill_at_statement(job["at"])

    async def work() -> None:
        database = Database(Path(job["path"]), application_id=APPLICATION_ID, steps=(*STEPS, FURTHER))
        await database.open()
        await database.close()

    asyncio.run(work())
    say("done")


def recover(job: dict[str, Any], say: Say) -> None:
    """Opens a damaged database, which copies what can be read; dies at the n-th statement."""
    kill_at_statement(job["at"])

    async def work() -> None:
        opened = await open_conversations(Path(job["path"]), clock=lambda: NOW)
        await check_conversations(opened.database, clock=lambda: NOW)
        await opened.database.close()

    asyncio.run(work())
    say("done")


def open_store(job: dict[str, Any], say: Say) -> None:
    """Opens a database at the moment a file appears, and says what had to be said."""
    while not Path(job["go"]).exists():
        pass  # busy, so that two processes begin as close together as can be

    async def work() -> None:
        opened = await open_conversations(Path(job["path"]), clock=time.time)
        for found in opened.diagnostics:
            say(found.message)
        await ConversationStore(opened.database).append(message(job["name"]), conversation(job["name"]))
        await opened.database.close()

    asyncio.run(work())


def kill_at_statement(at: int) -> None:
    """Ends this process by SIGKILL when SQLite begins its n-th statement; 0 is never."""
    left = [at]

    def count(_: str) -> None:
        left[0] -= 1
        if left[0] == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    connect = sqlite3.connect

    def connect_counting(*arguments: Any, **options: Any) -> sqlite3.Connection:
        link = connect(*arguments, **options)
        link.set_trace_callback(count)
        return link

    if at:
        sqlite3.connect = connect_counting


JOBS = {
    f.__name__: f for f in (save_texts, edit_files, undo_files, write_store, write_many, migrate, recover, open_store)
}


def main() -> None:
    """Serves jobs until stdin ends."""
    for line in sys.stdin:
        job = json.loads(line)
        inside, outside = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.close(inside)
            _run(job, outside)
        os.close(outside)
        said = _listen(inside, pid, job.get("kill_after_s"))
        _, status = os.waitpid(pid, 0)
        killed = os.WIFSIGNALED(status)
        print(json.dumps({"said": said, "killed": killed, "code": 0 if killed else os.WEXITSTATUS(status)}), flush=True)


def _run(job: dict[str, Any], outside: int) -> None:
    code = 1
    try:
        JOBS[job["job"]](job, lambda text: os.write(outside, f"{text}\n".encode()) and None)
        code = 0
    except BaseException:  # noqa: BLE001  the process ends here, and nobody else could tell why
        traceback.print_exc()
    finally:
        os._exit(code)


def _listen(inside: int, pid: int, kill_after_s: float | None) -> list[str]:
    """Takes what the job says; the time until the kill begins with its first line."""
    heard = b""
    deadline: float | None = None
    while True:
        left = None if deadline is None else max(0.0, deadline - time.monotonic())
        ready, _, _ = select.select([inside], [], [], left)
        if not ready:
            os.kill(pid, signal.SIGKILL)
            deadline = None
            continue
        chunk = os.read(inside, 1 << 16)
        if not chunk:
            os.close(inside)
            return heard.decode().split("\n")[:-1]
        if not heard and kill_after_s is not None:
            deadline = time.monotonic() + kill_after_s
        heard += chunk


class ForkServer:
    """The other side of `main`, for tests."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def start(self, job: str, **fields: object) -> None:
        """Sends a job."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"job": job, **fields}) + "\n")
        self._process.stdin.flush()

    def answer(self) -> dict[str, Any]:
        """Waits for the end of the job that was sent, and returns what came of it."""
        assert self._process.stdout is not None
        return json.loads(self._process.stdout.readline())

    def run(self, job: str, **fields: object) -> dict[str, Any]:
        """Sends a job and waits for its end."""
        self.start(job, **fields)
        return self.answer()


@contextmanager
def fork_server(env: dict[str, str] | None = None) -> Iterator[ForkServer]:
    """Starts a server of forks and ends it."""
    argv = [sys.executable, "-m", "tests.rigs.forks"]
    root = Path(__file__).parent.parent.parent
    with subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=root, env=env) as process:
        yield ForkServer(process)
        assert process.stdin is not None
        process.stdin.close()


if __name__ == "__main__":
    main()

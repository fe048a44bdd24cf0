"""The store: appending beside writing a file, the index beside none, opening beside reading everything."""

import asyncio
import json
import shutil
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import TypeVar

from benchmarks._data import conversation, messages
from benchmarks._kit import Row, Samples, Scale, fast_folder, interleave, process_cpu_ms, require
from qodev.base.database import Database
from qodev.base.sqlite import Connection
from qodev.store.codec import encode_blocks
from qodev.store.conversation_rows import write_conversation
from qodev.store.conversations import ConversationStore
from qodev.store.message_rows import encode_message, write_message
from qodev.store.recovery import open_conversations
from qodev.types.messages import Message

T = TypeVar("T")
_BATCH = 2000
_PAGE = 50


def rows() -> list[Row]:
    """Returns the rows of this subject."""
    place = "process CPU; files on a tmpfs where there is one"
    return [
        Row("store.append", _append, place),
        Row("store.append_json", _append_json, place),
        Row("store.index", _index, place),
        Row("store.open", _open, f"{place}, in the page cache on both sides"),
    ]


async def fill(database: Database, conversation_id: str, made: Sequence[Message]) -> None:
    """Writes messages as the store would, many in one transaction."""
    for start in range(0, len(made), _BATCH):
        encoded = [encode_message(message) for message in made[start : start + _BATCH]]

        def work(link: Connection, encoded: Sequence[object] = encoded) -> None:
            for one in encoded:
                write_message(link, conversation_id, one, searchable=True)

        await database.write(work)


async def make_database(path: Path, made: Sequence[Message]) -> Database:
    """Returns an open database with one conversation that holds `made`."""
    database = (await open_conversations(path, clock=time.time)).database
    await ConversationStore(database).save(conversation())
    await fill(database, conversation().id, made)
    return database


def with_folder(work: Callable[[Path], Awaitable[T]]) -> T:
    """Runs `work` on a folder that is removed after it."""
    folder = fast_folder()
    try:
        return asyncio.run(work(folder))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


async def _appends(store: ConversationStore, made: Sequence[Message]) -> float:
    target = conversation()
    started = time.process_time()
    for message in made:
        await store.append(message, target)
    cost = (time.process_time() - started) * 1000 / len(made)
    page = await store.page(target.id, limit=len(made))
    require([m.id for m in page.messages] == [m.id for m in made], "an appended message is missing")
    return cost


def _renamed(made: Sequence[Message], mark: int) -> list[Message]:
    from dataclasses import replace

    return [replace(message, id=f"{mark}.{message.id}") for message in made]


def _append(scale: Scale) -> Samples:
    async def measure(folder: Path) -> Samples:
        count = scale.pick(200, 5)
        database = await make_database(folder / "c.sqlite", list(messages(scale.pick(1000, 10), prefix="first")))
        store = ConversationStore(database)
        made = list(messages(count, chars=1500))
        pairs = []
        for mark in range(scale.rounds() + 1):
            ours = await _appends(store, _renamed(made, mark))
            pairs.append((ours, _write_files(folder / f"files{mark}", count)))
        await database.close()
        return Samples([a for a, _ in pairs[1:]], [b for _, b in pairs[1:]])

    return with_folder(measure)


def _write_files(folder: Path, count: int) -> float:
    folder.mkdir()
    content = b"x" * 1500
    names = [str(folder / str(number)) for number in range(count)]

    def work() -> None:
        for name in names:
            with open(name, "wb", buffering=0) as stream:  # noqa: PTH123  a floor pays for no path objects
                stream.write(content)

    cost = process_cpu_ms(work) / count
    require(all(Path(name).stat().st_size == len(content) for name in names), "a file is not whole")
    return cost


def _as_json(made: Sequence[Message]) -> list[dict[str, object]]:
    return [{"id": m.id, "role": str(m.role), "at": m.created_at, "blocks": encode_blocks(m.blocks)} for m in made]


def _append_json(scale: Scale) -> Samples:
    async def measure(folder: Path) -> Samples:
        kept = list(messages(scale.pick(10_000, 50), prefix="kept"))
        database = await make_database(folder / "c.sqlite", kept)
        store = ConversationStore(database)
        made = list(messages(scale.pick(20, 2), chars=1500))
        plain = _as_json(kept)
        file = folder / "chat.json"
        pairs = []
        for mark in range(scale.rounds() + 1):
            fresh = _renamed(made, mark)
            ours = await _appends(store, fresh)
            plain.append(_as_json(fresh[:1])[0])
            cost = process_cpu_ms(lambda: file.write_text(json.dumps(plain), encoding="utf-8"))
            require(len(json.loads(file.read_text(encoding="utf-8"))) == len(plain), "the JSON file is not whole")
            pairs.append((ours, cost))
        await database.close()
        return Samples([a for a, _ in pairs[1:]], [b for _, b in pairs[1:]])

    return with_folder(measure)


def _index(scale: Scale) -> Samples:
    """A turn is a question, ten checkpoints of the growing answer, and the answer."""

    async def measure(folder: Path) -> Samples:
        first = list(messages(scale.pick(5000, 10), prefix="first"))
        database = await make_database(folder / "c.sqlite", first)
        made = list(messages(scale.pick(40, 4), chars=1500))
        turns = _Turns(database)
        pairs = []
        for mark in range(scale.rounds() + 1):
            with_index = await turns.cost(_renamed(made, 2 * mark), indexed=True)
            pairs.append((with_index, await turns.cost(_renamed(made, 2 * mark + 1), indexed=False)))
        await database.close()
        return Samples([a for a, _ in pairs[1:]], [b for _, b in pairs[1:]])

    return with_folder(measure)


class _Turns:
    """Stores whole turns, with the index fed or not."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._store = ConversationStore(database)

    async def cost(self, made: Sequence[Message], *, indexed: bool) -> float:
        """Returns the milliseconds of one turn."""
        started = time.process_time()
        for asked, answered in zip(made[::2], made[1::2], strict=True):
            await self._append(asked, indexed=indexed)
            for _ in range(10):
                await self._store.checkpoint(answered, conversation().id)
            await self._append(answered, indexed=indexed)
        cost = (time.process_time() - started) * 1000 / (len(made) / 2)
        hits = await self._store.search(f"End {len(made) - 1}", limit=100_000)
        found = sum(hit.message_id == made[-1].id for hit in hits)
        require(found == indexed, "the index does not hold what it should")
        return cost

    async def _append(self, message: Message, *, indexed: bool) -> None:
        if indexed:
            await self._store.append(message, conversation())
            return
        encoded = encode_message(message)

        def work(link: Connection) -> None:
            write_conversation(link, conversation())
            write_message(link, conversation().id, encoded, searchable=False)

        await self._database.write(work)


def _open(scale: Scale) -> Samples:
    count = scale.pick(10_000, 60)
    folder = fast_folder()
    try:
        kept = list(messages(count))
        path, file = folder / "c.sqlite", folder / "chat.json"

        async def make() -> None:
            await (await make_database(path, kept)).close()

        asyncio.run(make())
        file.write_text(json.dumps(_as_json(kept)), encoding="utf-8")
        return interleave(
            lambda: asyncio.run(_first_screen(path, kept)), lambda: _all_json(file, count), scale.rounds()
        )
    finally:
        shutil.rmtree(folder, ignore_errors=True)


async def _first_screen(path: Path, kept: Sequence[Message]) -> float:
    started = time.process_time()
    opened = await open_conversations(path, clock=time.time)
    page = await ConversationStore(opened.database).page(conversation().id)
    cost = (time.process_time() - started) * 1000
    await opened.database.close()
    require(page.total == len(kept) and page.messages == tuple(kept[-_PAGE:]), "the first screen is not the last page")
    return cost


def _all_json(file: Path, count: int) -> float:
    started = time.process_time()
    found = json.loads(file.read_bytes())
    cost = (time.process_time() - started) * 1000
    require(len(found) == count, "messages are missing")
    return cost

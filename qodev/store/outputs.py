"""Keeps tool output that is too long for a database row in files of its own, capped (S168)."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from qodev.base.database import Database, OpenState
from qodev.base.files import atomic_write, digest_of
from qodev.base.text import join_surrogates
from qodev.types.messages import Block, Message, ToolResultBlock

_ROW_LIMIT = 1024 * 1024
_FILE_LIMIT = 16 * 1024 * 1024
_SHOWN_HEAD = 96 * 1024
_SHOWN_TAIL = 32 * 1024


class OutputFiles:
    """Files in a folder beside the database, each named after its message and block; none for one in memory."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @property
    def _folder(self) -> Path | None:
        is_on_disk = self._database.opened.state is not OpenState.MEMORY
        return self._database.path.with_name("outputs") if is_on_disk else None

    def keep_long(self, message: Message) -> Message:
        """Returns the message with head and tail of each output over 1 MiB, whose first 16 MiB go to a file.

        Blocking. A disk that takes no file costs the middle of the output, never the message.
        """
        if not any(_is_long(block) for block in message.blocks):
            return message
        return replace(message, blocks=tuple(self._shorten(message.id, n, b) for n, b in enumerate(message.blocks)))

    def _shorten(self, message_id: str, number: int, block: Block) -> Block:
        if not isinstance(block, ToolResultBlock) or not _is_long(block):
            return block
        content = join_surrogates(block.content)
        where = self._write(f"{_stem(message_id)}-{number}.txt", content)
        left_out = len(content) - _SHOWN_HEAD - _SHOWN_TAIL
        mark = f"\n\n[{left_out} characters left out{where}]\n\n"
        return replace(block, content=content[:_SHOWN_HEAD] + mark + content[-_SHOWN_TAIL:])

    def _write(self, name: str, content: str) -> str:
        folder = self._folder
        if folder is None:
            return ""
        path = folder / name
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            atomic_write(path, content.encode()[:_FILE_LIMIT])
        except OSError:
            return ""
        return f"; the first {_FILE_LIMIT // (1024 * 1024)} MiB are in `{path}`"

    def remove(self, message_ids: Iterable[str]) -> None:
        """Removes the files of messages that are gone."""
        folder = self._folder
        stems = {_stem(message_id) for message_id in message_ids}
        for path in folder.glob("*.txt") if folder is not None else ():
            if path.name.partition("-")[0] in stems:
                path.unlink(missing_ok=True)


def _stem(message_id: str) -> str:
    return digest_of(message_id.encode("utf-8", "replace"))[:24]


def _is_long(block: Block) -> bool:
    return isinstance(block, ToolResultBlock) and len(block.content) > _ROW_LIMIT

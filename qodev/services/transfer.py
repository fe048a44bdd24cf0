"""Conversations out of qodev and in: exports of one, a backup of all, and what comes back (P231, U139)."""

import errno
from collections.abc import Callable
from pathlib import Path

from qodev.base.errors import UserFacingError
from qodev.base.files import atomic_write, read_bounded
from qodev.base.jsontext import JsonFault, dump_compact, loads_strict
from qodev.base.logs import KnownSecrets
from qodev.base.tasks import WorkPool
from qodev.services.conversations import ConversationsService
from qodev.services.exports import prepare, render, secrets_in
from qodev.store.archive import Archived, ArchiveFault, ArchiveStore, pack_all, unpack_all
from qodev.types.history import Exported, ExportOptions

MOST_BYTES = 100 * 1000 * 1000


class TransferService:
    """Reads and writes files that a person picked; nothing else leaves the machine."""

    def __init__(
        self,
        conversations: ConversationsService,
        archive: Callable[[], ArchiveStore],
        known: KnownSecrets,
        pool: WorkPool,
    ) -> None:
        self._conversations = conversations
        self._archive = archive
        self._known = known
        self._pool = pool

    async def export(self, conversation_id: str, options: ExportOptions) -> Exported:
        """Returns a conversation as a text; raises UserFacingError when it is gone."""
        found = await self._archived(conversation_id)
        return await self._pool.run(_export, found, options, self._known)

    async def back_up(self, path: Path) -> int:
        """Writes all conversations into one file, whole or not at all, and returns how many; raises OSError."""
        found = [await self._archived(one.id) for one in self._conversations.all]
        await self._pool.run(_write_backup, path, found)
        return len(found)

    async def _archived(self, conversation_id: str) -> Archived:
        history = await self._conversations.history(conversation_id)
        return Archived(self._conversations.get(conversation_id), history)

    async def take_in(self, path: Path) -> int:
        """Adds the conversations of a backup or a JSON export under new ids, and returns how many.

        Raises UserFacingError (no such file, too large, not as it should be), and nothing is added then.
        """
        found = await self._pool.run(_read, path)
        for conversation in await self._archive().add_all(found):
            self._conversations.adopt(conversation)
        return len(found)


def _export(found: Archived, options: ExportOptions, known: KnownSecrets) -> Exported:
    plain = ExportOptions(options.format, options.thinking, options.outputs, options.images, options.project_name)
    secrets = secrets_in(prepare(found, plain), known)
    return Exported(render(prepare(found, options), options), secrets)


def _write_backup(path: Path, found: list[Archived]) -> None:
    atomic_write(path, (dump_compact(pack_all(found)) + "\n").encode())


def _read(path: Path) -> tuple[Archived, ...]:
    try:
        return unpack_all(loads_strict(read_bounded(path, MOST_BYTES).decode("utf-8")))
    except OSError as fault:
        reason = "it is larger than 100 MB" if fault.errno == errno.EFBIG else (fault.strerror or str(fault)).lower()
        raise UserFacingError(f"`{path.name}` cannot be read: {reason}.", "Choose another file.") from fault
    except (ArchiveFault, JsonFault, UnicodeDecodeError) as fault:
        reason = str(fault) if isinstance(fault, ArchiveFault) else "This file is no JSON."
        raise UserFacingError(f"Nothing was imported. {reason}", "Choose a file that qodev exported.") from fault

"""A record of changes that keeps its promises: in memory, and in a file where one is named, so that a kill loses nothing."""

import json
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path

from qodev.base.files import atomic_write
from qodev.types.changes import ChangeKind, ChangeState, FileChange


class KeptChanges:
    """Implements `ChangeLog`."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self.all: dict[str, FileChange] = {}
        if path is not None and path.exists():
            for item in json.loads(path.read_text()):
                kind, state = ChangeKind(item.pop("kind")), ChangeState(item.pop("state"))
                self.all[item["id"]] = FileChange(kind=kind, state=state, **item)

    def copy(self, other: "KeptChanges") -> None:
        """Takes what another record holds."""
        self.all = dict(other.all)
        self._save()

    async def begin(self, change: FileChange) -> None:
        self.all[change.id] = change
        self._save()

    async def settle(self, change_id: str, state: ChangeState) -> None:
        self.all[change_id] = replace(self.all[change_id], state=state)
        self._save()

    async def drop(self, change_id: str) -> None:
        del self.all[change_id]
        self._save()

    async def changes(self, conversation_id: str) -> Sequence[FileChange]:
        return [change for change in self.all.values() if change.conversation_id == conversation_id]

    async def unsettled(self) -> Sequence[FileChange]:
        return [change for change in self.all.values() if change.state is ChangeState.BEGUN]

    def _save(self) -> None:
        if self._path is not None:
            atomic_write(self._path, json.dumps([asdict(change) for change in self.all.values()]).encode())

"""Doubles of what goes back and of what exports: messages leave and come in memory; files are what a test says they are."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from qodev.base.errors import UserFacingError
from qodev.services.history import Rewound, WayBack
from qodev.types.conversation import Conversation, Draft
from qodev.types.history import Exported, ExportOptions, RewindScope
from qodev.types.messages import Message
from qodev.types.work_events import HistoryChanged
from qodev.workspace.rewind import FileState


class FakeHistory:
    """Every call is kept in `calls`."""

    def __init__(self, owner: Any) -> None:
        self._owner = owner
        self.files: tuple[FileState, ...] = ()
        self.calls: list[tuple[Any, ...]] = []
        self._aside: tuple[Message, ...] = ()

    async def way_back(self, conversation_id: str, message_id: str) -> WayBack:
        messages = self._owner.conversations.pages[conversation_id]
        place = next(i for i, message in enumerate(messages) if message.id == message_id)
        return WayBack(messages[place], messages[place:], self.files, ("t1",) if self.files else ())

    async def fork(self, conversation_id: str, last: str | None = None) -> Conversation:
        self.calls.append(("fork", conversation_id, last))
        source = self._owner.conversations.get(conversation_id)
        made: Conversation = replace(source, id="copy", forked_from=conversation_id)
        self._owner.conversations.add(made)
        self._owner.conversations._change("copy", updated_at=made.updated_at + 1)
        return made

    async def resend(self, conversation_id: str, message_id: str, text: str, *, with_files: bool) -> None:
        self.calls.append(("resend", conversation_id, message_id, text, with_files))

    async def rewind(self, conversation_id: str, message_id: str, scope: RewindScope) -> Rewound:
        self.calls.append(("rewind", conversation_id, message_id, scope))
        way = await self.way_back(conversation_id, message_id)
        conversations = self._owner.conversations
        before: Draft = conversations.get(conversation_id).draft
        if scope is not RewindScope.CODE:
            kept = len(conversations.pages[conversation_id]) - len(way.messages)
            conversations.pages[conversation_id], self._aside = (
                conversations.pages[conversation_id][:kept],
                way.messages,
            )
            conversations._change(conversation_id, draft=Draft(way.prompt.text))
            self._owner.bus.emit(HistoryChanged(conversation_id=conversation_id))
        paths = tuple(state.path for state in self.files) if scope is not RewindScope.CHAT else ()
        return Rewound(conversation_id, message_id, before, paths, way.turns)

    async def redo(self, rewound: Rewound) -> None:
        self.calls.append(("redo", rewound.conversation_id))
        conversations = self._owner.conversations
        conversations.pages[rewound.conversation_id] += self._aside
        conversations._change(rewound.conversation_id, draft=rewound.draft)
        self._owner.bus.emit(HistoryChanged(conversation_id=rewound.conversation_id))

    async def show_branch(self, conversation_id: str, head: str) -> None:
        self.calls.append(("show_branch", conversation_id, head))


class FakeTransfer:
    """Gives one text with what is blacked out as marks; files are kept as names."""

    def __init__(self) -> None:
        self.text = "# Work"
        self.secrets: tuple[str, ...] = ()
        self.asked: list[ExportOptions] = []
        self.files: list[tuple[str, Path]] = []
        self.fault: Exception | None = None

    async def export(self, conversation_id: str, options: ExportOptions) -> Exported:
        self.asked.append(options)
        text = self.text
        for secret in options.blacked:
            text = text.replace(secret, "•••")
        return Exported(text, self.secrets)

    async def back_up(self, path: Path) -> int:
        self.files.append(("backup", path))
        if self.fault is not None:
            raise self.fault
        return 2

    async def take_in(self, path: Path) -> int:
        self.files.append(("import", path))
        if path.name == "bad.json":
            raise UserFacingError("Nothing was imported. This file is no JSON.", "Choose a file that qodev exported.")
        return 3

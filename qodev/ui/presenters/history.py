"""Going back in the open conversation: forks, edited prompts, rewinds and branches (U131, U132)."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from qodev.services.history import Rewound, WayBack
from qodev.types.conversation import Conversation
from qodev.types.history import RewindScope
from qodev.types.messages import Origin, TextBlock
from qodev.ui.models.history_state import BackFile, BackState
from qodev.ui.models.notices import Notice, Toast
from qodev.ui.presenters.chat import ChatPresenter
from qodev.ui.presenters.core import Presenter

if TYPE_CHECKING:
    from collections.abc import Callable

    from qodev.services.app import Services

_REDO = "rewind"


class HistoryPresenter(Presenter):
    """Asks the service and says what came of it; the dialogs are the window's."""

    resend_asked = Signal(object)  # BackState
    rewind_asked = Signal(object)  # BackState
    origin_changed = Signal(str, str)  # id and title of the conversation that the open one was forked from, "" for none
    opened = Signal(str)  # a conversation that was made and is to be shown

    def __init__(self, services: "Services", chat: ChatPresenter, parent: QObject | None = None) -> None:
        super().__init__(services, parent)
        self._chat = chat
        self._here: Conversation | None = None
        self._rewound: Rewound | None = None
        self._origin = "", ""

    def follow(self, conversation: Conversation | None) -> None:
        """Takes over which conversation is open."""
        self._here = conversation
        origin = self._origin_of(conversation)
        if origin != self._origin:
            self._origin = origin
            self.origin_changed.emit(*origin)

    def _origin_of(self, conversation: Conversation | None) -> tuple[str, str]:
        if conversation is None or not conversation.forked_from:
            return "", ""
        known = (c for c in self.services.conversations.all if c.id == conversation.forked_from)
        found = next(known, None)
        return ("", "") if found is None else (found.id, found.title or self.tr("New conversation"))

    def tell_again(self) -> None:
        """Tells everything to a window that was made in another language."""
        self.origin_changed.emit(*self._origin)

    def fork(self, message_id: str = "") -> None:
        """Copies the open conversation up to a message, all of it for "", and opens the copy."""
        if self._here is not None:
            self.spawn(self._fork(self._here.id, message_id), "fork")

    async def _fork(self, conversation_id: str, message_id: str) -> None:
        made = await self.services.history.fork(conversation_id, message_id or None)
        self.opened.emit(made.id)
        self.toast_raised.emit(Toast(self.tr("This is the copy. The original stays as it was.")))

    def ask_resend(self, message_id: str = "") -> None:
        """Looks what editing a prompt would touch, the last one for "", and asks."""
        if self._here is not None:
            self.spawn(self._ask(self._here.id, message_id, self.resend_asked.emit), "ask_resend")

    def ask_rewind(self, message_id: str = "") -> None:
        """Looks what going back to before a prompt would touch, the last one for "", and asks."""
        if self._here is not None:
            self.spawn(self._ask(self._here.id, message_id, self.rewind_asked.emit), "ask_rewind")

    async def _ask(self, conversation_id: str, message_id: str, tell: "Callable[[BackState], None]") -> None:
        wanted = message_id or await self._last_prompt(conversation_id)
        if not wanted:
            self.notice_raised.emit(Notice(self.tr("There is no message to go back to."), self.tr("Send one first.")))
        elif self.services.conversations.is_running(conversation_id):
            self.notice_raised.emit(Notice(self.tr("An answer is coming."), self.tr("Stop it first.")))
        else:
            way = await self.services.history.way_back(conversation_id, wanted)
            tell(_state_of(conversation_id, way))

    async def _last_prompt(self, conversation_id: str) -> str:
        history = await self.services.conversations.history(conversation_id)
        return next((m.id for m in reversed(history) if m.origin is Origin.USER), "")

    def resend(self, conversation_id: str, message_id: str, text: str, with_files: bool) -> None:  # noqa: FBT001  a slot
        """Sends an edited prompt in the place of the old one."""
        self.spawn(self._resend(conversation_id, message_id, text, with_files=with_files), "resend")

    async def _resend(self, conversation_id: str, message_id: str, text: str, *, with_files: bool) -> None:
        if await self._chat.may_go(conversation_id):
            await self.services.history.resend(conversation_id, message_id, text, with_files=with_files)

    def rewind(self, conversation_id: str, message_id: str, scope: str) -> None:
        """Goes back to before a prompt; a toast offers to take that back."""
        self.spawn(self._rewind(conversation_id, message_id, RewindScope(scope)), "rewind")

    async def _rewind(self, conversation_id: str, message_id: str, scope: RewindScope) -> None:
        self._chat.flush()
        await self._chat.wait()
        self._rewound = await self.services.history.rewind(conversation_id, message_id, scope)
        self._show_draft(conversation_id)
        files = self.tr("%n file(s) taken back.", "", len(self._rewound.paths))
        said = self.tr("The prompt is back in the composer.")
        texts = {RewindScope.CHAT: said, RewindScope.CODE: files, RewindScope.BOTH: f"{said} {files}"}
        self.toast_raised.emit(Toast(texts[scope], undo=_REDO, verb=self.tr("Redo")))

    def _show_draft(self, conversation_id: str) -> None:
        if self._here is not None and self._here.id == conversation_id:
            self._chat.load_draft(self.services.conversations.get(conversation_id).draft)

    def undo(self, what: str, /) -> None:
        """Takes a rewind back."""
        if what == _REDO and self._rewound is not None:
            rewound, self._rewound = self._rewound, None
            self.spawn(self._redo(rewound), "redo")

    async def _redo(self, rewound: Rewound) -> None:
        self._chat.flush()
        await self._chat.wait()
        await self.services.history.redo(rewound)
        self._show_draft(rewound.conversation_id)

    def show_branch(self, head: str) -> None:
        """Shows another branch of the open conversation."""
        if self._here is not None:
            self.spawn(self.services.history.show_branch(self._here.id, head), "show_branch")


def _state_of(conversation_id: str, way: WayBack) -> BackState:
    """Returns what a dialog shows of a way back."""
    return BackState(
        conversation_id,
        way.prompt.id,
        way.prompt.text,
        len(way.messages),
        tuple(BackFile(state.path, state.problem) for state in way.files),
        sum(1 for block in way.prompt.blocks if not isinstance(block, TextBlock)),
    )

"""The comparison of two requests: agents, saved files, unsaved texts and turns that were sent (U70)."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import PurePath
from typing import TYPE_CHECKING

from PySide6.QtCore import QDateTime, QLocale, QObject, Signal

from qodev.base.errors import UserFacingError
from qodev.types.conversation import SentRequest
from qodev.types.editing import (
    AgentSide,
    BodySide,
    FileSide,
    Fixture,
    OpenConversation,
    PreviewSource,
    TextSide,
    TurnSide,
)
from qodev.types.events import AnyEvent, CatalogChanged
from qodev.ui.models.bodies_state import BodyDiffState, diff_counts, diff_rows
from qodev.ui.models.live_request import Choice
from qodev.ui.models.request_state import FaultRow, faults_of
from qodev.ui.presenters.core import Presenter

if TYPE_CHECKING:
    from qodev.services.app import Services

_AGENT, _FILE, _TEXT, _TURN = "agent:", "file:", "text:", "turn:"
_FULL = "fixture:full"


class BodyDiffPresenter(Presenter):
    """Keeps two sides; each choice compares anew, and what was overtaken is dropped."""

    state_changed = Signal(object)  # BodyDiffState
    wanted = Signal()  # the comparison is to be shown, its second side to be chosen

    def __init__(self, services: "Services", parent: QObject | None = None) -> None:
        super().__init__(services, parent)
        self.state = BodyDiffState(conversation=_FULL)
        self._edited: dict[str, str] = {}  # path to the text of the open editor
        self._turns: dict[str, TurnSide] = {}
        self._is_open = False
        self._running: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Reads what can be compared."""
        self._is_open = True
        self.spawn(self._load(), "load")

    def note_text(self, path: str, text: str) -> None:
        """Takes the text of the editor, saved or not; it is a side beside its file."""
        self._edited = {path: text} if path else {}

    async def _load(self) -> None:
        turns = await self.services.editing.turns()
        self._turns = {f"{_TURN}{t.id}": TurnSide(t.conversation_id, t.turn_id, t.step) for t in turns}
        sides = (*self._agents(), *self._files(), *self._texts(), *(self._turn_choice(turn) for turn in turns))
        fixtures = await self.services.editing.fixtures()
        samples = tuple(Choice(f"fixture:{f.name}", self.tr("Sample: {0}").format(f.name)) for f in fixtures)
        talks = tuple(
            Choice(f"conversation:{one.id}", one.title or self.tr("New conversation"))
            for one in self.services.conversations.all
        )
        known = [side.id for side in sides]
        a = self.state.a if self.state.a in known else (known[0] if known else "")
        b = self.state.b if self.state.b in known else next((one for one in known if one != a), a)
        self._set(replace(self.state, sides=sides, conversations=(*samples, *talks), a=a, b=b))
        self.refresh()

    def _agents(self) -> Iterator[Choice]:
        for name in sorted(self.services.agents.snapshot.agents, key=str.casefold):
            yield Choice(f"{_AGENT}{name}", name)

    def _files(self) -> Iterator[Choice]:
        for spec in self.services.agents.snapshot.agents.values():
            if spec.span.path in self._edited:
                yield Choice(
                    f"{_FILE}{spec.span.path}", self.tr("Saved file: {0}").format(PurePath(spec.span.path).name)
                )

    def _texts(self) -> Iterator[Choice]:
        for path in self._edited:
            yield Choice(f"{_TEXT}{path}", self.tr("Text in the editor: {0}").format(PurePath(path).name))

    def _turn_choice(self, turn: SentRequest) -> Choice:
        titles = {one.id: one.title for one in self.services.conversations.all}
        at = QLocale().toString(QDateTime.fromSecsSinceEpoch(int(turn.sent_at)), QLocale.FormatType.ShortFormat)
        title = titles.get(turn.conversation_id) or self.tr("New conversation")
        return Choice(f"{_TURN}{turn.id}", self.tr("Sent: {0} · {1} · step {2}").format(title, at, turn.step))

    def take(self, batch: tuple[AnyEvent, ...]) -> None:
        """Takes the events of a frame."""
        if self._is_open and any(isinstance(event, CatalogChanged) for event in batch):
            self.spawn(self._load(), "load")

    def close(self) -> None:
        """Ends following what changes."""
        self._is_open = False

    def choose(self, a: str, b: str, conversation: str) -> None:
        """Compares two sides on a conversation, by the ids of their choices; "" keeps what is chosen."""
        chosen = replace(
            self.state,
            a=a or self.state.a,
            b=b or self.state.b,
            conversation=conversation or self.state.conversation,
        )
        if chosen != self.state:
            self._set(chosen)
            self.refresh()

    def compare_with(self, agent: str) -> None:
        """Makes a loaded agent the first side; `wanted` follows, for the second one to be chosen."""
        a = f"{_AGENT}{agent}"
        self._set(replace(self.state, a=a, b="" if self.state.b == a else self.state.b))
        self.wanted.emit()

    def compare_agents(self, a: str, b: str) -> None:
        """Compares two loaded agents."""
        self._set(replace(self.state, a=f"{_AGENT}{a}", b=f"{_AGENT}{b}"))
        self.open()

    def refresh(self) -> None:
        """Compares anew."""
        if self._running is not None:
            self._running.cancel()
        a, b = self._side(self.state.a), self._side(self.state.b)
        if a is not None and b is not None:
            self._set(replace(self.state, is_updating=True))
            self._running = self.spawn(self._compare(a, b), "compare")

    def _side(self, choice: str) -> BodySide | None:
        if choice.startswith(_AGENT):
            return AgentSide(choice.removeprefix(_AGENT))
        if choice.startswith(_FILE):
            return FileSide(choice.removeprefix(_FILE))
        path = choice.removeprefix(_TEXT)
        if choice.startswith(_TEXT) and path in self._edited:
            return TextSide(path, self._edited[path])
        return self._turns.get(choice)

    def _source(self) -> PreviewSource:
        kind, _, name = self.state.conversation.partition(":")
        return OpenConversation(name) if kind == "conversation" else Fixture(name)

    async def _compare(self, a: BodySide, b: BodySide) -> None:
        try:
            compared = await self.services.editing.compare(a, b, source=self._source())
        except UserFacingError as fault:
            self._fail((FaultRow(fault.message, fault.hint or ""),))
            return
        if compared.a_body is None or compared.b_body is None:
            self._fail(faults_of(compared.problems, ()))
            return
        rows, counts = diff_rows(compared), diff_counts(compared)
        self._set(replace(self.state, rows=rows, counts=counts, faults=(), is_updating=False))

    def _fail(self, faults: tuple[FaultRow, ...]) -> None:
        self._set(replace(self.state, rows=(), counts="", faults=faults, is_updating=False))

    def _set(self, state: BodyDiffState) -> None:
        if state != self.state:
            self.state = state
            self.state_changed.emit(state)

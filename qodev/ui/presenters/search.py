"""Full-text search over all conversations (U16, U138)."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from qodev.ui.models.search_state import HitRow, SearchState
from qodev.ui.presenters.core import Presenter

if TYPE_CHECKING:
    from qodev.services.app import Services


class SearchPresenter(Presenter):
    """Asks the store; an answer that was overtaken is dropped."""

    state_changed = Signal(object)  # SearchState
    opened = Signal(str)  # id of a conversation
    place_wanted = Signal(int, str)  # position of a message, and what to look for in it

    def __init__(self, services: "Services", parent: QObject | None = None) -> None:
        super().__init__(services, parent)
        self.state = SearchState()
        self._revision = 0

    def search(self, text: str) -> None:
        """Looks for messages that hold all words of `text`."""
        self._revision += 1
        self._set(SearchState(text, is_searching=True, status=self.tr("Searching…")))
        self.spawn(self._search(text, self._revision), "search")

    def tell_again(self) -> None:
        """Searches again for a window that was made in another language."""
        if self.state.text:
            self.search(self.state.text)

    async def _search(self, text: str, revision: int) -> None:
        hits = await self.services.conversations.search(text)
        if revision != self._revision:
            return
        rows = tuple(
            HitRow(
                h.conversation_id,
                h.message_id or "",
                h.title or self.tr("New conversation"),
                h.snippet,
                h.at,
                -1 if h.position is None else h.position,
            )
            for h in hits
        )
        total = len(self.services.conversations.all)
        empty = self.tr("No match in %n conversation(s).", "", total)
        found = self.tr("%n message(s)", "", len(rows))
        self._set(SearchState(text, rows, status=found if rows else empty))

    def _set(self, state: SearchState) -> None:
        self.state = state
        self.state_changed.emit(state)

    def open_hit(self, conversation_id: str, position: int) -> None:
        """Opens the conversation of a hit at its message, with the find bar open (U138)."""
        self.opened.emit(conversation_id)
        words = self.state.text.split()
        if position >= 0 and words:
            self.place_wanted.emit(position, words[0])

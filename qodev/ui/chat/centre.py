"""The centre's pages: the conversation, the first-run page, the search; the last two are made when needed."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget

from qodev.ui.chat.chat_view import ChatView
from qodev.ui.kit.theme import ThemeController

if TYPE_CHECKING:
    from qodev.ui.chat.first_run import FirstRunPage
    from qodev.ui.chat.search_results import SearchPage
    from qodev.ui.presenters.bundle import Presenters


class Centre(QStackedWidget):
    """Shows one page at a time."""

    project_requested = Signal()  # the first run asks which folder it is about

    def __init__(self, theme: ThemeController) -> None:
        super().__init__()
        self._theme = theme
        self._presenters: Presenters | None = None
        self._first_run: FirstRunPage | None = None
        self._search: SearchPage | None = None
        self.chat = ChatView(theme)
        self.addWidget(self.chat)

    def attach(self, presenters: "Presenters") -> None:
        """Connects what leads from page to page."""
        self._presenters = presenters
        presenters.first_run.finished.connect(self._on_done)
        presenters.search.opened.connect(self._on_done)
        presenters.conversations.opened.connect(self._on_done)

    def _on_done(self, _conversation_id: str) -> None:
        self.show_chat()

    def show_chat(self) -> None:
        """Shows the conversation with the focus in the composer."""
        self.setCurrentWidget(self.chat)

    @property
    def shows_chat(self) -> bool:
        """Tells whether the conversation is on screen."""
        return self.currentWidget() is self.chat

    @property
    def shows_first_run(self) -> bool:
        """Tells whether the ways to start are on screen."""
        return self._first_run is not None and self.currentWidget() is self._first_run

    def show_first_run(self) -> None:
        """Shows the ways to start."""
        if self._presenters is None:
            return
        if self._first_run is None:
            from qodev.ui.chat.first_run import FirstRunPage
            from qodev.ui.chat.wiring import connect_first_run

            self._first_run = FirstRunPage(self._theme)
            self.addWidget(self._first_run)
            connect_first_run(self._first_run, self._presenters)
            self._first_run.project_requested.connect(self.project_requested)
        self._presenters.first_run.show_doors()
        self.setCurrentWidget(self._first_run)
        self._first_run.offline.setFocus()

    def show_search(self, text: str = "") -> None:
        """Shows the search over all conversations."""
        if self._presenters is None:
            return
        if self._search is None:
            from qodev.ui.chat.search_results import SearchPage
            from qodev.ui.chat.wiring import connect_search

            self._search = SearchPage(self._theme)
            self.addWidget(self._search)
            connect_search(self._search, self._presenters)
            self._search.back_requested.connect(self.show_chat)
        self._search.show_state(self._presenters.search.state)
        self.setCurrentWidget(self._search)
        self._search.begin(text or self._presenters.search.state.text)

"""Puts the transcript into the chat and connects what it wishes (U102 to U110, U137)."""

import re
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog

from qodev.ui.chat.chat_view import ChatView
from qodev.ui.chat.find import FindBar
from qodev.ui.chat.finding import FindQuery, OlderHit
from qodev.ui.chat.transcript_view import TranscriptView
from qodev.ui.kit.edit_actions import run_edit
from qodev.ui.kit.theme import ThemeController
from qodev.ui.kit.widgets import named

if TYPE_CHECKING:
    from qodev.ui.presenters.bundle import Presenters

_ENDINGS = {"python": "py", "javascript": "js", "typescript": "ts", "bash": "sh", "rust": "rs", "markdown": "md"}


class TranscriptPane(QObject):
    """Owns the transcript view and its find bar."""

    request_wanted = Signal(str)  # turn id
    provider_wanted = Signal(str)  # its name, "" when the agent is gone

    def __init__(self, theme: ThemeController, chat: ChatView, presenters: "Presenters") -> None:
        super().__init__(chat)
        self._chat = chat
        self._presenters = presenters
        self._model = presenters.transcript.model
        self._code = ""
        self.view = TranscriptView(self._model, theme)
        self.find = FindBar(self.view, theme)
        chat.set_transcript(self.view, self.find)
        self._connect()
        self._on_rows_changed()

    def _connect(self) -> None:
        transcript, view = self._presenters.transcript, self.view
        self._model.modelReset.connect(self._on_rows_changed)
        self._model.rowsInserted.connect(self._on_rows_changed)
        self._model.rowsRemoved.connect(self._on_rows_changed)
        self._presenters.chat.state_changed.connect(self._on_rows_changed)
        view.older_requested.connect(transcript.load_older)
        view.retry_requested.connect(self._on_retry_requested)
        view.review_requested.connect(self._presenters.review.open_call)
        view.undo_requested.connect(self._presenters.changes.undo_call)
        view.provider_requested.connect(self._on_provider_requested)
        view.request_view_requested.connect(self.request_wanted)
        view.code_save_requested.connect(self._on_code_save_requested)
        view.link_activated.connect(self._on_link_activated)
        view.copied.connect(self._chat.said)
        self.find.older_search_requested.connect(self._on_older_search_requested)
        self.find.load_requested.connect(transcript.load_until)
        transcript.place_loaded.connect(self.find.open_bar)
        transcript.older_hits_found.connect(self._on_older_hits_found)
        self._presenters.general.thinking_shown_changed.connect(self._on_thinking_shown_changed)
        self._presenters.general.scrolling_changed.connect(self._on_scrolling_changed)
        self._presenters.general.prices_changed.connect(view.set_prices)

    def _on_rows_changed(self) -> None:
        self._chat.show_transcript(has_rows=self._model.rowCount() > 0, loading=self._presenters.chat.state.loading)

    def _on_thinking_shown_changed(self, shows: bool) -> None:  # noqa: FBT001  # a slot
        self.view.set_shows_thinking(shows=shows)

    def _on_scrolling_changed(self, keeps: bool) -> None:  # noqa: FBT001  # a slot
        self.view.set_keeps_scrolling(keeps=keeps)

    def _copy_plain(self) -> None:
        """Copies what is selected in the transcript; without that, what the widget with the focus has selected."""
        if self.view.selection.is_empty or not self.view.isVisible():
            run_edit("copy_plain")
        else:
            self.view.copy_plain()

    def _on_older_search_requested(self, query: FindQuery) -> None:
        try:
            pattern = query.compile()
        except re.error:
            return  # the bar shows what is wrong with it
        self._presenters.transcript.find_older(pattern)

    def _on_older_hits_found(self, hits: tuple[tuple[str, int, int], ...]) -> None:
        self.find.set_older_hits([OlderHit(*hit) for hit in hits])

    def _on_retry_requested(self, _turn_id: str) -> None:
        self._presenters.chat.retry()

    def _on_provider_requested(self, agent: str) -> None:
        self.provider_wanted.emit(self._presenters.transcript.provider_of(agent))

    def _on_link_activated(self, address: str) -> None:
        QDesktopServices.openUrl(QUrl(address))

    def _on_code_save_requested(self, code: str, language: str) -> None:
        self._code = code
        dialog = QFileDialog(self._chat.window(), self.tr("Save code"))
        named(dialog, "dialog.save_code", self.tr("Save code"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.selectFile(f"code.{_ENDINGS.get(language.casefold(), language.casefold() or 'txt')}")
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self._on_file_selected)
        dialog.open()

    def _on_file_selected(self, path: str) -> None:
        self._presenters.general.save_copy(path, self._code)

    def actions(self) -> dict[str, Callable[[], None]]:
        """Returns what the actions of the transcript do."""
        return {
            "copy_plain": self._copy_plain,
            "expand_all": partial(self.view.set_all_open, is_open=True),
            "find": self.find.open_bar,
            "find_next": self.find.find_next,
            "find_previous": self.find.find_previous,
            "collapse_all": partial(self.view.set_all_open, is_open=False),
        }

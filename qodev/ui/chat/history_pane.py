"""Connects what goes back in a conversation: menus of cards, actions, dialogs, and the way to where a copy came from."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QHBoxLayout, QWidget

from qodev.ui.chat.centre import Centre
from qodev.ui.kit.theme import ThemeController
from qodev.ui.kit.widgets import PushButton

if TYPE_CHECKING:
    from qodev.ui.models.history_state import BackState
    from qodev.ui.presenters.bundle import Presenters

_TITLE_LENGTH = 24


class HistoryPane(QObject):
    """Makes dialogs when they are wanted, and decides nothing."""

    def __init__(self, window: QWidget, centre: Centre, theme: ThemeController) -> None:
        super().__init__(window)
        self._window = window
        self._centre = centre
        self._theme = theme
        self._presenters: Presenters | None = None
        self._origin = ""
        self.origin: PushButton | None = None

    def attach(self, presenters: "Presenters") -> None:
        """Begins to act."""
        self._presenters = presenters
        history = presenters.history
        history.resend_asked.connect(self._on_resend_asked)
        history.rewind_asked.connect(self._on_rewind_asked)
        history.origin_changed.connect(self._on_origin_changed)
        history.opened.connect(presenters.conversations.select)
        self._centre.chat.composer.input.edit_last_requested.connect(history.ask_resend)

    def actions(self) -> dict[str, Callable[[], None]]:
        """Returns what the actions of the Conversation menu do."""
        assert self._presenters is not None, "attached"
        history = self._presenters.history
        return {"fork": history.fork, "rewind": history.ask_rewind}

    def run(self, what: str, about: str) -> None:
        """Does what the menu of a card wishes: resend, fork, rewind or branch, and the message that it is about."""
        if self._presenters is None:
            return
        history = self._presenters.history
        runs: dict[str, Callable[[str], None]] = {
            "resend": history.ask_resend,
            "fork": history.fork,
            "rewind": history.ask_rewind,
            "branch": history.show_branch,
        }
        runs[what](about)

    def _on_resend_asked(self, state: "BackState") -> None:
        from qodev.ui.chat.history_dialogs import ResendDialog

        assert self._presenters is not None, "attached"
        dialog = ResendDialog(state, self._theme, self._window)
        dialog.chosen.connect(self._presenters.history.resend)
        dialog.open()

    def _on_rewind_asked(self, state: "BackState") -> None:
        from qodev.ui.chat.history_dialogs import RewindDialog

        assert self._presenters is not None, "attached"
        dialog = RewindDialog(state, self._theme, self._window)
        dialog.chosen.connect(self._presenters.history.rewind)
        dialog.open()

    def _on_origin_changed(self, conversation_id: str, title: str) -> None:
        self._origin = conversation_id
        if self.origin is None:
            if not conversation_id:
                return
            self.origin = self._make_origin()
        from qodev.base.text import clip

        self.origin.setText(self.tr("Copy of “{0}”").format(clip(title, _TITLE_LENGTH)))
        self.origin.setAccessibleName(self.tr("Open the original: {0}").format(title))
        self.origin.setToolTip(self.origin.accessibleName())
        self.origin.setVisible(bool(conversation_id))

    def _make_origin(self) -> PushButton:
        made = PushButton("", "chat.origin", "plain")
        made.clicked.connect(self._on_origin_clicked)
        row = self._centre.chat.header.layout()
        assert isinstance(row, QHBoxLayout)
        row.insertWidget(1, made, 0, Qt.AlignmentFlag.AlignVCenter)
        return made

    def _on_origin_clicked(self) -> None:
        if self._presenters is not None and self._origin:
            self._presenters.conversations.select(self._origin)

"""Exports of the open conversation, backups and imports, as the window asks for them (U139)."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from qodev.types.conversation import Conversation
from qodev.types.history import ExportOptions
from qodev.ui.models.notices import Notice, Toast
from qodev.ui.presenters.core import Presenter

if TYPE_CHECKING:
    from qodev.services.app import Services


class TransferPresenter(Presenter):
    """Asks the service; which file is meant is asked by the window."""

    previewed = Signal(object, object)  # ExportOptions, Exported

    def __init__(self, services: "Services", parent: QObject | None = None) -> None:
        super().__init__(services, parent)
        self._here: Conversation | None = None
        self._newest = 0

    def follow(self, conversation: Conversation | None) -> None:
        """Takes over which conversation is open."""
        self._here = conversation

    @property
    def current(self) -> Conversation | None:
        """Returns the open conversation."""
        return self._here

    def preview(self, conversation_id: str, options: ExportOptions) -> None:
        """Makes an export and tells it, unless another was asked for meanwhile."""
        self._newest += 1
        self.spawn(self._preview(conversation_id, options, self._newest), "preview")

    async def _preview(self, conversation_id: str, options: ExportOptions, number: int) -> None:
        made = await self.services.transfer.export(conversation_id, options)
        if number == self._newest:
            self.previewed.emit(options, made)

    def back_up(self, path: str) -> None:
        """Writes all conversations to a file."""
        self.spawn(self._back_up(Path(path)), "back_up")

    async def _back_up(self, path: Path) -> None:
        try:
            count = await self.services.transfer.back_up(path)
        except OSError as fault:
            reason = (fault.strerror or self.tr("unknown cause")).lower()
            self.notice_raised.emit(Notice(self.tr("Not saved: {0}.").format(reason), details=str(path)))
        else:
            self.toast_raised.emit(Toast(self.tr("%n conversation(s) backed up.", "", count)))

    def take_in(self, path: str) -> None:
        """Adds the conversations of a file."""
        self.spawn(self._take_in(Path(path)), "take_in")

    async def _take_in(self, path: Path) -> None:
        count = await self.services.transfer.take_in(path)
        self.toast_raised.emit(Toast(self.tr("%n conversation(s) added.", "", count)))

"""Asks once before a key of an instance goes unencrypted to another machine (S113)."""

import asyncio
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from PySide6.QtCore import QObject, Signal

from qodev.ui.models.notices import Notice
from qodev.ui.presenters.core import Presenter

if TYPE_CHECKING:
    from qodev.services.app import Services


class ConsentPresenter(Presenter):
    """Lets one question at a time wait for its answer."""

    asked = Signal(str)  # the host that the key would go to; `answer` is called with what the person says

    def __init__(self, services: "Services", parent: QObject | None = None) -> None:
        super().__init__(services, parent)
        self._turn = asyncio.Lock()
        self._answer: asyncio.Future[bool] | None = None

    async def ask(self, instance: str) -> bool:
        """Tells whether the instance may be asked: no consent is needed, or the person has just given it."""
        async with self._turn:
            providers = self.services.providers
            if not providers.needs_plain_consent(instance):
                return True
            self._answer = asyncio.get_running_loop().create_future()
            self.asked.emit(urlsplit(providers.require(instance).url).netloc)
            try:
                if not await self._answer:
                    return False
            finally:
                self._answer = None
            try:
                await providers.allow_plain(instance)
            except OSError as fault:
                self.notice_raised.emit(Notice(self.tr("The consent counts until qodev quits."), details=str(fault)))
            return True

    def answer(self, *, is_allowed: bool) -> None:
        """Takes what the person said."""
        if self._answer is not None and not self._answer.done():
            self._answer.set_result(is_allowed)

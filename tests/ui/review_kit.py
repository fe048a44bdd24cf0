"""A window in which proposals of file changes wait for a review."""

from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QWidget

from qodev.types.questions import PermissionAnswer, PermissionRequest
from qodev.ui.chat.review_panel import ReviewPanel
from qodev.ui.chat.review_parts import ReviewCard
from qodev.ui.presenters.review import ReviewPresenter
from tests.screenshots.reviewing import proposed
from tests.ui.opened_kit import Opened

Scenario = Callable[["Reviewing"], Coroutine[Any, Any, None]]
NAME = "ask_review"


class Reviewing(Opened):
    """What a test works with."""

    @property
    def presenter(self) -> ReviewPresenter:
        return self.live.presenters.review

    @property
    def panel(self) -> ReviewPanel:
        found = self.live.window.reviews.panel
        assert found is not None
        return found

    @property
    def is_shown(self) -> bool:
        return self.live.window.reviews.panel is not None and self.panel.isVisible()

    def card(self) -> ReviewCard | None:
        return self.live.window.findChild(ReviewCard, f"card.review:{NAME}")

    async def ask(self, **changes: Any) -> PermissionRequest:
        """Lets a proposal wait."""
        asked = replace(proposed("/home/u/ledger", **changes), conversation_id=self.here)
        await self.wait_for(asked)
        return asked

    async def review(self, **changes: Any) -> PermissionRequest:
        """Lets a proposal wait and opens its review, as a person does."""
        asked = await self.ask(**changes)
        card = self.card()
        assert card is not None
        await self.hear(card)
        await self.click(card, "card.open_review")
        await self.hear(self.panel)
        return asked

    async def click(self, outer: QWidget, name: str) -> None:
        QTest.mouseClick(button(outer, name), Qt.MouseButton.LeftButton)
        await self.live.settle()

    async def press(self, key: Qt.Key) -> None:
        QTest.keyClick(self.panel.front, key)
        await self.live.settle()

    async def answer(self) -> PermissionAnswer:
        return await self.waiting[NAME]


def button(outer: QWidget, name: str) -> QAbstractButton:
    found = outer.findChild(QAbstractButton, name)
    assert found is not None, name
    return found

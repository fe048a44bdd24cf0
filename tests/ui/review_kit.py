"""A window in which proposals of file changes wait for a review."""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QWidget

from qodev.types.questions import PermissionAnswer, PermissionRequest
from qodev.ui.chat.review_panel import ReviewPanel
from qodev.ui.chat.review_parts import ReviewCard
from qodev.ui.kit.deaf import DEAF_MS
from qodev.ui.presenters.review import ReviewPresenter
from tests.screenshots.reviewing import proposed
from tests.ui.conftest import Live

Scenario = Callable[["Reviewing"], Coroutine[Any, Any, None]]
NAME = "ask_review"


class Reviewing:
    """What a test works with."""

    def __init__(self, live: Live) -> None:
        self.live = live
        self.services: Any = live.services
        self.waiting: dict[str, asyncio.Task[PermissionAnswer]] = {}

    async def start(self) -> None:
        self.live.presenters.load("")
        await self.make()

    async def make(self) -> None:
        """Begins a conversation and opens it."""
        made = await self.live.services.conversations.create()
        await self.live.settle()
        self.live.presenters.conversations.select(made.id)
        await self.live.settle()

    @property
    def here(self) -> str:
        return self.live.presenters.conversations.state.selected

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
        broker = self.services.code_tasks.broker
        self.waiting[asked.id] = asyncio.get_running_loop().create_task(broker.ask(asked))
        await self.live.settle()
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

    async def hear(self, view: ReviewCard | ReviewPanel) -> None:
        """Waits until a view listens."""
        await asyncio.sleep(DEAF_MS / 1000 + 0.05)
        assert not view.deaf.is_deaf

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

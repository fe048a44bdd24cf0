"""What every presenter shares: tasks with an owner, and faults that become notices."""

import asyncio
import logging
from collections.abc import Coroutine
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal

from qodev.base.errors import UserFacingError
from qodev.base.tasks import TaskOwner
from qodev.types.events import AnyEvent
from qodev.ui.models.notices import Notice

if TYPE_CHECKING:  # the wiring pulls in everything; it is imported in a worker thread, after the first paint (F19)
    from qodev.services.app import Services

_LOG = logging.getLogger(__name__)


class Presenter(QObject):
    """Calls services for one part of the window; knows no widget."""

    notice_raised = Signal(object)  # Notice
    fault_told = Signal(object)  # the UserFacingError that a notice was made of
    toast_raised = Signal(object)  # Toast
    spoken = Signal(str)  # a sentence for screen readers
    alarm_spoken = Signal(str)  # one that interrupts them: a failure (U169)

    def __init__(self, services: "Services", parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.services = services
        self._is_stopped = False
        self._tasks = TaskOwner(type(self).__name__, self._on_fault)

    def spawn(self, work: Coroutine[Any, Any, object], name: str) -> "asyncio.Task[None] | None":
        """Runs `work`; a fault that people can act on becomes a notice. Nothing runs any more after `stop`."""
        if self._is_stopped:
            work.close()
            return None
        task = self._tasks.spawn(self._guarded(work), name=name)
        task.add_done_callback(partial(_close, work))
        return task

    def take(self, batch: tuple[AnyEvent, ...]) -> None:
        """Takes the events of a frame; whoever follows some says which."""

    def tell_again(self) -> None:
        """Tells everything to a window that was made in another language."""

    def undo(self, what: str, /) -> None:
        """Takes back what a toast offered to; whoever raises such toasts says how."""

    async def _guarded(self, work: Coroutine[Any, Any, object]) -> None:
        try:
            await work
        except UserFacingError as fault:
            self.notice_raised.emit(Notice(fault.message, fault.hint or ""))
            self.fault_told.emit(fault)

    def _on_fault(self, name: str, fault: BaseException) -> None:
        _LOG.error("the task %s failed", name, exc_info=fault)
        self.notice_raised.emit(
            Notice(self.tr("qodev met a fault of its own."), self.tr("The log says more."), details=repr(fault))
        )

    async def wait(self) -> None:
        """Waits until nothing is under way."""
        await self._tasks.wait()

    def retire(self) -> None:
        """Begins nothing any more: what is under way ends by itself, and no timer fires once the loop has ended."""
        self._is_stopped = True
        for timer in self.findChildren(QTimer):
            timer.stop()

    async def stop(self) -> None:
        """Ends what is under way."""
        self.retire()
        await self._tasks.stop()


def _close(work: Coroutine[Any, Any, object], _task: object) -> None:
    """Ends a coroutine that was never begun since its task was cancelled before."""
    work.close()

"""Scenes of going back and of exports: what a rewind would touch, a prompt that is edited, a preview with a found secret."""

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QDialog

from qodev.types.messages import MessageRole
from qodev.ui.chat.export_dialog import ExportDialog
from qodev.ui.chat.history_dialogs import ResendDialog, RewindDialog
from qodev.workspace.rewind import FileState
from tests.fakes.services import make_message
from tests.screenshots.trusting import ledger

if TYPE_CHECKING:
    from tests.screenshots.scenes import Stage

_FILES = (FileState("src/ledger/refund.py"), FileState("tests/test_refund.py"))
_CHANGED = FileState("src/ledger/clock.py", "it changed since")
_SHAPED = "gh" + "p_" + "0123456789abcdefghij"
_MESSAGES = (
    make_message("m1", "The refund test fails about once in ten runs on CI. Find out why and fix it."),
    make_message("m2", "It compares local time with UTC. Both fields are UTC now.", MessageRole.ASSISTANT),
    make_message("m3", "Freeze the clock in the fixture, too."),
    make_message("m4", "The fixture gives the clock to every test now.", MessageRole.ASSISTANT),
)
_EXPORT = """# Fix flaky refund test

Project: ledger

## You, 2026-06-09 10:13 UTC

The refund test fails about once in ten runs on CI. The token is •••.
"""


async def _show(stage: "Stage", kind: type[QDialog]) -> None:
    await stage.settle(0.4)
    (stage.shown,) = stage.window.findChildren(kind)


async def _open(stage: "Stage") -> None:
    await ledger(stage)
    stage.services.conversations.pages["c1"] = _MESSAGES
    stage.presenters.transcript.open("c1")
    await stage.settle(0.4)


async def rewind(stage: "Stage") -> None:
    """A rewind that a file blocks."""
    await _open(stage)
    stage.services.history.files = (*_FILES, _CHANGED)
    stage.window.action_set["rewind"].trigger()
    await _show(stage, RewindDialog)


async def resend(stage: "Stage") -> None:
    """An edited prompt with files that changed since."""
    await _open(stage)
    stage.services.history.files = _FILES
    stage.presenters.history.ask_resend()
    await _show(stage, ResendDialog)


async def branches(stage: "Stage") -> None:
    """A prompt with three branches, in a copy of another conversation."""
    await _open(stage)
    (first, *_) = stage.services.conversations.pages["c1"]
    stage.services.conversations.branches = {first.id: ("m0", first.id, "m9")}
    stage.services.conversations._change("c1", forked_from="c2")
    stage.presenters.transcript.open("c1")
    await stage.settle(0.4)


async def export(stage: "Stage") -> None:
    """A preview with a found secret, which is ticked."""
    await _open(stage)
    stage.services.transfer.text, stage.services.transfer.secrets = _EXPORT, (_SHAPED,)
    stage.window.action_set["export"].trigger()
    await _show(stage, ExportDialog)

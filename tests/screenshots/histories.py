"""Scenes of going back and of exports: what a rewind would touch, a prompt that is edited, a preview with a found secret."""

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QDialog

from qodev.ui.chat.export_dialog import ExportDialog
from qodev.ui.chat.history_dialogs import ResendDialog, RewindDialog
from qodev.workspace.rewind import FileState
from tests.screenshots.trusting import ledger

if TYPE_CHECKING:
    from tests.screenshots.scenes import Stage

_FILES = (FileState("src/ledger/refund.py"), FileState("tests/test_refund.py"))
_CHANGED = FileState("src/ledger/clock.py", "it changed since")
_SHAPED = "gh" + "p_" + "0123456789abcdefghij"
_EXPORT = """# Fix flaky refund test

Project: ledger

## You, 2026-06-09 10:13 UTC

The refund test fails about once in ten runs on CI. The token is •••.
"""


async def _show(stage: "Stage", kind: type[QDialog]) -> None:
    await stage.settle(0.4)
    (stage.shown,) = stage.window.findChildren(kind)


async def rewind(stage: "Stage") -> None:
    """A rewind that a file blocks."""
    await ledger(stage)
    stage.services.history.files = (*_FILES, _CHANGED)
    stage.window.action_set["rewind"].trigger()
    await _show(stage, RewindDialog)


async def resend(stage: "Stage") -> None:
    """An edited prompt with files that changed since."""
    await ledger(stage)
    stage.services.history.files = _FILES
    stage.presenters.history.ask_resend()
    await _show(stage, ResendDialog)


async def branches(stage: "Stage") -> None:
    """A prompt with three branches, in a copy of another conversation."""
    await ledger(stage)
    (first, *_) = stage.services.conversations.pages["c1"]
    stage.services.conversations.branches = {first.id: ("m0", first.id, "m9")}
    stage.services.conversations._change("c1", forked_from="c2")
    stage.presenters.transcript.open("c1")
    await stage.settle(0.4)


async def export(stage: "Stage") -> None:
    """A preview with a found secret, which is ticked."""
    await ledger(stage)
    stage.services.transfer.text, stage.services.transfer.secrets = _EXPORT, (_SHAPED,)
    stage.window.action_set["export"].trigger()
    await _show(stage, ExportDialog)

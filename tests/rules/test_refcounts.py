"""Guards the cap on PySide6: 6.12.0 on Python 3.11 loses a reference in each call into Qt (performance.md, F36)."""

import sys
from collections.abc import Callable

import pytest
from PySide6.QtCore import QObject, Signal


class _Sender(QObject):
    told = Signal(bool)


def _drift(value: object, call: Callable[[], object]) -> int:
    call()
    before = sys.getrefcount(value)
    for _ in range(50):
        call()
    return sys.getrefcount(value) - before


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="None and True are immortal from Python 3.12 on")
def test_signals_and_void_calls_keep_their_references() -> None:
    sender = _Sender()
    assert _drift(True, lambda: sender.told.emit(True)) >= -5
    assert _drift(None, lambda: sender.setObjectName("x")) >= -5

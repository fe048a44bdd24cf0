"""Cycles are collected by the thread of the window, whoever made them (a Qt object deleted elsewhere crashes)."""

import gc
import threading

from PySide6.QtCore import QObject

from qodev.ui.kit.collector import Collector, keep_collector_off


class _Cycle:
    def __init__(self, ended: list[int]) -> None:
        self.own = self
        self.ended = ended

    def __del__(self) -> None:
        self.ended.append(threading.get_ident())


def test_cycles_of_a_worker_end_on_the_thread_of_the_window(qapp, qtbot):
    keep_collector_off()
    ended: list[int] = []
    count = 3 * gc.get_threshold()[0]

    def work() -> None:
        for _ in range(count):
            _Cycle(ended)

    owner = QObject()
    Collector(owner, pause_ms=5)
    worker = threading.Thread(target=work)
    worker.start()
    worker.join()
    qtbot.waitUntil(lambda: len(ended) >= count, timeout=5000)
    assert set(ended) == {threading.get_ident()}
    owner.deleteLater()

"""The toast of one page of the settings: at its bottom, and read out (U6, U169)."""

from PySide6.QtWidgets import QWidget

from qodev.ui.kit.attention import Announcer
from qodev.ui.kit.messages import ToastView
from qodev.ui.models.notices import Toast


class PageToast(ToastView):
    """A ToastView that stands above nothing: its anchor is hidden, so it keeps to the bottom of the page."""

    def __init__(self, page: QWidget) -> None:
        anchor = QWidget(page)
        anchor.hide()
        super().__init__(page, anchor)
        self.announcer = Announcer(page)

    def show_toast(self, toast: Toast) -> None:
        super().show_toast(toast)
        self.announcer.announce(toast.text)

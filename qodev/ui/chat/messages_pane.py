"""What the window says in passing: notices, toasts, announcements, and questions that presenters ask (U6, U169, U176)."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget

from qodev.ui.chat.centre import Centre
from qodev.ui.kit.attention import Announcer
from qodev.ui.kit.dialogs import QuestionDialog, plain_key_question, show_about, show_details
from qodev.ui.kit.messages import ToastView
from qodev.ui.models.notices import Notice, Toast

if TYPE_CHECKING:
    from qodev.ui.presenters.bundle import Presenters
    from qodev.ui.presenters.core import Presenter

_BRIEF_S = 2


class OtherWindow(Protocol):
    """A window that says things itself while it is in front, such as the settings."""

    @property
    def is_front(self) -> bool:
        """Tells whether the user works in it."""
        ...

    def show_notice(self, notice: Notice) -> None:
        """Shows a notice there."""
        ...

    def show_toast(self, toast: Toast) -> None:
        """Shows a toast there; `undo_requested` of its view is connected by whoever made it."""
        ...


class MessagesPane(QObject):
    """Shows what presenters tell where the user looks: in the main window, or in the one in front."""

    def __init__(self, window: QWidget, centre: Centre, others: Sequence[OtherWindow]) -> None:
        super().__init__(window)
        self._window = window
        self._centre = centre
        self._others = others
        self._presenters: Presenters | None = None
        self._teller: QObject | None = None  # whose toast is on screen: it takes back what the toast offers
        self.toast = ToastView(centre, centre.chat.composer)
        self.announcer = Announcer(window)
        centre.chat.said.connect(self.say)
        centre.chat.said_briefly.connect(self.say_briefly)
        centre.chat.details_requested.connect(self._on_details_requested)
        self.toast.undo_requested.connect(self.undo)

    def attach(self, presenters: "Presenters") -> None:
        """Connects everything that presenters may say."""
        self._presenters = presenters
        self.hear(presenters.all)
        presenters.consents.asked.connect(self._on_plain_key_asked)
        for copying in (presenters.general, presenters.inspector):
            copying.copy_ready.connect(self._on_copy_ready)
        presenters.general.folder_ready.connect(self._on_folder_ready)

    def hear(self, presenters: "Iterable[Presenter]") -> None:
        """Shows what further presenters tell."""
        for presenter in presenters:
            presenter.notice_raised.connect(self.show_notice)
            presenter.toast_raised.connect(self._on_toast_raised)
            presenter.spoken.connect(self._on_spoken)
            presenter.alarm_spoken.connect(self._on_alarm_spoken)

    def _in_front(self) -> OtherWindow | None:
        return next((other for other in self._others if other.is_front), None)

    def show_notice(self, notice: Notice) -> None:
        """Says what happened above the composer, or in a toast where that is not on screen."""
        other = self._in_front()
        if other is not None:
            other.show_notice(notice)
        elif self._centre.shows_chat:
            self._centre.chat.notice_banner.show_notice(notice)
        else:
            self.toast.show_toast(Toast(notice.sentence))
        self._on_spoken(notice.sentence)

    def _on_toast_raised(self, toast: Toast) -> None:
        self._teller = self.sender()
        self.show_toast(toast)

    def show_toast(self, toast: Toast) -> None:
        """Says something for some seconds."""
        other = self._in_front()
        if other is not None:
            other.show_toast(toast)
        else:
            self.toast.show_toast(toast)
        self._on_spoken(toast.text)

    def undo(self, what: str) -> None:
        """Takes back what the toast on screen offers."""
        presenter = next((p for p in self._presenters.all if p is self._teller), None) if self._presenters else None
        if presenter is not None:
            presenter.undo(what)

    def say(self, text: str) -> None:
        """Says a sentence in a toast."""
        self.show_toast(Toast(text))

    def say_briefly(self, text: str) -> None:
        """Says a sentence that is soon over."""
        self.show_toast(Toast(text, seconds=_BRIEF_S))

    def show_about(self) -> None:
        """Says what this program is."""
        show_about(self._window)

    def _on_details_requested(self, notice: Notice) -> None:
        show_details(notice, self._window)

    def _on_spoken(self, text: str) -> None:
        self.announcer.announce(text)

    def _on_alarm_spoken(self, text: str) -> None:
        self.announcer.announce(text, urgent=True)

    def _on_plain_key_asked(self, host: str) -> None:
        asking = QApplication.activeWindow() or self._window  # the settings window may be in front
        dialog = QuestionDialog(plain_key_question(host), asking)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.finished.connect(self._on_plain_key_answered)
        dialog.open()

    def _on_plain_key_answered(self, result: int) -> None:
        if self._presenters is not None:
            self._presenters.consents.answer(is_allowed=bool(result))

    def _on_folder_ready(self, folder: str) -> None:
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(folder)):
            text, hint = self.tr("The file manager cannot be started."), self.tr("The folder is shown under Details.")
            self.show_notice(Notice(text, hint, folder))

    def _on_copy_ready(self, text: str) -> None:
        QGuiApplication.clipboard().setText(text)

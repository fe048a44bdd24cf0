"""Toasts with undo and banners with buttons: what the window says without asking (U6, U104, U176)."""

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from qodev.ui.kit.theme import SPACE_2, SPACE_3, SPACE_6, ThemeController, set_look
from qodev.ui.kit.widgets import IconButton, Label, PictureLabel, PushButton, named
from qodev.ui.models.notices import Notice, Toast


class ToastView(QFrame):
    """One sentence for some seconds, at the bottom of its parent or above what stands there, with Undo if it can be.

    A window shows one at a time: the newer one, unless the one before can be undone; then the newer one follows it.
    """

    undo_requested = Signal(str)
    ended = Signal()

    def __init__(self, parent: QWidget, below: QWidget | None = None) -> None:
        super().__init__(parent)
        self._below = below
        named(self, "toast")
        set_look(self, "panel")
        self._outer = parent
        self._undo = ""
        self._waiting: Toast | None = None
        self.text = Label()
        named(self.text, "toast.text")
        self.undo = PushButton(self.tr("Undo"), "toast.undo", "plain")
        row = QHBoxLayout(self)
        row.setContentsMargins(SPACE_3, SPACE_2, SPACE_3, SPACE_2)
        row.addWidget(self.text)
        row.addWidget(self.undo)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.hide)
        self.undo.clicked.connect(self._on_undo)
        parent.installEventFilter(self)
        self.hide()

    def show_toast(self, toast: Toast) -> None:
        """Shows another sentence and begins to count anew, at once or when what can be undone is over."""
        others = [one for one in self.window().findChildren(ToastView) if one is not self and one.isVisible()]
        first = next((one for one in others if one.undo.isVisible()), None)
        if first is not None and not toast.undo:
            self._waiting = toast
            first.ended.connect(self._on_ended, Qt.ConnectionType.SingleShotConnection)
            return
        for other in others:
            other.hide()
        self._waiting = None
        self._undo = toast.undo
        self.text.setText(toast.text)
        self.undo.setText(toast.verb or self.tr("Undo"))
        self.undo.setAccessibleName(self.undo.text())
        self.undo.setVisible(bool(toast.undo))
        self._place()
        self.show()
        self.raise_()
        self._timer.start(round(toast.seconds * 1000))

    def _on_ended(self) -> None:
        if self._waiting is not None:
            self.show_toast(self._waiting)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.ended.emit()

    def _on_undo(self) -> None:
        self.hide()
        self.undo_requested.emit(self._undo)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Resize:
            self._place()
        return False

    def _place(self) -> None:
        self.adjustSize()
        outer, below = self._outer, self._below
        bottom = outer.height() - SPACE_6
        if below is not None and below.isVisible():
            bottom = below.mapTo(outer, QPoint(0, 0)).y()
        self.move((outer.width() - self.width()) // 2, bottom - self.height() - SPACE_2)


class Banner(QFrame):
    """A notice that stays until it is over or closed, with a button for its details."""

    details_requested = Signal(object)  # Notice
    retry_requested = Signal()

    def __init__(self, theme: ThemeController, name: str, icon: str, role: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, name)
        set_look(self, "banner")
        self._notice = Notice("")
        self.picture = PictureLabel(theme, icon, role)
        self.text = Label("", wraps=True)
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.retry = PushButton(self.tr("Retry"), f"{name}.retry", "compact")
        self.details = PushButton(self.tr("Details"), f"{name}.details", "compact")
        self.close_button = IconButton(theme, "close", f"{name}.close", self.tr("Close this message"))
        row = QHBoxLayout(self)
        row.setContentsMargins(SPACE_3, SPACE_2, SPACE_2, SPACE_2)
        row.addWidget(self.picture)
        row.addWidget(self.text, 1)
        for button in (self.retry, self.details, self.close_button):
            row.addWidget(button)
        self.retry.hide()
        self.retry.clicked.connect(self.retry_requested)
        self.details.clicked.connect(self._on_details)
        self.close_button.clicked.connect(self.hide)
        self.hide()

    def show_notice(self, notice: Notice | None) -> None:
        """Shows a notice, or nothing any more."""
        if notice is None:
            self.hide()
            return
        self._notice = notice
        self.text.setText(notice.sentence)
        self.setAccessibleName(notice.sentence)
        self.details.setVisible(bool(notice.details))
        self.show()

    def _on_details(self) -> None:
        self.details_requested.emit(self._notice)

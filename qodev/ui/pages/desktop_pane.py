"""What the window shows outside itself: notifications while it is not in front, and a tray icon (U165, U166)."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication, QMenu, QSystemTrayIcon, QWidget

from qodev.ui.kit.theme import ThemeController

if TYPE_CHECKING:
    from qodev.ui.presenters.notifications import Notification, NotificationsPresenter


class DesktopPane(QObject):
    """Owns the tray icon, which is there only where the desktop has a place for it."""

    conversation_wanted = Signal(str)
    window_wanted = Signal()
    quit_requested = Signal()
    told = Signal(object)  # Notification: it was shown in one way or another

    def __init__(self, window: QWidget, theme: ThemeController) -> None:
        super().__init__(window)
        self._window = window
        self._theme = theme
        self._tray: QSystemTrayIcon | None = None
        self._menu: QMenu | None = None
        self._last = ""  # the conversation that the newest message is about

    def attach(self, notifications: "NotificationsPresenter") -> None:
        """Connects the presenter of notifications."""
        notifications.notified.connect(self._on_notified)
        notifications.tray_changed.connect(self.set_tray)

    def set_tray(self, wanted: bool) -> None:  # noqa: FBT001  # a slot
        """Shows or takes away the icon, where there is a tray."""
        if not wanted or not QSystemTrayIcon.isSystemTrayAvailable():
            if self._tray is not None:
                self._tray.hide()
            return
        if self._tray is None:
            self._tray = self._make_tray()
        self._tray.show()

    @property
    def has_tray(self) -> bool:
        """Tells whether the icon is there."""
        return self._tray is not None and self._tray.isVisible()

    def _make_tray(self) -> QSystemTrayIcon:
        icon = QApplication.windowIcon()
        tray = QSystemTrayIcon(icon if not icon.isNull() else self._theme.icon("agent"), self)
        tray.setToolTip("qodev")
        self._menu = QMenu(self._window)
        self._menu.addAction(self.tr("Show qodev")).triggered.connect(self.window_wanted)
        self._menu.addAction(self.tr("Quit")).triggered.connect(self.quit_requested)
        tray.setContextMenu(self._menu)
        tray.activated.connect(self._on_activated)
        tray.messageClicked.connect(self._on_message_clicked)
        return tray

    def _on_activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason is QSystemTrayIcon.ActivationReason.Trigger:
            self.window_wanted.emit()

    def _on_message_clicked(self) -> None:
        self.window_wanted.emit()
        self.conversation_wanted.emit(self._last)

    def _on_notified(self, notification: "Notification") -> None:
        if QApplication.activeWindow() is not None:
            return  # it is seen anyway
        self._last = notification.conversation_id
        if self._tray is not None and self._tray.isVisible() and QSystemTrayIcon.supportsMessages():
            self._tray.showMessage(notification.title, notification.state)
        else:
            QApplication.alert(self._window)
        if notification.has_sound:
            QApplication.beep()
        self.told.emit(notification)

"""Opens the profile window when it is needed first, and what menus and files want of it (U27, U28, U73)."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QWidget

from qodev.ui.kit.theme import ThemeController
from qodev.ui.models.notices import Notice, Toast

if TYPE_CHECKING:
    from qodev.ui.pages.profile_window import ProfileWindow
    from qodev.ui.presenters.bundle import Presenters


class ProfilePane(QObject):
    """Owns the profile window."""

    notice_raised = Signal(object)  # Notice, while the window is not there to show it
    toast_raised = Signal(object)

    def __init__(self, window: QWidget, theme: ThemeController) -> None:
        super().__init__(window)
        self._parent = window
        self._theme = theme
        self._presenters: Presenters | None = None
        self._window: ProfileWindow | None = None

    def attach(self, presenters: "Presenters") -> None:
        """Takes the presenters."""
        self._presenters = presenters

    @property
    def window(self) -> "ProfileWindow | None":
        """Returns the window, None before it was opened."""
        return self._window

    @property
    def is_shown(self) -> bool:
        """Tells whether the window is on screen."""
        return self._window is not None and self._window.isVisible()

    @property
    def is_front(self) -> bool:
        """Tells whether the user works in the window."""
        return self._window is not None and self._window.isVisible() and self._window.isActiveWindow()

    def show_notice(self, notice: Notice) -> None:
        """Shows a notice above the profile."""
        if self._window is not None:
            self._window.banner.show_notice(notice)

    def show_toast(self, toast: Toast) -> None:
        """Shows a toast over the profile."""
        if self._window is not None:
            self._window.toast.show_toast(toast)

    def actions(self) -> dict[str, Callable[[], None]]:
        """Returns what the actions of the menus do."""
        return {
            "manage_profiles": self.manage,
            "profiles_folder": self.open_folder,
            "new_profile": self.new,
            "refresh_profiles": self.refresh,
            "xray": self.show_xray,
        }

    def manage(self) -> None:
        """Shows the window with the focus in its list."""
        window = self._shown()
        if window is not None:
            window.list.list.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def new(self) -> None:
        """Shows the window, and what a new profile can begin as."""
        window = self._shown()
        if window is not None:
            window.list.new.pop_up()

    def show_xray(self) -> None:
        """Shows the window with the focus in the case of the X-ray."""
        window = self._shown()
        if window is not None:
            window.xray.value.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def open(self, path: str, line: int, column: int) -> None:
        """Shows a file of the user's at a place."""
        window = self._shown()
        if window is not None and self._presenters is not None:
            self._presenters.profiles.open_path(path, line, column)
            if line > 1:
                window.go_to_place(path, line, column)

    def open_folder(self) -> None:
        """Makes the folder of the user's profiles if it is missing, and shows it (P52, U28)."""
        self._with_presenter()
        if self._presenters is not None:
            self._presenters.profiles.open_folder()

    def refresh(self) -> None:
        """Reads the profiles anew."""
        self._with_presenter()
        if self._presenters is not None:
            self._presenters.profiles.refresh()

    def _with_presenter(self) -> None:
        """Lets the presenter say what it has to say, in this window or in the main one."""
        if self._window is None and self._presenters is not None:
            presenter = self._presenters.profiles
            presenter.notice_raised.connect(self._on_notice, Qt.ConnectionType.UniqueConnection)
            presenter.toast_raised.connect(self._on_toast, Qt.ConnectionType.UniqueConnection)
            presenter.folder_wanted.connect(self._on_folder_wanted, Qt.ConnectionType.UniqueConnection)

    def _on_notice(self, notice: Notice) -> None:
        if self._window is None:
            self.notice_raised.emit(notice)

    def _on_toast(self, toast: Toast) -> None:
        if self._window is None:
            self.toast_raised.emit(toast)

    def _on_folder_wanted(self, folder: str) -> None:
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(folder)):
            notice = Notice(self.tr("The folder could not be opened: {0}").format(folder))
            (self.show_notice if self._window is not None else self.notice_raised.emit)(notice)

    def _shown(self) -> "ProfileWindow | None":
        if self._presenters is None:
            return None
        if self._window is None:
            from qodev.ui.pages.profile_window import ProfileWindow

            self._with_presenter()
            self._window = ProfileWindow(self._theme, self._presenters, self._parent)
            self._presenters.profiles.tell_again()
        else:
            self._presenters.profiles.load()
        self._window.show()
        self._window.raise_()
        self._window.activateWindow()
        return self._window

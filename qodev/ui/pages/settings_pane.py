"""Opens the settings window when it is needed first, and the pages that menus and files want (U32, U162)."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QAbstractButton, QWidget

from qodev.base.errors import RoutingError, UserFacingError
from qodev.ui.kit.theme import ThemeController

if TYPE_CHECKING:
    from qodev.ui.models.notices import Notice, Toast
    from qodev.ui.pages.page import Target
    from qodev.ui.pages.window import SettingsWindow
    from qodev.ui.presenters.bundle import Presenters


class SettingsPane(QObject):
    """Owns the settings window."""

    page_changed = Signal(str)
    action_wanted = Signal(str)
    place_wanted = Signal(str, int, int)
    undo_requested = Signal(str)  # by the toast of the settings window

    def __init__(self, window: QWidget, theme: ThemeController) -> None:
        super().__init__(window)
        self._parent = window
        self._theme = theme
        self._presenters: Presenters | None = None
        self._window: SettingsWindow | None = None
        self.page = ""  # the last one, kept across starts

    def attach(self, presenters: "Presenters") -> None:
        """Connects the presenters."""
        self._presenters = presenters

    @property
    def window(self) -> "SettingsWindow | None":
        """Returns the settings window, None before it was opened."""
        return self._window

    @property
    def is_shown(self) -> bool:
        """Tells whether the window is on screen."""
        return self._window is not None and self._window.isVisible()

    @property
    def is_front(self) -> bool:
        """Tells whether the user works in the window."""
        return self._window is not None and self._window.isVisible() and self._window.isActiveWindow()

    def show_notice(self, notice: "Notice") -> None:
        """Shows a notice above the page."""
        if self._window is not None:
            self._window.show_notice(notice)

    def show_toast(self, toast: "Toast") -> None:
        """Shows a toast below the page."""
        if self._window is not None:
            self._window.toast.show_toast(toast)

    def open(self, page: str = "", target: "Target | None" = None) -> None:
        """Opens a page, by default the last one, and shows a place on it."""
        if self._presenters is None:
            return
        if self._window is None:
            from qodev.ui.pages.window import SettingsWindow

            self._window = SettingsWindow(self._theme, self._presenters, self._parent, first=self.page)
            self._window.page_changed.connect(self._on_page_changed)
            self._window.action_requested.connect(self.action_wanted)
            self._window.file_requested.connect(self.place_wanted)
            self._window.toast.undo_requested.connect(self.undo_requested)
        self._window.open_page(page, target)

    def actions(self) -> dict[str, Callable[[], None]]:
        """Returns what the actions of menus do that open a page."""
        from qodev.ui.pages.registry import PAGES

        pages = [spec for spec in PAGES if spec.make]
        runs: dict[str, Callable[[], None]] = {}
        for spec in pages:
            runs |= {name: partial(self.open, spec.key) for name in spec.actions}
            runs |= {name: partial(self.open_at, spec.key, control) for name, control in spec.places}
            runs |= {name: partial(self.press, spec.key, button) for name, button in spec.presses}
        return runs

    def open_at(self, page: str, control: str) -> None:
        """Opens a page and goes to a control of it."""
        from qodev.ui.pages.page import Target

        self.open(page, Target(control))

    def open_setting(self, control: str) -> None:
        """Opens the General page at the control of a setting."""
        self.open_at("general", control)

    def press(self, page: str, button: str) -> None:
        """Opens a page and presses a button on it, such as New."""
        self.open(page)
        found = self._window.findChild(QAbstractButton, button) if self._window is not None else None
        if found is not None:
            found.click()

    def explain(self, fault: UserFacingError) -> None:
        """Opens the page that shows why something could not be done, where there is one (A116)."""
        if isinstance(fault, RoutingError) and self._presenters is not None:
            self._presenters.roster_page.routing.set_file(fault.path, fault.project)
            self.open_at("pipelines", "routing.path")

    def reasons(self) -> dict[str, str]:
        """Returns why actions of pages cannot be used yet, "" for those that can."""
        from qodev.ui.pages.registry import PAGES, reason_of

        found = {name: reason_of(spec) for spec in PAGES for name in spec.actions}
        return found | {name: reason_of(spec) for spec in PAGES for name, _ in (*spec.places, *spec.presses)}

    def open_file(self, page: str, path: str, line: int, column: int) -> None:
        """Opens a file on the page that edits it."""
        from qodev.ui.pages.page import Target

        self.open(page, Target(path=path, line=line, column=column))

    def open_agent(self, name: str) -> None:
        """Opens an agent in its editor."""
        from qodev.ui.pages.page import Target

        self.open("agents", Target(item=name))

    def open_provider(self, name: str) -> None:
        """Opens a provider, whose test says why an answer failed."""
        from qodev.ui.pages.page import Target

        self.open("providers", Target(item=name))

    def _on_page_changed(self, page: str) -> None:
        self.page = page
        self.page_changed.emit(page)

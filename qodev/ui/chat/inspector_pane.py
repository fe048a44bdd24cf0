"""Shows and hides the inspector beside the chat; it is made when it is shown first (U11, U19)."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication, QSplitter, QWidget

from qodev.ui.chat.conversations import Sidebar
from qodev.ui.kit.theme import ThemeController
from qodev.ui.kit.widgets import is_inside

if TYPE_CHECKING:
    from qodev.ui.chat.inspector import Inspector
    from qodev.ui.presenters.bundle import Presenters

_LEAST_PX, _USUAL_PX, _MOST_PX = 320, 420, 720
NARROW_PX = 1180


class InspectorPane(QObject):
    """In a narrow window the inspector takes the sidebar's room and gives it back."""

    toggled = Signal()
    left = Signal()  # it was hidden while it had the focus
    open_wanted = Signal(str, int, int)  # path, line, column

    def __init__(self, window: QWidget, theme: ThemeController, splitter: QSplitter, sidebar: Sidebar) -> None:
        super().__init__(window)
        self._window = window
        self._theme = theme
        self._splitter = splitter
        self._sidebar = sidebar
        self._inspector: Inspector | None = None
        self._presenters: Presenters | None = None
        self._hides_sidebar = False

    def attach(self, presenters: "Presenters") -> None:
        """Connects the presenter of requests."""
        self._presenters = presenters
        if self._inspector is not None:
            self._connect(self._inspector)

    @property
    def is_shown(self) -> bool:
        """Tells whether the inspector is on screen."""
        return self._inspector is not None and self._inspector.isVisibleTo(self._window)

    @property
    def inspector(self) -> "Inspector":
        """Returns the inspector."""
        if self._inspector is None:
            from qodev.ui.chat.inspector import Inspector

            self._inspector = Inspector(self._theme)
            self._inspector.setMinimumWidth(_LEAST_PX)
            self._inspector.setMaximumWidth(_MOST_PX)
            self._inspector.hide()
            self._splitter.addWidget(self._inspector)
            self._splitter.setCollapsible(2, False)
            self._inspector.close_requested.connect(self.hide)
            self._inspector.request.go_to.connect(self.open_wanted)
            self._connect(self._inspector)
        return self._inspector

    def _connect(self, inspector: "Inspector") -> None:
        from qodev.ui.chat.wiring import connect_inspector

        if self._presenters is not None:
            connect_inspector(inspector, self._presenters)
            self._presenters.inspector.set_shown(self.is_shown)

    def show(self) -> None:
        """Shows the inspector."""
        inspector = self.inspector
        if self.is_shown:
            return
        if self._window.width() < NARROW_PX and self._sidebar.isVisibleTo(self._window):
            self._hides_sidebar = True
            self._sidebar.hide()
        inspector.show()
        sizes = self._splitter.sizes()
        sizes[1] += sizes[2] - _USUAL_PX
        sizes[2] = _USUAL_PX
        self._splitter.setSizes(sizes)
        self._tell()

    def hide(self) -> None:
        """Hides the inspector and brings back the sidebar that made room."""
        if self.is_shown and self._inspector is not None:
            had_focus = is_inside(QApplication.focusWidget(), self._inspector)
            self._inspector.hide()
            if had_focus:
                self.left.emit()
            if self._hides_sidebar:
                self._sidebar.show()
            self._hides_sidebar = False
            self._tell()

    def toggle(self) -> None:
        """Shows or hides it."""
        if self.is_shown:
            self.hide()
        else:
            self.show()

    def _tell(self) -> None:
        if self._presenters is not None:
            self._presenters.inspector.set_shown(self.is_shown)
        self.toggled.emit()

    def show_changes(self) -> None:
        """Shows the Changes tab and moves the focus into it."""
        self.show()
        self.inspector.focus_changes()

    def show_request(self) -> None:
        """Shows the Request tab and moves the focus into it."""
        self.show()
        self.inspector.focus_request()

    def show_turn(self, turn_id: str) -> None:
        """Shows the requests of a turn."""
        self.show()
        if self._presenters is not None:
            self._presenters.inspector.select_turn(turn_id)

    def on_window_resized(self) -> None:
        """Makes room when the window became narrow."""
        if self._window.width() < NARROW_PX and self.is_shown and self._sidebar.isVisibleTo(self._window):
            self._hides_sidebar = True
            self._sidebar.hide()

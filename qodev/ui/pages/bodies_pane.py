"""Opens the window of requests side by side, and what it leads to (U69, U70)."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QWidget

from qodev.ui.kit.theme import ThemeController

if TYPE_CHECKING:
    from qodev.ui.pages.bodies_window import BodiesWindow
    from qodev.ui.presenters.bundle import Presenters
    from qodev.ui.presenters.request_tools import RequestTools


class BodiesPane(QObject):
    """Makes the window when it is needed first, and connects its presenters."""

    agent_wanted = Signal(str)  # to be opened in its editor
    place_wanted = Signal(str, int, int)  # path, line, column

    def __init__(self, window: QWidget, theme: ThemeController) -> None:
        super().__init__(window)
        self._parent = window
        self._theme = theme
        self._presenters: Presenters | None = None
        self._window: BodiesWindow | None = None

    def attach(self, presenters: "Presenters") -> None:
        """Takes the presenters."""
        self._presenters = presenters
        presenters.request_tools.body_diff.wanted.connect(self._on_compare_wanted)

    @property
    def is_shown(self) -> bool:
        """Tells whether the window is on screen."""
        return self._window is not None and self._window.isVisible()

    @property
    def window(self) -> "BodiesWindow":
        """Returns the window."""
        if self._window is None:
            from qodev.ui.pages.bodies_window import BodiesWindow

            self._window = BodiesWindow(self._theme, self._parent)
            if self._presenters is not None:
                self._connect(self._window, self._presenters.request_tools)
        return self._window

    def _connect(self, window: "BodiesWindow", tools: "RequestTools") -> None:
        fixtures, diff, page = tools.fixtures, tools.body_diff, window.fixtures
        for presenter in (fixtures, diff):
            presenter.notice_raised.connect(window.banner.show_notice)
        fixtures.request_wanted.connect(self._on_request_wanted)
        fixtures.place_wanted.connect(self.place_wanted)
        fixtures.file_wanted.connect(self.place_wanted)
        fixtures.state_changed.connect(page.show_state)
        page.run_requested.connect(fixtures.run)
        page.stop_requested.connect(fixtures.stop_run)
        page.cell_requested.connect(fixtures.open_cell)
        page.fixture_requested.connect(fixtures.open_fixture)
        page.new_requested.connect(fixtures.new_fixture)
        diff.state_changed.connect(window.bodydiff.show_state)
        window.bodydiff.chosen.connect(diff.choose)
        window.bodydiff.go_to.connect(self.place_wanted)
        window.closed.connect(fixtures.stop_run)
        window.closed.connect(diff.close)
        page.show_state(fixtures.state)
        window.bodydiff.show_state(diff.state)

    def show_matrix(self) -> None:
        """Shows the window with the focus in the grid, and fills the grid when it is empty."""
        window = self._shown()
        window.fixtures.grid.setFocus(Qt.FocusReason.ShortcutFocusReason)
        if self._presenters is not None and not self._presenters.request_tools.fixtures.state.cells:
            self._presenters.request_tools.fixtures.run()

    def show_compare(self) -> None:
        """Shows the window with the focus at the first side of the comparison."""
        self._shown().bodydiff.a.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _on_compare_wanted(self) -> None:
        self._shown().bodydiff.b.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _shown(self) -> "BodiesWindow":
        window = self.window
        window.show()
        window.raise_()
        window.activateWindow()
        if self._presenters is not None:
            self._presenters.request_tools.fixtures.open()
            self._presenters.request_tools.body_diff.open()
        return window

    def _on_request_wanted(self, agent: str, fixture: str) -> None:
        if self._presenters is not None:
            self._presenters.live_request.choose_fixture(fixture)
            self.agent_wanted.emit(agent)

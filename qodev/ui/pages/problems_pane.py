"""Shows the Problems dock, which is made when it is needed first (U161, U162)."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QApplication, QMainWindow

from qodev.ui.kit.theme import ThemeController
from qodev.ui.kit.widgets import is_inside

if TYPE_CHECKING:
    from qodev.ui.models.problem_rows import ProblemsState
    from qodev.ui.pages.problems import ProblemsDock
    from qodev.ui.presenters.general import GeneralPresenter

_HEIGHT_PX = 240


class ProblemsPane(QObject):
    """Owns the dock."""

    toggled = Signal()
    left = Signal()  # it was hidden while it had the focus
    open_wanted = Signal(str, int, int)  # path, line, column
    fix_wanted = Signal(object)  # ProblemRow

    def __init__(self, window: QMainWindow, theme: ThemeController) -> None:
        super().__init__(window)
        self._window = window
        self._theme = theme
        self._general: GeneralPresenter | None = None
        self._dock: ProblemsDock | None = None

    def attach(self, general: "GeneralPresenter") -> None:
        """Connects the presenter of problems."""
        self._general = general
        general.problems_changed.connect(self._on_problems_changed)

    @property
    def is_shown(self) -> bool:
        """Tells whether the dock is on screen."""
        return self._dock is not None and self._dock.isVisibleTo(self._window)

    @property
    def dock(self) -> "ProblemsDock":
        """Returns the dock."""
        if self._dock is None:
            from qodev.ui.pages.problems import ProblemsDock

            self._dock = ProblemsDock(self._theme, self._window)
            self._window.addDockWidget(Qt.DockWidgetArea.BottomDockWidgetArea, self._dock)
            self._window.resizeDocks([self._dock], [_HEIGHT_PX], Qt.Orientation.Vertical)
            self._dock.hide()
            self._dock.page.open_requested.connect(self.open_wanted)
            self._dock.page.fix_requested.connect(self.fix_wanted)
            self._dock.visibilityChanged.connect(self._on_visibility_changed)
            if self._general is not None:
                self._dock.page.show_state(self._general.problems)
        return self._dock

    def _on_visibility_changed(self, _visible: bool) -> None:  # noqa: FBT001  # a slot
        self.toggled.emit()

    def show(self) -> None:
        """Shows the dock with the focus in its list."""
        self.dock.show()
        self.dock.page.list.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def toggle(self) -> None:
        """Shows or hides the dock."""
        if self.is_shown:
            had_focus = is_inside(QApplication.focusWidget(), self.dock)
            self.dock.hide()
            if had_focus:
                self.left.emit()
        else:
            self.show()

    def step(self, by: int) -> None:
        """Opens the next or the previous problem."""
        self.dock.show()
        self.dock.page.step(by)

    def _on_problems_changed(self, state: "ProblemsState") -> None:
        if self._dock is not None:
            self._dock.page.show_state(state)

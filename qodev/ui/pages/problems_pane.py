"""Shows the Problems dock and opens the files it names; both are made when they are needed first (U161, U162)."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QApplication, QMainWindow

from qodev.ui.kit.theme import ThemeController
from qodev.ui.kit.widgets import is_inside

if TYPE_CHECKING:
    from qodev.ui.kit.editor import FileWindow
    from qodev.ui.models.problem_rows import ProblemsState
    from qodev.ui.pages.problems import ProblemsDock
    from qodev.ui.presenters.general import GeneralPresenter

_HEIGHT_PX = 240


class ProblemsPane(QObject):
    """Owns the dock and the window for one file."""

    toggled = Signal()
    left = Signal()  # it was hidden while it had the focus
    document_changed = Signal()

    def __init__(self, window: QMainWindow, theme: ThemeController) -> None:
        super().__init__(window)
        self._window = window
        self._theme = theme
        self._general: GeneralPresenter | None = None
        self._dock: ProblemsDock | None = None
        self._file: FileWindow | None = None

    def attach(self, general: "GeneralPresenter") -> None:
        """Connects the presenter of problems."""
        self._general = general
        general.problems_changed.connect(self._on_problems_changed)
        general.file_loaded.connect(self._on_file_loaded)
        general.file_saved.connect(self._on_file_saved)

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
            self._dock.page.open_requested.connect(self._on_open_requested)
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

    def _on_open_requested(self, path: str, line: int, column: int) -> None:
        if self._file is not None and self._file.path == path and self._file.is_dirty:
            self._file.text.go_to(line, column)
            self._file.raise_()
        elif self._general is not None:
            self._general.open_file(path, line, column)

    def _on_file_loaded(self, path: str, text: str, line: int, column: int) -> None:
        if self._general is None:
            return
        if self._file is not None and self._file.is_dirty and self._file.path != path:
            self._file = None  # it stays open with its changes until the user closes it
        if self._file is None:
            self._file = self._make_file_window(self._general)
        self._file.show_file(path, text, is_own=self._general.is_own_file(path))
        self._file.text.go_to(line, column)
        self._file.show()
        self._file.raise_()
        self._file.text.setFocus(Qt.FocusReason.OtherFocusReason)

    def _make_file_window(self, general: "GeneralPresenter") -> "FileWindow":
        from qodev.ui.kit.editor import FileWindow

        made = FileWindow(self._theme, self._window)
        made.save_requested.connect(general.save_file)
        made.revert_requested.connect(self._on_revert_requested)
        made.document_changed.connect(self.document_changed)
        return made

    def _on_revert_requested(self, path: str) -> None:
        if self._general is not None:
            self._general.open_file(path, 1, 1)

    def _on_file_saved(self, path: str) -> None:
        if self._file is not None:
            self._file.show_saved(path)

    def save(self) -> None:
        """Writes the file in front."""
        if self._file is not None:
            self._file.save_now()

    def revert(self) -> None:
        """Takes the file in front from the disk again."""
        if self._file is not None:
            self._file.revert_now()

    @property
    def has_unsaved(self) -> bool:
        """Tells whether a file has changes that are not saved."""
        return self._file is not None and self._file.is_dirty

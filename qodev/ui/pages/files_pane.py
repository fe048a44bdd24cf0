"""Opens files where they are edited: on the page of the settings that knows them, or in a window of their own (U162)."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QWidget

from qodev.types.documents import DocumentKind
from qodev.ui.kit.theme import ThemeController
from qodev.ui.models.notices import Toast

if TYPE_CHECKING:
    from qodev.ui.models.notices import Notice
    from qodev.ui.models.problem_rows import ProblemRow
    from qodev.ui.pages.file_window import FileWindow
    from qodev.ui.presenters.documents import Documents

_MOST_RESTORED = 8


class FilesPane(QObject):
    """Owns the windows of files."""

    document_changed = Signal()
    page_wanted = Signal(str, str, int, int)  # page, path, line, column
    profile_wanted = Signal(str, int, int)  # a profile of the user's: path, line, column

    def __init__(self, window: QWidget, theme: ThemeController) -> None:
        super().__init__(window)
        self._window = window
        self._theme = theme
        self._documents: Documents | None = None
        self._windows: dict[str, FileWindow] = {}
        self._front = ""

    def attach(self, documents: "Documents") -> None:
        """Connects the presenter of all documents."""
        self._documents = documents
        documents.dirty_changed.connect(self.document_changed)
        documents.restored.connect(self._on_restored)
        documents.external_wanted.connect(self._on_external_wanted)

    def open(self, path: str, line: int = 1, column: int = 1) -> None:
        """Opens a file at a place, in its own editor."""
        if self._documents is None:
            return
        page = self._page_for(path)
        if page:
            self.page_wanted.emit(page, path, line, column)
        elif self._documents.kind_of(path) is DocumentKind.PROFILE:
            self.profile_wanted.emit(path, line, column)
        else:
            self._show(path, line, column)

    def repair(self, row: "ProblemRow") -> None:
        """Opens the file of a problem and makes its quick fix there, as an edit that can be undone and is not saved."""
        if self._documents is not None and row.fix is not None:
            self._documents.plan_fix(row.path, row.fix)
            self.open(row.path, max(1, row.line), max(1, row.column))

    def _page_for(self, path: str) -> str:
        from qodev.ui.pages.registry import page_for

        return page_for(self._documents.kind_of(path)) if self._documents is not None else ""

    def _show(self, path: str, line: int, column: int) -> None:
        assert self._documents is not None, "attached"
        if path not in self._windows:
            from qodev.ui.pages.file_window import FileWindow

            made = self._windows[path] = FileWindow(self._theme, self._documents, path, self._window)
            made.closed.connect(self._on_closed)
        self._front = path
        self._windows[path].open_at(line, column)

    def _on_closed(self, path: str) -> None:
        self._windows.pop(path, None)
        self._front = next(reversed(self._windows), "")
        self.document_changed.emit()

    def _on_restored(self, paths: tuple[str, ...]) -> None:
        for path in paths[:_MOST_RESTORED]:
            self.open(path)

    def _on_external_wanted(self, path: str) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(path))

    @property
    def front(self) -> "FileWindow | None":
        """Returns the window that was opened last."""
        return self._windows.get(self._front)

    @property
    def is_front(self) -> bool:
        """Tells whether the user works in the window that was opened last."""
        return self.front is not None and self.front.isVisible() and self.front.isActiveWindow()

    def show_notice(self, notice: "Notice") -> None:
        """Shows a notice over the text."""
        self.show_toast(Toast(notice.sentence))

    def show_toast(self, toast: Toast) -> None:
        """Shows a toast over the text."""
        if self.front is not None:
            self.front.toast.show_toast(toast)

    @property
    def has_unsaved(self) -> bool:
        """Tells whether any document has changes that are not saved, pages of the settings included."""
        return self._documents is not None and bool(self._documents.dirty())

    def save(self) -> None:
        """Saves the file in front."""
        if self.front is not None:
            self.front.document.save()

    def revert(self) -> None:
        """Takes the file in front from the disk again."""
        if self.front is not None:
            self.front.document.revert()

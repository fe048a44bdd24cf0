"""A window for one text file that no page edits: bar, banner, text, and what is wrong with it (U35, U65, U162)."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QKeySequence, QShortcut, QTextCursor
from PySide6.QtWidgets import QMainWindow, QVBoxLayout, QWidget

from qodev.base.diagnostics import Diagnostic, Severity
from qodev.ui.kit.code_edit import CodeEdit
from qodev.ui.kit.doc_bar import DiskBanner, DocBar
from qodev.ui.kit.editor import SourceEdit
from qodev.ui.kit.messages import ToastView
from qodev.ui.kit.theme import SPACE_2, SPACE_4, ThemeController
from qodev.ui.kit.widgets import Label, named, relook
from qodev.ui.models.document_state import Comparison, DocumentView
from qodev.ui.models.text_marks import marks_of
from qodev.ui.pages.comparison import CompareDialog
from qodev.ui.pages.unsaved import UnsavedGuard

if TYPE_CHECKING:
    from qodev.ui.presenters.documents import Documents

_SIZE = (860, 620)
_CHECK_MS = 300
_FOUND_LINES = 3


def place_of(path: str) -> str:
    """Returns the place of the documents of a file window."""
    return f"file:{path}"


class FileWindow(QMainWindow):
    """Shows one file; several may be open."""

    closed = Signal(str)  # path

    def __init__(self, theme: ThemeController, documents: "Documents", path: str, parent: QWidget | None) -> None:
        super().__init__(parent)
        named(self, f"doc:{path}", self.tr("File"))
        self.path = path
        self._theme = theme
        self._documents = documents
        self.document = documents.make(place_of(path))
        self._guard = UnsavedGuard(self, documents, place_of(path))
        self._goal = 1, 1  # line and column
        self._is_filling = False
        self.bar = DocBar(theme)
        self.banner = DiskBanner(theme)
        self.text = CodeEdit(theme) if path.endswith(".toml") else SourceEdit(theme)
        named(self.text, "doc.text", self.tr("Text of the file"))
        self.found = Label("", "warning", wraps=True)
        named(self.found, "doc.found", self.tr("What is wrong with the text"))
        self.found.setContentsMargins(SPACE_4, SPACE_2, SPACE_4, SPACE_2)
        self.found.hide()
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_CHECK_MS)
        self.toast = ToastView(self.text)
        inner = QWidget()
        column = QVBoxLayout(inner)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for widget in (self.bar, self.banner):
            column.addWidget(widget)
        column.addWidget(self.text, 1)
        column.addWidget(self.found)
        self.setCentralWidget(inner)
        self.resize(*_SIZE)
        self._connect()

    def _connect(self) -> None:
        document = self.document
        document.opened.connect(self._on_opened)
        document.text_replaced.connect(self._on_text_replaced)
        document.state_changed.connect(self._on_state_changed)
        document.compared.connect(self._on_compared)
        document.checked.connect(self._on_checked)
        self._pause.timeout.connect(document.check)
        self.bar.save_requested.connect(document.save)
        self.bar.revert_requested.connect(document.revert)
        self.bar.external.show()
        self.bar.external_requested.connect(self._on_external_requested)
        self.banner.compare_requested.connect(document.compare)
        self.banner.reload_requested.connect(document.reload)
        self.banner.keep_requested.connect(document.keep_mine)
        self.text.textChanged.connect(self._on_typed)
        QShortcut(QKeySequence("Ctrl+S"), self).activated.connect(document.save)
        QShortcut(QKeySequence("Ctrl+W"), self).activated.connect(self.close)

    @property
    def is_dirty(self) -> bool:
        """Tells whether there are changes that are not saved."""
        return bool(self.document.dirty)

    def open_at(self, line: int, column: int) -> None:
        """Comes to the front at a place that counts from 1."""
        self._goal = line, column
        self.document.open(self.path)

    def _on_external_requested(self) -> None:
        self._documents.open_externally(self.path, self.text.textCursor().blockNumber() + 1)

    def _on_opened(self, path: str, text: str) -> None:
        if self.text.toPlainText() != text or not self.isVisible():
            self._is_filling = True
            self.text.setPlainText(text)
            self._is_filling = False
        name = self.document.view.name
        self.setWindowTitle(self.tr("{0} — qodev").format(name))
        self.show()
        self.raise_()
        self.activateWindow()
        self.text.setFocus(Qt.FocusReason.OtherFocusReason)
        self.text.go_to(*self._goal)
        self._pause.start()

    def _on_text_replaced(self, text: str) -> None:
        """Takes another text as one edit, so that Undo brings the one before back."""
        self._is_filling = True
        place = self.text.textCursor().position()
        cursor = QTextCursor(self.text.document())
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.insertText(text)
        cursor.setPosition(min(place, len(self.text.toPlainText())))
        self.text.setTextCursor(cursor)
        self._is_filling = False

    def _on_typed(self) -> None:
        if not self._is_filling:
            self.document.set_text(self.text.toPlainText())
        self._pause.start()

    def _on_state_changed(self, view: DocumentView) -> None:
        self.bar.show_view(view)
        self.banner.show_view(view)
        self.text.setReadOnly(bool(view.read_only))

    def _on_checked(self, found: tuple[Diagnostic, ...]) -> None:
        """Marks what is wrong, and says it below the text."""
        if isinstance(self.text, CodeEdit):
            self.text.set_marks(marks_of(found, self.path))
        lines = [self._line_of(one) for one in found[:_FOUND_LINES]]
        if len(found) > _FOUND_LINES:
            lines.append(self.tr("%n more problem(s)", "", len(found) - _FOUND_LINES))
        self.found.setText("\n".join(lines))
        self.found.setVisible(bool(lines))
        relook(self.found, "error" if any(one.severity is Severity.ERROR for one in found) else "warning")

    def _line_of(self, one: Diagnostic) -> str:
        said = f"{one.message} {one.advice or ''}".strip()
        return self.tr("Line {0}: {1}").format(one.span.line, said) if one.span is not None else said

    def _on_compared(self, comparison: Comparison) -> None:
        CompareDialog(self._theme, comparison, self).open()

    def closeEvent(self, event: QCloseEvent) -> None:
        if not self._guard.may_close():
            event.ignore()
            return
        event.accept()
        self._documents.drop(self.document)
        self.closed.emit(self.path)
        self.deleteLater()

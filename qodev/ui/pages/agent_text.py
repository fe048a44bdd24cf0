"""The text of an agent file: the document that everything else follows (U61, U65)."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QVBoxLayout, QWidget

from qodev.ui.kit.code_edit import CodeEdit, plain_text
from qodev.ui.kit.theme import ThemeController
from qodev.ui.kit.widgets import named
from qodev.ui.models.completions import CompletionChoice
from qodev.ui.models.text_marks import TextMark

_DOCUMENTS_KEPT = 8


class AgentText(QWidget):
    """The editor with its one stack of undo; edits of the form come in as edits of the text."""

    typed = Signal(str)
    caret_moved = Signal(int)  # line
    completion_wanted = Signal(int, int)

    def __init__(self, theme: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kept: dict[str, QTextDocument] = {}  # by file, the one shown last at the end
        self.edit = CodeEdit(theme)
        named(self.edit, "agent.text", self.tr("Text"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.edit)
        self.edit.edited.connect(self._on_edited)
        self.edit.line_entered.connect(self.caret_moved)
        self.edit.completion_wanted.connect(self.completion_wanted)

    def _on_edited(self) -> None:
        self.typed.emit(self.edit.text)

    def open_text(self, path: str, text: str, *, is_read_only: bool) -> None:
        """Shows another document; one that was shown before has its stack of undo still, if its text is the same."""
        kept = self._kept.pop(path, None)
        if kept is None or plain_text(kept) != text:
            kept = self.edit.make_document(text)
        self._kept[path] = kept
        while len(self._kept) > _DOCUMENTS_KEPT:
            self._kept.pop(next(iter(self._kept))).deleteLater()
        self.edit.show_document(kept)
        self.edit.setReadOnly(is_read_only)

    def take_text(self, text: str, *, joins: bool) -> None:
        """Makes an edit that was not typed here."""
        self.edit.apply_text(text, joins=joins)

    def go_to(self, line: int, column: int) -> None:
        """Puts the caret at a place."""
        self.edit.go_to(line, column)

    def undo_or_redo(self, is_redo: bool) -> None:  # noqa: FBT001  # a slot
        """Takes back the last change of the document, wherever it was made, or makes it again."""
        if is_redo:
            self.edit.redo()
        else:
            self.edit.undo()

    def show_marks(self, marks: tuple[TextMark, ...]) -> None:
        """Underlines findings."""
        self.edit.set_marks(marks)

    def show_completions(self, choices: tuple[CompletionChoice, ...], line: int, column: int) -> None:
        """Shows what could stand at the caret."""
        self.edit.show_completions(choices, line, column)

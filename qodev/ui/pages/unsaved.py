"""Asks before a window with unsaved documents closes: Save, Discard or Cancel (U6, U35)."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from qodev.ui.kit.dialogs import QuestionDialog
    from qodev.ui.presenters.documents import Documents


class UnsavedGuard(QObject):
    """Stands before the close event of one window; a Save that fails keeps the window open."""

    def __init__(self, window: QWidget, documents: "Documents", place: str) -> None:
        super().__init__(window)
        self._window = window
        self._documents = documents
        self._place = place
        self._dialog: QuestionDialog | None = None
        self._is_closing = False
        documents.all_saved.connect(self._on_settled)
        documents.all_discarded.connect(self._on_settled)

    def may_close(self) -> bool:
        """Tells whether nothing would be lost; else asks, and closes the window once that was answered."""
        dirty = self._documents.dirty(self._place)
        if dirty and self._dialog is None:
            self._ask(tuple(document.name for document in dirty))
        return not dirty

    def _ask(self, names: tuple[str, ...]) -> None:
        from qodev.ui.kit.dialogs import QuestionDialog, unsaved_question

        self._is_closing = False
        dialog = self._dialog = QuestionDialog(unsaved_question(names), self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.accepted.connect(self._on_discard)
        dialog.other_chosen.connect(self._on_save)
        dialog.finished.connect(self._on_finished)
        dialog.open()

    def _on_finished(self, _result: int) -> None:
        self._dialog = None

    def _on_discard(self) -> None:
        self._is_closing = True
        self._documents.discard_place(self._place)

    def _on_save(self) -> None:
        self._is_closing = True
        self._documents.save_place(self._place)

    def _on_settled(self, place: str) -> None:
        if place == self._place and self._is_closing:
            self._is_closing = False
            self._window.close()

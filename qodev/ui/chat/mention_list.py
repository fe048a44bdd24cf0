"""Files that are mentioned: `@` lists those of the project, and what is taken becomes a chip (U99)."""

import re
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QListWidgetItem, QWidget

from qodev.ui.chat.composer_input import ComposerInput
from qodev.ui.chat.composer_list import ComposerList
from qodev.ui.kit.widgets import named

if TYPE_CHECKING:
    from qodev.ui.models.mention_rows import MentionState

_TYPED = re.compile(r"(?:^|\s)@(\S*)$")
_PATH, _REASON = Qt.ItemDataRole.UserRole + 1, Qt.ItemDataRole.UserRole + 2


class MentionList(ComposerList):
    """Asks for files while a word begins with `@`, and shows the answers to what stands there now."""

    asked = Signal(str)
    dropped = Signal()
    taken = Signal(str)  # a path of the project
    pick_requested = Signal()  # a file by the dialog
    said = Signal(str)  # why a file cannot be taken

    def __init__(self, field: ComposerInput, host: QWidget) -> None:
        super().__init__(field, host)
        named(self.list, "composer.mentions", self.tr("Files"))
        self._typed: str | None = None
        self.picked.connect(self._on_picked)
        field.textChanged.connect(self._look)
        field.cursorPositionChanged.connect(self._look)

    def _look(self) -> None:
        cursor = self._field.textCursor()
        before = cursor.block().text()[: cursor.positionInBlock()]
        found = _TYPED.search(before)
        typed = found.group(1) if found is not None and not cursor.hasSelection() else None
        if typed is not None and self.is_dismissed(self._field.toPlainText()):
            typed = None
        if typed == self._typed:
            return
        self._typed = typed
        if typed is None:
            self.hide()
            self.dropped.emit()
        else:
            self.asked.emit(typed)

    def show_state(self, state: "MentionState") -> None:
        """Shows answers; those to another question are late."""
        if state.asked != self._typed:
            return
        if state.note:
            self.show_items([QListWidgetItem(state.note)])
        else:
            self.show_items(_item(row.path, row.text, row.reason) for row in state.rows)

    def _on_picked(self, item: QListWidgetItem) -> None:
        """Takes a file out of the text and into a chip; one that is refused stays text, and the reason is said."""
        reason = item.data(_REASON)
        if reason:
            self.said.emit(str(reason))
            return
        path = item.data(_PATH)
        self._remove_typed()
        self.hide()
        if path:
            self.taken.emit(str(path))
        else:
            self.pick_requested.emit()

    def _remove_typed(self) -> None:
        cursor = self._field.textCursor()
        length = len(self._typed or "") + 1
        cursor.movePosition(QTextCursor.MoveOperation.Left, QTextCursor.MoveMode.KeepAnchor, length)
        cursor.removeSelectedText()


def _item(path: str, text: str, reason: str) -> QListWidgetItem:
    item = QListWidgetItem(f"{text}  {reason}" if reason else text)
    item.setData(_PATH, path)
    item.setData(_REASON, reason)
    item.setToolTip(reason)
    return item

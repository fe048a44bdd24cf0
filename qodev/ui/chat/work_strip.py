"""Above the composer: how far the checklist is, and what runs in the background, each as a line that opens (P190)."""

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from qodev.ui.kit.theme import SPACE_1, SPACE_2, SPACE_3, ThemeController, set_look
from qodev.ui.kit.widgets import IconButton, Label, PictureLabel, PushButton, named, set_reason
from qodev.ui.models.work_state import CommandRow, ItemRow, WorkState


class FoldLine(QWidget):
    """One line with a button that opens what is below it."""

    def __init__(self, theme: ThemeController, name: str, spoken: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, name, spoken)
        self.toggle = IconButton(theme, "chevron_right", f"{name}.toggle", spoken)
        self.line = Label("", "secondary", wraps=True)
        self.below = QWidget()
        self.column = QVBoxLayout(self.below)
        self.column.setContentsMargins(SPACE_3, 0, 0, SPACE_1)
        self.column.setSpacing(SPACE_1)
        head = QHBoxLayout()
        head.setSpacing(SPACE_1)
        head.addWidget(self.toggle)
        head.addWidget(self.line, 1)
        stack = QVBoxLayout(self)
        stack.setContentsMargins(0, 0, 0, 0)
        stack.setSpacing(0)
        stack.addLayout(head)
        stack.addWidget(self.below)
        self.below.hide()
        self.toggle.clicked.connect(self._on_toggled)

    @property
    def is_open(self) -> bool:
        """Tells whether what is below is in view."""
        return not self.below.isHidden()

    def _on_toggled(self) -> None:
        self.below.setVisible(not self.is_open)
        self.toggle.set_picture("chevron_down" if self.is_open else "chevron_right")

    def show_line(self, text: str) -> None:
        """Shows the line; without a text nothing of it."""
        self.line.setText(text)
        self.setAccessibleDescription(text)
        self.setVisible(bool(text))

    def clear(self) -> None:
        """Takes away everything below."""
        while (item := self.column.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()


class CommandLine(QWidget):
    """One command in the background: what it is, how it stands, its last lines, and Stop."""

    stop_requested = Signal(str)

    def __init__(self, theme: ThemeController, row: CommandRow, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, f"background.row:{row.id}", row.command)
        self.picture = PictureLabel(theme, row.icon, row.role)
        self.command = Label("", "mono", wraps=True)
        self.word = Label("", "secondary")
        self.stop = PushButton(self.tr("Stop"), f"background.stop:{row.id}", "compact")
        self.tail = Label("", "mono", wraps=True)
        named(self.tail, f"background.tail:{row.id}", self.tr("Last output"))
        self.note = Label("", "secondary", wraps=True)
        head = QHBoxLayout()
        head.setSpacing(SPACE_2)
        head.addWidget(self.picture, 0, Qt.AlignmentFlag.AlignTop)
        head.addWidget(self.command, 1)
        head.addWidget(self.word)
        head.addWidget(self.stop)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_1)
        column.addLayout(head)
        column.addWidget(self.tail)
        column.addWidget(self.note)
        self.stop.clicked.connect(partial(self.stop_requested.emit, row.id))
        self.show_row(row)

    def show_row(self, row: CommandRow) -> None:
        """Shows what became of the command."""
        self.picture.set_picture(row.icon, row.role)
        self.command.setText(row.command)
        self.word.setText(row.word)
        set_reason(self.stop, row.stop_reason)
        for label, text in ((self.tail, row.tail), (self.note, row.note)):
            label.setText(text)
            label.setVisible(bool(text))
        self.setAccessibleDescription(". ".join(part for part in (row.word, row.note, row.tail) if part))


class WorkStrip(QFrame):
    """Both lines; it takes no focus and hides when there is nothing to tell."""

    stop_requested = Signal(str)

    def __init__(self, theme: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "work", self.tr("Work beside the chat"))
        set_look(self, "card")
        self._theme = theme
        self._state = WorkState()
        self.checklist = FoldLine(theme, "checklist", self.tr("Checklist"))
        self.background = FoldLine(theme, "background", self.tr("Background commands"))
        self._commands: dict[str, CommandLine] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_2, SPACE_1, SPACE_2, SPACE_1)
        column.setSpacing(0)
        column.addWidget(self.checklist)
        column.addWidget(self.background)

    def show_state(self, state: WorkState) -> None:
        """Shows both lists; rows that stay are kept, so that a growing output moves nothing else."""
        before, self._state = self._state, state
        self.checklist.show_line(state.items_line)
        if state.items != before.items:
            self._show_items(state.items)
        self.background.show_line(state.commands_line)
        if state.commands != before.commands:
            self._show_commands(state.commands)
        self.setVisible(bool(state.items_line or state.commands_line))

    def _show_items(self, items: tuple[ItemRow, ...]) -> None:
        self.checklist.clear()
        for item in items:
            line = QWidget(self.checklist.below)
            line.setAccessibleName(f"{item.word}: {item.text}")
            row = QHBoxLayout(line)
            row.setContentsMargins(0, 0, 0, 0)
            row.setSpacing(SPACE_2)
            row.addWidget(PictureLabel(self._theme, item.icon, item.role), 0, Qt.AlignmentFlag.AlignTop)
            row.addWidget(Label(item.text, wraps=True), 1)
            row.addWidget(Label(item.word, "secondary"), 0, Qt.AlignmentFlag.AlignTop)
            self.checklist.column.addWidget(line)

    def _show_commands(self, rows: tuple[CommandRow, ...]) -> None:
        wanted = {row.id for row in rows}
        for gone in [key for key in self._commands if key not in wanted]:
            line = self._commands.pop(gone)
            line.hide()
            line.deleteLater()
        for row in rows:
            if row.id in self._commands:
                self._commands[row.id].show_row(row)
                continue
            line = CommandLine(self._theme, row, self.background.below)
            line.stop_requested.connect(self.stop_requested)
            self._commands[row.id] = line
            self.background.column.addWidget(line)

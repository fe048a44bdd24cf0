"""Commands that are typed: `/` lists them, a known one runs, an unknown one is not sent unasked (U100)."""

import re
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from qodev.ui.chat.composer_input import ComposerInput
from qodev.ui.kit.actions import ActionSet
from qodev.ui.kit.theme import SPACE_1, set_look
from qodev.ui.kit.widgets import named

_TYPED = re.compile(r"/([a-z_]*)")
_SENT = re.compile(r"/([a-z_]+)(\s.*)?", re.DOTALL)
_NAME = Qt.ItemDataRole.UserRole + 1
_CHOOSE = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Tab)


@dataclass(frozen=True, slots=True)
class SlashCommand:
    """One command and the action that it runs; `status` runs none."""

    name: str
    action: str


COMMANDS = (
    SlashCommand("new", "new_conversation"),
    SlashCommand("agent", "choose_agent"),
    SlashCommand("role", "choose_role"),
    SlashCommand("find", "find"),
    SlashCommand("status", ""),
    SlashCommand("plan", "toggle_plan"),
    SlashCommand("build", "toggle_plan"),
    SlashCommand("profile", "choose_profile"),
    SlashCommand("mode", "mode_ask"),
    SlashCommand("compact", "compact"),
    SlashCommand("rewind", "rewind"),
    SlashCommand("fork", "fork"),
    SlashCommand("replay", "replay"),
    SlashCommand("export", "export"),
    SlashCommand("usage", "usage"),
)


def typed_command(text: str) -> str | None:
    """Returns the name of a command that stands at the start of a message, None when it is an ordinary message."""
    found = _SENT.fullmatch(text.strip())
    return found.group(1) if found is not None else None


def find_command(name: str) -> SlashCommand | None:
    """Returns the command of that name."""
    return next((command for command in COMMANDS if command.name == name), None)


class CommandList(QFrame):
    """The commands that fit what is being typed, above the composer; the focus stays in the field."""

    chosen = Signal(str)

    def __init__(self, field: ComposerInput, actions: ActionSet, host: QWidget) -> None:
        super().__init__(host)
        set_look(self, "card")
        self._field = field
        self._actions = actions
        self._host = host
        self._dismissed = ""
        self.list = QListWidget()
        named(self.list, "composer.completion", self.tr("Commands"))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_1, SPACE_1, SPACE_1, SPACE_1)
        column.addWidget(self.list)
        self.hide()
        field.textChanged.connect(self._on_text_changed)
        field.installEventFilter(self)
        self.list.itemClicked.connect(self._on_item_clicked)

    def _on_text_changed(self) -> None:
        text = self._field.toPlainText()
        typed = _TYPED.fullmatch(text)
        if typed is None or text == self._dismissed:
            self.hide()
            return
        self._dismissed = ""
        self.list.clear()
        for command in COMMANDS:
            if command.name.startswith(typed.group(1)):
                self.list.addItem(self._item(command))
        self.list.setCurrentRow(0)
        self.setVisible(self.list.count() > 0)
        self._place()

    def _item(self, command: SlashCommand) -> QListWidgetItem:
        if command.action:
            reason = self._actions.reason(command.action)
            about = reason or self._actions.spec(command.action).tip
            keys = self._actions[command.action].shortcut().toString()
        else:
            about, keys = self.tr("Shows agent, model and context"), ""
        item = QListWidgetItem("  ".join(part for part in (f"/{command.name}", about, keys) if part))
        item.setData(_NAME, command.name)
        item.setToolTip(about)
        return item

    def _place(self) -> None:
        row = max(1, self.list.sizeHintForRow(0))
        self.resize(self._host.width() * 2 // 3, min(8, self.list.count()) * row + 4 * SPACE_1)
        top = self._field.mapTo(self._host, QPoint(0, 0))
        self.move(top.x(), max(0, top.y() - self.height() - 2 * SPACE_1))
        self.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not self.isVisible() or event.type() is not QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        key = Qt.Key(event.key())
        if self._field.is_composing:
            return False
        if key in _CHOOSE:
            self._choose(self.list.currentItem())
        elif key in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            step = 1 if key == Qt.Key.Key_Down else -1
            self.list.setCurrentRow((self.list.currentRow() + step) % self.list.count())
        elif key == Qt.Key.Key_Escape:
            self._dismissed = self._field.toPlainText()
            self.hide()
        else:
            return False
        return True

    def _on_item_clicked(self, item: QListWidgetItem) -> None:
        self._choose(item)

    def _choose(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self.hide()
            self._field.clear()
            self.chosen.emit(str(item.data(_NAME)))

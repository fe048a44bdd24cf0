"""Commands that are typed: `/` lists them, a known one runs, an unknown one is not sent unasked (U100)."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QListWidgetItem, QWidget

from qodev.ui.chat.composer_input import ComposerInput
from qodev.ui.chat.composer_list import ComposerList
from qodev.ui.kit.actions import ActionSet
from qodev.ui.kit.widgets import named

if TYPE_CHECKING:
    from qodev.ui.models.mention_rows import SkillCommand

_TYPED = re.compile(r"/([A-Za-z0-9_-]*)")
_SENT = re.compile(r"/([A-Za-z][A-Za-z0-9_-]*)(\s.*)?", re.DOTALL)
_NAME = Qt.ItemDataRole.UserRole + 1


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


def typed_arguments(text: str) -> str:
    """Returns what stands behind the name of a command."""
    found = _SENT.fullmatch(text.strip())
    return (found.group(2) or "").strip() if found is not None else ""


def find_command(name: str) -> SlashCommand | None:
    """Returns the command of that name."""
    return next((command for command in COMMANDS if command.name == name), None)


class CommandList(ComposerList):
    """The commands that fit what is being typed: qodev's own, then the skills."""

    chosen = Signal(str)

    def __init__(
        self, field: ComposerInput, actions: ActionSet, host: QWidget, skills: "Callable[[], Sequence[SkillCommand]]"
    ) -> None:
        super().__init__(field, host)
        named(self.list, "composer.completion", self.tr("Commands"))
        self._actions = actions
        self._skills = skills
        self.picked.connect(self._on_picked)
        field.textChanged.connect(self._on_text_changed)

    def _on_text_changed(self) -> None:
        text = self._field.toPlainText()
        typed = _TYPED.fullmatch(text)
        if typed is None or self.is_dismissed(text):
            self.hide()
            return
        begun = typed.group(1).casefold()
        own = [self._item(command) for command in COMMANDS if command.name.startswith(begun)]
        names = {command.name for command in COMMANDS}
        skills = (s for s in self._skills() if s.name.casefold().startswith(begun) and s.name.casefold() not in names)
        self.show_items((*own, *(_row(skill.name, skill.about, "") for skill in skills)))

    def _item(self, command: SlashCommand) -> QListWidgetItem:
        if command.action:
            reason = self._actions.reason(command.action)
            about = reason or self._actions.spec(command.action).tip
            keys = self._actions[command.action].shortcut().toString()
        else:
            about, keys = self.tr("Shows agent, model and context"), ""
        return _row(command.name, about, keys)

    def _on_picked(self, item: QListWidgetItem) -> None:
        """Runs a command; a skill is put into the field, since arguments and a request may follow."""
        name = str(item.data(_NAME))
        self.hide()
        if find_command(name) is None:
            self._field.replace_text(f"/{name} ")
        else:
            self._field.clear()
            self.chosen.emit(name)


def _row(name: str, about: str, keys: str) -> QListWidgetItem:
    item = QListWidgetItem("  ".join(part for part in (f"/{name}", about, keys) if part))
    item.setData(_NAME, name)
    item.setToolTip(about)
    return item

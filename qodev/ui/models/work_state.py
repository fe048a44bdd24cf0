"""What stands beside the messages of a Code task, as values: the checklist and the commands in the background (P190)."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from qodev.base.text import mark_hidden, show_hidden
from qodev.types.work import BackgroundCommand, BackgroundState, ChecklistItem, ItemStatus
from qodev.ui.models.marks import QT_TRANSLATE_NOOP

_TAIL_LINES = 6
_ICONS = {
    ItemStatus.PENDING: ("draft", "muted"),
    ItemStatus.IN_PROGRESS: ("running", "accent"),
    ItemStatus.COMPLETED: ("check", "allow"),
}
_WORDS = {
    ItemStatus.PENDING: QT_TRANSLATE_NOOP("Work", "To do"),
    ItemStatus.IN_PROGRESS: QT_TRANSLATE_NOOP("Work", "In progress"),
    ItemStatus.COMPLETED: QT_TRANSLATE_NOOP("Work", "Done"),
}
_STATES = {
    BackgroundState.RUNNING: (QT_TRANSLATE_NOOP("Work", "Running"), "running", "accent"),
    BackgroundState.STOPPING: (QT_TRANSLATE_NOOP("Work", "Stopping"), "stop", "ask"),
    BackgroundState.ENDED: (QT_TRANSLATE_NOOP("Work", "Ended"), "stopped", "muted"),
}


def _tr(text: str, count: int = -1) -> str:
    return QCoreApplication.translate("Work", text, "", count)


@dataclass(frozen=True, slots=True)
class ItemRow:
    """One thing to do."""

    text: str
    word: str
    icon: str
    role: str


@dataclass(frozen=True, slots=True)
class CommandRow:
    """One command in the background: `tail` are its last lines, `note` is how it ended or what may still run."""

    id: str
    command: str
    word: str
    icon: str
    role: str
    tail: str = ""
    note: str = ""
    stop_reason: str = ""  # why nothing can be stopped


@dataclass(frozen=True, slots=True)
class WorkState:
    """Both lists with the line that stands for each while it is closed; "" hides a list."""

    items: tuple[ItemRow, ...] = ()
    items_line: str = ""
    commands: tuple[CommandRow, ...] = ()
    commands_line: str = ""


def work_state(items: Sequence[ChecklistItem], commands: Sequence[BackgroundCommand]) -> WorkState:
    """Returns what is shown of a conversation; nothing of what a model or a command wrote is interpreted (S187)."""
    done = sum(item.status is ItemStatus.COMPLETED for item in items)
    now = next((item.text for item in items if item.status is ItemStatus.IN_PROGRESS), "")
    line = _tr("{0} of {1} done").format(done, len(items)) if items else ""
    running = sum(_counts(command) for command in commands)
    return WorkState(
        tuple(ItemRow(show_hidden(one.text), _tr(_WORDS[one.status]), *_ICONS[one.status]) for one in items),
        f"{line} · {show_hidden(now)}" if now else line,
        tuple(_command_row(command) for command in commands),
        _commands_line(running, len(commands)),
    )


def _commands_line(running: int, known: int) -> str:
    if running:
        return _tr("%n command(s) in the background", running)
    return _tr("No command runs in the background any more") if known else ""


def _counts(command: BackgroundCommand) -> bool:
    return command.state is not BackgroundState.ENDED or command.has_left


def _stop_reason(command: BackgroundCommand) -> str:
    if command.state is BackgroundState.STOPPING:
        return _tr("It is stopping.")
    return "" if _counts(command) else _tr("It has ended.")


def _command_row(command: BackgroundCommand) -> CommandRow:
    word, icon, role = _STATES[command.state]
    lines = mark_hidden(command.tail.replace("\r\n", "\n")).rstrip("\n").split("\n")[-_TAIL_LINES:]
    return CommandRow(
        command.id,
        show_hidden(command.command),
        _tr(word),
        icon,
        role,
        "\n".join(lines),
        show_hidden(command.note),
        _stop_reason(command),
    )

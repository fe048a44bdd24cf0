"""What the actions of the Conversation menu and the menu of a row do (U15, U27)."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

from qodev.ui.chat.chat_view import ChatView
from qodev.ui.chat.conversations import Sidebar
from qodev.ui.chat.mention_list import MentionList
from qodev.ui.chat.slash import CommandList, find_command, typed_arguments, typed_command
from qodev.ui.kit.actions import ActionSet
from qodev.ui.kit.widgets import named
from qodev.ui.models.chat_state import ChatState

if TYPE_CHECKING:
    from qodev.ui.presenters.bundle import Presenters

_NEEDS_ONE = ("rename", "pin", "view_request", "export")
_NEEDS_QUIET = ("archive", "delete", "fork", "rewind")


class ConversationCommands(QObject):
    """Runs actions on the open conversation and keeps their reasons up to date."""

    def __init__(self, window: QWidget, actions: ActionSet, view: ChatView, sidebar: Sidebar) -> None:
        super().__init__(window)
        self._window = window
        self._actions = actions
        self._view = view
        self._sidebar = sidebar
        self._presenters: Presenters | None = None
        self._row = ""
        self._runs: dict[str, Callable[[], None]] = {}
        self.show_state(ChatState())

    def attach(self, presenters: "Presenters") -> None:
        """Begins to act."""
        self._presenters = presenters
        chat, conversations = presenters.chat, presenters.conversations
        self._runs = {
            "new_conversation": conversations.create,
            "next_conversation": partial(conversations.select_beside, 1),
            "previous_conversation": partial(conversations.select_beside, -1),
            "send": self._on_send_requested,
            "send_now": chat.send_now,
            "stop": chat.stop_turn,
            "resume": chat.retry,
            "choose_agent": self._view.composer.agent.open_popup,
            "choose_role": self._view.composer.role.open_popup,
            "rename": self._view.header.edit_title,
            "pin": self._pin,
            "archive": self._archive,
            "delete": self._delete,
        }
        chat.state_changed.connect(self.show_state)
        conversations.current_changed.connect(self._on_current_changed)
        self._sidebar.rename_requested.connect(self._on_rename_requested)
        self._sidebar.menu_requested.connect(self._on_menu_requested)
        self._view.composer.attach_requested.connect(self._on_attach_requested)
        self._view.composer.send_requested.connect(self._on_send_requested)
        field, mentions = self._view.composer.input, presenters.mentions
        self.completion = CommandList(field, self._actions, self._view, lambda: mentions.skills)
        self.completion.chosen.connect(self._run_command)
        self.mentions = MentionList(field, self._view)
        self.mentions.asked.connect(mentions.ask)
        self.mentions.dropped.connect(mentions.drop)
        self.mentions.taken.connect(mentions.attach)
        self.mentions.pick_requested.connect(self._on_attach_requested)
        self.mentions.said.connect(self._view.said)
        mentions.state_changed.connect(self.mentions.show_state)

    def run(self, name: str) -> bool:
        """Runs an action of its own; tells whether it is one."""
        if name in self._runs:
            self._runs[name]()
        return name in self._runs

    def show_state(self, state: ChatState) -> None:
        """Disables what cannot be done now, with the reason."""
        actions = self._actions
        missing = "" if state.conversation_id else self.tr("No conversation is open.")
        running = self.tr("It is running. Stop it first.") if state.is_running else ""
        for name in _NEEDS_ONE:
            actions.set_reason(name, missing)
        for name in _NEEDS_QUIET:
            actions.set_reason(name, missing or running)
        actions.set_reason("send", state.send_reason)
        actions.set_reason("send_now", "" if state.is_running else state.send_reason)
        actions.set_reason(
            "stop", "" if state.is_running and not state.is_stopping else self.tr("Nothing is running here.")
        )
        actions.set_reason("resume", "" if state.can_retry else self.tr("There is nothing to continue."))
        for name in ("choose_agent", "choose_role"):
            actions.set_reason(name, missing)

    def _on_current_changed(self, conversation: object) -> None:
        self._actions["pin"].setChecked(bool(getattr(conversation, "pinned", False)))
        self._actions["archive"].setChecked(bool(getattr(conversation, "archived", False)))

    def _current_id(self) -> str:
        return self._presenters.conversations.state.selected if self._presenters is not None else ""

    def _pin(self) -> None:
        if self._presenters is not None:
            self._presenters.conversations.pin(self._current_id(), self._actions["pin"].isChecked())

    def _archive(self) -> None:
        if self._presenters is not None:
            self._presenters.conversations.archive(self._current_id(), self._actions["archive"].isChecked())

    def _delete(self) -> None:
        if self._presenters is not None:
            self._presenters.conversations.delete(self._current_id())

    def _on_rename_requested(self, conversation_id: str) -> None:
        if self._presenters is not None:
            self._presenters.conversations.select(conversation_id)
            self._view.header.edit_title()

    def _on_menu_requested(self, conversation_id: str, place: QPoint) -> None:
        if self._presenters is None:
            return
        conversations = self._presenters.conversations
        found = conversations.find(conversation_id)
        if found is None:
            return
        self._row = conversation_id
        reason = conversations.why_not_removed(conversation_id)
        menu = QMenu(self._window)
        named(menu, "sidebar.menu", self.tr("Conversation"))
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setToolTipsVisible(True)
        menu.addAction(self.tr("Open")).triggered.connect(partial(conversations.select, conversation_id))
        menu.addAction(self.tr("Rename")).triggered.connect(partial(self._on_rename_requested, conversation_id))
        pin = menu.addAction(self.tr("Unpin") if found.pinned else self.tr("Pin"))
        pin.triggered.connect(partial(conversations.pin, conversation_id, not found.pinned))
        menu.addSeparator()
        archive = menu.addAction(self.tr("Back to conversations") if found.archived else self.tr("Archive"))
        archive.triggered.connect(partial(conversations.archive, conversation_id, not found.archived))
        delete = menu.addAction(self.tr("Delete"))
        delete.triggered.connect(partial(conversations.delete, conversation_id))
        for action in (archive, delete):
            action.setEnabled(not reason)
            action.setToolTip(reason)
        menu.popup(place)

    def _on_send_requested(self) -> None:
        text = self._view.composer.input.toPlainText()
        name = typed_command(text)
        if name is None:
            self._send()
        elif find_command(name) is not None:
            self._view.composer.input.clear()
            self._run_command(name)
        elif self._presenters is not None and self._presenters.mentions.is_skill(name):
            self._presenters.mentions.use_skill(name, typed_arguments(text), self._current_id())
        else:
            self._ask_to_send(name)

    def _send(self) -> None:
        if self._presenters is not None:
            self._presenters.chat.send()

    def _ask_to_send(self, name: str) -> None:
        from qodev.ui.kit.dialogs import Question, QuestionDialog

        text = self.tr("Unknown command `/{0}`. Send it as text?").format(name)
        question = Question(
            "dialog.command", self.tr("Unknown command"), text, self.tr("Send as text"), self.tr("Keep editing"), False
        )
        dialog = QuestionDialog(question, self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.accepted.connect(self._send)
        dialog.open()

    def _run_command(self, name: str) -> None:
        command = find_command(name)
        if command is None:
            return
        reason = self._actions.reason(command.action) if command.action else self._status()
        if reason:
            self._view.said.emit(reason)
        elif name in ("plan", "build") and self._presenters is not None:
            task = self._presenters.task  # the action alternates, the word says which one
            (task.choose_plan if name == "plan" else task.choose_build)()
        elif name == "mode":
            self._view.composer.tasks.mode.open_popup()
        else:
            self._actions[command.action].trigger()

    def _status(self) -> str:
        if self._presenters is None:
            return self.tr("qodev is still starting.")
        state = self._presenters.chat.state
        agent = state.model.agent or state.agent_label
        model = state.model.model and self.tr("model {0}").format(state.model.model)
        parts = (self.tr("Agent {0}").format(agent), model, state.context, state.state, *self._of_project())
        return " · ".join(part for part in parts if part)

    def _of_project(self) -> tuple[str, ...]:
        """Returns trust, mode, rules and profile of the project in view, in words."""
        if self._presenters is None or not self._presenters.mode.state.project:
            return ()
        mode, trust, task = self._presenters.mode.state, self._presenters.trust.state, self._presenters.task.state
        return (
            trust.word.value.text if trust.word is not None else "",
            self.tr("mode {0}").format(mode.word),
            self.tr("%n exact rule(s)", "", mode.rules),
            self.tr("profile {0}").format(task.label) if task.is_code else "",
        )

    def _on_attach_requested(self) -> None:
        dialog = QFileDialog(self._window, self.tr("Attach files"))
        named(dialog, "dialog.attach", self.tr("Attach files"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.filesSelected.connect(self._on_files_selected)
        dialog.open()

    def _on_files_selected(self, paths: list[str]) -> None:
        if self._presenters is not None:
            self._presenters.chat.attach_paths(tuple(paths))

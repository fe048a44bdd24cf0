"""Connects what a Code task shows beside its transcript: waiting messages, questions, a checklist and background commands above the composer."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication

from qodev.ui.chat.centre import Centre
from qodev.ui.kit.theme import ThemeController
from qodev.ui.kit.widgets import is_inside

if TYPE_CHECKING:  # models of views that may never be made are not needed for the start (F19)
    from qodev.ui.chat.prompt import PromptArea
    from qodev.ui.chat.queue_list import QueueList
    from qodev.ui.chat.work_strip import WorkStrip
    from qodev.ui.models.question_state import QuestionsState
    from qodev.ui.models.queue_state import QueueListState
    from qodev.ui.models.work_state import WorkState
    from qodev.ui.presenters.bundle import Presenters


class TaskPane(QObject):
    """Makes the views when something is to be seen first, and decides nothing."""

    page_wanted = Signal(str, str)  # a page of the settings, and a control on it

    def __init__(self, centre: Centre, theme: ThemeController) -> None:
        super().__init__(centre)
        self._centre = centre
        self._theme = theme
        self._presenters: Presenters | None = None
        self.prompts: PromptArea | None = None
        self.queue: QueueList | None = None
        self.strip: WorkStrip | None = None

    def attach(self, presenters: "Presenters") -> None:
        """Begins to show."""
        self._presenters = presenters
        presenters.questions.state_changed.connect(self._on_questions_changed)
        presenters.questions.conversation_wanted.connect(presenters.conversations.select)
        presenters.queue.state_changed.connect(self._on_queue_changed)
        self._on_questions_changed(presenters.questions.state)
        self._on_queue_changed(presenters.queue.state)
        presenters.work.state_changed.connect(self._on_work_changed)
        self._on_work_changed(presenters.work.state)

    def _on_questions_changed(self, state: "QuestionsState") -> None:
        if self.prompts is None:
            if not state.total:
                return
            self.prompts = self._make_prompts()
        self.prompts.show_state(state)

    def _on_work_changed(self, state: "WorkState") -> None:
        if self.strip is None:
            if not (state.items_line or state.commands_line):
                return
            from qodev.ui.chat.work_strip import WorkStrip

            assert self._presenters is not None, "attached"
            self.strip = WorkStrip(self._theme)
            self.strip.stop_requested.connect(self._presenters.work.stop_command)
            self._centre.chat.add_above_composer(self.strip)
        self.strip.show_state(state)

    def _make_prompts(self) -> "PromptArea":
        from qodev.ui.chat.prompt import PromptArea

        assert self._presenters is not None, "attached"
        made = PromptArea(self._theme)
        questions = self._presenters.questions
        made.answered.connect(questions.answer)
        made.next_requested.connect(questions.go_on)
        made.contain_requested.connect(self._on_contain_requested)
        made.deny_all_requested.connect(questions.deny_all)
        self._centre.chat.add_above_composer(made)
        return made

    def _on_contain_requested(self) -> None:
        self.page_wanted.emit("permissions", "settings.permissions.contain")

    def _on_queue_changed(self, state: "QueueListState") -> None:
        if self.queue is None:
            if not state.rows:
                return
            self.queue = self._make_queue()
        self.queue.show_state(state)

    def _make_queue(self) -> "QueueList":
        from qodev.ui.chat.queue_list import QueueList

        assert self._presenters is not None, "attached"
        made = QueueList(self._theme)
        queue = self._presenters.queue
        made.edited.connect(queue.edit)
        made.moved.connect(queue.move)
        made.removed.connect(queue.remove)
        made.now_requested.connect(queue.send_now)
        made.resume_requested.connect(queue.resume)
        made.discard_requested.connect(queue.discard)
        self._centre.chat.add_above_composer(made)
        return made

    def focus_question(self) -> bool:
        """Puts the focus on the first open question; tells whether it was not there before."""
        if self.prompts is None or is_inside(QApplication.focusWidget(), self.prompts):
            return False
        return self.prompts.focus_first()

    def go_on(self) -> None:
        """Opens a conversation in which a question waits, or that needs the user otherwise."""
        if self._presenters is not None and not self._presenters.questions.go_on():
            self._presenters.conversations.select_waiting()

"""Everything about the project in view outside the settings: picker, sheet, banner, status bar, actions, the Auto question."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QApplication, QFileDialog, QMenu, QWidget

from qodev.types.permissions import ProjectMode
from qodev.ui.chat.centre import Centre
from qodev.ui.chat.conversations import Sidebar
from qodev.ui.kit.actions import ActionSet
from qodev.ui.kit.panes import come_to_front
from qodev.ui.kit.status_bar import StatusBar
from qodev.ui.kit.theme import ThemeController
from qodev.ui.kit.widgets import named
from qodev.ui.models.mode_words import MODES, AutoQuestion, ModeState
from qodev.ui.models.project_state import ALL, NONE, ProjectsState
from qodev.ui.models.task_state import TaskState, no_project
from qodev.ui.models.trust_state import SheetState, TrustState

if TYPE_CHECKING:
    from qodev.ui.chat.trust_sheet import TrustDiff, TrustSheet
    from qodev.ui.presenters.bundle import Presenters

_RECENT_MOST = 12


class ProjectPane(QObject):
    """Connects views and presenters of projects; it decides nothing."""

    action_wanted = Signal(str)  # an action of the menus
    page_wanted = Signal(str, str)  # a page of the settings, and a control on it
    problems_wanted = Signal()

    def __init__(
        self, window: QWidget, theme: ThemeController, actions: ActionSet, centre: Centre, sidebar: Sidebar
    ) -> None:
        super().__init__(window)
        self._window = window
        self._theme = theme
        self._actions = actions
        self._centre = centre
        self._sidebar = sidebar
        self._presenters: Presenters | None = None
        self._sheet: TrustSheet | None = None
        self._diff: TrustDiff | None = None
        self._recent = QMenu(window)
        named(self._recent, "menu.recent_projects", self.tr("Recent projects"))
        self._recent.setToolTipsVisible(True)
        actions["recent_projects"].setMenu(self._recent)
        self._show_task(TaskState(code_reason=no_project()))
        self._show_mode(ModeState())
        self._show_trust(TrustState())
        self._show_projects(ProjectsState())

    def attach(self, presenters: "Presenters", status: StatusBar) -> None:
        """Begins to show and to act."""
        self._presenters = presenters
        self._status = status
        self._connect_views(presenters)
        row = self._centre.chat.composer.tasks
        for signal, show in (
            (presenters.projects.state_changed, self._show_projects),
            (presenters.trust.state_changed, self._show_trust),
            (presenters.mode.state_changed, self._show_mode),
            (presenters.task.state_changed, self._show_task),
        ):
            signal.connect(show)
        presenters.task.state_changed.connect(row.show_task)
        presenters.mode.state_changed.connect(row.show_mode)
        presenters.trust.sheet_ready.connect(self._on_sheet_ready)
        presenters.trust.diff_ready.connect(self._on_diff_ready)
        presenters.trust.closed.connect(self._centre.show_chat)
        presenters.mode.auto_asked.connect(self._on_auto_asked)
        presenters.mode.auto_kept.connect(self._on_mode_kept)
        row.show_task(presenters.task.state)
        row.show_mode(presenters.mode.state)

    def _connect_views(self, presenters: "Presenters") -> None:
        head, chat = self._sidebar.project, self._centre.chat
        row = chat.composer.tasks
        head.chosen.connect(presenters.projects.choose)
        head.open_requested.connect(self.open_folder)
        self._centre.project_requested.connect(self._on_first_project)
        head.reattach_requested.connect(self._on_reattach)
        row.task.chosen.connect(presenters.task.set_code)
        row.trust_requested.connect(presenters.trust.open)
        row.profile.chosen.connect(presenters.task.choose)
        row.profile.refresh_requested.connect(presenters.task.reload)
        row.profile.manage_requested.connect(partial(self.action_wanted.emit, "manage_profiles"))
        row.profile.problems_requested.connect(self.problems_wanted)
        row.mode.chosen.connect(self._on_mode_chosen)
        chat.trust_banner_requested.connect(presenters.trust.open)
        self._status.trust_requested.connect(self._on_trust_requested)
        self._status.mode_requested.connect(partial(self.page_wanted.emit, "permissions", "settings.permissions.mode"))
        self._status.branch_requested.connect(presenters.mode.look)
        self._status.contain_requested.connect(
            partial(self.page_wanted.emit, "permissions", "settings.permissions.contain")
        )

    def actions(self) -> dict[str, Callable[[], None]]:
        """Returns what the actions do; called once the presenters are there."""
        presenters = self._presenters
        assert presenters is not None, "attached"
        runs: dict[str, Callable[[], None]] = {
            "open_project": self.open_folder,
            "recent_projects": self._sidebar.project.button.open_popup,
            "new_code_task": presenters.conversations.begin_task,
            "toggle_task": presenters.task.toggle_code,
            "toggle_plan": presenters.task.switch_plan,
            "choose_profile": self._centre.chat.composer.tasks.profile.open_popup,
            "trust": presenters.trust.toggle,
        }
        return runs | {f"mode_{mode.value}": partial(self._on_mode_chosen, mode.value) for mode in MODES}

    # What the presenters tell.

    def _show_projects(self, state: ProjectsState) -> None:
        self._sidebar.project.show_state(state)
        self._recent.clear()
        rows = [row for row in state.rows if row.value not in (ALL, NONE)][:_RECENT_MOST]
        for row in rows:
            action = self._recent.addAction(row.name)
            action.setToolTip(row.spoken)
            action.triggered.connect(partial(self._choose, row.value))
        self._actions.set_reason("recent_projects", "" if rows else self.tr("No project was opened yet."))

    def _choose(self, value: str) -> None:
        if self._presenters is not None:
            self._presenters.projects.choose(value)

    def _show_task(self, state: TaskState) -> None:
        missing = "" if state.conversation_id else self.tr("No conversation is open.")
        self._actions.set_reason("toggle_task", missing or ("" if state.is_code else state.code_reason))
        self._actions.set_reason("new_code_task", state.code_reason)
        for name in ("toggle_plan", "choose_profile"):
            self._actions.set_reason(name, state.profile_reason)

    def _show_mode(self, state: ModeState) -> None:
        for mode in MODES:
            name = f"mode_{mode.value}"
            self._actions.set_reason(name, state.why_not(mode))
            self._actions[name].setChecked(bool(state.project) and mode is (state.mode or ProjectMode.ASK))
        if self._presenters is not None:
            self._status.show_mode(state)

    def _show_trust(self, state: TrustState) -> None:
        action = self._actions["trust"]
        text = self.tr("Stop trusting this folder") if state.is_trusted else self.tr("Trust this folder…")
        action.setText(text)
        self._actions.set_reason("trust", "" if state.project else self.tr("No project is open."))
        if self._presenters is None:
            return
        self._status.show_trust(state.word.value if state.word is not None else None, state.tip)
        self._centre.chat.show_trust(state.banner)

    # The sheet and the diff.

    def _on_sheet_ready(self, state: SheetState) -> None:
        assert self._presenters is not None, "attached"
        if self._sheet is None:
            from qodev.ui.chat.trust_sheet import TrustSheet

            self._sheet = TrustSheet(self._theme)
            self._sheet.accepted.connect(self._presenters.trust.accept)
            self._sheet.parent_accepted.connect(self._presenters.trust.accept_parent)
            self._sheet.declined.connect(self._presenters.trust.decline)
            self._centre.addWidget(self._sheet)
        self._sheet.show_state(state)
        self._bring(self._sheet)

    def _bring(self, page: QWidget) -> None:
        """Shows a page of the centre, before the settings window if that is in front."""
        self._centre.setCurrentWidget(page)
        if QApplication.activeWindow() not in (None, self._window):
            come_to_front(self._window)

    def _on_diff_ready(self, state: SheetState) -> None:
        assert self._presenters is not None, "attached"
        if self._diff is None:
            from qodev.ui.chat.trust_sheet import TrustDiff

            self._diff = TrustDiff(self._theme)
            self._diff.files_accepted.connect(self._presenters.trust.accept_files)
            self._diff.revoked.connect(partial(self._presenters.trust.revoke, ""))
            self._diff.declined.connect(self._centre.show_chat)
            self._centre.addWidget(self._diff)
        self._diff.show_state(state)
        self._bring(self._diff)

    # What the views wish.

    def _on_mode_chosen(self, value: str) -> None:
        if self._presenters is not None:
            self._presenters.mode.choose(ProjectMode(value))
            self._on_mode_kept()

    def _on_mode_kept(self) -> None:
        """Marks the mode that is in force: an action that was chosen has marked itself."""
        if self._presenters is not None:
            self._show_mode(self._presenters.mode.state)

    def _on_trust_requested(self) -> None:
        if self._presenters is None:
            return
        state = self._presenters.trust.state
        if state.is_trusted and not state.pending:
            self.page_wanted.emit("permissions", "settings.permissions.folders")
        else:
            self._presenters.trust.open()

    def open_folder(self) -> None:
        """Asks for a folder and opens it."""
        if self._presenters is not None:
            self._ask_folder(self.tr("Open project"), "dialog.open_project", self._presenters.projects.open)

    def _on_first_project(self) -> None:
        if self._presenters is not None:
            self._ask_folder(self.tr("Open project"), "dialog.open_project", self._presenters.first_run.use_project)

    def _on_reattach(self) -> None:
        if self._presenters is not None:
            self._ask_folder(self.tr("Choose another folder"), "dialog.reattach", self._presenters.projects.reattach)

    def _ask_folder(self, title: str, name: str, take: Callable[[str], None]) -> None:
        dialog = QFileDialog(self._window, title)
        named(dialog, name, title)
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(take)
        dialog.open()

    def _on_auto_asked(self, question: AutoQuestion) -> None:
        from qodev.ui.kit.dialogs import Question, QuestionDialog

        title, act = self.tr("Switch to Auto?"), self.tr("Switch to Auto")
        asked = Question("dialog.auto", title, question.text, act, question.keep, offer=question.offer)
        dialog = QuestionDialog(asked, QApplication.activeWindow() or self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.answered.connect(self._on_auto_answered)
        dialog.open()

    def _on_auto_answered(self, is_wanted: bool, contains: bool) -> None:  # noqa: FBT001  a slot
        if self._presenters is not None:
            self._presenters.mode.answer_auto(is_wanted=is_wanted, contains=contains)

"""The Agents page: the list with its filter at the left, the editor at the right (U43 to U45)."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QPoint, Qt
from PySide6.QtWidgets import QHBoxLayout, QMenu, QSplitter, QVBoxLayout, QWidget

from qodev.ui.kit.dialogs import QuestionDialog
from qodev.ui.kit.messages import ToastView
from qodev.ui.kit.theme import SPACE_2, SPACE_4, ThemeController
from qodev.ui.kit.widgets import Label, named
from qodev.ui.models.agent_editor_state import EditorState
from qodev.ui.models.agent_rows import AgentListState, AgentRow, AgentRowKind
from qodev.ui.models.agent_wishes import DeleteQuestion
from qodev.ui.models.document_state import Comparison
from qodev.ui.models.notices import Toast
from qodev.ui.pages.agent_dialogs import NewAgentDialog, RenameDialog, delete_question
from qodev.ui.pages.agent_editor import AgentEditor
from qodev.ui.pages.agent_list_pane import AgentListPane
from qodev.ui.pages.comparison import CompareDialog
from qodev.ui.pages.page import SearchEntry, SettingsPage, Target
from qodev.ui.pages.request_pane import RequestPane

if TYPE_CHECKING:
    from qodev.ui.presenters.bundle import Presenters

_LIST_PX, _EDITOR_PX = 324, 464


class AgentsPage(SettingsPage):
    """Connects list, editor and dialogs with the presenters of the page."""

    def __init__(self, theme: ThemeController, presenters: "Presenters", parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._presenters = presenters
        self._own = presenters.agent_page
        self._wanted = ""  # the name of an agent that is to be shown once it is listed
        self._rename: RenameDialog | None = None
        self._asked: DeleteQuestion | None = None
        self.pane = AgentListPane(theme)
        self.editor = AgentEditor(theme, self._own)
        self.request = RequestPane(theme)
        self.welcome = Label("", "muted", wraps=True)
        named(self.welcome, "settings.agents.welcome")
        self.rejected = Label("", "error", wraps=True)
        named(self.rejected, "settings.agents.rejected")
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self._lay_out()
        self.editor.set_request(self.request)
        self.request.attach(presenters.live_request)
        self.toast = ToastView(self, self.editor.problems)
        self._connect()

    def _lay_out(self) -> None:
        right = QWidget()
        column = QVBoxLayout(right)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.welcome)
        column.addWidget(self.rejected)
        column.addWidget(self.editor, 1)
        self.rejected.setContentsMargins(SPACE_4, SPACE_2, SPACE_4, 0)
        self.rejected.hide()
        self.welcome.setContentsMargins(SPACE_4, SPACE_4, SPACE_4, SPACE_4)
        self.welcome.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.splitter.setHandleWidth(1)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.addWidget(self.pane)
        self.splitter.addWidget(right)
        self.splitter.setStretchFactor(1, 1)
        self.splitter.setSizes([_LIST_PX, _EDITOR_PX])
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.splitter)
        self.editor.hide()

    def _connect(self) -> None:
        own, pane = self._own, self.pane
        own.list.state_changed.connect(self._on_list_changed)
        own.list.made.connect(self.show_agent)
        own.list.delete_asked.connect(self._on_delete_asked)
        own.list.reloaded.connect(self._on_reloaded)
        own.renamed.connect(self.show_agent)
        own.rename_planned.connect(self._on_rename_planned)
        own.editor.text_opened.connect(self._on_text_opened)
        own.editor.unsaved_text.connect(self.request.set_source)
        own.editor.state_changed.connect(self._on_editor_changed)
        self.request.go_to.connect(self.editor.go_to_place)
        for presenter in own.all:
            presenter.notice_raised.connect(self.notice_raised)
            presenter.toast_raised.connect(self.toast.show_toast)
        own.documents.compared.connect(self._on_compared)
        self._presenters.agents.toast_raised.connect(self._on_toast_raised)
        self.toast.undo_requested.connect(own.undo)
        pane.filter.textChanged.connect(own.list.set_text)
        pane.tag_toggled.connect(own.list.toggle_tag)
        pane.show_hidden.toggled.connect(own.list.show_hidden)
        pane.show_bases.toggled.connect(own.list.show_bases)
        pane.list.picked.connect(self._on_picked)
        pane.list.activated_row.connect(self._on_activated)
        pane.list.delete_requested.connect(self.ask_delete)
        pane.list.menu_requested.connect(self._on_menu_requested)
        pane.new.clicked.connect(self.ask_new)
        pane.new_from.clicked.connect(self.ask_new_from)
        pane.reload.clicked.connect(own.list.expect)
        pane.reload.clicked.connect(self._presenters.agents.reload)
        pane.folder.clicked.connect(self._presenters.general.open_agents_folder)
        pane.open.clicked.connect(self._on_open)
        pane.compare.clicked.connect(self._on_compare)
        pane.delete.clicked.connect(self.ask_delete)
        self.editor.new_from_requested.connect(self.ask_new_from)
        self.editor.rename_requested.connect(self.ask_rename)
        own.tell_again()

    # The page as a part of the settings window

    def opened(self) -> None:
        self._own.list.load()

    def save(self) -> None:
        self._own.documents.save()

    def entries(self) -> tuple[SearchEntry, ...]:
        return (
            SearchEntry(self.tr("Filter agents"), control="settings.agents.filter"),
            SearchEntry(self.tr("Show hidden agents"), key="hidden", control="settings.agents.show_hidden"),
            SearchEntry(self.tr("Show bases"), key="abstract", control="settings.agents.show_bases"),
            SearchEntry(self.tr("New agent"), control="settings.agents.new"),
            SearchEntry(
                self.tr("Model override"),
                self.tr("The model of an agent, chosen apart from its file."),
                "agent_models.json",
                (self.tr("model"),),
                "agent.model_override",
            ),
        )

    def reveal(self, target: Target) -> None:
        if target.item:
            self.show_agent(target.item)
        elif target.path:
            self.editor.show_text()
            self._own.editor.open(target.path, target.line, target.column or 1)
        else:
            super().reveal(target)

    def show_agent(self, name: str) -> None:
        """Selects an agent and opens it, now or once it is listed."""
        self._wanted = name
        self._own.list.make_visible(f"agent:{name}")
        if self.pane.list.choose(f"agent:{name}"):
            self._wanted = ""

    # The list

    def _on_list_changed(self, state: AgentListState) -> None:
        self.pane.show_state(state)
        if self._wanted and self.pane.list.rows.find(f"agent:{self._wanted}") is None:
            self._own.list.make_visible(f"agent:{self._wanted}")
        if self._wanted and self.pane.list.choose(f"agent:{self._wanted}"):
            self._wanted = ""
        self._show_reasons()
        if self.pane.list.current is None:
            self.welcome.setText(self._welcome(state))

    def _welcome(self, state: AgentListState) -> str:
        if not state.rows and state.empty_text:
            return ""
        if not self._own.list.has_own:
            return self.tr("No agent of your own. Use New from this… on a bundled one.")
        return self.tr("Select an agent to see and edit it.")

    def _on_text_opened(self, _text: str) -> None:
        self.welcome.hide()
        self.editor.show()
        self.pane.list.follow(self._own.editor.state.path)

    def _on_editor_changed(self, state: EditorState) -> None:
        self._presenters.live_request.set_origins(state.path, state.leaves)

    def _show_reasons(self) -> None:
        row = self.pane.list.current
        is_rejected = row is not None and row.kind is AgentRowKind.REJECTED
        self.rejected.setText(row.tip if row is not None and is_rejected else "")
        self.rejected.setVisible(is_rejected)
        self.pane.show_row(row, is_own=row is not None and self._is_own(row))

    def _is_own(self, row: AgentRow) -> bool:
        return self._own.is_own(row.path)

    def _on_picked(self, row: AgentRow) -> None:
        has_file = self._own.open_row(row, at_line=row.kind is AgentRowKind.REJECTED)
        self._show_reasons()
        if not has_file:
            self.editor.hide()
            self.welcome.setText(self.tr("`{0}` is part of qodev: no file holds it.").format(row.title))
            self.welcome.show()
        elif self._own.editor.state.path == row.path:
            self._on_text_opened("")
        if row.kind is AgentRowKind.REJECTED:
            self.editor.show_text_beside()

    def _on_activated(self, row: AgentRow) -> None:
        if row.kind is AgentRowKind.REJECTED:
            self._on_open()
        else:
            self.editor.focus_content()

    def _on_open(self) -> None:
        row = self.pane.list.current
        if row is not None:
            self.editor.show_text()
            self._own.open_row(row, at_line=True)

    def _on_compare(self) -> None:
        row = self.pane.list.current
        if row is not None and row.kind is AgentRowKind.AGENT:
            self._presenters.request_tools.body_diff.compare_with(row.name)

    def _on_toast_raised(self, toast: Toast) -> None:
        if self.isVisible():
            self.toast.show_toast(toast)

    def _on_reloaded(self, count: int) -> None:
        if self.isVisible() and not self.toast.undo.isVisible():  # what can be undone stays in sight
            text = QCoreApplication.translate("AgentsPresenter", "%n agent(s) reloaded.", "", count)
            self.toast.show_toast(Toast(text, seconds=4))

    def _on_compared(self, comparison: Comparison) -> None:
        CompareDialog(self.theme, comparison, self).open()

    def _on_menu_requested(self, place: QPoint) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for button, run in (
            (self.pane.new_from, self.ask_new_from),
            (self.pane.open, self._on_open),
            (self.pane.compare, self._on_compare),
            (self.pane.delete, self.ask_delete),
        ):
            action = menu.addAction(button.accessibleName())
            action.setEnabled(button.isEnabled())
            action.setToolTip(button.toolTip())
            action.triggered.connect(run)
        menu.popup(place)

    # Dialogs

    def ask_new(self) -> None:
        """Asks name, base and model of a new agent."""
        self._ask_new("", "")

    def ask_new_from(self) -> None:
        """Asks the name of a new agent that extends the selected one; a free name is offered."""
        row = self.pane.list.current
        if row is not None and row.name:
            self._ask_new(row.name, self._own.list.free_name(row.name))

    def _ask_new(self, base: str, name: str) -> None:
        own = self._own.list
        dialog = NewAgentDialog(self.theme, own.bases(), own.name_problem, self, start=(name, base))
        dialog.wished.connect(own.create)
        dialog.open()

    def ask_delete(self) -> None:
        """Asks before the selected agent or file goes to the trash."""
        row = self.pane.list.current
        if row is None or not self.pane.delete.isEnabled():
            return
        if row.kind is AgentRowKind.AGENT:
            self._own.list.ask_delete(row.name)
        else:
            self._own.list.ask_delete_file(row.path)

    def _on_delete_asked(self, asked: DeleteQuestion) -> None:
        self._asked = asked
        dialog = QuestionDialog(delete_question(asked), self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.accepted.connect(self._on_delete_accepted)
        dialog.open()

    def _on_delete_accepted(self) -> None:
        if self._asked is not None:
            self._own.documents.close(self._asked.path)
            self._own.list.delete(self._asked)
            self._asked = None
            self.editor.hide()
            self.welcome.show()

    def ask_rename(self) -> None:
        """Asks another name for the agent in front."""
        name = self._own.editor.state.name
        if name and not self._own.rename_reason:
            self._rename = RenameDialog(name, self._own.list.name_problem, self)
            self._rename.name_changed.connect(self._on_rename_typed)
            self._rename.renamed.connect(self._own.apply_rename)
            self._rename.finished.connect(self._on_rename_closed)
            self._rename.open()

    def _on_rename_typed(self, new_name: str) -> None:
        self._own.plan_rename(self._own.editor.state.name, new_name)

    def _on_rename_planned(self, plan: object) -> None:
        if self._rename is not None:
            self._rename.show_plan(plan)  # type: ignore[arg-type]  # a signal carries objects

    def _on_rename_closed(self, _result: int) -> None:
        self._rename = None

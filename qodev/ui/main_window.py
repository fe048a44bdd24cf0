"""The main window: regions, docks, menus, status bar, geometry; it only connects (U11, U27, U167, U170)."""

import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QMainWindow, QSplitter, QWidget

from qodev.ui.chat.centre import Centre
from qodev.ui.chat.conversations import Sidebar
from qodev.ui.chat.inspector_pane import InspectorPane
from qodev.ui.kit import geometry
from qodev.ui.kit.menus import Menu, add_menus
from qodev.ui.kit.panes import close_front, come_to_front, step_pane
from qodev.ui.kit.status_bar import StatusBar
from qodev.ui.kit.theme import ThemeController
from qodev.ui.kit.widgets import is_inside, named
from qodev.ui.pages.bodies_pane import BodiesPane
from qodev.ui.pages.desktop_pane import DesktopPane
from qodev.ui.pages.files_pane import FilesPane
from qodev.ui.pages.problems_pane import ProblemsPane
from qodev.ui.pages.profile_pane import ProfilePane
from qodev.ui.pages.settings_pane import SettingsPane

if TYPE_CHECKING:  # imported when they are needed first: the window is painted before (F19)
    from qodev.ui.chat.transcript_pane import TranscriptPane
    from qodev.ui.models.notices import Notice
    from qodev.ui.presenters.bundle import Presenters

_SIZE = (1440, 900)
_LEAST = (960, 620)
_SIDEBAR_PX = (280, 420)  # usual and most; the least is what its content needs
_CENTRE_PX = 480


class MainWindow(QMainWindow):
    """Painted empty first; `attach` brings it to life."""

    quit_requested = Signal()
    activity_changed = Signal(bool, bool)  # visible, active

    def __init__(self, theme: ThemeController, *, clock: Callable[[], float] = time.time) -> None:
        super().__init__()
        named(self, "main.window", "qodev")
        self.setWindowTitle("qodev")
        self.theme = theme
        self._presenters: Presenters | None = None
        self.transcript: TranscriptPane | None = None
        self.sidebar = Sidebar(theme, clock=clock)
        self.centre = Centre(theme)
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.status = StatusBar(theme)
        self._lay_out()
        self.inspector = InspectorPane(self, theme, self.splitter, self.sidebar)
        self.problems = ProblemsPane(self, theme)
        self.files = FilesPane(self, theme)
        self.settings = SettingsPane(self, theme)
        self.bodies = BodiesPane(self, theme)
        self.profiles = ProfilePane(self, theme)
        self.desktop = DesktopPane(self, theme)
        self._is_finished = False
        self._restored = "", False

    def finish(self) -> None:
        """Makes what the first paint did without: actions, status buttons, toast; called right after it (F19)."""
        from qodev.ui.chat.commands import ConversationCommands
        from qodev.ui.chat.history_pane import HistoryPane
        from qodev.ui.chat.messages_pane import MessagesPane
        from qodev.ui.chat.palette_control import PaletteControl
        from qodev.ui.chat.project_pane import ProjectPane
        from qodev.ui.chat.review_pane import ReviewPane
        from qodev.ui.chat.task_pane import TaskPane
        from qodev.ui.chat.transfer_pane import TransferPane
        from qodev.ui.kit.actions import ActionSet
        from qodev.ui.kit.look_choices import LookChoices

        self._is_finished = True
        self.action_set = ActionSet(self, self._menus)
        self.status.fill()
        self.messages = MessagesPane(self, self.centre, (self.profiles, self.settings, self.files))
        self.looks = LookChoices(self.theme, self)
        self.palette_control = PaletteControl(self, self.theme, self.action_set)
        self.commands = ConversationCommands(self, self.action_set, self.centre.chat, self.sidebar)
        self.projects = ProjectPane(self, self.theme, self.action_set, self.centre, self.sidebar)
        self.work = TaskPane(self.centre, self.theme)
        self.reviews = ReviewPane(self, self.theme, self.action_set, self.centre)
        self.history = HistoryPane(self, self.centre, self.theme)
        self.transfer = TransferPane(self)
        self._runs = self._window_actions() | self.settings.actions() | self.profiles.actions()
        for name, reason in self.settings.reasons().items():
            self.action_set.set_reason(name, reason)
        self._connect()
        splitter, has_inspector = self._restored
        if has_inspector:
            self.inspector.show()
        if splitter:
            self.splitter.restoreState(geometry.unpacked(splitter))
        self._sync_checks()

    def _lay_out(self) -> None:
        self.setMinimumSize(*_LEAST)
        named(self.menuBar(), "main.menubar", self.tr("Menu bar"))
        self._menus = add_menus(self.menuBar())
        named(self.splitter, "main.splitter")
        self.splitter.setHandleWidth(1)
        self.sidebar.setMaximumWidth(_SIDEBAR_PX[1])
        self.centre.setMinimumWidth(_CENTRE_PX)
        for position, widget in enumerate((self.sidebar, self.centre)):
            self.splitter.addWidget(widget)
            self.splitter.setCollapsible(position, False)
        self.splitter.setStretchFactor(1, 1)
        self.splitter.setSizes([_SIDEBAR_PX[0], _SIZE[0] - _SIDEBAR_PX[0]])
        self.setCentralWidget(self.splitter)
        self.setStatusBar(self.status)

    def _window_actions(self) -> dict[str, Callable[[], None]]:
        return {
            "close": partial(close_front, self),
            "quit": self.quit_requested.emit,
            "palette": self.palette_control.pop_up,
            "sidebar": self._toggle_sidebar,
            "inspector": self.inspector.toggle,
            "tab_changes": self.inspector.show_changes,
            "tab_request": self.inspector.show_request,
            "view_request": self.inspector.show_request,
            "problems": self.problems.toggle,
            "next_problem": partial(self.problems.step, 1),
            "previous_problem": partial(self.problems.step, -1),
            "settings": self.settings.open,
            "fixtures": self.bodies.show_matrix,
            "compare": self.bodies.show_compare,
            "save_document": self.files.save,
            "revert_document": self.files.revert,
            "next_waiting": self._go_to_what_waits,
            "next_pane": partial(self._step_pane, 1),
            "previous_pane": partial(self._step_pane, -1),
            "zoom_in": self.looks.zoom_in,
            "zoom_out": self.looks.zoom_out,
            "zoom_reset": self.looks.zoom_reset,
            "appearance_system": self.looks.choose_system,
            "appearance_light": self.looks.choose_light,
            "appearance_dark": self.looks.choose_dark,
            "full_screen": self._toggle_full_screen,
            "find_all": self.centre.show_search,
            "first_run": self.centre.show_first_run,
            "about": self.messages.show_about,
        }

    def _connect(self) -> None:
        chat = self.centre.chat
        self.action_set.triggered.connect(self.run_action)
        chat.more_requested.connect(self._on_more_requested)
        self.looks.changed.connect(self._sync_checks)
        self.palette_control.setting_chosen.connect(self.settings.open_setting)
        self.settings.undo_requested.connect(self.messages.undo)
        self.desktop.window_wanted.connect(self.come_to_front)
        self.desktop.quit_requested.connect(self.quit_requested)
        self.status.problems_requested.connect(self.problems.show)
        self.status.network_requested.connect(self.inspector.show_request)
        self.sidebar.search_requested.connect(self.centre.show_search)
        self.inspector.toggled.connect(self._sync_checks)
        self.problems.toggled.connect(self._sync_checks)
        self.sidebar.new_requested.connect(chat.composer.input.setFocus)  # whoever begins wants to type
        for pane in (self.inspector, self.problems):
            pane.left.connect(chat.composer.input.setFocus)
        self.problems.open_wanted.connect(self.files.open)
        self.inspector.open_wanted.connect(self.files.open)
        self.problems.fix_wanted.connect(self.files.repair)
        self.files.document_changed.connect(self._on_document_changed)
        self.files.page_wanted.connect(self.settings.open_file)
        self.files.profile_wanted.connect(self.profiles.open)
        self.profiles.notice_raised.connect(self.messages.show_notice)
        self.profiles.toast_raised.connect(self.messages.show_toast)
        self.projects.action_wanted.connect(self.run_action)
        self.projects.page_wanted.connect(self.settings.open_at)
        self.projects.problems_wanted.connect(self.problems.show)
        self.settings.action_wanted.connect(self.run_action)
        self.work.page_wanted.connect(self.settings.open_at)
        self.settings.place_wanted.connect(self.files.open)
        self.bodies.agent_wanted.connect(self.settings.open_agent)
        self.bodies.place_wanted.connect(self.files.open)
        self._on_document_changed()

    def attach(self, presenters: "Presenters") -> None:
        """Connects the presenters; called after the first paint, once the services run."""
        from qodev.ui.chat.transcript_pane import TranscriptPane
        from qodev.ui.chat.wiring import connect_chat, connect_sidebar

        self._presenters = presenters
        connect_sidebar(self.sidebar, presenters)
        connect_chat(self.centre.chat, presenters)
        for part in (self.commands, self.centre, self.inspector, self.messages, self.settings, self.palette_control):
            part.attach(presenters)
        self.projects.attach(presenters, self.status)
        self.work.attach(presenters)
        self.reviews.attach(presenters)
        self.history.attach(presenters)
        self.transfer.attach(presenters)
        self._runs |= self.projects.actions() | self.reviews.actions() | self.history.actions()
        self._runs |= self.transfer.actions()
        self.problems.attach(presenters.general)
        self.files.attach(presenters.documents)
        self.desktop.attach(presenters.notifications)
        self.bodies.attach(presenters)
        self.profiles.attach(presenters)
        self.transcript = TranscriptPane(self.theme, self.centre.chat, presenters)
        self.transcript.request_wanted.connect(self.inspector.show_turn)
        self.transcript.view.history_requested.connect(self.history.run)
        self.transcript.provider_wanted.connect(self.settings.open_provider)
        self._runs |= self.transcript.actions()
        self._connect_presenters(presenters)

    def _connect_presenters(self, presenters: "Presenters") -> None:
        general = presenters.general
        self._runs |= {
            "agents_folder": general.open_agents_folder,
            "logs": general.open_log_folder,
            "reload_agents": presenters.agents.reload,
            "copy_diagnostics": general.copy_diagnostics,
        }
        general.appearance_changed.connect(self.looks.take_appearance)
        general.text_size_changed.connect(self.looks.take_text_size)
        self.looks.appearance_chosen.connect(general.set_appearance)
        self.looks.text_size_chosen.connect(general.set_text_size)
        general.status_changed.connect(self.status.show_state)
        general.keys_changed.connect(self.action_set.set_keys)
        presenters.settings.file_wanted.connect(self.files.open)
        presenters.chat.fault_told.connect(self.settings.explain)
        presenters.conversations.opened.connect(self._on_conversation_opened)
        self.desktop.conversation_wanted.connect(presenters.conversations.select)
        self.status.keyring_requested.connect(general.explain_keyring)
        self.status.running_requested.connect(presenters.conversations.select_running)

    def run_action(self, name: str) -> None:
        """Runs an action by its id."""
        from qodev.ui.kit.edit_actions import run_edit

        if name in self._runs:
            self._runs[name]()
        elif not self.commands.run(name) and not run_edit(name):
            self.messages.say(self.tr("qodev is still starting. Try again in a moment."))
        self._sync_checks()

    def _sync_checks(self) -> None:
        if not self._is_finished:
            return
        shown = {
            "sidebar": self.sidebar.isVisibleTo(self),
            "inspector": self.inspector.is_shown,
            "problems": self.problems.is_shown,
            "full_screen": self.isFullScreen(),
            f"appearance_{self.theme.appearance.value}": True,
        }
        for name, on in shown.items():
            self.action_set[name].setChecked(on)

    def _go_to_what_waits(self) -> None:
        self.centre.show_chat()
        if not self._focus_what_waits():
            self.work.go_on()
            self._focus_what_waits()

    def _focus_what_waits(self) -> bool:
        return self.work.focus_question() or self.reviews.focus_first()

    def _toggle_sidebar(self) -> None:
        self.sidebar.setVisible(not self.sidebar.isVisibleTo(self))

    def _toggle_full_screen(self) -> None:
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)

    def _panes(self) -> list[QWidget]:
        chat = self.centre.chat
        panes: list[QWidget] = [self.sidebar.list, chat.header.title, chat.transcripts, chat.composer.input]
        if self.inspector.is_shown:
            panes.append(self.inspector.inspector.tabs)
        if self.problems.is_shown:
            panes.append(self.problems.dock.page.list)
        panes.append(self.status.problems)
        return [pane for pane in panes if pane.isVisibleTo(self)]

    def _step_pane(self, by: int) -> None:
        step_pane(self._panes(), by)

    def _on_document_changed(self) -> None:
        front = self.files.front
        reason = "" if front is not None and front.is_dirty else self.tr("No file has changes that are not saved.")
        for name in ("save_document", "revert_document"):
            self.action_set.set_reason(name, reason)

    def _on_more_requested(self, place: QPoint) -> None:
        self.action_set.menus[Menu.MORE].popup(place)

    def _on_conversation_opened(self, _conversation_id: str) -> None:
        if self.isActiveWindow() and not is_inside(QApplication.focusWidget(), self.sidebar):
            self.centre.chat.composer.input.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_notice(self, notice: "Notice") -> None:
        """Says what happened."""
        self.messages.show_notice(notice)

    def come_to_front(self) -> None:
        """Shows the window before all others."""
        come_to_front(self)

    def restore(self, saved: str, splitter: str, *, sidebar: bool, inspector: bool) -> None:
        """Gives the window its last geometry, on a screen that is there."""
        geometry.restore(self, saved, _SIZE)
        self.sidebar.setVisible(sidebar)
        self._restored = splitter, inspector

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and not event.modifiers() and self.centre.shows_chat:
            self.centre.chat.on_escape()  # whatever pane has the focus, when nothing in it wanted the key (U97)
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.ActivationChange, QEvent.Type.WindowStateChange):
            self.activity_changed.emit(self.isVisible() and not self.isMinimized(), self.isActiveWindow())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.inspector.on_window_resized()

    def closeEvent(self, event: QCloseEvent) -> None:
        event.ignore()  # whether it may close is decided once drafts are stored and running turns were asked about
        self.quit_requested.emit()

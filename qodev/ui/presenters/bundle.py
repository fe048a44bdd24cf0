"""All presenters of a window, made together, and the events that each of them follows."""

import asyncio
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from qodev.types.events import AnyEvent
from qodev.ui.models.project_state import ALL
from qodev.ui.presenters.activity import ActivityLog
from qodev.ui.presenters.agents import AgentsPresenter
from qodev.ui.presenters.changes import ChangesPresenter
from qodev.ui.presenters.chat import ChatPresenter
from qodev.ui.presenters.consents import ConsentPresenter
from qodev.ui.presenters.conversations import ConversationsPresenter
from qodev.ui.presenters.core import Presenter
from qodev.ui.presenters.documents import Documents
from qodev.ui.presenters.first_run import FirstRunPresenter
from qodev.ui.presenters.general import GeneralPresenter
from qodev.ui.presenters.history import HistoryPresenter
from qodev.ui.presenters.inspector import InspectorPresenter
from qodev.ui.presenters.mentions import MentionsPresenter
from qodev.ui.presenters.notifications import NotificationsPresenter
from qodev.ui.presenters.profile_choice import ProfileChoicePresenter
from qodev.ui.presenters.project_mode import ProjectModePresenter
from qodev.ui.presenters.projects import ProjectsPresenter
from qodev.ui.presenters.questions import QuestionsPresenter
from qodev.ui.presenters.review import ReviewPresenter
from qodev.ui.presenters.search import SearchPresenter
from qodev.ui.presenters.settings import SettingsPresenter
from qodev.ui.presenters.task_work import TaskWorkPresenter
from qodev.ui.presenters.transcript import TranscriptPresenter
from qodev.ui.presenters.transfer import TransferPresenter
from qodev.ui.presenters.trust import TrustPresenter
from qodev.ui.presenters.turn_queue import TurnQueuePresenter

if TYPE_CHECKING:
    from qodev.services.app import Services
    from qodev.ui.presenters.agent_page import AgentPagePresenter
    from qodev.ui.presenters.live_request import LiveRequestPresenter
    from qodev.ui.presenters.permissions import PermissionsPresenter
    from qodev.ui.presenters.profile_table import ProfileTablePresenter
    from qodev.ui.presenters.profiles import ProfilesPresenter
    from qodev.ui.presenters.providers import ProvidersPresenter
    from qodev.ui.presenters.request_tools import RequestTools
    from qodev.ui.presenters.roles import RolesPresenter
    from qodev.ui.presenters.roster_page import RosterPagePresenter
    from qodev.ui.presenters.servers import ServersPresenter
    from qodev.ui.presenters.skills import SkillsPresenter


class Presenters(QObject):
    """Knows which presenter hears what; views are connected elsewhere."""

    def __init__(
        self, services: "Services", parent: QObject | None = None, *, clock: Callable[[], float] = time.time
    ) -> None:
        super().__init__(parent)
        self._services = services
        self._agent_page: AgentPagePresenter | None = None
        self._permissions: PermissionsPresenter | None = None
        self._profile_table: ProfileTablePresenter | None = None
        self._roles: RolesPresenter | None = None
        self._providers: ProvidersPresenter | None = None
        self._roster_page: RosterPagePresenter | None = None
        self._request_tools: RequestTools | None = None
        self._profiles: ProfilesPresenter | None = None
        self._servers: ServersPresenter | None = None
        self._skills: SkillsPresenter | None = None
        self.activity = ActivityLog()
        self.conversations = ConversationsPresenter(services, self.activity, self, clock=clock)
        self.transcript = TranscriptPresenter(services, self)
        self.consents = ConsentPresenter(services, self)
        self.chat = ChatPresenter(services, self.activity, self.transcript, self.consents, self)
        self.agents = AgentsPresenter(services, self)
        self.inspector = InspectorPresenter(services, self)
        self.general = GeneralPresenter(services, self.activity, self)
        self.first_run = FirstRunPresenter(services, self.consents, self)
        self.search = SearchPresenter(services, self)
        self.settings = SettingsPresenter(services, self)
        self.notifications = NotificationsPresenter(services, self)
        self.documents = Documents(services, self)
        self.projects = ProjectsPresenter(services, self.conversations.enter, self)
        self.trust = TrustPresenter(services, self)
        self.mode = ProjectModePresenter(services, self)
        self.task = ProfileChoicePresenter(services, self)
        self.questions, self.queue = QuestionsPresenter(services, self), TurnQueuePresenter(services, self)
        self.mentions = MentionsPresenter(services, self)
        self.work = TaskWorkPresenter(services, self)
        self.review, self.changes = ReviewPresenter(services, self), ChangesPresenter(services, self)
        self.history, self.transfer = HistoryPresenter(services, self.chat, self), TransferPresenter(services, self)
        self._connect()

    @property
    def all(self) -> tuple[Presenter, ...]:
        """Returns every presenter."""
        return (
            self.conversations,
            self.transcript,
            self.consents,
            self.chat,
            self.agents,
            self.inspector,
            self.general,
            self.first_run,
            self.search,
            self.settings,
            self.notifications,
            self.documents,
            *self._of_project,
        )

    @property
    def _of_project(self) -> tuple[Presenter, ...]:
        return (
            self.projects,
            self.trust,
            self.mode,
            self.task,
            self.questions,
            self.queue,
            self.review,
            self.changes,
            self.mentions,
            self.history,
            self.transfer,
            self.work,
        )

    @property
    def permissions(self) -> "PermissionsPresenter":
        """Returns what the Permissions & trust page needs; it is made when the page is opened first."""
        if self._permissions is None:
            from qodev.ui.presenters.permissions import PermissionsPresenter

            self._permissions = PermissionsPresenter(self._services, self.mode, self.trust, self)
        return self._permissions

    @property
    def profile_table(self) -> "ProfileTablePresenter":
        """Returns what the Profiles page needs; it is made when the page is opened first."""
        if self._profile_table is None:
            from qodev.ui.presenters.profile_table import ProfileTablePresenter

            self._profile_table = ProfileTablePresenter(self._services, self)
        return self._profile_table

    @property
    def skills(self) -> "SkillsPresenter":
        """Returns what the skills of the settings need; it is made when their page is opened first."""
        if self._skills is None:
            from qodev.ui.presenters.skills import SkillsPresenter

            self._skills = SkillsPresenter(self._services, self.trust, self)
        return self._skills

    @property
    def servers(self) -> "ServersPresenter":
        """Returns what the MCP servers of the settings need; it is made when their page is opened first."""
        if self._servers is None:
            from qodev.ui.presenters.servers import ServersPresenter

            self._servers = ServersPresenter(self._services, self)
        return self._servers

    @property
    def agent_page(self) -> "AgentPagePresenter":
        """Returns what the Agents page needs; it is made when the page is opened first."""
        if self._agent_page is None:
            from qodev.ui.presenters.agent_page import AgentPagePresenter

            self._agent_page = AgentPagePresenter(self._services, self.documents, self)
        return self._agent_page

    @property
    def roles(self) -> "RolesPresenter":
        """Returns what the Roles page needs; it is made when the page is opened first."""
        if self._roles is None:
            from qodev.ui.presenters.roles import RolesPresenter

            self._roles = RolesPresenter(self._services, self.documents.make("settings"), self)
        return self._roles

    @property
    def providers(self) -> "ProvidersPresenter":
        """Returns what the Providers page needs; it is made when the page is opened first."""
        if self._providers is None:
            from qodev.ui.presenters.providers import ProvidersPresenter

            self._providers = ProvidersPresenter(self._services, self.consents, self.documents.make("settings"), self)
        return self._providers

    @property
    def roster_page(self) -> "RosterPagePresenter":
        """Returns what the Pipelines page needs; it is made when the page is opened first."""
        if self._roster_page is None:
            from qodev.ui.presenters.roster_page import RosterPagePresenter

            self._roster_page = RosterPagePresenter(self._services, lambda: self.conversations.current, self)
            self._roster_page.pipelines.file_wanted.connect(self.settings.file_wanted)
        return self._roster_page

    @property
    def request_tools(self) -> "RequestTools":
        """Returns what shows requests of agents; it is made when one of its views is opened first."""
        if self._request_tools is None:
            from qodev.ui.presenters.request_tools import RequestTools

            self._request_tools = RequestTools(self._services, self)
            self._tell_current()
        return self._request_tools

    @property
    def profiles(self) -> "ProfilesPresenter":
        """Returns what the profile window needs; it is made when the window is opened first."""
        if self._profiles is None:
            from qodev.ui.presenters.profiles import ProfilesPresenter

            self._profiles = ProfilesPresenter(self._services, self.documents, self)
        return self._profiles

    @property
    def live_request(self) -> "LiveRequestPresenter":
        """Returns the presenter of the request beside an agent that is edited."""
        return self.request_tools.live

    @property
    def pages(self) -> tuple[Presenter, ...]:
        """Returns the presenters of the pages that were opened."""
        agents = self._agent_page.all if self._agent_page is not None else ()
        roles = (self._roles,) if self._roles is not None else ()
        tools = self._request_tools.all if self._request_tools is not None else ()
        providers = self._providers.all if self._providers is not None else ()
        rosters = self._roster_page.all if self._roster_page is not None else ()
        profiles = self._profiles.all if self._profiles is not None else ()
        pages = (self._permissions, self._profile_table, self._servers, self._skills)
        found = (page for page in pages if page is not None)
        return (*agents, *providers, *roles, *tools, *rosters, *profiles, *found)

    def _connect(self) -> None:
        self.conversations.opened.connect(self._on_opened)
        self.conversations.current_changed.connect(self._on_current_changed)
        self.agents.choices_changed.connect(self.chat.set_choices)
        self.chat.draft_changed.connect(self.inspector.note_draft)
        self.chat.conversation_wanted.connect(self.conversations.create)
        self.first_run.finished.connect(self._on_first_run_finished)
        self.first_run.project_opened.connect(self.projects.open)
        self.search.opened.connect(self.conversations.select)
        self.search.place_wanted.connect(self.transcript.want_place)
        self.projects.chosen_changed.connect(self.conversations.show_project)
        self.projects.sheet_wanted.connect(self.trust.show_sheet)
        self.task.state_changed.connect(self.chat.set_task)
        self.mentions.attached.connect(self.chat.attach)
        self.mentions.guidance_ready.connect(self.chat.send_with)

    def _on_opened(self, _conversation_id: str) -> None:
        self.chat.open(self.conversations.current)

    def _on_current_changed(self, _conversation: object) -> None:
        current = self.conversations.current
        self.chat.update(current)
        self.agents.open(current)
        self.inspector.open(current)
        self.task.open(current)
        for follower in (self.questions, self.review, self.changes, self.work):
            follower.follow(current.id if current is not None else "")
        self.queue.follow(current)
        self.history.follow(current)
        self.transfer.follow(current)
        project = (current.project if current is not None else None) or ""
        self.trust.follow(project)
        self.mode.follow(project)
        self.mentions.follow(project)
        self._tell_current()

    def _tell_current(self) -> None:
        if self._request_tools is not None:
            current = self.conversations.current
            self._request_tools.live.note_current(current.id if current is not None else "")

    def _on_first_run_finished(self, conversation_id: str) -> None:
        if conversation_id:
            self.conversations.select(conversation_id)

    def rename_current(self, title: str) -> None:
        """Gives the open conversation a title."""
        self.conversations.rename(self.conversations.state.selected, title)

    def take(self, batch: object) -> None:
        """Hands the events of a frame to whoever follows them; the list first, since it keeps the activity."""
        events: tuple[AnyEvent, ...] = batch if isinstance(batch, tuple) else ()
        self.conversations.take(events)
        self.transcript.take(events)
        self.chat.take(events)
        self.agents.take(events)
        self.inspector.take(events)
        self.general.take(events)
        self.settings.take(events)
        self.notifications.take(events)
        self.documents.take(events)
        for presenter in self._of_project:
            presenter.take(events)
        for page in (self._permissions, self._profile_table, self._servers, self._skills):
            if page is not None:
                page.take(events)
        if self._agent_page is not None:
            self._agent_page.take(events)
        if self._roles is not None:
            self._roles.take(events)
        if self._providers is not None:
            self._providers.take(events)
        if self._roster_page is not None:
            self._roster_page.take(events)
        if self._request_tools is not None:
            self._request_tools.take(events)
        if self._profiles is not None:
            self._profiles.take(events)

    def load(self, conversation_id: str, project: str = ALL) -> None:
        """Takes over what the services know, and opens the project and the conversation that were open before."""
        self.conversations.load()
        self.projects.load(project)
        self.general.load()
        self.settings.load()
        self.notifications.load()
        self.documents.load()
        self.agents.refresh()
        self.chat.set_ready(True)
        if self.conversations.find(conversation_id) is not None and self.conversations.current is None:
            self.conversations.select(conversation_id)

    def tell_again(self) -> None:
        """Tells everything to a window that was made in another language."""
        self.documents.drop_windows()
        self.notifications.tell_again()
        self.general.load()
        self.settings.load()
        self.conversations.tell_again()
        self.agents.refresh()
        self.chat.tell_again()
        self.search.tell_again()
        for presenter in self._of_project:
            presenter.tell_again()

    def flush(self) -> None:
        """Stores what was typed."""
        self.chat.flush()

    async def stop(self) -> None:
        """Stores what was typed, waits for it, and ends everything that is under way."""
        self.flush()
        try:
            async with asyncio.timeout(5):
                await self.chat.wait()
        except TimeoutError:
            pass  # a store that does not answer must not keep the window open
        for presenter in (*self.all, *self.pages):
            await presenter.stop()

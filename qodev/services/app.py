"""Wires everything together; the only place where objects are made for each other."""

import asyncio
import contextlib
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from qodev.agents.catalog import AgentCatalog, CatalogSettings
from qodev.agents.rosters import RosterStore
from qodev.base.assets import resource
from qodev.base.errors import UserFacingError
from qodev.base.files import make_folders
from qodev.base.ids import new_id
from qodev.base.logs import configure_logs
from qodev.base.net import HttpClient
from qodev.base.paths import AppPaths, folder_notices
from qodev.base.tasks import TaskOwner, WorkPool
from qodev.base.trash import Trash
from qodev.providers.http import HttpOptions, HttpProvider
from qodev.providers.launch import Launcher
from qodev.runtime.bench import Workbench
from qodev.runtime.context import TokenMeter
from qodev.runtime.parts import TurnParts
from qodev.runtime.session import ConversationSession
from qodev.services.agents import AgentsService
from qodev.services.bus import EventBus
from qodev.services.checks import CheckReport
from qodev.services.consents import PlainConsents
from qodev.services.conversations import ConversationsService
from qodev.services.document_checks import DocumentChecks
from qodev.services.document_files import DocumentFiles
from qodev.services.documents import DocumentParts, DocumentsService
from qodev.services.drafts import DraftStore
from qodev.services.editing import AgentEditing
from qodev.services.editing_wiring import EditingSources, make_editing
from qodev.services.effects import SettingsEffects
from qodev.services.faults import FaultReports
from qodev.services.history import HistoryService
from qodev.services.instance_wiring import InstanceServices, InstanceSources, make_instances
from qodev.services.mcp import ServersService, ServersSetting
from qodev.services.offline import OfflineService
from qodev.services.other_tools import make_other_tools
from qodev.services.preferences import Preferences
from qodev.services.problems import ProblemsService
from qodev.services.profile_wiring import PermissionFields, ProfileServices, ProfileSetting, make_profile_services
from qodev.services.providers import ProviderParts, ProvidersService
from qodev.services.reach import Reach
from qodev.services.reload import PROFILES_QUIET_S, FolderReloads, WatchedFiles
from qodev.services.replays import Replays
from qodev.services.request_wiring import make_builder
from qodev.services.requests import RequestsService
from qodev.services.roles import RolesService
from qodev.services.rosters import RostersService
from qodev.services.storage import Storage
from qodev.services.task_wiring import TaskSetting, make_code_tasks
from qodev.services.transfer import TransferService
from qodev.services.try_out import TryOut
from qodev.settings.overrides import ModelOverrides
from qodev.settings.schema import CODEV_PROFILES, EXTRA_AGENT_FOLDERS, FAILED_CHECKS, LOG_LEVEL
from qodev.settings.secrets import KeySecrets
from qodev.settings.store import SettingsStore
from qodev.store.window_state import WindowStateStore
from qodev.types.agents import ProviderInstance
from qodev.types.conversation import TurnRequest
from qodev.types.events import AnyEvent, CatalogChanged, CatalogKind, TrustChanged
from qodev.types.ports import FolderWatch
from qodev.types.providers import LaunchState


class Services(PermissionFields):
    """Everything a front end works with; made by `build_services`, alive between `start` and `stop`."""

    def __init__(self, paths: AppPaths, env: Mapping[str, str]) -> None:
        self.paths, self._env = paths, env
        self.bus, self.pool = EventBus(time.time), WorkPool()
        self.secrets = KeySecrets(paths.data, env)
        self._faults = FaultReports(self.bus, self.secrets)
        self.tasks = TaskOwner("services", self._faults.fault)
        self.problems = ProblemsService(paths)
        self.storage = Storage(paths, self.pool, self.tasks, self.problems.replace)
        self.settings = SettingsStore(paths.settings, self.emit, self.pool, clock=time.time, env=env)
        self._reach, self.preferences = Reach(self.settings), Preferences(self.settings, self.pool)
        self.client = HttpClient(pool=self.pool, known=self.secrets.known)
        self.offline = OfflineService(lambda: self._catalog.reload())
        self._overrides = ModelOverrides(paths.agent_models, self.pool)
        self._catalog = self._make_catalog()
        self.launcher = Launcher(env, self.emit, self.client, logs=paths.logs)
        self.agents = AgentsService(
            self._catalog, self._overrides, paths.agents, self.offline.ensure_started, self._launch
        )
        self.rosters, self._consents = self._make_rosters(), PlainConsents(paths.data / "plain_http.json")
        self._provider = self._make_provider()
        self.instances = self._make_instances()
        self.providers = self._make_providers()
        self._meter, self.try_out = TokenMeter(), TryOut(paths, env, end_server=self.launcher.stop)
        self._builder = make_builder(self._catalog, paths, self._meter, self._provider, self.offline)
        self.conversations = self._make_conversations()
        self._permissions = self._make_permissions()
        self.servers = ServersService(self._servers_setting())
        self.code_tasks, self.file_changes, self.changes = make_code_tasks(self._task_setting())
        self.history = HistoryService(self.conversations, self.file_changes, self.storage, time.time)
        self.transfer = TransferService(self.conversations, lambda: self.storage.archive, self.secrets.known, self.pool)
        self.editing = self._make_editing()
        self.requests = self._make_requests()
        self.replays = Replays(lambda: self.storage.conversations, self.conversations.get, self.simulator)
        self._effects = SettingsEffects(self.settings, self._read_files, self.tasks)
        self._watched = self._make_watched()
        self.documents = self._make_documents()
        self.roles = RolesService(lambda: self._catalog.snapshot, self.documents, paths.roles, self.pool)
        self._closing, self._is_listed = contextlib.ExitStack(), asyncio.Event()

    def _make_catalog(self) -> AgentCatalog:
        added = CatalogSettings(self._extra_folders, self.offline.built_in, self._overrides.load, env=self._env)
        return AgentCatalog(resource(""), self.paths, added, self.pool, self.emit)

    def _make_rosters(self) -> RostersService:
        store = RosterStore(self.paths.pipelines, self.pool)
        return RostersService(store, lambda: self._catalog.snapshot, self._catalog.reload, self.tasks, self.pool)

    def _make_provider(self) -> HttpProvider:
        options = HttpOptions(known=self.secrets.known, env=self._env, may_send_plain=self._consents.allows)
        return HttpProvider(self.client, self.secrets, self._reach.of, options)

    def _make_instances(self) -> InstanceServices:
        sources = InstanceSources(
            paths=self.paths,
            pool=self.pool,
            clock=time.time,
            secrets=self.secrets,
            plain=self._consents,
            snapshot=lambda: self._catalog.snapshot,
            extra_folders=self._extra_folders,
            accept=self._catalog.accept,
            trash=lambda path: self.documents.trash(path),
            restore=lambda trashed: self.documents.restore(trashed),
        )
        return make_instances(sources)

    def _make_providers(self) -> ProvidersService:
        parts = ProviderParts(
            snapshot=lambda: self._catalog.snapshot,
            client=self.client,
            secrets=self.secrets,
            sealing=self._provider.sealing,
            net=self._reach.of,
            consents=self._consents,
            hosted=self.instances.hosted,
            results=self.instances.results,
            provider=self._provider,
            pool=self.pool,
            launcher=self.launcher,
            prepare_built_in=self.offline.ensure_started,
            folder=self.paths.providers,
            reload=self._catalog.reload,
        )
        return ProvidersService(parts)

    async def _launch(self, instance: ProviderInstance) -> None:
        """Starts or adopts an instance's local server; raises UserFacingError with the end of its output."""
        await self.launcher.start(instance)
        status = self.launcher.status(instance.name)
        if status.state is not LaunchState.READY:
            raise UserFacingError(f"The server of `{instance.name}` did not start: {status.text}", "See its output.")

    def _make_conversations(self) -> ConversationsService:
        return ConversationsService(
            lambda: self.storage.stores,
            self.agents,
            lambda: self.code_tasks,
            self._turn_parts,
            emit=self.emit,
            clock=time.time,
            new_id=new_id,
            tasks=self.tasks,
        )

    def _servers_setting(self) -> ServersSetting:
        return ServersSetting(
            paths=self.paths,
            env=self._env,
            pool=self.pool,
            client=self.client,
            net=self._reach.own,
            keys=self.secrets,
            known=self.secrets.known,
            judge=self.simulator,
            emit=self.emit,
            report=self.problems.replace,
            report_fault=self._faults.fault,
        )

    def _task_setting(self) -> TaskSetting:
        return TaskSetting(
            paths=self.paths,
            env=self._env,
            permissions=self._permissions,
            pool=self.pool,
            emit=self.emit,
            report_fault=self._faults.fault,
            max_failed_checks=lambda: self.settings.get(FAILED_CHECKS),
            others=(self.servers.host, *make_other_tools(self)),
            snapshot=lambda: self._catalog.snapshot,
            changes=lambda: self.storage.changes,
            messages=self.conversations,
        )

    def _make_editing(self) -> AgentEditing:
        sources = EditingSources(
            catalog=self._catalog,
            builder=self._builder,
            provider=self._provider,
            paths=self.paths,
            pool=self.pool,
            clock=time.time,
            new_id=new_id,
            conversation=self.conversations.get,
            store=lambda: self.storage.conversations,
            log=lambda: self.storage.requests,
            prepare=self.agents.prepare,
        )
        return make_editing(sources)

    def _make_requests(self) -> RequestsService:
        return RequestsService(
            self._builder,
            self.conversations.get,
            lambda: self.storage.conversations,
            lambda: self.storage.requests,
            route=self.agents.route,
            previews=self.editing.previews,
            task=self.code_tasks.preview,
            waiting_servers=self.servers.host.waiting,
            secrets=self.secrets,
            pool=self.pool,
            clock=time.time,
        )

    def _make_documents(self) -> DocumentsService:
        parts = DocumentParts(
            files=DocumentFiles(self.paths, resource(""), self._extra_folders, lambda: self.profile_documents.files),
            drafts=DraftStore(self.paths.state / "drafts"),
            trash=Trash(self._env, self.paths.home, time.time),
            check=self._make_document_checks().check,
            accept=self._accept_saved,
            tasks=self.tasks,
            pool=self.pool,
        )
        return DocumentsService(parts)

    def _make_document_checks(self) -> DocumentChecks:
        profiles = self._permissions.checks
        return DocumentChecks(self._catalog, self.paths, resource(""), self._extra_folders, self.pool, profiles)

    def _make_permissions(self) -> ProfileServices:
        setting = ProfileSetting(
            paths=self.paths,
            env=self._env,
            codev=lambda: self.settings.get(CODEV_PROFILES),
            conversations=self.conversations,
            pool=self.pool,
            emit=self.emit,
            report=self.problems.replace,
        )
        return make_profile_services(setting)

    async def _accept_saved(self, paths: Sequence[Path]) -> None:
        if self.paths.settings in paths:
            await self._read_files_again()
        elif all(path.parent == self.paths.profiles for path in paths):
            await self.profiles.reload()
        else:
            await self._catalog.accept(paths)

    async def start(self, *, with_store: bool = True, wait_for_checks: bool = True) -> None:
        """Makes folders, reads settings, opens the database and loads agents; what is wrong becomes problems.

        Without `wait_for_checks` it returns once the agents are listed; those still being checked are marked (A44).
        """
        made = await self.pool.run(make_folders, self.paths.folders())
        self.problems.replace("folders", (*folder_notices(self._env), *made))
        self.problems.replace("settings", await self.pool.run(self.settings.load))
        self._effects.begin()
        level = self.settings.get(LOG_LEVEL)
        self._closing.callback(configure_logs(self.paths.logs, level, secrets=self.secrets.known))
        agents = self.agents.reload() if wait_for_checks else self._list_agents()
        loads = (agents, self._permissions.start(), self.servers.start())
        await asyncio.gather(*loads, *((self._open_store(),) if with_store else ()))

    async def _list_agents(self) -> None:
        load = self.tasks.spawn(self.agents.reload(), name="agents")
        listed = self.tasks.spawn(self._is_listed.wait(), name="listed")
        await asyncio.wait((load, listed), return_when=asyncio.FIRST_COMPLETED)
        listed.cancel()

    async def _open_store(self) -> None:
        is_alone = await self.storage.open()
        if is_alone:  # before any turn can write again
            self.problems.replace("file_changes", await self.file_changes.recover())
        await self.conversations.start(is_alone=is_alone)
        if is_alone:
            self.storage.look_after()

    async def check(self, paths: Sequence[Path]) -> CheckReport:
        """Checks the user's files, or those under `paths` in their stead."""
        return await self._permissions.file_checks(lambda: self.problems.diagnostics).check(paths)

    def watch_folders(self, watch: FolderWatch) -> None:
        """Begins to reload what changes on disk (A45)."""
        self._watched.start(watch)

    def _make_watched(self) -> WatchedFiles:
        agents = FolderReloads(self._read_files_again, self.tasks)
        profiles = FolderReloads(self._permissions.reload, self.tasks, PROFILES_QUIET_S)
        return WatchedFiles(
            (agents, lambda: (*self._catalog.folders, self.paths.settings)),
            (profiles, self._permissions.watched),
            (FolderReloads(self.servers.reload, self.tasks), lambda: (self.paths.servers,)),
        )

    async def _read_files_again(self) -> None:
        await self.settings.reload()
        await self.agents.reload()

    async def _read_files(self) -> None:
        await asyncio.gather(self.agents.reload(), self.profiles.reload())

    async def stop(self) -> None:
        """Ends turns, servers and threads; what had come of an answer is stored first."""
        self._watched.stop()
        await self.conversations.stop()
        await self.code_tasks.close()
        await self.servers.close()
        await self.tasks.stop()
        await self.pool.run(self.documents.close)
        await self.launcher.close()
        await self.offline.stop()
        await self.client.close()
        await self.storage.close()
        self.pool.close()
        self._closing.close()

    def emit(self, event: AnyEvent) -> None:
        """Takes an event of the core: problems follow it, then every listener."""
        if isinstance(event, CatalogChanged) and event.kind is CatalogKind.AGENTS:
            self.problems.replace("agents", event.diagnostics)
            self._is_listed.set()
        elif isinstance(event, CatalogChanged) and event.kind is CatalogKind.PROFILES:
            self.problems.replace("profiles", event.diagnostics)
        elif isinstance(event, CatalogChanged) and event.kind is CatalogKind.SETTINGS:
            self.problems.replace("settings", event.diagnostics)
            self._effects.follow()
        elif isinstance(event, TrustChanged):
            self.code_tasks.trust_changed(event.project, trusted=event.trusted)
        self.bus.emit(event)

    def report_fault(self, name: str, fault: BaseException) -> None:
        """Logs a fault of qodev itself and tells it."""
        self._faults.fault(name, fault)

    def _extra_folders(self) -> tuple[Path, ...]:
        return tuple(Path(folder).expanduser() for folder in self.settings.get(EXTRA_AGENT_FOLDERS))

    def _turn_parts(self, session: ConversationSession) -> TurnParts:
        return TurnParts(
            builder=self._builder,
            provider=self._provider,
            store=session,
            meter=self._meter,
            pool=self.pool,
            emit=self.emit,
            clock=time.time,
            new_id=new_id,
            storage_failed=self._faults.storage,
            listed_window=self.providers.window_of,
            open_bench=self._open_turn,
        )

    async def _open_turn(self, turn: TurnRequest) -> Workbench:
        """Makes an agent ready, also for a turn that waited over a restart, and returns the turn's tools."""
        await self.agents.prepare(turn.agent)
        self.agents.require_usable(turn.agent)
        return await self.code_tasks.open(turn)

    @property
    def window_state(self) -> WindowStateStore:
        """Returns where the window keeps its geometry and choices."""
        return self.storage.window_state


def build_services(paths: AppPaths, env: Mapping[str, str]) -> Services:
    """Makes the services; no file is read and nothing runs before `start`."""
    return Services(paths, env)

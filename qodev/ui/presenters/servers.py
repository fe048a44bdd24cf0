"""The MCP servers of the settings: the list, the one in front with its tools and its log, and what is done to it (U53)."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from qodev.types.conversation import DEFAULT_PROFILE
from qodev.types.events import AnyEvent, CatalogChanged, CatalogKind
from qodev.types.profiles import Profile
from qodev.types.servers import OperationRow, ServerEntry, ServerRow
from qodev.types.work import ServerStatus
from qodev.types.work_events import ServerStateChanged
from qodev.ui.models.notices import Notice, Toast
from qodev.ui.models.server_rows import ServersState, about_server, changes_of, server_line, tool_lines
from qodev.ui.presenters.core import Presenter

if TYPE_CHECKING:
    from qodev.services.app import Services

_LOG_MS = 200  # a server that talks a lot is shown five times a second


class ServersPresenter(Presenter):
    """Follows all servers, and one of them closely."""

    state_changed = Signal(object)  # ServersState
    log_changed = Signal(str)
    plan_ready = Signal(object)  # ImportPlan

    def __init__(self, services: "Services", parent: QObject | None = None) -> None:
        super().__init__(services, parent)
        self._removed: dict[str, ServerEntry] = {}
        self._verdicts: tuple[OperationRow, ...] = ()
        self._asked = 0
        self._log_timer = QTimer(self)
        self._log_timer.setSingleShot(True)
        self._log_timer.setInterval(_LOG_MS)
        self._log_timer.timeout.connect(self._show_log)
        self.state = ServersState(hint=self.tr("Loading servers…"))
        services.servers.follow_logs(self._on_line)

    def load(self) -> None:
        """Shows everything as it is now, and judges the tools again."""
        self._show()
        self._judge()

    def take(self, batch: tuple[AnyEvent, ...]) -> None:
        """Takes the events of a frame."""
        kinds = (CatalogKind.PROFILES, CatalogKind.MCP)
        if any(isinstance(e, ServerStateChanged) or (isinstance(e, CatalogChanged) and e.kind in kinds) for e in batch):
            self.load()

    def select(self, server: str) -> None:
        """Brings a server to the front."""
        if server != self.state.front:
            self.state = replace(self.state, front=server)
            self._show()

    def choose_profile(self, name: str) -> None:
        """Judges the tools under another profile."""
        self.state = replace(self.state, profile=name)
        self._show()
        self._judge()

    def _show(self) -> None:
        servers = self.services.servers
        lines = tuple(server_line(index, row) for index, row in enumerate(servers.rows))
        names = tuple(profile.name for profile in self._profiles()) or (DEFAULT_PROFILE,)
        front = self.state.front if any(line.id == self.state.front for line in lines) else ""
        front = front or (lines[0].id if lines else "")
        after = ServersState(
            lines,
            self._hint(is_empty=not lines),
            servers.file.is_usable,
            servers.file.path,
            front,
            profiles=names,
            profile=self.state.profile if self.state.profile in names else names[0],
        )
        line = after.line
        if line is not None:
            after = self._with_front(after, line.row)
        if after != self.state:
            self.state = after
            self.state_changed.emit(after)

    def _hint(self, *, is_empty: bool) -> str:
        file = self.services.servers.file
        if not file.is_usable:
            return file.diagnostics[0].message if file.diagnostics else ""
        return self.tr("No servers.") if is_empty else ""

    def _with_front(self, state: ServersState, row: ServerRow) -> ServersState:
        return replace(
            state,
            about=about_server(row.state),
            launch=row.state.launch,
            tools=tool_lines(row.state, self._verdicts),
            changes=changes_of(row.state),
            is_launch_waiting=not row.state.is_launch_accepted and row.state.status is not ServerStatus.INVALID,
            log="\n".join(self.services.servers.log(row.state.id)),
        )

    def _profiles(self) -> Sequence[Profile]:
        return self.services.profiles.snapshot.profiles

    def _judge(self) -> None:
        profile = next((one for one in self._profiles() if one.name == self.state.profile), None)
        if profile is not None:
            self.spawn(self._take_verdicts(profile), "verdicts")

    async def _take_verdicts(self, profile: Profile) -> None:
        self._asked += 1
        mine = self._asked
        found = await self.services.servers.verdicts(profile)
        if mine == self._asked:
            self._verdicts = found
            self._show()

    # What is done to a server.

    def fault_of(self, entry: ServerEntry, former: str) -> str:
        """Returns why an entry cannot be stored, "" when it can."""
        return self.services.servers.fault_of(entry, former or None) or ""

    def save(self, entry: ServerEntry, former: str) -> None:
        """Stores a server, in the place of `former` when that is not ""."""
        self.spawn(self._save(entry, former), "save")

    async def _save(self, entry: ServerEntry, former: str) -> None:
        await self.services.servers.save(entry, former=former or None)
        self.state = replace(self.state, front=entry.id)
        self.load()

    def remove(self) -> None:
        """Takes the server in front away; the toast brings it back."""
        line = self.state.line
        if line is not None:
            self.spawn(self._remove(line.row.state.id), "remove")

    async def _remove(self, server: str) -> None:
        entry = await self.services.servers.remove(server)
        undo = ""
        if entry is not None:
            undo = f"server:{entry.id}"
            self._removed[undo] = entry
        self.toast_raised.emit(Toast(self.tr("Server removed: {0}").format(server), undo))
        self.load()

    def undo(self, what: str) -> None:
        """Brings back what a toast named."""
        entry = self._removed.pop(what, None)
        if entry is not None:
            self.save(entry, "")

    def test(self, server: str) -> None:
        """Connects a server now; how it went is its state."""
        self.spawn(self.services.servers.test(server), "test")

    def disconnect_server(self, server: str) -> None:
        """Ends the connection to a server."""
        self.spawn(self.services.servers.disconnect(server), "disconnect")

    def accept(self, server: str, launch: str, digests: dict[str, str]) -> None:
        """Accepts a launch as it was shown, "" for none, and operations by name and digest; then tries the launch."""
        self.spawn(self._accept(server, launch, digests), "accept")

    async def _accept(self, server: str, launch: str, digests: dict[str, str]) -> None:
        servers = self.services.servers
        if digests:
            await servers.accept_operations(server, digests)
        if launch:
            await servers.accept_launch(server, launch)
            await servers.test(server)
        self.load()

    def read_import(self, path: str) -> None:
        """Reads another program's file; the plan says what could be taken."""
        self.spawn(self._read_import(Path(path)), "import")

    async def _read_import(self, path: Path) -> None:
        plan = await self.services.servers.plan_import(path)
        if plan.text:
            self.notice_raised.emit(Notice(plan.text, self.tr("Choose a file that lists MCP servers.")))
        else:
            self.plan_ready.emit(plan)

    def import_servers(self, entries: tuple[ServerEntry, ...]) -> None:
        """Stores what was chosen of a plan."""
        self.spawn(self._import(entries), "import")

    async def _import(self, entries: tuple[ServerEntry, ...]) -> None:
        await self.services.servers.import_servers(entries)
        self.load()

    def set_aside(self) -> None:
        """Moves a file that cannot be read out of the way."""
        self.spawn(self._set_aside(), "set_aside")

    async def _set_aside(self) -> None:
        moved = await self.services.servers.set_aside()
        self.toast_raised.emit(Toast(self.tr("The file is now `{0}`.").format(moved.name)))
        self.load()

    # The log.

    def _on_line(self, server: str, _line: str) -> None:
        if server == self.state.front and not self._is_stopped and not self._log_timer.isActive():
            self._log_timer.start()

    def _show_log(self) -> None:
        text = "\n".join(self.services.servers.log(self.state.front))
        self.state = replace(self.state, log=text)
        self.log_changed.emit(text)

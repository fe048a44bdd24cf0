"""Code tasks: what a turn captures, which tools it has, and what is asked on its behalf."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from qodev.base.errors import UserFacingError
from qodev.base.files import make_folders
from qodev.base.jsontext import dump_pretty
from qodev.base.tasks import WorkPool
from qodev.permissions.broker import PermissionBroker
from qodev.permissions.gate import PermissionGate
from qodev.permissions.resources import reading_filter
from qodev.providers.shaping import chat_tool
from qodev.runtime.bench import Workbench, offered, step_cap
from qodev.services.policies import PoliciesService
from qodev.services.profiles import ProfilesService
from qodev.services.trust import TrustService
from qodev.tools.background import BackgroundCommands
from qodev.types.conversation import ChatMode, Conversation, TurnRequest
from qodev.types.permissions import ProjectMode
from qodev.types.ports import EventSink
from qodev.types.profiles import Profile
from qodev.types.questions import AnsweredBy
from qodev.types.tooling import ToolContext, ToolSource
from qodev.types.work_events import ToolProgressed
from qodev.workspace.project import ProjectRoot


@dataclass(frozen=True, slots=True)
class TaskParts:
    """What Code tasks need of the rest of the program."""

    profiles: ProfilesService
    trust: TrustService
    policies: PoliciesService
    sources: Sequence[ToolSource]
    background: BackgroundCommands
    gate: PermissionGate
    broker: PermissionBroker
    private: Path  # holds a workspace for each Code task without a folder (P210)
    pool: WorkPool
    emit: EventSink
    report_fault: Callable[[str, BaseException], None]
    max_failed_checks: Callable[[], int]


@dataclass(frozen=True, slots=True)
class _Chosen:
    """What was chosen for one conversation of this run alone."""

    mode: ProjectMode | None = None
    max_steps: int | None = None


class CodeTasks:
    """Opens the workbench of each turn; everything about trust and rules is asked anew there and at every call."""

    def __init__(self, parts: TaskParts) -> None:
        self._parts = parts
        self._chosen: dict[str, _Chosen] = {}

    def choose_for(self, conversation_id: str, *, mode: ProjectMode | None, max_steps: int | None) -> None:
        """Chooses mode and step cap of a conversation until the program ends; None is what the project has."""
        self._chosen[conversation_id] = _Chosen(mode, max_steps)

    @property
    def broker(self) -> PermissionBroker:
        """Returns where questions wait and are answered."""
        return self._parts.broker

    @property
    def background(self) -> BackgroundCommands:
        """Returns the commands that run beside conversations."""
        return self._parts.background

    async def capture(self, conversation: Conversation) -> tuple[Profile, str]:
        """Returns the profile by value and the folder of a Code task; raises UserFacingError when it cannot be sent."""
        project = conversation.project or str(await self._private_folder(conversation.id))
        if not await self.is_trusted(project):
            raise UserFacingError(
                f"A Code task needs a trusted folder, and `{project}` is not trusted.", "Review and trust it, or chat."
            )
        profile = await self._parts.profiles.capture(conversation.profile, conversation.project)
        return profile, project

    async def _private_folder(self, conversation_id: str) -> Path:
        folder = self._parts.private / conversation_id
        faults = await self._parts.pool.run(make_folders, (self._parts.private, folder))
        if faults:
            raise UserFacingError(faults[0].message, "Choose a folder of your own for this task.")
        return folder

    async def folder_of(self, conversation: Conversation) -> Path | None:
        """Returns the resolved folder that a conversation works in, None when it has none yet."""
        folder = Path(conversation.project) if conversation.project else self._parts.private / conversation.id
        return await self._parts.pool.run(_resolved, folder)

    async def is_trusted(self, project: str) -> bool:
        """Tells whether Code tasks may work in a folder now; those that qodev made itself always (P210)."""
        return await self._parts.pool.run(self._is_trusted, project)

    def _is_trusted(self, project: str) -> bool:
        folder = Path(project)
        if folder.parent == self._parts.private and not folder.is_symlink() and folder.is_dir():
            return True
        return self._parts.trust.is_trusted(project)

    async def open(self, turn: TurnRequest, *, begins: bool = True) -> Workbench:
        """Returns the tools of a turn; raises UserFacingError when it may not start (P71, P209).

        Unless it `begins`, nothing is started for it: its tools are those that stand ready.
        """
        if turn.mode is not ChatMode.CODE_TASK:
            return Workbench()
        if turn.profile is None or turn.project is None:
            raise UserFacingError("This Code task has no profile.", "Choose one and send it again.")
        profile, project = turn.profile, turn.project
        await self._require_trust(profile, project)
        context = await self._context(turn, profile, project, begins=begins)
        found = [await source.offer(context) for source in self._parts.sources]
        tools, hidden = offered(profile, [tool for tools in found for tool in tools])
        policy = await self._parts.policies.look(project)
        cap, by = step_cap(profile, policy.max_steps)
        chosen = self._chosen.get(turn.conversation_id, _Chosen()).max_steps
        if chosen is not None and (profile.max_steps is None or chosen < cap):
            cap, by = chosen, "this run"
        return Workbench(
            context=context,
            gate=self._parts.gate,
            tools=tools,
            hidden=hidden,
            max_steps=cap,
            steps_set_by=by,
            require=lambda: self._require_trust(profile, project),
            accept_written=self._accepting(project),
            report_fault=self._parts.report_fault,
        )

    async def preview(self, conversation: Conversation, turn: TurnRequest) -> tuple[TurnRequest, Workbench]:
        """Returns a turn as sending it now would capture it, with its tools; raises UserFacingError as that would."""
        if conversation.mode is not ChatMode.CODE_TASK:
            return turn, Workbench()
        profile, project = await self.capture(conversation)
        captured = replace(turn, profile=profile, project=project)
        return captured, await self.open(captured, begins=False)

    async def schema_text(self, profile: Profile, project: str | None) -> str:
        """Returns the tools that a Code task under a profile carries, as JSON in the shape of Chat Completions (U89).

        Of servers that are not connected there are none: nothing is started for it.
        """
        folder = project if project is not None and await self.is_trusted(project) else None
        turn = TurnRequest("", "", "", (), "", None, None, ChatMode.CODE_TASK, folder, 0.0, profile=profile)
        place = folder or str(await self._private_folder("schema"))
        context = await self._context(turn, profile, place, begins=False)
        found = [tool for source in self._parts.sources for tool in await source.offer(context)]
        tools, hidden = offered(profile, found)
        return dump_pretty([chat_tool(offer) for offer in Workbench(tools=tools, hidden=hidden).offers])

    async def _require_trust(self, profile: Profile, project: str) -> None:
        await self._parts.profiles.require_trust(profile, project)
        if not await self.is_trusted(project):
            raise UserFacingError(f"`{project}` is not trusted any more.", "Trust the folder, then send it again.")

    async def _context(self, turn: TurnRequest, profile: Profile, project: str, *, begins: bool) -> ToolContext:
        root = await self._parts.pool.run(_opened, project)

        def progress(call_id: str, text: str) -> None:
            self._parts.emit(
                ToolProgressed(conversation_id=turn.conversation_id, turn_id=turn.id, call_id=call_id, text=text)
            )

        return ToolContext(
            conversation_id=turn.conversation_id,
            turn_id=turn.id,
            project=root.path,
            profile=profile,
            is_trusted=lambda: self._is_trusted(str(root.path)),
            may_show=reading_filter(profile, folds_case=root.folds_case),
            progress=progress,
            max_failed_checks=self._parts.max_failed_checks(),
            mode=self._chosen.get(turn.conversation_id, _Chosen()).mode,
            begins=begins,
        )

    def _accepting(self, project: str) -> Callable[[str], Awaitable[None]]:
        async def accept(path: str) -> None:
            await self._parts.trust.accept_written(project, path)

        return accept

    async def forget(self, conversation_id: str) -> None:
        """Ends what a conversation keeps running: it is deleted or archived."""
        for source in self._parts.sources:
            await source.forget(conversation_id)

    async def close(self) -> None:
        """Ends everything that runs beside conversations."""
        for source in self._parts.sources:
            await source.close()

    def trust_changed(self, project: str, *, trusted: bool) -> None:
        """Withdraws the questions of a folder that is not trusted any more (P134)."""
        if not trusted:
            self.broker.withdraw(lambda one: _is_inside(one.project, project), AnsweredBy.TRUST)


def _resolved(folder: Path) -> Path | None:
    try:
        return folder.resolve(strict=True)
    except OSError:
        return None


def _opened(project: str) -> ProjectRoot:
    try:
        return ProjectRoot.open(Path(project))
    except OSError as fault:
        message = f"`{project}` cannot be opened: {fault.strerror or fault}."
        raise UserFacingError(message, "Attach the folder again, or choose another one.") from fault


def _is_inside(project: str, folder: str) -> bool:
    return Path(folder) == Path(project) or Path(folder) in Path(project).parents

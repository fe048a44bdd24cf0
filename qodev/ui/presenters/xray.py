"""Judges the case of the X-ray under the text that is edited: the last answer wins, nothing blocks typing (U86 to U91)."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Signal

from qodev.base.errors import UserFacingError
from qodev.types.conversation import ChatMode
from qodev.types.events import AnyEvent, PolicyChanged
from qodev.types.permissions import ProjectMode
from qodev.types.profile_editing import ExampleReport
from qodev.types.profiles import Profile
from qodev.types.xray import XrayAnswer, XrayCase, XrayKind
from qodev.ui.models.notices import Toast
from qodev.ui.models.xray_replay import ReplayState, replay_state
from qodev.ui.models.xray_state import XrayState, empty_message, examples_of, tools_of, with_answer
from qodev.ui.presenters.core import Presenter

if TYPE_CHECKING:
    from qodev.services.app import Services


def _tr(text: str, count: int = -1) -> str:
    return QCoreApplication.translate("XrayPresenter", text, "", count)


_TRIED_MOST = 20
_REPLAYS_MOST = 30


class XrayPresenter(Presenter):
    """Holds one case and one profile; whatever of both changes, the verdict follows."""

    state_changed = Signal(object)  # XrayState
    projects_changed = Signal(object, str)  # paths, and the one that counts, "" for none
    keep_wanted = Signal(str, str, object)  # tool, argument, Effect: to be written as an example
    place_wanted = Signal(str, int, int)  # path, line, column
    copied = Signal(str)  # text for the clipboard
    case_changed = Signal()
    replays_offered = Signal(object)  # (id, title) of conversations
    replay_changed = Signal(object)  # ReplayState

    def __init__(self, services: "Services", parent: QObject | None = None) -> None:
        super().__init__(services, parent)
        self.state = XrayState(message=empty_message(XrayKind.COMMAND))
        self.case = XrayCase(XrayKind.COMMAND, "")
        self.mode: ProjectMode | None = None
        self.is_direct = False
        self._is_project_chosen = False  # until then it is the one in view
        self.profile: Profile | None = None
        self._answer: XrayAnswer | None = None
        self._tried: dict[str, None] = {}  # tools of servers and skills that somebody looked at
        self._keep_reason = ""
        self._replayed = ""  # the conversation whose calls are judged
        self._revision = 0
        self._is_judging = False

    def load(self) -> None:
        """Looks up the projects that a case can be judged for."""
        self.spawn(self._load_projects(), "projects")

    async def _load_projects(self) -> None:
        shown = self.services.profiles.project
        known = {shown: None} if shown else {}
        known |= dict.fromkeys(self.services.policies.projects)
        known |= dict.fromkeys(record.path for record in await self.services.trust.folders())
        in_view = self.services.profiles.snapshot.project or ""
        if not self._is_project_chosen and in_view != self._project:
            known |= {in_view: None} if in_view else {}
            self.case = replace(self.case, project=Path(in_view) if in_view else None)
            self._ask()
        self.projects_changed.emit(tuple(known), self._project)

    @property
    def _project(self) -> str:
        return str(self.case.project) if self.case.project is not None else ""

    def set_profile(self, profile: Profile | None, *, is_stale: bool, keep_reason: str) -> None:
        """Takes what the text means now; None with `is_stale` keeps the last one that was a profile."""
        self._keep_reason = keep_reason
        if not is_stale:
            self.profile = profile
        self.state = replace(self.state, is_stale=is_stale and self.profile is not None)
        self._show_tools()
        self._ask()
        if self._replayed:
            self.spawn(self._replay(), "replay")

    def show_report(self, report: ExampleReport) -> None:
        """Takes what came of the examples."""
        self._show(replace(self.state, examples=examples_of(report.results)))

    def set_kind(self, kind: XrayKind) -> None:
        """Judges another kind of case."""
        self.case = replace(self.case, kind=kind)
        self._ask()

    def set_value(self, value: str) -> None:
        """Judges another value."""
        self.case = replace(self.case, value=value)
        self._ask()

    def set_project(self, project: str) -> None:
        """Judges for another project; "" stands for none."""
        self._is_project_chosen = True
        self.case = replace(self.case, project=Path(project) if project else None)
        self._ask()

    def set_mode(self, mode: ProjectMode | None) -> None:
        """Shows the reasons of another mode; None is the project's own."""
        self.mode = mode
        self._show_answer()

    def set_direct(self, direct: bool) -> None:  # noqa: FBT001  # one switch
        """Judges a call that a model makes although the tool is hidden (U89)."""
        self.is_direct = direct
        self._show_answer()

    def take(self, batch: tuple[AnyEvent, ...]) -> None:
        """Takes the events of a frame: modes and exact rules of projects may have changed."""
        if any(isinstance(event, PolicyChanged) for event in batch):
            self._ask()

    # Judging

    def _ask(self) -> None:
        self._revision += 1
        if not self._is_judging:
            self._is_judging = True
            self.spawn(self._judge(), "judge")

    async def _judge(self) -> None:
        try:
            while True:
                revision, profile, case = self._revision, self.profile, self.case
                answer, message = await self._answer_of(profile, case)
                if revision == self._revision:
                    self._answer = answer
                    self._take_answer(case, message)
                    return
        finally:
            self._is_judging = False

    async def _answer_of(self, profile: Profile | None, case: XrayCase) -> tuple[XrayAnswer | None, str]:
        if not case.value.strip():
            return None, empty_message(case.kind)
        if profile is None:
            return None, _tr("The text is no profile yet.")
        try:
            return await self.services.xray.judge(profile, case), ""
        except UserFacingError as fault:
            return None, f"{fault.message} {fault.hint or ''}".strip()

    def _take_answer(self, case: XrayCase, message: str) -> None:
        if self._answer is None:
            blank = replace(self.state, message=message, cells=(), clauses=(), rungs=(), refusal="")
            self._show(replace(blank, keep_reason=self._keep_reason or _tr("There is no verdict to keep.")))
            return
        if case.kind in (XrayKind.MCP, XrayKind.SKILL):
            self._note_tried(self._answer)
        self._show_answer()
        self.case_changed.emit()

    def _note_tried(self, answer: XrayAnswer) -> None:
        name = self.services.xray.shown_tool(answer.tool, answer.argument)
        self._tried.pop(name, None)
        self._tried[name] = None
        for old in tuple(self._tried)[:-_TRIED_MOST]:
            del self._tried[old]
        self._show_tools()

    def _show_answer(self) -> None:
        answer = self._answer
        if answer is None:
            return
        verdict = answer.verdicts[self.mode or answer.mode or ProjectMode.ASK]
        tool = self.services.xray.shown_tool(answer.tool, answer.argument)
        refusal = self.services.xray.refusal(verdict, tool)
        if self.is_direct and not refusal:
            refusal = _tr("The call is not refused.")
        state = replace(self.state, keep_reason=self._keep_reason)
        self._show(with_answer(state, answer, self.mode, direct=self.is_direct, refusal=refusal))

    def _show_tools(self) -> None:
        found = self.services.xray.standings(self.profile, tuple(self._tried)) if self.profile is not None else ()
        self._show(replace(self.state, tools=tools_of(found)))

    def _show(self, state: XrayState) -> None:
        if state != self.state:
            self.state = state
            self.state_changed.emit(state)

    # Wishes

    def keep(self) -> None:
        """Keeps the case as an example of the profile (U91)."""
        if self._answer is not None and not self.state.keep_reason:
            self.keep_wanted.emit(self._answer.tool, self._answer.argument, self._answer.value)

    def copy_schema(self) -> None:
        """Copies the tools that a model would see, as JSON (U89)."""
        if self.profile is not None:
            self.spawn(self._copy_schema(self.profile), "copy_schema")

    async def _copy_schema(self, profile: Profile) -> None:
        self.copied.emit(await self.services.code_tasks.schema_text(profile, self._project or None))
        self.toast_raised.emit(Toast(_tr("The visible tools were copied as a request carries them.")))

    # Replays

    def offer_replays(self) -> None:
        """Tells which conversations have calls that can be judged again, the newest first."""
        tasks = [one for one in self.services.conversations.all if one.mode is ChatMode.CODE_TASK and one.last_text]
        newest = sorted(tasks, key=lambda one: -one.updated_at)[:_REPLAYS_MOST]
        self.replays_offered.emit(tuple((one.id, one.title or _tr("New conversation")) for one in newest))

    def replay(self, conversation_id: str) -> None:
        """Judges the calls of a conversation under the text as it is now, and again whenever that changes (U90)."""
        self._replayed = conversation_id
        self.spawn(self._replay(), "replay")

    async def _replay(self) -> None:
        wanted, profile = self._replayed, self.profile
        if not wanted or profile is None:
            return
        title = self.services.conversations.get(wanted).title
        calls = await self.services.replays.judge(profile, wanted)
        if (wanted, profile) == (self._replayed, self.profile):
            self.replay_changed.emit(replay_state(title, calls))

    def end_replay(self) -> None:
        """Shows the examples again."""
        self._replayed = ""
        self.replay_changed.emit(ReplayState())

    @property
    def tried_command(self) -> str:
        """Returns the command that is judged, "" for another kind of case."""
        return self.case.value if self.case.kind is XrayKind.COMMAND else ""

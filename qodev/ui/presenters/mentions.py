"""What `@` and `/` complete in the composer: files of the project, and skills as commands (U99, U100)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from qodev.base.errors import UserFacingError
from qodev.types.events import AnyEvent
from qodev.types.messages import FileBlock
from qodev.types.skills import Skill
from qodev.types.work_events import FilesChanged
from qodev.ui.models.mention_rows import MentionState, SkillCommand, mention_state
from qodev.ui.models.notices import Notice
from qodev.ui.presenters.core import Presenter

if TYPE_CHECKING:
    from qodev.services.app import Services

_SKILL = "skill:"


class MentionsPresenter(Presenter):
    """Follows the project of the open conversation; what is taken becomes an attachment."""

    state_changed = Signal(object)  # MentionState
    attached = Signal(object)  # Block
    guidance_ready = Signal(str, object)  # the conversation it is for, Block

    def __init__(self, services: "Services", parent: QObject | None = None) -> None:
        super().__init__(services, parent)
        self._project = ""
        self._revision = 0

    def follow(self, project: str) -> None:
        """Answers for another project, "" for none."""
        if project != self._project:
            self._project = project
            self.drop()

    @property
    def has_project(self) -> bool:
        """Tells whether there are files to mention."""
        return bool(self._project)

    def take(self, batch: tuple[AnyEvent, ...]) -> None:
        """Takes the events of a frame."""
        if any(isinstance(event, FilesChanged) for event in batch):
            self.services.mentions.forget()

    # Files.

    def ask(self, asked: str) -> None:
        """Looks for files; an answer that was overtaken is dropped."""
        self._revision += 1
        if self._project:
            self.spawn(self._find(self._project, asked, self._revision), "mention")

    async def _find(self, project: str, asked: str, revision: int) -> None:
        try:
            found = await self.services.mentions.find(project, asked)
        except UserFacingError as fault:
            state = MentionState(asked, note=fault.message)
        else:
            state = mention_state(asked, found)
        if revision == self._revision:
            self.state_changed.emit(state)

    def drop(self) -> None:
        """Nothing is asked any more."""
        self._revision += 1

    def attach(self, path: str) -> None:
        """Attaches a file or folder of the project."""
        if self._project:
            self.spawn(self._attach(self._project, path), "attach")

    async def _attach(self, project: str, path: str) -> None:
        block = await self.services.mentions.read(project, path)
        if project == self._project:
            self.attached.emit(block)

    # Skills.

    @property
    def skills(self) -> Sequence[SkillCommand]:
        """Returns the skills that can be used as commands, those for people alone included (P204)."""
        return tuple(SkillCommand(skill.name, self._about(skill.description, skill.arguments)) for skill in self._known)

    def _about(self, description: str, arguments: Sequence[str]) -> str:
        given = " ".join(f"{name}=…" for name in arguments)
        return f"{description}  {given}".rstrip()

    def is_skill(self, name: str) -> bool:
        """Tells whether a skill has this name; case does not count."""
        return any(skill.key == name.casefold() for skill in self._known)

    @property
    def _known(self) -> Sequence[Skill]:
        return self.services.skills.skills

    def use_skill(self, name: str, arguments: str, conversation_id: str) -> None:
        """Fills in a skill's arguments; what comes of it goes with the message, as guidance below the request."""
        self.spawn(self._use(name, arguments, conversation_id), "skill")

    async def _use(self, name: str, arguments: str, conversation_id: str) -> None:
        try:
            found = await self.services.skills.expand(name, arguments, self._project or None)
        except UserFacingError as fault:
            self.notice_raised.emit(Notice(self.tr("Nothing was sent."), fault.message))
            return
        self.guidance_ready.emit(conversation_id, FileBlock(f"{_SKILL}{found.skill.name}", found.content))

"""The live request beside an agent that is edited: rendered after each pause in typing, overtaken renders dropped (U67)."""

import asyncio
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QObject, QTimer, Signal

from qodev.base.errors import UserFacingError
from qodev.types.conversation import RequestPreview
from qodev.types.editing import EffectiveLeaf, Fixture, OpenConversation, PreviewSource
from qodev.types.events import AnyEvent, CatalogChanged, ConversationChanged
from qodev.ui.models.live_request import Choice, LiveRequestState, RequestInputs, body_marks, request_shown
from qodev.ui.models.notices import Toast
from qodev.ui.models.request_state import FaultRow
from qodev.ui.presenters.core import Presenter

if TYPE_CHECKING:
    from qodev.services.app import Services

CopyForm = Literal["curl", "httpie", "python"]
_FORMS: Mapping[str, CopyForm] = {"curl": "curl", "httpie": "httpie", "python": "python"}
FIXTURE, CONVERSATION = "fixture:", "conversation:"
_PAUSE_MS = 120  # U178
_UPDATING_MS = 200  # U177: loading is drawn after that
_SLOW_MS = 5000  # U177: then it can be cancelled
_FIRST = f"{FIXTURE}first_turn"
_CONVERSATIONS = 30
NO_ROLE = "-"  # the id of the choice; the empty id means developer, as where nothing is chosen


class LiveRequestPresenter(Presenter):
    """Follows one text; renders only while the pane is on screen."""

    state_changed = Signal(object)  # LiveRequestState
    inputs_changed = Signal(object)  # RequestInputs
    copy_ready = Signal(str)  # text for the clipboard
    source_set = Signal(str, str)  # path and text of the agent that is edited

    def __init__(self, services: "Services", parent: QObject | None = None) -> None:
        super().__init__(services, parent)
        self._path = ""
        self._text = ""
        self._preview: RequestPreview | None = None
        self._leaves: tuple[EffectiveLeaf, ...] = ()  # of the text that is edited
        self._good = LiveRequestState()  # of the last preview that had a body
        self._is_shown = False
        self._current = ""  # the conversation that is open in the window
        self._running: asyncio.Task[None] | None = None
        self.state = LiveRequestState()
        self.inputs = RequestInputs(conversation=_FIRST)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE_MS)
        self._pause.timeout.connect(self.refresh)
        self._slow = QTimer(self)
        self._slow.setSingleShot(True)
        self._slow.setInterval(_UPDATING_MS)
        self._slow.timeout.connect(self._show_updating)
        self._long = QTimer(self)
        self._long.setSingleShot(True)
        self._long.setInterval(_SLOW_MS)
        self._long.timeout.connect(self._show_slow)

    def set_source(self, path: str, text: str) -> None:
        """Takes the text of an agent file; another file shows nothing of the one before."""
        if path != self._path:
            self._preview = None
            self._leaves = ()
            self._set(LiveRequestState())
        if (path, text) != (self._path, self._text):
            self._path, self._text = path, text
            self.source_set.emit(path, text)
            self._later()

    def set_origins(self, path: str, leaves: tuple[EffectiveLeaf, ...]) -> None:
        """Takes which file writes which key of the agent that is edited (U66)."""
        if path != self._path or leaves == self._leaves:
            return
        self._leaves = leaves
        if self._preview is not None:
            marks = body_marks(self._preview.added, leaves)
            self._good = replace(self._good, marks=marks)
            self._set(replace(self.state, marks=marks))

    def set_shown(self, on: bool) -> None:  # noqa: FBT001  # one fact
        """Tells whether the pane is on screen."""
        self._is_shown = on
        if on:
            self.spawn(self._load_inputs(), "inputs")
            self.refresh()

    def note_current(self, conversation_id: str) -> None:
        """Takes which conversation is open in the window, "" for none."""
        if conversation_id != self._current:
            self._current = conversation_id
            if self._is_shown:
                self.spawn(self._load_inputs(), "inputs")

    def choose_conversation(self, choice: str) -> None:
        """Renders for a fixture or a stored conversation, by the id of its choice."""
        self._choose(replace(self.inputs, conversation=choice))

    def choose_fixture(self, name: str) -> None:
        """Renders for a fixture, by its name."""
        self.choose_conversation(f"{FIXTURE}{name}")

    def choose_role(self, choice: str) -> None:
        """Renders with another role."""
        self._choose(replace(self.inputs, role=choice))

    def choose_project(self, choice: str) -> None:
        """Renders for another project folder."""
        self._choose(replace(self.inputs, project=choice))

    def _choose(self, inputs: RequestInputs) -> None:
        if inputs != self.inputs:
            self.inputs = inputs
            self.inputs_changed.emit(inputs)
            self.refresh()

    def take(self, batch: tuple[AnyEvent, ...]) -> None:
        """Takes the events of a frame."""
        if not self._is_shown:
            return
        if any(isinstance(event, CatalogChanged) or self._is_of_source(event) for event in batch):
            self._later()
        if any(isinstance(event, CatalogChanged | ConversationChanged) for event in batch):
            self.spawn(self._load_inputs(), "inputs")

    def _is_of_source(self, event: AnyEvent) -> bool:
        """Tells whether an event changes the conversation that is rendered for: its draft, its history."""
        changed = isinstance(event, ConversationChanged) and event.conversation.id
        return bool(changed) and self.inputs.conversation == f"{CONVERSATION}{changed}"

    def _later(self) -> None:
        if self._is_shown:
            self._pause.start()

    def refresh(self) -> None:
        """Renders anew; what is under way is dropped."""
        self._pause.stop()
        self._drop()
        if self._is_shown and self._path:
            self._slow.start()
            self._long.start()
            self._running = self.spawn(self._load(), "render")

    def _drop(self) -> None:
        if self._running is not None:
            self._running.cancel()
            self._running = None
        self._still()

    def _still(self) -> None:
        self._slow.stop()
        self._long.stop()

    def cancel(self) -> None:
        """Ends what is under way; the last request stays."""
        self._drop()
        self._set(
            replace(self.state, is_updating=False, is_slow=False, status=self.tr("Stopped. Change the text to go on."))
        )

    async def _load(self) -> None:
        inputs = self.inputs
        role_id = None if not inputs.role else "" if inputs.role == NO_ROLE else inputs.role
        try:
            preview = await self.services.editing.preview(
                self._path, self._text, self._source(), role_id=role_id, project=inputs.project or None
            )
        except UserFacingError as fault:
            self._show_fault(FaultRow(fault.message, fault.hint or ""))
            return
        self._still()
        shown = request_shown(preview, self._leaves)
        if preview.body is None:
            self._keep_last_good(shown)
        else:
            self._preview, self._good = preview, shown
            self._set(shown)

    def _source(self) -> PreviewSource:
        chosen = self.inputs.conversation
        if chosen.startswith(CONVERSATION):
            return OpenConversation(chosen.removeprefix(CONVERSATION))
        return Fixture(chosen.removeprefix(FIXTURE))

    def _show_fault(self, fault: FaultRow) -> None:
        self._still()
        self._keep_last_good(LiveRequestState(faults=(fault,), status=self.tr("This request cannot be built.")))

    def _keep_last_good(self, failed: LiveRequestState) -> None:
        if self._preview is None:
            self._set(failed)
            return
        self._set(
            replace(self._good, faults=failed.faults, is_last_good=True, can_copy=False, status=self.tr("Last good"))
        )

    def _show_updating(self) -> None:
        self._set(replace(self.state, is_updating=True))

    def _show_slow(self) -> None:
        self._set(replace(self.state, is_updating=True, is_slow=True))

    def _set(self, state: LiveRequestState) -> None:
        if state != self.state:
            self.state = state
            self.state_changed.emit(state)

    async def _load_inputs(self) -> None:
        fixtures = await self.services.editing.fixtures()
        samples = tuple(Choice(f"{FIXTURE}{one.name}", self.tr("Sample: {0}").format(one.name)) for one in fixtures)
        inputs = replace(
            self.inputs, conversations=(*self._stored(), *samples), roles=self._roles(), projects=self._projects()
        )
        if inputs.conversation not in {choice.id for choice in inputs.conversations}:
            inputs = replace(inputs, conversation=_FIRST)
        if inputs != self.inputs:
            self.inputs = inputs
            self.inputs_changed.emit(inputs)

    def _stored(self) -> Iterator[Choice]:
        """Yields the conversations, the one that is open in the window first."""
        talks = sorted(self.services.conversations.all[:_CONVERSATIONS], key=lambda one: one.id != self._current)
        for one in talks:
            title = one.title or self.tr("New conversation")
            label = self.tr("Current: {0}").format(title) if one.id == self._current else title
            yield Choice(f"{CONVERSATION}{one.id}", label)

    def _roles(self) -> tuple[Choice, ...]:
        roles = sorted(self.services.agents.snapshot.roles.values(), key=lambda role: role.name.casefold())
        first = (Choice("", self.tr("Role as chosen")), Choice(NO_ROLE, self.tr("No role")))
        return (*first, *(Choice(role.id, role.name) for role in roles))

    def _projects(self) -> tuple[Choice, ...]:
        known = dict.fromkeys(one.project for one in self.services.conversations.all if one.project)
        return (Choice("", self.tr("No project")), *(Choice(path, path) for path in known))

    def copy_as(self, form: str, *, with_key: bool) -> None:
        """Makes a command or program that sends the same bytes: curl, httpie or python."""
        known = _FORMS.get(form)
        if known is not None and self._preview is not None and self.state.can_copy:
            self.spawn(self._copy(self._preview, known, with_key=with_key), "copy")

    async def _copy(self, preview: RequestPreview, form: CopyForm, *, with_key: bool) -> None:
        requests = self.services.requests
        if with_key and preview.key_ref:
            self.copy_ready.emit(await requests.copy_with_key(preview, form))
            self.toast_raised.emit(Toast(self.tr("Copied with the key itself. Paste it nowhere public.")))
            return
        self.copy_ready.emit(requests.copy_as(preview, form))
        self.toast_raised.emit(Toast(self.tr("Copied. A key stands as a variable.")))

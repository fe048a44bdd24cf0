"""The Request tab: what would be sent now, and what was sent by each step of a turn (U21, A175, A176)."""

from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QCoreApplication, QObject, QTimer, Signal

from qodev.base.errors import UserFacingError
from qodev.types.conversation import Conversation, Draft, RequestPreview
from qodev.types.events import AnyEvent, CatalogChanged, RequestBuilt
from qodev.ui.models.lists import in_a_row
from qodev.ui.models.marks import QT_TRANSLATE_NOOP
from qodev.ui.models.notices import Toast
from qodev.ui.models.request_state import (
    FaultRow,
    RequestState,
    cut_for_view,
    faults_of,
    masked_headers,
    pretty_body,
    size_text,
    tool_names,
)
from qodev.ui.presenters.core import Presenter

if TYPE_CHECKING:
    from qodev.services.app import Services

CopyForm = Literal["curl", "httpie", "python"]
_PAUSE_MS = 120  # U178
_UPDATING_MS = 200  # U177: loading is drawn after that
_COPIED = {
    "curl": QT_TRANSLATE_NOOP("InspectorPresenter", "Copied as curl command. The key stands as a variable."),
    "httpie": QT_TRANSLATE_NOOP("InspectorPresenter", "Copied as HTTPie command. The key stands as a variable."),
    "python": QT_TRANSLATE_NOOP("InspectorPresenter", "Copied as Python program. The key stands as a variable."),
}


def _tr(text: str, count: int = -1) -> str:
    return QCoreApplication.translate("Request", text, "", count)


class InspectorPresenter(Presenter):
    """Renders only while the tab is on screen."""

    state_changed = Signal(object)  # RequestState
    copy_ready = Signal(str)  # text for the clipboard

    def __init__(self, services: "Services", parent: QObject | None = None) -> None:
        super().__init__(services, parent)
        self._conversation: Conversation | None = None
        self._draft = Draft()
        self._turn_id = ""
        self._previews: tuple[RequestPreview, ...] = ()
        self._step = 0
        self._is_shown = False
        self._revision = 0
        self.state = RequestState()
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE_MS)
        self._pause.timeout.connect(self.refresh)
        self._slow = QTimer(self)
        self._slow.setSingleShot(True)
        self._slow.setInterval(_UPDATING_MS)
        self._slow.timeout.connect(self._show_updating)

    def set_shown(self, on: bool) -> None:  # noqa: FBT001  # one fact
        """Tells whether the tab is on screen."""
        self._is_shown = on
        if on:
            self.refresh()

    def open(self, conversation: Conversation | None) -> None:
        """Follows the open conversation; a change of its choices renders anew."""
        same = conversation is not None and self._conversation is not None and conversation.id == self._conversation.id
        self._conversation = conversation
        if not same:
            self._turn_id = ""
            self._previews = ()
        self._later()

    def note_draft(self, draft: Draft) -> None:
        """Takes what stands in the composer; typing shows what would be sent now."""
        if draft != self._draft:
            self._draft = draft
            if draft != Draft():
                self._turn_id = ""
            self._later()

    def take(self, batch: tuple[AnyEvent, ...]) -> None:
        """Takes the events of a frame."""
        here = self._conversation.id if self._conversation is not None else ""
        for event in batch:
            if isinstance(event, RequestBuilt) and event.conversation_id == here:
                self._turn_id = event.turn_id
                self._step = -1
                self._later()
            elif isinstance(event, CatalogChanged):
                self._later()

    def select_turn(self, turn_id: str) -> None:
        """Shows the stored request of a turn; "" shows what would be sent now."""
        self._turn_id = turn_id
        self._step = -1
        self.refresh()

    def select_step(self, step: int) -> None:
        """Shows one of the requests of the turn."""
        if 0 <= step < len(self._previews):
            self._step = step
            self._show()

    def _later(self) -> None:
        if self._is_shown:
            self._pause.start()

    def refresh(self) -> None:
        """Renders anew; an answer that was overtaken is dropped."""
        self._pause.stop()
        self._revision += 1
        if not self._is_shown:
            return
        if self._conversation is None:
            self._previews = ()
            self._set(RequestState())
            return
        self._slow.start()
        self.spawn(self._load(self._conversation.id, self._turn_id, self._revision), "render")

    async def _load(self, conversation_id: str, turn_id: str, revision: int) -> None:
        try:
            found = await self._fetch(conversation_id, turn_id)
        except UserFacingError as fault:
            if revision == self._revision:
                self._slow.stop()
                self._set(replace(self.state, is_updating=False, faults=(FaultRow(fault.message, fault.hint or ""),)))
            return
        if revision == self._revision:
            self._previews = found
            self._step = len(found) - 1 if self._step < 0 or self._step >= len(found) else self._step
            self._show()

    async def _fetch(self, conversation_id: str, turn_id: str) -> tuple[RequestPreview, ...]:
        sent = await self.services.requests.sent(conversation_id, turn_id) if turn_id else ()
        return tuple(sent) or (await self.services.requests.preview(conversation_id, self._draft),)

    def _show(self) -> None:
        self._slow.stop()
        preview = self._previews[self._step]
        stored = [p.stored for p in self._previews if p.stored is not None]
        steps = tuple(self.tr("Step {0}").format(s.step) for s in stored) or (self.tr("Would be sent now"),)
        self._set(_shown(preview, steps, self._step))

    def _show_updating(self) -> None:
        self._set(replace(self.state, is_updating=True))

    def _set(self, state: RequestState) -> None:
        if state != self.state:
            self.state = state
            self.state_changed.emit(state)

    def copy_as(self, form: CopyForm) -> None:
        """Makes a command or program that sends the same bytes; keys stand as variables."""
        if self._previews and self._previews[self._step].body is not None:
            self.copy_ready.emit(self.services.requests.copy_as(self._previews[self._step], form))
            self.toast_raised.emit(Toast(self.tr(_COPIED[form])))


def _shown(preview: RequestPreview, steps: tuple[str, ...], step: int) -> RequestState:
    """Returns the state of the tab for one request."""
    body = preview.body
    notes = (_tr("Added by qodev: {0}").format(in_a_row(preview.added)),) if preview.added else ()
    is_broken = body is None
    return RequestState(
        title=preview.agent,
        url=f"{preview.method} {preview.url}" if preview.url else "",
        headers=masked_headers(preview.headers, preview.key_name),
        system=cut_for_view(preview.system_prompt),
        body=cut_for_view(pretty_body(body)) if body is not None else "",
        raw=cut_for_view(body.decode("utf-8", "replace")) if body is not None else "",
        size=size_text(len(body), preview.estimate_tokens) if body is not None else "",
        faults=faults_of(preview.diagnostics, preview.problems if is_broken else ()),
        notes=notes if is_broken else (*notes, *preview.problems),
        profile=preview.profile,
        tools=tool_names(body) if body is not None else (),
        hidden=preview.hidden_tools,
        steps=steps,
        step=step,
        can_copy=not is_broken and bool(preview.url),
        status="" if body is not None else _tr("This request cannot be built."),
    )

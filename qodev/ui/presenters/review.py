"""The review of file changes: proposals that wait, and changes that were made (U124 to U127)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from qodev.base.errors import UserFacingError
from qodev.base.text import show_hidden
from qodev.types.changes import CHANGED_MEANWHILE
from qodev.types.diffs import ChangedFile, FileDiff, Standing
from qodev.types.events import AnyEvent
from qodev.types.questions import (
    AnsweredBy,
    AnswerOption,
    CallState,
    PermissionAnswer,
    PermissionRequest,
    QuestionKind,
)
from qodev.types.work_events import PermissionRequested, PermissionResolved, ToolFinished
from qodev.ui.models.notices import Toast
from qodev.ui.models.review_choices import Choice, Comment, Place
from qodev.ui.models.review_lines import ReviewLines, review_lines
from qodev.ui.models.review_state import (
    ReviewState,
    card_state,
    facts_of,
    file_row,
    hunks_text,
    message_of,
    request_row,
    warnings_of,
)
from qodev.ui.presenters.core import Presenter
from qodev.ui.presenters.review_drafts import CommentDrafts

if TYPE_CHECKING:
    from qodev.services.app import Services


@dataclass(slots=True)
class _Front:
    """What the panel shows: a proposal, or a row of a list of changes."""

    conversation_id: str
    request: PermissionRequest | None = None
    file: ChangedFile | None = None
    others: tuple[ChangedFile, ...] = ()
    branch: str = ""
    is_asked: bool = False

    @property
    def path(self) -> str:
        if self.request is not None and self.request.proposal is not None:
            return self.request.proposal.path
        return self.file.path if self.file is not None else ""


class ReviewPresenter(Presenter):
    """Holds what was decided of each change until it is sent; an answer is bound to its question (U121)."""

    state_changed = Signal(object)  # ReviewState
    cards_changed = Signal(object)  # tuple of ReviewCardState: the proposals of the conversation in view
    shown = Signal()  # the panel is wanted on screen
    closed = Signal()
    external_wanted = Signal(str)  # a path

    def __init__(self, services: "Services", parent: QObject | None = None) -> None:
        super().__init__(services, parent)
        self.state = ReviewState()
        self._here = ""
        self._front: _Front | None = None
        self._choices: dict[str, tuple[Choice, ...]] = {}
        self._drafts = CommentDrafts()
        self._revision = 0

    # What waits.

    def follow(self, conversation_id: str) -> None:
        """Shows the proposals of another conversation."""
        if conversation_id and not self._here:
            self.spawn(self._load_drafts(), "drafts")
        self._here = conversation_id
        if self._front is not None and self._front.conversation_id != conversation_id:
            self.close()
        self._tell_cards()

    def take(self, batch: tuple[AnyEvent, ...]) -> None:
        """Takes the events of a frame."""
        for event in batch:
            if isinstance(event, PermissionResolved):
                self._on_resolved(event)
            elif isinstance(event, ToolFinished):
                self._on_finished(event)
        if any(isinstance(event, PermissionRequested | PermissionResolved) for event in batch):
            self._tell_cards()

    def tell_again(self) -> None:
        """Tells everything to a window that was made in another language."""
        self._tell_cards()
        self._tell(self.state)

    @property
    def waiting(self) -> tuple[PermissionRequest, ...]:
        """Returns the proposals of the conversation in view."""
        return tuple(
            one
            for one in self.services.code_tasks.broker.open
            if one.kind is QuestionKind.REVIEW and one.conversation_id == self._here and one.proposal is not None
        )

    def _tell_cards(self) -> None:
        self.cards_changed.emit(tuple(card_state(one) for one in self.waiting))

    def _on_resolved(self, event: PermissionResolved) -> None:
        self._choices.pop(event.request_id, None)
        if event.request_id != self.state.id:
            return
        words = {
            AnsweredBy.STOPPED: self.tr("Withdrawn, the turn was stopped."),
            AnsweredBy.TRUST: self.tr("Withdrawn, the folder is not trusted any more."),
            AnsweredBy.CLOSED: self.tr("Withdrawn."),
        }
        note = words.get(event.answer.by, self.tr("Answered."))
        self._tell(replace(self.state, can_answer=False, note=note))
        if event.answer.by is AnsweredBy.USER and not event.answer.option.is_yes:
            self.close()

    def _on_finished(self, event: ToolFinished) -> None:
        front = self._front
        if front is None or front.request is None or event.record.call_id != front.request.call_id:
            return
        if event.record.state is CallState.DONE:
            self.toast_raised.emit(Toast(event.record.shown.partition("\n")[0]))
            self.close()
        elif CHANGED_MEANWHILE in event.record.sentence:
            stale = self.tr("`{0}` changed after this proposal. Nothing was written.").format(show_hidden(front.path))
            self._tell(replace(self.state, stale=stale, note="", word=None))
            self.alarm_spoken.emit(stale)
        elif event.record.sentence:
            self._tell(replace(self.state, note=show_hidden(event.record.sentence)))

    # What is in front.

    def open_request(self, request_id: str) -> None:
        """Shows a proposal that waits."""
        request = next((one for one in self.waiting if one.id == request_id), None)
        if request is not None:
            self._show(_Front(request.conversation_id, request))

    def open_change(self, file: ChangedFile, others: Sequence[ChangedFile] = (), branch: str = "") -> None:
        """Shows a change that was made; `others` stand beside it in the list."""
        self._show(_Front(self._here, None, file, tuple(others), branch))

    def open_call(self, call_id: str) -> None:
        """Shows what a call changed, as its card in the transcript asks for."""
        request = next((one for one in self.waiting if one.call_id == call_id), None)
        if request is not None:
            self.open_request(request.id)
        else:
            self.spawn(self._open_call(self._here, call_id), "review")

    async def _open_call(self, conversation_id: str, call_id: str) -> None:
        file = await self.services.changes.changes_of_call(conversation_id, call_id)
        if file is None:
            raise UserFacingError(self.tr("Nothing is kept of this change."), self.tr("Its call says what was asked."))
        self._show(_Front(conversation_id, None, file))

    def choose(self, row_id: str) -> None:
        """Shows another file of the list."""
        front = self._front
        if front is None or row_id == self.state.id:
            return
        if front.request is not None:
            self.open_request(row_id)
            return
        file = next((one for one in front.others if one.id == row_id), None)
        if file is not None:
            self.open_change(file, front.others, front.branch)

    def close(self) -> None:
        """Leaves the panel; what was decided and not sent stays."""
        self._front = None
        self._revision += 1
        self.closed.emit()

    def _show(self, front: _Front) -> None:
        self._front = front
        self._revision += 1
        self._tell(self._begun(front))
        self.shown.emit()
        self._load()

    def load_large(self) -> None:
        """Computes a difference that is too large to be computed unasked."""
        if self._front is not None:
            self._front.is_asked = True
            self._load()

    def _load(self) -> None:
        front = self._front
        if front is not None:
            self._tell(replace(self.state, is_loading=True))
            self.spawn(self._compute(front, self._revision), "difference")

    async def _compute(self, front: _Front, revision: int) -> None:
        try:
            diff = await self._diff(front)
        except UserFacingError as fault:
            if revision == self._revision:
                said = f"{fault.message} {fault.hint or ''}".strip()
                self._tell(replace(self.state, is_loading=False, note=said))
            return
        lines = await self._drawn(front, diff)
        if revision == self._revision:
            self._tell(replace(self._computed(front, diff), lines=lines))

    async def _drawn(self, front: _Front, diff: FileDiff) -> ReviewLines | None:
        """Returns the lines of a difference, which may be many thousand."""
        if diff.waits:
            return None
        drafts = tuple(one for one in self._drafts.of(front.conversation_id) if one.path == front.path)
        return await self.services.pool.run(review_lines, diff, drafts)

    async def _draw_again(self, front: _Front, diff: FileDiff) -> None:
        lines = await self._drawn(front, diff)
        if front is self._front and diff is self.state.diff:
            self._tell(replace(self.state, lines=lines))

    async def _diff(self, front: _Front) -> FileDiff:
        changes = self.services.changes
        if front.request is not None and front.request.proposal is not None:
            return await changes.diff_of(front.request.proposal, is_asked=front.is_asked)
        assert front.file is not None, "something is in front"
        return await changes.diff(front.conversation_id, front.file, front.branch, is_asked=front.is_asked)

    def _begun(self, front: _Front) -> ReviewState:
        state = ReviewState(is_sided=self.state.is_sided, path=show_hidden(front.path), title=show_hidden(front.path))
        if front.request is not None:
            row = request_row(front.request)
            waiting = tuple(request_row(one) for one in self.waiting)
            state = replace(
                state,
                id=front.request.id,
                counts=row.counts,
                word=row.word,
                files=waiting,
                warnings=warnings_of(front.request),
                facts=facts_of(front.request),
                can_answer=True,
            )
        elif front.file is not None:
            row = file_row(front.file)
            listed = tuple(file_row(one) for one in front.others if one.standing is not Standing.REJECTED)
            state = replace(state, id=row.id, counts=row.counts, word=row.word, files=listed or (row,))
        return self._with_comments(state)

    def _computed(self, front: _Front, diff: FileDiff) -> ReviewState:
        choices: tuple[Choice, ...] = ()
        if front.request is not None and not diff.waits:
            count = len(diff.hunks)
            kept = self._choices.get(front.request.id, ())
            choices = kept if len(kept) == count else (Choice.OPEN,) * count
        counts = self.state.counts
        if not counts and not diff.waits:
            counts = hunks_text(diff.hunks)
        note = show_hidden(diff.note) or self.state.note
        return replace(self.state, is_loading=False, diff=diff, choices=choices, counts=counts, note=note)

    # Decisions.

    def set_choice(self, hunk: int, choice: Choice) -> None:
        """Accepts or rejects one change; the same again opens it anew."""
        if not self.state.can_answer or not 0 <= hunk < len(self.state.choices):
            return
        now = Choice.OPEN if self.state.choices[hunk] is choice else choice
        self._decide(tuple(now if at == hunk else one for at, one in enumerate(self.state.choices)))

    def set_all(self, choice: Choice) -> None:
        """Accepts or rejects every change of the file."""
        if self.state.can_answer:
            self._decide((choice,) * len(self.state.choices))

    def _decide(self, choices: tuple[Choice, ...]) -> None:
        self._choices[self.state.id] = choices
        self._tell(replace(self.state, choices=choices))

    def apply(self) -> None:
        """Answers with what was accepted (U125)."""
        if self.state.apply_reason:
            return
        accepted = self.state.accepted
        self._answer(PermissionAnswer(AnswerOption.ALLOW_ONCE, accepted=accepted), self.tr("Writing…"))

    def refuse(self, request_id: str = "", reason: str = "") -> None:
        """Rejects the whole proposal; the file stays as it is, and the model is told the reason (U126)."""
        option = AnswerOption.DENY_TELL if reason else AnswerOption.DENY
        if request_id and request_id != self.state.id:
            self.services.code_tasks.broker.answer(request_id, PermissionAnswer(option, note=reason))
        elif self.state.can_answer:
            self._answer(PermissionAnswer(option, note=reason), self.tr("Rejected."))

    def _answer(self, answer: PermissionAnswer, note: str) -> None:
        if self.services.code_tasks.broker.answer(self.state.id, answer):
            self._tell(replace(self.state, can_answer=False, note=note))

    # A file that changed since it was proposed.

    def compare(self) -> None:
        """Shows what became of the file since the proposal (U127)."""
        front = self._front
        if front is not None and front.request is not None:
            self.spawn(self._compare(front, front.request, self._revision), "compare")

    async def _compare(self, front: _Front, request: PermissionRequest, revision: int) -> None:
        assert request.proposal is not None
        diff = await self.services.changes.compare(request.project, request.proposal)
        if revision == self._revision:
            title = self.tr("{0}: from the proposal to now").format(show_hidden(front.path))
            lines = await self._drawn(front, diff)
            self._tell(
                replace(self.state, title=title, diff=diff, lines=lines, choices=(), can_answer=False, counts="")
            )

    def ask_again(self) -> None:
        """Asks the agent to propose the change anew."""
        front = self._front
        if front is not None:
            said = self.tr(
                "`{0}` changed after your proposal, and nothing was written. Read it again and propose anew."
            )
            text = said.format(front.path)
            self.spawn(self._ask_again(front.conversation_id, text), "ask again")

    async def _ask_again(self, conversation_id: str, text: str) -> None:
        await self.services.conversations.send(conversation_id, text)
        self.close()

    # Comments.

    def comment(self, first: Place, last: int, quoted: str, text: str) -> None:
        """Keeps what was written to lines as a draft, in the place of what was there; nothing written takes it away."""
        if self._front is not None:
            self._drafts.write(
                self._front.conversation_id, Comment(self._front.path, first, last, quoted, text.strip())
            )
            self._show_comments()
            self.spawn(self._drafts.store(self.services.window_state), "drafts")

    def send_comments(self) -> None:
        """Sends all drafts of the conversation as one message (U126)."""
        if self._front is not None and self._drafts.of(self._front.conversation_id):
            self.spawn(self._send_comments(self._front.conversation_id), "comments")

    async def _send_comments(self, conversation_id: str) -> None:
        drafts = self._drafts.of(conversation_id)
        await self.services.conversations.send(conversation_id, message_of(drafts))
        self._drafts.forget(conversation_id, drafts)
        self.toast_raised.emit(Toast(self.tr("%n comment(s) sent.", "", len(drafts))))
        self._show_comments()
        await self._drafts.store(self.services.window_state)

    async def _load_drafts(self) -> None:
        if await self._drafts.load(self.services.window_state):
            self._show_comments()

    def _show_comments(self) -> None:
        self._tell(self._with_comments(self.state))
        if self._front is not None and self.state.diff is not None:
            self.spawn(self._draw_again(self._front, self.state.diff), "lines")

    def _with_comments(self, state: ReviewState) -> ReviewState:
        front = self._front
        drafts = self._drafts.of(front.conversation_id) if front is not None else ()
        here = tuple(one for one in drafts if front is not None and one.path == front.path)
        return replace(state, comments=here, all_comments=len(drafts))

    # The view.

    def set_sided(self, is_sided: bool) -> None:  # noqa: FBT001  # one fact
        """Shows both sides beside each other, or one column."""
        self._tell(replace(self.state, is_sided=is_sided))

    def open_externally(self) -> None:
        """Opens the file in the editor of the user."""
        if self._front is not None:
            self.spawn(self._open_externally(self._front), "open")

    async def _open_externally(self, front: _Front) -> None:
        folder = await self.services.changes.folder_of(front.conversation_id)
        if folder is not None:
            self.external_wanted.emit(str(folder / front.path))

    def _tell(self, state: ReviewState) -> None:
        self.state = state
        self.state_changed.emit(state)

"""The request of a turn: as it would go out now, and as it went out (U21, A175)."""

from collections.abc import Callable, Sequence

from qodev.base.errors import UserFacingError
from qodev.base.ids import Clock
from qodev.base.tasks import WorkPool
from qodev.runtime.request import BuiltRequest, RequestBuilder
from qodev.services.copies import CopyForm, copy_request
from qodev.store.conversations import ConversationStore
from qodev.store.requests import RequestLog
from qodev.types.agents import Pipeline, RouteTrace
from qodev.types.conversation import Conversation, Draft, RequestPreview, SentRequest, TurnRequest
from qodev.types.messages import FileBlock, Message, MessageRole, MessageState, Origin, TextBlock


class RequestsService:
    """Builds previews with the code that sends, and reads what was sent."""

    def __init__(  # noqa: PLR0913  wiring, done in one place
        self,
        builder: RequestBuilder,
        conversation: Callable[[str], Conversation],
        store: Callable[[], ConversationStore],
        log: Callable[[], RequestLog],
        *,
        route: Callable[[Pipeline, str, str], RouteTrace],
        pool: WorkPool,
        clock: Clock,
    ) -> None:
        self._builder = builder
        self._conversation = conversation
        self._store = store
        self._log = log
        self._route = route
        self._pool = pool
        self._clock = clock

    async def preview(self, conversation_id: str, draft: Draft) -> RequestPreview:
        """Returns what sending `draft` now would send; nothing is sent or stored."""
        conversation = self._conversation(conversation_id)
        agent = conversation.agent or self._auto(draft)
        if agent is None:
            return _no_preview("", "No agent of the chat roster fits. Choose an agent.")
        history = await self._store().history(conversation_id)
        request = _as_request(conversation, draft, agent, self._clock())
        messages = [*history, _as_message(request)] if draft.text or draft.attachments else history
        return await self._pool.run(self._build, request, messages)

    def _auto(self, draft: Draft) -> str | None:
        files = [b.path for b in draft.attachments if isinstance(b, FileBlock)]
        return self._route(Pipeline.CHAT, files[-1] if files else "", "").winner

    def _build(self, request: TurnRequest, messages: Sequence[Message]) -> RequestPreview:
        try:
            built = self._builder.build(self._builder.snapshot(), request, messages)
        except UserFacingError as fault:
            return _no_preview(request.agent, f"{fault.message} {fault.hint or ''}".strip())
        return preview_of(built)

    async def sent(self, conversation_id: str, turn_id: str) -> tuple[RequestPreview, ...]:
        """Returns the stored requests of a turn, one a step."""
        return tuple(stored_preview(s) for s in await self._log().of_turn(conversation_id, turn_id))

    def copy_as(self, preview: RequestPreview, form: CopyForm) -> str:
        """Returns a request as a command or program; keys stand as variables."""
        return copy_request(preview, form)


def preview_of(built: BuiltRequest) -> RequestPreview:
    """Returns what the Request tab shows of a built request."""
    sent = built.sent
    return RequestPreview(
        agent=sent.agent,
        method=sent.method,
        url=sent.url,
        headers=sent.headers,
        body=sent.body,
        system_prompt=sent.system_prompt,
        added=built.added,
        key_name=built.key_name,
        estimate_tokens=sent.estimate_tokens,
        problems=built.notes,
    )


def stored_preview(sent: SentRequest) -> RequestPreview:
    """Returns what the Request tab shows of a request that went out."""
    return RequestPreview(
        agent=sent.agent,
        method=sent.method,
        url=sent.url,
        headers=sent.headers,
        body=sent.body,
        system_prompt=sent.system_prompt,
        added=(),
        key_name=None,
        estimate_tokens=sent.estimate_tokens,
        stored=sent,
    )


def _no_preview(agent: str, problem: str) -> RequestPreview:
    return RequestPreview(agent, "POST", "", {}, None, "", (), None, 0, (problem,))


def _as_request(conversation: Conversation, draft: Draft, agent: str, now: float) -> TurnRequest:
    return TurnRequest(
        id="preview",
        conversation_id=conversation.id,
        text=draft.text,
        attachments=draft.attachments,
        agent=agent,
        role_id=conversation.role_id,
        model=conversation.model,
        mode=conversation.mode,
        project=conversation.project,
        created_at=now,
        script=conversation.script,
    )


def _as_message(request: TurnRequest) -> Message:
    typed = (TextBlock(request.text),) if request.text else ()
    blocks = (*request.attachments, *typed)
    return Message("preview", MessageRole.USER, blocks, Origin.USER, MessageState.COMPLETE, request.created_at)

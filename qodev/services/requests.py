"""The request of a turn: as it would go out now, and as it went out (U21, A175)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from qodev.agents.fixtures import FIXTURES
from qodev.base.diagnostics import Diagnostic
from qodev.base.errors import AgentError, UserFacingError
from qodev.base.ids import Clock
from qodev.base.jsontext import JsonChange, JsonValue, diff_json, first_difference
from qodev.base.tasks import WorkPool
from qodev.runtime.request import BuiltRequest, RequestBuilder
from qodev.services.copies import CopyForm, copy_request
from qodev.store.conversations import ConversationStore
from qodev.store.requests import RequestLog
from qodev.types.agents import Pipeline, RouteTrace
from qodev.types.conversation import Conversation, Draft, RequestPreview, SentRequest, TurnRequest
from qodev.types.messages import FileBlock, Message, MessageRole, MessageState, Origin, TextBlock

_NO_CONVERSATION = Conversation("", title="", created_at=0.0, updated_at=0.0)
_COMPARED = "full"  # the fixture with every kind of block


@dataclass(frozen=True, slots=True)
class FixtureRendering:
    """A request for a made-up conversation; without a preview the findings say why."""

    preview: RequestPreview | None
    body: Mapping[str, JsonValue] | None
    diagnostics: tuple[Diagnostic, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """How two agents differ; `cacheable_prefix` is the key path at which the bodies part, None when they are equal."""

    equal: bool
    effective: tuple[JsonChange, ...]
    body: tuple[JsonChange, ...]
    cacheable_prefix: str | None


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
        describe: Callable[[str], Mapping[str, JsonValue]],
        pool: WorkPool,
        clock: Clock,
    ) -> None:
        self._builder = builder
        self._conversation = conversation
        self._store = store
        self._log = log
        self._route = route
        self._describe = describe
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

    async def render_fixture(self, agent: str, fixture: str) -> FixtureRendering:
        """Renders an agent for a made-up conversation of the dry run; raises UserFacingError for an unknown fixture."""
        sample = FIXTURES.get(fixture)
        if sample is None:
            raise UserFacingError(f"There is no fixture `{fixture}`.", f"Choose one of {', '.join(FIXTURES)}.")
        turn = _as_request(_NO_CONVERSATION, Draft(), agent, self._clock())
        return await self._pool.run(self._render, turn, sample.ctx)

    def _render(self, turn: TurnRequest, sample: Mapping[str, JsonValue]) -> FixtureRendering:
        try:
            built = self._builder.build_sample(self._builder.snapshot(), turn, sample)
        except AgentError as fault:
            if not fault.diagnostics:
                raise  # no such agent or instance: a wrong name, not a fault in a file
            return FixtureRendering(None, None, fault.diagnostics)
        return FixtureRendering(preview_of(built), built.body, ())

    async def compare(self, a: str, b: str) -> Comparison:
        """Compares two agents: what their files come to, and the bodies of one conversation (A177)."""
        first, second = self._describe(a), self._describe(b)
        left, right = await self.render_fixture(a, _COMPARED), await self.render_fixture(b, _COMPARED)
        effective = tuple(c for c in diff_json(first, second) if c.path != "name")
        bodies = left.body or {}, right.body or {}
        body = tuple(diff_json(*bodies))
        return Comparison(not effective and not body, effective, body, first_difference(*bodies))

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

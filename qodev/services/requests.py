"""The request of a turn: as it would go out now, and as it went out (U21, A175)."""

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from qodev.base.diagnostics import Diagnostic
from qodev.base.errors import AgentError, UserFacingError
from qodev.base.ids import Clock
from qodev.base.jsontext import JsonValue
from qodev.base.tasks import WorkPool
from qodev.runtime.bench import Workbench
from qodev.runtime.request import RequestBuilder
from qodev.services.copies import CopyForm, copy_request, with_key
from qodev.services.previews import Previews, as_turn, with_message
from qodev.services.shown_requests import no_preview, preview_of, shown_attempt, stored_preview
from qodev.store.conversations import ConversationStore
from qodev.store.requests import RequestLog
from qodev.types.agents import Pipeline, RouteTrace
from qodev.types.conversation import ChatMode, Conversation, Draft, RequestPreview, TurnRequest
from qodev.types.editing import Fixture
from qodev.types.messages import FileBlock
from qodev.types.ports import SecretStore


@dataclass(frozen=True, slots=True)
class FixtureRendering:
    """A request for a made-up conversation; without a preview the findings say why."""

    preview: RequestPreview | None
    body: Mapping[str, JsonValue] | None
    diagnostics: tuple[Diagnostic, ...]


TaskPreview = Callable[[Conversation, TurnRequest], Awaitable[tuple[TurnRequest, Workbench]]]
"""Captures a turn of a Code task as sending would, with its tools; raises UserFacingError."""


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
        previews: Previews,
        task: TaskPreview,
        waiting_servers: Callable[[], Sequence[str]],
        secrets: SecretStore,
        pool: WorkPool,
        clock: Clock,
    ) -> None:
        self._builder = builder
        self._conversation = conversation
        self._store = store
        self._log = log
        self._route = route
        self._previews = previews
        self._task = task
        self._waiting_servers = waiting_servers  # MCP servers that connect when a turn begins
        self._secrets = secrets
        self._pool = pool
        self._clock = clock

    async def preview(self, conversation_id: str, draft: Draft) -> RequestPreview:
        """Returns what sending `draft` now would send; nothing is sent or stored."""
        conversation = self._conversation(conversation_id)
        agent = conversation.agent or self._auto(draft)
        if agent is None:
            return no_preview("", "No agent of the chat roster fits. Choose an agent.")
        history = await self._store().history(conversation_id)
        request = as_turn(conversation, draft, agent, self._clock())
        try:
            request, bench = await self._task(conversation, request)
        except UserFacingError as fault:
            return no_preview(agent, f"{fault.message} {fault.hint or ''}".strip())
        attempt = await self._previews.of_turn(request, with_message(history, request), bench.offers)
        profile = request.profile.name if request.profile is not None else ""
        shown = shown_attempt(agent, attempt)
        problems = (*shown.problems, *self._missing(conversation))
        return replace(shown, profile=profile, hidden_tools=bench.hidden, problems=problems)

    def _missing(self, conversation: Conversation) -> Iterator[str]:
        """Yields whose tools a look cannot show, since it starts nothing (P142, P197)."""
        servers = ", ".join(f"`{server}`" for server in self._waiting_servers())
        if servers and conversation.mode is ChatMode.CODE_TASK:
            yield f"Tools of these servers are missing here; they connect when the turn begins: {servers}."

    def _auto(self, draft: Draft) -> str | None:
        files = [b.path for b in draft.attachments if isinstance(b, FileBlock)]
        return self._route(Pipeline.CHAT, files[-1] if files else "", "").winner

    async def sent(self, conversation_id: str, turn_id: str) -> tuple[RequestPreview, ...]:
        """Returns the stored requests of a turn, one a step."""
        snapshot = self._builder.snapshot()
        return tuple(stored_preview(s, snapshot) for s in await self._log().of_turn(conversation_id, turn_id))

    async def render_fixture(self, agent: str, fixture: str) -> FixtureRendering:
        """Renders an agent for a made-up conversation; raises UserFacingError for an unknown agent or fixture."""
        attempt = await self._previews.of_loaded(agent, Fixture(fixture))
        if attempt.built is not None:
            return FixtureRendering(preview_of(attempt.built, attempt.snapshot), attempt.built.body, ())
        if not attempt.diagnostics:
            raise AgentError(" ".join(attempt.problems))  # a wrong name, not a fault in a file
        return FixtureRendering(None, None, attempt.diagnostics)

    def copy_as(self, preview: RequestPreview, form: CopyForm) -> str:
        """Returns a request as a command or program; keys stand as variables."""
        return copy_request(preview, form)

    async def copy_with_key(self, preview: RequestPreview, form: CopyForm) -> str:
        """Returns a request with its key in it; raises UserFacingError when there is none. For the clipboard alone."""
        if not preview.key_ref:
            return copy_request(preview, form)
        secret = await self._secrets.resolve(preview.key_ref)
        if secret is None:
            raise UserFacingError("No key is set for this provider.", "Add it on the Providers page, or copy without.")
        return copy_request(with_key(preview, secret.reveal()), form)

"""Shows requests before they are sent: of loaded agents and of texts that were not saved (A175, U67)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from qodev.agents.catalog import AgentCatalog
from qodev.agents.dryrun import report_of
from qodev.agents.schema import AgentDraft
from qodev.agents.supposing import Supposed
from qodev.agents.template_places import placed, texts_of
from qodev.base.codes import Code
from qodev.base.diagnostics import Diagnostic, Severity
from qodev.base.errors import AgentError, UserFacingError
from qodev.base.ids import Clock
from qodev.base.jsontext import JsonValue
from qodev.base.tasks import WorkPool
from qodev.base.text import near_miss
from qodev.providers.base import ToolOffer
from qodev.runtime.request import BuiltRequest, RequestBuilder
from qodev.services.fixtures import FixtureBook
from qodev.services.shown_requests import Attempt, shown_attempt
from qodev.store.conversations import ConversationStore
from qodev.types.agents import AgentSnapshot, AgentSpec
from qodev.types.conversation import Conversation, Draft, RequestPreview, TurnRequest
from qodev.types.editing import Fixture, PreviewSource
from qodev.types.messages import Message, MessageRole, MessageState, Origin, TextBlock

NO_CONVERSATION = Conversation("", title="", created_at=0.0, updated_at=0.0)


@dataclass(frozen=True, slots=True)
class PreviewParts:
    """What previews are made of."""

    catalog: AgentCatalog
    builder: RequestBuilder
    conversation: Callable[[str], Conversation]
    store: Callable[[], ConversationStore]
    fixtures: FixtureBook
    pool: WorkPool
    clock: Clock


@dataclass(frozen=True, slots=True)
class Choices:
    """What is chosen beside the agent; None means as the conversation has it."""

    role_id: str | None = None
    project: str | None = None


_AS_IT_IS = Choices()


class Previews:
    """Builds requests of unsaved agents with the code that sends; nothing unseen is rendered outside its limits."""

    def __init__(self, parts: PreviewParts) -> None:
        self._parts = parts

    async def preview(
        self,
        path: str,
        text: str,
        source: PreviewSource,
        *,
        role_id: str | None = None,
        project: str | None = None,
    ) -> RequestPreview:
        """Returns what the agent of an unsaved text would send; without a body the diagnostics say why."""
        supposed = await self._parts.catalog.suppose(path, text)
        attempt = await self.attempt(supposed, source, Choices(role_id, project))
        return shown_attempt(supposed.name, attempt)

    async def attempt(self, supposed: Supposed, source: PreviewSource, choices: Choices = _AS_IT_IS) -> Attempt:
        """Returns the request of a supposed agent, or why there is none."""
        snapshot = supposed.snapshot_from(self._parts.builder.snapshot())
        spec = supposed.spec
        if spec is None or supposed.problem is not None:
            return Attempt(None, snapshot, *_reasons(supposed))
        if not await self._parts.catalog.is_seen(supposed):
            verdict = await self._parts.catalog.try_supposed(supposed)
            if not verdict.is_usable:
                found = tuple(d for d in report_of([(spec, verdict)]).diagnostics if d.severity is Severity.ERROR)
                return await self._placed(Attempt(None, snapshot, found), supposed.chain)
        return await self._placed(await self._build_for(snapshot, spec.name, source, choices), supposed.chain)

    async def _placed(self, attempt: Attempt, chain: Sequence[AgentDraft]) -> Attempt:
        """Returns an attempt whose findings stand at the lines of their templates."""
        if not any(found.template_line for found in attempt.diagnostics):
            return attempt
        found = await self._parts.pool.run(placed, attempt.diagnostics, texts_of(chain))
        return replace(attempt, diagnostics=found)

    async def of_loaded(self, agent: str, source: PreviewSource, choices: Choices = _AS_IT_IS) -> Attempt:
        """Returns the request of a loaded agent, or why there is none; raises AgentError for an unknown name."""
        snapshot = self._parts.builder.snapshot()
        spec = snapshot.agents.get(agent)
        if spec is None:
            near = near_miss(agent, snapshot.agents)
            raise AgentError(f"There is no agent `{agent}`.", hint=f"Did you mean `{near}`?" if near else None)
        refusal = await self.refusal(spec)
        if refusal is not None:
            return await self._placed(Attempt(None, snapshot, (refusal,)), self._chain(agent))
        return await self._placed(await self._build_for(snapshot, agent, source, choices), self._chain(agent))

    def _chain(self, agent: str) -> Sequence[AgentDraft]:
        return self._parts.catalog.chain_of(agent)

    async def of_turn(self, turn: TurnRequest, history: Sequence[Message], offers: Sequence[ToolOffer] = ()) -> Attempt:
        """Returns the request of a turn, or why there is none; `history` ends with the message being sent."""
        snapshot = self._parts.builder.snapshot()
        spec = snapshot.agents.get(turn.agent)
        refusal = await self.refusal(spec) if spec is not None else None
        if refusal is not None:
            return await self._placed(Attempt(None, snapshot, (refusal,)), self._chain(turn.agent))
        built = await self._parts.pool.run(self._build, snapshot, turn, history, offers)
        return await self._placed(built, self._chain(turn.agent))

    async def refusal(self, spec: AgentSpec) -> Diagnostic | None:
        """Returns why a loaded agent may not be rendered in this process: it is unseen and did not pass its check."""
        if spec.usable or await self._parts.catalog.may_render(spec.name):
            return None
        message = f"The agent `{spec.name}` is still being checked."
        return spec.problem or Diagnostic(Code.DRYRUN_UNCHECKED, Severity.ERROR, message, spec.name, span=spec.span)

    def sample_now(self, snapshot: AgentSnapshot, agent: str, sample: Mapping[str, JsonValue]) -> Attempt:
        """Returns the request of an agent for template data; blocks, for callers who are in a worker already."""
        turn = as_turn(NO_CONVERSATION, Draft(), agent, self._parts.clock())
        return self._build_sample(snapshot, turn, sample)

    async def _build_for(
        self, snapshot: AgentSnapshot, agent: str, source: PreviewSource, choices: Choices = _AS_IT_IS
    ) -> Attempt:
        parts = self._parts
        if isinstance(source, Fixture):
            sample = await parts.pool.run(parts.fixtures.require, source.name)
            turn = as_turn(NO_CONVERSATION, Draft(), agent, parts.clock())
            turn = replace(turn, role_id=choices.role_id, project=choices.project)
            return await parts.pool.run(self._build_sample, snapshot, turn, sample)
        conversation = parts.conversation(source.id)
        history = await parts.store().history(source.id)
        turn = as_turn(conversation, conversation.draft, agent, parts.clock())
        role_id = conversation.role_id if choices.role_id is None else choices.role_id
        project = conversation.project if choices.project is None else choices.project
        turn = replace(turn, role_id=role_id, project=project or None)
        return await parts.pool.run(self._build, snapshot, turn, with_message(history, turn))

    def _build(
        self, snapshot: AgentSnapshot, turn: TurnRequest, history: Sequence[Message], offers: Sequence[ToolOffer] = ()
    ) -> Attempt:
        return attempted(lambda: self._parts.builder.build(snapshot, turn, history, offers), snapshot)

    def _build_sample(self, snapshot: AgentSnapshot, turn: TurnRequest, sample: Mapping[str, JsonValue]) -> Attempt:
        return attempted(lambda: self._parts.builder.build_sample(snapshot, turn, sample), snapshot)


def attempted(build: Callable[[], BuiltRequest], snapshot: AgentSnapshot) -> Attempt:
    """Returns what comes of building; blocks as long as that takes."""
    try:
        return Attempt(build(), snapshot)
    except AgentError as fault:
        sentence = () if fault.diagnostics else (_sentence(fault),)
        return Attempt(None, snapshot, fault.diagnostics, sentence)
    except UserFacingError as fault:
        return Attempt(None, snapshot, problems=(_sentence(fault),))


def _sentence(fault: UserFacingError) -> str:
    return f"{fault.message} {fault.hint or ''}".strip()


def _reasons(supposed: Supposed) -> tuple[tuple[Diagnostic, ...], tuple[str, ...]]:
    if supposed.draft is not None and supposed.draft.abstract:
        return (), ("A base is not sent itself. Open an agent that is built on it.",)
    if supposed.problem is not None:
        return (supposed.problem,), ()
    errors = tuple(d for d in supposed.diagnostics if d.severity is Severity.ERROR)
    return errors, () if errors else ("This text gives no agent.",)


def as_turn(conversation: Conversation, draft: Draft, agent: str, now: float) -> TurnRequest:
    """Returns the turn that sending a draft now would make."""
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


def with_message(history: Sequence[Message], turn: TurnRequest) -> Sequence[Message]:
    """Returns a history that ends with what a turn says; one that says nothing adds nothing."""
    typed = (TextBlock(turn.text),) if turn.text else ()
    blocks = (*turn.attachments, *typed)
    if not blocks:
        return history
    said = Message("preview", MessageRole.USER, blocks, Origin.USER, MessageState.COMPLETE, turn.created_at)
    return [*history, said]

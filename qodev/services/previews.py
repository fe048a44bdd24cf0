"""Shows requests before they are sent: of loaded agents and of texts that were not saved (A175, U67)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from qodev.agents.catalog import AgentCatalog
from qodev.agents.dryrun import report_of
from qodev.agents.supposing import Supposed
from qodev.agents.template_places import placed, texts_of
from qodev.base.codes import Code
from qodev.base.diagnostics import Diagnostic, Severity
from qodev.base.errors import AgentError, UserFacingError
from qodev.base.ids import Clock
from qodev.base.jsontext import JsonValue
from qodev.base.tasks import WorkPool
from qodev.base.text import near_miss
from qodev.providers.url import MODEL_MARK, effective_url, find_secret_query, shown_url
from qodev.runtime.context import text_weight
from qodev.runtime.request import BuiltRequest, RequestBuilder
from qodev.services.fixtures import FixtureBook
from qodev.store.conversations import ConversationStore
from qodev.types.agents import AgentSnapshot, AgentSpec
from qodev.types.conversation import BodySection, Conversation, Draft, RequestPreview, SentRequest, TurnRequest
from qodev.types.editing import Fixture, PreviewSource
from qodev.types.messages import Message

NO_CONVERSATION = Conversation("", title="", created_at=0.0, updated_at=0.0)
_MARK = "qodevmodelmark"


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
class Attempt:
    """What came of building a request: the request, or why there is none."""

    built: BuiltRequest | None
    snapshot: AgentSnapshot
    diagnostics: tuple[Diagnostic, ...] = ()
    problems: tuple[str, ...] = ()


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
                return Attempt(None, snapshot, await self._placed(supposed, found))
        attempt = await self.build(snapshot, spec.name, source, choices)
        return replace(attempt, diagnostics=await self._placed(supposed, attempt.diagnostics))

    async def _placed(self, supposed: Supposed, found: Sequence[Diagnostic]) -> tuple[Diagnostic, ...]:
        return await self._parts.pool.run(placed, found, texts_of(supposed.chain))

    async def of_loaded(self, agent: str, source: PreviewSource, choices: Choices = _AS_IT_IS) -> Attempt:
        """Returns the request of a loaded agent, or why there is none; raises AgentError for an unknown name."""
        snapshot = self._parts.builder.snapshot()
        spec = snapshot.agents.get(agent)
        if spec is None:
            near = near_miss(agent, snapshot.agents)
            raise AgentError(f"There is no agent `{agent}`.", hint=f"Did you mean `{near}`?" if near else None)
        refusal = await self.refusal(spec)
        if refusal is not None:
            return Attempt(None, snapshot, (refusal,))
        return await self.build(snapshot, agent, source, choices)

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

    async def build(
        self, snapshot: AgentSnapshot, agent: str, source: PreviewSource, choices: Choices = _AS_IT_IS
    ) -> Attempt:
        """Returns the request of an agent of a snapshot; the caller knows that its templates may be rendered here."""
        parts = self._parts
        if isinstance(source, Fixture):
            sample = await parts.pool.run(parts.fixtures.require, source.name)
            turn = as_turn(NO_CONVERSATION, Draft(), agent, parts.clock())
            turn = replace(turn, role_id=choices.role_id, project=choices.project)
            return await parts.pool.run(self._build_sample, snapshot, turn, sample)
        conversation = parts.conversation(source.id)
        history = await parts.store().history(source.id)
        turn = as_turn(conversation, Draft(), agent, parts.clock())
        role_id = conversation.role_id if choices.role_id is None else choices.role_id
        project = conversation.project if choices.project is None else choices.project
        turn = replace(turn, role_id=role_id, project=project or None)
        return await parts.pool.run(self._build, snapshot, turn, history)

    def _build(self, snapshot: AgentSnapshot, turn: TurnRequest, history: Sequence[Message]) -> Attempt:
        return attempted(lambda: self._parts.builder.build(snapshot, turn, history), snapshot)

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


def shown_attempt(agent: str, attempt: Attempt) -> RequestPreview:
    """Returns what is shown of an attempt."""
    if attempt.built is None:
        problems = (*(d.message for d in attempt.diagnostics), *attempt.problems)
        return replace(no_preview(agent, *problems), diagnostics=attempt.diagnostics)
    return preview_of(attempt.built, attempt.snapshot)


def preview_of(built: BuiltRequest, snapshot: AgentSnapshot) -> RequestPreview:
    """Returns what is shown of a built request."""
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
        diagnostics=built.warnings,
        model=built.model,
        target="" if find_secret_query(built.request.url) else built.request.url,
        key_ref=built.request.instance.api_key_ref if built.key_name else "",
        substituted=_substituted(built, snapshot),
        sections=sections_of(built.body, sent.estimate_tokens),
        prompt_parts=built.prompt_parts,
    )


def stored_preview(sent: SentRequest, snapshot: AgentSnapshot) -> RequestPreview:
    """Returns what is shown of a request that went out; its agent, if it is still as it was, tells the query."""
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
        model=sent.model,
        target=_target_of(sent, snapshot),
    )


def _target_of(sent: SentRequest, snapshot: AgentSnapshot) -> str:
    spec = snapshot.agents.get(sent.agent)
    instance = snapshot.find_instance(spec.provider_instance) if spec is not None else None
    if spec is None or instance is None or "?" not in sent.url:
        return ""
    url = effective_url(instance.url, spec.endpoint, sent.model).value or ""
    return url if shown_url(url) == sent.url and not find_secret_query(url) else ""


def no_preview(agent: str, *problems: str) -> RequestPreview:
    """Returns what is shown where there is no request."""
    return RequestPreview(agent, "POST", "", {}, None, "", (), None, 0, problems)


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


def _substituted(built: BuiltRequest, snapshot: AgentSnapshot) -> tuple[tuple[int, int], ...]:
    """Returns where in the shown address the model stands for `${MODEL}`."""
    spec = snapshot.agents.get(built.sent.agent)
    instance = built.request.instance
    if spec is None or MODEL_MARK not in instance.url + spec.endpoint:
        return ()
    marked = effective_url(instance.url, spec.endpoint, _MARK).value
    url = built.sent.url
    pieces = shown_url(marked).split(_MARK) if marked is not None else []
    if len(pieces) < 2:
        return ()
    length, rest = divmod(len(url) - sum(map(len, pieces)), len(pieces) - 1)
    if rest or length <= 0:  # a model that is written differently in path and query
        return ()
    starts = [sum(map(len, pieces[: count + 1])) + length * count for count in range(len(pieces) - 1)]
    return tuple((start, start + length) for start in starts)


def sections_of(body: Mapping[str, JsonValue], tokens: int) -> tuple[BodySection, ...]:
    """Returns how the token estimate spreads over the parts of a body, the largest first."""
    weights: dict[str, float] = {}
    for key, value in body.items():
        for name, part in _parts_of(key, value):
            weights[name] = weights.get(name, 0.0) + text_weight(part)
    total = sum(weights.values())
    if total <= 0:
        return ()
    heavy = sorted(weights.items(), key=lambda item: -item[1])
    return tuple(BodySection(name, round(tokens * w / total), w / total) for name, w in heavy if w > 0)


def _parts_of(key: str, value: JsonValue) -> list[tuple[str, JsonValue]]:
    is_list = isinstance(value, Sequence) and not isinstance(value, str)
    if key not in ("messages", "input", "contents") or not is_list:
        return [("system" if key in ("system", "instructions", "systemInstruction") else key, value)]
    assert isinstance(value, Sequence)
    return [("system" if _is_system(message) else key, message) for message in value]


def _is_system(message: JsonValue) -> bool:
    return isinstance(message, Mapping) and message.get("role") in ("system", "developer")

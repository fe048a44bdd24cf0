"""Builds the bytes of a request: the one builder, for preview, send and replay alike."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from qodev.agents.render import (
    PromptInputs,
    TemplateSources,
    body_mentions,
    render_body,
    render_system_prompt,
    sources_for,
)
from qodev.base.diagnostics import Diagnostic
from qodev.base.errors import AgentError
from qodev.base.jsontext import JsonValue, dump_compact
from qodev.base.text import join_surrogates
from qodev.providers.base import ShapeOptions, ToolOffer, fit_tool_id
from qodev.providers.keys import key_header, shown_headers
from qodev.providers.registry import dialect_for
from qodev.providers.shaping import offered_tools
from qodev.providers.url import effective_url, shown_url
from qodev.runtime.context import TokenMeter, Window, window_of
from qodev.runtime.history import files_metadata, template_history
from qodev.runtime.prompt import with_task
from qodev.runtime.sampling import with_temperature
from qodev.types.agents import (
    AgentSnapshot,
    AgentSpec,
    Layer,
    PromptPart,
    ProviderInstance,
    RenderedBody,
    RenderedPrompt,
)
from qodev.types.conversation import ChatMode, SentRequest, TurnRequest
from qodev.types.messages import Message, MessageRole, MessageState
from qodev.types.providers import ProviderRequest


@dataclass(frozen=True, slots=True)
class BuiltRequest:
    """A request ready to go out, and what is shown of it."""

    request: ProviderRequest
    model: str
    body: Mapping[str, JsonValue]
    sent: SentRequest  # without id and time
    added: tuple[str, ...]  # key paths that qodev added
    notes: tuple[str, ...]
    key_name: str | None
    prompt_parts: tuple[PromptPart, ...] = ()
    warnings: tuple[Diagnostic, ...] = ()  # about the rendered body

    def window(self, listed: Callable[[str, str], int | None]) -> Window:
        """Returns the context window of the model as far as it is known."""
        return window_of(self.request.client_api, self.body, listed(self.request.instance.name, self.model))


@dataclass(frozen=True, slots=True)
class BuilderPlaces:
    """The folders that prompts may name or read from."""

    home: Path
    config: Path


@dataclass(frozen=True, slots=True)
class _Target:
    """An agent with everything it names looked up."""

    spec: AgentSpec
    sources: TemplateSources
    instance: ProviderInstance
    model: str
    url: str
    revision: int  # of the agents


class RequestBuilder:
    """Renders agents into requests; it keeps nothing but the token meter's corrections."""

    def __init__(
        self,
        snapshot: Callable[[], AgentSnapshot],
        places: BuilderPlaces,
        meter: TokenMeter,
        takes_usage: Callable[[ProviderInstance], bool],
        place: Callable[[ProviderInstance, str], ProviderInstance],
    ) -> None:
        self.snapshot = snapshot
        self._places = places
        self._meter = meter
        self._place = place  # the instance as it is reached for a model; another one only for scripts of Offline
        self._takes_usage = takes_usage  # false once an instance refused `stream_options` (A83)

    def build(
        self, snapshot: AgentSnapshot, turn: TurnRequest, history: Sequence[Message], offers: Sequence[ToolOffer] = ()
    ) -> BuiltRequest:
        """Returns the request of `turn`; `history` ends with what is being sent, `offers` are a Code task's tools.

        Blocking: call it in a worker. Raises AgentError when the agent does not render or has no address.
        """
        target = self._find_target(snapshot, turn)
        prompt = self._prompt(target, turn)
        body = _rendered_body(target, _context(target, prompt.text or "", _without_kept_part(history)))
        return self._finish(target, turn, prompt, body, offers)

    def build_sample(self, snapshot: AgentSnapshot, turn: TurnRequest, sample: Mapping[str, JsonValue]) -> BuiltRequest:
        """Returns the request for made-up template data; a sample with a system prompt gets the agent's own."""
        target = self._find_target(snapshot, turn)
        prompt = self._prompt(target, turn)
        given = {k: v for k, v in sample.items() if k != "system_prompt"}
        shown = {"system_prompt": prompt.text} if prompt.text and "system_prompt" in sample else {}
        own: dict[str, JsonValue] = {"client_api": target.instance.client_api.value, "model": target.model}
        return self._finish(target, turn, prompt, _rendered_body(target, given | own | shown))

    def added_to(self, snapshot: AgentSnapshot, agent: str) -> Mapping[str, JsonValue]:
        """Returns what the client itself puts into the body of an agent, by key; nothing is rendered for it."""
        turn = TurnRequest("", "", "", (), agent, None, None, ChatMode.CHAT, None, 0.0)
        try:
            target = self._find_target(snapshot, turn)
        except AgentError:
            return {}
        shaped = dialect_for(target.instance.client_api).shape(target.spec.body, self._shape_options(target))
        return {key: shaped.body[key] for key in shaped.added if key in shaped.body}

    def _find_target(self, snapshot: AgentSnapshot, turn: TurnRequest) -> _Target:
        spec = snapshot.agents.get(turn.agent)
        if spec is None:
            raise AgentError(f"There is no agent `{turn.agent}` any more.", hint="Choose another agent.")
        instance = snapshot.find_instance(spec.provider_instance)
        if instance is None:
            missing = (
                f"The agent `{spec.name}` names the provider instance `{spec.provider_instance}`, which does not exist."
            )
            raise AgentError(missing, hint="Add the instance, or choose another agent.")
        model = _model_of(snapshot, spec, turn)
        instance = self._place(instance, model)
        url = effective_url(instance.url, spec.endpoint, model)
        if url.value is None:
            raise AgentError(f"The agent `{spec.name}` has no address.", url.diagnostics)
        return _Target(spec, sources_for(snapshot, spec), instance, model, url.value, snapshot.revision)

    def _prompt(self, target: _Target, turn: TurnRequest) -> RenderedPrompt:
        project = Path(turn.project) if turn.project else None
        inputs = PromptInputs(turn.role_id, project, self._places.home, self._places.config)
        rendered = render_system_prompt(target.spec, inputs, target.sources)
        if rendered.text is None:
            raise AgentError(f"The system prompt of `{target.spec.name}` does not render.", rendered.diagnostics)
        return with_task(rendered, turn)

    def _finish(
        self,
        target: _Target,
        turn: TurnRequest,
        prompt: RenderedPrompt,
        rendered: RenderedBody,
        offers: Sequence[ToolOffer] = (),
    ) -> BuiltRequest:
        dialect = dialect_for(target.instance.client_api)
        assert rendered.body is not None, "a body that does not render is no request"
        tuned = with_temperature(rendered.body, turn.profile, target.instance)
        shaped = dialect.shape(tuned.body, self._shape_options(target, offers))
        key = key_header(target.instance)
        request = ProviderRequest(
            client_api=target.instance.client_api,
            instance=target.instance,
            method="POST",
            url=shaped.url,
            headers={**dialect.headers(stream=shaped.stream), **target.instance.headers},
            body=dump_compact(shaped.body).encode("utf-8"),
            key_header=key.name if key else None,
            stream=shaped.stream,
            tool_names=offered_tools(shaped.body),
            added=shaped.added,
        )
        return BuiltRequest(
            request,
            model=target.model,
            body=shaped.body,
            sent=self._sent(target, turn, prompt.text or "", request, shaped.body),
            added=shaped.added,
            notes=(*prompt.notes, *tuned.notes, *_task_notes(target, turn, prompt, offers)),
            key_name=key.variable if key else None,
            prompt_parts=prompt.parts,
            warnings=rendered.diagnostics,
        )

    def _shape_options(self, target: _Target, offers: Sequence[ToolOffer] = ()) -> ShapeOptions:
        spec = target.spec
        return ShapeOptions(
            model=target.model,
            url=target.url,
            tools=tuple(offers) if spec.enable_tools else (),
            cache_prompt=spec.cache_prompt,
            cache_ttl=spec.cache_ttl,
            cache_breakpoints=spec.cache_breakpoints,
            stream_options=self._takes_usage(target.instance),
        )

    def _sent(
        self,
        target: _Target,
        turn: TurnRequest,
        prompt: str,
        request: ProviderRequest,
        body: Mapping[str, JsonValue],
    ) -> SentRequest:
        return SentRequest(
            id="",
            conversation_id=turn.conversation_id,
            turn_id=turn.id,
            step=1,  # the turn counts on from here
            agent=target.spec.name,
            agents_revision=target.revision,
            model=target.model,
            client_api=request.client_api.value,
            method=request.method,
            url=shown_url(request.url),
            headers=_shown(request),
            body=request.body,
            system_prompt=prompt,
            estimate_tokens=self._meter.estimate(target.model, body),
            sent_at=0.0,
        )


def _task_notes(
    target: _Target, turn: TurnRequest, prompt: RenderedPrompt, offers: Sequence[ToolOffer]
) -> Iterator[str]:
    """Yields what of a Code task this agent cannot take."""
    if turn.mode is not ChatMode.CODE_TASK:
        return
    if offers and not target.spec.enable_tools:
        yield f"No tools were offered: the agent `{target.spec.name}` has `enable_tools = false`."
    if prompt.text and not body_mentions(target.spec, target.sources, "system_prompt"):
        yield f"The profile's instructions were not sent: the body of `{target.spec.name}` has no system prompt."


def _model_of(snapshot: AgentSnapshot, spec: AgentSpec, turn: TurnRequest) -> str:
    own = turn.profile.model if turn.profile is not None and turn.mode is ChatMode.CODE_TASK else None
    if own is not None and spec.layer is not Layer.BUILT_IN:
        return join_surrogates(own)  # P140
    if spec.layer is Layer.BUILT_IN and turn.script:
        return turn.script
    return join_surrogates(turn.model or snapshot.model_of(spec.name))


def _context(target: _Target, prompt: str, history: Sequence[Message]) -> dict[str, JsonValue]:
    """Returns the template data of a chat request (A87)."""
    api = target.instance.client_api
    shows_files = body_mentions(target.spec, target.sources, "files_metadata")
    context: dict[str, JsonValue] = {
        "prefix": "",
        "suffix": "",
        "language": "",
        "client_api": api.value,
        "model": target.model,
        "files_metadata": files_metadata(history[-1] if history else None),
        "history": template_history(history, api, fit_tool_id, files_in_text=not shows_files),
    }
    return context | ({"system_prompt": prompt} if prompt else {})


def _without_kept_part(history: Sequence[Message]) -> Sequence[Message]:
    """Leaves out the kept part of an answer that ended early when its message is, or was, sent again."""
    following = [*(message.role for message in history[1:]), MessageRole.ASSISTANT]
    return [m for m, role in zip(history, following, strict=False) if not (_is_part(m) and role is m.role)]


def _is_part(message: Message) -> bool:
    return message.role is MessageRole.ASSISTANT and message.state is MessageState.PARTIAL


def _rendered_body(target: _Target, context: Mapping[str, JsonValue]) -> RenderedBody:
    rendered = render_body(target.spec, context, target.sources)
    if rendered.body is None:
        raise AgentError(f"The agent `{target.spec.name}` does not render.", rendered.diagnostics)
    return rendered


def _shown(request: ProviderRequest) -> dict[str, str]:
    """Returns the headers as they are stored and shown: keys as `$NAME`."""
    key = key_header(request.instance)
    headers = {**request.headers, **shown_headers(request.instance)}
    return headers | ({key.name: f"{key.prefix}${key.variable}"} if key else {})

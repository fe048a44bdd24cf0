"""Builds the bytes of a request: the one builder, for preview, send and replay alike."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from qodev.agents.render import PromptInputs, TemplateSources, body_mentions, render_body, render_system_prompt, sources_for
from qodev.base.errors import AgentError
from qodev.base.jsontext import JsonValue, dump_compact
from qodev.providers.base import ShapeOptions, fit_tool_id
from qodev.providers.registry import dialect_for
from qodev.providers.url import effective_url
from qodev.runtime.context import TokenMeter, Window, window_of
from qodev.runtime.history import files_metadata, template_history
from qodev.types.agents import AgentSnapshot, AgentSpec, Layer, ProviderInstance
from qodev.types.conversation import SentRequest, TurnRequest
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


class RequestBuilder:
    """Renders agents into requests; it keeps nothing but the token meter's corrections."""

    def __init__(self, snapshot: Callable[[], AgentSnapshot], places: BuilderPlaces, meter: TokenMeter) -> None:
        self.snapshot = snapshot
        self._places = places
        self._meter = meter

    def build(self, snapshot: AgentSnapshot, turn: TurnRequest, history: Sequence[Message]) -> BuiltRequest:
        """Returns the request of `turn`; `history` ends with the message being sent.

        Blocking: call it in a worker. Raises AgentError when the agent does not render or has no address.
        """
        target = _find_target(snapshot, turn)
        prompt, notes = self._prompt(target, turn)
        body = _rendered_body(target, _context(target, prompt, _without_kept_part(history)))
        return self._finish(target, turn, prompt, notes, body)

    def _prompt(self, target: _Target, turn: TurnRequest) -> tuple[str, tuple[str, ...]]:
        project = Path(turn.project) if turn.project else None
        inputs = PromptInputs(turn.role_id, project, self._places.home, self._places.config)
        rendered = render_system_prompt(target.spec, inputs, target.sources)
        if rendered.text is None:
            raise AgentError(f"The system prompt of `{target.spec.name}` does not render.", rendered.diagnostics)
        return rendered.text, rendered.notes

    def _finish(
        self, target: _Target, turn: TurnRequest, prompt: str, notes: tuple[str, ...], body: Mapping[str, JsonValue]
    ) -> BuiltRequest:
        instance, spec = target.instance, target.spec
        dialect = dialect_for(instance.client_api)
        shaped = dialect.shape(body, _shape_options(target))
        content = dump_compact(shaped.body).encode("utf-8")
        return BuiltRequest()

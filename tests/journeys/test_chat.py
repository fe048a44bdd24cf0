"""J2 without a window: a message becomes a request, streams, and is kept, whatever happens."""

import asyncio
import json
from pathlib import Path

import pytest

from qodev.base.errors import UserFacingError
from qodev.base.paths import AppPaths
from qodev.services.app import Services, build_services
from qodev.types import events
from qodev.types.conversation import ConversationState, Draft
from qodev.types.events import AnyEvent
from qodev.types.messages import FileBlock, MessageRole, MessageState, StopReason, TextBlock

OFFLINE = "Offline Chat"


async def _conversation(services: Services, script: str = "echo") -> str:
    made = await services.conversations.create()
    await services.conversations.choose_agent(made.id, OFFLINE)
    await services.conversations.choose_script(made.id, script)
    return made.id


async def _ask(services: Services, conversation: str, text: str) -> None:
    await services.conversations.send(conversation, text)
    await services.conversations.wait(conversation)


async def test_answer_is_streamed_stored_and_told_in_order(services: Services, told: list[AnyEvent]) -> None:
    conversation = await _conversation(services)
    await _ask(services, conversation, "Hello")
    page = await services.conversations.page(conversation)
    assert [m.role for m in page.messages] == [MessageRole.USER, MessageRole.ASSISTANT]
    assert "Hello" in page.messages[1].text
    assert services.conversations.get(conversation).state is ConversationState.DONE
    names = [type(e).__name__ for e in told if getattr(e, "turn_id", None)]
    order = [
        "TurnQueued",
        "TurnStarted",
        "StepStarted",
        "RequestBuilt",
        "TextDelta",
        "MessageCommitted",
        "TurnFinished",
    ]
    assert [names.index(n) for n in order] == sorted(names.index(n) for n in order)


async def test_preview_is_what_goes_out(services: Services) -> None:
    conversation = await _conversation(services)
    await services.offline.ensure_started()
    preview = await services.requests.preview(conversation, Draft("Hello"))
    request = await services.conversations.send(conversation, "Hello")
    await services.conversations.wait(conversation)
    (sent,) = await services.requests.sent(conversation, request.id)
    seen = services.offline.seen_requests[-1]
    assert preview.body == sent.body == seen.body
    assert (preview.url, preview.headers) == (sent.url, sent.headers)


async def test_history_goes_along(services: Services) -> None:
    conversation = await _conversation(services)
    await _ask(services, conversation, "One")
    await _ask(services, conversation, "Two")
    body = json.loads(services.offline.seen_requests[-1].body)
    assert [m["role"] for m in body["messages"]] == ["system", "user", "assistant", "user"]


async def test_attachment_stands_before_the_typed_text(services: Services) -> None:
    conversation = await _conversation(services)
    await services.conversations.send(conversation, "Look", (FileBlock("a.py", "x = 1"),))
    await services.conversations.wait(conversation)
    body = json.loads(services.offline.seen_requests[-1].body)
    assert "a.py" in str(body["messages"][-1]["content"])


async def test_stopped_answer_keeps_its_text(services: Services, told: list[AnyEvent]) -> None:
    conversation = await _conversation(services, "slow")
    has_text = asyncio.Event()
    services.bus.subscribe(lambda event: has_text.set() if isinstance(event, events.TextDelta) else None)
    await services.conversations.send(conversation, "Hello")
    await asyncio.wait_for(has_text.wait(), 10)
    await services.conversations.stop_turn(conversation)
    answer = (await services.conversations.page(conversation)).messages[-1]
    assert answer.state is MessageState.PARTIAL
    assert answer.stop is StopReason.CANCELLED
    assert answer.text
    assert services.conversations.get(conversation).state is ConversationState.STOPPED
    assert isinstance(told[-1], events.TurnCancelled)


async def test_send_while_a_turn_runs_waits_and_stopping_pauses_it(services: Services) -> None:
    conversation = await _conversation(services, "slow")
    await services.conversations.send(conversation, "Hello")
    queued = await services.conversations.send(conversation, "Then this.")
    await services.conversations.save_draft(conversation, Draft("kept"))
    with pytest.raises(UserFacingError):
        await services.conversations.delete(conversation)
    await services.conversations.stop_turn(conversation)
    assert services.conversations.get(conversation).draft.text == "kept"
    assert (await services.conversations.page(conversation)).total == 2
    waiting, paused = services.conversations.queue_of(conversation)
    assert [item.request for item in waiting] == [queued]
    assert paused


@pytest.mark.parametrize(
    ("script", "kind"),
    [
        ("error", "server"),
        ("error_in_stream", None),
        ("broken_json", "protocol"),
        ("cut_stream", "truncated"),
        ("tls_failure", "tls"),
    ],
)
async def test_fault_is_told_and_what_came_is_kept(
    services: Services, told: list[AnyEvent], script: str, kind: str | None
) -> None:
    conversation = await _conversation(services, script)
    await _ask(services, conversation, "Hello")
    failed = next(e for e in told if isinstance(e, events.TurnFailed))
    assert failed.text
    assert kind is None or failed.kind == kind
    page = await services.conversations.page(conversation)
    assert page.messages[-1].error == failed.text
    assert services.conversations.get(conversation).state is ConversationState.FAILED


async def test_failed_turn_is_run_again_without_its_kept_part(services: Services) -> None:
    conversation = await _conversation(services, "cut_stream")
    await _ask(services, conversation, "Hello")
    await services.conversations.choose_script(conversation, "echo")
    await services.conversations.retry(conversation)
    await services.conversations.wait(conversation)
    body = json.loads(services.offline.seen_requests[-1].body)
    assert [m["role"] for m in body["messages"]] == ["system", "user"]
    assert services.conversations.get(conversation).state is ConversationState.DONE
    with pytest.raises(UserFacingError):
        await services.conversations.retry(conversation)


async def test_cut_context_raises_the_alarm(services: Services, told: list[AnyEvent]) -> None:
    conversation = await _conversation(services, "cut_context")
    await _ask(services, conversation, "word " * 4000)
    assert [e for e in told if isinstance(e, events.ContextLost)]


async def test_broken_agent_fails_the_turn_and_sends_nothing(services: Services, told: list[AnyEvent]) -> None:
    path = services.paths.agents / "mine.toml"
    text = 'name = "Mine"\nextends = "OpenAI Compatible Base Chat"\nprovider_instance = "Offline"\nmodel = "echo"\n'
    path.write_text(text, encoding="utf-8")
    await services.agents.reload()
    conversation = await _conversation(services)
    await services.conversations.choose_agent(conversation, "Mine")
    path.write_text(text + '[body]\nmessages = "{{ nothing() }}"\n', encoding="utf-8")
    path.unlink()
    await services.agents.reload()
    with pytest.raises(UserFacingError, match="Mine"):
        await services.conversations.send(conversation, "Hello")
    assert (await services.conversations.page(conversation)).total == 0


@pytest.mark.slow
async def test_message_that_does_not_render_is_not_sent_and_leaves_all_as_it_was(
    services: Services, told: list[AnyEvent]
) -> None:
    path = services.paths.agents / "mine.toml"
    # The dry run cannot know this text, so that only the request finds the fault (A81).
    trap = '{% for m in ctx.history %}{% if m.content == \\"boom\\" %}{{ 1 / 0 }}{% endif %}{% endfor %}'
    text = 'name = "Mine"\nextends = "OpenAI Compatible Base Chat"\nprovider_instance = "Offline"\nmodel = "echo"\n'
    path.write_text(f'{text}[body]\nuser = "{trap}"\n', encoding="utf-8")
    await services.agents.reload()
    conversation = await _conversation(services)
    await services.conversations.choose_agent(conversation, "Mine")
    await _ask(services, conversation, "Hello")
    before, told[:] = services.conversations.get(conversation), []
    with pytest.raises(UserFacingError, match=r"(?s)Mine.*`body.user`.*Division by zero"):
        await services.conversations.send(conversation, "boom")
    assert services.conversations.get(conversation) == before
    assert (await services.conversations.page(conversation)).total == 2
    assert not [e for e in told if isinstance(e, events.TurnQueued | events.RequestBuilt | events.TurnFailed)]
    await _ask(services, conversation, "Hello again")
    assert (await services.conversations.page(conversation)).total == 4


async def test_deleted_conversation_comes_back_as_it_was(services: Services) -> None:
    conversation = await _conversation(services)
    await _ask(services, conversation, "Hello")
    before = services.conversations.get(conversation)
    deleted = await services.conversations.delete(conversation)
    assert services.conversations.all == ()
    assert await services.conversations.restore(deleted) == before
    assert (await services.conversations.page(conversation)).total == 2


async def test_conversations_are_there_after_a_restart(app_paths: AppPaths) -> None:
    first = build_services(app_paths, {})
    await first.start()
    conversation = await _conversation(first)
    await _ask(first, conversation, "Hello")
    await first.conversations.save_draft(conversation, Draft("half a thought", (FileBlock("a.py", "x"),)))
    await first.stop()
    second = build_services(app_paths, {})
    await second.start()
    try:
        kept = second.conversations.get(conversation)
        assert kept.draft == Draft("half a thought", (FileBlock("a.py", "x"),))
        page = await second.conversations.page(conversation)
        assert page.messages[0].blocks == (TextBlock("Hello"),)
        assert [h.conversation_id for h in await second.conversations.search("hello")]
    finally:
        await second.stop()


async def test_one_agent_file_is_noticed_without_a_restart(services: Services) -> None:
    path = Path(services.paths.agents) / "mine.toml"
    path.write_text('name = "Mine"\nextends = "Mistral Base Chat"\nmodel = "m"\n', encoding="utf-8")
    snapshot = await services.agents.reload()
    assert snapshot.agents["Mine"].usable
    await services.agents.set_model("Mine", "other")
    assert services.agents.snapshot.model_of("Mine") == "other"

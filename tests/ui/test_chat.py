"""The open conversation: drafts, sending, stopping, the meter (U95 to U98, U104, U130, U135)."""

import asyncio
from dataclasses import replace

import pytest
from PySide6.QtWidgets import QLabel, QPushButton, QToolButton

from qodev.base.diagnostics import SourceSpan
from qodev.base.errors import StoreError, UserFacingError
from qodev.types.conversation import ConversationState, Draft, TurnOutcome
from qodev.types.events import (
    BlockKind,
    BlockStarted,
    ContextLost,
    ContextReported,
    ConversationChanged,
    InstanceStateChanged,
    MessageCommitted,
    RequestBuilt,
    StorageAlarm,
    StorageAlarmRaised,
    TextDelta,
    TurnFailed,
    TurnFinished,
    TurnStarted,
)
from qodev.types.messages import (
    ContextReport,
    FileBlock,
    ImageBlock,
    MessageRole,
    MessageState,
    StopReason,
    TextBlock,
    Usage,
    WindowSource,
)
from qodev.types.providers import LaunchState
from qodev.ui.kit.dialogs import QuestionDialog
from qodev.ui.kit.messages import Banner
from qodev.ui.models.chat_state import ContextCount, tokens
from qodev.ui.presenters.attachments import load_attachment, pasted_text
from tests.fakes.services import NOW, make_agent, make_conversation, make_instance, make_message, make_snapshot


def _typed(live, text):
    live.window.centre.chat.composer.input.setPlainText(text)


def _text(live):
    return live.window.centre.chat.composer.input.toPlainText()


def _saved(services):
    return [call[1:] for call in services.conversations.calls if call[0] == "save_draft"]


def test_draft_is_stored_half_a_second_after_the_last_key(live, services, qt_run):
    services.conversations.add(make_conversation("a", "A"))

    async def run():
        here = live()
        here.presenters.load("a")
        await here.settle()
        _typed(here, "hel")
        await asyncio.sleep(0.3)
        _typed(here, "hello")
        await asyncio.sleep(0.3)
        assert not _saved(services)
        await asyncio.sleep(0.35)
        assert _saved(services) == [("a", Draft("hello"))]
        await here.stop()

    qt_run(run())


def test_draft_is_stored_on_leaving_and_comes_back(live, services, qt_run):
    services.conversations.add(make_conversation("a", "A"), make_conversation("b", "B", draft=Draft("kept")))

    async def run():
        here = live()
        here.presenters.load("a")
        await here.settle()
        _typed(here, "for a")
        here.presenters.conversations.select("b")
        await here.settle()
        assert _saved(services) == [("a", Draft("for a"))]
        assert _text(here) == "kept"
        here.presenters.conversations.select("a")
        await here.settle()
        assert _text(here) == "for a"
        await here.stop()

    qt_run(run())


def test_typing_without_a_conversation_makes_one_and_keeps_the_text(live, services, qt_run):
    async def run():
        here = live()
        here.presenters.load("")
        await here.settle()
        _typed(here, "h")
        await here.settle()
        _typed(here, "he")
        await here.settle()
        await here.stop()
        assert _text(here) == "he"
        assert here.presenters.conversations.state.selected == "new1"

    qt_run(run())
    assert services.conversations.get("new1").draft == Draft("he")


def test_message_leaves_the_composer_when_it_is_on_disk(live, services, qt_run):
    services.conversations.add(make_conversation("a", "A"))

    async def run():
        here = live()
        here.presenters.load("a")
        await here.settle()
        _typed(here, "hello")
        here.window.run_action("send")
        assert _text(here) == "hello"
        await here.settle()
        assert _text(here) == ""
        assert here.presenters.chat.state.is_running
        assert here.presenters.transcript.model.rowCount() > 0
        await here.stop()

    qt_run(run())
    assert ("send", "a", "hello", ()) in services.conversations.calls


@pytest.mark.parametrize(
    ("fault", "banner"),
    [(StoreError("disk is full"), "store"), (UserFacingError("No agent fits.", "Choose one."), "notice")],
)
def test_what_cannot_be_sent_stays_in_the_composer(live, services, qt_run, fault, banner):
    services.conversations.add(make_conversation("a", "A"))

    async def run():
        here = live()
        here.presenters.load("a")
        await here.settle()
        _typed(here, "hello")
        services.conversations.fault = fault
        here.presenters.chat.send()
        await here.settle()
        assert _text(here) == "hello"
        chat = here.window.centre.chat
        shown = chat.store_banner if banner == "store" else chat.notice_banner
        assert not shown.isHidden()
        assert shown.text.text().startswith("Could not save." if banner == "store" else "No agent fits.")
        services.conversations.fault = None
        await here.stop()

    qt_run(run())


def test_text_typed_while_sending_stays(live, services, qt_run):
    services.conversations.add(make_conversation("a", "A"))

    async def run():
        here = live()
        here.presenters.load("a")
        await here.settle()
        _typed(here, "first")
        here.presenters.chat.send()
        _typed(here, "first and more")
        await here.settle()
        assert _text(here) == "first and more"
        await here.stop()

    qt_run(run())


def test_send_says_why_it_cannot(live, services, qt_run):
    services.conversations.add(make_conversation("a", "A", agent="Gone"))

    async def run():
        here = live()
        composer = here.window.centre.chat.composer
        assert composer.send.toolTip() != ""
        here.presenters.load("a")
        await here.settle()
        assert composer.send.toolTip() == "The agent `Gone` is missing. Choose another."
        here.presenters.agents.choose_agent("Claude Sonnet 4.6 Chat")
        await here.settle()
        assert composer.send.toolTip() == "Type a message."
        _typed(here, "x")
        assert composer.send.isEnabled()
        await here.stop()

    qt_run(run())


def _run_turn(services):
    ids = {"conversation_id": "a", "turn_id": "turn1"}
    services.bus.emit(BlockStarted(**ids, index=0, kind=BlockKind.TEXT))
    services.bus.emit(TextDelta(**ids, index=0, text="Hello"))
    return ids


def test_stop_reads_stopping_at_once(live, services, qt_run):
    services.conversations.add(make_conversation("a", "A"))

    async def run():
        here = live()
        here.presenters.load("a")
        await here.settle()
        _typed(here, "hello")
        here.presenters.chat.send()
        await here.settle()
        _run_turn(services)
        await here.settle()
        assert here.presenters.chat.state.state == "Answering"
        here.window.run_action("stop")
        assert here.presenters.chat.state.state == "Stopping"
        assert here.window.centre.chat.composer.stop.text() == "Stopping"
        await here.settle()
        await here.stop()

    qt_run(run())
    assert ("stop_turn", "a") in services.conversations.calls


def test_escape_stops_only_at_the_second_press(live, services, qt_run):
    services.conversations.add(make_conversation("a", "A", state=ConversationState.RUNNING))

    async def run():
        here = live()
        here.presenters.load("a")
        await here.settle()
        _run_turn(services)
        await here.settle()
        here.window.centre.chat.on_escape()
        assert here.window.messages.toast.text.text() == "Press Escape again to stop."
        assert ("stop_turn", "a") not in services.conversations.calls
        here.window.centre.chat.on_escape()
        await here.settle()
        await here.stop()

    qt_run(run())
    assert ("stop_turn", "a") in services.conversations.calls


def test_turn_that_ended_gives_the_word_of_the_store(live, services, qt_run):
    services.conversations.add(make_conversation("a", "A", state=ConversationState.RUNNING))

    async def run():
        here = live()
        here.presenters.load("a")
        ids = _run_turn(services)
        await here.settle()
        done = replace(services.conversations.get("a"), state=ConversationState.FAILED)
        services.conversations.add(done)
        services.bus.emit(ConversationChanged(conversation=done))
        services.bus.emit(TurnFailed(**ids, text="No.", hint=None, kind="auth"))
        await here.settle()
        assert here.presenters.chat.state.state == "Failed"
        assert here.presenters.chat.state.can_retry
        assert not here.presenters.chat.state.is_running
        assert here.window.action_set.reason("resume") == ""
        await here.stop()

    qt_run(run())


def test_meter_shows_estimate_then_count_then_loss(live, services, qt_run):
    services.conversations.add(make_conversation("a", "A"))

    async def run():
        here = live()
        here.presenters.load("a")
        await here.settle()
        ids = {"conversation_id": "a", "turn_id": "t"}
        report = ContextReport("r", 12400, 9000, 12400, 32768, WindowSource.BODY)
        services.bus.emit(ContextReported(**ids, report=report))
        await here.settle()
        assert here.window.centre.chat.composer.context.text() == "12.4k / 32k"
        services.bus.emit(ContextLost(**ids, report=replace(report, lost=True), message_id="m"))
        await here.settle()
        assert here.presenters.chat.state.is_context_lost
        await here.stop()

    qt_run(run())


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (ContextCount(900), "≈ 900 tokens"),
        (ContextCount(12400, 32768), "≈ 12.4k / 32k"),
        (ContextCount(5000, 200000, is_estimate=False), "5k / 200k"),
    ],
)
def test_meter_words(count, text):
    assert count.short == text


def test_tokens_are_short():
    assert [tokens(n) for n in (0, 999, 1000, 12400)] == ["0", "999", "1k", "12.4k"]


def test_storage_alarm_shows_the_banner(live, services, qt_run):
    services.conversations.add(make_conversation("a", "A"))

    async def run():
        here = live()
        here.presenters.load("a")
        services.bus.emit(StorageAlarmRaised(kind=StorageAlarm.FULL, text="no space"))
        await here.settle()
        banner = here.window.centre.chat.store_banner
        assert not banner.isHidden()
        assert banner.objectName() == "banner.store"
        await here.stop()

    qt_run(run())


def test_finished_turn_is_announced_once(live, services, qt_run):
    services.conversations.add(make_conversation("a", "A"))

    async def run():
        here = live()
        here.presenters.load("a")
        await here.settle()
        spoken = []
        here.presenters.chat.spoken.connect(spoken.append)
        outcome = TurnOutcome(StopReason.END, Usage(), 1)
        services.bus.emit(TurnFinished(conversation_id="a", turn_id="t", outcome=outcome))
        await here.settle()
        assert spoken == ["Answer finished"]
        await here.stop()

    qt_run(run())


def test_older_page_is_put_before(live, services, qt_run):
    services.conversations.add(make_conversation("a", "A", last_text="x"))
    roles = (MessageRole.USER, MessageRole.ASSISTANT)
    services.conversations.pages["a"] = tuple(make_message(f"m{n}", f"text {n}", roles[n % 2]) for n in range(70))

    async def run():
        here = live()
        here.presenters.load("a")
        await here.settle()
        assert here.presenters.transcript.model.first_position == 20
        here.presenters.transcript.load_older()
        here.presenters.transcript.load_older()
        await here.settle()
        assert here.presenters.transcript.model.first_position == 0
        await here.stop()

    qt_run(run())


def test_late_page_of_another_conversation_is_dropped(live, services, qt_run):
    services.conversations.add(make_conversation("a", "A", last_text="x"), make_conversation("b", "B", last_text="x"))
    services.conversations.pages["a"] = (make_message("m", "of a"),)

    async def run():
        here = live()
        here.presenters.load("a")
        here.presenters.conversations.select("b")
        await here.settle()
        assert here.presenters.transcript.model.rowCount() == 0
        await here.stop()

    qt_run(run())


def test_attachment_kinds_and_limits(tmp_path):
    text = tmp_path / "a.py"
    text.write_text("x = 1\n")
    assert load_attachment(text) == FileBlock(text.as_posix(), "x = 1\n")
    picture = tmp_path / "a.bin"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n" + b"0" * 10)
    block = load_attachment(picture)
    assert isinstance(block, ImageBlock)
    assert block.media_type == "image/png"
    large = tmp_path / "large.txt"
    large.write_bytes(b"x" * 500_001)
    binary = tmp_path / "b.bin"
    binary.write_bytes(b"\xff\xfe\x00")
    for path in (large, binary, tmp_path / "missing"):
        with pytest.raises(UserFacingError):
            load_attachment(path)
    with pytest.raises(UserFacingError, match="kB"):
        pasted_text("é" * 250_001)


def test_attached_file_goes_out_with_the_message(live, services, qt_run, tmp_path):
    services.conversations.add(make_conversation("a", "A"))
    file = tmp_path / "a.py"
    file.write_text("x")

    async def run():
        here = live()
        here.presenters.load("a")
        await here.settle()
        here.presenters.chat.attach_paths((str(file), str(tmp_path / "missing")))
        await here.settle()
        assert [chip.label for chip in here.presenters.chat.state.chips] == ["a.py"]
        assert not here.window.centre.chat.notice_banner.isHidden()
        here.presenters.chat.send()
        await here.settle()
        assert here.presenters.chat.state.chips == ()
        await here.stop()

    qt_run(run())
    sent = next(call for call in services.conversations.calls if call[0] == "send")
    assert sent[3] == (FileBlock(file.as_posix(), "x"),)


def test_estimate_of_the_request_that_goes_out_is_shown(live, services, qt_run):
    from qodev.types.conversation import SentRequest

    services.conversations.add(make_conversation("a", "A"))
    sent = SentRequest("r", "a", "t", 1, "A", 1, "m", "anthropic", "POST", "u", {}, b"{}", "", 4200, NOW)

    async def run():
        here = live()
        here.presenters.load("a")
        services.bus.emit(RequestBuilt(conversation_id="a", turn_id="t", sent_request=sent))
        await here.settle()
        assert here.presenters.chat.state.context == "≈ 4.2k tokens"
        await here.stop()

    qt_run(run())


def test_agent_that_vanishes_shows_as_missing_and_nothing_replaces_it(live, services, qt_run):
    services.conversations.add(make_conversation("a", "A", agent="Mine"))
    with_mine = make_snapshot()
    services.agents.snapshot = replace(with_mine, agents={**with_mine.agents, "Mine": make_agent("Mine")})

    async def run():
        here = live()
        here.presenters.load("a")
        await here.settle()
        assert here.window.centre.chat.composer.agent.text() == "Mine ▾"
        services.agents.replace(with_mine)
        await here.settle()
        assert here.window.centre.chat.composer.agent.text() == "Mine (missing) ▾"
        assert services.conversations.get("a").agent == "Mine"
        await here.stop()

    qt_run(run())


def test_model_override_is_stored_per_agent_and_reset(live, services, qt_run):
    services.conversations.add(make_conversation("a", "A"))

    async def run():
        here = live()
        here.presenters.load("a")
        await here.settle()
        agents = here.presenters.agents
        agents.choose_model("claude-haiku-4-5")
        await here.settle()
        assert services.agents.snapshot.overrides == {"Claude Sonnet 4.6 Chat": "claude-haiku-4-5"}
        assert "override" in here.window.centre.chat.composer.model.text()
        agents.load_models()
        await here.settle()
        assert here.presenters.chat.state.model.note == "2 models"
        agents.choose_model("")
        await here.settle()
        assert services.agents.snapshot.overrides == {}
        await here.stop()

    qt_run(run())


def test_unreachable_model_list_says_so_and_a_name_can_be_typed(live, services, qt_run):
    services.conversations.add(make_conversation("a", "A"))
    services.providers.fault = UserFacingError("Nothing answers.")

    async def run():
        here = live()
        here.presenters.load("a")
        here.presenters.agents.load_models()
        await here.settle()
        assert here.presenters.chat.state.model.note.startswith("Unreachable. Type a model name.")
        await here.stop()

    qt_run(run())


def test_script_picker_is_there_for_the_offline_agent_alone(live, services, qt_run):
    services.conversations.add(make_conversation("a", "A"))

    async def run():
        here = live()
        here.presenters.load("a")
        await here.settle()
        composer = here.window.centre.chat.composer
        assert composer.script.isHidden()
        here.presenters.agents.choose_agent("Offline Chat")
        await here.settle()
        assert not composer.script.isHidden()
        here.presenters.agents.choose_script("error")
        await here.settle()
        assert "Show me an error" in composer.script.text()
        await here.stop()

    qt_run(run())


def test_reload_says_how_many_agents_changed(live, services, qt_run):
    services.conversations.add(make_conversation("a", "A"))
    before = make_snapshot()
    services.agents.after_reload = replace(before, agents={**before.agents, "New": make_agent("New")})

    async def run():
        here = live()
        here.presenters.load("a")
        await here.settle()
        here.window.run_action("reload_agents")
        await here.settle()
        assert here.window.messages.toast.text.text() == "1 agent reloaded."
        await here.stop()

    qt_run(run())


def test_hits_in_messages_that_are_not_loaded_are_counted_and_loaded(live, services, qt_run):
    import re

    services.conversations.add(make_conversation("a", "A", last_text="x"))
    roles = (MessageRole.USER, MessageRole.ASSISTANT)
    texts = ["needle needle" if n == 3 else f"text {n}" for n in range(130)]
    services.conversations.pages["a"] = tuple(make_message(f"m{n}", t, roles[n % 2]) for n, t in enumerate(texts))

    async def run():
        here = live()
        here.presenters.load("a")
        await here.settle()
        found = []
        here.presenters.transcript.older_hits_found.connect(found.append)
        here.presenters.transcript.find_older(re.compile("needle"))
        await here.settle()
        assert found == [(("m3", 3, 2),)]
        here.presenters.transcript.load_until(3)
        await here.settle()
        assert here.presenters.transcript.model.first_position == 0
        here.window.run_action("find")
        assert here.window.transcript.find.isVisible()
        here.window.centre.chat.on_escape()
        assert not here.window.transcript.find.isVisible()
        await here.stop()

    qt_run(run())


def test_a_conversation_that_is_opened_while_it_runs_misses_nothing(live, services, qt_run):
    """What comes while the page is read is shown, and so is what is younger than the stored part (U103)."""
    services.conversations.add(make_conversation("a", "A"), make_conversation("b", "B"))
    ids = {"conversation_id": "a", "turn_id": "t"}
    stored = replace(make_message("m", "one", MessageRole.ASSISTANT), state=MessageState.PARTIAL, turn_id="t")
    services.conversations.pages["a"] = (make_message("u", "ask", turn_id="t"), stored)
    read = services.conversations.page
    gate = asyncio.Event()

    async def slow_page(*args, **kwargs):
        found = await read(*args, **kwargs)
        if args[0] == "a":
            await gate.wait()
        return found

    services.conversations.page = slow_page

    async def run():
        here = live()
        here.presenters.load("b")
        await here.settle()
        services.bus.emit(TurnStarted(**ids, agent="A", agents_revision=1, model="m"))
        services.bus.emit(BlockStarted(**ids, index=0, kind=BlockKind.TEXT))
        services.bus.emit(TextDelta(**ids, index=0, text="one two"))
        await here.settle()
        here.presenters.conversations.select("a")
        await asyncio.sleep(0.05)
        services.bus.emit(TextDelta(**ids, index=0, text=" three"))
        await asyncio.sleep(0.05)
        gate.set()
        await here.settle()
        assert [row.text for row in here.presenters.transcript.model.rows] == ["ask", "one two three"]
        services.bus.emit(TextDelta(**ids, index=0, text=" four"))
        await here.settle()
        assert here.presenters.transcript.model.rows[-1].text == "one two three four"
        await here.stop()

    qt_run(run())


def test_a_turn_that_ends_while_its_page_is_read_is_shown_as_ended(live, services, qt_run):
    services.conversations.add(make_conversation("a", "A"))
    ids = {"conversation_id": "a", "turn_id": "t"}
    stored = replace(make_message("m", "one", MessageRole.ASSISTANT), state=MessageState.PARTIAL, turn_id="t")
    services.conversations.pages["a"] = (make_message("u", "ask", turn_id="t"), stored)
    read, gate = services.conversations.page, asyncio.Event()

    async def slow_page(*args, **kwargs):
        found = await read(*args, **kwargs)
        await gate.wait()
        return found

    services.conversations.page = slow_page

    async def run():
        here = live()
        here.presenters.load("a")
        await asyncio.sleep(0.05)
        whole = replace(stored, state=MessageState.COMPLETE, blocks=(TextBlock("one two"),), stop=StopReason.END)
        services.bus.emit(MessageCommitted(**ids, message=whole))
        services.bus.emit(TurnFinished(**ids, outcome=TurnOutcome(StopReason.END, Usage(), 1)))
        await asyncio.sleep(0.05)
        gate.set()
        await here.settle()
        assert [(row.text, row.state.value) for row in here.presenters.transcript.model.rows] == [
            ("ask", "done"),
            ("one two", "done"),
        ]
        await here.stop()

    qt_run(run())


def test_the_meter_of_a_conversation_that_is_opened_again_shows_what_was_counted(live, services, qt_run):
    services.conversations.add(make_conversation("a", "A"))
    context = {"estimate": 12000, "reported": 12400, "window": 32768, "lost": True}
    reply = replace(make_message("m", "one", MessageRole.ASSISTANT), provider_data={"context": context})
    services.conversations.pages["a"] = (make_message("u", "ask"), reply)

    async def run():
        here = live()
        here.presenters.load("a")
        await here.settle()
        assert here.window.centre.chat.composer.context.text() == "12.4k / 32k"
        assert here.presenters.chat.state.is_context_lost
        await here.stop()

    qt_run(run())


def _plain(services):
    name = next(iter(services.agents.snapshot.agents))
    instance = services.agents.snapshot.agents[name].provider_instance
    services.conversations.add(make_conversation("a", "A", agent=name))
    services.providers.plain.add(instance)


@pytest.mark.parametrize("answer", ["keep", "act"])
def test_a_key_goes_unencrypted_only_after_the_person_said_so(live, services, qt_run, answer):
    _plain(services)

    async def run():
        here = live()
        here.presenters.load("a")
        await here.settle()
        _typed(here, "hello")
        here.presenters.chat.send()
        await asyncio.sleep(0.05)
        dialog = here.window.findChild(QuestionDialog)
        assert "Send the key unencrypted to models.example:8000?" in dialog.findChild(QLabel).text()
        assert not any(b.isDefault() or b.autoDefault() for b in dialog.findChildren(QPushButton))
        if answer == "keep":
            dialog.reject()
        else:
            dialog.act.click()
        await here.settle()
        await here.stop()

    qt_run(run())
    sent = [call for call in services.conversations.calls if call[0] == "send"]
    assert bool(sent) is (answer == "act")
    assert bool(services.providers.plain) is (answer == "keep")


def test_a_server_that_is_started_for_a_message_is_named_and_can_be_given_up(live, services, qt_run):
    name = next(iter(services.agents.snapshot.agents))
    instance = services.agents.snapshot.agents[name].provider_instance
    services.conversations.add(make_conversation("a", "A", agent=name))
    ended = []

    async def send(*_args, **_kwargs):
        try:
            await asyncio.Event().wait()
        finally:
            ended.append(True)

    services.conversations.send = send

    async def run():
        here = live()
        here.presenters.load("a")
        await here.settle()
        _typed(here, "hello")
        here.presenters.chat.send()
        services.bus.emit(InstanceStateChanged(instance=instance, state=LaunchState.STARTING, text=""))
        await asyncio.sleep(0.1)
        chat = here.window.centre.chat
        assert chat.header.state.text() == "Starting"
        banner = here.window.findChild(Banner, "banner.launch")
        assert f"Starting `{instance}`…" in banner.text.text()
        services.bus.emit(InstanceStateChanged(instance=instance, state=LaunchState.PROBING, text=""))
        await asyncio.sleep(0.1)
        assert chat.header.state.text() == "Probing"
        chat.composer.stop.click()
        await here.settle()
        assert ended
        assert banner.isHidden()
        assert _text(here) == "hello"
        assert chat.composer.send.isEnabled()
        await here.stop()

    qt_run(run())


def test_a_failed_answer_opens_the_provider_that_was_asked(live, services, qt_run):
    services.conversations.add(make_conversation("a", "A"))
    services.conversations.pages["a"] = (
        make_message("m1", "question"),
        make_message("m2", "", MessageRole.ASSISTANT, agent="Ollama Qwen3.5 4B Chat", error="Nothing answers."),
    )
    made = {name: make_instance(name, span=SourceSpan(f"{name}.toml", 1)) for name in ("Claude", "Ollama")}
    services.agents.snapshot = make_snapshot(instances=made)

    async def run():
        here = live()
        here.presenters.load("a")
        await here.settle()
        here.window.findChild(QToolButton, "notice.action:provider").click()
        await here.settle()
        assert here.window.settings.is_shown
        assert here.window.settings.page == "providers"
        assert here.presenters.providers.state.current.name == "Ollama"
        here.window.settings.window.close()
        await here.stop()

    qt_run(run())

"""Going back in conversations: forks, edited prompts, rewinds, and the branches that stay, with files that were changed."""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from qodev.base.errors import UserFacingError
from qodev.base.paths import AppPaths
from qodev.services.app import Services, build_services
from qodev.types.conversation import ChatMode, ConversationState, Draft
from qodev.types.events import AnyEvent
from qodev.types.history import RewindScope
from qodev.types.messages import FileBlock, Message, Origin
from qodev.types.permissions import ProjectMode
from qodev.types.work_events import HistoryChanged

OFFLINE = "Offline Chat"


@asynccontextmanager
async def run(paths: AppPaths) -> AsyncIterator[Services]:
    made = build_services(paths, {"HOME": str(paths.home)})
    await made.start()
    try:
        yield made
    finally:
        await made.stop()


async def chat(services: Services, *texts: str) -> str:
    made = await services.conversations.create()
    await services.conversations.choose_agent(made.id, OFFLINE)
    for text in texts:
        await say(services, made.id, text)
    return made.id


async def task(services: Services, project: Path, *texts: str) -> str:
    project.mkdir(exist_ok=True)  # noqa: ASYNC240  a test
    await services.trust.trust(await services.trust.sheet(str(project)))
    made = await services.conversations.create(str(project), ChatMode.CODE_TASK)
    await services.conversations.choose_agent(made.id, OFFLINE)
    await services.conversations.choose_script(made.id, "call_tool")
    await services.policies.set_mode(str(project), ProjectMode.AUTO)
    for text in texts:
        await say(services, made.id, text)
    return made.id


async def say(services: Services, conversation: str, text: str, *attached: FileBlock) -> None:
    await services.conversations.send(conversation, text, attached)
    await ended(services, conversation)


async def ended(services: Services, conversation: str) -> None:
    async with asyncio.timeout(20):
        await services.conversations.wait(conversation)


def write(path: str, text: str) -> str:
    return f"write_file {json.dumps({'relative_path': path, 'content': text})}"


def create(path: str, text: str) -> str:
    return f"create_file {json.dumps({'relative_path': path, 'content': text})}"


async def messages(services: Services, conversation: str) -> tuple[Message, ...]:
    return (await services.conversations.page(conversation)).messages


def prompts(found: Sequence[Message]) -> list[str]:
    return [m.text for m in found if m.origin is Origin.USER]


async def prompt(services: Services, conversation: str, place: int) -> str:
    return [m.id for m in await messages(services, conversation) if m.origin is Origin.USER][place]


# Forks.


async def test_fork_copies_up_to_a_message_and_leaves_the_original_alone(services: Services) -> None:
    source = await chat(services, "one", "two")
    await services.conversations.save_draft(source, Draft("unsent"))
    before = await messages(services, source)
    made = await services.history.fork(source, before[1].id)
    assert made.forked_from == source
    assert (made.agent, made.title, made.state) == (OFFLINE, "one", ConversationState.DONE)
    assert made.draft == Draft()
    copied = await messages(services, made.id)
    assert [m.blocks for m in copied] == [m.blocks for m in before[:2]]
    assert not {m.id for m in copied} & {m.id for m in before}
    await say(services, made.id, "three")
    assert await messages(services, source) == before
    assert services.conversations.get(source).draft == Draft("unsent")


async def test_fork_is_there_after_a_restart_and_its_words_are_found(app_paths: AppPaths) -> None:
    async with run(app_paths) as services:
        source = await chat(services, "zebra")
        made = await services.history.fork(source)
        hits = await services.conversations.search("zebra")
        assert {hit.conversation_id for hit in hits} == {source, made.id}
    async with run(app_paths) as services:
        assert services.conversations.get(made.id).forked_from == source
        assert prompts(await messages(services, made.id)) == ["zebra"]


async def test_fork_of_a_message_that_is_gone_leaves_nothing_behind(services: Services) -> None:
    source = await chat(services, "one")
    known = {c.id for c in services.conversations.all}
    with pytest.raises(UserFacingError):
        await services.history.fork(source, "msg_gone")
    empty = await services.conversations.create()
    with pytest.raises(UserFacingError, match="nothing to copy"):
        await services.history.fork(empty.id)
    assert {c.id for c in services.conversations.all} == {*known, empty.id}
    assert {c.id for c in await services.storage.conversations.list()} == {*known, empty.id}


async def test_fork_takes_the_checkpoints_along(services: Services, tmp_path: Path) -> None:
    project = tmp_path / "project"
    source = await task(services, project, create("a.txt", "first"), write("a.txt", "second"))
    made = await services.history.fork(source)
    assert (project / "a.txt").read_text() == "second"
    await services.history.rewind(made.id, await prompt(services, made.id, 1), RewindScope.BOTH)
    assert (project / "a.txt").read_text() == "first"
    way = await services.history.way_back(source, await prompt(services, source, 1))
    assert [state.path for state in way.blocked] == ["a.txt"]


# Edit and resend.


async def test_resend_keeps_the_old_branch_and_sends_only_what_stood_before(services: Services) -> None:
    source = await chat(services, "one", "two", "three")
    before = await messages(services, source)
    second = await prompt(services, source, 1)
    told: list[AnyEvent] = []
    services.bus.subscribe(told.append)
    await services.history.resend(source, second, "other", with_files=False)
    await ended(services, source)
    assert [event.conversation_id for event in told if isinstance(event, HistoryChanged)] == [source]
    assert prompts(await messages(services, source)) == ["one", "other"]
    sent = json.loads(services.offline.seen_requests[-1].body)
    assert [m["content"] for m in sent["messages"] if m["role"] == "user"] == ["one", "other"]
    page = await services.conversations.page(source)
    other = await prompt(services, source, 1)
    assert page.branches == {other: (second, other)}
    await services.history.show_branch(source, second)
    assert await messages(services, source) == before
    assert (await services.conversations.page(source)).branches == {second: (second, other)}
    assert {hit.message_id for hit in await services.conversations.search("three")} == {
        m.id for m in before if "three" in m.text
    }


async def test_branches_of_branches_come_and_go_with_theirs(services: Services) -> None:
    source = await chat(services, "a", "b", "c")
    first, third = await prompt(services, source, 0), await prompt(services, source, 2)
    await services.history.resend(source, third, "c2", with_files=False)
    await ended(services, source)
    await services.history.resend(source, first, "a2", with_files=False)
    await ended(services, source)
    assert prompts(await messages(services, source)) == ["a2"]
    page = await services.conversations.page(source)
    assert list(page.branches) == [await prompt(services, source, 0)]
    await services.history.show_branch(source, first)
    assert prompts(await messages(services, source)) == ["a", "b", "c2"]
    page = await services.conversations.page(source)
    assert [len(family) for family in page.branches.values()] == [2, 2]
    await services.history.show_branch(source, third)
    assert prompts(await messages(services, source)) == ["a", "b", "c"]


async def test_resend_keeps_attachments_and_survives_a_restart(app_paths: AppPaths) -> None:
    attached = FileBlock("a.py", "x = 1")
    async with run(app_paths) as services:
        source = await chat(services)
        await say(services, source, "look", attached)
        await services.history.resend(source, await prompt(services, source, 0), "look again", with_files=False)
        await ended(services, source)
        assert (await messages(services, source))[0].blocks[0] == attached
    async with run(app_paths) as services:
        page = await services.conversations.page(source)
        ((place, family),) = page.branches.items()
        assert (place, len(family)) == (page.messages[0].id, 2)
        await services.history.show_branch(source, family[0])
        assert prompts(await messages(services, source)) == ["look"]


async def test_resend_that_cannot_be_sent_changes_nothing(services: Services, tmp_path: Path) -> None:
    project = tmp_path / "project"
    source = await task(services, project, create("a.txt", "first"))
    before = await messages(services, source)
    with pytest.raises(UserFacingError, match="nothing to send"):
        await services.history.resend(source, before[0].id, "  ", with_files=True)
    assert await messages(services, source) == before
    assert (project / "a.txt").read_text() == "first"


@pytest.mark.parametrize("with_files", [True, False])
async def test_resend_takes_files_back_only_when_it_is_asked_to(
    services: Services, tmp_path: Path, with_files: bool
) -> None:
    project = tmp_path / "project"
    source = await task(services, project, create("a.txt", "first"), write("a.txt", "second"))
    second = await prompt(services, source, 1)
    way = await services.history.way_back(source, second)
    assert [state.path for state in way.files] == ["a.txt"]
    await services.history.resend(source, second, create("b.txt", "other"), with_files=with_files)
    await ended(services, source)
    assert (project / "a.txt").read_text() == ("first" if with_files else "second")
    assert (project / "b.txt").read_text() == "other"


# Rewind.


async def test_rewind_of_the_chat_returns_the_prompt_to_the_composer_and_redo_takes_it_back(services: Services) -> None:
    source = await chat(services, "one", "two")
    await services.conversations.save_draft(source, Draft("unsent"))
    before = await messages(services, source)
    rewound = await services.history.rewind(source, before[2].id, RewindScope.CHAT)
    assert await messages(services, source) == before[:2]
    here = services.conversations.get(source)
    assert here.draft == Draft("two\n\nunsent")
    assert here.state is ConversationState.DONE
    assert " ".join(before[1].text.split()).startswith(here.last_text.rstrip("…"))
    await services.history.redo(rewound)
    assert await messages(services, source) == before
    assert services.conversations.get(source).draft == Draft("unsent")


async def test_rewind_to_the_first_prompt_leaves_an_empty_conversation(services: Services) -> None:
    source = await chat(services, "one")
    await services.history.rewind(source, await prompt(services, source, 0), RewindScope.CHAT)
    assert await messages(services, source) == ()
    assert services.conversations.get(source).state is ConversationState.IDLE
    await say(services, source, "again")
    assert [len(f) for f in (await services.conversations.page(source)).branches.values()] == [2]


@pytest.mark.parametrize("scope", list(RewindScope))
async def test_rewind_touches_what_it_names_and_nothing_else(
    services: Services, tmp_path: Path, scope: RewindScope
) -> None:
    project = tmp_path / "project"
    source = await task(services, project, create("a.txt", "first"), write("a.txt", "second"), create("b.txt", "b"))
    before = await messages(services, source)
    rewound = await services.history.rewind(source, await prompt(services, source, 1), scope)
    is_code, is_chat = scope is not RewindScope.CHAT, scope is not RewindScope.CODE
    assert (project / "a.txt").read_text() == ("first" if is_code else "second")
    assert (project / "b.txt").exists() is not is_code
    assert sorted(rewound.paths) == (["a.txt", "b.txt"] if is_code else [])
    assert len(prompts(await messages(services, source))) == (1 if is_chat else 3)
    await services.history.redo(rewound)
    assert (project / "a.txt").read_text() == "second"
    assert (project / "b.txt").read_text() == "b"
    assert await messages(services, source) == before


async def test_file_that_somebody_else_changed_blocks_the_code_by_name_and_nothing_changes(
    services: Services, tmp_path: Path
) -> None:
    project = tmp_path / "project"
    source = await task(services, project, create("a.txt", "first"), create("b.txt", "b"))
    (project / "a.txt").write_text("by hand")
    before = await messages(services, source)
    first = await prompt(services, source, 0)
    way = await services.history.way_back(source, first)
    assert [state.path for state in way.blocked] == ["a.txt"]
    with pytest.raises(UserFacingError, match=r"a\.txt"):
        await services.history.rewind(source, first, RewindScope.BOTH)
    assert (project / "a.txt").read_text() == "by hand"
    assert (project / "b.txt").read_text() == "b"
    assert await messages(services, source) == before
    await services.history.rewind(source, first, RewindScope.CHAT)
    assert await messages(services, source) == ()


async def test_redo_is_refused_once_a_file_has_gone_on(services: Services, tmp_path: Path) -> None:
    project = tmp_path / "project"
    source = await task(services, project, create("a.txt", "first"))
    rewound = await services.history.rewind(source, await prompt(services, source, 0), RewindScope.BOTH)
    (project / "a.txt").write_text("by hand")
    with pytest.raises(UserFacingError, match=r"a\.txt"):
        await services.history.redo(rewound)
    assert (project / "a.txt").read_text() == "by hand"
    assert await messages(services, source) == ()


async def test_files_of_a_branch_inside_of_what_stays_are_left_alone(services: Services, tmp_path: Path) -> None:
    project = tmp_path / "project"
    source = await task(services, project, create("a.txt", "old branch"))
    first = await prompt(services, source, 0)
    await services.history.resend(source, first, create("b.txt", "new branch"), with_files=False)
    await ended(services, source)
    await say(services, source, create("c.txt", "later"))
    way = await services.history.way_back(source, await prompt(services, source, 1))
    assert [state.path for state in way.files] == ["c.txt"]
    way = await services.history.way_back(source, await prompt(services, source, 0))
    assert sorted(state.path for state in way.files) == ["a.txt", "b.txt", "c.txt"]


async def test_nothing_goes_back_while_an_answer_is_coming(services: Services) -> None:
    source = await chat(services, "one")
    first = await prompt(services, source, 0)
    await services.conversations.choose_script(source, "slow")
    await services.conversations.send(source, "two")
    for step in (
        services.history.fork(source),
        services.history.resend(source, first, "x", with_files=False),
        services.history.rewind(source, first, RewindScope.CHAT),
        services.history.show_branch(source, first),
    ):
        with pytest.raises(UserFacingError, match="while an answer is coming"):
            await step
    await services.conversations.stop_turn(source)
    assert prompts(await messages(services, source)) == ["one", "two"]

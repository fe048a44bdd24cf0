"""Exports, backups, imports: nothing is lost, nothing foreign comes in, and nothing secret goes out unasked (P231, U139)."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from qodev.base.errors import UserFacingError
from qodev.services.app import Services
from qodev.types.conversation import ChatMode, Conversation, ConversationState, Draft
from qodev.types.history import ExportFormat, ExportOptions
from qodev.types.messages import (
    Block,
    FileBlock,
    ImageBlock,
    Message,
    MessageRole,
    MessageState,
    Origin,
    StopReason,
    TextBlock,
    ThinkingBlock,
    ToolResultBlock,
    ToolUseBlock,
    Usage,
)

NOW = 1_781_000_000.0
SECRET = "sk-" + "abcdefgh12345678"
IMAGE = ImageBlock("aGk=", "image/png")
PROJECT = "/home/somebody/secret-customer/ledger"


def message(name: str, role: MessageRole, origin: Origin, *blocks: Block, **more: object) -> Message:
    made = Message(name, role, blocks, origin, MessageState.COMPLETE, NOW, turn_id="turn_1")
    return replace(made, **more)  # type: ignore[arg-type]  # fields by name


MESSAGES = (
    message("m1", MessageRole.USER, Origin.USER, IMAGE, FileBlock("a.py", "x = `1`"), TextBlock("Look <b>here</b>.")),
    message(
        "m2",
        MessageRole.ASSISTANT,
        Origin.MODEL,
        ThinkingBlock("Let me see.", "sig"),
        TextBlock(f"The key is {SECRET}. ![x](https://example.com/x.png) <script>alert(1)</script>"),
        ToolUseBlock("c1", "read_file", {"relative_path": f"{PROJECT}/a.py"}),
        stop=StopReason.TOOL_CALLS,
        usage=Usage(1, 2),
        agent="A",
        model="m",
        provider_data={"calls": {"c1": {"shown": "x = 1"}}},
    ),
    message("m3", MessageRole.USER, Origin.TOOL, ToolResultBlock("c1", "read_file", "```\nthe output\n```")),
)


async def stored(services: Services, **changes: object) -> Conversation:
    made = await services.conversations.create(PROJECT, ChatMode.CODE_TASK)
    whole = replace(made, title="Ledger", state=ConversationState.DONE, **changes)  # type: ignore[arg-type]
    for one in MESSAGES:
        named = replace(one, id=f"{made.id}.{one.id}")
        await services.storage.conversations.append(named, whole)
    services.conversations.adopt(whole)
    return whole


def comparable(found: Message) -> Message:
    return replace(found, id="", turn_id=None)


async def export(services: Services, conversation: str, **options: object) -> str:
    made = await services.transfer.export(conversation, ExportOptions(**options))  # type: ignore[arg-type]
    return made.text


async def test_json_comes_back_equal_under_new_ids(services: Services, tmp_path: Path) -> None:
    here = await stored(services, agent="A", model="m", profile="Reviewer", pinned=True)
    text = await export(services, here.id, format=ExportFormat.JSON, project_name=False)
    file = tmp_path / "one.json"
    file.write_text(text)
    assert await services.transfer.take_in(file) == 1
    (added,) = (c for c in services.conversations.all if c.id != here.id)
    assert replace(added, id=here.id) == here
    before = await services.conversations.history(here.id)
    after = await services.conversations.history(added.id)
    assert [comparable(m) for m in after] == [comparable(m) for m in before]
    assert not {m.id for m in after} & {m.id for m in before}
    assert await services.transfer.export(added.id, ExportOptions()) == await services.transfer.export(
        here.id, ExportOptions()
    )


@pytest.mark.parametrize("kind", list(ExportFormat))
async def test_export_holds_what_is_ticked_and_names_the_project_not_its_path(
    services: Services, kind: ExportFormat
) -> None:
    here = await stored(services)
    text = await export(services, here.id, format=kind)
    assert "Let me see." in text
    assert "the output" in text
    assert "aGk=" in text
    assert "secret-customer" not in text
    assert "ledger" in text
    text = await export(services, here.id, format=kind, thinking=False, outputs=False, images=False)
    assert "Let me see." not in text
    assert "the output" not in text
    assert "aGk=" not in text
    assert "somebody" in await export(services, here.id, format=kind, project_name=False)


@pytest.mark.parametrize("kind", list(ExportFormat))
async def test_found_secrets_are_told_and_blacked_out_when_they_are_ticked(
    services: Services, kind: ExportFormat
) -> None:
    here = await stored(services)
    made = await services.transfer.export(here.id, ExportOptions(kind))
    assert made.secrets == (SECRET,)
    assert SECRET in made.text
    made = await services.transfer.export(here.id, ExportOptions(kind, blacked=frozenset(made.secrets)))
    assert made.secrets == (SECRET,)
    assert SECRET not in made.text


async def test_known_key_is_found_whatever_its_shape(services: Services) -> None:
    services.secrets.known.add("read_file")
    here = await stored(services)
    assert "read_file" in (await services.transfer.export(here.id, ExportOptions())).secrets


async def test_page_has_no_scripts_and_fetches_nothing(services: Services) -> None:
    here = await stored(services)
    text = await export(services, here.id, format=ExportFormat.HTML)
    assert "<script" not in text
    assert "<b>" not in text
    assert "default-src &#x27;none&#x27;" in text
    sources = re.findall(r"<(?:img|script|link|iframe|source|video|audio)\b[^>]*(?:src|href)=\"([^\"]*)", text)
    assert sources == ["data:image/png;base64,aGk="]


async def test_fence_is_longer_than_any_in_the_text(services: Services) -> None:
    here = await stored(services)
    text = await export(services, here.id)
    assert "````\n```\nthe output\n```\n````" in text


async def test_backup_brings_all_back_beside_what_is_there_with_links_to_the_new_ids(
    services: Services, tmp_path: Path
) -> None:
    here = await stored(services, draft=Draft("unsent"))
    copy = await services.history.fork(here.id)
    file = tmp_path / "backup.json"
    assert await services.transfer.back_up(file) == 2
    assert await services.transfer.take_in(file) == 2
    assert len(services.conversations.all) == 4
    known = {here.id, copy.id}
    added = {c.forked_from is not None: c for c in services.conversations.all if c.id not in known}
    assert added[True].forked_from == added[False].id
    assert added[False].draft == Draft("unsent")
    assert {c.id for c in await services.storage.conversations.list()} == {c.id for c in services.conversations.all}
    hits = await services.conversations.search("output")
    assert len({hit.conversation_id for hit in hits}) == 4


async def test_import_of_a_project_without_its_path_leads_to_no_folder(services: Services, tmp_path: Path) -> None:
    here = await stored(services)
    file = tmp_path / "one.json"
    file.write_text(await export(services, here.id, format=ExportFormat.JSON))
    await services.transfer.take_in(file)
    (added,) = (c for c in services.conversations.all if c.id != here.id)
    assert added.project is None


async def test_import_brings_no_trust_and_no_running_turn(services: Services, tmp_path: Path) -> None:
    here = await stored(services)
    value = json.loads(await export(services, here.id, format=ExportFormat.JSON, project_name=False))
    value["conversations"][0]["state"] = "running"
    value |= {"trust": [PROJECT], "rules": ["*"], "queue": [{"text": "rm"}], "consents": ["x"]}
    file = tmp_path / "one.json"
    file.write_text(json.dumps(value))
    await services.transfer.take_in(file)
    (added,) = (c for c in services.conversations.all if c.id != here.id)
    assert added.state is ConversationState.INTERRUPTED
    assert services.conversations.queue_of(added.id) == ((), False)
    assert not services.conversations.is_running(added.id)
    assert not services.trust.is_trusted(PROJECT)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda v: v.update(format="x"), "no export or backup"),
        (lambda v: v.update(version=2), "newer qodev"),
        (lambda v: v.update(conversations=[v["conversations"][0]] * 10_001), "more than 10000 conversations"),
        (lambda v: v.update(conversations=[v["conversations"][0]] * 2), "same id"),
        (lambda v: v["conversations"][0].update(messages=[{}] * 100_001), "more than 100000 messages"),
        (lambda v: v["conversations"][0]["messages"][0].update(role="system"), "system"),
        (lambda v: v["conversations"][0]["messages"][0]["blocks"].append({"kind": "x"}), "unknown kind"),
        (lambda v: v["conversations"][0].update(title=7), "title"),
    ],
)
async def test_what_is_not_as_it_should_be_imports_nothing(
    services: Services, tmp_path: Path, change: Callable[[dict[str, object]], object], words: str
) -> None:
    here = await stored(services)
    value = json.loads(await export(services, here.id, format=ExportFormat.JSON))
    good = json.loads(json.dumps(value["conversations"][0]))
    good["id"] = "conv_good"
    change(value)
    if len(value["conversations"]) == 1:
        value["conversations"].insert(0, good)
    file = tmp_path / "bad.json"
    file.write_text(json.dumps(value))
    with pytest.raises(UserFacingError, match=words):
        await services.transfer.take_in(file)
    assert [c.id for c in services.conversations.all] == [here.id]


async def test_too_large_missing_or_foreign_files_import_nothing(services: Services, tmp_path: Path) -> None:
    large = tmp_path / "large.json"
    with large.open("wb") as stream:
        stream.truncate(100 * 1000 * 1000 + 1)
    text = tmp_path / "text.json"
    text.write_text("hello")
    for path, words in ((large, "100 MB"), (text, "no JSON"), (tmp_path / "gone.json", "cannot be read")):
        with pytest.raises(UserFacingError, match=words):
            await services.transfer.take_in(path)
    assert services.conversations.all == ()

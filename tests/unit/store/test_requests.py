"""Requests as they were sent."""

from dataclasses import replace
from pathlib import Path

from qodev.store.requests import RequestLog
from qodev.types.conversation import SentRequest
from tests.unit.store.kit import NOW, conversation, opened

SENT = SentRequest(
    id="req_1",
    conversation_id="conv_1",
    turn_id="turn_1",
    step=1,
    agent="A",
    agents_revision=7,
    model="m",
    client_api="openai_chat",
    method="POST",
    url="https://host/v1/chat",
    headers={"Authorization": "Bearer $OPENAI_API_KEY", "X": "ü"},
    body='{"a":"ä","b":1.0}'.encode(),
    system_prompt="Be brief.",
    estimate_tokens=12,
    sent_at=NOW,
)


async def test_add_comes_back_equal_one_a_step_in_order(tmp_path: Path):
    second = replace(SENT, id="req_2", step=2, body=b"x" * 200_000)
    async with opened(tmp_path) as (store, database):
        await store.save(conversation())
        log = RequestLog(database)
        await log.add(second)
        await log.add(SENT)
        await log.add(replace(SENT, id="req_3", turn_id="turn_2"))
        assert await log.of_turn("conv_1", "turn_1") == (SENT, second)
        assert (await log.latest("conv_1")).id == "req_3"


async def test_nothing_sent_gives_nothing(tmp_path: Path):
    async with opened(tmp_path) as (_, database):
        assert await RequestLog(database).of_turn("conv_1", "turn_1") == ()
        assert await RequestLog(database).latest("conv_1") is None


async def test_add_keeps_the_newest_two_hundred_of_each_conversation(tmp_path: Path):
    async with opened(tmp_path) as (store, database):
        await store.save(conversation())
        await store.save(conversation("other"))
        log = RequestLog(database)
        await log.add(replace(SENT, id="other", conversation_id="other"))
        for n in range(205):
            await log.add(replace(SENT, id=f"r{n}", step=n))
        kept = await log.of_turn("conv_1", "turn_1")
        assert [r.id for r in kept] == [f"r{n}" for n in range(5, 205)]
        assert (await log.latest("other")).id == "other"


async def test_damaged_request_does_not_hide_the_others(tmp_path: Path):
    async with opened(tmp_path) as (store, database):
        await store.save(conversation())
        log = RequestLog(database)
        for n in range(3):
            await log.add(replace(SENT, id=f"r{n}", step=n))
        await database.write(lambda link: link.execute("UPDATE requests SET body = x'00' WHERE id = 'r0'"))
        await database.write(lambda link: link.execute("UPDATE requests SET head = '{' WHERE id = 'r1'"))
        assert [r.id for r in await log.of_turn("conv_1", "turn_1")] == ["r2"]

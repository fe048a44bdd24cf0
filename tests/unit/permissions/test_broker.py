"""Questions wait for an answer; whatever ends them otherwise is a no, and a late answer does nothing (P133, P134)."""

import asyncio
from dataclasses import replace

import pytest

from qodev.permissions.broker import PermissionBroker
from qodev.types.events import AnyEvent
from qodev.types.permissions import ProjectMode
from qodev.types.questions import AnsweredBy, AnswerOption, Offer, PermissionAnswer, PermissionRequest, QuestionKind
from qodev.types.tooling import CallVerb, CallView
from qodev.types.work_events import PermissionRequested, PermissionResolved

REQUEST = PermissionRequest(
    id="ask_1",
    conversation_id="conv_1",
    turn_id="turn_1",
    call_id="call_1",
    kind=QuestionKind.PROMPT,
    asker="",
    tool="run_command",
    view=CallView(CallVerb.RUN, "make"),
    verdict=None,
    profile="Build",
    project="/p",
    mode=ProjectMode.ASK,
    offers=(
        Offer(AnswerOption.ALLOW_ONCE),
        Offer(AnswerOption.ALLOW_EXACTLY, "It is protected."),
        Offer(AnswerOption.DENY),
    ),
)
YES = PermissionAnswer(AnswerOption.ALLOW_ONCE)


@pytest.fixture
def told() -> list[AnyEvent]:
    return []


@pytest.fixture
def broker(told: list[AnyEvent]) -> PermissionBroker:
    made = PermissionBroker(told.append)
    made.attend()
    return made


async def test_answer_reaches_whoever_asked_and_is_told(broker: PermissionBroker, told: list[AnyEvent]) -> None:
    asking = asyncio.get_running_loop().create_task(broker.ask(REQUEST))
    await asyncio.sleep(0)
    assert broker.open == (REQUEST,)
    assert broker.answer("ask_1", YES)
    assert await asking == YES
    assert broker.open == ()
    assert [type(event) for event in told] == [PermissionRequested, PermissionResolved]


@pytest.mark.parametrize("option", [AnswerOption.ALLOW_EXACTLY, AnswerOption.ALLOW_SWITCH])
async def test_what_is_not_on_offer_is_no_answer(broker: PermissionBroker, option: AnswerOption) -> None:
    asking = asyncio.get_running_loop().create_task(broker.ask(REQUEST))
    await asyncio.sleep(0)
    assert not broker.answer("ask_1", PermissionAnswer(option))
    assert broker.answer("ask_1", PermissionAnswer(AnswerOption.DENY))
    assert (await asking).option is AnswerOption.DENY


async def test_late_and_second_answers_do_nothing(broker: PermissionBroker) -> None:
    asking = asyncio.get_running_loop().create_task(broker.ask(REQUEST))
    await asyncio.sleep(0)
    assert broker.answer("ask_1", PermissionAnswer(AnswerOption.DENY))
    assert not broker.answer("ask_1", YES)
    assert (await asking).option is AnswerOption.DENY
    assert not broker.answer("ask_1", YES)
    assert not broker.answer("ask_2", YES)


async def test_nobody_there_is_a_no_at_once(told: list[AnyEvent]) -> None:
    answer = await PermissionBroker(told.append).ask(REQUEST)
    assert (answer.option, answer.by) == (AnswerOption.DENY, AnsweredBy.NOBODY)
    assert told == []


async def test_last_window_that_closes_ends_every_question(told: list[AnyEvent]) -> None:
    broker = PermissionBroker(told.append)
    first, second = broker.attend(), broker.attend()
    asking = asyncio.get_running_loop().create_task(broker.ask(REQUEST))
    await asyncio.sleep(0)
    first()
    assert broker.open == (REQUEST,)
    second()
    assert (await asking).by is AnsweredBy.CLOSED


async def test_stopped_turn_withdraws_its_question(broker: PermissionBroker, told: list[AnyEvent]) -> None:
    asking = asyncio.get_running_loop().create_task(broker.ask(REQUEST))
    await asyncio.sleep(0)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    assert broker.open == ()
    resolved = told[-1]
    assert isinstance(resolved, PermissionResolved)
    assert resolved.answer.by is AnsweredBy.STOPPED


async def test_withdrawing_concerns_some_alone(broker: PermissionBroker) -> None:
    here = asyncio.get_running_loop().create_task(broker.ask(REQUEST))
    there = asyncio.get_running_loop().create_task(broker.ask(replace(REQUEST, id="ask_2", project="/q")))
    await asyncio.sleep(0)
    broker.withdraw(lambda one: one.project == "/p", AnsweredBy.TRUST)
    assert (await here).by is AnsweredBy.TRUST
    assert [one.id for one in broker.open] == ["ask_2"]
    broker.answer("ask_2", YES)
    assert await there == YES


async def test_yes_given_beforehand_asks_nobody(broker: PermissionBroker, told: list[AnyEvent]) -> None:
    broker.allow_beforehand(lambda one: one.tool == "run_command")
    answer = await broker.ask(REQUEST)
    assert (answer.option, answer.by) == (AnswerOption.ALLOW_ONCE, AnsweredBy.RULE)
    assert told == []

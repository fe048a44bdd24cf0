"""Values come back from JSON as they were, and what does not fit is told."""

import dataclasses
import json

import pytest

from qodev.base.diagnostics import SourceSpan
from qodev.base.values import ValueFault, decode_value, encode_value
from qodev.types.conversation import ChatMode, TurnRequest
from qodev.types.messages import FileBlock, TextBlock
from qodev.types.permissions import Effect
from qodev.types.profiles import (
    CommandRule,
    PathPattern,
    PathScope,
    Profile,
    ProfileFormat,
    ProfileScope,
    ResourceRule,
    ToolRule,
)
from qodev.types.questions import AnsweredBy, AnsweredQuestion, AnswerOption, CallRecord, CallState, QuestionKind
from qodev.types.tooling import CallVerb, CallView

SPAN = SourceSpan("reviewer.md", 6, 3, 6, 9)
PROFILE = Profile(
    "Reviewer",
    "reads",
    "Look.",
    Effect.ASK,
    ProfileScope.PROJECT,
    ProfileFormat.CODEV,
    temperature=0.5,
    tool_rules=(ToolRule("mcp:*", Effect.DENY, SPAN),),
    command_rules=(CommandRule("git push*", Effect.DENY),),
    rule_sets=((ResourceRule("edit", "src/**", Effect.ALLOW),), ()),
    edit_scope=PathScope((PathPattern("src/**", SPAN),), None),
    digest="ab",
)
TURN = TurnRequest(
    id="turn_1",
    conversation_id="conv_1",
    text="ü",
    attachments=(FileBlock("a.py", "x"), TextBlock("t")),
    agent="A",
    role_id=None,
    model="m",
    mode=ChatMode.CODE_TASK,
    project="/p",
    created_at=1.0,
    profile=PROFILE,
)
RECORD = CallRecord(
    "call_1",
    "run_command",
    CallView(CallVerb.RUN, "git push", facts=(("shell", "bash"),)),
    CallState.REFUSED,
    answers=(AnsweredQuestion(QuestionKind.PROMPT, AnswerOption.DENY, AnsweredBy.USER, 2.0),),
)


@pytest.mark.parametrize("value", [PROFILE, TURN, RECORD])
def test_value_comes_back_equal(value: object) -> None:
    text = json.dumps(encode_value(value))
    assert decode_value(type(value), json.loads(text)) == value


def test_defaults_are_left_out_and_come_back() -> None:
    encoded = encode_value(TURN)
    assert isinstance(encoded, dict)
    assert "script" not in encoded
    assert decode_value(TurnRequest, encoded).script is None


def test_unknown_fields_are_passed_over() -> None:
    encoded = encode_value(PROFILE)
    assert isinstance(encoded, dict)
    assert decode_value(Profile, {**encoded, "from_a_later_version": 1}) == PROFILE


@pytest.mark.parametrize(
    "change",
    [{"mode": "fast"}, {"text": 1}, {"attachments": "x"}, {"attachments": [{"kind": "Script"}]}, {"profile": 3}],
)
def test_misfit_is_told(change: dict[str, object]) -> None:
    encoded = encode_value(TURN)
    assert isinstance(encoded, dict)
    with pytest.raises(ValueFault):
        decode_value(TurnRequest, {**encoded, **change})  # type: ignore[dict-item]


def test_missing_field_is_told() -> None:
    with pytest.raises(ValueFault, match="`agent`"):
        decode_value(TurnRequest, {k: v for k, v in dict(encode_value(TURN)).items() if k != "agent"})  # type: ignore[arg-type]


def test_every_field_of_a_turn_is_kept() -> None:
    full = dataclasses.replace(TURN, script="s", role_id="r")
    assert decode_value(TurnRequest, encode_value(full)) == full

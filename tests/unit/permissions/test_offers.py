"""What a question can be answered with, and why some answers are not on offer (U118 to U120, P126)."""

import pytest

from qodev.base.diagnostics import SourceSpan
from qodev.permissions.offers import exact_text, offers_of
from qodev.types.permissions import CallKind, Effect, ProjectMode, Reading
from qodev.types.questions import AnswerOption, QuestionKind
from qodev.types.tools import ToolName
from qodev.types.verdicts import PermissionSubject, RuleRef, Stage, Verdict

RULE = RuleRef("profile", "git *", Effect.ASK, SourceSpan("/home/u/profiles/reviewer.md", 6, 1))
VERDICT = Verdict(Effect.ASK, Effect.ASK, Stage.COMMAND, "rule:git *", RULE, (), (), ())
COMMAND = PermissionSubject(ToolName("run_command"), CallKind.RUN, command=Reading("bash", " git log ", ()))
PAGE = PermissionSubject(ToolName("fetch_url"), CallKind.WEB)
OPERATION = PermissionSubject(ToolName.of_server("github", "search"), CallKind.MCP, server="github", operation="search")
A = AnswerOption


def offered(
    kind: QuestionKind, subject: PermissionSubject, mode: ProjectMode | None, protection: str | None = None
) -> dict[AnswerOption, str]:
    return {one.option: one.disabled for one in offers_of(kind, subject, VERDICT, mode, protection)}


def test_mode_prompt_offers_a_rule_and_the_mode_that_honours_it() -> None:
    found = offered(QuestionKind.PROMPT, COMMAND, ProjectMode.ASK)
    assert list(found) == [A.ALLOW_ONCE, A.ALLOW_EXACTLY, A.ALLOW_SWITCH, A.DENY, A.DENY_TELL, A.DENY_EXACTLY]
    assert not any(found.values())


def test_allowlist_needs_no_switch() -> None:
    assert A.ALLOW_SWITCH not in offered(QuestionKind.PROMPT, COMMAND, ProjectMode.ALLOWLIST)


def test_profile_question_is_for_one_call_alone() -> None:
    found = offered(QuestionKind.CONFIRM, COMMAND, ProjectMode.ASK)
    assert found[A.ALLOW_EXACTLY] == "`git *=ask` in reviewer.md:6 asks each time."
    assert A.ALLOW_SWITCH not in found
    assert found[A.DENY_EXACTLY] == ""


def test_protected_command_is_never_allowed_exactly() -> None:
    found = offered(QuestionKind.PROMPT, COMMAND, ProjectMode.ALLOWLIST, "It runs git.")
    assert found[A.ALLOW_EXACTLY] == "It runs git."
    assert found[A.DENY_EXACTLY] == ""


def test_hard_question_is_answered_for_one_call_alone() -> None:
    found = offered(QuestionKind.HARD, COMMAND, ProjectMode.ALLOWLIST)
    assert [one for one, reason in found.items() if not reason] == [A.ALLOW_ONCE, A.DENY, A.DENY_TELL]
    assert "asked each time" in found[A.ALLOW_EXACTLY]


@pytest.mark.parametrize("kind", [QuestionKind.REVIEW, QuestionKind.REPEAT])
def test_reviews_and_repeated_calls_store_nothing(kind: QuestionKind) -> None:
    assert list(offered(kind, COMMAND, ProjectMode.ASK)) == [A.ALLOW_ONCE, A.DENY, A.DENY_TELL]


def test_web_has_no_exact_rules() -> None:
    assert list(offered(QuestionKind.PROMPT, PAGE, ProjectMode.ASK)) == [A.ALLOW_ONCE, A.DENY, A.DENY_TELL]


def test_unreadable_rules_store_nothing() -> None:
    found = offered(QuestionKind.PROMPT, COMMAND, None)
    assert found[A.ALLOW_EXACTLY]
    assert found[A.DENY_EXACTLY]
    assert A.ALLOW_SWITCH not in found


def test_text_that_cannot_be_seen_whole_is_not_allowed_exactly() -> None:
    hidden = PermissionSubject(ToolName("run_command"), CallKind.RUN, command=Reading("bash", "echo a\u200bb", ()))
    assert "cannot be seen" in offered(QuestionKind.PROMPT, hidden, ProjectMode.ASK)[A.ALLOW_EXACTLY]


def test_exact_text_is_trimmed_or_names_the_operation() -> None:
    assert exact_text(COMMAND) == "git log"
    assert exact_text(OPERATION) == "github/search"
    assert exact_text(PAGE) == ""

"""What a project's mode makes of a profile's value, step by step (P117 to P133)."""

from qodev.permissions.steps import Situation, after_answers, plan_steps
from qodev.types.permissions import CallKind, Effect, ProjectMode
from tests.cases.kit import Case, difference


def run(case: Case) -> str | None:
    """Plans one call and gives its questions the case's answer."""
    exact = case.get("exact", "none")
    call = Situation(
        CallKind(case["kind"]),
        Effect(case["profile"]),
        ProjectMode(case["mode"]) if case.get("registry", "ok") == "ok" else None,
        None if exact == "none" else Effect(exact),
        is_simple_read=case.get("simple_read", False),
        is_protected=case.get("protected", False),
        is_steering=case.get("agent_folder", False),
        is_same_server=case.get("fingerprint", "same") == "same",
    )
    can_ask, says_yes = case.get("callback", True), case.get("answer", "yes") == "yes"
    got = after_answers(plan_steps(call), can_ask=can_ask, says_yes=says_yes)
    return difference("steps", case["expect"], [step.value for step in got])

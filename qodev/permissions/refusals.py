"""Words what a model is told when its call is refused, so that it can do something else (P82, P85, P105, S37)."""

from qodev.types.permissions import Effect
from qodev.types.verdicts import RuleRef, Stage, Verdict


def refusal_text(verdict: Verdict, tool: str) -> str:
    """Returns the text of a refused call; "" for a call that is not refused."""
    if verdict.effect is not Effect.DENY:
        return ""
    if verdict.is_hidden or verdict.stage is Stage.OFFER:
        return f"The tool `{tool}` is not available."
    if verdict.stage is Stage.BUILT_IN:
        return f"The call is refused: {verdict.reason.removeprefix('built_in:')}."
    if verdict.stage is Stage.PROJECT_DENY:
        return "The call is refused: the user denied exactly this for the project."
    if verdict.stage is Stage.PATH:
        return f"The file may not be changed: it is outside what the profile allows{_of(verdict.rule)}."
    if verdict.value is Effect.DENY:
        return f"The call is rejected by the profile{_of(verdict.rule)}."
    return "The call is refused: the mode of the project does not allow it."


def _of(rule: RuleRef | None) -> str:
    return f" (`{rule.text}`)" if rule is not None else ""

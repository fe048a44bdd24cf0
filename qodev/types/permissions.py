"""Effects, modes, rules and verdicts: what a model may do, and why."""

from collections.abc import Iterable
from enum import StrEnum


class Effect(StrEnum):
    """What a rule says or a verdict is, in order of strictness; no rule can say HARD_ASK (S1, S2)."""

    ALLOW = "allow"
    ASK = "ask"
    HARD_ASK = "hard_ask"
    DENY = "deny"

    @property
    def strictness(self) -> int:
        """Returns the place in the order of strictness, the loosest 0."""
        return _STRICTNESS[self]


_STRICTNESS = {effect: place for place, effect in enumerate(Effect)}


def strictest(effects: Iterable[Effect], *, otherwise: Effect = Effect.ALLOW) -> Effect:
    """Returns the strictest of the effects, `otherwise` when there is none."""
    return max(effects, key=lambda effect: effect.strictness, default=otherwise)


class ProjectMode(StrEnum):
    """How a project answers what its rules leave open; stored by name (P117)."""

    ASK = "ask"
    AUTO = "auto"
    ALLOWLIST = "allowlist"
    READ_ONLY = "read_only"

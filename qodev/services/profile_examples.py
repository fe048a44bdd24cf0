"""Runs the examples of profiles through the functions that decide about real calls (U91)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from qodev.base.diagnostics import Diagnostic
from qodev.base.errors import UserFacingError
from qodev.profiles.examples import Example, failed, find_examples
from qodev.services.simulator import SimulatedCall
from qodev.types.profiles import Profile
from qodev.types.verdicts import Verdict

_MOST = 200  # of one profile; 32 KiB hold about a thousand


class Explainer(Protocol):
    """Judges a typed call without any effect."""

    async def explain(self, profile: Profile, call: SimulatedCall) -> Verdict:
        """Returns the verdict; raises UserFacingError for what is no call."""
        ...


@dataclass(frozen=True, slots=True)
class ProfileExamples:
    """Says which examples fail; the profile's own effect counts, no mode and no exact rule."""

    simulator: Explainer

    async def run(self, profiles: Sequence[Profile]) -> tuple[Diagnostic, ...]:
        """Returns a warning for each example that fails or says nothing."""
        found: list[Diagnostic] = []
        for profile in profiles:
            examples, faults = find_examples(profile) if profile.source else ((), ())
            found.extend(faults)
            for example in examples[:_MOST]:
                got = await self._effect(profile, example)
                if got != example.effect.value:
                    found.append(failed(profile, example, got))
        return tuple(found)

    async def _effect(self, profile: Profile, example: Example) -> str:
        try:
            verdict = await self.simulator.explain(profile, SimulatedCall(example.tool, example.argument))
        except UserFacingError as fault:
            return f"no call ({fault.message[:1].lower()}{fault.message[1:].rstrip('.')})"
        return verdict.value.value

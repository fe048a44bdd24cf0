"""Runs the examples of profiles through the functions that decide about real calls (U91)."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from qodev.base.diagnostics import Diagnostic
from qodev.base.errors import UserFacingError
from qodev.profiles.examples import Example, failed, find_examples, read_example
from qodev.services.simulator import SimulatedCall
from qodev.types.profile_editing import ExampleReport, ExampleResult
from qodev.types.profiles import Profile
from qodev.types.verdicts import Verdict

_MOST = 200  # of one profile; 32 KiB hold about a thousand


def _none(_profile: Profile) -> Sequence[str]:
    return ()


class Explainer(Protocol):
    """Judges a typed call without any effect."""

    async def explain(self, profile: Profile, call: SimulatedCall) -> Verdict:
        """Returns the verdict; raises UserFacingError for what is no call."""
        ...


@dataclass(frozen=True, slots=True)
class ProfileExamples:
    """Says which examples fail; the profile's own effect counts, no mode and no exact rule."""

    simulator: Explainer
    kept: Callable[[Profile], Sequence[str]] = _none  # lines that are kept for a profile that cannot be changed

    async def run(self, profiles: Sequence[Profile]) -> tuple[Diagnostic, ...]:
        """Returns a warning for each example that fails or says nothing."""
        found: list[Diagnostic] = []
        for profile in profiles:
            found.extend((await self.report(profile)).diagnostics)
        return tuple(found)

    async def report(self, profile: Profile) -> ExampleReport:
        """Returns what came of each example of one profile, with the warnings (U91)."""
        examples, faults = find_examples(profile) if profile.source else ((), ())
        found = list(faults)
        results: list[ExampleResult] = []
        for example in (*examples[:_MOST], *self._kept(profile)):
            result = await self._result(profile, example)
            results.append(result)
            if not result.is_met:
                found.append(failed(profile, example, result.got))
        return ExampleReport(tuple(results), tuple(found))

    def _kept(self, profile: Profile) -> Iterator[Example]:
        for line in self.kept(profile):
            example = read_example(line)
            if example is not None:
                yield example

    async def _result(self, profile: Profile, example: Example) -> ExampleResult:
        verdict: Verdict | None = None
        try:
            verdict = await self.simulator.explain(profile, SimulatedCall(example.tool, example.argument))
            got = verdict.value.value
        except UserFacingError as fault:
            got = f"no call ({fault.message[:1].lower()}{fault.message[1:].rstrip('.')})"
        return ExampleResult(example.tool, example.argument, example.effect, got, example.line, verdict)

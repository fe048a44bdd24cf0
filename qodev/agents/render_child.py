"""Starts the render child and reads its verdicts; an agent that breaks a limit costs itself alone (S90, S91)."""

import asyncio
import signal
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from qodev.agents.child_job import read_answers, write_job
from qodev.agents.child_limits import AGENT_S, EXIT_TIME
from qodev.agents.dryrun import SourcesOf
from qodev.agents.faults import output_fault, time_fault
from qodev.agents.findings import Finding, finding_of
from qodev.agents.leaves import bad_values
from qodev.agents.prompt_functions import PromptInputs
from qodev.agents.verdicts import Verdict
from qodev.base.codes import Code
from qodev.base.diagnostics import Severity
from qodev.base.environment import build_environment
from qodev.base.errors import ProcessError
from qodev.base.process import Completed, run_process
from qodev.types.agents import AgentSpec

ANSWER_BYTES = 16 * 1024 * 1024
_START_S = 20.0
_TIME_SIGNALS = frozenset(
    -int(number) for number in (getattr(signal, name, None) for name in ("SIGALRM", "SIGXCPU")) if number is not None
)


def child_argv() -> tuple[str, ...]:
    """Returns how the child is started: this interpreter, or the frozen program in its render mode."""
    if getattr(sys, "frozen", False):
        return (sys.executable, "--render-child")
    return (sys.executable, "-I", "-B", "-m", "qodev.agents.child")


class RenderChild:
    """Checks agents in child processes; `folder` is an empty folder where they start."""

    def __init__(self, env: Mapping[str, str], folder: Path, argv: Sequence[str] | None = None) -> None:
        self._env = build_environment(env)
        self._folder = folder
        self._argv = tuple(child_argv() if argv is None else argv)

    async def check(
        self, specs: Sequence[AgentSpec], sources_of: SourcesOf, inputs: PromptInputs
    ) -> dict[str, Verdict]:
        """Returns the verdict about every agent by name; raises ProcessError when no child can be started."""
        await asyncio.to_thread(self._folder.mkdir, parents=True, exist_ok=True)
        verdicts: dict[str, Verdict] = {}
        waiting = list(specs)
        while waiting:
            done = await self._run(waiting, sources_of, inputs)
            is_ready, answers = read_answers(done.stdout)
            if not is_ready:
                raise ProcessError("The process that checks agents did not start.", "Restart qodev.")
            answered = [spec for spec in waiting if spec.name in answers]
            verdicts |= {spec.name: _completed(spec, answers[spec.name]) for spec in answered}
            waiting = [spec for spec in waiting if spec.name not in answers]
            if waiting:
                verdicts[waiting[0].name] = _breach(done)
                waiting = waiting[1:]
        return verdicts

    async def _run(self, specs: Sequence[AgentSpec], sources_of: SourcesOf, inputs: PromptInputs) -> Completed:
        return await run_process(
            self._argv,
            env=self._env,
            cwd=self._folder,
            stdin=await asyncio.to_thread(write_job, specs, sources_of, inputs),
            limit_s=_START_S + AGENT_S * len(specs),
            output_limit_bytes=ANSWER_BYTES,
        )


async def check_in_child(
    specs: Sequence[AgentSpec], sources_of: SourcesOf, inputs: PromptInputs, *, child: RenderChild
) -> dict[str, Verdict]:
    """Returns the verdict about every agent by name; without a child all are *not checked*, with no fall-back."""
    try:
        return await child.check(specs, sources_of, inputs)
    except (ProcessError, OSError):
        return {spec.name: unchecked_verdict() for spec in specs}


def unchecked_verdict() -> Verdict:
    """Returns the verdict about an agent that could not be checked (S90); it is not usable and nothing lasts."""
    reason = "not checked, since the process that tries new agents cannot be started."
    finding = Finding("", Code.DRYRUN_UNCHECKED, Severity.ERROR, reason, "Restart qodev, then reload the agents.")
    return Verdict((finding,), is_lasting=False)


def _completed(spec: AgentSpec, verdict: Verdict) -> Verdict:
    # The child gets templates alone: dates and the like do not travel as JSON and need no child.
    bad = tuple(finding_of(key, fault) for key, fault in bad_values(spec.body))
    return Verdict((*bad, *verdict.findings), is_lasting=verdict.is_lasting)


def _breach(done: Completed) -> Verdict:
    is_time = done.timed_out or done.returncode == EXIT_TIME or done.returncode in _TIME_SIGNALS
    return Verdict((finding_of("body", time_fault() if is_time else output_fault()),))

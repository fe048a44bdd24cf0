"""The render child: tries agents from elsewhere inside limits of its own, so that nothing happens to qodev (S90, S91).

Started as `python -m qodev.agents.child`: a job on stdin, a line for every agent on stdout.
"""

import json
import os
import sys

from qodev.agents.child_job import READY, read_job, write_answer
from qodev.agents.child_limits import EXIT_MEMORY, OwnLimits
from qodev.agents.dryrun import DryRun
from qodev.agents.meter import LOAD_LIMITS, Limits

# Below the limits of the process, so that a slow template is named by its key before the process ends.
CHILD_LIMITS = Limits(1.5, LOAD_LIMITS.output_bytes, LOAD_LIMITS.loops)


def main() -> int:
    """Answers one job; a broken limit ends the process, and the parent sees at which agent."""
    from qodev.agents import prepared as _warm  # noqa: F401 - Jinja2 is loaded before files and memory get scarce

    inputs, jobs = read_job(sys.stdin.buffer.read())
    work = DryRun(inputs, limits=CHILD_LIMITS)
    limits = OwnLimits()
    _say(json.dumps(READY).encode("ascii") + b"\n")
    try:
        for job in jobs:
            limits.next_agent()
            verdict = work.templates_verdict(job.leaves, job.prompt, job.sources)
            _say(write_answer(job.name, verdict))
    except MemoryError:
        os._exit(EXIT_MEMORY)
    return 0


def _say(line: bytes) -> None:
    sys.stdout.buffer.write(line)
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    sys.exit(main())

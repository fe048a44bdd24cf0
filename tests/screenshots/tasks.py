"""Scenes 6, 7 and 9: questions about calls, with the real judge behind them, and messages that wait."""

import asyncio
import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from qodev.permissions.judge import judge
from qodev.permissions.offers import exact_text, offers_of
from qodev.permissions.reading import CommandReaders, find_shfmt
from qodev.permissions.risks import find_risks
from qodev.types.conversation import ChatMode, TurnRequest
from qodev.types.permissions import CallKind, ProjectMode
from qodev.types.policies import ProjectPolicy
from qodev.types.questions import PermissionRequest, QuestionKind
from qodev.types.tooling import CallVerb, CallView
from qodev.types.tools import ToolName
from qodev.types.verdicts import PermissionSubject
from tests.fakes.services import NOW
from tests.screenshots.trusting import ledger

if TYPE_CHECKING:
    from tests.screenshots.scenes import Stage


async def _ask(
    stage: "Stage", root: Path, command: str, kind: QuestionKind, conversation: str = "c1", asker: str = ""
) -> None:
    services: Any = stage.services
    readers = CommandReaders(find_shfmt(os.environ), root.parent)
    reading = await readers.read(command, "bash")
    subject = PermissionSubject(ToolName("run_command"), CallKind.RUN, command=reading)
    profile = (await services.profiles.snapshot_of(str(root))).find("reviewer")
    policy = ProjectPolicy(str(root), ProjectMode.ASK)
    verdict = judge(profile, subject, policy)
    protection = services.policies.protection(command)
    request = PermissionRequest(
        id=f"ask_{len(services.code_tasks.broker.open) + 1}",
        conversation_id=conversation,
        turn_id="t1",
        call_id="call_1",
        kind=kind,
        asker=asker,
        tool="run_command",
        view=CallView(CallVerb.RUN, command, shell="bash", folder=str(root)),
        verdict=verdict,
        profile="reviewer",
        project=str(root),
        mode=ProjectMode.ASK,
        offers=offers_of(kind, subject, verdict, ProjectMode.ASK, protection),
        exact_text=exact_text(subject),
        risks=find_risks(subject),
    )
    task = asyncio.get_running_loop().create_task(services.code_tasks.broker.ask(request))

    async def end() -> None:
        task.cancel()
        await asyncio.wait((task,))

    stage.closing.append(end)
    await stage.settle()


async def permission(stage: "Stage") -> None:
    """A command of three clauses, one of them nested, with a character that cannot be seen."""
    root = await ledger(stage)
    command = 'npm test && rm -rf build && bash -c "git log --oneline" # \u202edone'
    await _ask(stage, root, command, QuestionKind.HARD)


async def permission_once(stage: "Stage") -> None:
    """The question of a child that an ask rule raises, and a second one in another conversation."""
    root = await ledger(stage)
    await _ask(stage, root, "git log --oneline -n 20", QuestionKind.CONFIRM, asker="reviewer")
    await _ask(stage, root, "npm run build", QuestionKind.PROMPT, conversation="c2")


async def queue(stage: "Stage") -> None:
    """Three messages that wait since the last start: one with another profile, one whose profile was edited since."""
    root = await ledger(stage)
    services: Any = stage.services
    found = await services.profiles.snapshot_of(str(root))
    reviewer, plan = found.find("reviewer"), found.find("Plan")
    base = TurnRequest(
        "q1",
        "c1",
        "Move the parser of statements into a module of its own and keep the old import working.",
        (),
        "Claude Sonnet 4.6 Chat",
        None,
        None,
        ChatMode.CODE_TASK,
        str(root),
        NOW,
        profile=replace(reviewer, digest="before"),
    )
    services.conversations.wait_in_line(
        "c1",
        base,
        replace(base, id="q2", text="List what still imports the old name.", profile=plan),
        replace(base, id="q3", text="Write the changelog line.", profile=reviewer, agent="Claude Opus 4.1 Chat"),
        paused=True,
    )
    await services.profile_choices.choose("c1", "reviewer")
    await stage.settle(0.4)

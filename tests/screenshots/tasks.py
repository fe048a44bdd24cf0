"""Scenes 5, 6, 7 and 9: cards of calls, questions about calls, with the real judge behind them, and messages that wait."""

import asyncio
import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from qodev.base.values import encode_value
from qodev.permissions.judge import judge
from qodev.permissions.offers import exact_text, offers_of
from qodev.permissions.reading import CommandReaders, find_shfmt
from qodev.permissions.risks import find_risks
from qodev.types.conversation import ChatMode, TurnRequest
from qodev.types.messages import MessageRole, Origin, TextBlock, ToolResultBlock, ToolUseBlock
from qodev.types.permissions import CallKind, ProjectMode
from qodev.types.policies import ProjectPolicy
from qodev.types.questions import (
    AnsweredBy,
    AnsweredQuestion,
    AnswerOption,
    CallRecord,
    CallState,
    PermissionRequest,
    QuestionKind,
)
from qodev.types.tooling import CallVerb, CallView
from qodev.types.tools import ToolName
from qodev.types.verdicts import PermissionSubject
from qodev.types.work import BackgroundCommand, BackgroundState, ChecklistItem, ItemStatus
from qodev.types.work_events import BackgroundChanged, ChecklistChanged
from tests.fakes.services import NOW, make_message
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
    services: Any = stage.services
    services.contain_fault = ""  # so that containment is offered
    command = 'npm test && rm -rf build && bash -c "git log --oneline" # \u202edone'
    await _ask(stage, root, command, QuestionKind.HARD)


async def permission_once(stage: "Stage") -> None:
    """The question of a child that an ask rule raises, and a second one in another conversation."""
    root = await ledger(stage)
    await _ask(stage, root, "git log --oneline -n 20", QuestionKind.CONFIRM, asker="reviewer")
    await _ask(stage, root, "npm run build", QuestionKind.PROMPT, conversation="c2")


async def mention(stage: "Stage") -> None:
    """Files that `@` finds; one is refused, and one was taken before."""
    root = await ledger(stage)
    for name in (
        "src/statement.py",
        "src/statements/parser.py",
        "tests/test_statement.py",
        "statement.key",
        "README.md",
    ):
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("total = 0\n", encoding="utf-8")
    field = stage.window.centre.chat.composer.input
    stage.presenters.mentions.attach("src/statement.py")
    await stage.settle()
    field.setFocus()
    field.insertPlainText("Split the parser of @stat")
    await stage.settle(0.3)


async def skill_command(stage: "Stage") -> None:
    """Commands and skills that `/` lists, beside the request of a Code task."""
    await ledger(stage)
    services: Any = stage.services
    body = b'{"model":"claude-sonnet-4-6","tools":[{"name":"list_files"},{"name":"read_file"},{"name":"apply_patch"}]}'
    services.requests.preview_now = replace(
        services.requests.preview_now, body=body, profile="reviewer", hidden_tools=("fetch_url", "write_file")
    )
    stage.window.inspector.show_request()
    stage.window.centre.chat.composer.input.setFocus()
    stage.window.centre.chat.composer.input.insertPlainText("/c")
    await stage.settle(0.4)


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


_READ = "41\tdef settle(self, now=None):\n42\t    self.settled_at = datetime.now()\n43\t    return self"
_FAILED = """tests/test_refund.py F                                                 [100%]

    def test_refund_is_settled_the_same_day():
>       assert refund.created_at.date() == refund.settled_at.date()
E       AssertionError: assert datetime.date(2026, 6, 9) == datetime.date(2026, 6, 10)

1 failed in 0.41s"""


def _records(root: Path) -> tuple[CallRecord, ...]:
    reviewer = {"rule_source": "profile", "rule_path": str(root / ".qodev/agents/reviewer.md")}
    deny = {"effect": "deny", "value": "deny", "mode": "ask", "shown": "", "duration_s": None, **reviewer}
    asked = AnsweredQuestion(QuestionKind.CONFIRM, AnswerOption.ALLOW_ONCE, AnsweredBy.USER, NOW)

    def made(number: int, verb: CallVerb, target: str, state: CallState = CallState.DONE, **more: Any) -> CallRecord:
        view = CallView(verb, target, text=more.pop("text", ""), facts=more.pop("facts", ()))
        return CallRecord(f"k{number}", verb.value, view, state, **{"duration_s": 0.04, "shown": _READ} | more)

    return (
        *(made(i, CallVerb.READ, f"src/ledger/{name}.py") for i, name in enumerate(("refund", "clock", "book", "api"))),
        made(4, CallVerb.RUN, "git log --oneline -5", duration_s=0.12),
        made(5, CallVerb.RUN, "git status --short", duration_s=0.08),
        made(6, CallVerb.LOAD, "changelog", facts=(("scope", "project"),), shown="Write it."),
        made(
            7,
            CallVerb.VERIFY,
            "pytest -q tests/test_refund.py",
            CallState.FAILED,
            exit_code=1,
            duration_s=1.62,
            shown=_FAILED,
            effect="ask",
            value="ask",
            stage="profile_ask",
            rule="pytest *",
            rule_line=6,
            answers=(asked,),
            mode="ask",
            **reviewer,
        ),
        made(8, CallVerb.PATCH, "src/ledger/refund.py", is_unasked=True, files=("src/ledger/refund.py",), mode="auto"),
        made(
            9,
            CallVerb.RUN,
            "git push origin fix/refund",
            CallState.REFUSED,
            stage="command",
            rule="git push *",
            rule_line=6,
            reason="rule:git push *",
            sentence="The call is rejected by the profile (`git push *`).",
            **deny,
        ),
        made(
            10,
            CallVerb.PATCH,
            "src/generated/client.py",
            CallState.REFUSED,
            stage="path",
            rule="edit_paths",
            rule_line=8,
            reason="edit_paths",
            sentence="The file may not be changed: it is outside what the profile allows (`edit_paths`).",
            **deny,
        ),
    )


async def tool_cards(stage: "Stage") -> None:
    """A group, guidance, a failed check that is open, an edit without asking, and two refusals with their places."""
    root = await ledger(stage)
    records = _records(root)
    kept: dict[str, Any] = {"calls": {one.call_id: encode_value(one) for one in records}}
    call_blocks = tuple(ToolUseBlock(one.call_id, one.tool, {"path": one.view.target}) for one in records)
    given = tuple(ToolResultBlock(one.call_id, one.tool, one.sentence or one.shown) for one in records)
    turn = {"turn": {"profile": "reviewer", "scope": "project", "digest": "3f1c", "model_from": "profile"}}
    notice = "Stopped after 6 of 6 steps, set by reviewer.md:7. Send a message to go on."
    stage.services.conversations.pages["c1"] = (
        make_message("m1", "The refund test fails about once in ten runs on CI.", turn_id="t1"),
        replace(
            make_message("m2", "I look at both sides first.", MessageRole.ASSISTANT, turn_id="t1"),
            blocks=(TextBlock("I look at both sides first."), *call_blocks),
            provider_data=turn,
        ),
        replace(
            make_message("m3", "", turn_id="t1"),
            origin=Origin.TOOL,
            blocks=given,
            provider_data=kept | {"notices": [notice]},
        ),
    )
    stage.presenters.transcript.open("c1")
    await stage.settle(0.5)
    services: Any = stage.services
    command = BackgroundCommand("bg1", "c1", "npm run dev", BackgroundState.RUNNING, NOW, tail="ready in 412 ms\n")
    services.code_tasks.background.listed["c1"] = [command]
    items = (
        ChecklistItem("Find where the two clocks differ", ItemStatus.COMPLETED),
        ChecklistItem("Freeze the clock in the fixture", ItemStatus.IN_PROGRESS),
        ChecklistItem("Run the test fifty times", ItemStatus.PENDING),
    )
    services.bus.emit(ChecklistChanged(conversation_id="c1", items=items))
    services.bus.emit(BackgroundChanged(conversation_id="c1", command=command))
    await stage.settle()
    strip: Any = stage.window.work.strip
    strip.background.toggle.click()
    transcript: Any = stage.window.centre.chat.transcript
    transcript.verticalScrollBar().setValue(0)
    await stage.settle()

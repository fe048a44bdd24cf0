"""Scene 8 and its siblings: a proposal under review, the card above the composer, the Changes tab."""

import asyncio
from typing import TYPE_CHECKING, Any

from qodev.types.changes import ChangeKind, EditProposal
from qodev.types.diffs import ChangedFile, ChangeScope, Standing
from qodev.types.permissions import ProjectMode
from qodev.types.questions import AnswerOption, Offer, PermissionRequest, QuestionKind
from qodev.types.tooling import CallVerb, CallView
from qodev.ui.models.review_choices import Choice, Place
from qodev.workspace.review import hunks_of
from tests.fakes.services import NOW
from tests.screenshots.trusting import ledger

if TYPE_CHECKING:
    from tests.screenshots.scenes import Stage

BEFORE = '''"""Refunds of the ledger."""

from datetime import datetime

from ledger.money import Money


class Refund:
    """Money that goes back."""

    def __init__(self, amount: Money) -> None:
        self.amount = amount
        self.created_at = datetime.now()
        self.settled_at = None

    def settle(self):
        self.settled_at = datetime.now()
        return self

    def is_settled(self) -> bool:
        return self.settled_at != None

    def age(self):
        return datetime.now() - self.created_at
'''
AFTER = (
    BEFORE.replace("import datetime", "import UTC, datetime")
    .replace("self.created_at = datetime.now()", "self.created_at = datetime.now(UTC)")
    .replace(
        "    def settle(self):\n        self.settled_at = datetime.now()\n",
        "    def settle(self, now=None):\n        self.settled_at = now or datetime.now(UTC)\n",
    )
    .replace("settled_at != None", "settled_at is not None")
)
OFFERS = tuple(Offer(one) for one in (AnswerOption.ALLOW_ONCE, AnswerOption.DENY, AnswerOption.DENY_TELL))


def proposed(root: str, path: str = "src/ledger/refund.py", **changes: Any) -> PermissionRequest:
    """Returns the question about one proposal."""
    before, after = changes.pop("before", BEFORE), changes.pop("after", AFTER)
    proposal = EditProposal(
        id="edit_1",
        call_id="call_1",
        path=path,
        kind=ChangeKind.PATCH,
        before=before,
        after=after,
        hunks=hunks_of(before, after),
        before_sha256="00",
        **changes,
    )
    return PermissionRequest(
        id="ask_review",
        conversation_id="c1",
        turn_id="t1",
        call_id="call_1",
        kind=QuestionKind.REVIEW,
        asker="",
        tool="apply_patch",
        view=CallView(CallVerb.PATCH, path),
        verdict=None,
        profile="reviewer",
        project=root,
        mode=ProjectMode.ASK,
        offers=OFFERS,
        proposal=proposal,
    )


async def _ask(stage: "Stage", request: PermissionRequest) -> None:
    services: Any = stage.services
    task = asyncio.get_running_loop().create_task(services.code_tasks.broker.ask(request))

    async def end() -> None:
        task.cancel()
        await asyncio.wait((task,))

    stage.closing.append(end)
    await stage.settle()


async def review(stage: "Stage") -> None:
    """Side by side, with an accepted, a rejected and an open change, and one comment."""
    root = await ledger(stage)
    await _ask(stage, proposed(str(root)))
    presenter = stage.presenters.review
    presenter.open_request("ask_review")
    await stage.settle()
    presenter.set_choice(0, Choice.ACCEPTED)
    presenter.set_choice(1, Choice.ACCEPTED)
    presenter.set_choice(3, Choice.REJECTED)
    presenter.comment(Place(16), 16, "    def settle(self, now=None):", "Give `now` a type.")
    await stage.settle()


async def review_unified(stage: "Stage") -> None:
    """One column, a file that steers agents, and a change that cannot be seen."""
    root = await ledger(stage)
    before = "---\nname: reviewer\ndefault_permission: ask\n---\n\nRun the tests before you say done.\nNever push.\n"
    after = before.replace("Never push.", "Never push\u200b.").replace("Run the", "Always run the")
    marks = (
        "This file changes how agents, their tools or git hooks behave.",
        "The change holds characters that cannot be seen: U+200B.",
    )
    request = proposed(
        str(root), ".qodev/agents/reviewer.md", before=before, after=after, is_steering=True, marks=marks
    )
    await _ask(stage, request)
    stage.presenters.review.set_sided(False)
    stage.presenters.review.open_request("ask_review")
    await stage.settle()


def changed(path: str, standing: Standing | None, added: int, removed: int, **more: Any) -> ChangedFile:
    """Returns a changed file."""
    return ChangedFile(path, path, standing, added, removed, at=NOW, **more)


async def changes(stage: "Stage") -> None:
    """A proposal above the composer, and the Changes tab with every state."""
    root = await ledger(stage)
    services: Any = stage.services
    services.changes.listed[ChangeScope.CONVERSATION] = (
        changed("src/ledger/money.py", Standing.APPLIED, 12, 3, changes=("1",), turn_id="t1"),
        changed("tests/test_refund.py", Standing.CHANGED_SINCE, 4, 1, changes=("2",), turn_id="t1"),
        changed("docs/refunds.md", Standing.REVERTED, 20, 0, changes=("3",), turn_id="t0"),
        changed("src/ledger/tax.py", Standing.REJECTED, 2, 2, turn_id="t0"),
    )
    await _ask(stage, proposed(str(root)))
    stage.window.inspector.show_changes()
    await stage.settle()
    stage.window.inspector.inspector.changes.list.setCurrentIndex(
        stage.window.inspector.inspector.changes.list.rows.index(1, 0)
    )
    await stage.settle()

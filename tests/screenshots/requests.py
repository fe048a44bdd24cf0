"""Scene 19: the fixture matrix with a cell of each state, and two turns side by side with the end of the cached prefix."""

from dataclasses import replace
from typing import TYPE_CHECKING

from qodev.base.codes import Code
from qodev.base.diagnostics import Diagnostic, Severity, SourceSpan
from qodev.services.fixtures import NamedFixture
from qodev.types.agents import Layer
from qodev.types.conversation import SentRequest
from qodev.types.editing import BodyChange, BodyComparison, ChangeKind, MatrixCell, MatrixState
from tests.fakes.editing import FakeEditing
from tests.fakes.services import NOW, make_agent, make_conversation

if TYPE_CHECKING:
    from tests.screenshots.scenes import Stage

_PATH = "/home/user/.config/qodev/agents/shop_chat.toml"
_CHATS = ("Claude Haiku 4.5 Chat", "Claude Sonnet 4.6 Chat", "Docs Chat", "Mistral Chat", "Ollama Qwen3.5 4B Chat")
_FIMS = ("Codestral FIM", "Ollama Qwen2.5-Coder FIM", "Qt CodeLlama 13B QML FIM")
_OF_CHATS = ("full", "first_turn", "empty_history", "url_image", "image_only", "two_calls", "orphan_result")
_OF_FIMS = ("fim", "no_suffix")


def _finding(message: str, severity: Severity = Severity.ERROR) -> Diagnostic:
    code = Code.BODY_INVALID_JSON if severity is Severity.ERROR else Code.DRYRUN_CONTEXT
    return Diagnostic(code, severity, message, "Shop Chat", span=SourceSpan(_PATH, 14), key="body.messages")


def _cells() -> dict[tuple[str, str], MatrixCell]:
    broken = _finding(
        "Agent 'Shop Chat', `body.messages`: template line 6: a comma or the end of an array or object is expected. "
        'Found with the sample `two_calls` and 1 more. Output: {"role": "user" "content": …'
    )
    warned = _finding("It fails only with the sample `no_suffix`: `ctx.suffix` is undefined.", Severity.WARNING)
    cells = {
        ("Shop Chat", name): MatrixCell("Shop Chat", name, MatrixState.FAILED, broken)
        for name in ("two_calls", "mixed_result")
    }
    cells["Shop Refactor", "no_suffix"] = MatrixCell("Shop Refactor", "no_suffix", MatrixState.WARNING, warned)
    skipped = [(agent, name) for agent in (*_CHATS, "Shop Chat") for name in _OF_FIMS]
    skipped += [(agent, name) for agent in _FIMS for name in (*_OF_CHATS, "mixed_result", "files", "refund_dialog")]
    return cells | {key: MatrixCell(*key, MatrixState.NOT_APPLICABLE) for key in skipped}


def _comparison() -> BodyComparison:
    def message(role: str, text: str) -> dict[str, str]:
        return {"role": role, "content": text}

    added, changed = ChangeKind.ADDED, ChangeKind.CHANGED
    return BodyComparison(
        equal=False,
        changes=(
            BodyChange("messages[4].content", changed, "Find out why it fails.", "Find out why it fails, and fix it."),
            BodyChange("messages[5]", added, None, message("assistant", "I'll freeze the clock in the fixture.")),
            BodyChange("messages[6]", added, None, message("user", "Then run the tests.")),
            BodyChange("stream_options", ChangeKind.REMOVED, {"include_usage": True}, None),
            BodyChange("temperature", changed, 0.7, 0.2),
        ),
        cacheable_prefix="messages[4]",
        a_body={},
        b_body={},
    )


def _sent(number: int) -> SentRequest:
    return SentRequest(
        id=f"req_{number}",
        conversation_id="c1",
        turn_id=f"t{number}",
        step=1,
        agent="Shop Chat",
        agents_revision=1,
        model="claude-sonnet-4-6",
        client_api="anthropic",
        method="POST",
        url="https://api.example.com/v1/messages",
        headers={},
        body=b"",
        system_prompt="",
        estimate_tokens=3100,
        sent_at=NOW - 3600 * number,
    )


async def fixture_matrix(stage: "Stage") -> None:
    """Cells of all four states, the reason of a failed one, and the line of the cache below."""
    editing = FakeEditing()
    editing.own = (NamedFixture("refund_dialog", "/home/user/.config/qodev/fixtures/refund_dialog.json"),)
    editing.cells, editing.comparison = _cells(), _comparison()
    editing.sent = (_sent(1), _sent(2))
    stage.services.editing = editing  # type: ignore[attr-defined]  # only what shows requests asks for it
    names = (*_CHATS, *_FIMS, "Shop Chat", "Shop Refactor")
    agents = {name: make_agent(name, layer=Layer.USER if name.startswith("Shop") else Layer.BUNDLED) for name in names}
    stage.services.agents.snapshot = replace(stage.services.agents.snapshot, agents=agents)
    stage.services.conversations.add(make_conversation("c1", "Fix flaky refund test"))
    stage.window.bodies.show_matrix()
    window = stage.window.bodies.window
    window.resize(1440, 900)
    stage.shown = window
    await stage.settle(0.4)
    stage.presenters.request_tools.body_diff.choose("turn:req_2", "turn:req_1", "")
    await stage.settle()
    window.fixtures.select_first_failed()
    window.fixtures.grid.setFocus()
    await stage.settle()

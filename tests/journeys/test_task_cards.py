"""A real Code task, its cards followed live by a window's model, beside the same cards read from the store (U103, U112)."""

import asyncio
import json
from pathlib import Path

from qodev.base.paths import AppPaths
from qodev.services.app import build_services
from qodev.types.conversation import ChatMode
from qodev.types.event_base import TurnEvent
from qodev.types.permissions import ProjectMode
from qodev.ui.models.card_rows import CardKind, RowState
from qodev.ui.models.tool_words import call_notes
from qodev.ui.models.transcript import TranscriptModel
from qodev.ui.models.transcript_words import turn_lines

_PROFILE = (
    "---\nname: Reviewer\ndescription: for a test\ncommands: git push *=deny\ntools: fetch_url=deny\n---\nLook first.\n"
)


def _script(*steps: list[tuple[str, dict[str, str]]]) -> str:
    return "\n---\n".join("\n".join(f"{tool} {json.dumps(given)}" for tool, given in step) for step in steps)


async def test_cards_of_a_real_task_are_the_same_live_and_stored(
    app_paths: AppPaths, tmp_path: Path, qapp: object
) -> None:
    app_paths.profiles.mkdir(parents=True, exist_ok=True)
    (app_paths.profiles / "Reviewer.md").write_text(_PROFILE)
    project = tmp_path / "project"
    project.mkdir()
    (project / "a.txt").write_text("one\n")
    services = build_services(app_paths, {"HOME": str(app_paths.home), "PATH": "/usr/bin:/bin"})
    await services.start()
    try:
        await services.trust.trust(await services.trust.sheet(str(project)))
        made = await services.conversations.create(str(project), ChatMode.CODE_TASK)
        await services.conversations.choose_agent(made.id, "Offline Chat")
        await services.conversations.choose_script(made.id, "call_tool")
        await services.profile_choices.choose(made.id, "Reviewer")
        await services.policies.set_mode(str(project), ProjectMode.AUTO)
        model = TranscriptModel()
        model.show_page(made.id, await services.conversations.page(made.id))
        services.bus.subscribe(lambda event: model.apply((event,)) if isinstance(event, TurnEvent) else None)
        script = _script(
            [("read_file", {"relative_path": "a.txt"}), ("run_command", {"command": "printf 'x\\ny'"})],
            [
                ("create_file", {"relative_path": "b.txt", "content": "two\n"}),
                ("run_command", {"command": "git push origin main"}),
                ("fetch_url", {"url": "https://example.com"}),
            ],
        )
        await services.conversations.send(made.id, script)
        async with asyncio.timeout(20):
            await services.conversations.wait(made.id)
        live = model.rows
        model.show_page(made.id, await services.conversations.page(made.id))
        assert live == model.rows
        cards = [row for row in live if row.kind is CardKind.TOOL]
        assert [row.state for row in cards] == [
            RowState.DONE,
            RowState.DONE,
            RowState.APPLIED,
            RowState.REFUSED,
            RowState.REFUSED,
        ]
        assert "one" in cards[0].output
        assert cards[1].output == "x\ny"
        assert call_notes(cards[2]) == ("Applied without asking (Auto)",)
        assert call_notes(cards[3]) == ("Blocked by `git push *=deny` (Reviewer.md:4)",)
        assert call_notes(cards[4]) == ("Hidden tool; call refused",)
        assert (project / "b.txt").read_text() == "two\n"
        footer = next(row.footer for row in reversed(live) if row.footer is not None)
        assert turn_lines(footer)[0] == "Profile: Reviewer (User)"
    finally:
        await services.stop()

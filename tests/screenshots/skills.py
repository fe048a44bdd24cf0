"""Scenes of the MCP & skills page: skills of both scopes in every state, and the search of the web."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from qodev.types.conversation import ChatMode
from qodev.ui.pages.page import Target
from tests.fakes.permissions import start_permissions
from tests.fakes.services import make_conversation

if TYPE_CHECKING:
    from tests.screenshots.scenes import Stage

_RELEASE = """---
name: release
description: Cuts a release of the ledger from a clean main branch.
arguments: version, date
---
# Release {{version}}

1. Check that `main` is clean and that CI passed.
2. Set the version in `pyproject.toml`, and date the changelog {{date}}.
3. Run `./scripts/tag.sh {{version}}` after you have asked.
"""
_PLAIN = "---\ndescription: {0}\n{2}---\n{1}\n"
_PROJECT = {
    ".qodev/skills/release": _RELEASE,
    ".claude/skills/style": _PLAIN.format("Says how this code reads.", "Short functions, full words.", ""),
    ".agents/skills/migrate": _PLAIN.format("Migrates the database.", "Write the step down first.", ""),
}
_OWN = {
    "release": _PLAIN.format("My own way to release.", "Ask me first.", ""),
    "standup": _PLAIN.format("Sums up my day.", "List what was merged.", "user-only: true\n"),
    "broken": _PLAIN.format("Has a field too many.", "Text.", "allowed-tools: Bash\n"),
}


def _write(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = root / name / "SKILL.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


async def _open(stage: "Stage", target: Target | None = None) -> None:
    services: Any = stage.services
    root = Path(services.paths.home) / "src" / "ledger"
    _write(root, _PROJECT)
    _write(services.paths.skills, _OWN)
    await start_permissions(services)
    await services.projects.open(str(root))
    await services.trust.trust(await services.trust.sheet(str(root)))
    _write(root, {".agents/skills/migrate": _PROJECT[".agents/skills/migrate"] + "Then run it.\n"})
    services.conversations.add(
        make_conversation("c1", "Split the ledger module", project=str(root), mode=ChatMode.CODE_TASK)
    )
    stage.presenters.load("c1")
    await stage.settle(0.5)
    stage.window.settings.open("mcp", target)
    stage.shown = stage.window.settings.window
    await stage.settle(0.5)


async def skills(stage: "Stage") -> None:
    """Skills that are active, shadowed, changed, skipped and for people alone; the text of one."""
    await _open(stage)


async def skill_changed(stage: "Stage") -> None:
    """A skill that waits for its difference."""
    await _open(stage, Target(item="migrate"))


async def web_search(stage: "Stage") -> None:
    """The endpoint of the search, refused as it was typed."""
    stage.services.preferences.values["web_search"] = "http://localhost:8080/search"
    await _open(stage, Target(control="settings.mcp.search"))
    stage.presenters.settings.change("web_search", "localhost:8080")
    await stage.settle()

"""Scene 23 and what belongs to it: the sheet above the difference, projects, pickers, and the two pages of the settings."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QVBoxLayout, QWidget

from qodev.types.conversation import ChatMode
from qodev.types.permissions import Effect, ProjectMode
from qodev.types.policies import ProjectRule, RuleKind
from qodev.ui.chat.trust_sheet import TrustDiff, TrustSheet
from qodev.ui.kit.theme import set_look
from tests.fakes.permissions import start_permissions
from tests.fakes.services import NOW, make_conversation

if TYPE_CHECKING:
    from tests.screenshots.scenes import Stage

_REVIEWER = """---
name: reviewer
description: Reads changes and says what matters
max_steps: 6
default_permission: ask
tools: read_file=allow, search_files=allow, write_file=deny
commands: git *=ask, git push *=deny
---

Read the change first. Say what matters, with file and line.
"""
_WEAKER = _REVIEWER.replace("write_file=deny", "write_file=ask").replace(", git push *=deny", "")
_FILES = {
    ".qodev/agents/reviewer.md": _REVIEWER,
    ".qodev/agents/plan.md": "---\nname: Plan\ndescription: Takes a name\n---\n\nPlan.\n",
    ".qodev/agents/release.md": "---\nname: Release\ndescription: Makes a release\nedit_paths: docs/**\n---\n\nRelease\u202e.\n",
    ".qodev/skills/changelog/SKILL.md": "---\nname: changelog\ndescription: Writes the changelog\n---\n\nWrite it.\n",
    "AGENTS.md": "# Ledger\n\nAll amounts are integers of cents.\n",
}
_DAY = 86_400


def _write(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


async def _project(stage: "Stage", *, is_trusted: bool) -> Path:
    """Makes a folder with steering files and a conversation about it, and a user's own reviewer."""
    services: Any = stage.services
    root = Path(services.paths.home) / "src" / "ledger"
    _write(root, _FILES)
    _write(Path(services.paths.profiles), {"reviewer.md": _REVIEWER})
    await start_permissions(services)
    await services.projects.open(str(root))
    if is_trusted:
        await services.trust.trust(await services.trust.sheet(str(root)))
    services.conversations.add(
        make_conversation("c1", "Split the ledger module", project=str(root), mode=ChatMode.CODE_TASK),
        make_conversation("c2", "Names for the new module", updated_at=NOW - _DAY),
    )
    stage.presenters.load("c1")
    await stage.settle(0.5)
    return root


async def ledger(stage: "Stage") -> Path:
    """A Code task in a trusted folder."""
    return await _project(stage, is_trusted=True)


async def trust(stage: "Stage") -> None:
    """The sheet of a folder above the difference of one that has changed."""
    root = await _project(stage, is_trusted=False)
    theme = stage.window.theme
    both = QWidget(stage.window)
    sheet, diff = TrustSheet(theme, both), TrustDiff(theme, both)
    stage.presenters.trust.sheet_ready.connect(sheet.show_state)
    stage.presenters.trust.diff_ready.connect(diff.show_state)
    stage.presenters.trust.show_sheet(str(root))
    await stage.settle()
    services: Any = stage.services
    await services.trust.trust(await services.trust.sheet(str(root)))
    _write(root, {".qodev/agents/reviewer.md": _WEAKER, "AGENTS.md": "# Ledger\n\nAmounts are floats now.\n"})
    stage.presenters.trust.show_diff(str(root))
    await stage.settle()
    set_look(both, "surface")
    column = QVBoxLayout(both)
    column.setContentsMargins(0, 0, 0, 0)
    column.addWidget(sheet, 1)
    column.addWidget(diff, 1)
    both.resize(1440, 1500)
    both.show()
    stage.shown = both
    await stage.settle()


async def trust_window(stage: "Stage") -> None:
    """The sheet as it stands over a conversation."""
    root = await _project(stage, is_trusted=False)
    stage.presenters.trust.show_sheet(str(root))
    await stage.settle(0.4)


async def changed(stage: "Stage") -> None:
    """A Code task whose trusted files have changed: banner, pickers, status bar."""
    root = await _project(stage, is_trusted=True)
    services: Any = stage.services
    _write(root, {".qodev/agents/reviewer.md": _WEAKER})
    await services.profiles.reload()
    await services.policies.set_mode(str(root), ProjectMode.ALLOWLIST)
    await services.profile_choices.choose("c1", "reviewer")
    await stage.settle(0.4)


async def profile_list(stage: "Stage") -> None:
    """The list behind the profile picker."""
    await _project(stage, is_trusted=True)
    row = stage.window.centre.chat.composer.tasks
    row.profile.open_popup()
    stage.shown = row.profile.popup
    await stage.settle()


async def permissions(stage: "Stage") -> None:
    """Modes, rules and trusted folders."""
    root = str(await _project(stage, is_trusted=True))
    services: Any = stage.services
    rules = (
        ProjectRule(RuleKind.COMMAND, "npm test", Effect.ALLOW, added_at=NOW - _DAY, used_at=NOW),
        ProjectRule(RuleKind.COMMAND, "terraform apply -auto-approve", Effect.DENY, added_at=NOW - 9 * _DAY),
        ProjectRule(RuleKind.OPERATION, "delete_repository", Effect.DENY, server="github", added_at=NOW - 2 * _DAY),
    )
    for rule in rules:
        await services.policies.add_rule(root, rule)
    stage.window.settings.open("permissions")
    await stage.settle(0.5)
    settings = stage.window.settings.window
    assert settings is not None
    settings.resize(1020, 1250)
    stage.shown = settings
    await stage.settle()


async def profiles(stage: "Stage") -> None:
    """Every profile that was found."""
    await _project(stage, is_trusted=True)
    stage.window.settings.open("profiles")
    await stage.settle(0.5)
    stage.shown = stage.window.settings.window

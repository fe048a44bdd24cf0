"""Scenes 12 to 14: the profile window on real services with invented files in a folder of their own."""

import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from qodev.base.paths import AppPaths
from qodev.types.xray import XrayKind
from qodev.ui.kit.theme import Appearance
from qodev.ui.models.agent_editor_state import EditorMode
from tests.fakes.profile_stage import ProfileStage

if TYPE_CHECKING:
    from tests.screenshots.scenes import Stage

REVIEWER = """---
name: Ledger Reviewer
description: Reads changes of the ledger and reports faults; pushes nothing.
default_permission: allow
temperature: 0.2
tools: create_file=deny, write_file=deny, apply_patch=deny
tools: mcp:*=deny, mcp_github_search_*=allow
commands: git push*=ask, *=allow, git *=ask, git push *=deny
edit_paths: src/**, docs/**
max_steps: 6
# expect deny: git push origin main
# expect allow: git status --short
# expect deny write_file: src/ledger.py
---
Review what was changed in the ledger, and change nothing yourself.

For each finding name the file and line, say what goes wrong with which input, and how sure you are.
"""
TESTER = """---
name: Tester
description: Runs the tests of one folder and explains what fails.
tools: write_file=deny
---
Run the tests that were asked for.
"""
SKIPPED = "---\nname: Notes\ndescription: Notes.\nmode: chat\n---\nKeep notes.\n"
LOOKER = (
    "---\ndescription: Looks things up.\nmode: subagent\npermission:\n  edit: deny\n  bash: deny\n---\nLook it up.\n"
)


async def _set_up(stage: "Stage") -> ProfileStage:
    folder = Path(tempfile.gettempdir()) / "qodev"
    shutil.rmtree(folder, ignore_errors=True)
    paths = AppPaths.from_env({"QODEV_HOME": str(folder), "HOME": str(folder)}, folder)
    opencode = folder / "xdg" / "opencode" / "agents"
    opencode.mkdir(parents=True)
    (opencode / "looker.md").write_text(LOOKER)
    made = ProfileStage(stage.window.theme, paths, {"XDG_CONFIG_HOME": str(folder / "xdg")})
    for name, text in (("ledger-reviewer", REVIEWER), ("tester", TESTER), ("notes", SKIPPED)):
        made.write(f"{name}.md", text)
    appearance = Appearance(stage.window.theme.appearance)
    await made.__aenter__()
    await made.services.preferences.change("appearance", appearance.value)
    made.window.resize(1440, 900)
    stage.shown = made.window

    async def close() -> None:
        await made.__aexit__(None, None, None)
        shutil.rmtree(folder, ignore_errors=True)

    stage.closing.append(close)
    return made


async def profile_editor(stage: "Stage") -> None:
    """The form with a shadowed rule, the X-ray with verdicts and clauses, one failing example among the problems."""
    made = await _set_up(stage)
    await made.open("Ledger Reviewer")
    made.window.form.rules["commands"].choose(0)
    made.window.form.ensureWidgetVisible(made.window.form.deny_interpreters)
    await made.judge(XrayKind.COMMAND, 'npm test && bash -c "git push origin main"')
    await stage.settle(0.5)


async def profile_rejected(stage: "Stage") -> None:
    """A text with three faults, the counter over its limit, Save disabled, and a selection that jumped back."""
    made = await _set_up(stage)
    await made.open("Ledger Reviewer")
    made.window.set_mode(EditorMode.TEXT)
    text = REVIEWER.replace("Ledger Reviewer", "TESTER").replace("max_steps", "max_step")
    made.window.text.selectAll()
    made.window.text.insertPlainText(text + "Say what you looked at, and in which order.\n" * 760)
    made.window.text.go_to(1, 1)
    await made.rest()
    await made.open("Tester")
    await stage.settle(0.5)


async def xray_schema(stage: "Stage") -> None:
    """Visible and hidden tools, servers denied but for searching, a skill loader, and a direct call that is refused."""
    made = await _set_up(stage)
    await made.open("Ledger Reviewer")
    made.window.set_mode(EditorMode.TEXT)
    await made.judge(XrayKind.SKILL, "release-notes")
    await made.judge(XrayKind.MCP, "github/search_repositories")
    await made.judge(XrayKind.MCP, "github/create_issue")
    made.window.xray.direct.click()
    made.window.xray.tabs.setCurrentIndex(1)
    await stage.settle(0.5)


async def profile_small(stage: "Stage") -> None:
    """The least window."""
    made = await _set_up(stage)
    made.window.resize(860, 560)
    await made.open("Ledger Reviewer")
    await made.judge(XrayKind.COMMAND, "git push origin main")
    await stage.settle(0.5)


async def profile_import(stage: "Stage") -> None:
    """An imported profile, which can only be read."""
    made = await _set_up(stage)
    await made.open("looker")
    await made.judge(XrayKind.EDIT, "src/ledger.py")
    await stage.settle(0.5)

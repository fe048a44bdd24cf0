"""Scenes of the MCP & skills page: servers in every state, tools under a profile, what changed, a new one, an import."""

import json
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QDialog

from qodev.ui.pages.page import Target
from tests.fakes.permissions import start_permissions
from tests.servers import tracker_mcp

if TYPE_CHECKING:
    from tests.screenshots.scenes import Stage

_PROFILE = """---
name: reviewer
description: Reads changes and says what matters
default_permission: ask
tools: mcp_tracker_*=deny, mcp_tracker_search_*=allow, mcp_tracker_get_*=allow
---

Read the change first.
"""
_OTHER = """{
  "mcpServers": {
    "github": {"command": "npx", "args": ["-y", "@modelcontextprotocol/server-github"],
      "env": {"GITHUB_PERSONAL_ACCESS_TOKEN": "not-shown"}, "alwaysAllow": ["search_code"]},
    "docs": {"type": "http", "url": "https://docs.example/mcp", "headers": {"Authorization": "Bearer not-shown"}},
    "old": {"type": "sse", "url": "https://old.example/sse"}
  }
}"""


async def _open(stage: "Stage", *, changed: bool = False) -> Any:
    services: Any = stage.services
    home = Path(services.paths.home)
    program = home / "tools" / "tracker.py"
    program.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(tracker_mcp.__file__, program)
    python = home / "tools" / "python"
    if not python.exists():
        python.symlink_to(sys.executable)
    services.paths.profiles.mkdir(parents=True, exist_ok=True)
    (services.paths.profiles / "reviewer.md").write_text(_PROFILE, encoding="utf-8")
    listed = [
        {
            "id": "tracker",
            "name": "Issue tracker",
            "transport": "stdio",
            "command": str(python),
            "arguments": ["tools/tracker.py"],
        },
        {"id": "docs", "transport": "http", "url": "https://docs.example/mcp", "oauth": True, "enabled": False},
        {"id": "build", "transport": "stdio", "command": "no-such-build-server"},
        {"id": "wiki", "transport": "http", "url": "http://wiki.example/mcp"},
    ]
    services.paths.servers.write_text(json.dumps({"version": 1, "servers": listed}, indent=2), encoding="utf-8")
    await start_permissions(services)
    servers = services.servers
    await servers.start()
    for name in ("tracker", "build"):
        shown = next(row.state.launch for row in servers.rows if row.state.id == name)
        await servers.accept_launch(name, shown)
        state = await servers.test(name)
        await servers.accept_operations(name, {one.name: one.digest for one in state.operations})
    if changed:
        text = program.read_text(encoding="utf-8").replace('"changed" in sys.argv', "True")
        program.write_text(text, encoding="utf-8")
        await servers.disconnect("tracker")
        await servers.test("tracker")
    stage.window.settings.open("mcp", Target(control="settings.mcp.servers"))
    await stage.settle(0.4)
    stage.shown = stage.window.settings.window
    stage.shown.resize(1440, 900)
    stage.presenters.servers.choose_profile("reviewer")
    stage.closing.append(servers.close)
    await stage.settle(0.6)
    return servers


async def servers(stage: "Stage") -> None:
    """Four servers, and the tools of one under a profile with deny and allow."""
    await _open(stage)
    stage.presenters.servers.select("tracker")
    await stage.settle(0.4)


async def failed(stage: "Stage") -> None:
    """One that did not start, with its log."""
    await _open(stage)
    stage.presenters.servers.select("build")
    pane = stage.shown.page("mcp").servers
    pane.front.parts.setCurrentWidget(pane.front.log)
    await stage.settle(0.4)


async def _dialog(stage: "Stage", press: str) -> None:
    getattr(stage.shown.page("mcp").servers, press)()
    await stage.settle(0.4)
    stage.shown = next(d for d in stage.shown.findChildren(QDialog) if d.isVisible())
    await stage.settle(0.2)


async def changes(stage: "Stage") -> None:
    """A tool whose description changed, and a new one."""
    await _open(stage, changed=True)
    stage.presenters.servers.select("tracker")
    await stage.settle(0.3)
    await _dialog(stage, "_on_changes")


async def new(stage: "Stage") -> None:
    """The dialog of a new server."""
    await _open(stage)
    await _dialog(stage, "_on_add")


async def take_over(stage: "Stage") -> None:
    """The loss report of another program's file."""
    services: Any = stage.services
    await _open(stage)
    other = Path(services.paths.home) / "claude.json"
    other.write_text(_OTHER, encoding="utf-8")
    stage.presenters.servers.read_import(str(other))
    await stage.settle(0.4)
    stage.shown = next(d for d in stage.shown.findChildren(QDialog) if d.isVisible())
    await stage.settle(0.2)

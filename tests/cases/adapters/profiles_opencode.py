"""OpenCode agents: what they come to, what is left out and why, and the verdicts of probe calls (P144 to P175)."""

import asyncio
from typing import Any

from qodev.base.diagnostics import Severity
from qodev.permissions.judge import judge
from qodev.permissions.rules import is_hidden, is_offered
from qodev.permissions.steps import KIND_OF
from qodev.permissions.tools import STANDING_TOOLS
from qodev.profiles.opencode import parse_opencode
from qodev.types.permissions import CallKind, ProjectMode
from qodev.types.policies import ProjectPolicy
from qodev.types.profiles import Profile, ProfileScope
from qodev.types.tools import ToolName
from qodev.types.verdicts import PermissionSubject
from tests.cases.adapters.security_commands import readers
from tests.cases.kit import Case, difference

BROUGHT = ("glob_files", "grep_files", "delegate_task")
POLICY = ProjectPolicy("project", ProjectMode.ASK)


def run(case: Case) -> str | None:
    """Reads one file and asks its probes."""
    parsed = parse_opencode(case["text"].encode(), case["file"], case["file"], ProfileScope.USER_OPENCODE)
    found = {
        severity: sorted({d.code.value for d in parsed.diagnostics if d.severity is severity}) for severity in Severity
    }
    expect = case["expect"]
    if "skip" in expect:
        ok = parsed.value is None and expect["skip"] in found[Severity.ERROR]
        return None if ok else f"wanted {expect['skip']}, got {found}"
    if parsed.value is None:
        return f"refused: {found}"
    profile = parsed.value
    got: dict[str, Any] = {
        "mode": profile.mode.value,
        "max_steps": profile.max_steps,
        "temperature": profile.temperature,
        "default_permission": profile.default_permission.value,
        "warnings": found[Severity.WARNING],
        "infos": found[Severity.INFO],
        "sets": sorted([[r.action, r.resource, r.effect.value] for r in rules] for rules in profile.rule_sets),
        "offered": sorted(name for name in BROUGHT if is_offered(profile, ToolName(name))),
    }
    shown = (*STANDING_TOOLS, *got["offered"])
    got["hidden"] = sorted(name for name in shown if is_hidden(profile, ToolName(name)))
    if "description" in expect:
        got["description"] = profile.description
    if "probes" in expect:
        got["probes"] = [[tool, text, _probe(profile, tool, text)] for tool, text, _wanted in expect["probes"]]
    ordered = ("sets", "offered", "hidden", "warnings", "infos")
    wanted = expect | {key: sorted(expect[key]) for key in ordered}
    return difference("answer", wanted, got)


def _probe(profile: Profile, tool: str, text: str) -> str:
    """Returns the profile's value of one call; a tool that is not on offer here is asked for its rules all the same."""
    return judge(profile, _subject(tool, text), POLICY).value.value


def _subject(tool: str, text: str) -> PermissionSubject:
    if tool.startswith("mcp:"):
        server, _, operation = tool.removeprefix("mcp:").partition("/")
        return PermissionSubject(ToolName.of_server(server, operation), CallKind.MCP)
    if tool.startswith("skill:"):
        return PermissionSubject(ToolName(f"load_skill_{text}_0123456789ab"), CallKind.SKILL, target=text)
    kind = KIND_OF[tool]
    name = ToolName(tool)
    if kind in (CallKind.RUN, CallKind.VERIFY, CallKind.BACKGROUND):
        return PermissionSubject(name, kind, command=asyncio.run(readers(True).read(text, "bash")))
    if tool in ("glob_files", "grep_files"):
        return PermissionSubject(name, kind, query=text)
    if kind is CallKind.DELEGATE:
        return PermissionSubject(name, kind, target=text)
    return PermissionSubject(name, kind, paths=(text,) if tool not in ("list_files", "search_files") else ())

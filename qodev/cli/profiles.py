"""`qodev profiles`."""

import argparse
import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from qodev.base.diagnostics import Diagnostic
from qodev.base.errors import UserFacingError
from qodev.cli.info import print_report
from qodev.cli.output import DONE, print_diagnostics, print_json, print_table, print_text
from qodev.cli.session import run_with_services

if TYPE_CHECKING:
    from qodev.services.app import Services
    from qodev.types.profile_list import ProfileRow
    from qodev.types.profiles import Profile


def run_profiles(options: argparse.Namespace) -> int:
    """Carries out one of the `profiles` actions."""
    actions = {"list": _list, "show": _show, "check": _check}
    return run_with_services(lambda services: actions[options.action](services, options))


async def _show_project(services: "Services", project: Path | None) -> None:
    if project is not None:
        await services.profiles.show(await asyncio.to_thread(_folder, project))


def _folder(project: Path) -> str:
    if not project.is_dir():
        raise UserFacingError(f"`{project}` is no folder.", "Name the folder of a project.")
    return str(project.absolute())


async def _list(services: "Services", options: argparse.Namespace) -> int:
    await _show_project(services, options.project)
    rows = services.profiles.rows
    if options.json:
        print_json([_row(row) for row in rows])
        return DONE
    shown = ((r.name, _source(r), r.state.value, r.detail or r.description) for r in rows)
    print_table(("NAME", "LAYER", "STATE", "ABOUT"), shown)
    return DONE


def _source(row: "ProfileRow") -> str:
    return row.scope.value if row.scope is not None else ""


def _row(row: "ProfileRow") -> dict[str, object]:
    return {
        "name": row.name,
        "key": row.key,
        "format": row.format,
        "layer": row.scope,
        "mode": row.mode,
        "state": row.state,
        "file": row.path or None,
        "line": row.line or None,
        "description": row.description,
        "detail": row.detail,
    }


async def _show(services: "Services", options: argparse.Namespace) -> int:
    await _show_project(services, options.project)
    snapshot = services.profiles.snapshot
    profile = snapshot.find(options.name)
    if profile is None:
        known = ", ".join(found.name for found in snapshot.profiles)
        raise UserFacingError(f"There is no profile `{options.name}`.", f"Known names: {known}.")
    found = [diagnostic for diagnostic in snapshot.diagnostics if diagnostic.file == profile.path]
    if options.json:
        print_json({"profile": _profile(profile), "text": profile.source or None, "diagnostics": found})
    else:
        _print_profile(profile, found)
    return DONE


def _profile(profile: "Profile") -> dict[str, object]:
    scope = profile.edit_scope
    return {
        "name": profile.name,
        "key": profile.key,
        "description": profile.description,
        "format": profile.format,
        "layer": profile.scope,
        "mode": profile.mode,
        "model": profile.model,
        "temperature": profile.temperature,
        "max_steps": profile.max_steps,
        "default_permission": profile.default_permission,
        "tools": [[rule.pattern, rule.effect] for rule in profile.tool_rules],
        "commands": [[rule.pattern, rule.effect] for rule in profile.command_rules],
        "rule_sets": [[[rule.action, rule.resource, rule.effect] for rule in rules] for rules in profile.rule_sets],
        "edit_paths": [pattern.text for pattern in scope.allow] if scope.allow is not None else None,
        "deny_edit_paths": [pattern.text for pattern in scope.deny] if scope.deny is not None else None,
        "instructions": profile.instructions,
        "file": profile.path or None,
        "digest": profile.digest or None,
    }


def _print_profile(profile: "Profile", found: list[Diagnostic]) -> None:
    place = f", {profile.path}" if profile.path else ""
    print_text(f"{profile.name} ({profile.scope.value}{place}): {profile.description}")
    for key, value in _profile(profile).items():
        if (
            key in ("model", "temperature", "max_steps", "default_permission", "edit_paths", "deny_edit_paths")
            and value
        ):
            shown = ", ".join(str(item) for item in value) if isinstance(value, list) else str(value)
            print_text(f"{key}: {shown}")
    for tool in profile.tool_rules:
        print_text(f"tools: {tool.pattern}={tool.effect.value}")
    for command in profile.command_rules:
        print_text(f"commands: {command.pattern}={command.effect.value}")
    for imported in (rule for sets in profile.rule_sets for rule in sets):
        print_text(f"rule: {imported.action} {imported.resource} {imported.effect.value}")
    print_diagnostics(found)
    print_text(f"\n{profile.instructions}" if profile.instructions else "\nIt adds no instructions.")


async def _check(services: "Services", options: argparse.Namespace) -> int:
    report = await services.check_profiles(options.paths)
    return print_report(report, options)

"""Native profile files: what they come to, or every fault with its place (P2 to P42)."""

import base64
from typing import Any

from qodev.base.diagnostics import Severity
from qodev.profiles.codev import parse_profile
from qodev.types.permissions import Effect
from qodev.types.profiles import Profile, ProfileScope
from tests.cases.kit import Case, difference


def run(case: Case) -> str | None:
    """Parses one file."""
    content = base64.b64decode(case["bytes_b64"]) if "bytes_b64" in case else case["text"].encode("utf-8")
    parsed = parse_profile(content, case["file"], case["file"], ProfileScope.USER)
    expect = case["expect"]
    errors = [
        [d.code.value, d.span.line, d.span.column]
        for d in parsed.diagnostics
        if d.severity is Severity.ERROR and d.span is not None
    ]
    if not expect["ok"]:
        return difference("errors", expect["errors"], errors)
    if parsed.value is None:
        return f"refused with {errors}"
    infos = sorted({d.code.value for d in parsed.diagnostics if d.severity is Severity.INFO})
    wanted = sorted(expect["infos"]) if "infos" in expect else infos
    return difference("values", expect["values"], values_of(parsed.value)) or difference("infos", wanted, infos)


def values_of(profile: Profile) -> dict[str, Any]:
    """Returns the fields as the cases write them: those that differ from their defaults."""
    scope = profile.edit_scope
    optional: dict[str, Any] = {
        "model": profile.model,
        "temperature": profile.temperature,
        "max_steps": profile.max_steps,
        "default_permission": None if profile.default_permission is Effect.ASK else profile.default_permission.value,
        "tools": [[rule.pattern, rule.effect.value] for rule in profile.tool_rules] or None,
        "commands": [[rule.pattern, rule.effect.value] for rule in profile.command_rules] or None,
        "edit_paths": None if scope.allow is None else [pattern.text for pattern in scope.allow],
        "deny_edit_paths": None if scope.deny is None else [pattern.text for pattern in scope.deny],
    }
    always = {"name": profile.name, "description": profile.description, "body": profile.instructions}
    return always | {key: value for key, value in optional.items() if value is not None}

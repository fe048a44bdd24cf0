"""What a profile says of a tool, by its ordered rules or as one of the built-in ones (P59 to P82)."""

from qodev.permissions.rules import is_hidden, tool_outcome
from qodev.profiles.builtin import BUILT_IN
from qodev.profiles.codev import parse_profile
from qodev.types.profiles import Profile, ProfileScope
from qodev.types.tools import ToolName
from tests.cases.kit import Case, difference


def run(case: Case) -> str | None:
    """Asks for one tool."""
    profile = profile_of(case)
    named = case["tool"]
    tool = ToolName(named) if isinstance(named, str) else ToolName.of_server(named["server"], named["tool"])
    got = {"value": tool_outcome(profile, tool).effect.value, "hidden": is_hidden(profile, tool)}
    return difference("answer", case["expect"], got)


def profile_of(case: Case) -> Profile:
    """Returns the built-in profile that a case names, or a native one with its fields."""
    if "builtin" in case:
        return next(profile for profile in BUILT_IN if profile.name == case["builtin"])
    lines = [f"{key}: {case[key]}" for key in ("default_permission", "tools", "commands") if case.get(key)]
    text = "\n".join(("---", "name: Case", "description: A case.", *lines, "---", "Work."))
    parsed = parse_profile(text.encode(), "case.md", "case.md", ProfileScope.USER)
    assert parsed.value is not None, parsed.diagnostics
    return parsed.value

"""Reads the examples that a profile holds as comments: `# expect deny: git push origin main` (U91).

An example says what the profile itself says of a call, before any project mode. Comments mean nothing to Codev and
OpenCode, so such a file stays a profile there.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from qodev.base.codes import Code
from qodev.base.diagnostics import Diagnostic, Severity, SourceSpan
from qodev.profiles.fields import cut
from qodev.profiles.texts import Faults, split_document
from qodev.types.permissions import Effect
from qodev.types.profiles import Profile

COMMAND_TOOL = "run_command"
_EXAMPLE = re.compile(r"#\s*expect\s+([A-Za-z_]+)(?:\s+([A-Za-z][A-Za-z0-9_-]*))?\s*(?::(.*))?")
_EFFECTS = tuple(effect.value for effect in Effect)


@dataclass(frozen=True, slots=True)
class Example:
    """One expectation: the tool, its argument, the effect, and where it stands."""

    tool: str
    argument: str
    effect: Effect
    line: int
    column: int


def find_examples(profile: Profile) -> tuple[tuple[Example, ...], tuple[Diagnostic, ...]]:
    """Returns the examples in the front matter, and a warning for each comment that is meant as one and says nothing."""
    examples: list[Example] = []
    faults: list[Diagnostic] = []
    for number, column, text in _comments(profile):
        found = _EXAMPLE.fullmatch(text)
        if found is None or (found[3] is None and found[1].casefold() not in _EFFECTS):
            continue  # prose that begins with "expect"
        reason = _fault_of(found)
        if reason is None:
            examples.append(_example(found, number, column))
        else:
            message = f"`{cut(text)}` is no example: {reason}."
            faults.append(_warning(profile, number, column, message, "Write `# expect deny: git push origin main`."))
    return tuple(examples), tuple(faults)


def read_example(text: str) -> Example | None:
    """Returns the example that a comment is by itself, in no file; None when it is none."""
    found = _EXAMPLE.fullmatch(text.strip())
    return _example(found, 0, 0) if found is not None and _fault_of(found) is None else None


def _example(found: "re.Match[str]", line: int, column: int) -> Example:
    return Example(found[2] or COMMAND_TOOL, (found[3] or "").strip(), Effect(found[1].casefold()), line, column)


def _fault_of(found: "re.Match[str]") -> str | None:
    if found[1].casefold() not in _EFFECTS:
        return f"`{found[1]}` is none of {', '.join(_EFFECTS)}"
    if found[2] is None and not (found[3] or "").strip():
        return "it names no command"
    return None


def _comments(profile: Profile) -> Iterator[tuple[int, int, str]]:
    """Yields the comment lines of the front matter with line and column."""
    document = split_document(profile.source, Faults(profile.path))
    for line in document.lines if document is not None else ():
        shown = line.trimmed()
        if shown.text.startswith("#"):
            yield shown.line, shown.column, shown.text


def failed(profile: Profile, example: Example, got: str) -> Diagnostic:
    """Returns the warning for an example that came out otherwise (U91)."""
    call = example.argument if example.tool == COMMAND_TOOL else f"{example.tool}: {example.argument}".rstrip(": ")
    message = f"Example: `{cut(call)}` should be {example.effect.value} and is {got}."
    return _warning(profile, example.line, example.column, message, "Change the rules or the example.")


def _warning(profile: Profile, line: int, column: int, message: str, hint: str) -> Diagnostic:
    span = SourceSpan(profile.path, line, column) if line else None  # one that is kept elsewhere has no line
    path = profile.path or None
    return Diagnostic(Code.PROFILE_EXAMPLE_FAILED, Severity.WARNING, message, profile.name, path, span, hint=hint)


def example_line(tool: str, argument: str, effect: Effect) -> str:
    """Returns the comment that keeps a case as an example; an argument of several lines is kept as one (U91)."""
    shown = " ".join(argument.split("\n"))
    return f"# expect {effect.value}: {shown}" if tool == COMMAND_TOOL else f"# expect {effect.value} {tool}: {shown}"

"""Judges the values of single fields, shared by all formats of profiles (P22 to P36)."""

import math
import re
from collections.abc import Callable, Iterable, Mapping

from qodev.base.text import BLANKS, clip, show_hidden
from qodev.profiles.names import has_control, has_hidden, name_fault
from qodev.types.permissions import Effect

DESCRIPTION_LIMIT = 180  # P23
MODEL_LIMIT = 160  # P24
PATH_PATTERN_LIMIT = 160  # P35
STEPS_MOST = 8  # P26
TEMPERATURE_MOST = 2.0  # P25
_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_STEPS = re.compile(r"0*[1-8]")
_TOOL_PATTERN = re.compile(r"[A-Za-z*?][A-Za-z0-9_*?-]{0,63}")
_NEAR_EDITS = 2  # P19
_SHOWN = 60


def cut(text: str) -> str:
    """Returns a word of a file as a message shows it."""
    return show_hidden(clip(text, _SHOWN))


def unquoted(text: str) -> str:
    """Returns `text` without one matching pair of quotes (P15)."""
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'" else text


def read_effect(word: str) -> Effect | None:
    """Returns the effect that a word names in any case; hard_ask is none (P27, P28)."""
    folded = word.casefold()
    return Effect(folded) if folded in (Effect.ASK, Effect.ALLOW, Effect.DENY) else None


def name_reason(text: str) -> str | None:
    """Returns why the text is no name for a profile."""
    return name_fault(text)


def description_reason(text: str) -> str | None:
    """Returns why the text is no description."""
    if not text.strip(BLANKS):
        return "it is empty"
    return f"it has over {DESCRIPTION_LIMIT} characters" if len(text) > DESCRIPTION_LIMIT else None


def model_reason(text: str) -> str | None:
    """Returns why the text is no model id; a blank one means none."""
    if len(text) > MODEL_LIMIT:
        return f"it has over {MODEL_LIMIT} characters"
    return "it holds a control character" if has_control(text) else None


def temperature_reason(text: str) -> str | None:
    """Returns why the text is no temperature."""
    if _NUMBER.fullmatch(text) is None:
        return "it is no number such as `0.2`"
    value = float(text)
    return None if math.isfinite(value) and 0 <= value <= TEMPERATURE_MOST else "it must be from 0 to 2"


def steps_reason(text: str) -> str | None:
    """Returns why the text is no step limit."""
    return None if _STEPS.fullmatch(text) else f"it must be a whole number from 1 to {STEPS_MOST}"


def effect_reason(text: str) -> str | None:
    """Returns why the text is no effect."""
    return None if read_effect(text) is not None else "it must be `ask`, `allow` or `deny`"


SCALARS: Mapping[str, Callable[[str], str | None]] = {
    "name": name_reason,
    "description": description_reason,
    "model": model_reason,
    "temperature": temperature_reason,
    "max_steps": steps_reason,
    "default_permission": effect_reason,
}


def is_tool_pattern(pattern: str) -> bool:
    """Tells whether a pattern can name tools (P30)."""
    return pattern.casefold() == "mcp:*" or _TOOL_PATTERN.fullmatch(pattern) is not None


def command_pattern_fault(pattern: str, limit: int) -> str | None:
    """Returns why a blank-normalised text is no command pattern (P33)."""
    if not pattern:
        return "it is empty"
    if len(pattern) > limit:
        return f"it has over {limit} characters"
    return "it holds a control character" if has_control(pattern) else None


def path_pattern_fault(pattern: str) -> str | None:
    """Returns why a text is no path pattern (P36, S50)."""
    if not pattern or len(pattern) > PATH_PATTERN_LIMIT:
        return f"it must have 1 to {PATH_PATTERN_LIMIT} characters"
    if pattern[0] in "/~!":
        return f"it begins with `{pattern[0]}`; patterns are relative to the project"
    forbidden = next((char for char in pattern if char in "\\:[]{}"), None)
    if forbidden is not None:
        return f"it holds `{forbidden}`"
    if has_hidden(pattern):
        return "it holds a character that cannot be seen"
    segments = pattern.split("/")
    if "" in segments:
        return "it has an empty part between slashes"
    if "." in segments or ".." in segments:
        return "it holds a `.` or `..` part"
    return None


def near_field(word: str, known: Iterable[str]) -> str | None:
    """Returns the field that is at most two edits away (P19)."""
    folded = word.casefold()
    best = min(known, key=lambda name: (_edits(folded, name), name))
    return best if _edits(folded, best) <= _NEAR_EDITS else None


def _edits(a: str, b: str) -> int:
    """Returns how many letters must be added, removed or replaced to turn one word into the other."""
    if abs(len(a) - len(b)) > _NEAR_EDITS:
        return _NEAR_EDITS + 1
    before = list(range(len(b) + 1))
    for i, char in enumerate(a, start=1):
        row = [i]
        for j, other in enumerate(b, start=1):
            row.append(min(before[j] + 1, row[-1] + 1, before[j - 1] + (char != other)))
        before = row
    return before[-1]

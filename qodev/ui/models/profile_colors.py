"""Colours of a profile's text: fields, effects and examples of the front matter, headings of the instructions (U65)."""

import re
from enum import IntEnum

from qodev.ui.models.toml_colors import Ink

_FIELD = re.compile(r"\s*([^:#\s][^:]*):")
_EFFECT = re.compile(r"=\s*(allow|ask|deny)\b", re.IGNORECASE)
_VALUE_EFFECT = re.compile(r"\s*default_permission\s*:\s*(allow|ask|deny)\s*$", re.IGNORECASE)
_EXAMPLE = re.compile(r"\s*#\s*expect\b")
_ROLES = {"allow": "allow", "ask": "ask", "deny": "deny"}


class ProfilePart(IntEnum):
    """Which part of the file a line ends in."""

    START = -1
    FRONT = 1
    BODY = 2


def color_profile_line(line: str, before: int) -> tuple[tuple[Ink, ...], int]:
    """Returns the inks of a line and the part that it ends in; `before` is the part of the line above."""
    shown = line.strip()
    if before == ProfilePart.START:
        part = ProfilePart.FRONT if shown == "---" else ProfilePart.BODY
        return (Ink(0, len(line), "muted"),) if shown == "---" else (), int(part)
    if before == ProfilePart.BODY:
        is_heading = line.startswith("#")
        return (Ink(0, len(line), "text", is_strong=True),) if is_heading else (), int(ProfilePart.BODY)
    if shown == "---":
        return (Ink(0, len(line), "muted"),), int(ProfilePart.BODY)
    if shown.startswith("#"):
        role = "info" if _EXAMPLE.match(line) else "muted"
        return (Ink(0, len(line), role),), int(ProfilePart.FRONT)
    return _front_inks(line), int(ProfilePart.FRONT)


def _front_inks(line: str) -> tuple[Ink, ...]:
    inks = []
    field = _FIELD.match(line)
    if field is not None:
        inks.append(Ink(field.start(1), len(field[1]), "accent"))
    effects = (*_EFFECT.finditer(line), *_VALUE_EFFECT.finditer(line))
    words = (Ink(one.start(1), len(one[1]), _ROLES[one[1].lower()], is_strong=True) for one in effects)
    return (*inks, *words)

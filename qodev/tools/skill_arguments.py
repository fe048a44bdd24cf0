"""Reads what a model or a person gives a skill: `name=value` pairs, values in quotes where they hold blanks (P203)."""

import re
from collections.abc import Mapping, Sequence

from qodev.base.text import BLANKS, clip, show_hidden
from qodev.tools.skill_text import BODY_LIMIT, fill_in
from qodev.types.skills import Skill
from qodev.types.tooling import ToolRefusal

ARGUMENTS_LIMIT = 4_000
_NAME = re.compile(f"[^={BLANKS}\"']+")
_PLAIN = re.compile(f"[^{BLANKS}]*")
_SHOWN = 40


def expand(skill: Skill, arguments: str) -> str:
    """Returns the text of a skill with its arguments filled in once; raises ToolRefusal for any that do not fit."""
    if len(arguments) > ARGUMENTS_LIMIT:
        raise ToolRefusal(f"The arguments have {len(arguments):,} characters, at most {ARGUMENTS_LIMIT:,} are allowed.")
    values = read_pairs(arguments)
    unknown = next((name for name in values if name not in skill.arguments), None)
    if unknown is not None:
        known = _listed(skill.arguments)
        said = f"it has {known}" if known else "it has none"
        raise ToolRefusal(f"The skill `{skill.name}` has no argument `{_cut(unknown)}`: {said}.")
    missing = [name for name in skill.arguments if name not in values]
    if missing:
        raise ToolRefusal(f'The skill `{skill.name}` needs {_listed(missing)}. Write `{missing[0]}="…"`.')
    text = fill_in(skill.body, values)
    if len(text) > BODY_LIMIT:
        raise ToolRefusal(
            f"With these arguments the skill has {len(text):,} characters, at most {BODY_LIMIT:,} are allowed."
        )
    return text


def read_pairs(text: str) -> Mapping[str, str]:
    """Returns the pairs of a text in order; raises ToolRefusal for what is no pair, a quote left open, a name given twice."""
    found: dict[str, str] = {}
    at = _skip(text, 0)
    while at < len(text):
        name, at = _name(text, at)
        if name in found:
            raise ToolRefusal(f"The argument `{_cut(name)}` is given twice.")
        found[name], at = _value(text, at, name)
        at = _skip(text, at)
    return found


def _skip(text: str, at: int) -> int:
    while at < len(text) and text[at] in BLANKS:
        at += 1
    return at


def _name(text: str, at: int) -> tuple[str, int]:
    found = _NAME.match(text, at)
    end = found.end() if found is not None else at
    if found is None or text[end : end + 1] != "=":
        rest = _PLAIN.match(text, at)
        word = rest[0] if rest is not None else ""
        raise ToolRefusal(f"`{_cut(word)}` is no `name=value`. Put a value with blanks in quotes.")
    return found[0], end + 1


def _value(text: str, at: int, name: str) -> tuple[str, int]:
    quote = text[at : at + 1]
    if quote not in ('"', "'"):
        plain = _PLAIN.match(text, at)
        assert plain is not None
        return plain[0], plain.end()
    end = text.find(quote, at + 1)
    if end < 0:
        raise ToolRefusal(f"The quoted value of `{_cut(name)}` is not closed.")
    if text[end + 1 : end + 2] not in ("", *BLANKS):
        raise ToolRefusal(f"After the quoted value of `{_cut(name)}` must come a blank.")
    return text[at + 1 : end], end + 1


def _listed(names: Sequence[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _cut(text: str) -> str:
    return show_hidden(clip(text, _SHOWN))

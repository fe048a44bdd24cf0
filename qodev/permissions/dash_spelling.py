"""Writes a text that bash reads as dash reads the given one, where the two differ (S24)."""

import re

# No `$'…'` and `$"…"`, `&>` is `&` and `>`, `((` two groups, `[[` a command.
_AS_DASH = (
    (re.compile(r"(?<!\\)((?:\\\\)*)\$(?=['\"])"), r"\1\\$"),
    (re.compile(r"&>"), "& >"),
    (re.compile(r"(?<!\$)\(\("), "( ("),
    (re.compile(r"(?<![^\s;&|({])\[\[(?=\s)"), r"\\[["),
)
_TEST = re.compile(r"(?<![^\s;&|({])\[\[(?=\s)")
_COMMENT = re.compile(r"(?<![^\s;&|()])#[^\n]*")
_SINGLE = re.compile(r"'[^']*'?")


def dash_spellings(text: str) -> tuple[str, ...]:
    """Returns what dash makes of a text: once by its quotes, and once whatever they are.

    The second is for what a walk over quotes misses, such as here-documents. A quote that ends behind a `$` is no `$'`.
    """
    everywhere = text
    for pattern, spelled in _AS_DASH:
        everywhere = pattern.sub(spelled, everywhere)
    return tuple(one for one in dict.fromkeys((_by_quotes(text), everywhere)) if one != text)


def _by_quotes(text: str) -> str:
    written: list[str] = []
    ends: list[str] = []  # of what is open: double quotes, substitutions, groups
    at = 0
    while at < len(text):
        taken, shown = _next_piece(text, at, ends)
        written.append(shown)
        at += taken
    return "".join(written)


def _next_piece(text: str, at: int, ends: list[str]) -> tuple[int, str]:
    """Returns how many characters belong together, and what stands for them; opens and closes what they do."""
    char, two = text[at], text[at : at + 2]
    if char == "\\":
        return 2, two
    if ends and char == ends[-1]:
        ends.pop()
    elif two == "$(":
        ends.append(")")
        return 2, two
    elif char in ('"', "`"):
        ends.append(char)
    elif not ends or ends[-1] != '"':
        return _unquoted_piece(text, at, ends)
    return 1, char


def _unquoted_piece(text: str, at: int, ends: list[str]) -> tuple[int, str]:
    char, two = text[at], text[at : at + 2]
    whole = _SINGLE.match(text, at) or _COMMENT.match(text, at)
    if whole is not None:
        return len(whole.group()), whole.group()
    if two in ("$'", '$"'):
        return 1, "\\$"
    if two in ("&>", "$$"):
        return 2, "& >" if two == "&>" else two
    if _TEST.match(text, at):
        return 2, "\\[["
    if char == "(":
        ends.append(")")
        return 1, "( " if two == "((" else char
    return 1, char

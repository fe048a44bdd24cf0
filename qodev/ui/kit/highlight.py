"""Colours of code by theme roles: made once, when the code is finished, in slices that never hold the window (F29)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pygments.lexer import Lexer

HIGHLIGHT_LIMIT = 200_000  # characters; above it code stays plain (U107)


@dataclass(frozen=True, slots=True)
class Colored:
    """A range of a code and the role of its ink."""

    start: int
    end: int
    role: str


_ROLES = (
    ("Token.Comment", "muted"),
    ("Token.Keyword", "accent"),
    ("Token.Operator.Word", "accent"),
    ("Token.Literal.String", "allow"),
    ("Token.Literal.Number", "ask"),
    ("Token.Name.Function", "info"),
    ("Token.Name.Class", "info"),
    ("Token.Name.Decorator", "info"),
    ("Token.Name.Tag", "accent"),
    ("Token.Name.Attribute", "info"),
    ("Token.Name.Builtin", "info"),
    ("Token.Generic.Inserted", "allow"),
    ("Token.Generic.Deleted", "deny"),
    ("Token.Generic.Heading", "info"),
    ("Token.Generic.Subheading", "info"),
)


def color_code(code: str, language: str) -> Iterator[Colored]:
    """Yields the coloured ranges of `code` from its start on; nothing for a language that is not known.

    It is lazy: whoever reads it may stop for a while, so that long code costs no long pause.
    """
    lexer = _find_lexer(language) if len(code) <= HIGHLIGHT_LIMIT else None
    if lexer is None:
        return
    for start, kind, text in lexer.get_tokens_unprocessed(code):
        role = _role_of(str(kind))
        if role and text.strip():
            yield Colored(start, start + len(text), role)


def _role_of(kind: str) -> str:
    return next((role for prefix, role in _ROLES if kind.startswith(prefix)), "")


def _find_lexer(language: str) -> "Lexer | None":
    if not language:
        return None
    from pygments.lexers import get_lexer_by_name  # the table of lexers is read at the first code block
    from pygments.util import ClassNotFound

    try:
        return get_lexer_by_name(language.lower())
    except ClassNotFound:
        return None

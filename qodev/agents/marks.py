"""The `${NAME}` marks of prompts (A96)."""

from collections.abc import Mapping


def expand(text: str, marks: Mapping[str, str]) -> str:
    """Replaces the `${NAME}` of `marks`; what is put in is not looked at again."""
    pieces = text.split("${")
    result = [pieces[0]]
    for piece in pieces[1:]:
        name, brace, rest = piece.partition("}")
        result.append(marks[name] + rest if brace and name in marks else "${" + piece)
    return "".join(result)

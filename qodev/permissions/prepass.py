"""Prepares a text for tree-sitter-bash: joins continued lines, and takes backslashes off the ends of comments (S5)."""

_WORD_STARTS = " \t\n;&|(){}"


def join_lines(text: str) -> str:
    """Returns the text without backslash-newline outside of single quotes, `$'…'` and comments."""
    return "".join(_Scanner(text).pieces())


class _Scanner:
    """Follows quotes and substitutions far enough to know where a backslash continues a line."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._inside: list[str] = []  # `"` for double quotes, `(` for a substitution or group
        self._last = "\n"  # the character before, to know where a comment may begin

    def pieces(self) -> list[str]:
        found: list[str] = []
        while self._at < len(self._text):
            piece = self._next()
            if piece:
                self._last = piece[-1]
                found.append(piece)
        return found

    def _next(self) -> str:
        text, at = self._text, self._at
        char = text[at]
        if char == "\\":
            self._at += 2
            return "" if text[at + 1 : at + 2] == "\n" else text[at : at + 2]
        if self._inside and self._inside[-1] == '"':
            return self._in_double_quotes(char)
        if char == "'":
            return self._until_quote(at + 1, escapes=False)
        if text.startswith("$'", at):
            return self._until_quote(at + 2, escapes=True)
        if char == "#" and self._last in _WORD_STARTS:
            return self._comment()
        if char == '"' or char == "(":
            self._inside.append(char)
        elif char == ")" and self._inside:
            self._inside.pop()
        self._at += 1
        return char

    def _in_double_quotes(self, char: str) -> str:
        if self._text.startswith("$(", self._at):
            self._inside.append("(")
            self._at += 2
            return "$("
        if char == '"':
            self._inside.pop()
        self._at += 1
        return char

    def _until_quote(self, start: int, *, escapes: bool) -> str:
        text, begin = self._text, self._at
        end = start
        while end < len(text) and text[end] != "'":
            end += 2 if escapes and text[end] == "\\" else 1
        self._at = min(end + 1, len(text))
        return text[begin : self._at]

    def _comment(self) -> str:
        end = self._text.find("\n", self._at)
        end = len(self._text) if end < 0 else end
        comment = self._text[self._at : end]
        self._at = end
        return comment.rstrip("\\")

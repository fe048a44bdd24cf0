"""Quote removal as bash does it, with a mark for every part that only a run would know (S16, S17)."""

import re
import shlex
from collections.abc import Iterable
from dataclasses import dataclass

# Stands for any text: a lone surrogate, which no readable text holds (S4) and no escape can make.
UNKNOWN = "\udc00"
# The same for a part in double quotes: any text too, but it never parts one word into two.
HELD = "\udc01"
_SIMPLE_ESCAPES = {
    "a": "\a",
    "b": "\b",
    "e": "\x1b",
    "E": "\x1b",
    "f": "\f",
    "n": "\n",
    "r": "\r",
    "t": "\t",
    "v": "\v",
    "\\": "\\",
    "'": "'",
    '"': '"',
    "?": "?",
}
_ANSI = re.compile(
    r"\\(?:([0-7]{1,3})|x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|c(.)|(.))", re.DOTALL
)
_CODE_POINTS = 0x110000


@dataclass(frozen=True, slots=True)
class Char:
    """One character of a word; quoted ones are plain text whatever they are."""

    text: str
    quoted: bool


_MARK = Char(UNKNOWN, quoted=True)
MARKS = re.compile(f"[{UNKNOWN}{HELD}]+")
Chars = list[Char]


def unknown(*, is_held: bool = False) -> Chars:
    """Returns a part that stands for any text; a held one is no reason for a further word."""
    return [Char(HELD, quoted=True)] if is_held else [_MARK]


def quoted(text: str) -> Chars:
    """Returns text as it is, such as that of single quotes."""
    return [Char(char, quoted=True) for char in text]


def bare(raw: str) -> Chars:
    """Returns the characters of an unquoted part: a backslash quotes the next one, before a line end both vanish."""
    chars: Chars = []
    at = 0
    while at < len(raw):
        if raw[at] == "\\" and at + 1 < len(raw):
            at += 1
            if raw[at] != "\n":
                chars.append(Char(raw[at], quoted=True))
        else:
            chars.append(Char(raw[at], quoted=False))
        at += 1
    return chars


def in_double_quotes(raw: str, *, escapes: str = '$`"\\') -> Chars:
    """Returns the characters of a part inside double quotes; here-documents escape the same but for `"`."""
    chars: Chars = []
    at = 0
    while at < len(raw):
        follows = raw[at + 1 : at + 2]
        if raw[at] == "\\" and follows == "\n":
            at += 2
            continue
        if raw[at] == "\\" and follows and follows in escapes:
            at += 1
        chars.append(Char(raw[at], quoted=True))
        at += 1
    return chars


def in_ansi_quotes(raw: str) -> Chars:
    """Returns the characters of `$'…'`; bash ends the text at a NUL."""
    text = _ANSI.sub(_unescaped, raw)
    end = text.find("\0")
    return quoted(text if end < 0 else text[:end])


def _unescaped(found: "re.Match[str]") -> str:
    octal, hexa, short, long, control, other = found.groups()
    if octal:
        return chr(int(octal, 8) & 0xFF)
    if hexa:
        return chr(int(hexa, 16))
    if short or long:
        point = int(short or long, 16)
        is_character = point < _CODE_POINTS and not 0xD800 <= point <= 0xDFFF
        return chr(point) if is_character else "\ufffd"
    if control:
        return chr(ord(control) & 0x1F)
    return _SIMPLE_ESCAPES.get(other, "\\" + other)


def finish(chars: Iterable[Char], *, had_quotes: bool) -> str:
    """Returns a word: braces and globs that would expand are unknown, and so is each run of unknown parts, once."""
    kept = _without_globs(_without_braces(list(chars)))
    text = "".join(char.text for char in kept)
    text = MARKS.sub(lambda run: UNKNOWN if UNKNOWN in run.group() else HELD, text)
    return text or ("''" if had_quotes else "")


def _without_braces(chars: Chars) -> Chars:
    at = 0
    while at < len(chars):
        if chars[at] == Char("{", quoted=False):
            end = _brace_end(chars, at)
            if end is not None:
                chars[at : end + 1] = [_MARK]
        at += 1
    return chars


def _brace_end(chars: Chars, start: int) -> int | None:
    """Returns where braces end that bash would expand: they hold a comma, or two dots."""
    depth, expands = 0, False
    for at in range(start, len(chars)):
        char = chars[at]
        if char.quoted:
            continue
        if char.text == "{":
            depth += 1
        elif char.text == "," or (char.text == "." and at + 1 < len(chars) and chars[at + 1].text == "."):
            expands = True
        elif char.text == "}":
            depth -= 1
            if depth == 0:
                return at if expands else None
    return None


def _without_globs(chars: Chars) -> Chars:
    at = 0
    while at < len(chars):
        if not chars[at].quoted and chars[at].text in ("*", "?"):
            chars[at] = _MARK
        elif chars[at] == Char("[", quoted=False):
            end = next((n for n in range(at + 2, len(chars)) if chars[n].text == "]"), None)
            if end is not None:
                chars[at : end + 1] = [_MARK]
        at += 1
    return chars


def is_static(text: str) -> bool:
    """Tells whether a word or text holds no unknown part."""
    return UNKNOWN not in text and HELD not in text


def requoted(word: str) -> str:
    """Returns a word as it has to be written to be that word again; what is unknown stays so."""
    if word == "''":
        return word
    return "${qodev}".join(shlex.quote(part) if part else "" for part in MARKS.split(word))


def shown_marks(text: str) -> str:
    """Returns a text for people: an ellipsis for each unknown part."""
    return text.replace(HELD, "…").replace(UNKNOWN, "…")


def same_marks(text: str) -> str:
    """Returns a word or text with one kind of mark, as rules and the comparison of the readers see it."""
    return text.replace(HELD, UNKNOWN)

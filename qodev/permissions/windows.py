"""Cuts texts for PowerShell and cmd, conservatively: what is not plain is opaque (S33 to S35)."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from qodev.base.text import normalize_blanks
from qodev.permissions.lookalikes import disguised, hidden_characters, skeleton, unreadable_characters
from qodev.permissions.shell import spellings
from qodev.permissions.starts import program_name
from qodev.types.permissions import Clause, ClauseKind, Reading

_DASHES = str.maketrans(dict.fromkeys("\u2013\u2014\u2015\u2212", "-"))
_ALIASES = {
    **dict.fromkeys(("rm", "del", "ri", "erase", "rd", "rmdir"), "Remove-Item"),
    **dict.fromkeys(("curl", "wget", "iwr"), "Invoke-WebRequest"),
    **dict.fromkeys(("saps", "start"), "Start-Process"),
    "iex": "Invoke-Expression",
}
_STARTERS = frozenset(
    [
        "cmd",
        "powershell",
        "pwsh",
        "start-process",
        "start",
        "saps",
        "call",
        "for",
        "if",
        "forfiles",
        "do",
        "bash",
        "wsl",
    ]
)
_OPAQUE_COMMANDS = frozenset(
    [
        "invoke-expression",
        "iex",
        "set-alias",
        "sal",
        "new-alias",
        "nal",
        "add-type",
        "invoke-command",
        "icm",
        "import-module",
        "ipmo",
    ]
)
_BARE_SHELLS = frozenset(["pwsh", "powershell", "cmd", "bash"])
_ENCODED = re.compile(r"-e(n(c(o(d(e(d(c(o(m(m(a(n(d)?)?)?)?)?)?)?)?)?)?)?)?)?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Dialect:
    """How one of the two shells writes things."""

    name: str
    escape: str
    blunt: "re.Pattern[str]"  # cuts also inside quotes
    separators: str  # characters that part commands outside of quotes
    special: str  # characters that are not plain outside of quotes
    quotes: str


_POWERSHELL = _Dialect("powershell", "`", re.compile(r"[;|&\n{}()]"), ";|&\n", "$(){}[]@,%`", "'\"")
_CMD = _Dialect("cmd", "^", re.compile(r"[&|()\n]"), "&|\n", "%!^()", '"')


def read_windows(text: str, shell: str) -> Reading:
    """Returns the clauses of a text for PowerShell or cmd, by two cuts, and what of it is not plain."""
    dialect = _POWERSHELL if shell == "powershell" else _CMD
    text = text.replace("\r\n", "\n")
    opaque = [f"unreadable:{cause}" for cause in dict.fromkeys(unreadable_characters(text))]
    blunt = dialect.blunt.split(text.replace(dialect.escape, ""))
    plain, fault = _plain_cut(text, dialect)
    if fault:
        opaque.append(f"opaque:{fault}")
    clauses = [clause for piece in blunt for clause in _clauses(piece, dialect, is_blunt=True)]
    clauses.extend(clause for piece in plain for clause in _clauses(piece, dialect, is_blunt=False))
    opaque.extend(f"opaque:{construct}" for piece in (*blunt, *plain) for construct in _opaque_words(piece))
    doubtful = [f"invisible:{char}" for char in (*hidden_characters(text), *disguised(_without_quoted(text, dialect)))]
    return Reading(
        shell,
        text,
        tuple(dict.fromkeys(clauses)),
        tuple(dict.fromkeys(opaque)),
        tuple(dict.fromkeys(doubtful)),
        spellings(text),
    )


def _plain_cut(text: str, dialect: _Dialect) -> tuple[list[str], str | None]:
    """Cuts at separators outside of quotes; gives up at everything that is not a plain word, saying at what."""
    pieces, piece, quote = [], "", ""
    for at, char in enumerate(text):
        fault = _fault_in_quotes(char, quote, dialect) if quote else _fault_outside(text, at, piece, dialect)
        if fault:
            return [], fault
        if quote or char in dialect.quotes:
            quote = "" if char == quote else quote or char
        elif char in dialect.separators:
            pieces.append(piece)
            piece = ""
            continue
        piece += char
    if quote:
        return [], "an unclosed quote"
    pieces.append(piece)
    if dialect is _POWERSHELL and any(part.strip().startswith(". ") for part in pieces):
        return [], "a dot operator"
    return (pieces, None) if "--%" not in text else ([], "`--%`")


def _fault_in_quotes(char: str, quote: str, dialect: _Dialect) -> str | None:
    if dialect is _POWERSHELL:
        return "`$` in quotes" if quote == '"' and char == "$" else None
    return f"`{char}`" if char in "%!" else None


def _fault_outside(text: str, at: int, piece: str, dialect: _Dialect) -> str | None:
    char = text[at]
    if char in dialect.special and char not in dialect.quotes:
        return f"`{char}`"
    if dialect is not _POWERSHELL:
        return None
    if char == "#" and text[at - 1 : at] == "<":
        return "`<#`"
    is_joint = "&" in (text[at - 1 : at], text[at + 1 : at + 2])
    return "a call operator" if char == "&" and not piece.strip() and not is_joint else None


def _without_quoted(text: str, dialect: _Dialect) -> list[str]:
    bare = re.sub("|".join(f"{quote}[^{quote}]*{quote}" for quote in dialect.quotes), " ", text)
    return [word for word in bare.split() if not word.isascii()]


def _opaque_words(piece: str) -> Iterator[str]:
    words = _bare(piece).split()
    names = [program_name(word.replace("\\", "/")) for word in words]
    for name in names:
        if name in _OPAQUE_COMMANDS:
            yield name
    if names and names[0] in _BARE_SHELLS and all(word.startswith(("-", "/")) for word in words[1:]):
        yield f"a bare {names[0]}"
    if any(name in ("powershell", "pwsh") for name in names) and any(_ENCODED.fullmatch(word) for word in words):
        yield "-EncodedCommand"


def _bare(text: str) -> str:
    """Returns a piece without quotes, dashes made plain, and what may stand before a command taken off."""
    return text.translate(_DASHES).replace('"', "").replace("'", "").strip().lstrip("@&. ")


def _clauses(piece: str, dialect: _Dialect, *, is_blunt: bool) -> Iterator[Clause]:
    text = normalize_blanks(piece)
    if not text or (dialect is _POWERSHELL and text.startswith("#")):
        return
    writes = (f"> {text.partition('>')[2].strip()}",) if ">" in (text if is_blunt else _outside(text, dialect)) else ()
    views = tuple(dict.fromkeys(_views(text, dialect)))
    yield Clause(text, ClauseKind.PLAIN, views, (text,), writes, text)
    for start in _possible(views):
        yield Clause(start, ClauseKind.POSSIBLE, (start, skeleton(start)), (start,))


def _outside(text: str, dialect: _Dialect) -> str:
    return re.sub("|".join(f"{quote}[^{quote}]*{quote}" for quote in dialect.quotes), "", text)


def _views(text: str, dialect: _Dialect) -> Iterator[str]:
    for form in (text, normalize_blanks(_bare(text)), *_spaced(text, dialect)):
        if not form:
            continue
        first, _, rest = form.partition(" ")
        name = first.replace("\\", "/").rsplit("/", 1)[-1]
        named = [first, name, program_name(name), *(_ALIASES[key] for key in (program_name(name),) if key in _ALIASES)]
        for spelled in named:
            view = normalize_blanks(f"{spelled} {rest}")
            yield view
            yield normalize_blanks(skeleton(view))


def _spaced(text: str, dialect: _Dialect) -> list[str]:
    """Returns the piece with what cmd takes for blanks as blanks (S35)."""
    return [normalize_blanks(re.sub(r"[,;=]", " ", _bare(text)))] if dialect is _CMD else []


def _possible(views: Sequence[str]) -> Iterator[str]:
    """Yields every later word of a program that starts another as a start, with and without option words (S35)."""
    found: dict[str, None] = {}
    for view in views:
        words = view.split()
        first = next((at for at, word in enumerate(words) if program_name(word.replace("\\", "/")) in _STARTERS), None)
        if first is None:
            continue
        for rest in (words[first + 1 :], [word for word in words[first + 1 :] if not word.startswith(("-", "/"))]):
            for at in range(len(rest)):
                found.setdefault(" ".join(rest[at:]))
    yield from found

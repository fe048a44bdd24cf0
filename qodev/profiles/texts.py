"""Turns the bytes of a profile file into front matter and body, whatever its format (P3 to P6, P11)."""

import re
from dataclasses import dataclass

from qodev.base.codes import Code
from qodev.base.diagnostics import Diagnostic, Severity, SourceSpan
from qodev.base.text import BLANKS
from qodev.profiles.names import is_stem, split_file_name

SIZE_LIMIT_BYTES = 32_768  # P3
BODY_LIMIT = 20_000  # P20
_LINE_END = re.compile(r"\r\n|\n|\r")  # nothing else ends a line (P6)
_FENCE = "---"


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a file and where it begins; line and column from 1, in code points after the byte-order mark."""

    text: str
    line: int
    column: int

    def trimmed(self) -> "Piece":
        """Returns the piece without blanks at its ends."""
        start = len(self.text) - len(self.text.lstrip(BLANKS))
        return Piece(self.text.strip(BLANKS), self.line, self.column + start)


@dataclass(frozen=True, slots=True)
class Document:
    """A file cut at its fences; `lines` are those of the front matter with their numbers."""

    lines: tuple[Piece, ...]
    closing_line: int
    body: str  # trimmed, lines joined by LF

    @property
    def front(self) -> str:
        """Returns the front matter as one text."""
        return "\n".join(line.text for line in self.lines)


class Faults:
    """Collects the findings about one file."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.found: list[Diagnostic] = []

    def add(
        self,
        code: Code,
        message: str,
        place: tuple[int, int] = (1, 1),
        *,
        field: str | None = None,
        hint: str | None = None,
        severity: Severity = Severity.ERROR,
    ) -> None:
        """Takes one finding."""
        span = SourceSpan(self.path, *place)
        self.found.append(Diagnostic(code, severity, message, path=self.path, span=span, key=field, hint=hint))

    def at(self, code: Code, message: str, piece: Piece, *, field: str, hint: str | None = None) -> None:
        """Takes a finding about a piece of the file."""
        self.add(code, message, (piece.line, piece.column), field=field, hint=hint)

    @property
    def has_errors(self) -> bool:
        """Tells whether the file is refused."""
        return any(found.severity is Severity.ERROR for found in self.found)

    def in_order(self) -> tuple[Diagnostic, ...]:
        """Returns the findings by line and column (P39)."""
        return tuple(sorted(self.found, key=_place))


def _place(found: Diagnostic) -> tuple[int, int]:
    return (found.span.line, found.span.column) if found.span is not None else (1, 1)


def check_file_name(name: str, faults: Faults) -> bool:
    """Tells whether the file may be called so (P2)."""
    stem = split_file_name(name)
    if stem is not None and is_stem(stem):
        return True
    faults.add(
        Code.PROFILE_FILENAME,
        f"`{name}` is no name for a profile file.",
        hint="Use a letter, then up to 39 letters, digits, `_` or `-`, then `.md`.",
    )
    return False


def decode(content: bytes, faults: Faults) -> str | None:
    """Returns the text of the file without one byte-order mark, None when size or encoding forbid it (P3 to P5)."""
    if len(content) > SIZE_LIMIT_BYTES:
        faults.add(
            Code.PROFILE_TOO_LARGE,
            f"The file has {len(content):,} bytes; a profile may have {SIZE_LIMIT_BYTES:,}.",
            hint="Shorten the instructions.",
        )
        return None
    try:
        return content.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as fault:
        faults.add(
            Code.PROFILE_BAD_UTF8, f"The byte at {fault.start:,} is no valid UTF-8.", hint="Save the file as UTF-8."
        )
        return None


def split_document(text: str, faults: Faults, *, closes_in_first_column: bool = False) -> Document | None:
    """Cuts a text at its fences (P11); None when one is missing, or when the first has a language word (P247)."""
    lines = _LINE_END.split(text)
    if lines[0].strip(BLANKS) != _FENCE:
        faults.add(
            Code.PROFILE_NO_OPEN, "The file does not begin with a line `---`.", hint="Begin it with a line `---`."
        )
        return None
    for at, line in enumerate(lines[1:], start=1):
        if line.strip(BLANKS) == _FENCE and (not closes_in_first_column or line.startswith(_FENCE)):
            front = tuple(Piece(part, number, 1) for number, part in enumerate(lines[1:at], start=2))
            return Document(front, at + 1, "\n".join(lines[at + 1 :]).strip(BLANKS))
    faults.add(
        Code.PROFILE_NO_CLOSE,
        "The front matter is not closed.",
        hint="Add a line `---` between the fields and the instructions.",
    )
    return None


def check_body(document: Document, faults: Faults) -> None:
    """Reports a body that is empty or too long (P20)."""
    if not document.body:
        faults.add(
            Code.PROFILE_BODY_EMPTY,
            "The profile has no instructions.",
            (document.closing_line, 1),
            hint="Write what the model should do below the closing `---`.",
        )
    elif len(document.body) > BODY_LIMIT:
        faults.add(
            Code.PROFILE_BODY_TOO_LONG,
            f"The instructions have {len(document.body):,} characters; {BODY_LIMIT:,} are allowed.",
            (document.closing_line + 1, 1),
            hint="Shorten the instructions.",
        )

"""Other spellings of a clause that deny and ask rules see, and the one that allow rules see (S19, S20)."""

from collections.abc import Iterator, Sequence
from itertools import product

from qodev.base.text import normalize_blanks
from qodev.permissions.git_forms import with_split_option, without_globals
from qodev.permissions.lookalikes import skeleton
from qodev.permissions.starts import Start, program_name
from qodev.permissions.trees import Assignment
from qodev.permissions.words import is_static, same_marks, shown_marks
from qodev.types.permissions import Clause, ClauseKind

_HARMLESS_NAMES = frozenset(
    [
        "LANG",
        "TZ",
        "NO_COLOR",
        "FORCE_COLOR",
        "TERM",
        "COLUMNS",
        "LINES",
        "CI",
        "DEBIAN_FRONTEND",
        "PYTHONUNBUFFERED",
        "PYTHONDONTWRITEBYTECODE",
        "RUST_BACKTRACE",
        "RUST_LOG",
        "NODE_ENV",
        "GOOS",
        "GOARCH",
        "CGO_ENABLED",
    ]
)
_HARMLESS_PREFIXES = ("LC_", "CLICOLOR")


def clause_of(start: Start) -> Clause:
    """Returns a command with everything that rules may see of it."""
    command = start.command
    words = _shown(command.words)
    assigned = same_marks(" ".join(assignment.text for assignment in command.assignments))
    redirects = [redirect for redirect in (*command.redirects, *command.outer) if redirect.body is None]
    tail = same_marks(" ".join(redirect.text for redirect in redirects))
    plain = _joined(assigned, words)
    written = (plain, words) if words and all(map(_is_harmless, command.assignments)) else (plain,)
    with_tail = _joined(plain, tail)
    return Clause(
        text=shown_marks(plain or tail),
        kind=ClauseKind(start.kind.value),
        views=tuple(dict.fromkeys(_views(command.words, assigned, tail))),
        written=tuple(dict.fromkeys(_plain_blanks(text or with_tail) for text in written)),
        writes=tuple(shown_marks(redirect.text) for redirect in redirects if redirect.writes),
        written_with_redirects=_plain_blanks(with_tail),
    )


def _shown(words: Sequence[str]) -> str:
    return same_marks(" ".join(words))


def _joined(*parts: str) -> str:
    return " ".join(part for part in parts if part)


def _is_harmless(assignment: Assignment) -> bool:
    return assignment.name in _HARMLESS_NAMES or assignment.name.startswith(_HARMLESS_PREFIXES)


def _views(words: Sequence[str], assigned: str, tail: str) -> Iterator[str]:
    spellings = dict.fromkeys(_spellings(words))
    for text, before, after in product(spellings, {"": 0, assigned: 0}, {"": 0, tail: 0}):
        view = normalize_blanks(_joined(before, text, after))
        if view:
            yield view
            yield normalize_blanks(skeleton(view))


def _spellings(words: Sequence[str]) -> Iterator[str]:
    yield _shown(words)
    if not words:
        return
    for named in (tuple(words), (_base_name(words[0]), *words[1:])):
        yield _shown(named)
        if program_name(words[0]) == "git":
            yield _shown(without_globals(named)[0])
            split = with_split_option(named)
            if split is not None:
                yield _shown(split)


def _base_name(word: str) -> str:
    """Returns the program's name; behind an unknown folder the tail is known (S19)."""
    tail = word.replace("\\", "/").rsplit("/", 1)[-1]
    if not is_static(tail) or not tail:
        return word
    stem, dot, extension = tail.rpartition(".")
    return stem if dot and stem and extension.casefold() in ("exe", "cmd", "bat", "com") else tail


def _plain_blanks(text: str) -> str:
    """Returns the text with runs of space, tab and line end as one space; other blanks stay, so allow rules miss them (P90)."""
    return " ".join(part for part in text.replace("\t", " ").replace("\n", " ").split(" ") if part)


def name_of(clause: Clause) -> str:
    """Returns the name of a clause's program, as rules for wrappers see it."""
    first = clause.written[0].split(" ", 1)[0] if clause.written else ""
    return program_name(first)

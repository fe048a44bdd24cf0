"""Files that were read, with the places of their keys when a finding needs them, and findings by root cause."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from qodev.agents.toml import Place, find_places
from qodev.base.codes import Code
from qodev.base.diagnostics import Diagnostic, Severity, SourceSpan
from qodev.base.files import decode_text, digest_of, read_bounded
from qodev.base.text import near_miss
from qodev.types.agents import Layer

FILE_LIMIT_BYTES = 1024 * 1024  # A7


@dataclass(slots=True, eq=False)
class SourceFile:
    """A TOML file of a layer; equal only to itself, so that unchanged files are known by identity.

    Places of keys cost more than reading the file, and most files need none: they are found at the first question.
    """

    path: str
    layer: Layer
    folder: str | None  # the name of an extra folder (A5)
    digest: str
    text: str | None = field(default=None, repr=False)  # None when the parse cache knew the file
    name_place: Place = (1, 1)  # of the key `name`, which every agent shows
    has_templates: bool = True  # False only when no text in it can be a template
    partials_key: str = ""  # how a snapshot names the folder of the file among its partials
    is_clean: bool = False  # these bytes were read as an agent before, with nothing to say about them
    _places: Mapping[str, Place] | None = field(default=None, repr=False)

    @property
    def name(self) -> str:
        """Returns the file's own name."""
        return self.path[max(self.path.rfind(mark) for mark in "/\\") + 1 :]

    def place_of(self, key: str) -> Place:
        """Returns the line and column of a dotted key path, else of its nearest written parent, else the start."""
        if key == "name":
            return self.name_place
        if self._places is None:
            self._places = find_places(self.load_text())
        path = key
        while path:
            if path in self._places:
                return self._places[path]
            path = path.rpartition(".")[0]
        return (1, 1)

    def span_of(self, key: str) -> SourceSpan:
        """Returns where a key stands."""
        line, column = self.place_of(key)
        return SourceSpan(self.path, line, column)

    def load_text(self) -> str:
        """Returns the text that was parsed, "" when it is not there any more; may read the file."""
        return self.text if self.text is not None else self._read_again()

    def _read_again(self) -> str:
        # Only the very bytes that were parsed can tell the places; a file that changed meanwhile has none.
        try:
            content = read_bounded(Path(self.path), FILE_LIMIT_BYTES)
        except OSError:
            return ""
        text = decode_text(content, Path(self.path)).value if digest_of(content) == self.digest else None
        return text or ""


@dataclass(slots=True)
class Findings:
    """Collects the findings about one file."""

    source: SourceFile
    subject: str | None = None
    found: list[Diagnostic] = field(default_factory=list)

    def add(self, code: Code, severity: Severity, key: str, message: str, hint: str | None = None) -> None:
        """Takes a finding about a key."""
        span = self.source.span_of(key)
        self.found.append(Diagnostic(code, severity, message, self.subject, span=span, key=key, hint=hint))

    def unknown_key(self, key: str, known: tuple[str, ...]) -> None:
        """Takes `key.unknown`, with the near miss among the keys of the same table (A11)."""
        table, _, name = key.rpartition(".")
        near = near_miss(name, known)
        where = f" in `[{table}]`" if table else ""
        ask = f"did you mean `{near}`?" if near else "it has no effect."
        message = f"Unknown key '{name}'{where} in `{self.source.name}`: {ask}"
        self.add(Code.KEY_UNKNOWN, Severity.WARNING, key, message, near)

    def wrong_type(self, key: str, wanted: str, *, severity: Severity = Severity.WARNING) -> None:
        """Takes `key.type`: what stands there is not what the key takes."""
        effect = "it counts as not written" if severity is Severity.WARNING else "the file is not loaded"
        message = f"`{key}` in `{self.source.name}` must be {wanted}; {effect}."
        self.add(Code.KEY_TYPE, severity, key, message)

    def dropped_members(self, key: str, wanted: str) -> None:
        """Takes `key.type` for an array with members of a wrong type (A14)."""
        message = f"`{key}` in `{self.source.name}` takes {wanted} alone; the other members are left out."
        self.add(Code.KEY_TYPE, Severity.WARNING, key, message)

    def bad_value(self, key: str, reason: str, hint: str | None = None) -> None:
        """Takes `key.value`: the right type with an impossible value (A15)."""
        message = f"`{key}` in `{self.source.name}` {reason}; the value is ignored."
        self.add(Code.KEY_VALUE, Severity.WARNING, key, message, hint)


@dataclass(slots=True, eq=False)
class Cause:
    """A finding, and what else fails or is touched because of it (A39)."""

    diagnostic: Diagnostic
    dependants: set[str] = field(default_factory=set)


def _key(diagnostic: Diagnostic) -> tuple[object, ...]:
    where = (diagnostic.span, diagnostic.path, diagnostic.key)
    return (diagnostic.code, *where, diagnostic.subject, diagnostic.message)


@dataclass(slots=True)
class CauseBook:
    """Keeps each root cause once, whoever meets it."""

    _causes: dict[tuple[object, ...], Cause] = field(default_factory=dict)

    def note(self, diagnostic: Diagnostic, touched: str | None = None) -> Cause:
        """Returns the cause of a finding; what is `touched` besides its subject becomes a dependant."""
        key = (
            diagnostic.code,
            diagnostic.span,
            diagnostic.path,
            diagnostic.key,
            diagnostic.subject,
            diagnostic.message,
        )
        cause = self._causes.setdefault(key, Cause(diagnostic))
        if touched is not None and touched != diagnostic.subject:
            cause.dependants.add(touched)
        return cause

    def keep(self, cause: Cause) -> None:
        """Takes a cause that was made elsewhere; one that is here already stays once."""
        if self._causes.get(_key(cause.diagnostic)) is not cause:
            self._causes[(id(cause),)] = cause

    def done(self) -> list[Diagnostic]:
        """Returns the findings with their dependants, sorted by name."""
        return [replace(c.diagnostic, dependants=tuple(sorted(c.dependants))) for c in self._causes.values()]

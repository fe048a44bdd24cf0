"""The made-up conversations that agents are tried with: those of the dry run, and the user's own files (A49, U69)."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from qodev.agents.fixtures import FIXTURES
from qodev.agents.own_fixtures import FixtureFault, parse_fixture
from qodev.base.codes import Code
from qodev.base.diagnostics import Diagnostic, Severity, SourceSpan
from qodev.base.errors import UserFacingError
from qodev.base.files import atomic_write, list_files, load_text
from qodev.base.jsontext import JsonValue

FIXTURES_FOLDER = "fixtures"  # beside `agents`
_LIMIT_BYTES = 1024 * 1024
_COUNT_LIMIT = 200


@dataclass(frozen=True, slots=True)
class NamedFixture:
    """A fixture by its name; one of the user's own has a path, and a finding when it cannot be used."""

    name: str
    path: str | None = None
    diagnostic: Diagnostic | None = None


class FixtureBook:
    """All fixtures; the user's are read anew each time, so an edit counts at once. Blocking."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def all(self) -> tuple[NamedFixture, ...]:
        """Returns all fixtures: those of the dry run first, then the user's by name."""
        own = tuple(self._named(path) for path in self._files())
        return (*(NamedFixture(name) for name in FIXTURES), *own)

    def _files(self) -> tuple[Path, ...]:
        try:
            return list_files(self.folder, ".json")[:_COUNT_LIMIT]
        except OSError:
            return ()

    def _named(self, path: Path) -> NamedFixture:
        read = _load(path)
        return NamedFixture(path.stem, str(path), read if isinstance(read, Diagnostic) else None)

    def create(self) -> Path:
        """Writes a small fixture under a free name and returns its path; raises UserFacingError."""
        taken = {path.name for path in self._files()}
        names = ("own.json", *(f"own_{number}.json" for number in range(2, _COUNT_LIMIT)))
        path = self.folder / next((name for name in names if name not in taken), "own_more.json")
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if path.exists():
                raise UserFacingError(f"`{path.name}` is there already.", "Delete a fixture that is not needed.")
            atomic_write(path, _FIRST_TEXT.encode())
        except OSError as fault:
            raise UserFacingError(f"`{self.folder}` cannot be written: {fault.strerror or fault}.") from fault
        return path

    def require(self, name: str) -> Mapping[str, JsonValue]:
        """Returns the template data of a fixture; raises UserFacingError when there is none or it is broken."""
        if name in FIXTURES:
            return FIXTURES[name].ctx
        path = next((path for path in self._files() if path.stem == name), None)
        if path is None:
            known = ", ".join(fixture.name for fixture in self.all())
            raise UserFacingError(f"There is no fixture `{name}`.", f"Choose one of {known}.")
        read = _load(path)
        if isinstance(read, Diagnostic):
            raise UserFacingError(read.message, read.hint)
        return read


_FIRST_TEXT = """{
  "prefix": "",
  "suffix": "",
  "history": [
    {"role": "user", "content": "What does this function do?"}
  ]
}
"""


def check_fixture(path: Path, text: str) -> tuple[Diagnostic, ...]:
    """Returns what is wrong with the text of a fixture of the user's own."""
    read = _read(path, text)
    return (read,) if isinstance(read, Diagnostic) else ()


def _load(path: Path) -> Mapping[str, JsonValue] | Diagnostic:
    text = load_text(path, _LIMIT_BYTES)
    return text.diagnostics[0] if text.value is None else _read(path, text.value)


def _read(path: Path, text: str) -> Mapping[str, JsonValue] | Diagnostic:
    if path.stem in FIXTURES:
        message = f"`{path.name}` has the name of a built-in fixture; that one is used."
        hint = "Rename the file."
        return Diagnostic(Code.FIXTURE_INVALID, Severity.WARNING, message, path.stem, str(path), hint=hint)
    try:
        return parse_fixture(text)
    except FixtureFault as fault:
        message = f"The fixture `{path.name}` cannot be used: {fault.reason}."
        hint = "Write a JSON object with `history`, such as the one in the manual."
        span = SourceSpan(str(path), fault.line)
        return Diagnostic(Code.FIXTURE_INVALID, Severity.ERROR, message, path.stem, span=span, hint=hint)

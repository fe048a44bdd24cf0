"""Keeps examples of profiles that cannot be changed in a file of qodev's own (U91)."""

from dataclasses import dataclass, field
from pathlib import Path

from qodev.base.errors import UserFacingError
from qodev.base.files import atomic_write, read_bounded
from qodev.base.jsontext import JsonValue, dump_pretty, loads_strict
from qodev.types.profiles import Profile

_LIMIT_BYTES = 1024 * 1024
_MOST = 200  # of one profile


@dataclass(slots=True)
class KeptExamples:
    """Lines such as `# expect deny: ls`, by scope and name of the profile. A file that cannot be read keeps its bytes."""

    path: Path
    _lines: dict[str, tuple[str, ...]] = field(default_factory=dict)
    _fault: str = ""

    def load(self) -> None:
        """Reads the file; what is wrong with it keeps examples from being added. Blocking."""
        self._lines, self._fault = {}, ""
        try:
            document = loads_strict(read_bounded(self.path, _LIMIT_BYTES).decode())
        except FileNotFoundError:
            return
        except (OSError, ValueError) as fault:
            self._fault = str(fault)
            return
        examples = document.get("examples") if isinstance(document, dict) else None
        if not isinstance(examples, dict):
            self._fault = "it holds no examples"
            return
        self._lines = {key: _texts(lines) for key, lines in examples.items()}

    def of(self, profile: Profile) -> tuple[str, ...]:
        """Returns the lines that are kept for a profile."""
        return self._lines.get(_key(profile), ())

    def add(self, profile: Profile, line: str) -> None:
        """Keeps one more line; raises UserFacingError, nothing has changed then. Blocking."""
        self.load()  # another window may have written
        before = self.of(profile)
        if line not in before:
            self._write(profile, (*before, line)[-_MOST:])

    def remove(self, profile: Profile, line: str) -> None:
        """Gives up a line; raises UserFacingError. Blocking."""
        self.load()
        self._write(profile, tuple(one for one in self.of(profile) if one != line))

    def _write(self, profile: Profile, lines: tuple[str, ...]) -> None:
        if self._fault:
            raise UserFacingError(
                f"`{self.path.name}` cannot be read: {self._fault}.", f"Repair or remove {self.path}."
            )
        after = {**self._lines, _key(profile): lines}
        kept: dict[str, JsonValue] = {key: list(found) for key, found in after.items() if found}
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            atomic_write(self.path, dump_pretty({"version": 1, "examples": kept}).encode())
        except OSError as fault:
            raise UserFacingError(f"The example cannot be kept: {fault.strerror}.", "Free space or rights.") from fault
        self._lines = after


def _key(profile: Profile) -> str:
    return f"{profile.scope.value}:{profile.key}"


def _texts(value: JsonValue) -> tuple[str, ...]:
    return tuple(one for one in value if isinstance(one, str))[:_MOST] if isinstance(value, list) else ()

"""The functions that only prompts have: roles and files (A95 to A105)."""

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from qodev.agents.faults import TemplateFault, runtime_fault
from qodev.agents.meter import Counters
from qodev.agents.prompt_files import PromptFiles
from qodev.agents.sources import TemplateSources
from qodev.base.codes import Code
from qodev.base.text import near_miss
from qodev.types.agents import PromptPart

DEFAULT_ROLE = "developer"
_TELLING = 24  # characters that two texts hardly share by chance


@dataclass(frozen=True, slots=True)
class PromptInputs:
    """What a system prompt depends on besides its text.

    `role_id` None means that nothing is selected (developer), "" that *No role* was picked (A104).
    """

    role_id: str | None
    project: Path | None
    home: Path
    config: Path
    language: str = ""
    file_path: str = ""

    def marks(self) -> tuple[tuple[str, str], ...]:
        """Returns what the `${...}` of a prompt stand for (A96)."""
        places = [("HOME", self.home), ("CONFIG_DIR", self.config)]
        if self.project is not None:
            places.append(("PROJECT_DIR", self.project))
        return tuple((name, path.as_posix()) for name, path in places)

    def roots(self) -> tuple[Path, ...]:
        """Returns the folders that prompts may read (A97)."""
        own = (self.home / "qodev", self.config, self.home / "qodeassist")
        return own if self.project is None else (self.project, *own)

    def names(self) -> dict[str, object]:
        """Returns the variables of a prompt."""
        return {"language": self.language, "file_path": self.file_path}


@dataclass(slots=True)
class PromptFunctions:
    """The functions for one prompt. At load what cannot be read becomes a warning, at send it stops the request."""

    inputs: PromptInputs
    sources: TemplateSources
    is_load: bool
    faults: list[TemplateFault] = field(default_factory=list)  # the warnings of a load
    notes: list[str] = field(default_factory=list)
    inserted: list[PromptPart] = field(default_factory=list)  # what the functions gave, in order (U67)

    def table(self) -> Mapping[str, Callable[..., object]]:
        """Returns the functions by name."""
        files = PromptFiles(self.inputs.roots(), self.inputs.project, dict(self.inputs.marks()), self._take)
        return {
            "agent_role": self.agent_role,
            "read_file": self._noting(files.read_file),
            "file_exists": files.file_exists,
            "read_dir": files.read_dir,
        }

    def _noting(self, read_file: Callable[..., str]) -> Callable[..., str]:
        def read(counters: Counters, path: object) -> str:
            text = read_file(counters, path)
            self.inserted.append(PromptPart(text, "read_file", str(path)))
            return text

        return read

    def _take(self, fault: TemplateFault) -> None:
        if not self.is_load:
            raise fault
        self.faults.append(fault)

    def agent_role(self, counters: Counters, role_id: object = None) -> str:
        """Returns the text of a role, or of the one selected in the chat (A104)."""
        if role_id is None:
            text = counters.keep_text(self._selected())
            self.inserted.append(PromptPart(text, "agent_role", self.inputs.role_id or DEFAULT_ROLE))
            return text
        if not isinstance(role_id, str):
            raise runtime_fault("`agent_role` needs the id of a role as text.")
        role = self.sources.roles.get(role_id)
        if role is None:
            self._take(role_fault(role_id, self.sources))
            return ""
        self.inserted.append(PromptPart(role.text, "agent_role", role_id))
        return counters.keep_text(role.text)

    def _selected(self) -> str:
        wanted = self.inputs.role_id
        if wanted == "":
            return ""
        role = self.sources.roles.get(wanted) if wanted is not None else None
        if wanted is not None and role is None:
            self.notes.append(f"The role `{wanted}` is gone; `{DEFAULT_ROLE}` is used.")
        role = role or self.sources.roles.get(DEFAULT_ROLE)
        return role.text if role is not None else ""


def role_fault(role_id: str, sources: TemplateSources) -> TemplateFault:
    """Returns the fault for a role that does not exist (A105)."""
    near = near_miss(role_id, sources.roles)
    return TemplateFault(Code.ROLE_UNKNOWN, f"There is no role `{role_id[:100]}`.", near)


def cut_parts(text: str, inserted: Sequence[PromptPart]) -> tuple[PromptPart, ...]:
    """Returns a rendered prompt cut where the inserted texts stand in it, also where only their beginning was used.

    One that a template changed otherwise is not found.
    """
    parts: list[PromptPart] = []
    at = 0
    for part in inserted:
        start, length = _find_used(text, part.text, at)
        if not length:
            continue
        if start > at:
            parts.append(PromptPart(text[at:start]))
        parts.append(PromptPart(text[start : start + length], part.source, part.detail))
        at = start + length
    return (*parts, PromptPart(text[at:])) if at < len(text) else tuple(parts)


def _find_used(text: str, inserted: str, at: int) -> tuple[int, int]:
    """Returns where in a prompt an inserted text stands, and how much of it; 0 when it is not there."""
    start = text.find(inserted, at) if inserted.strip() else -1
    if start >= 0:
        return start, len(inserted)
    begin = inserted[:_TELLING]
    start = text.find(begin, at) if len(begin.strip()) == _TELLING else -1
    if start < 0:
        return 0, 0
    pairs = zip(text[start : start + len(inserted)], inserted, strict=False)
    return start, sum(1 for _ in itertools.takewhile(lambda pair: pair[0] == pair[1], pairs))

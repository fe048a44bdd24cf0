"""Skills: Markdown guidance that a model loads when it needs it, and that is never executed."""

import hashlib
from dataclasses import dataclass
from enum import StrEnum

from qodev.types.tools import SKILL_PREFIX

_SUFFIX_DIGITS = 12  # P201


class SkillScope(StrEnum):
    """Whose folder a skill lies in; the value is the tag in the names of loaders (P201)."""

    PROJECT = "project"
    USER = "user"


@dataclass(frozen=True, slots=True)
class Skill:
    """A skill with everything that it says, by value."""

    name: str  # of its folder
    description: str
    arguments: tuple[str, ...]
    body: str
    scope: SkillScope
    is_user_only: bool = False  # no model may load it (P204)
    path: str = ""  # of its SKILL.md
    digest: str = ""  # SHA-256 of the file's bytes

    @property
    def key(self) -> str:
        """Returns what names are compared by."""
        return self.name.casefold()

    @property
    def loader(self) -> str:
        """Returns the name of the tool that loads it (P201)."""
        return loader_name(self.scope, self.name)


def loader_name(scope: SkillScope, name: str) -> str:
    """Returns the tool name of a skill: at most 64 characters, since a folder's name has at most 40 (P2, P201)."""
    suffix = hashlib.sha256(f"{scope.value}\0{name}".encode()).hexdigest()[:_SUFFIX_DIGITS]
    return f"{SKILL_PREFIX}{name}_{suffix}"


class SkillState(StrEnum):
    """What became of a skill."""

    ACTIVE = "active"
    SHADOWED = "shadowed"
    CHANGED = "changed"  # of a trusted folder, and not accepted as it is now (S70)
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class SkillRow:
    """One folder of a skill as it was found; `skill` is None when its file cannot be used."""

    name: str
    scope: SkillScope
    state: SkillState
    path: str
    skill: Skill | None = None
    text: str = ""  # of the file, as far as it could be read
    detail: str = ""  # by which file it is shadowed, or why it was skipped
    line: int = 0  # of the fault in a skipped file, 0 where there is none


@dataclass(frozen=True, slots=True)
class SkillText:
    """A skill as it was loaded, its arguments filled in; `content` is what a model gets (P204)."""

    skill: Skill
    text: str
    content: str

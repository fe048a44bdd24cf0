"""Gives a Code task one tool for each skill; it reads the skill anew and returns it as guidance, and runs nothing (P201 to P204)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from qodev.base.jsontext import JsonValue
from qodev.base.tasks import WorkPool
from qodev.tools.arguments import closed_object, text
from qodev.tools.envelope import wrap_skill
from qodev.tools.skill_arguments import ARGUMENTS_LIMIT, expand
from qodev.tools.skill_library import SkillLibrary
from qodev.types.permissions import CallKind
from qodev.types.skills import Skill, SkillScope, SkillText
from qodev.types.tooling import (
    CallVerb,
    CallView,
    Permit,
    PreparedCall,
    Tool,
    ToolCall,
    ToolContext,
    ToolOutput,
    ToolRefusal,
    ToolSpec,
)
from qodev.types.tools import ToolName
from qodev.types.verdicts import PermissionSubject


@dataclass(frozen=True, slots=True)
class SkillSource:
    """Offers a loader for every skill that a model may load; nothing of a skill stays between two turns."""

    library: SkillLibrary
    pool: WorkPool

    async def offer(self, context: ToolContext) -> Sequence[Tool]:
        """Returns the loaders of a turn; user-only skills have none (P204)."""
        listing = await self.pool.run(self.library.look, context.project)
        return [SkillTool(skill, self.library, self.pool) for skill in listing.skills if not skill.is_user_only]

    async def forget(self, conversation_id: str) -> None:
        """Does nothing: no skill runs."""

    async def close(self) -> None:
        """Does nothing: no skill runs."""


class SkillTool:
    """The loader of one skill; of the skill as it was offered only its metadata counts."""

    def __init__(self, skill: Skill, library: SkillLibrary, pool: WorkPool) -> None:
        self._offered = skill
        self._library = library
        self._pool = pool

    @property
    def spec(self) -> ToolSpec:
        """Returns name, description and the names of the arguments; the text of a skill is in no schema (P201)."""
        skill = self._offered
        names = ", ".join(skill.arguments)
        said = f"`name=value` pairs, values with blanks in quotes: {names}" if names else "Empty: it takes none"
        return ToolSpec(
            ToolName(skill.loader),
            CallKind.SKILL,
            f"Loads the skill `{skill.name}` as guidance: {skill.description}",
            closed_object({"arguments": text(said, ARGUMENTS_LIMIT, least=0)}),
        )

    async def prepare(self, call: ToolCall, context: ToolContext) -> PreparedCall:
        """Reads the skill as it is now; raises ToolRefusal when it may not be loaded, or its arguments do not fit."""
        arguments = _arguments_of(call.input)
        loaded = await self._pool.run(self._load, arguments, context)

        async def act(permit: Permit) -> ToolOutput:  # noqa: ARG001  every step lets it load
            found = await self._pool.run(self._load, arguments, context)
            facts = (("skill", found.skill.name), ("scope", found.skill.scope.value), ("file", found.skill.path))
            return ToolOutput(found.content, shown=found.text, facts=facts)

        async def bind() -> str:
            return (await self._pool.run(self._load, arguments, context)).skill.digest

        return PreparedCall(_subject(loaded.skill), _view(loaded.skill, arguments), act, bind)

    def _load(self, arguments: str, context: ToolContext) -> SkillText:
        skill = self._offered
        if skill.scope is SkillScope.PROJECT and not context.is_trusted():
            raise ToolRefusal(f"The skill `{skill.name}` cannot be loaded: its folder is not trusted any more.")
        found = self._library.find(skill.scope, skill.name, context.project)
        if found.is_user_only:
            raise ToolRefusal(f"The skill `{skill.name}` can only be used by the user, as `/{skill.name}`.")
        return load(found, arguments)


def load(skill: Skill, arguments: str) -> SkillText:
    """Returns a skill with its arguments filled in; raises ToolRefusal for arguments that do not fit."""
    filled = expand(skill, arguments)
    return SkillText(skill, filled, wrap_skill(skill.name, skill.scope.value, filled))


def find_for_user(library: SkillLibrary, name: str, arguments: str, project: Path | None) -> SkillText:
    """Returns a skill that a person asked for by name, user-only ones too; raises ToolRefusal (P204). Blocking."""
    listing = library.look(project)
    skill = next((skill for skill in listing.skills if skill.key == name.casefold()), None)
    if skill is None:
        row = next((row for row in listing.rows if row.name.casefold() == name.casefold()), None)
        if row is None:
            raise ToolRefusal(f"There is no skill `{name}`.")
        skill = library.find(row.scope, row.name, project)
    return load(skill, arguments)


def _arguments_of(given: Mapping[str, JsonValue]) -> str:
    value = given.get("arguments")
    return value if isinstance(value, str) else ""


def _subject(skill: Skill) -> PermissionSubject:
    return PermissionSubject(ToolName(skill.loader), CallKind.SKILL, target=skill.name)


def _view(skill: Skill, arguments: str) -> CallView:
    facts = (("scope", skill.scope.value), ("file", skill.path))
    return CallView(CallVerb.LOAD, skill.name, text=arguments, facts=facts)

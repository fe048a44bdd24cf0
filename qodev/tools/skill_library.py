"""Lists the skills of the user and of a trusted project, anew at every question, and hands out the one that counts (P199, P202)."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from qodev.base.codes import Code
from qodev.base.diagnostics import Diagnostic, Severity, sorted_diagnostics
from qodev.tools.skill_places import FoundSkill, ScopeReader, SkillPlace, project_places
from qodev.tools.skill_text import parse_skill
from qodev.types.skills import Skill, SkillRow, SkillScope, SkillState
from qodev.types.tooling import ToolRefusal


@dataclass(frozen=True, slots=True)
class AcceptedSkills:
    """A trusted folder, and which contents of it somebody accepted: relative path and digest (S69)."""

    root: Path
    contents: frozenset[tuple[str, str]]


AcceptedOf = Callable[[Path], AcceptedSkills | None]
"""Returns what of a folder counts now, None when it is not trusted; blocking, asked at every look (S72)."""


@dataclass(frozen=True, slots=True)
class SkillListing:
    """Every skill that was found, the best scope and folder first."""

    rows: tuple[SkillRow, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    is_trusted: bool = False  # whether the project's were looked at

    @property
    def skills(self) -> tuple[Skill, ...]:
        """Returns those that can be used."""
        return tuple(row.skill for row in self.rows if row.state is SkillState.ACTIVE and row.skill is not None)


@dataclass(frozen=True, slots=True)
class SkillLibrary:
    """Reads the folders of skills; every call blocks and remembers nothing."""

    user: tuple[SkillPlace, ...]
    accepted: AcceptedOf

    def look(self, project: Path | None) -> SkillListing:
        """Returns what there is now; of a folder that is not trusted nothing is even listed (P46)."""
        gathered = _Gathered()
        trusted = self.accepted(project) if project is not None else None
        if trusted is not None:
            gathered.take(SkillScope.PROJECT, project_places(trusted.root), trusted)
        gathered.take(SkillScope.USER, self.user, None)
        diagnostics = sorted_diagnostics(gathered.diagnostics)
        return SkillListing(tuple(gathered.rows), diagnostics, trusted is not None)

    def find(self, scope: SkillScope, name: str, project: Path | None) -> Skill:
        """Returns the skill of that very name as its file is now; raises ToolRefusal that says why there is none."""
        listing = self.look(project)
        rows = [row for row in listing.rows if row.scope is scope and row.name == name]
        for row in rows:
            if row.state is SkillState.ACTIVE and row.skill is not None:
                return row.skill
        if scope is SkillScope.PROJECT and not listing.is_trusted:
            raise ToolRefusal(f"The skill `{name}` cannot be loaded: its folder is not trusted any more.")
        raise ToolRefusal(_why_not(name, rows))


def _why_not(name: str, rows: Sequence[SkillRow]) -> str:
    by_state = {row.state: row for row in reversed(rows)}
    changed = by_state.get(SkillState.CHANGED)
    if changed is not None:
        return (
            f"The skill `{name}` is new or was changed since the folder's files were accepted. "
            "The user must look at the difference and accept it first."
        )
    skipped = by_state.get(SkillState.SKIPPED)
    if skipped is not None:
        return f"The skill `{name}` cannot be used any more: {skipped.detail}"
    shadowed = by_state.get(SkillState.SHADOWED)
    if shadowed is not None:
        return f"The skill `{name}` does not count: {shadowed.detail}"
    return f"There is no skill `{name}` any more: it was removed or renamed."


def read_scope(scope: SkillScope, places: Iterable[SkillPlace]) -> tuple[Diagnostic, ...]:
    """Returns what reading some folders of one scope says, whoever trusts them. Blocking."""
    gathered = _Gathered()
    gathered.take(scope, places, None)
    return sorted_diagnostics(gathered.diagnostics)


@dataclass(slots=True)
class _Gathered:
    """The rows so far, and which file has which name."""

    rows: list[SkillRow] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    winners: dict[str, Skill] = field(default_factory=dict)

    def take(self, scope: SkillScope, places: Iterable[SkillPlace], trusted: AcceptedSkills | None) -> None:
        """Adds a scope that is worse than all before."""
        reader = ScopeReader(scope, tuple(places))
        for found in reader.read():
            self._add(found, scope, trusted)
        for diagnostic in reader.diagnostics:
            if diagnostic.severity is Severity.ERROR:
                self.rows.append(_skipped(diagnostic, diagnostic.subject or "", scope))
        self.diagnostics.extend(reader.diagnostics)

    def _add(self, found: FoundSkill, scope: SkillScope, trusted: AcceptedSkills | None) -> None:
        path = str(found.path)
        text = found.content.decode("utf-8", "replace").removeprefix("\ufeff")
        is_pending = trusted is not None and (found.inner, found.digest) not in trusted.contents
        parsed = parse_skill(found.content, found.name, path, scope, digest=found.digest)
        self.diagnostics.extend(parsed.diagnostics)
        skill = parsed.value
        if skill is None:
            self.rows.append(replace(_skipped(parsed.diagnostics[0], found.name, scope), path=path, text=text))
        elif is_pending:  # shadows nothing: what was accepted goes on (S70)
            self.rows.append(SkillRow(found.name, scope, SkillState.CHANGED, path, skill, text))
        elif skill.key in self.winners:
            winner = self.winners[skill.key]
            detail = f"`{winner.path}` comes first."
            self.rows.append(SkillRow(found.name, scope, SkillState.SHADOWED, path, skill, text, detail))
            message = f"The skill `{skill.name}` is not used: {detail}"
            self.diagnostics.append(
                Diagnostic(Code.SKILL_SHADOWED, Severity.INFO, message, subject=skill.name, path=path)
            )
        else:
            self.winners[skill.key] = skill
            self.rows.append(SkillRow(found.name, scope, SkillState.ACTIVE, path, skill, text))


def _skipped(fault: Diagnostic, name: str, scope: SkillScope) -> SkillRow:
    line = fault.span.line if fault.span is not None else 0
    return SkillRow(name, scope, SkillState.SKIPPED, fault.path or "", detail=fault.message, line=line)

"""Project modes and exact rules as front ends use them: read at every question, told after every change (P117 to P129)."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import ParamSpec

from qodev.base.codes import Code
from qodev.base.diagnostics import Diagnostic, Severity
from qodev.base.tasks import WorkPool
from qodev.permissions.policies import PolicyStore
from qodev.permissions.policy_file import normalise_project
from qodev.types.events import PolicyChanged
from qodev.types.permissions import Effect, ProjectMode
from qodev.types.policies import Containment, ProjectPolicy, ProjectRule, RuleKind, trim_command
from qodev.types.ports import EventSink

P = ParamSpec("P")


class PoliciesService:
    """Another window's changes count from the next call: each look asks whether the file is another one (U52)."""

    def __init__(self, store: PolicyStore, pool: WorkPool, emit: EventSink) -> None:
        self._store = store
        self._pool = pool
        self._emit = emit
        self._reloaded: tuple[float, int] | None = None

    async def start(self) -> tuple[Diagnostic, ...]:
        """Reads the registry; one that cannot be read is a finding, and every decision asks (P127)."""
        await self._pool.run(self._store.load)
        return self.diagnostics

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Returns what is wrong with the file."""
        fault = self._store.fault
        if fault is None:
            return ()
        message = f"Rules could not be read, so every decision asks. {fault}"
        path = str(self._store.path)
        return (
            Diagnostic(Code.RULES_UNREADABLE, Severity.ERROR, message, path=path, hint="Repair or remove the file."),
        )

    @property
    def reloaded(self) -> tuple[float, int] | None:
        """Returns when rules that another program wrote came into force, and how many there are (U52)."""
        return self._reloaded

    @property
    def file(self) -> str:
        """Returns the path of the registry."""
        return str(self._store.path)

    @property
    def default_mode(self) -> ProjectMode:
        """Returns the mode of projects for which nothing was stored."""
        return self._store.default_mode

    @property
    def projects(self) -> tuple[str, ...]:
        """Returns the projects with a record."""
        return self._store.projects

    def policy_of(self, project: str) -> ProjectPolicy:
        """Returns what is in force for a project now. Blocking: a look at the file, and a read when it changed."""
        self._follow()
        return self._store.policy_of(project)

    def _follow(self) -> None:
        if self._store.refresh():
            self._reloaded = self._store.clock(), self._store.rule_count

    async def follow(self) -> tuple[Diagnostic, ...]:
        """Reads the registry when another program wrote it, and returns what is wrong with it."""
        await self._pool.run(self._follow)
        return self.diagnostics

    def protection(self, command: str) -> str | None:
        """Returns why a command can never be allowed exactly (P120)."""
        return self._store.protection(command)

    def would_matter(self, project: str, rule: ProjectRule) -> bool:
        """Tells whether the project's present mode would honour an exact rule; a deny always counts (P126). Blocking."""
        return rule.effect is Effect.DENY or self.policy_of(project).mode is ProjectMode.ALLOWLIST

    async def set_mode(self, project: str, mode: ProjectMode) -> ProjectPolicy:
        """Stores a project's mode. Raises PolicyError; nothing has changed then."""
        return await self._change(project, self._store.set_mode, project, mode)

    async def set_max_steps(self, project: str, steps: int | None) -> ProjectPolicy:
        """Stores the step cap of turns whose profile sets none. Raises PolicyError."""
        return await self._change(project, self._store.set_max_steps, project, steps)

    async def set_contain(self, project: str, contain: Containment) -> ProjectPolicy:
        """Stores whether the project's commands are contained (S40). Raises PolicyError."""
        return await self._change(project, self._store.set_contain, project, contain)

    async def set_variables(self, project: str, names: Sequence[str]) -> ProjectPolicy:
        """Stores which variables the project's commands see besides the usual ones (S122). Raises PolicyError."""
        return await self._change(project, self._store.set_variables, project, names)

    async def look(self, project: str) -> ProjectPolicy:
        """Returns what is in force for a project now, off the loop."""
        return await self._pool.run(self.policy_of, project)

    async def set_default_mode(self, mode: ProjectMode) -> None:
        """Stores the mode of projects without a record. Raises PolicyError."""
        await self._pool.run(self._store.set_default_mode, mode)

    async def add_rule(self, project: str, rule: ProjectRule, *, with_mode: ProjectMode | None = None) -> ProjectPolicy:
        """Stores an exact rule, and where it is given the mode that honours it, in one write. Raises PolicyError."""
        plain = replace(rule, text=trim_command(rule.text)) if rule.kind is RuleKind.COMMAND else rule
        return await self._change(project, self._store.add_rule, project, plain, mode=with_mode)

    async def remove_rule(self, project: str, rule: ProjectRule) -> ProjectPolicy:
        """Takes a rule away; adding it again undoes that. Raises PolicyError."""
        return await self._change(project, self._store.remove_rule, project, rule)

    async def note_use(self, project: str, rule: ProjectRule) -> ProjectPolicy:
        """Stores that a rule decided just now. Raises PolicyError."""
        return await self._change(project, self._store.note_use, project, rule)

    async def forget(self, project: str) -> ProjectPolicy:
        """Takes away all that was decided for a project. Raises PolicyError."""
        return await self._change(project, self._store.forget, project)

    async def _change(self, project: str, call: Callable[P, None], *args: P.args, **kwargs: P.kwargs) -> ProjectPolicy:
        await self._pool.run(call, *args, **kwargs)
        policy = self._store.policy_of(project)
        self._emit(PolicyChanged(project=normalise_project(project), policy=policy))
        return policy

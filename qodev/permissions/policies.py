"""Keeps project modes and exact rules: read all or nothing, saved whole before they count (P117 to P129).

Two windows share the file: each change reads it again under a lock, so that neither loses what the other saved (S165).
"""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from qodev.base.environment import build_environment
from qodev.base.errors import UserFacingError
from qodev.base.files import atomic_write, read_bounded
from qodev.base.locks import held
from qodev.permissions import policy_file
from qodev.permissions.policy_file import PolicyFault, ProjectRecord, Registry, normalise_project
from qodev.permissions.protected import ProtectedText
from qodev.types.permissions import Effect, ProjectMode
from qodev.types.policies import Containment, ProjectPolicy, ProjectRule, RuleKind

_Mark = tuple[int, int, int] | None


class PolicyError(UserFacingError):
    """A decision cannot be stored; nothing has changed."""


@dataclass(slots=True)
class PolicyStore:
    """Reads and changes the registry. Every method but the look-ups blocks."""

    path: Path
    protected: ProtectedText
    clock: Callable[[], float]
    _registry: Registry = field(default_factory=Registry)
    _fault: str | None = None
    _mark: _Mark = None

    def load(self) -> None:
        """Reads the file; one that is not exactly right is left alone, and nothing of it counts (P127)."""
        self._mark = _mark_of(self.path)
        try:
            self._registry, self._fault = self._read(), None
        except PolicyFault as fault:
            self._registry = Registry()
            self._fault = f"`{self.path}` cannot be used: {fault}."

    def refresh(self) -> bool:
        """Reads the file again when somebody else wrote it; tells whether it was read."""
        if _mark_of(self.path) == self._mark and self._fault is None:
            return False
        self.load()
        return True

    def _read(self) -> Registry:
        try:
            content = read_bounded(self.path, policy_file.LIMIT_BYTES)
            if hasattr(os, "getuid") and self.path.stat().st_uid != os.getuid():
                raise PolicyFault("it belongs to another user")
        except FileNotFoundError:
            return Registry()
        except OSError as fault:
            raise PolicyFault(f"it cannot be read ({fault.strerror or fault})") from fault
        return policy_file.parse_registry(content)

    @property
    def fault(self) -> str | None:
        """Returns why nothing counts and nothing can be changed, None when all is well."""
        return self._fault

    @property
    def default_mode(self) -> ProjectMode:
        """Returns the mode of projects for which nothing was stored."""
        return self._registry.default_mode

    @property
    def projects(self) -> tuple[str, ...]:
        """Returns the projects with a record."""
        return tuple(record.path for record in self._registry.projects)

    @property
    def rule_count(self) -> int:
        """Returns how many exact rules are in force, over all projects."""
        return sum(len(record.rules) for record in self._registry.projects)

    def policy_of(self, project: str) -> ProjectPolicy:
        """Returns what is in force for a project."""
        path = normalise_project(project)
        if self._fault is not None:
            return ProjectPolicy(path, None, fault=self._fault, contain=None)
        record = self._registry.find(path)
        if record is None:
            return ProjectPolicy(path, self._registry.default_mode)
        return ProjectPolicy(
            path,
            record.mode,
            record.rules,
            is_stored=True,
            max_steps=record.max_steps,
            contain=record.contain,
            variables=record.variables,
        )

    def protection(self, command: str) -> str | None:
        """Returns why an exact allow for a command may not be stored and does not count (P120)."""
        return self.protected.reason(command)

    def set_mode(self, project: str, mode: ProjectMode) -> None:
        """Stores a project's mode; rules stay as they are. Raises PolicyError."""
        self._change(lambda registry: registry.with_record(replace(_record(registry, project), mode=mode)))

    def set_max_steps(self, project: str, steps: int | None) -> None:
        """Stores the step cap of turns whose profile sets none; None is the usual one (P137). Raises PolicyError."""
        try:
            cap = None if steps is None else policy_file.check_steps(steps)
        except PolicyFault as fault:
            raise PolicyError(f"The step cap cannot be stored: {fault}.") from fault
        self._change(lambda registry: registry.with_record(replace(_record(registry, project), max_steps=cap)))

    def set_contain(self, project: str, contain: Containment) -> None:
        """Stores whether the project's commands are contained (S40). Raises PolicyError."""
        self._change(lambda registry: registry.with_record(replace(_record(registry, project), contain=contain)))

    def set_variables(self, project: str, names: Sequence[str]) -> None:
        """Stores which variables the project's commands see besides the usual ones (S122).

        Raises PolicyError for what is no name, and for a name that no command ever sees.
        """
        try:
            kept = policy_file.check_variables(tuple(names))
        except PolicyFault as fault:
            raise PolicyError(f"The names cannot be stored: {fault}.") from fault
        hidden = next((name for name in kept if not _may_pass(name)), None)
        if hidden is not None:
            raise PolicyError(f"`{hidden}` is never passed to commands.", "It could hold a secret or change programs.")
        self._change(lambda registry: registry.with_record(replace(_record(registry, project), variables=kept)))

    def set_default_mode(self, mode: ProjectMode) -> None:
        """Stores the mode of projects without a record; auto is refused (P118). Raises PolicyError."""
        if mode is ProjectMode.AUTO:
            raise PolicyError("Auto cannot be the mode of new projects.", "Switch it on for a project of its own.")
        self._change(lambda registry: replace(registry, default_mode=mode))

    def add_rule(self, project: str, rule: ProjectRule, *, mode: ProjectMode | None = None) -> None:
        """Stores an exact rule in place of one about the same thing, and with it a mode in the same step (P126).

        Raises PolicyError for a protected allow (P120), a bad rule, too many rules, or a file that cannot be written.
        """
        self._check(rule)
        dated = replace(rule, added_at=rule.added_at or self.clock())

        def add(registry: Registry) -> Registry:
            record = _record(registry, project)
            others = tuple(known for known in record.rules if known.key != rule.key)
            return registry.with_record(replace(record, mode=mode or record.mode, rules=(*others, dated)))

        self._change(add)

    def _check(self, rule: ProjectRule) -> None:
        try:
            policy_file.check_rule(rule)
        except PolicyFault as fault:
            raise PolicyError(f"The rule cannot be stored: {fault}.") from fault
        if rule.kind is RuleKind.COMMAND and rule.effect is Effect.ALLOW:
            reason = self.protected.reason(rule.text)
            if reason is not None:
                raise PolicyError(f"`{rule.text}` cannot always be allowed. {reason}", "Allow it once, when it asks.")

    def remove_rule(self, project: str, rule: ProjectRule) -> None:
        """Takes a rule away; one that is gone already is no fault. Raises PolicyError."""

        def remove(registry: Registry) -> Registry:
            record = registry.find(project)
            if record is None:
                return registry
            kept = tuple(known for known in record.rules if known.key != rule.key)
            return registry.with_record(replace(record, rules=kept))

        self._change(remove)

    def note_use(self, project: str, rule: ProjectRule) -> None:
        """Stores that a rule decided just now. Raises PolicyError."""
        now = self.clock()

        def note(registry: Registry) -> Registry:
            record = registry.find(project)
            if record is None:
                return registry
            used = tuple(replace(known, used_at=now) if known.key == rule.key else known for known in record.rules)
            return registry.with_record(replace(record, rules=used))

        self._change(note)

    def put_record(
        self,
        project: str,
        mode: ProjectMode,
        rules: tuple[ProjectRule, ...],
        *,
        contain: Containment = Containment.OFF,
        variables: tuple[str, ...] = (),
    ) -> None:
        """Stores a mode, its rules and how commands run in one write, so that none stands without the others (P217).

        Raises PolicyError.
        """
        for rule in rules:
            self._check(rule)
        path = normalise_project(project)
        record = ProjectRecord(path, mode, rules, contain=contain, variables=variables)
        self._change(lambda registry: registry.with_record(record))

    def forget(self, project: str) -> None:
        """Takes a project's record away. Raises PolicyError."""
        path = normalise_project(project)
        self._change(lambda registry: replace(registry, projects=tuple(r for r in registry.projects if r.path != path)))

    def _change(self, change: Callable[[Registry], Registry]) -> None:
        """Reads, changes and writes under the lock; only what is on disk is published (P128)."""
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with held(self.path.with_suffix(".lock")):
                self.load()
                if self._fault is not None:
                    raise PolicyError(
                        "Rules could not be read, so nothing can be changed.", f"{self._fault} Repair or remove it."
                    )
                after = change(self._registry)
                if after != self._registry:
                    atomic_write(self.path, _checked(after), keep_mode=False)
                self._registry, self._mark = after, _mark_of(self.path)
        except OSError as fault:
            raise PolicyError(f"The decision could not be stored: {fault.strerror or fault}.") from fault


def _checked(registry: Registry) -> bytes:
    """Returns the bytes of a registry that will load again; raises PolicyError for one that would not."""
    try:
        content = policy_file.render_registry(registry)
        policy_file.parse_registry(content)
    except (PolicyFault, UnicodeEncodeError) as fault:
        raise PolicyError(f"The decision cannot be stored: {fault}.", "Remove what is not needed any more.") from fault
    return content


def _record(registry: Registry, project: str) -> ProjectRecord:
    path = normalise_project(project)
    return registry.find(path) or ProjectRecord(path, registry.default_mode)


def _may_pass(name: str) -> bool:
    given = "\0"  # no value that qodev sets itself
    return build_environment({name: given}, added=(name,)).get(name) == given


def _mark_of(path: Path) -> _Mark:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino

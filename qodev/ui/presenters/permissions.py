"""The Permissions & trust page: modes and exact rules of a project, trusted folders, and tests of commands (U50 to U52)."""

from collections.abc import Awaitable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from qodev.base.errors import UserFacingError
from qodev.services.simulator import SimulatedCall
from qodev.types.conversation import DEFAULT_PROFILE
from qodev.types.events import AnyEvent, CatalogChanged, CatalogKind, PolicyChanged, TrustChanged
from qodev.types.permissions import Effect, ProjectMode
from qodev.types.policies import Containment, ContainState, ProjectRule, RuleKind, trim_command
from qodev.types.trust import TrustRecord
from qodev.ui.models.notices import Toast
from qodev.ui.models.permission_rows import (
    FolderCounts,
    FolderRow,
    PermissionsState,
    RuleRow,
    explanation_of,
    folder_row,
    reloaded_text,
)
from qodev.ui.models.words import FolderWord
from qodev.ui.presenters.core import Presenter
from qodev.ui.presenters.project_mode import ProjectModePresenter
from qodev.ui.presenters.trust import TrustPresenter

if TYPE_CHECKING:
    from qodev.services.app import Services

_USUAL_STEPS = 8  # P137


class PermissionsPresenter(Presenter):
    """Shows one project at a time, by default the one in view."""

    state_changed = Signal(object)  # PermissionsState
    explained = Signal(object)  # Explanation
    unexplained = Signal(str)  # why there is none

    def __init__(
        self,
        services: "Services",
        mode: ProjectModePresenter,
        trust: TrustPresenter,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(services, parent)
        self._mode = mode
        self._trust = trust
        self._removed: dict[str, tuple[str, ProjectRule]] = {}
        self._removals = 0
        self._records: tuple[TrustRecord, ...] = ()
        self.state = PermissionsState()

    def load(self) -> None:
        """Shows everything as it is now, with the project in view in front when none was chosen."""
        self._mode.look()
        project = self.state.project or self._mode.state.project
        self.spawn(self._load(project), "permissions")

    def take(self, batch: tuple[AnyEvent, ...]) -> None:
        """Takes the events of a frame."""
        if any(isinstance(e, PolicyChanged | TrustChanged) or _is_profiles(e) for e in batch):
            self.load()

    def choose_project(self, project: str) -> None:
        """Shows another project."""
        self.state = replace(self.state, project=project)
        self.spawn(self._load(project), "permissions")

    async def _load(self, project: str) -> None:
        policies = self.services.policies
        known = {p.path: p.name for p in self.services.projects.recent}
        for path in policies.projects:
            known.setdefault(path, Path(path).name or path)
        shown = project or next(iter(known), "")
        policy = await policies.look(shown) if shown else None
        contain = await self.services.containment.of(policy) if policy is not None else ContainState()
        folders = await self._folders()
        if self.state.project not in ("", project):
            return  # another project was chosen meanwhile
        fault = policy.fault if policy is not None else next((d.message for d in policies.diagnostics), None)
        reloaded = policies.reloaded
        after = PermissionsState(
            tuple((path, f"{name}  ·  {path}") for path, name in known.items()),
            shown,
            policy.mode if policy is not None else None,
            fault or "",
            policies.file,
            tuple(RuleRow(rule) for rule in policy.rules) if policy is not None else (),
            reloaded_text(*reloaded) if reloaded is not None and not fault else "",
            (policy.max_steps if policy is not None else None) or _USUAL_STEPS,
            policies.default_mode,
            folders,
            contain,
            policy.variables if policy is not None else (),
        )
        if after != self.state:
            self.state = after
        self.state_changed.emit(self.state)

    async def _folders(self) -> tuple[FolderRow, ...]:
        self._records = await self.services.trust.folders()
        counts = await self.services.pool.run(self._count, self._records)
        return tuple(folder_row(r.path, r.since, c) for r, c in zip(self._records, counts, strict=True))

    def _count(self, records: Sequence[TrustRecord]) -> list[FolderCounts | None]:
        return [self._counts_of(record) for record in records]

    def _counts_of(self, record: TrustRecord) -> FolderCounts | None:
        found = self.services.trust.look(Path(record.path)) if record.is_there else None
        if found is None or not found.is_trusted:
            return None
        kinds = [file.kind.value for file in found.effective]
        profiles, skills, instructions = (kinds.count(kind) for kind in ("profile", "skill", "instructions"))
        return FolderCounts(profiles, skills, instructions, len(found.pending))

    # What belongs to the project in front.

    def set_mode(self, mode: ProjectMode) -> None:
        """Changes the mode; Auto is asked about first."""
        if self.state.project:
            self._mode.change(self.state.project, mode)

    def set_max_steps(self, steps: int) -> None:
        """Changes how many steps a turn may take whose profile says nothing."""
        if self.state.project and steps != self.state.max_steps:
            cap = None if steps == _USUAL_STEPS else steps
            self.spawn(self.services.policies.set_max_steps(self.state.project, cap), "max_steps")

    def set_contain(self, contain: Containment) -> None:
        """Changes how commands of the project in front run."""
        if self.state.project and contain is not self.state.contain.setting:
            self.spawn(self._store(self.services.containment.choose(self.state.project, contain)), "contain")

    def set_variables(self, text: str) -> None:
        """Changes which variables commands of the project in front see; names are parted by commas or blanks."""
        names = tuple(dict.fromkeys(text.replace(",", " ").split()))
        if self.state.project and tuple(sorted(names)) != self.state.variables:
            self.spawn(self._store(self.services.policies.set_variables(self.state.project, names)), "variables")

    async def _store(self, change: Awaitable[object]) -> None:
        """Stores a change; where that fails the page shows what is in force again."""
        try:
            await change
        except UserFacingError:
            await self._load(self.state.project)
            raise

    def set_default_mode(self, mode: ProjectMode) -> None:
        """Changes the mode of projects for which nothing was stored."""
        self.spawn(self._set_default_mode(mode), "default_mode")

    async def _set_default_mode(self, mode: ProjectMode) -> None:
        try:
            await self.services.policies.set_default_mode(mode)
        finally:
            await self._load(self.state.project)
        self._mode.look()

    def why_not(self, rule: ProjectRule) -> str:
        """Returns why a rule cannot be stored, or ''."""
        if not trim_command(rule.text):
            return self.tr("Type the exact text.")
        if rule.kind is RuleKind.OPERATION:
            if rule.effect is Effect.ALLOW:
                return self.tr("An operation is allowed where it asks, since what it looks like is stored with it.")
            return "" if rule.server.strip() else self.tr("Name the server.")
        if rule.effect is Effect.ALLOW:
            reason = self.services.policies.protection(rule.text)
            return (
                self.tr("An allow rule would never count for it. {0} A deny rule would.").format(reason)
                if reason
                else ""
            )
        return ""

    def add_rule(self, rule: ProjectRule, to_allowlist: bool = False) -> None:  # noqa: FBT001, FBT002  # a slot
        """Stores a rule of the project in front, together with the mode in which an allow rule counts if it is wanted."""
        mode = ProjectMode.ALLOWLIST if to_allowlist else None
        if self.state.project:
            self.spawn(self.services.policies.add_rule(self.state.project, rule, with_mode=mode), "add_rule")

    def change_rule(
        self,
        before: ProjectRule,
        after: ProjectRule,
        to_allowlist: bool = False,  # noqa: FBT001, FBT002  # a slot
    ) -> None:
        """Stores a rule in place of another one."""
        mode = ProjectMode.ALLOWLIST if to_allowlist else None
        if self.state.project:
            self.spawn(self._change_rule(self.state.project, before, after, mode), "change_rule")

    async def _change_rule(
        self, project: str, before: ProjectRule, after: ProjectRule, mode: ProjectMode | None
    ) -> None:
        await self.services.policies.add_rule(project, after, with_mode=mode)
        if replace(after, text=trim_command(after.text)).key != before.key:
            await self.services.policies.remove_rule(project, before)

    def remove_rule(self, rule: ProjectRule) -> None:
        """Takes a rule away; the toast brings it back."""
        if self.state.project:
            self.spawn(self._remove_rule(self.state.project, rule), "remove_rule")

    async def _remove_rule(self, project: str, rule: ProjectRule) -> None:
        await self.services.policies.remove_rule(project, rule)
        self._removals += 1
        key = f"rule:{self._removals}"
        self._removed[key] = project, rule
        self.toast_raised.emit(Toast(self.tr("Rule removed: {0}").format(RuleRow(rule).text), key))

    def undo(self, what: str) -> None:
        """Brings back what a toast named."""
        if what in self._removed:
            project, rule = self._removed.pop(what)
            self.spawn(self.services.policies.add_rule(project, rule), "undo")

    # Tests.

    @property
    def profile_names(self) -> tuple[str, ...]:
        """Returns the profiles that a command can be tested under."""
        return tuple(profile.name for profile in self.services.profiles.snapshot.profiles) or (DEFAULT_PROFILE,)

    def test(self, command: str, profile: str) -> None:
        """Asks what would happen to a command in the project in front; nothing runs."""
        self.spawn(self._test(command, profile, self.state.project), "test")

    async def _test(self, command: str, name: str, project: str) -> None:
        snapshot = await self.services.profiles.snapshot_of(project or None)
        profile = snapshot.find(name) or snapshot.find(DEFAULT_PROFILE)
        assert profile is not None, "built in"
        call = SimulatedCall("run_command", command, Path(project) if project else None)
        try:
            verdict = await self.services.simulator.explain(profile, call)
        except UserFacingError as fault:
            self.unexplained.emit(f"{fault.message} {fault.hint or ''}".strip())
        else:
            self.explained.emit(explanation_of(verdict))

    # Folders.

    def review(self, place: int) -> None:
        """Shows a trusted folder in the main window: what has changed, or all of its files."""
        if 0 <= place < len(self._records):
            path = self._records[place].path
            is_changed = self.state.folders[place].word == FolderWord.CHANGED.value
            (self._trust.show_diff if is_changed else self._trust.show_sheet)(path)

    def revoke(self, place: int) -> None:
        """Stops trusting a folder; it counts at once."""
        if 0 <= place < len(self._records):
            self._trust.revoke(self._records[place].path)


def _is_profiles(event: AnyEvent) -> bool:
    return isinstance(event, CatalogChanged) and event.kind is CatalogKind.PROFILES

"""Makes the services of Code tasks for each other."""

import os
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from qodev.base.ids import new_id
from qodev.base.paths import AppPaths
from qodev.base.tasks import WorkPool
from qodev.permissions.broker import PermissionBroker
from qodev.permissions.gate import GateParts, PermissionGate
from qodev.permissions.reading import CommandReaders, find_shfmt
from qodev.services.changes import ChangesParts, ChangesService, Messages
from qodev.services.commands import CommandSetting, CommandTools
from qodev.services.file_changes import FileChangesService
from qodev.services.file_tools import FileSetting, make_file_changes, make_file_tools
from qodev.services.git_changes import GitChanges
from qodev.services.policies import PoliciesService
from qodev.services.profile_wiring import ProfileServices, empty_folder
from qodev.services.tasks import CodeTasks, TaskParts
from qodev.settings.key_values import parse_ref
from qodev.types.agents import AgentSnapshot
from qodev.types.changes import ChangeLog
from qodev.types.permissions import ProjectMode
from qodev.types.policies import ProjectPolicy, ProjectRule
from qodev.types.ports import EventSink
from qodev.types.tooling import ToolSource
from qodev.workspace.checkpoints import CheckpointStore
from qodev.workspace.git import Git
from qodev.workspace.roots import ProjectRoots


@dataclass(frozen=True, slots=True)
class TaskSetting:
    """What these services need of the rest of the program."""

    paths: AppPaths
    env: Mapping[str, str]
    permissions: ProfileServices
    pool: WorkPool
    emit: EventSink
    report_fault: Callable[[str, BaseException], None]
    max_failed_checks: Callable[[], int]
    changes: Callable[[], ChangeLog]
    snapshot: Callable[[], AgentSnapshot]  # names the variables that keys are taken from
    messages: Messages
    others: Sequence[ToolSource] = ()  # of tools, made elsewhere


def make_code_tasks(setting: TaskSetting) -> tuple[CodeTasks, FileChangesService, ChangesService]:
    """Wires them, and what lists their changes of files and takes them back; no file is read and nothing is started."""
    permissions = setting.permissions
    broker = PermissionBroker(setting.emit)
    commands = _make_commands(setting)
    gate = _make_gate(permissions.policies, broker, lambda project: tasks.is_trusted(project))
    tasks = CodeTasks(
        TaskParts(
            profiles=permissions.profiles,
            trust=permissions.trust,
            policies=permissions.policies,
            sources=_sources(setting, commands),
            background=commands.background,
            gate=gate,
            broker=broker,
            private=setting.paths.data / "workspaces",
            pool=setting.pool,
            emit=setting.emit,
            report_fault=setting.report_fault,
            max_failed_checks=setting.max_failed_checks,
        )
    )
    recorded = make_file_changes(_file_setting(setting))
    return tasks, recorded, _make_changes(setting, recorded, tasks)


def _make_gate(
    policies: PoliciesService, broker: PermissionBroker, is_trusted: Callable[[str], Awaitable[bool]]
) -> PermissionGate:
    async def policy_of(project: str) -> ProjectPolicy:
        return await policies.look(project)

    async def add_rule(project: str, rule: ProjectRule, mode: ProjectMode | None) -> ProjectPolicy:
        return await policies.add_rule(project, rule, with_mode=mode)

    return PermissionGate(
        GateParts(
            policy_of=policy_of,
            add_rule=add_rule,
            note_use=policies.note_use,
            is_trusted=is_trusted,
            protection=policies.protection,
            broker=broker,
            clock=time.time,
            new_id=new_id,
        )
    )


def _sources(setting: TaskSetting, commands: CommandTools) -> Sequence[ToolSource]:
    return (make_file_tools(_file_setting(setting)), commands, *setting.others)


def _make_commands(setting: TaskSetting) -> CommandTools:
    empty = empty_folder(setting.paths)
    hooks_folder = Git(setting.env, empty).hooks_folder
    return CommandTools(
        CommandSetting(
            env=setting.env,
            is_windows=os.name == "nt",
            readers=CommandReaders(find_shfmt(setting.env), empty),
            policies=setting.permissions.policies,
            containment=setting.permissions.containment,
            hooks_folder=hooks_folder,
            paths=setting.paths,
            open_root=ProjectRoots(setting.pool, hooks_folder).open,
            key_variables=lambda: _key_variables(setting.snapshot()),
            pool=setting.pool,
            emit=setting.emit,
            on_error=setting.report_fault,
            clock=time.time,
            new_id=new_id,
        )
    )


def _key_variables(snapshot: AgentSnapshot) -> Iterator[str]:
    """Yields the variables that provider instances take their keys from (S122)."""
    for instance in snapshot.instances.values():
        yield from (one.name for one in parse_ref(instance.api_key_ref) if one.is_variable)


def _file_setting(setting: TaskSetting) -> FileSetting:
    paths = setting.paths
    return FileSetting(setting.pool, setting.env, empty_folder(paths), paths.data, setting.changes, setting.emit)


def _make_changes(setting: TaskSetting, recorded: FileChangesService, tasks: CodeTasks) -> ChangesService:
    """Returns what lists and shows changes of files."""
    git = Git(setting.env, empty_folder(setting.paths))
    checkpoints = CheckpointStore(setting.paths.data / "checkpoints")

    async def folder_of(conversation_id: str) -> Path | None:
        return await tasks.folder_of(setting.messages.get(conversation_id))

    parts = ChangesParts(
        recorded, checkpoints, setting.messages, folder_of, GitChanges(git, setting.pool), setting.pool
    )
    return ChangesService(parts)

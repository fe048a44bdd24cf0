"""Makes the services of Code tasks for each other."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from qodev.base.ids import new_id
from qodev.base.paths import AppPaths
from qodev.base.tasks import WorkPool
from qodev.permissions.broker import PermissionBroker
from qodev.permissions.gate import GateParts, PermissionGate
from qodev.services.file_changes import FileChangesService
from qodev.services.file_tools import FileSetting, make_file_changes, make_file_tools
from qodev.services.profile_wiring import ProfileServices, empty_folder
from qodev.services.tasks import CodeTasks, TaskParts
from qodev.types.changes import ChangeLog
from qodev.types.permissions import ProjectMode
from qodev.types.policies import ProjectPolicy, ProjectRule
from qodev.types.ports import EventSink
from qodev.types.tooling import ToolSource


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
    others: Sequence[ToolSource] = ()  # of tools, made elsewhere


def make_code_tasks(setting: TaskSetting) -> tuple[CodeTasks, FileChangesService]:
    """Wires them, and what takes their changes of files back; no file is read and nothing is started."""
    permissions = setting.permissions
    broker = PermissionBroker(setting.emit)
    tasks: CodeTasks

    async def policy_of(project: str) -> ProjectPolicy:
        return await permissions.policies.look(project)

    async def add_rule(project: str, rule: ProjectRule, mode: ProjectMode | None) -> ProjectPolicy:
        return await permissions.policies.add_rule(project, rule, with_mode=mode)

    gate = PermissionGate(
        GateParts(
            policy_of=policy_of,
            add_rule=add_rule,
            note_use=permissions.policies.note_use,
            is_trusted=lambda project: tasks.is_trusted(project),
            protection=permissions.policies.protection,
            broker=broker,
            clock=time.time,
            new_id=new_id,
        )
    )
    tasks = CodeTasks(
        TaskParts(
            profiles=permissions.profiles,
            trust=permissions.trust,
            policies=permissions.policies,
            sources=_sources(setting),
            gate=gate,
            broker=broker,
            private=setting.paths.data / "workspaces",
            pool=setting.pool,
            emit=setting.emit,
            report_fault=setting.report_fault,
            max_failed_checks=setting.max_failed_checks,
        )
    )
    return tasks, make_file_changes(_file_setting(setting))


def _sources(setting: TaskSetting) -> Sequence[ToolSource]:
    return (make_file_tools(_file_setting(setting)), *setting.others)


def _file_setting(setting: TaskSetting) -> FileSetting:
    paths = setting.paths
    return FileSetting(setting.pool, setting.env, empty_folder(paths), paths.data, setting.changes, setting.emit)

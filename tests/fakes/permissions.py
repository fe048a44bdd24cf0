"""Gives the double of the services the real ones about profiles, rules, trust and projects, in the test's own folders."""

import os
from pathlib import Path
from typing import Any

from qodev.base.commands import CommandOrder
from qodev.base.contain import Availability
from qodev.base.containment_box import Box
from qodev.base.logs import KnownSecrets
from qodev.base.net import HttpClient, NetSettings
from qodev.services.mcp import ServersService, ServersSetting
from qodev.services.profile_wiring import PermissionFields, ProfileServices, ProfileSetting, make_profile_services
from tests.fakes.services import FakeServices, fixed_clock
from tests.servers.mcp_stage import MemoryKeys


class _Fields(PermissionFields):
    """Names them as the program's services do."""

    def __init__(self, made: ProfileServices) -> None:
        self._permissions = made


def add_permissions(services: Any) -> None:
    """Puts them there; nothing is read before somebody asks."""
    setting = ProfileSetting(
        paths=services.paths,
        env={},
        codev=lambda: str(services.preferences.value("codev_profiles")),
        conversations=services.conversations,
        pool=services.pool,
        emit=services.bus.emit,
        report=_ignore,
        containing=Containing(services),
        clock=fixed_clock,
    )
    fields = _Fields(make_profile_services(setting))
    services.contain_fault = "bubblewrap (bwrap) was not found"
    names = ("profiles", "profile_documents", "profile_choices", "projects", "trust", "policies", "simulator")
    for name in (*names, "skills", "mentions", "containment"):
        setattr(services, name, getattr(fields, name))
    services.servers = make_servers(services)
    services.profile_editing, services.xray = fields.profile_editing, fields.xray


class Containing:
    """Stands for a system on which containment starts, or fails with `contain_fault` of the services."""

    def __init__(self, services: Any) -> None:
        self._services = services

    async def availability(self, _project: Path) -> Availability:
        fault = str(self._services.contain_fault)
        return Availability(None if fault else Path("/usr/bin/bwrap"), fault)

    def forget(self) -> None:
        """Keeps no answer."""

    def order(self, program: Path, box: Box, order: CommandOrder) -> CommandOrder:
        raise AssertionError("no command runs here")


def make_servers(services: Any) -> ServersService:
    """Returns the real service of MCP servers; a server that a test accepts really runs."""
    known = KnownSecrets()
    setting = ServersSetting(
        paths=services.paths,
        env={name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ},
        pool=services.pool,
        client=HttpClient(known=known),
        net=lambda: NetSettings(proxy="none"),
        keys=MemoryKeys(),
        known=known,
        judge=services.simulator,
        emit=services.bus.emit,
        report=_ignore,
        report_fault=_fail,
        open_browser=lambda _url: False,
    )
    return ServersService(setting)


def _fail(name: str, fault: BaseException) -> None:
    raise AssertionError(name) from fault


def _ignore(_source: str, _found: object) -> None:
    pass


async def start_permissions(services: FakeServices) -> None:
    """Reads trust, rules, projects and profiles, as the program does at its start."""
    made: Any = services
    await made.trust.start()
    await made.policies.start()
    await made.projects.start()
    await made.profiles.reload()

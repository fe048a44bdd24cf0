"""`qodev roles`."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from qodev.base.codes import Code
from qodev.base.diagnostics import Diagnostic
from qodev.base.errors import UserFacingError
from qodev.cli.output import DONE, PROBLEMS, print_diagnostics, print_json, print_table, print_text
from qodev.cli.session import run_with_services

if TYPE_CHECKING:
    from qodev.services.app import Services
    from qodev.types.agents import RoleSpec

_UNREADABLE = (Code.FILE_UNREADABLE, Code.FILE_TOO_LARGE, Code.FILE_ENCODING)


def run_roles(options: argparse.Namespace) -> int:
    """Carries out one of the `roles` actions."""
    actions = {"list": _list, "show": _show, "import": _import}
    return run_with_services(lambda services: actions[options.action](services, options))


async def _list(services: "Services", options: argparse.Namespace) -> int:
    roles = sorted(services.agents.snapshot.roles.values(), key=lambda role: role.id)
    if options.json:
        print_json([_role(role) for role in roles])
    else:
        print_table(
            ("ID", "NAME", "LAYER", "DESCRIPTION"), ((r.id, r.name, r.layer.value, r.description) for r in roles)
        )
    return DONE


async def _show(services: "Services", options: argparse.Namespace) -> int:
    role = services.agents.snapshot.roles.get(options.id)
    if role is None:
        known = ", ".join(sorted(services.agents.snapshot.roles))
        raise UserFacingError(f"There is no role `{options.id}`.", f"Known ids: {known}.")
    if options.json:
        print_json(_role(role) | {"text": role.text})
    else:
        print_text(f"{role.name} ({role.id}, {role.layer.value}): {role.description}\n\n{role.text}")
    return DONE


def _role(role: "RoleSpec") -> dict[str, object]:
    return {
        "id": role.id,
        "name": role.name,
        "description": role.description,
        "layer": role.layer.value,
        "file": role.span.path,
    }


async def _import(services: "Services", options: argparse.Namespace) -> int:
    parsed = await services.roles.read_import(options.file)
    _require_readable(options.file, parsed.diagnostics)
    offers = parsed.value or ()
    chosen = [offer for offer in offers if offer.is_ticked or options.all]
    roles = await services.roles.import_roles(chosen)
    left = [offer.source_id for offer in offers if offer not in chosen]
    if options.json:
        print_json({"imported": [_role(r) for r in roles], "left_out": left, "diagnostics": parsed.diagnostics})
    else:
        for role in roles:
            print_text(f"{role.id}: {role.span.path}")
        if left:
            print_text(f"Left out, since they came with the other program: {', '.join(left)}. --all takes them too.")
        print_diagnostics(parsed.diagnostics)
    return PROBLEMS if parsed.diagnostics else DONE


def _require_readable(path: Path, found: tuple[Diagnostic, ...]) -> None:
    fault = next((diagnostic for diagnostic in found if diagnostic.code in _UNREADABLE), None)
    if fault is not None:
        raise UserFacingError(fault.message, fault.hint or f"Name another file than `{path}`.")

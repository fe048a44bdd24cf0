"""`qodev providers`."""

import argparse
import getpass
import sys
from typing import TYPE_CHECKING

from qodev.base.errors import UserFacingError
from qodev.cli.output import DONE, PROBLEMS, print_json, print_table, print_text, say
from qodev.cli.session import run_with_services
from qodev.services.own_files import NewInstance
from qodev.types.agents import ClientApi, Layer
from qodev.types.instances import InstanceRemoval

if TYPE_CHECKING:
    from qodev.services.app import Services


def run_providers(options: argparse.Namespace) -> int:
    """Carries out one of the `providers` actions."""
    actions = {"list": _list, "add": _add, "remove": _remove, "test": _test, "models": _models, "key": _key}
    return run_with_services(lambda services: actions[options.action](services, options))


async def _list(services: "Services", options: argparse.Namespace) -> int:
    rows = []
    for instance in services.agents.snapshot.instances.values():
        status = await services.providers.key_status(instance.name)
        rows.append(
            {
                "name": instance.name,
                "client_api": instance.client_api.value,
                "url": instance.url,
                "layer": instance.layer.value,
                "overrides_bundled": instance.overrides_bundled,
                "key": status.state,
            }
        )
    rows.sort(key=lambda row: str(row["name"]))
    if options.json:
        print_json(rows)
    else:
        keys = ("name", "client_api", "url", "layer", "key")
        print_table(("NAME", "API", "URL", "LAYER", "KEY"), ([str(row[k]) for k in keys] for row in rows))
    return DONE


async def _add(services: "Services", options: argparse.Namespace) -> int:
    made = NewInstance(options.name, ClientApi(options.api), options.url, options.key_ref)
    path = await services.instances.files.create(made)
    name = next(row.name for row in await services.instances.files.rows() if row.path == path)
    if options.json:
        print_json({"name": name, "file": path})
    else:
        print_text(f"`{name}` is in {path}.")
    return DONE


async def _remove(services: "Services", options: argparse.Namespace) -> int:
    plan = await services.instances.changes.plan_removal(await _own_path(services, options.name))
    is_allowed = options.yes or not (plan.breaks or plan.children)
    if is_allowed:
        await services.instances.changes.remove(plan, with_key=options.with_key)
    if options.json:
        print_json({"name": plan.name, "breaks": plan.breaks, "children": plan.children, "removed": is_allowed})
    else:
        _tell_removal(plan, is_removed=is_allowed, with_key=options.with_key)
    return DONE if is_allowed else PROBLEMS


async def _own_path(services: "Services", name: str) -> str:
    rows = await services.instances.files.rows()
    own = next((row for row in rows if row.name == name and row.layer is Layer.USER), None)
    if own is not None:
        return own.path
    found = services.providers.require(name)
    raise UserFacingError(f"`{found.name}` is part of qodev and stays.", "Only files of your own can be removed.")


def _tell_removal(plan: InstanceRemoval, *, is_removed: bool, with_key: bool) -> None:
    if not is_removed:
        print_text(f"`{plan.name}` was not removed: {', '.join((*plan.breaks, *plan.children))} would break.")
        print_text("Add --yes to remove it all the same.")
        return
    print_text(f"`{plan.name}` is in the trash.")
    if plan.restores_bundled:
        print_text("The bundled instance of that name is in use again.")
    if plan.key_item:
        print_text("Its key is forgotten." if with_key else f"Its key `{plan.key_item}` is still stored.")


async def _test(services: "Services", options: argparse.Namespace) -> int:
    result = await services.providers.test(options.name, message_model=options.message)
    found = services.providers.explain(options.name, result)
    if options.json:
        print_json(
            {
                "ok": result.ok,
                "kind": result.kind,
                "text": result.text,
                "url": result.url,
                "status": result.status,
                "models": [{"id": m.id, "title": m.title} for m in result.models],
                "steps": result.steps,
                "explanation": found,
            }
        )
        return DONE if result.ok else PROBLEMS
    for step in result.steps:
        print_text(f"{'done  ' if step.ok else 'failed'} {step.name}: {step.text}")
    if found is None:
        print_text("The connection works.")
    else:
        print_text(f"{found.title} {found.text}")
    return DONE if result.ok else PROBLEMS


async def _models(services: "Services", options: argparse.Namespace) -> int:
    models = await services.providers.models(options.name)
    if options.json:
        print_json([{"id": m.id, "title": m.title} for m in models])
    else:
        print_table(("ID", "TITLE"), ((m.id, m.title) for m in models))
    return DONE


async def _key(services: "Services", options: argparse.Namespace) -> int:
    if options.what == "set":
        await services.providers.store_key(options.name, _read_key(options.name), "keyring")
    elif options.what == "clear":
        await services.providers.clear_key(options.name)
    status = await services.providers.key_status(options.name)
    if options.json:
        print_json({"name": options.name, "key": status.state, "source": status.source, "backend": status.backend})
    else:
        words = {"set": "The key is set", "not_set": "No key is set", "none": "This instance needs no key"}
        source = f" ({status.source})" if status.source else ""
        print_text(f"{words[status.state]}{source}.")
    return DONE


def _read_key(name: str) -> str:
    """Reads a key from a hidden prompt, or from standard input when that is no terminal; never from argv."""
    if sys.stdin.isatty():
        say(f"The key for `{name}` goes into the keyring. It is not shown.")
        value = getpass.getpass("Key: ", stream=sys.stderr)
    else:
        value = sys.stdin.readline()
    if not value.strip():
        raise UserFacingError("No key was given.", "Type it at the prompt or pipe it into the command.")
    return value.strip()

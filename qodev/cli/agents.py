"""`qodev agents` and `qodev roles`."""

import argparse
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING

from qodev.base.errors import UserFacingError
from qodev.base.text import clip
from qodev.cli.output import DONE, PROBLEMS, print_diagnostics, print_json, print_table, print_text
from qodev.cli.session import run_with_services

if TYPE_CHECKING:
    from qodev.services.app import Services
    from qodev.types.agents import AgentSnapshot, LeafOrigin, RoleSpec

_LONGEST_VALUE = 60


def run_agents(options: argparse.Namespace) -> int:
    """Carries out one of the `agents` actions."""
    actions = {"list": _list, "show": _show, "render": _render, "route": _route, "diff": _diff}
    return run_with_services(lambda services: actions[options.action](services, options))


def run_roles(options: argparse.Namespace) -> int:
    """Carries out one of the `roles` actions."""
    actions = {"list": _list_roles, "show": _show_role}
    return run_with_services(lambda services: actions[options.action](services, options))


async def _list(services: "Services", options: argparse.Namespace) -> int:
    rows = _agent_rows(services.agents.snapshot, with_bases=options.all)
    if options.json:
        print_json(rows)
        return DONE
    headings = ("NAME", "MODEL", "PROVIDER", "LAYER", "STATE")
    print_table(
        headings, ([str(r[k]) for k in ("name", "model", "provider_instance", "layer")] + [_state(r)] for r in rows)
    )
    return DONE


def _agent_rows(snapshot: "AgentSnapshot", *, with_bases: bool) -> list[dict[str, object]]:
    rows: list[dict[str, object]] = [
        {
            "name": spec.name,
            "model": snapshot.model_of(spec.name),
            "provider_instance": spec.provider_instance,
            "layer": spec.layer.value,
            "hidden": spec.hidden,
            "abstract": False,
            "tags": list(spec.tags),
            "usable": spec.usable,
            "file": spec.span.path,
        }
        for spec in snapshot.agents.values()
    ]
    if with_bases:
        rows += [
            {
                "name": base.name,
                "model": base.model,
                "provider_instance": base.provider_instance,
                "layer": base.layer.value,
                "hidden": base.hidden,
                "abstract": True,
                "tags": list(base.tags),
                "usable": False,
                "file": base.span.path,
            }
            for base in snapshot.bases.values()
        ]
    return sorted(rows, key=lambda row: str(row["name"]))


def _state(row: Mapping[str, object]) -> str:
    if row["abstract"]:
        return "abstract"
    return "hidden" if row["hidden"] else "usable" if row["usable"] else "not usable"


async def _show(services: "Services", options: argparse.Namespace) -> int:
    shown = services.agents.describe(options.name)
    origins = {key: _origin(origin) for key, origin in shown.origins.items()}
    if options.json:
        document = {"name": shown.name, "effective": shown.effective, "origins": origins, "parents": shown.parents}
        print_json(document | {"url": shown.url, "diagnostics": shown.diagnostics})
        return DONE
    print_text(f"{shown.name}\n  {shown.url or 'no address'}")
    if shown.parents:
        print_text(f"  extends {', then '.join(shown.parents)}")
    rows = ((key, _short(value), _origin_text(origins.get(key))) for key, value in shown.leaves())
    print_table(("KEY", "VALUE", "FROM"), rows)
    print_diagnostics(shown.diagnostics)
    return DONE


def _origin(origin: "LeafOrigin") -> dict[str, object]:
    return {"file": origin.span.path, "line": origin.span.line, "layer": origin.layer.value}


def _origin_text(origin: Mapping[str, object] | None) -> str:
    return f"{origin['file']}:{origin['line']} ({origin['layer']})" if origin else "default"


def _short(value: object) -> str:
    return clip(json.dumps(value, ensure_ascii=False), _LONGEST_VALUE)


async def _render(services: "Services", options: argparse.Namespace) -> int:
    rendered = await services.requests.render_fixture(options.name, options.fixture)
    if rendered.preview is None or rendered.preview.body is None:
        document: dict[str, object] = {
            "method": "POST",
            "url": None,
            "headers": {},
            "body": None,
            "system_prompt": None,
        }
        if options.json:
            print_json(document | {"diagnostics": rendered.diagnostics})
        else:
            print_diagnostics(rendered.diagnostics)
        return PROBLEMS
    preview = rendered.preview
    if options.form != "json" and not options.json:
        print_text(services.requests.copy_as(preview, options.form).rstrip("\n"))
        return DONE
    print_json(
        {
            "method": preview.method,
            "url": preview.url,
            "headers": preview.headers,
            "body": rendered.body,
            "system_prompt": preview.system_prompt,
            "diagnostics": rendered.diagnostics,
        }
    )
    return DONE


async def _route(services: "Services", options: argparse.Namespace) -> int:
    from qodev.types.agents import Pipeline

    trace = services.agents.route(Pipeline(options.pipeline), options.file, options.project)
    entries = [{"name": s.name, "verdict": s.verdict.value, "by": list(s.by)} for s in trace.steps]
    if options.json:
        print_json({"pipeline": options.pipeline, "winner": trace.winner, "entries": entries})
        return DONE if trace.winner else PROBLEMS
    print_text(trace.winner or f"No agent matches `{options.file or 'no file'}` in {options.pipeline}.")
    if options.explain or trace.winner is None:
        steps = ((s.name, s.verdict.value, ", ".join(s.by) or s.reason or "") for s in trace.steps)
        print_table(("ENTRY", "VERDICT", "BY"), steps)
    return DONE if trace.winner else PROBLEMS


async def _diff(services: "Services", options: argparse.Namespace) -> int:
    compared = await services.requests.compare(options.a, options.b)
    if options.json:
        print_json(compared)
        return DONE
    if compared.equal:
        print_text("No difference.")
        return DONE
    for title, changes in (("Configuration", compared.effective), ("Body", compared.body)):
        rows = [(c.path, _side(c.before), _side(c.after)) for c in changes]
        if rows:
            print_text(f"{title}:")
            print_table(("KEY", options.a, options.b), rows)
    print_text(f"Cacheable prefix ends at {compared.cacheable_prefix or 'the end'}.")
    return DONE


def _side(values: tuple[object, ...]) -> str:
    return _short(values[0]) if values else "-"


async def _list_roles(services: "Services", options: argparse.Namespace) -> int:
    roles = sorted(services.agents.snapshot.roles.values(), key=lambda role: role.id)
    if options.json:
        print_json([_role(role) for role in roles])
    else:
        print_table(
            ("ID", "NAME", "LAYER", "DESCRIPTION"), ((r.id, r.name, r.layer.value, r.description) for r in roles)
        )
    return DONE


async def _show_role(services: "Services", options: argparse.Namespace) -> int:
    role = services.agents.snapshot.roles.get(options.id)
    if role is None:
        known = ", ".join(sorted(services.agents.snapshot.roles))
        raise UserFacingError(f"There is no role `{options.id}`.", f"Known ids: {known}.")
    if options.json:
        print_json(_role(role) | {"text": role.text})
    else:
        print_text(f"{role.name} ({role.id}, {role.layer.value})\n\n{role.text}")
    return DONE


def _role(role: "RoleSpec") -> dict[str, object]:
    return {
        "id": role.id,
        "name": role.name,
        "description": role.description,
        "layer": role.layer.value,
        "file": role.span.path,
    }

"""`qodev agents`."""

import argparse
import json
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING

from qodev.base.text import clip
from qodev.cli import agent_edits
from qodev.cli.output import DONE, PROBLEMS, print_diagnostics, print_json, print_table, print_text
from qodev.cli.route import route
from qodev.cli.session import run_with_services

if TYPE_CHECKING:
    from qodev.services.app import Services
    from qodev.types.agents import AgentSnapshot, LeafOrigin

Action = Callable[["Services", argparse.Namespace], Awaitable[int]]
_LONGEST_VALUE = 60


def run_agents(options: argparse.Namespace) -> int:
    """Carries out one of the `agents` actions."""
    actions: dict[str, Action] = {
        "list": _list,
        "show": _show,
        "render": _render,
        "route": route,
        "new": agent_edits.new,
        "duplicate": agent_edits.duplicate,
        "override": agent_edits.override,
        "diff": agent_edits.diff,
        "matrix": agent_edits.matrix,
    }
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

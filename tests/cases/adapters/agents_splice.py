"""Cases of cases/agents/splice.jsonl."""

import json
import tomllib
from typing import Any

from qodev.agents.meter import LOAD_LIMITS
from qodev.agents.render import render_body_with
from qodev.agents.sources import TemplateSources
from qodev.agents.splice import SpliceFault, splice
from tests.cases.kit import Case, difference
from tests.unit.agents.made import make_spec


def run(case: Case) -> str | None:
    """Splices a text or renders a body."""
    got, warnings = _text(case["text"]) if case["kind"] == "text" else _body(case)
    wanted = dict(case["expect"])
    if "error" in wanted and "key" in case:
        wanted["key"] = case["key"]
    elif "error" in wanted:
        got.pop("key", None)
    if "value" in wanted and "value" in got:
        wanted["value"], got["value"] = repr(wanted["value"]), repr(got["value"])
    if "json" in wanted and "value" in got:
        got = {"json": _compact(got["value"])}
    return difference("result", wanted, got) or difference("warnings", case.get("warnings", []), warnings)


def _text(text: str) -> tuple[dict[str, Any], list[str]]:
    try:
        spliced = splice(text)
    except SpliceFault:
        return {"error": "body.invalid_json"}, []
    warnings = ["body.duplicate_key"] if spliced.duplicate is not None else []
    return ({"drop": True} if spliced.is_dropped else {"value": spliced.value}), warnings


def _body(case: Case) -> tuple[dict[str, Any], list[str]]:
    body = tomllib.loads("[body]\n" + case["toml"])["body"]
    rendered = render_body_with(make_spec(body=body), case["data"], TemplateSources(), LOAD_LIMITS)
    errors = [d for d in rendered.diagnostics if d.severity == "error"]
    warnings = [str(d.code) for d in rendered.diagnostics if d.severity == "warning"]
    if errors:
        return {"error": str(errors[0].code), "key": errors[0].key}, []
    return {"json": _compact(rendered.body)}, warnings


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))

"""Runs `agents/extends.jsonl`: files of all layers in, usable agents and every diagnostic out."""

import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from qodev.agents.catalog import load_snapshot
from qodev.agents.loading import CatalogSources
from qodev.base.diagnostics import Diagnostic
from qodev.base.jsontext import dump_compact
from qodev.types.agents import AgentSnapshot, AgentSpec
from tests.cases.kit import Case, difference

_RESOURCES = Path(__file__).parents[3] / "resources"
_FLAGS = ("hidden", "enable_thinking", "enable_tools", "cache_prompt")


def run(case: Case) -> str | None:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        snapshot = load_snapshot(_sources(case, root), 1)
        expect = case["expect"]
        return _wrong_agents(expect, snapshot) or _wrong_diagnostics(expect["diagnostics"], snapshot, root)


def _sources(case: Case, root: Path) -> CatalogSources:
    for layer in ("bundled", "user", "extra"):
        (root / layer).mkdir()
    for name, text in case.get("partials", {}).items():
        _write(root / "bundled" / name, text)
    for file in case["files"]:
        _write(root / file["layer"] / file["path"], file["text"])
    return CatalogSources(
        bundled_agents=root / "bundled",
        bundled_providers=_RESOURCES / "providers",
        bundled_roles=_RESOURCES / "roles",
        agents=root / "user",
        providers=root / "none",
        roles=root / "none",
        pipelines=root / "pipelines.toml",
        agent_models=root / "agent_models.json",
        home=root,
        config=root,
        extra_folders=_extra_folders(case, root),
    )


def _extra_folders(case: Case, root: Path) -> tuple[Path, ...]:
    named = dict.fromkeys(file["path"].split("/")[0] for file in case["files"] if file["layer"] == "extra")
    return tuple(root / "extra" / name for name in named)


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode("utf-8", "surrogatepass"))


def _wrong_agents(expect: Mapping[str, Any], snapshot: AgentSnapshot) -> str | None:
    usable = sorted(name for name, spec in snapshot.agents.items() if spec.usable)
    unusable = sorted(name for name, spec in snapshot.agents.items() if not spec.usable)
    loaded = snapshot.agents.keys() | snapshot.bases.keys()
    wrong = [
        difference("usable", sorted(expect["agents"]), usable),
        difference("unusable", sorted(expect.get("unusable", [])), unusable),
        difference("abstract", sorted(expect.get("abstract", [])), sorted(snapshot.bases)),
        difference("loaded though absent", [], sorted(loaded & set(expect.get("absent", [])))),
    ]
    for name, keys in expect["agents"].items():
        effective = _effective(snapshot.agents[name]) if name in snapshot.agents else {}
        for key, value in keys.items():
            wrong.append(difference(f"{name}.{key}", _or_absent(value), _or_absent(effective.get(key))))
    for name, text in expect.get("body_text", {}).items():
        wrong.append(difference(f"{name} body", text, dump_compact(snapshot.agents[name].body)))
    return next((one for one in wrong if one), None)


def _or_absent(value: object) -> object:
    """A flag that is off and a table that says nothing count as absent."""
    return None if value is False or value == {} else value


def _effective(spec: AgentSpec) -> dict[str, Any]:
    """Returns what was written, by the key it was written under; a flag that is off counts as absent."""
    written = {path.split(".")[0] for path in spec.origins} | {"hidden"}
    effective: dict[str, Any] = {}
    for key in written - {"match"}:
        value = getattr(spec, key)
        effective[key] = list(value) if isinstance(value, tuple) else value
    match = {path.split(".")[1] for path in spec.origins if path.startswith("match.")}
    if match:
        effective["match"] = {key: list(getattr(spec.match, key)) for key in match}
    return {key: value for key, value in effective.items() if not (key in _FLAGS and value is False)}


def _wrong_diagnostics(wanted: list[dict[str, Any]], snapshot: AgentSnapshot, root: Path) -> str | None:
    rest = [_shown(diagnostic, root) for diagnostic in snapshot.diagnostics]
    for one in wanted:
        asked = {"dependants": [], **one}
        fitting = next((shown for shown in rest if all(shown[key] == value for key, value in asked.items())), None)
        if fitting is None:
            return f"missing {asked!r} among {rest!r}"
        rest.remove(fitting)
    return f"not expected: {rest!r}" if rest else None


def _shown(diagnostic: Diagnostic, root: Path) -> dict[str, Any]:
    file = Path(diagnostic.file or "")
    inside = file.relative_to(root).parts[1:] if file.is_relative_to(root) else file.parts
    return {
        "id": diagnostic.code.value,
        "severity": diagnostic.severity.value,
        "file": "/".join(inside),
        "name": diagnostic.subject,
        "key": diagnostic.key,
        "line": diagnostic.span.line if diagnostic.span else None,
        "column": diagnostic.span.column if diagnostic.span else None,
        "hint": diagnostic.hint,
        "members": list(diagnostic.members),
        "dependants": list(diagnostic.dependants),
    }

"""Runs `agents/routing.jsonl`: globs, rosters files, and which agent a pipeline takes."""

import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

from qodev.agents.causes import SourceFile
from qodev.agents.digests import Surroundings, TemplateDigests
from qodev.agents.match import GlobFault, MatchGlob
from qodev.agents.pipelines import clean_names, load_rosters, pick_agent
from qodev.agents.schema import AgentDraft, parse_agent
from qodev.agents.specs import build_spec
from qodev.base.diagnostics import SourceSpan
from qodev.types.agents import AgentSnapshot, AgentSpec, BaseSpec, Layer, Pipeline, Roster
from tests.cases.kit import Case, difference


def run(case: Case) -> str | None:
    return {"route": _route, "glob": _glob, "pipelines": _pipelines}[case["kind"]](case)


def _glob(case: Case) -> str | None:
    try:
        got: object = MatchGlob.parse(case["glob"]).fits(case["subject"])
    except GlobFault:
        got = "invalid"
    return difference("fits", case["expect"], got)


def _pipelines(case: Case) -> str | None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "pipelines.toml"
        path.write_bytes(case["toml"].encode("utf-8", "surrogatepass"))
        parsed = load_rosters(path)
    assert parsed.value is not None
    got = {
        pipeline.value: "default" if pipeline in parsed.value.defaults else list(roster.agents)
        for pipeline, roster in parsed.value.by_pipeline.items()
    }
    ids = sorted(d.code.value for d in parsed.diagnostics)
    wanted = sorted(case["expect"].get("diagnostics", []))
    return difference("rosters", case["expect"]["rosters"], got) or difference("diagnostics", wanted, ids)


def _route(case: Case) -> str | None:
    names, dropped = clean_names(case["roster"])
    trace = pick_agent(_snapshot(case, names), Pipeline.CHAT, case["path"], case["project"])
    got = []
    for step in trace.steps:
        entry: dict[str, Any] = {"name": step.name, "verdict": step.verdict.value}
        got.append(entry | ({"by": list(step.by)} if step.by else {}))
    ids = sorted(code.value for code, _, _ in dropped)
    wanted = case["expect"]
    return (
        difference("winner", wanted["winner"], trace.winner)
        or difference("entries", wanted["entries"], got)
        or difference("diagnostics", sorted(wanted.get("diagnostics", [])), ids)
    )


def _snapshot(case: Case, names: tuple[str, ...]) -> AgentSnapshot:
    abstract = set(case.get("abstract", []))
    specs = {name: _spec(name, match, case) for name, match in case["agents"].items() if name not in abstract}
    bases = {name: BaseSpec(name, "", "", "", Layer.USER, (), False, SourceSpan(name, 1)) for name in abstract}
    rosters = {Pipeline.CHAT: Roster(Pipeline.CHAT, names)}
    return AgentSnapshot(1, specs, bases, {}, {}, rosters, {}, {}, ())


def _spec(name: str, match: dict[str, Any], case: Case) -> AgentSpec:
    table = {
        "name": name,
        "provider_instance": "Claude",
        "model": "m",
        "endpoint": "/e",
        "hidden": name in case.get("hidden", []),
        "match": match,
        "body": {"k": 1},
    }
    path = str(Path("agents") / f"{name}.toml")
    draft = parse_agent(table, SourceFile(path, Layer.USER, None, "", ""))
    assert isinstance(draft, AgentDraft)
    spec = build_spec([draft], draft.values, TemplateDigests(Surroundings({}, {})))
    return replace(spec, usable=name not in case.get("unusable", []))

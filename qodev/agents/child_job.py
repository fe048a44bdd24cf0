"""What the render child is given, and what it answers: JSON on both sides (S91)."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from qodev.agents.leaves import template_leaves
from qodev.agents.prompt_functions import PromptInputs
from qodev.agents.sources import TemplateSources
from qodev.agents.verdicts import Verdict
from qodev.base.diagnostics import SourceSpan
from qodev.types.agents import AgentSpec, Layer, RoleSpec

READY = "ready"


@dataclass(frozen=True, slots=True)
class AgentJob:
    """The templates of one agent: those of its body by key path, and its prompt."""

    name: str
    leaves: tuple[tuple[str, str], ...]
    prompt: str | None
    sources: TemplateSources


def write_job(
    specs: Sequence[AgentSpec], sources_of: Callable[[AgentSpec], TemplateSources], inputs: PromptInputs
) -> bytes:
    """Returns the job for some agents; sources that are shared are written once."""
    numbers: dict[object, int] = {}
    sources: list[dict[str, object]] = []
    agents: list[dict[str, object]] = []
    for spec in specs:
        one = sources_of(spec)
        mark = tuple(map(id, (one.bundled, one.own, one.roles, one.refused)))
        if mark not in numbers:
            numbers[mark] = len(sources)
            sources.append(_sources_to_json(one))
        leaves = [list(leaf) for leaf in template_leaves(spec.body)]
        agent: dict[str, object] = {
            "name": spec.name,
            "leaves": leaves,
            "prompt": spec.system_prompt,
            "sources": numbers[mark],
        }
        agents.append(agent)
    job = {"inputs": _inputs_to_json(inputs), "sources": sources, "agents": agents}
    return json.dumps(job, ensure_ascii=True).encode("ascii")


def read_job(content: bytes) -> tuple[PromptInputs, list[AgentJob]]:
    """Returns what `write_job` wrote."""
    job = json.loads(content)
    sources = [_sources_from_json(item) for item in job["sources"]]
    agents = [
        AgentJob(a["name"], tuple((key, text) for key, text in a["leaves"]), a["prompt"], sources[a["sources"]])
        for a in job["agents"]
    ]
    return _inputs_from_json(job["inputs"]), agents


def _sources_to_json(sources: TemplateSources) -> dict[str, object]:
    roles = {role_id: role.text for role_id, role in sources.roles.items()}
    return {
        "bundled": dict(sources.bundled),
        "own": dict(sources.own),
        "refused": dict(sources.refused),
        "roles": roles,
    }


def _sources_from_json(item: Mapping[str, Mapping[str, str]]) -> TemplateSources:
    nowhere = SourceSpan("", 1)
    roles = {i: RoleSpec(i, i, "", text, Layer.USER, nowhere) for i, text in item["roles"].items()}
    return TemplateSources(item["bundled"], item["own"], roles, item["refused"])


def _inputs_to_json(inputs: PromptInputs) -> dict[str, object]:
    return {
        "role_id": inputs.role_id,
        "project": None if inputs.project is None else str(inputs.project),
        "home": str(inputs.home),
        "config": str(inputs.config),
        "language": inputs.language,
        "file_path": inputs.file_path,
    }


def _inputs_from_json(item: Mapping[str, str]) -> PromptInputs:
    project: str | None = item["project"]
    return PromptInputs(
        item["role_id"],
        None if project is None else Path(project),
        Path(item["home"]),
        Path(item["config"]),
        item["language"],
        item["file_path"],
    )


def write_answer(name: str, verdict: Verdict) -> bytes:
    """Returns the line with the verdict about one agent."""
    return json.dumps({"name": name, "verdict": verdict.to_json()}, ensure_ascii=True).encode("ascii") + b"\n"


def read_answers(content: bytes) -> tuple[bool, dict[str, Verdict]]:
    """Returns whether the child came as far as its limits, and the verdicts that it gave; half a line is none."""
    is_ready, verdicts = False, {}
    for line in content.splitlines():
        try:
            item = json.loads(line)
            if item == READY:
                is_ready = True
            else:
                verdicts[str(item["name"])] = Verdict.from_json(item["verdict"])
        except (ValueError, TypeError, LookupError):
            continue
    return is_ready, verdicts

"""The bundled files as files: names, tags, thinness, and that nothing in them belongs elsewhere (A102, A103, A143 to A148)."""

import re
import tomllib
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from qodev.base.assets import icon_path, resource

Json = dict[str, Any]

_KINDS = ("chat", "fim", "completion", "compression", "quick_refactor")
_OWN_KEYS = {"schema_version", "name", "extends", "abstract", "hidden"}
_PROMPTS = {
    "completion": "partials/prompt_completion.jinja",
    "compression": "partials/prompt_compression.jinja",
    "quick_refactor": "partials/prompt_refactor.jinja",
}


def _files(folder: str) -> dict[str, Json]:
    paths = sorted(resource(folder).glob("*.toml"))
    return {path.stem: tomllib.loads(path.read_text(encoding="utf-8")) for path in paths}


AGENTS = _files("agents")
BY_NAME = {table["name"]: table for table in AGENTS.values()}
BASES = sorted(stem for stem, table in AGENTS.items() if table.get("abstract"))
CONCRETE = sorted(set(AGENTS) - set(BASES))


def _merge(parent: Json, child: Json) -> Json:
    merged = dict(parent)
    for key, value in child.items():
        below = merged.get(key)
        merged[key] = _merge(below, value) if isinstance(value, dict) and isinstance(below, dict) else value
    return merged


def _effective(table: Json) -> Json:
    if "extends" not in table:
        return table
    parent = _effective(BY_NAME[table["extends"]])
    return _merge({k: v for k, v in parent.items() if k not in _OWN_KEYS}, table)


def _repeated(child: Json, parent: Json, path: str = "") -> Iterator[str]:
    for key, value in child.items():
        here = f"{path}.{key}".lstrip(".")
        if key not in parent:
            continue
        if isinstance(value, dict) and isinstance(parent[key], dict):
            yield from _repeated(value, parent[key], here)
        elif value == parent[key]:
            yield here


def _kind(stem: str) -> str:
    return next(kind for kind in _KINDS if stem.endswith(f"_{kind}"))


def test_bundled_set_has_its_15_bases_61_agents_and_15_instances() -> None:
    assert (len(BASES), len(CONCRETE), len(_files("providers"))) == (15, 61, 15)
    assert len(BY_NAME) == len(AGENTS)


@pytest.mark.parametrize("stem", AGENTS)
def test_agent_states_only_what_differs_from_its_parent(stem: str) -> None:
    table = AGENTS[stem]
    parent = _effective(BY_NAME[table["extends"]]) if "extends" in table else {}
    stated = {k: v for k, v in table.items() if k not in _OWN_KEYS}
    assert list(_repeated(stated, parent)) == []
    assert table["schema_version"] == 1
    assert table["description"].endswith(".")


@pytest.mark.parametrize("stem", CONCRETE)
def test_agent_is_named_and_tagged_by_its_kind(stem: str) -> None:
    agent = _effective(AGENTS[stem])
    assert _kind(stem) == agent["tags"][0]
    assert len({"cloud", "local"} & set(agent["tags"])) == 1
    assert len(agent["tags"]) >= 3


@pytest.mark.parametrize("stem", CONCRETE)
def test_agent_has_the_prompt_of_its_kind_and_tools_for_chat_alone(stem: str) -> None:
    agent, kind = _effective(AGENTS[stem]), _kind(stem)
    prompt = agent.get("system_prompt", "")
    if kind in _PROMPTS:
        assert prompt == f'{{% include "{_PROMPTS[kind]}" %}}'
    else:
        assert prompt == ("{{ agent_role() }}" if kind == "chat" else "")
    assert agent.get("enable_tools", False) == (kind == "chat")


@pytest.mark.parametrize("stem", CONCRETE)
def test_agent_of_openai_or_anthropic_samples_only_where_its_model_allows(stem: str) -> None:
    agent = _effective(AGENTS[stem])
    if agent["provider_instance"] in ("Claude", "OpenAI (Chat Completions)", "OpenAI (Responses API)"):
        sampled = {"temperature", "top_p", "top_k"} & set(agent["body"])
        assert not sampled or agent["model"] == "claude-haiku-4-5"


def test_every_partial_is_included_by_something() -> None:
    folder = resource("agents/partials")
    texts = [p.read_text(encoding="utf-8") for p in (*folder.glob("*.jinja"), *folder.parent.glob("*.toml"))]
    included = {name for text in texts for name in re.findall(r'include "partials/(\w+)\.jinja"', text)}
    assert included == {p.stem for p in folder.glob("*.jinja")}


@pytest.mark.parametrize("role", ["developer", "reviewer", "researcher", "architect", "tester", "writer"])
def test_role_has_a_head_and_a_prompt_of_80_to_250_words(role: str) -> None:
    text = resource(f"roles/{role}.md").read_text(encoding="utf-8")
    _, head, prompt = text.split("---\n", 2)
    assert [line.split(":")[0] for line in head.splitlines()] == ["name", "description"]
    assert 80 <= len(prompt.split()) <= 250


def test_there_are_six_roles() -> None:
    assert len(list(resource("roles").glob("*"))) == 6


@pytest.mark.parametrize("path", sorted(icon_path("ui").glob("*.svg")), ids=lambda path: path.stem)
def test_icon_is_drawn_on_the_20_grid_in_one_weight_and_one_colour(path: Path) -> None:
    root = ET.parse(path).getroot()  # our own file
    wanted = {"viewBox": "0 0 20 20", "fill": "none", "stroke": "currentColor", "stroke-width": "1.5"}
    assert {k: root.get(k) for k in wanted} == wanted
    assert root.get("stroke-linejoin") == root.get("stroke-linecap") == "round"
    paints = {node.get(k) for node in root.iter() for k in ("fill", "stroke") if node.get(k)}
    assert paints <= {"none", "currentColor"}

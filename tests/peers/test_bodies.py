"""Every bundled agent in every context of A49, against the strict shapes of its API and the vendor's own SDK (A153)."""

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from qodev.agents.dryrun import dry_run
from qodev.agents.fixtures import FIXTURES
from qodev.agents.loading import CatalogSources, load_definitions
from qodev.agents.render import render_body, render_system_prompt
from qodev.agents.sources import sources_for
from qodev.base.assets import resource
from qodev.base.paths import AppPaths
from qodev.types.agents import AgentSnapshot, AgentSpec
from tests.peers import shapes, vendors
from tests.peers.rendering import prompt_inputs

Json = dict[str, Any]

# What vendors take beyond the API that their dialect follows, by their own references.
_BEYOND_OPENAI = {"DeepSeek": {"thinking"}, "Qwen": {"enable_thinking"}, "OpenRouter": {"reasoning"}}
_AGENTS = sorted(
    line.split('"')[1]
    for path in resource("agents").glob("*.toml")
    if "abstract    = true" not in (text := path.read_text(encoding="utf-8"))
    for line in text.splitlines()
    if line.startswith("name ")
)


@cache
def _bundled() -> AgentSnapshot:
    paths = AppPaths.from_env({"QODEV_HOME": "/nowhere", "HOME": "/nowhere"}, Path("/"))
    return load_definitions(CatalogSources.of(resource("agents").parent, paths), 1).snapshot


def _bodies(spec: AgentSpec) -> Mapping[str, Json]:
    """Returns the rendered body of an agent by context, with the model that the client puts first."""
    snapshot = _bundled()
    api = snapshot.instances[spec.provider_instance].client_api.value
    bodies = {}
    for name, fixture in FIXTURES.items():
        rendered = render_body(spec, {**fixture.ctx, "client_api": api}, sources_for(snapshot, spec))
        assert rendered.body is not None, (name, rendered.diagnostics)
        assert not rendered.diagnostics, (name, rendered.diagnostics)
        bodies[name] = dict(rendered.body) if api == "google" else {"model": spec.model, **rendered.body}
    return bodies


def _check_shape(spec: AgentSpec, body: Json, *, paired: bool) -> None:
    api = _bundled().instances[spec.provider_instance].client_api.value
    match api, spec.endpoint:
        case _, "/infill":
            shapes.check_infill(body)
        case _, "/v1/fim/completions" | "/beta/completions":
            shapes.check_fim(body)
        case "anthropic", _:
            shapes.check_anthropic(body["messages"], paired=paired)
        case "openai_responses", _:
            shapes.check_responses(body["input"], paired=paired)
        case "google", _:
            shapes.check_google(body["contents"], paired=paired)
        case "ollama", "/api/chat":
            shapes.check_ollama(body["messages"], paired=paired)
        case "ollama", _:
            assert isinstance(body["prompt"], str)
        case _:
            shapes.check_chat(body["messages"], paired=paired, mistral=api == "mistral")


def _vendor_check(spec: AgentSpec) -> Callable[[Json], None] | None:
    match _bundled().instances[spec.provider_instance].client_api.value, spec.endpoint:
        case _, "/infill":
            return None  # no SDK knows it
        case "mistral", "/v1/fim/completions":
            return vendors.mistral_fim()
        case "mistral", _:
            return vendors.mistral_chat()
        case _, "/beta/completions":
            return vendors.openai_completions()
        case "anthropic", _:
            return vendors.anthropic()
        case "openai_responses", _:
            return vendors.openai_responses()
        case "google", _:
            return vendors.google()
        case "ollama", "/api/chat":
            return vendors.ollama_chat()
        case "ollama", _:
            return vendors.ollama_generate()
        case _:
            return vendors.openai_chat()


def _within_openai(spec: AgentSpec, body: Json) -> Json:
    beyond = _BEYOND_OPENAI.get(spec.provider_instance, set())
    kept = {key: value for key, value in body.items() if key not in beyond}
    if "messages" in kept and spec.provider_instance == "DeepSeek":
        kept["messages"] = [{k: v for k, v in m.items() if k != "reasoning_content"} for m in kept["messages"]]
    return kept


def test_bundled_set_loads_without_a_single_diagnostic() -> None:
    snapshot = _bundled()
    assert snapshot.diagnostics == ()
    assert (sorted(snapshot.agents), len(snapshot.bases)) == (_AGENTS, 15)


def test_bundled_set_passes_the_dry_run_without_a_single_diagnostic() -> None:
    snapshot = _bundled()
    report = dry_run(tuple(snapshot.agents.values()), lambda spec: sources_for(snapshot, spec), prompt_inputs())
    assert (report.diagnostics, report.failed) == ((), frozenset())


@pytest.mark.parametrize("name", _AGENTS)
def test_agent_fits_the_strict_shape_of_its_api_in_every_context(name: str) -> None:
    spec = _bundled().agents[name]
    for context, body in _bodies(spec).items():
        _check_shape(spec, body, paired=context != "orphan_result")


@pytest.mark.parametrize("name", _AGENTS)
def test_agent_renders_its_prompt_without_a_diagnostic(name: str) -> None:
    spec = _bundled().agents[name]
    if spec.system_prompt is None:
        return
    rendered = render_system_prompt(spec, prompt_inputs(), sources_for(_bundled(), spec))
    assert rendered.text
    assert rendered.text.strip()
    assert not rendered.diagnostics


@pytest.mark.slow
@pytest.mark.parametrize("name", _AGENTS)
def test_agent_is_known_to_the_vendors_sdk_in_every_context(name: str) -> None:
    spec = _bundled().agents[name]
    check = _vendor_check(spec)
    for body in _bodies(spec).values():
        if check is not None:
            check(_within_openai(spec, body))

"""Finds which agents name a role's id in their system prompt or in a partial of it (A184)."""

import re
from collections.abc import Iterator, Mapping

from qodev.agents.faults import TemplateFault
from qodev.agents.sources import TemplateSources, sources_for
from qodev.types.agents import AgentSnapshot

# By expressions, not by Jinja: the prompts of strangers are compiled in the render child alone (S90).
_COMMENT = re.compile(r"\{#.*?#\}", re.DOTALL)
_TAG = re.compile(r"\{\{.*?\}\}|\{%.*?%\}", re.DOTALL)
_CALL = re.compile(r"""\bagent_role\(\s*(["'])([^"'\n]{1,80})\1\s*\)""")
_INCLUDE = re.compile(r"""\b(?:include|import|from|extends)\s+(["'])([^"'\n]{1,200})\1""")


def find_role_uses(snapshot: AgentSnapshot) -> Mapping[str, tuple[str, ...]]:
    """Returns for each constant id the names of the agents that give it to `agent_role()`, in code-point order."""
    uses: dict[str, list[str]] = {}
    for name, spec in sorted(snapshot.agents.items()):
        if spec.system_prompt and "{" in spec.system_prompt:
            for role_id in sorted(set(_ids_in(spec.system_prompt, sources_for(snapshot, spec), set()))):
                uses.setdefault(role_id, []).append(name)
    return {role_id: tuple(names) for role_id, names in uses.items()}


def _ids_in(text: str, sources: TemplateSources, seen: set[str]) -> Iterator[str]:
    for tag in _TAG.finditer(_COMMENT.sub("", text)):
        yield from (found[2] for found in _CALL.finditer(tag[0]))
        for include in _INCLUDE.finditer(tag[0]):
            if include[2] not in seen:
                seen.add(include[2])
                yield from _ids_in(_partial(include[2], sources), sources, seen)


def _partial(name: str, sources: TemplateSources) -> str:
    try:
        return sources.find(name) or ""
    except TemplateFault:
        return ""

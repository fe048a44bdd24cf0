"""Looks through a template and everything that it includes, branches that never run too (A60, A67, A70)."""

from dataclasses import dataclass, field

from qodev.agents.checker import Facts, Use, call_faults
from qodev.agents.dialect import Marks, load_unit
from qodev.agents.faults import TemplateFault
from qodev.agents.machine import unknown_function, wrong_place
from qodev.agents.names import GENERAL_FUNCTIONS, PROMPT_FUNCTIONS
from qodev.agents.sources import TemplateSources
from qodev.agents.template_lints import Lint
from qodev.base.codes import Code
from qodev.base.text import near_miss


@dataclass(slots=True)
class Inspection:
    """What a template and its partials say."""

    partials: dict[str, str] = field(default_factory=dict)  # those that it can include, with their texts
    members: set[str] = field(default_factory=set)
    functions: set[str] = field(default_factory=set)  # functions of prompts that are used
    roles: list[Use] = field(default_factory=list)
    lints: list[tuple[str | None, Lint]] = field(default_factory=list)  # with the partial that they are in

    def hint_for(self, fault: TemplateFault) -> str | None:
        """Returns the hint of a lint that explains an error (A64)."""
        lints = [lint for partial, lint in self.lints if partial == fault.partial and lint.line == fault.line]
        wanted = Code.TEMPLATE_UNKNOWN_CTX if fault.code is Code.TEMPLATE_UNDEFINED else Code.TEMPLATE_SET_IN_LOOP
        named = [x for x in lints if x.code is wanted] or (lints if wanted is Code.TEMPLATE_SET_IN_LOOP else [])
        return next((lint.hint for lint in named if lint.hint), None)


def inspect_template(text: str, marks: Marks, sources: TemplateSources, *, in_prompt: bool) -> Inspection:
    """Returns what is in a template; raises TemplateFault for what cannot work anywhere in it."""
    result = Inspection()
    facts = _take(text, None, marks, result)
    _check(facts, frozenset(), in_prompt=in_prompt)
    _follow(facts, frozenset(facts.bound), _Walk(marks, sources, in_prompt, result))
    return result


@dataclass(frozen=True, slots=True)
class _Walk:
    marks: Marks
    sources: TemplateSources
    in_prompt: bool
    result: Inspection


def _take(text: str, partial: str | None, marks: Marks, result: Inspection) -> Facts:
    unit = load_unit(text, marks)
    result.members |= unit.facts.members
    result.functions |= {use.name for use in (*unit.facts.calls, *unit.facts.prompt_uses)} & PROMPT_FUNCTIONS
    result.roles.extend(unit.facts.roles)
    result.lints.extend((partial, lint) for lint in unit.lints)
    return unit.facts


def _check(facts: Facts, known: frozenset[str], *, in_prompt: bool) -> None:
    for use, is_prompt_function in call_faults(facts, known, in_prompt=in_prompt):
        names = GENERAL_FUNCTIONS | (PROMPT_FUNCTIONS if in_prompt else frozenset())
        fault = wrong_place(use.name) if is_prompt_function else unknown_function(use.name, near_miss(use.name, names))
        fault.line = use.line
        raise fault


def _follow(facts: Facts, known: frozenset[str], walk: _Walk) -> None:
    for use, is_optional in (*((u, False) for u in facts.includes), *((u, True) for u in facts.optional)):
        if use.name in walk.result.partials:
            continue
        text = _find(use, walk.sources, is_optional=is_optional)
        if text is None:
            continue
        walk.result.partials[use.name] = text
        try:
            inner = _take(text, use.name, walk.marks, walk.result)
            _check(inner, known, in_prompt=walk.in_prompt)
            _follow(inner, known | frozenset(inner.bound), walk)
        except TemplateFault as fault:
            fault.partial = fault.partial or use.name
            raise


def _find(use: Use, sources: TemplateSources, *, is_optional: bool) -> str | None:
    try:
        return sources.find(use.name) if is_optional else sources.require(use.name)
    except TemplateFault as fault:
        fault.line = fault.line or use.line
        raise

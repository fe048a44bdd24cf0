"""What compiled templates call: odd calls, dynamic names, imports, and values that cannot be shown."""

from pathlib import Path

import pytest

from qodev.agents.meter import LOAD_LIMITS, Counters
from qodev.agents.prepared import PreparedTemplate
from qodev.agents.prompt_functions import PromptFunctions, PromptInputs
from qodev.agents.sources import TemplateSources
from tests.unit.agents.made import make_role
from tests.unit.agents.rendering import DATA, fault_of, render

PARTIALS = {
    "blocks.jinja": "{% for x in d.arr %}{% block b scoped %}{{ x }}{% endblock %}{% endfor %}",
    "broken.jinja": "{% set x = 1 / 0 %}",
    "loud.jinja": "text {% macro f() %}F{% endmacro %}",
    "tuple.jinja": "{% macro f() %}{{ varargs }}{{ kwargs }}{% endmacro %}",
}


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("{% extends 'blocks.jinja' %}{% block b %}<{{ x }}>{% endblock %}", "<3><1><2>"),
        ("{% from 'loud.jinja' import f %}{{ f() }}", "F"),
        ("{% from 'tuple.jinja' import f %}{{ f(1, 2, a=3) }}", '[1,2]{"a":3}'),
        ("{% for x in (1, 2) %}{{ x }}{% endfor %}", "12"),
        ("{{ 'a-b-c'.split('-', most=1) if false else 'a-b'.split('-') }}", '["a","b"]'),
        (
            "{{ 'aaa'.replace('a', 'b', 2) }}{{ 'xay'.strip('xy') }}{{ 'Ab'.lower() }}{{ 'ab'.endswith('b') }}",
            "bbaaabtrue",
        ),
        ("{% for g in [{'a': 1}] | groupby('a') %}{{ g }}{{ g.other is defined }}{% endfor %}", '[1,[{"a":1}]]false'),
        ("{% set n = 'upper' %}{{ ['a'] | map(n) | join }}", "A"),
        ("{% for x in d.arr %}{% set o = loop %}{{ o.nope is defined }}{% endfor %}", "falsefalsefalse"),
        ("{{ d.o[5] is defined }}{{ d.i[0] is defined }}{{ dict([['a', 1]]) }}", 'falsefalse{"a":1}'),
        ("{% set o = {} %}{{ d.zz in [1] }}{{ o.zz == o.yy }}", "falsetrue"),
    ],
)
def test_template_renders(text: str, wanted: str) -> None:
    assert render(text, DATA, PARTIALS) == wanted


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("{% set f = d.a %}{{ f() }}", "template.forbidden"),
        ("{% set n = 'read_file' %}{{ ['a'] | map(n) | list }}", "template.wrong_place"),
        ("{% set n = 'nope' %}{{ ['a'] | map(n) | list }}", "template.unknown_filter"),
        ("{% set n = 'nope' %}{{ ['a'] | select(n) | list }}", "template.unknown_filter"),
        ("{{ d.arr.at(index=1) }}", "template.runtime"),
        ("{{ 'a'.find(1) }}", "template.runtime"),
        ("{% macro m(a) %}{% endmacro %}{{ m(b=1) }}", "template.runtime"),
        ("{% for x in d.arr %}{{ loop() }}{% endfor %}", "template.runtime"),
        ("{% for x in d.arr %}{% set o = loop %}{{ o.parent }}{% endfor %}", "template.unsupported"),
        ("{% for x in d.arr %}{% set o = loop %}{{ o._x }}{% endfor %}", "template.forbidden"),
        ("{% import 'loud.jinja' as m %}{{ m.none() }}", "template.forbidden"),
        ("{% import 'loud.jinja' as m %}{{ m._f }}", "template.forbidden"),
        ("{% import 'broken.jinja' as m %}", "template.runtime"),
        ("{% from 'loud.jinja' import nope %}{{ nope() }}", "template.undefined"),
        ("{{ tojson(namespace()) }}", "template.runtime"),
        ("{{ [tojson] | pprint }}", "template.runtime"),
        ("{% macro m() %}{% endmacro %}{{ [m] | pprint }}", "template.runtime"),
        ("{% for x in [1] %}{{ {'a': loop} | pprint }}{% endfor %}", "template.runtime"),
        ("{{ d.o | attr('upper') }}", "template.undefined"),
        ("{{ [d.o] | map(attribute='length') | list }}", "template.undefined"),
        ("{{ ['d.a'] | map('exists') | list }}", "template.unknown_filter"),
        ("{% set big = 10 ** 5000 %}{{ big }}", "template.runtime"),
        ("{% set big = 10 ** 5000 %}{{ tojson(big) }}", "template.runtime"),
        ("{{ 1000000000 * 10 ** 300000 }}", "limit.output"),
        ("{{ (1.5).nope() }}", "template.forbidden"),
        ("{{ " + "9" * 5000 + " }}", "template.syntax"),
        ("x" * 1_100_000 + "{{ 1 }}", "limit.output"),
        ("{{ ('é' * 5000000) }}", "limit.output"),
    ],
)
def test_template_is_refused(text: str, code: str) -> None:
    fault = fault_of(text, DATA, PARTIALS)
    assert fault.code == code
    assert not any(word in fault.message for word in ("Error", "object at", "<class", "NoneType"))


def test_functions_of_prompts_are_filters_there(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("hi")
    sources = TemplateSources(roles={"developer": make_role("developer", "DEV"), "r": make_role("r", "R")})
    functions = PromptFunctions(PromptInputs(None, tmp_path, tmp_path, tmp_path), sources, is_load=False)
    template = PreparedTemplate("{{ 'a' | read_file }}{{ 'r' | agent_role }}", sources, in_prompt=True)
    assert template.run({}, Counters(LOAD_LIMITS), functions.table()) == "hiR"


def test_faults_of_imports_name_the_partial() -> None:
    assert fault_of("a\n{% import 'broken.jinja' as m %}", DATA, PARTIALS).partial == "broken.jinja"

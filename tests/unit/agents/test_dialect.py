"""The template language beyond the case files: bridges, scopes, imports, and what compiling refuses."""

import pytest

from qodev.agents.dialect import environment, load_unit
from qodev.agents.faults import TemplateFault
from tests.unit.agents.rendering import DATA, fault_of, render

PARTIALS = {
    "m.jinja": "{% macro f(a, b=2) %}<{{ a }}{{ b }}>{% endmacro %}{% set v = 4 %}",
    "base.jinja": "A{% block b %}B{% endblock %}C",
    "calls.jinja": "{{ mine(1) }}",
    "pos.jinja": "{{ pos }}{{ x }}",
    "self.jinja": '{% include "self.jinja" %}',
    "broken.jinja": "line one\n{{ 1 / 0 }}",
}

RENDERED = [
    ("{{ d.i }} {{ -3 }} {{ d.a ~ 1 ~ none ~ true ~ 1.0 ~ d.arr }}", "5 -3 x1true1.0[3,1,2]"),
    ("{% macro m(x, y=1) %}({{ x }}{{ y }}){% endmacro %}{{ m(1) }}{{ m(1, y=2) }}", "(11)(12)"),
    ("{% macro m() %}[{{ caller() }}]{% endmacro %}{% call m() %}hi{% endcall %}", "[hi]"),
    ("{% filter upper %}abc{% endfilter %}{% set x %}q{{ 1 }}{% endset %}{{ x }}", "ABCq1"),
    ("{% with a=1 %}{{ a }}{% endwith %}", "1"),
    ("{% import 'm.jinja' as m %}{{ m.f(1) }}{{ m.v }}", "<12>4"),
    ("{% from 'm.jinja' import f, v as z %}{{ f(1) }}{{ z }}", "<12>4"),
    ("{% extends 'base.jinja' %}{% block b %}x{{ super() }}y{% endblock %}", "AxByC"),
    ("{% macro mine(a) %}M{{ a }}{% endmacro %}{% include 'calls.jinja' %}", "M1"),
    ("{% for x in d.arr %}{% set pos = loop.index0 %}{% include 'pos.jinja' %}{% endfor %}", "031122"),
    (
        "{% for x in [1,[2]] recursive %}{% if x is number %}{{ x }}{% else %}({{ loop(x) }}){% endif %}{% endfor %}",
        "1(2)",
    ),
    ("{% for x in d.arr %}{{ loop.index1 }}{{ loop.is_first }}{{ loop.revindex }}{% endfor %}", "1true32false23false1"),
    ("{% for x in d.arr %}{{ loop.cycle('a','b') }}{% endfor %}", "aba"),
    ("{% for k, v in d.o.items() %}{{ k }}{{ v }}{% endfor %}", "k1b[true,null]"),
    ("{{ d.h._id }}{{ d.h['_id'] }}", "77"),
    ("{{ d.arr[1:] }}{{ 'abc'[:2] }}{{ d.arr[::-1] }}", "[1,2]ab[2,1,3]"),
    ("{{ [1,2] + [3] }}{{ 'a' * 3 }}{{ (1, 2) }}{{ 10 // 3 }}{{ 7 % 4 }}", "[1,2,3]aaa[1,2]33"),
    ("{{ 'x' if false }}|{{ d.e or 'q' }}|{{ d.t and d.a }}", "|q|x"),
    ("{{ not d.zz }}{{ d.n == d.zz }}{{ d.zz is undefined }}{{ d.i.foo.bar is defined }}", "truefalsetruefalse"),
    ("{% set ns = namespace(a=1) %}{% set ns.b = 2 %}{{ ns.a }}{{ ns.b }}{{ ns.c is defined }}", "12false"),
    ("{% set upper = 3 %}{{ upper }}{{ lower('A') }}", "3a"),
    ("{% if d.zz %}a{% else if d.t %}b{% else if true %}c{% else %}d{% endif %}", "b"),
    ("{% for x in [] %}{% else %}{% if true %}none{% endif %}{% endfor %}", "none"),
    ("{% print(1) %}{{ '{{' }}", "1{{"),
    ("{% for k, v in {'a': {'b': {}}} recursive %}{{ k }}{{ loop(v) }}{% endfor %}", "ab"),
    ("{% for k, v in {'a': {'b': {}}} if k != 'z' recursive %}{{ k }}{{ loop(v) }}{% endfor %}", "ab"),
    ("{{ 'a' not in 'abc' }}{{ 'k' in d.o }}{{ 9 not in d.arr }}{{ d.zz in d.o }}", "falsetruetruefalse"),
    ("{% set ns = namespace({'a': 1}, b=2) %}{{ ns.a }}{{ ns.b }}", "12"),
]

# Names that the machine's own parameters have.
TAKEN_NAMES = ("name", "value", "self", "target", "counters", "pairs", "path", "args", "context", "apply", "missing")


@pytest.mark.parametrize("name", TAKEN_NAMES)
def test_members_and_parameters_may_have_any_name(name: str) -> None:
    text = (
        "{{ dict(N=1).N }}{% set ns = namespace(N=2) %}{{ ns.N }}{{ '%(N)s' | format(N=3) }}"
        "{% macro m(N) %}{{ N }}{% endmacro %}{{ m(N=4) }}{% import 'taken.jinja' as t %}{{ t.f(N=5) }}"
    ).replace("N", name)
    if name == "self":
        text = text.replace("{% macro m(self) %}{{ self }}{% endmacro %}{{ m(self=4) }}", "4").replace("self=5", "a=5")
    parameter = "a" if name == "self" else name
    partials = {"taken.jinja": "{% macro f(" + parameter + ") %}{{ " + parameter + " }}{% endmacro %}"}
    assert render(text, DATA, partials) == "12345"


@pytest.mark.parametrize(("text", "wanted"), RENDERED)
def test_template_renders(text: str, wanted: str) -> None:
    assert render(text, DATA, PARTIALS) == wanted


REFUSED = [
    ("{% macro m(a, a) %}{% endmacro %}", "template.syntax"),
    ("{{ d.zz in 'abc' }}", "template.undefined"),
    ("{{ 1 in 'abc' }}", "template.runtime"),
    ("{{ 'a' in d.i }}", "template.runtime"),
    ("{% macro m(first) %}{{ first }}{% endmacro %}{{ m() }}", "template.undefined"),
    ("{% for x in [1] recursive %}{{ loop([], 1) }}{% endfor %}", "template.runtime"),
    ("{% for x in [1] recursive %}{{ loop('ab') }}{% endfor %}", "template.runtime"),
    ("{{ 'a'.format() }}", "template.forbidden"),
    ("{{ 'a'.encode() }}", "template.forbidden"),
    ("{{ d['arr']() }}", "template.forbidden"),
    ("{{ d.a() }}", "template.forbidden"),
    ("{{ d._x }}", "template.forbidden"),
    ("{{ d | attr('__class__') }}", "template.forbidden"),
    ("{{ [d] | map(attribute='__class__') | list }}", "template.forbidden"),
    ("{{ self }}", "template.forbidden"),
    ("{{ dict(*d.arr) }}", "template.forbidden"),
    ("{% macro m() %}{% endmacro %}{% set f = m %}{{ d.t and f.name }}", "template.undefined"),
    ("{% set f = upper %}{{ f('a') }}", "template.runtime"),
    ("{{ d.h.length() }}", "template.runtime"),
    ("{% macro m(x) %}{% endmacro %}{{ m(1, 2) }}", "template.runtime"),
    ("{{ namespace }}", "template.runtime"),
    ("{% set ns = namespace() %}{{ ns }}", "template.runtime"),
    ("{% for a, b, c in d.o %}{% endfor %}", "template.runtime"),
    ("{% for a, b in [1, 2] %}{% endfor %}", "template.runtime"),
    ("{{ 1 < 'a' }}", "template.runtime"),
    ("{{ (-8) ** 0.5 }}", "template.runtime"),
    ("{{ 1e999 }}", "template.runtime"),
    ("{{ tojson({1: 2}) }}", "template.runtime"),
    ("{{ tojson([1, d.zz]) }}", "template.undefined"),
    ("{{ tojson('x' if false) }}", "template.undefined"),
    ("{{ 1 in d.zz }}", "template.undefined"),
    ("{{ d[nothing] }}", "template.undefined"),
    ("{{ d.o.items }}", "template.undefined"),
    ("{{ d.arr | map('nofilter') | list }}", "template.unknown_filter"),
    ("{{ d.arr | select('notest') | list }}", "template.unknown_filter"),
    ("{{ 'x' | read_file }}", "template.wrong_place"),
    ("{% include '../x' ignore missing %}", "include.forbidden"),
    ("{% include 'C:/x' %}", "include.forbidden"),
    ("{% include '~/x' %}", "include.forbidden"),
    ("{% include d.a %}", "include.dynamic"),
    ("{% import d.a as m %}", "include.dynamic"),
    ("{% include 'self.jinja' %}", "limit.depth"),
    ("{% macro m(n) %}{{ m(n) }}{% endmacro %}{{ m(1) }}", "limit.depth"),
    ("{% for x in [1] recursive %}{{ loop([1]) }}{% endfor %}", "limit.depth"),
    ("{% autoescape true %}{% endautoescape %}", "template.forbidden"),
    ("{% do 1 %}", "template.syntax"),
    ("{{ '\\x' }}", "template.syntax"),
]


@pytest.mark.parametrize(("text", "code"), REFUSED)
def test_template_is_refused(text: str, code: str) -> None:
    assert fault_of(text, DATA, PARTIALS).code == code


@pytest.mark.parametrize(
    "text",
    [
        "{{ " + "(" * 5000 + "1" + ")" * 5000 + " }}",
        "{{ 1" + "+1" * 5000 + " }}",
        "{% if d %}" * 500 + "{% endif %}" * 500,
        "{{ d" + ".a" * 1000 + " }}",
        "{{ " + "[" * 150 + "]" * 150 + " }}",
        "{{ " + "not " * 3000 + "1 }}",
    ],
)
def test_deep_template_is_refused_not_crashed(text: str) -> None:
    assert fault_of(text).code == "limit.depth"


def test_large_template_is_refused_before_it_is_compiled() -> None:
    assert fault_of("{{ [" + "1," * 30_000 + "] }}").code == "limit.time"


def test_syntax_fault_has_line_and_hint() -> None:
    fault = fault_of("ok\n{% if d.t && d.t %}{% endif %}")
    assert (fault.code, fault.line, fault.hint) == ("template.syntax", 2, "Use `and` instead of `&&`.")


def test_runtime_fault_names_the_line_of_the_template() -> None:
    assert fault_of("a\nb\n{{ 1 / 0 }}\n").line == 3


def test_fault_in_partial_names_partial_and_its_line() -> None:
    fault = fault_of("{% include 'broken.jinja' %}", DATA, PARTIALS)
    assert (fault.partial, fault.line) == ("broken.jinja", 2)


def test_undefined_fault_names_the_whole_path() -> None:
    assert "`d.o.zz.deep`" in fault_of("{{ d.o.zz.deep }}").message


def test_unit_is_kept_by_its_text() -> None:
    assert load_unit("kept {{ 1 }}") is load_unit("kept {{ 1 }}")


def test_broken_unit_gives_a_fresh_fault_each_time() -> None:
    faults = []
    for _ in range(2):
        with pytest.raises(TemplateFault) as raised:
            load_unit("{% broken")
        faults.append(raised.value)
    assert faults[0] is not faults[1]


def test_environment_has_no_globals_and_no_loader() -> None:
    assert not environment().globals
    assert environment().loader is None


def test_marks_are_put_in_once_and_never_parsed() -> None:
    from qodev.agents.meter import LOAD_LIMITS, Counters
    from qodev.agents.prepared import PreparedTemplate
    from qodev.agents.sources import TemplateSources

    marks = (("HOME", "/h/{{ 1 + 1 }}${CONFIG_DIR}"), ("CONFIG_DIR", "/c"))
    template = PreparedTemplate("${HOME} {{ '${HOME}' }} ${X} ${", TemplateSources(), marks, in_prompt=True)
    text = template.run({}, Counters(LOAD_LIMITS), {})
    assert text == "/h/{{ 1 + 1 }}${CONFIG_DIR} /h/{{ 1 + 1 }}${CONFIG_DIR} ${X} ${"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("{% call upper('a') %}{% endcall %}", "template.forbidden"),
        ("{% call dict(a=1) %}{% endcall %}", "template.forbidden"),
        ("{% call d.o.items() %}{% endcall %}", "template.forbidden"),
        ("{% call d() %}{% endcall %}", "template.unknown_function"),
    ],
)
def test_only_macros_take_a_block(text: str, code: str) -> None:
    assert fault_of(text, DATA, PARTIALS).code == code


def test_filter_block_prints_what_its_filter_gives() -> None:
    assert render("{% filter list %}ab{% endfilter %}{% filter length %}abc{% endfilter %}") == '["a","b"]3'
    assert (
        render(
            "{% import 'm.jinja' as m %}{% call m.f(1) %}{% endcall %}",
            DATA,
            PARTIALS | {"m.jinja": "{% macro f(a) %}{{ caller() }}{{ a }}{% endmacro %}"},
        )
        == "1"
    )

"""Functions, methods and filters of templates."""

import pytest

from tests.unit.agents.rendering import fault_of, render

RENDERED = [
    (
        "{{ int('x', 3) if false else int('7') + 1 }}{{ round(2.5, 0) }}{{ round(-2.5, 0) }}{{ round(2.567, 1) }}",
        "83-32.6",
    ),
    ("{{ range(2, 5) }}{{ range(5, 2, -1) }}{{ range(0) }}{{ range(200000) | length }}", "[2,3,4][5,4,3][]200000"),
    (
        "{% for m in blocks %}{{ exists('m.type') }}{% endfor %}{{ exists('d.h._id') }}{{ exists('d.h.__class__') }}",
        "truetruefalsefalsetruefalse",
    ),
    ("{{ exists(nothing) }}{{ 'd.a' | exists }}{% for x in [1] %}{{ 'x' | exists }}{% endfor %}", "falsetruetrue"),
    ("{{ filter_by_type(blocks, none) }}{{ filter_by_type([{'type': null}], none) }}", '[][{"type":null}]'),
    ("{{ existsIn(d.o, 'k') }}{{ existsIn(d.zz, 'k') }}{{ existsIn(d.arr, 'k') }}", "truefalsefalse"),
    ("{{ default(d.n, 'z') }}|{{ default(nothing, 3) }}|{{ d.e | default('z', true) }}", "|3|z"),
    (
        "{{ strip_signature_suffix('a [Signature: x] b') }}|{{ strip_signature_suffix('[Signature: x]') }}|",
        "a [Signature: x] b||",
    ),
    ("{{ basename('a\\\\b') }}{{ dirname('x') }}{{ ext('a.') }}{{ dirname('/a') }}", "b./"),
    ("{{ head_lines('', 3) }}|{{ head_lines('a\n\nb', 2) }}|{{ head_lines('a\nb\n', 1) }}", "|a\n|a"),
    ("{{ tojson('<>&\\'') }}{{ tojson('\\ud800') }}{{ tojson(1e22) }}", '"<>&\'""\ufffd"1e+22'),
    (
        "{{ d.arr.length() }}{{ 'ab'.upper() }}{{ d.arr.join(',') }}{{ d.arr.at(1) }}{{ 'a'.replace('a', 'b') }}",
        "3AB3,1,21b",
    ),
    (
        "{{ ', '.join(['a', 1, true]) }}{{ 'a,b'.split(',') }}{{ 'ab'.find('b') }}{{ ' a '.strip() }}",
        'a, 1, true["a","b"]1a',
    ),
    ("{{ d.o.get('z', 3) }}{{ d.o.keys() }}{{ d.o.values() }}", '3["k","b"][1,[true,null]]'),
    ("{{ blocks | selectattr('type', 'defined') | map(attribute='type') | list }}", '["text","tool_use"]'),
    (
        "{{ d.arr | map('string') | list }}{{ d.arr | select('odd') | list }}{{ d.arr | reject('odd') | list }}",
        '["3","1","2"][3,1][2]',
    ),
    (
        "{% for g in [{'a':1},{'a':1},{'a':2}] | groupby('a') %}{{ g.grouper }}:{{ g.list | length }} {% endfor %}",
        "1:2 2:1 ",
    ),
    (
        "{{ [1,2,3] | batch(2) }}{{ [1,2,3] | batch(2, 'x') }}{{ [1,2,3,4] | slice(3, 'x') }}",
        '[[1,2],[3]][[1,2],[3,"x"]][[1,2],[3,"x"],[4,"x"]]',
    ),
    (
        "{{ ['b','A','c'] | sort }}{{ [1,1,2] | unique }}{{ [1,2] | sum }}{{ 'abc' | reverse }}",
        '["A","b","c"][1,2]3cba',
    ),
    (
        "{{ 'a\nb' | indent }}|{{ 'a\nb' | indent(2, true) }}|{{ 'aaa bbb' | wordwrap(3) }}",
        "a\n    b|  a\n  b|aaa\nbbb",
    ),
    ("{{ '%s-%d' | format('a', 5) }}{{ '%s' % true }}{{ '%(a)s' % {'a': [1]} }}", "a-5true[1]"),
    ("{{ {'a': none, 'b': [1, true]} | urlencode }}{{ [['a', true]] | urlencode }}", "a=&b=%5B1%2Ctrue%5Da=true"),
    ("{{ '%s' % {'a': 1} }}{{ '%%' % {'a': 1} }}{{ '%s|%%' % d.o }}", '{"a":1}%{"k":1,"b":[true,null]}|%'),
    (
        "{{ '<b>x</b>' | striptags }}{{ '<' | e }}{{ 'a b' | urlencode }}{{ 'hello world' | truncate(8, true) }}",
        "x&lt;a%20bhello world",
    ),
    ("{{ 'x' | int }}{{ 'x' | int(7) }}{{ '2.5' | float }}{{ 2.4 | round(0, 'ceil') }}{{ -5 | abs }}", "072.53.05"),
    (
        "{{ [] | first is defined }}{{ 'abc' | last }}{{ d.o | dictsort }}{{ d.o | items }}",
        'falsec[["b",[true,null]],["k",1]][["k",1],["b",[true,null]]]',
    ),
    ("{{ {'a': 1, 'b': none} | xmlattr }}{{ 1024 | filesizeformat }}{{ 'a b' | wordcount }}", ' a="1"1.0 kB2'),
]


@pytest.mark.parametrize(("text", "wanted"), RENDERED)
def test_function_gives(text: str, wanted: str) -> None:
    assert render(text) == wanted


@pytest.mark.parametrize(
    "text",
    [
        "{{ at(d.arr, 5) }}",
        "{{ at(d.arr, -1) }}",
        "{{ max([]) }}",
        "{{ int('x') }}",
        "{{ int('1_0') }}",
        "{{ '%(a)s %s' % {'a': 1} }}",
        "{{ float('nan') }}",
        "{{ float('-inf') }}",
        "{{ upper(5) }}",
        "{{ upper('a', 'b') }}",
        "{{ d.a | upper(3) }}",
        "{{ sort(['a', 1]) }}",
        "{{ length(null) }}",
        "{{ odd(7.0) }}",
        "{{ range(1, 5, 0) }}",
        "{{ 'a'.split('') }}",
        "{{ exists() }}",
        "{{ divisibleBy(1, 0) }}",
        "{{ '%d' % 'x' }}",
        "{{ [1] | slice(0) }}",
    ],
)
def test_wrong_arguments_are_runtime_faults_without_python_text(text: str) -> None:
    fault = fault_of(text)
    assert fault.code == "template.runtime"
    assert not any(word in fault.message for word in ("Error", "Traceback", "NoneType", "argument:", "<class"))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("{{ 'x' * 99999999 }}", "limit.output"),
        ("{{ [1] * 99999999 }}", "limit.output"),
        ("{{ 2 ** 10000000 }}", "limit.output"),
        ("{{ 0x" + "f" * 100_000 + " }}", "template.runtime"),
        ("{{ ('1' * 4000000) | int(0, 2) }}", "limit.output"),
        ("{{ ('\\n' * 8000000).splitlines() | length }}", "limit.output"),
        ("{{ ('a,' * 4000000).split(',') | length }}", "limit.output"),
        ("{{ ('%9999s' * 10000) % 1 }}", "limit.output"),
        ("{{ '%99999999s' % 1 }}", "limit.output"),
        ("{{ 'a' | center(99999999) }}", "limit.output"),
        ("{{ ('a' * 8000000).replace('a', 'bb') }}", "limit.output"),
        ("{{ ('x' * 8000000) | list | length }}", "limit.output"),
        ("{{ ('a ' * 300000) | wordwrap(1) }}", "limit.output"),
        ("{{ ['x' * 1000000] * 20 }}", "limit.output"),
        ("{% set n=namespace(x=[1]) %}{% for i in range(60) %}{% set n.x=[n.x, n.x] %}{% endfor %}", "limit.output"),
        (
            "{% set n=namespace(x={}) %}{% for i in range(60) %}{% set n.x={'a': n.x, 'b': n.x} %}{% endfor %}",
            "limit.output",
        ),
        ("{{ tojson('\\x01' * 2000000) | length }}", "limit.output"),
        ("{{ tojson(['\\x01' * 2000000]) | length }}", "limit.output"),
        ("{{ range(200001) }}", "limit.loops"),
        ("{{ [1] | slice(300000) | list }}", "limit.loops"),
        ("{% set n=namespace(x=[]) %}{% for i in range(300) %}{% set n.x=[n.x] %}{% endfor %}", "limit.depth"),
        (
            "{% macro m() %}{% for i in range(200000) %}" + "y" * 5000 + "{% endfor %}{% endmacro %}{{ m() }}",
            "limit.output",
        ),
        ("{% set q %}{% for i in range(200000) %}" + "y" * 5000 + "{% endfor %}{% endset %}", "limit.output"),
        ("".join(f"{{% set a{i} = 'x' * 8000000 %}}" for i in range(40)), "limit.output"),
    ],
)
def test_sizes_are_judged_before_they_are_made(text: str, code: str) -> None:
    assert fault_of(text).code == code


@pytest.mark.slow
def test_shared_lists_cannot_be_compared_for_ever() -> None:
    text = "{% set n=namespace(x=[1]) %}{% for i in range(60) %}{% set n.x=[n.x, n.x] %}{% endfor %}{{ n.x == n.x }}"
    assert fault_of(text).code.startswith("limit.")

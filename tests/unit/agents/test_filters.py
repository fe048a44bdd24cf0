"""Filters and tests mean what they mean in Jinja (A59), checked against Jinja itself."""

import json

import pytest
from jinja2 import filters as jinja_filters
from jinja2 import tests as jinja_tests
from jinja2.sandbox import ImmutableSandboxedEnvironment

from qodev.agents.faults import TemplateFault
from qodev.agents.filters import FILTER_NAMES, TESTS
from qodev.agents.names import GENERAL_FUNCTIONS
from tests.unit.agents.rendering import fault_of, render

DATA = {
    "words": ["pear", "Apple", "fig", "apple"],
    "rows": [
        {"n": 2, "k": "b", "in": {"x": 1}},
        {"n": 1, "k": "A", "in": {"x": 3}},
        {"n": 3, "k": "a", "in": {"x": 2}},
    ],
    "nums": [3, 1, 2, 2],
    "obj": {"b": 2, "A": 1, "c": 0},
    "text": "The quick  brown fox\njumps over   the lazy-dog.\n\nEnd",
    "html": "<p>Hello <b>you</b> &amp; me</p><!-- c --> see https://example.com/a?b=c and www.example.org.",
    "long": "word " * 40,
}

EXPRESSIONS = [
    "nums | sort | join(',')",
    "nums | sort(reverse=true) | join(',')",
    "words | sort | join(',')",
    "words | sort(case_sensitive=true) | join(',')",
    "rows | sort(attribute='n') | map(attribute='k') | join",
    "rows | sort(attribute='k,n') | map(attribute='n') | join",
    "rows | sort(attribute='in.x') | map(attribute='n') | join",
    "words | unique | join(',')",
    "words | unique(case_sensitive=true) | join(',')",
    "rows | unique(attribute='k') | map(attribute='n') | join",
    "words | min",
    "words | max",
    "nums | sum",
    "rows | sum(attribute='n')",
    "nums | sum(start=10)",
    "nums | first",
    "nums | last",
    "words | join('-')",
    "rows | join(', ', attribute='k')",
    "nums | length",
    "nums | count",
    "obj | length",
    "nums | reverse | join",
    "text | reverse",
    "obj | dictsort | map('first') | join",
    "obj | dictsort(true) | map('first') | join",
    "obj | dictsort(false, 'value') | map('first') | join",
    "obj | dictsort(reverse=true) | map('first') | join",
    "nums | batch(3) | map('join', ',') | join(';')",
    "nums | batch(3, 'x') | map('join', ',') | join(';')",
    "nums | slice(3) | map('join', ',') | join(';')",
    "nums | slice(3, 'x') | map('join', ',') | join(';')",
    "[1, 2] | slice(2, 'x') | map('join', ',') | join(';')",
    "[] | slice(2, 'x') | map('join', ',') | join(';')",
    "5 | round",
    "15 | round(-1)",
    "0 | round(1)",
    "rows | groupby('k') | map('first') | join",
    "rows | groupby('k', case_sensitive=true) | map('first') | join",
    "rows | map(attribute='zz', default='-') | join",
    "nums | select('odd') | join",
    "nums | reject('odd') | join",
    "nums | select | join",
    "rows | selectattr('n', 'gt', 1) | map(attribute='n') | join",
    "rows | rejectattr('n', 'eq', 1) | map(attribute='n') | join",
    "rows | selectattr('n') | list | length",
    "words | map('upper') | join(',')",
    "words | map('replace', 'p', 'q') | join(',')",
    "text | upper",
    "text | lower",
    "text | capitalize",
    "text | title",
    "text | trim",
    "'xxaxx' | trim('x')",
    "text | wordcount",
    "text | replace('the', 'a')",
    "text | replace('o', '0', 2)",
    "'a' | replace('', '-')",
    "text | center(80)",
    "'ab' | center(7)",
    "text | indent",
    "text | indent(2, true)",
    "text | indent(2, true, true)",
    "text | indent('> ')",
    "'' | indent(2, true)",
    "'a\n' | indent(2)",
    "text | wordwrap(10)",
    "text | wordwrap(5, false)",
    "text | wordwrap(5, true, '|')",
    "text | wordwrap(8, true, none, false)",
    "long | truncate(20)",
    "long | truncate(20, true)",
    "long | truncate(20, false, '!')",
    "long | truncate(20, true, '', 0)",
    "'abc def' | truncate(5, leeway=0)",
    "html | striptags",
    "html | escape",
    "html | e",
    "html | forceescape",
    "html | urlize",
    "html | urlize(10, true)",
    "html | urlize(target='_blank')",
    "html | urlencode",
    "obj | urlencode",
    "'a/b c&d' | urlencode",
    "obj | xmlattr",
    "obj | xmlattr(false)",
    "'%s-%03d' | format('a', 5)",
    "'%(a)s' | format(a=1)",
    "'7' | int",
    "'x' | int(3)",
    "'0x1f' | int(0, 16)",
    "'2.9' | int",
    "3.9 | int",
    "'2.5' | float",
    "'x' | float(1.5)",
    "2.71828 | round",
    "2.71828 | round(2)",
    "2.1 | round(0, 'ceil')",
    "2.9 | round(0, 'floor')",
    "-5 | abs",
    "1024 | filesizeformat",
    "1048576 | filesizeformat(true)",
    "999 | filesizeformat",
    "'' | default('z')",
    "'' | default('z', true)",
    "zz | default('z')",
    "zz | d('z')",
    "'abc' | list | join(',')",
    "obj | list | join(',')",
    "obj | items | map('first') | join",
    "'abc' | first",
    "'abc' | last",
    "'a' | string",
    "'a' | safe",
    "nums | pprint",
]


@pytest.fixture(scope="module")
def stock() -> ImmutableSandboxedEnvironment:
    return ImmutableSandboxedEnvironment(autoescape=False)


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_filter_means_what_it_means_in_jinja(stock: ImmutableSandboxedEnvironment, expression: str) -> None:
    text = "{{ " + expression + " }}"
    assert render(text, DATA) == stock.from_string(text).render(**DATA)


TESTED = [
    "3 is odd",
    "3 is even",
    "9 is divisibleby 3",
    "zz is defined",
    "zz is undefined",
    "none is none",
    "true is boolean",
    "1 is boolean",
    "true is true",
    "1 is true",
    "false is false",
    "1 is integer",
    "1.0 is integer",
    "true is integer",
    "1.0 is float",
    "'a' is lower",
    "'A' is upper",
    "'a' is string",
    "obj is mapping",
    "1.5 is number",
    "nums is sequence",
    "nums is iterable",
    "1 is sameas 1",
    "2 is in nums",
    "'p' is in 'pear'",
    "'A' is in obj",
    "1 is eq 1",
    "1 is equalto 2",
    "1 is ne 2",
    "2 is gt 1",
    "2 is greaterthan 2",
    "2 is ge 2",
    "1 is lt 2",
    "2 is lessthan 2",
    "2 is le 2",
    "'upper' is filter",
    "'nofilter' is filter",
    "'odd' is test",
    "'notest' is test",
    "1 is not odd",
]


@pytest.mark.parametrize("expression", TESTED)
def test_test_means_what_it_means_in_jinja(stock: ImmutableSandboxedEnvironment, expression: str) -> None:
    text = "{% if " + expression + " %}yes{% else %}no{% endif %}"
    assert render(text, DATA) == stock.from_string(text).render(**DATA)


OPERATED = [
    "1 + 2 * 3 - 4",
    "7 / 2",
    "-7 // 2",
    "-7 % 3",
    "2 ** 10",
    "2 ** -1",
    "2.5 * 2",
    "'a' + 'b'",
    "'ab' * 3",
    "3 * 'ab'",
    "1 ~ 'a' ~ 2",
    "1 < 2 < 3",
    "1 < 3 < 2",
    "'a' in 'abc'",
    "4 not in nums",
    "1 == 1.0 and 'a' != 'b'",
    "nums[1:3] | join",
    "nums[::-1] | join",
    "text[4:9]",
    "nums[-1]",
    "rows[0].k",
    "rows[0]['k']",
    "+5",
    "-5",
    "not 1",
    "1 if nums else 2",
    "('a', 'b')[1]",
    "'%s and %s' % ('a', 'b')",
]


@pytest.mark.parametrize("expression", OPERATED)
def test_operator_means_what_it_means_in_jinja(stock: ImmutableSandboxedEnvironment, expression: str) -> None:
    text = "{{ " + expression + " }}"
    wanted = stock.from_string(text).render(**DATA)
    assert render(text, DATA) == {"True": "true", "False": "false"}.get(wanted, wanted)


def test_all_filters_and_tests_of_jinja_are_there_but_random() -> None:
    assert set(jinja_filters.FILTERS) - FILTER_NAMES == {"random"}
    assert set(jinja_tests.TESTS) - set(TESTS) == set()
    assert {"dict", "namespace"} == GENERAL_FUNCTIONS - FILTER_NAMES


@pytest.mark.parametrize(
    "expression",
    [
        "5 | list",
        "none | sort",
        "5 | map('upper')",
        "nums | map",
        "nums | selectattr",
        "5 | length",
        "'a' | abs",
        "nums | batch(0)",
        "nums | slice(0)",
        "'a' | round",
        "1 | round(500)",
        "1 | round(1, 'up')",
        "'a' | wordwrap(0)",
        "'a' | truncate(1, end='...')",
        "5 | xmlattr",
        "{'a b': 1} | xmlattr",
        "'a' | urlize(1, 2, 3, 4, 5)",
        "'a' | tojson(99)",
        "obj | dictsort(by='x')",
        "5 | items",
        "'%s' | format",
        "'%*d' % 1",
        "'%d' % 'a'",
        "5 | attr(5)",
        "'a' | format('b', c=1)",
        "rows | sort",
        "[1, 'a'] | max",
        "nums + 'a'",
        "'a' - 1",
        "obj * 2",
        "obj / 2",
        "nums ** 2",
        "none % 2",
        "nums['a':]",
        "nums[::0]",
        "5[1:]",
        "0.0 ** -1",
        "10.0 ** 400",
        "1 is in 5",
        "'a' is odd",
        "1 is gt 'a'",
    ],
)
def test_wrong_use_is_a_runtime_fault(expression: str) -> None:
    fault = fault_of("{{ " + expression + " }}", DATA)
    assert fault.code == "template.runtime"
    assert not any(word in fault.message for word in ("Error", "object at", "NoneType", "<class"))


@pytest.mark.parametrize(
    "expression",
    [
        "zz | upper",
        "zz + 1",
        "1 - zz",
        "zz * 2",
        "2 / zz",
        "zz ** 2",
        "zz % 2",
        "-zz",
        "zz < 1",
        "nums[zz:]",
        "zz[1:]",
        "nums | join(zz)",
        "1 is in zz",
        "zz is odd",
        "zz | map('upper')",
        "zz | select",
        "zz.a.b | sort",
        "nums | first | attr('x')",
        "[] | first",
        "[] | min | string",
        "zz ~ 1",
        "zz[0]",
        "{}[0]",
    ],
)
def test_undefined_is_told_as_such(expression: str) -> None:
    assert fault_of("{{ " + expression + " }}", DATA).code == "template.undefined"


@pytest.mark.parametrize("name", sorted(FILTER_NAMES))
def test_no_filter_shows_python_for_odd_values(name: str) -> None:
    for value in ("zz", "none", "true", "5", "1.5", "'a'", "nums", "rows", "obj", "rows | groupby('k')"):
        text = "{{ " + value + " | " + name + " | tojson }}"
        try:
            output = render(text, DATA)
        except TemplateFault as fault:
            shown = [word for word in ("Error", "object at", "NoneType", "<class") if word in fault.message]
        else:
            shown = []
            json.loads(output)
        assert shown == [], text

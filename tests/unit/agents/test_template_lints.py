"""Lints of templates (A62 to A64)."""

import pytest

from tests.unit.agents.rendering import fault_of, lints_of

SET = "template.set_in_loop"


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("{% set y = 0 %}{% for x in a %}{% set y = y + x %}{% endfor %}{{ y }}", [SET]),
        ("{% for x in a %}{% set y = x %}{% endfor %}{% if y %}{% endif %}", [SET]),
        ("{% for x in a %}{% set y = x %}{{ y }}{% endfor %}", []),
        ("{% for x in a %}{% set y = x %}{% for z in b %}{{ y }}{% endfor %}{% endfor %}", []),
        ("{% for x in a %}{% set y = x %}{% endfor %}{% for y in b %}{{ y }}{% endfor %}", []),
        ("{% for x in a %}{% set y = x %}{% endfor %}{% for z in b %}{{ y }}{% endfor %}", [SET]),
        ("{% for x in a %}{% if x %}{% set y %}q{% endset %}{% endif %}{% endfor %}{{ y }}", [SET]),
        ("{% macro m() %}{% set y = 1 %}{% endmacro %}{% for x in a %}{% set y = x %}{{ y }}{% endfor %}", []),
        (
            "{% for x in a %}{% set y = 1 %}{% for z in b %}{{ y }}{% set y = 2 %}{% endfor %}{% endfor %}",
            [SET],
        ),
        (
            "{% for x in a %}{% set y=1 %}{% endfor %}{% for z in b %}{% set y=2 %}{% for q in c %}{{ y }}{% endfor %}{% endfor %}",
            [],
        ),
        ("{% for x in a %}{% for z in b %}{% set y = 1 %}{% endfor %}{{ y }}{% endfor %}", [SET]),
        ("{% for x in a %}" + "{% set y = 1 %}" * 1500 + "{% endfor %}", []),
        ("{% for x in a %}{% set y = 1 %}{% endfor %}" * 500, []),
        ("{% for x in a %}{% set y = x %}{% else %}{{ y }}{% endfor %}", [SET]),
        ("{% set ns = namespace(y=0) %}{% for x in a %}{% set ns.y = x %}{% endfor %}{{ ns.y }}", []),
        (
            "{% for x in a %}{{ loop.index }}{{ loop['index'] }}{{ loop.index0 }}{% endfor %}",
            ["template.ambiguous_index"] * 2,
        ),
        ("{% for x in a %}{% set o = loop %}{{ o.index }}{% endfor %}", ["template.ambiguous_index"]),
        ("{{ ctx.prefix }}{{ ctx['suffix'] }}{{ ctx.model }}", []),
        ("{{ ctx.length() }}{{ ctx.at('prefix') }}{{ ctx.keys() }}", []),
        ("{% if ctx.prefx %}{% endif %}", ["template.unknown_ctx"]),
        ("{% for ctx in a %}{{ ctx.anything }}{% endfor %}", []),
    ],
)
def test_lints(text: str, wanted: list[str]) -> None:
    assert lints_of(text) == wanted


def test_error_carries_the_hint_of_the_lint_that_explains_it() -> None:
    assert fault_of("{{ ctx.histroy }}", {"ctx": {"history": []}}).hint == "history"


def test_leaked_name_hints_at_namespace() -> None:
    fault = fault_of("{% for x in d.arr %}{% set y = x %}{% endfor %}{{ y }}")
    assert fault.code == "template.undefined"

"""Editing one part of a role file leaves the bytes of the others."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qodev.agents.role_text import read_form, set_form
from qodev.agents.role_uses import find_role_uses
from qodev.agents.roles import parse_role, render_role
from qodev.types.agents import Layer
from tests.unit.agents.loading_kit import Disk, agent

FILE = "---\nname: Reviewer # a remark\nown: 1\n---\n\nYou read.\n\nMore.\n\n"


@pytest.mark.parametrize(
    ("text", "key", "value", "after"),
    [
        (FILE, "name", "A: b", FILE.replace("Reviewer #", '"A: b" #')),
        (FILE, "name", " ", FILE.replace("name: Reviewer # a remark\n", "")),
        (FILE, "description", "What it does", FILE.replace("own", "description: What it does\nown")),
        (FILE, "description", "", FILE),
        (FILE, "text", "\nNew\n\ntext \n", FILE.replace("You read.\n\nMore.", "New\n\ntext ")),
        ("text\r\n", "name", "X", "---\r\nname: X\r\n---\r\n\r\ntext\r\n"),
        ("\ufeff---\r\nname: X\r\n---\r\ny\r\n", "name", "Z", "\ufeff---\r\nname: Z\r\n---\r\ny\r\n"),
        ("", "text", "---\nhello", "\n---\nhello\n"),
        ("---\nname:\n---\n", "name", "a", "---\nname: a\n---\n"),
        ("---\nname: >\n  long\n---\n", "name", "b", "---\nname: b\n---\n"),
        ("---\n---\nx", "description", "b", "---\ndescription: b\n---\nx"),
    ],
)
def test_one_part_is_changed(text: str, key: str, value: str, after: str) -> None:
    assert set_form(text, key, value) == after


def test_text_that_cannot_be_taken_apart_is_shown_whole_with_the_reason() -> None:
    form = read_form("---\nname: a\n", "mine.md")
    assert (form.text, form.line) == ("---\nname: a\n", 1)
    assert form.fault == "The front matter of `mine.md` is not closed: a second line `---` is missing."


texts = st.text(alphabet=st.characters(exclude_categories=["Cs"], exclude_characters="\r"), max_size=30)


@given(st.sampled_from([FILE, "", "hello", "---\nname: x\n---", "\ufeff---\r\n---\r\nz"]), texts, texts, texts)
def test_whatever_is_set_is_read_back_and_nothing_else_changes(
    start: str, name: str, description: str, body: str
) -> None:
    text = set_form(set_form(set_form(start, "name", name), "description", description), "text", body)
    form = read_form(text, "mine.md")
    assert form.fault is None
    assert (form.name, form.description) == (" ".join(name.split()), " ".join(description.split()))
    again = set_form(set_form(text, "name", name), "description", description)
    assert read_form(set_form(again, "text", body), "mine.md") == form
    assert read_form(set_form(text, "name", "Other"), "mine.md").text == form.text


@given(texts, texts, texts)
def test_rendered_role_reads_back(name: str, description: str, text: str) -> None:
    role = parse_role(render_role(name, description, text), "x", "x.md", Layer.USER).value
    assert role is not None
    assert role.name == (" ".join(name.split()) or "x")
    assert role.description == " ".join(description.split())


def test_agents_that_name_a_role_are_found_in_prompts_and_partials(disk: Disk) -> None:
    prompts = {
        "direct": "{{ agent_role('tester') }}",
        "both": "{% if x %}{{ agent_role(\"writer\") ~ agent_role( 'tester' ) }}{% endif %}",
        "partial": '{% include "partials/p.jinja" %}',
        "selected": "{{ agent_role() }}",
        "comment": "{# {{ agent_role('tester') }} #}",
        "prose": "call agent_role('tester')",
        "missing": '{% include "partials/none.jinja" %}',
    }
    disk.write("user/partials/p.jinja", "{% include 'partials/p.jinja' %}{{ agent_role('writer') }}")
    for name, prompt in prompts.items():
        disk.write(f"user/{name}.toml", agent(name, f"system_prompt = '''{prompt}'''\n"))
    assert find_role_uses(disk.load()) == {"tester": ("both", "direct"), "writer": ("both", "partial")}


@pytest.fixture
def disk(tmp_path: Path) -> Disk:
    return Disk(tmp_path)

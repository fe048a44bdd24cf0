"""Bodies and prompts as they are sent."""

import datetime
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from qodev.agents.meter import LOAD_LIMITS, Limits
from qodev.agents.render import PromptInputs, body_mentions, render_body, render_system_prompt
from qodev.agents.sources import TemplateSources
from qodev.types.agents import RenderedPrompt
from tests.unit.agents.made import make_origin, make_role, make_spec

ROLES = {"developer": make_role("developer", "DEV {{ 1 }}"), "reviewer": make_role("reviewer", "REV")}


def body_of(body: Mapping[str, object], ctx: Mapping[str, object] | None = None) -> Any:
    return render_body(make_spec(body=body), ctx or {}, TemplateSources()).body  # type: ignore[arg-type]


def test_body_keeps_order_and_plain_values() -> None:
    body = {"z": 1, "a": 1.0, "t": "{{ 1 }}", "m": "${MODEL}", "n": {"y": [True, "[1,]"], "x": {}}}
    rendered = body_of(body)
    assert rendered == {"z": 1, "a": 1.0, "t": 1, "m": "${MODEL}", "n": {"y": [True, "[1,]"], "x": {}}}
    assert list(rendered) == ["z", "a", "t", "m", "n"]
    assert isinstance(rendered["a"], float)


def test_empty_outputs_drop_keys_and_elements_but_keep_containers() -> None:
    nothing = "{% if false %}{% endif %}"
    assert body_of({"a": nothing, "b": [nothing, 1, [nothing]], "c": {"d": nothing}}) == {"b": [1, []], "c": {}}


def test_every_fault_of_a_body_is_told_with_its_key() -> None:
    spec = make_spec(body={"a": "{{ nope }}", "b": [{"c": "{{ 'x' }}"}]})
    rendered = render_body(spec, {}, TemplateSources())
    assert rendered.body is None
    assert [(d.code, d.key) for d in rendered.diagnostics] == [
        ("body.invalid_json", "body.b.0.c"),
        ("template.undefined", "body.a"),
    ]


def test_invalid_json_says_so_and_offers_tojson() -> None:
    rendered = render_body(make_spec(body={"k": '"{{ ctx.q }}"'}), {"q": 'say "hi"'}, TemplateSources())
    (found,) = rendered.diagnostics
    assert "[body] failed to render to valid JSON" in found.message
    assert "tojson(" in (found.hint or "")
    assert 'say "hi"' in found.message


def test_dates_and_infinities_are_refused_everywhere() -> None:
    body = {"d": datetime.date(2024, 1, 2), "m": {"n": [float("nan"), datetime.time(1)]}}
    rendered = render_body(make_spec(body=body), {}, TemplateSources())
    assert rendered.body is None
    assert [d.key for d in rendered.diagnostics] == ["body.d", "body.m.n.0", "body.m.n.1"]


def test_fault_with_half_a_pair_can_be_written() -> None:
    rendered = render_body(make_spec(body={"k": '{{ at(ctx, "\\ud800") }}x'}), {}, TemplateSources())
    assert rendered.diagnostics[0].message.encode("utf-8")


def test_duplicate_key_is_a_warning_and_the_body_is_sent() -> None:
    rendered = render_body(make_spec(body={"k": '{% if true %}{"a":1,"a":2}{% endif %}'}), {}, TemplateSources())
    assert rendered.body == {"k": {"a": 2}}
    assert [(d.code, d.severity) for d in rendered.diagnostics] == [("body.duplicate_key", "warning")]


def test_diagnostic_sits_on_the_file_that_wrote_the_key() -> None:
    origins = {"body.k": make_origin("Base", 7)}
    rendered = render_body(make_spec("Child", {"k": ["{{ nope }}"]}, origins=origins), {}, TemplateSources())
    (found,) = rendered.diagnostics
    assert (found.file, found.span.line if found.span else 0, found.subject) == ("/agents/base.toml", 7, "Base")
    assert (found.key, found.dependants) == ("body.k.0", ("Child",))


def test_templates_of_one_body_share_the_output_limit() -> None:
    limits = Limits(2.0, 1000, 1000)
    body = {"a": "{{ tojson('x' * 600) }}", "b": "{{ tojson('x' * 600) }}"}
    rendered = render_body(make_spec(body=body), {}, TemplateSources(), limits)
    assert [(d.code, d.key) for d in rendered.diagnostics] == [("limit.output", "body.b")]


def test_templates_of_one_body_share_the_time() -> None:
    rendered = render_body(make_spec(body={"a": "{{ 1 }}"}), {}, TemplateSources(), Limits(-1.0, 1000, 1000))
    assert [d.code for d in rendered.diagnostics] == ["limit.time"]


def test_user_partial_never_shadows_a_bundled_one() -> None:
    sources = TemplateSources(
        {"p.jinja": "1"}, {"p.jinja": "2", "own.jinja": "3"}, refused={"out.jinja": "it is a link"}
    )
    spec = make_spec(body={"a": "{% include 'p.jinja' %}", "b": "{% include 'own.jinja' %}"})
    assert render_body(spec, {}, sources).body == {"a": 1, "b": 3}
    refused = render_body(make_spec(body={"a": "{% include 'out.jinja' %}"}), {}, sources)
    assert [d.code for d in refused.diagnostics] == ["include.forbidden"]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("{{ ctx.files_metadata }}", True),
        ("{{ ctx['files_metadata'] }}", True),
        ("{% if exists('ctx.files_metadata') %}{% endif %}", True),
        ("{% include 'p.jinja' %}", True),
        ("{# ctx.files_metadata #}{{ 1 }}", False),
        ("files_metadata", False),
    ],
)
def test_body_mentions(text: str, *, wanted: bool) -> None:
    sources = TemplateSources({"p.jinja": "{% for f in ctx.files_metadata %}{% endfor %}"})
    assert body_mentions(make_spec(body={"k": text}), sources, "files_metadata") is wanted


class Place:
    """A project with everything that prompts meet."""

    def __init__(self, root: Path) -> None:
        self.home = root / "home"
        self.project = root / 'pro{{ 1+1 }}"ject'
        (self.project / "sub").mkdir(parents=True)
        (self.home / "qodeassist").mkdir(parents=True)
        (self.project / "STYLE.md").write_text("${HOME} {{ x }}")
        (self.project / ".hidden").write_text("")
        (self.project / ".env").write_text("K=1")
        (self.home / "qodeassist" / "r.txt").write_text("\ufeffbom")
        (root / 'pro{{ 1+1 }}"ject-evil').mkdir()
        (root / 'pro{{ 1+1 }}"ject-evil' / "x").write_text("E")
        (self.project / "out").symlink_to(root / 'pro{{ 1+1 }}"ject-evil')
        (root / "link").symlink_to(self.project)
        os.mkfifo(self.project / "fifo")
        self.root = root

    def prompt(self, text: str, role_id: str | None = None, project: Path | None = None) -> RenderedPrompt:
        inputs = PromptInputs(role_id, project or self.project, self.home, self.home / "config", "qml", "a.qml")
        return render_system_prompt(make_spec(system_prompt=text), inputs, TemplateSources(roles=ROLES))


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


def test_prompt_puts_in_folders_without_parsing_them(place: Place) -> None:
    folder = place.project.as_posix()
    assert place.prompt("${PROJECT_DIR} {{ '${PROJECT_DIR}' }} ${X}").text == f"{folder} {folder} ${{X}}"
    assert place.prompt("plain ${PROJECT_DIR}").text == f"plain {folder}"


def test_prompt_reads_files_as_data(place: Place) -> None:
    assert place.prompt("{{ read_file('${PROJECT_DIR}/STYLE.md') }}").text == "${HOME} {{ x }}"
    assert place.prompt("{{ read_file('STYLE.md') }}").text == "${HOME} {{ x }}"
    assert place.prompt("{{ read_file('${HOME}/qodeassist/r.txt') }}").text == "bom"
    assert place.prompt("{% set p = '${PROJECT_' ~ 'DIR}' %}{{ read_file(p ~ '/STYLE.md') | length }}").text == "15"
    assert place.prompt("{{ read_file('${PROJECT_DIR}/STYLE.md') }}", project=place.root / "link").text is not None


@pytest.mark.parametrize(
    "path", ["out/x", "${PROJECT_DIR}-evil/x", "fifo", ".", "sub", "nope", ".env", "../home/qodeassist/../x", "a\\x00b"]
)
def test_prompt_refuses_paths(place: Place, path: str) -> None:
    rendered = place.prompt("{{ read_file('" + path + "') }}")
    assert rendered.text is None
    assert [d.code for d in rendered.diagnostics] == ["prompt.read"]
    assert "read_file" in rendered.diagnostics[0].message


def test_prompt_lists_and_tests_files(place: Place) -> None:
    assert place.prompt("{{ read_dir('.') }}").text == '["STYLE.md","fifo","out","sub"]'
    assert place.prompt("{{ read_dir('nope') }}{{ file_exists('nope') }}{{ file_exists('sub') }}").text == "[]falsetrue"
    assert place.prompt("{{ file_exists('/etc/passwd') }}").text is None
    assert place.prompt("{{ read_dir('/etc') }}").text is None


def test_prompt_has_a_limit_for_one_file_and_for_all(place: Place) -> None:
    (place.project / "big").write_bytes(b"a" * 262_145)
    for number in range(5):
        (place.project / f"part{number}").write_bytes(b"a" * 250_000)
    assert place.prompt("{{ read_file('big') }}").text is None
    four = "".join("{{ read_file('part" + str(n) + "') | length }}" for n in range(4))
    assert place.prompt(four).text == "250000" * 4
    assert place.prompt(four + "{{ read_file('part4') }}").text is None


def test_prompt_without_project_leaves_the_mark(tmp_path: Path) -> None:
    inputs = PromptInputs(None, None, tmp_path, tmp_path / "config")
    sources = TemplateSources(roles=ROLES)

    def prompt(text: str) -> RenderedPrompt:
        return render_system_prompt(make_spec(system_prompt=text), inputs, sources)

    assert prompt("${PROJECT_DIR}{{ file_exists('${PROJECT_DIR}/x') }}{{ read_dir('${PROJECT_DIR}') }}").text == (
        "${PROJECT_DIR}false[]"
    )
    assert prompt("{{ read_file('${PROJECT_DIR}/x') }}").text is None


def test_prompt_role_is_the_selected_one_or_developer(place: Place) -> None:
    assert place.prompt("{{ agent_role }}|{{ agent_role('reviewer') }}").text == "DEV {{ 1 }}|REV"
    assert place.prompt("{{ agent_role() }}", "reviewer").text == "REV"
    assert place.prompt("{{ agent_role() }}", "").text == ""
    gone = place.prompt("{{ agent_role() }}", "gone")
    assert gone.text == "DEV {{ 1 }}"
    assert "gone" in gone.notes[0]


def test_prompt_with_unknown_role_is_not_sent(place: Place) -> None:
    (found,) = place.prompt("{{ agent_role('reviwer') }}").diagnostics
    assert (found.code, found.hint, found.key, found.severity) == ("role.unknown", "reviewer", "system_prompt", "error")


def test_prompt_variables_and_blank_output(place: Place) -> None:
    assert place.prompt("{{ language }} {{ file_path }} {{ ctx is defined }}").text == "qml a.qml false"
    assert place.prompt(" \n{% if false %}{% endif %}\t").text == ""


def test_prompt_in_a_limit_of_loading_is_an_error_with_place(place: Place) -> None:
    spec = make_spec(system_prompt="a\n{% for i in range(300000) %}{% endfor %}")
    inputs = PromptInputs(None, None, place.home, place.home)
    (found,) = render_system_prompt(spec, inputs, TemplateSources(), LOAD_LIMITS).diagnostics
    assert (found.code, found.key) == ("limit.loops", "system_prompt")
    assert "template line 2" in found.message

"""The dry run: root causes, contexts, warnings, memory and cache."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from qodev.agents.dryrun import DryRunReport, dry_run
from qodev.agents.findings import Finding
from qodev.agents.prompt_functions import PromptInputs
from qodev.agents.sources import TemplateSources
from qodev.agents.verdicts import DryRunCache, Verdict
from qodev.base.codes import Code
from qodev.base.diagnostics import Severity
from qodev.types.agents import AgentSpec
from tests.unit.agents.made import make_origin, make_role, make_spec

SOURCES = TemplateSources(
    {
        "ok.jinja": "{% for m in ctx.history %}{{ tojson(m.content) }},{% endfor %}",
        "bad.jinja": "first\n{{ unknown() }}",
        "late.jinja": "first\n{{ ctx.history[0].images[0].data }}",
    },
    roles={"developer": make_role("developer", "DEV")},
)
INPUTS = PromptInputs(None, None, Path("/nowhere"), Path("/nowhere/config"))


def run(*specs: AgentSpec, sources: TemplateSources = SOURCES) -> DryRunReport:
    return dry_run(specs, lambda _: sources, INPUTS)


def only(body: Mapping[str, object], prompt: str | None = None) -> DryRunReport:
    return run(make_spec(body=body, system_prompt=prompt))


def test_good_agent_has_no_findings() -> None:
    report = only({"k": "[{% include 'ok.jinja' %}]", "n": 1}, "{{ agent_role() }} ${HOME}")
    assert report == DryRunReport((), frozenset(), {})


def test_broken_template_of_a_base_is_one_diagnostic_with_its_heirs() -> None:
    origins = {"body.k": make_origin("Base", 3)}
    heirs = [make_spec(name, {"k": "{{ bogus(1) }}"}, origins=origins) for name in ("C2", "C1")]
    report = run(*heirs, make_spec("D", {"k": "fixed"}, origins=origins))
    (found,) = report.diagnostics
    assert (found.code, found.subject, found.key) == ("template.unknown_function", "Base", "body.k")
    assert (found.file, found.dependants) == ("/agents/base.toml", ("C1", "C2"))
    assert report.failed == {"C1", "C2"}
    assert set(report.problems) == {"C1", "C2"}


def test_heir_of_a_concrete_parent_is_its_dependant() -> None:
    origins = {"body.k": make_origin("Parent")}
    report = run(*(make_spec(name, {"k": "{{ bogus() }}"}, origins=origins) for name in ("Child", "Parent")))
    (found,) = report.diagnostics
    assert (found.subject, found.dependants) == ("Parent", ("Child",))
    assert report.failed == {"Child", "Parent"}


def test_broken_partial_is_one_diagnostic_for_all_who_include_it() -> None:
    report = run(*(make_spec(name, {"k": "{% include 'bad.jinja' %}"}) for name in ("A", "B")))
    (found,) = report.diagnostics
    assert (found.subject, found.dependants) == ("A", ("B",))
    assert "`bad.jinja`, line 2" in found.message


def test_first_failing_context_is_named_and_the_others_counted() -> None:
    (found,) = only({"k": "{{ tojson(ctx.history[0].content) }}"}).diagnostics
    assert found.code == "template.undefined"
    assert "`fim` and 1 more" in found.message


def test_quotes_by_hand_are_invalid_json_with_snippet_and_hint() -> None:
    (found,) = only({"k": '"{{ ctx.prefix }}"'}).diagnostics
    assert found.code == "body.invalid_json"
    assert "[body] failed to render to valid JSON" in found.message
    assert 'say "hi"' in found.message
    assert "tojson(" in (found.hint or "")
    assert len(found.message) < 1200


@pytest.mark.parametrize("name", ["suffix", "system_prompt"])
def test_failure_only_without_an_optional_field_is_a_warning(name: str) -> None:
    report = only({"k": f"{{{{ tojson(ctx.{name}) }}}}"})
    (found,) = report.diagnostics
    assert (found.code, found.severity, found.key) == ("dryrun.context", "warning", "body.k")
    assert f"`no_{name.split('_')[0]}`" in found.message
    assert not report.failed


def test_error_hides_lints_and_takes_their_hint() -> None:
    (found,) = only({"k": "{{ ctx.histroy }}"}).diagnostics
    assert (found.code, found.hint) == ("template.undefined", "history")


def test_lints_are_warnings() -> None:
    report = only({"k": "[{% for m in ctx.history %}{{ loop.index }},{% endfor %}]"})
    assert [(d.code, d.severity) for d in report.diagnostics] == [("template.ambiguous_index", "warning")]
    assert not report.failed


def test_every_bad_value_is_told() -> None:
    report = only({"a": float("inf"), "b": {"c": [float("nan")]}, "k": "{{ nope() }}"})
    assert sorted(str(d.key) for d in report.diagnostics) == ["body.a", "body.b.c.0", "body.k"]


def test_limit_is_an_error_and_ends_the_contexts() -> None:
    (found,) = only({"k": "{% for i in range(300000) %}{% endfor %}1"}).diagnostics
    assert found.code == "limit.loops"
    assert found.message.endswith("Found with the sample `full`.")


def test_prompt_fault_is_an_error_under_its_key() -> None:
    report = only({"n": 1}, "a\n{{ nope() }}")
    (found,) = report.diagnostics
    assert (found.code, found.key) == ("template.unknown_function", "system_prompt")
    assert "template line 2" in found.message
    assert report.failed == {"A"}


def test_unreadable_files_and_unknown_roles_are_warnings_at_load() -> None:
    report = only({"n": 1}, "{{ read_file('${PROJECT_DIR}/x') }}{% if false %}{{ agent_role('developr') }}{% endif %}")
    assert [(d.code, d.severity, d.hint) for d in report.diagnostics] == [
        ("prompt.read", "warning", None),
        ("role.unknown", "warning", "developer"),
    ]
    assert not report.failed


def test_role_is_told_once_though_the_prompt_runs_twice() -> None:
    report = only({"n": 1}, "{{ agent_role('zzz') }}{{ read_file('/etc/passwd') }}")
    assert sorted(d.code for d in report.diagnostics) == ["prompt.read", "role.unknown"]


def test_cache_answers_by_digest_and_survives_a_file(tmp_path: Path) -> None:
    spec = make_spec(body={"k": "{{ nope() }}"}, digest="d1")
    cache = DryRunCache(tmp_path / "verdicts.json")
    first = dry_run([spec], lambda _: SOURCES, INPUTS, cache=cache)
    cache.save()
    again = DryRunCache(tmp_path / "verdicts.json")
    again.load()
    assert again.get("d1") == cache.get("d1")
    assert dry_run([spec], lambda _: SOURCES, INPUTS, cache=again) == first


def test_cache_forgets_what_hangs_on_files() -> None:
    cache = DryRunCache()
    spec = make_spec(body={"n": 1}, system_prompt="{{ file_exists('x') }}", digest="d1")
    dry_run([spec], lambda _: SOURCES, INPUTS, cache=cache)
    assert cache.get("d1") is None


def test_cache_drops_what_was_not_used(tmp_path: Path) -> None:
    cache = DryRunCache(tmp_path / "c.json")
    for digest in ("d1", "d2"):
        cache.put(digest, Verdict(()))
    cache.save()
    cache.get("d2")
    cache.save()
    again = DryRunCache(tmp_path / "c.json")
    again.load()
    assert (again.get("d1"), again.get("d2")) == (None, Verdict(()))


@pytest.mark.parametrize(
    "content",
    ["", "{", "[]", '{"version": "0", "verdicts": {}}', '{"version":"1.1","verdicts":{"a":{"findings":[[1]]}}}'],
)
def test_damaged_cache_counts_as_none(tmp_path: Path, content: str) -> None:
    path = tmp_path / "c.json"
    path.write_text(content)
    cache = DryRunCache(path)
    cache.load()
    assert cache.get("a") is None


def test_cache_that_cannot_be_written_is_no_fault(tmp_path: Path) -> None:
    cache = DryRunCache(tmp_path / "missing" / "c.json")
    cache.put("a", Verdict(()))
    cache.save()
    assert cache.get("a") == Verdict(())


def test_known_verdicts_are_not_rendered_again() -> None:
    finding = Finding("body.k", Code.LIMIT_TIME, Severity.ERROR, "too slow.")
    spec = make_spec(body={"k": "{{ 1 }}"})
    report = dry_run([spec], lambda _: SOURCES, INPUTS, known={"A": Verdict((finding,))})
    assert report.failed == {"A"}
    assert not Verdict((finding,)).is_usable

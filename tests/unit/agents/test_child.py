"""The render child: what it answers, what a broken limit costs, and what happens without it (S90, S91)."""

import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from qodev.agents.child_job import read_answers, read_job, write_job
from qodev.agents.dryrun import dry_run
from qodev.agents.prompt_functions import PromptInputs
from qodev.agents.render_child import RenderChild, check_in_child, child_argv
from qodev.agents.seen import SeenDigests
from qodev.agents.sources import TemplateSources
from qodev.agents.verdicts import Verdict
from qodev.base.errors import ProcessError
from qodev.types.agents import AgentSpec
from tests.unit.agents.made import make_role, make_spec

SOURCES = TemplateSources(
    {"p.jinja": "1"}, {"own.jinja": "2"}, {"developer": make_role("developer", "DEV")}, {"x": "y"}
)
INPUTS = PromptInputs("", Path("/project"), Path("/home"), Path("/config"), "qml", "a.qml")
GOOD = make_spec("Good", {"k": "{% include 'p.jinja' %}"}, "{{ agent_role() }}")
BAD = make_spec("Bad", {"x": float("nan"), "k": "{{ bogus() }}"})

# Stands in for the child: it answers about the first agent, then ends in the way that its argument says.
DYING = """
import json, os, signal, sys
job = json.loads(sys.stdin.buffer.read())
how = sys.argv[1]
if how != "never":
    print(json.dumps("ready"), flush=True)
for agent in job["agents"]:
    if agent["name"] == "Slow":
        if how == "alarm":
            os.kill(os.getpid(), signal.SIGALRM)
        os._exit(int(how))
    print(json.dumps({"name": agent["name"], "verdict": {"lasting": True, "findings": []}}), flush=True)
"""


async def check(specs: Sequence[AgentSpec], folder: Path, argv: Sequence[str] | None = None) -> dict[str, Verdict]:
    child = RenderChild(os.environ, folder / "empty", argv)
    return await check_in_child(specs, lambda _: SOURCES, INPUTS, child=child)


def dying(how: str) -> list[str]:
    return [sys.executable, "-c", DYING, how]


async def test_child_says_what_the_dry_run_says(tmp_path: Path) -> None:
    verdicts = await check([GOOD, BAD], tmp_path)
    assert verdicts["Good"] == Verdict(())
    there = dry_run([GOOD, BAD], lambda _: SOURCES, INPUTS, known=verdicts)
    assert there == dry_run([GOOD, BAD], lambda _: SOURCES, INPUTS)
    assert [d.code for d in there.diagnostics] == ["body.bad_value", "template.unknown_function"]


@pytest.mark.slow
async def test_slow_template_is_named_by_its_key(tmp_path: Path) -> None:
    heavy = "{% for i in range(200000) %}" + "{% set a = 1 %}" * 2000 + "{% endfor %}"
    verdicts = await check([make_spec("Slow", {"k": heavy}), GOOD], tmp_path)
    (finding,) = verdicts["Slow"].findings
    assert (finding.code, finding.key) in (("limit.time", "body.k"), ("limit.time", "body"))
    assert verdicts["Good"].is_usable


@pytest.mark.parametrize(("how", "code"), [("alarm", "limit.time"), ("76", "limit.time"), ("77", "limit.output")])
async def test_broken_limit_costs_that_agent_alone(tmp_path: Path, how: str, code: str) -> None:
    specs = [GOOD, make_spec("Slow", {"k": "{{ 1 }}"}), make_spec("Last", {"k": "{{ 1 }}"})]
    verdicts = await check(specs, tmp_path, dying(how))
    assert [f.code for f in verdicts["Slow"].findings] == [code]
    assert verdicts["Good"].is_usable
    assert verdicts["Last"].is_usable


@pytest.mark.parametrize("argv", [["/nowhere/python"], dying("never")])
async def test_without_child_agents_are_not_checked_and_unusable(tmp_path: Path, argv: list[str]) -> None:
    verdicts = await check([GOOD, BAD], tmp_path, argv)
    report = dry_run([GOOD, BAD], lambda _: SOURCES, INPUTS, known=verdicts)
    (found,) = report.diagnostics
    assert found.code == "dryrun.unchecked"
    assert "not checked" in found.message
    assert report.failed == {"Good", "Bad"}
    assert not any(verdict.is_lasting for verdict in verdicts.values())


async def test_child_that_cannot_start_raises(tmp_path: Path) -> None:
    child = RenderChild({}, tmp_path, ["/nowhere/python"])
    with pytest.raises(ProcessError):
        await child.check([GOOD], lambda _: SOURCES, INPUTS)


async def test_child_gets_a_scrubbed_environment(tmp_path: Path) -> None:
    seen = tmp_path / "seen.json"
    code = f"import json, os; json.dump(dict(os.environ), open({str(seen)!r}, 'w'))"
    child = RenderChild({"PATH": os.environ["PATH"], "OPENAI_API_KEY": "k"}, tmp_path, [sys.executable, "-c", code])
    with pytest.raises(ProcessError):
        await child.check([GOOD], lambda _: SOURCES, INPUTS)
    assert "OPENAI_API_KEY" not in json.loads(seen.read_text())


def test_job_is_read_as_it_was_written() -> None:
    inputs, (good, bad) = read_job(write_job([GOOD, BAD], lambda _: SOURCES, INPUTS))
    assert inputs == INPUTS
    assert (good.name, good.prompt, good.leaves) == (
        "Good",
        "{{ agent_role() }}",
        (("body.k", "{% include 'p.jinja' %}"),),
    )
    assert (bad.sources.bundled, bad.sources.own, bad.sources.refused) == (
        SOURCES.bundled,
        SOURCES.own,
        SOURCES.refused,
    )
    assert bad.sources.roles["developer"].text == "DEV"


def test_half_an_answer_is_none() -> None:
    content = b'"ready"\n{"name": "A", "verdict": {"lasting": true, "findings": []}}\n{"name": "B", "verd'
    assert read_answers(content) == (True, {"A": Verdict(())})
    assert read_answers(b"[1]\nnull\n") == (False, {})


def test_child_is_this_interpreter_or_the_frozen_program(monkeypatch: pytest.MonkeyPatch) -> None:
    assert child_argv()[0] == sys.executable
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert child_argv() == (sys.executable, "--render-child")


def test_seen_digests_survive_and_damage_means_unseen(tmp_path: Path) -> None:
    path = tmp_path / "seen.json"
    seen = SeenDigests(path)
    seen.load()
    assert "a" not in seen
    seen.mark(["a", "b", "a"])
    again = SeenDigests(path)
    again.load()
    assert again.has_all(["a", "b"])
    assert not again.has_all(["a", "c"])
    for content in ("{", "[]", '{"seen": 5}', '{"other": []}'):
        path.write_text(content)
        again.load()
        assert "a" not in again


def test_seen_digests_that_cannot_be_written_are_kept_for_this_run(tmp_path: Path) -> None:
    seen = SeenDigests(tmp_path / "missing" / "seen.json")
    seen.mark(["a"])
    assert "a" in seen

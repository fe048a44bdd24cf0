"""Every benchmark runs: tiny data, one round, result checks on, ratios ignored (F16). Budgets equal their table (F15)."""

import importlib

import pytest

from benchmarks import __main__ as program
from benchmarks._kit import Samples, SkipRow
from benchmarks.budgets import BUDGETS

# performance.md, section 3: the rows whose features exist, with budget and aim.
TABLE = """
startup.paint 1.5 1.3
startup.loop 1.9 1.5
startup.usable 4 3
startup.gap 0.5 0.25
startup.cold 1.5 1.2
startup.memory 1.9 1.7
startup.memory_chat 2.6 2.3
cli.version 4 2.5
cli.paths 6 4
cli.explain 4 2.5
discovery.cold 13 10
discovery.cached 2.5 2
discovery.linear 6 5.2
discovery.dry 0.4 0.3
discovery.dry_cached 0.1 0.05
discovery.reload 2.5 1.5
template.dialect 2 1.3
template.body 6 4
stream.sse 5 4
stream.ndjson 6 4.6
stream.openai 0.25 0.18
stream.anthropic 0.75 0.6
stream.wakeup 3 2.4
stream.latency 2 1.5
stream.memory 3 2
stream.coalesce 2.5 2
transcript.frame 3.5 2.5
transcript.flat 1.5 1.1
transcript.browser 0.05 0.02
transcript.chat 1.5 1.1
transcript.scroll 4 3
transcript.open 2 1.4
transcript.open_doc 0.1 0.05
transcript.memory 3 2
transcript.line 0.15 0.06
transcript.table 0.1 0.03
composer.key 1.5 1.2
composer.busy 5 3.5
convo.switch 1.3 1.1
convo.filter 8 4
search.fts 0.3 0.1
search.ranked 2 1.2
search.grep 2 1.3
search.grep_cap 0.4 0.3
search.glob 2 1.3
store.append 15 10
store.append_json 0.01 0.001
store.index 5 3
store.open 0.1 0.04
judge.rules 10 5
judge.readers 1.5 1.2
judge.linear 2.5 2.1
"""
SLOW = ("startup", "transcript", "composer", "convo", "discovery", "stream", "cli")


def _subjects():
    return [pytest.param(name, marks=[pytest.mark.slow] if name in SLOW else []) for name in program.SUBJECTS]


def test_budgets_equal_the_table():
    rows = [line.split() for line in TABLE.strip().splitlines()]
    assert {name: (float(ratio), float(aim)) for name, ratio, aim in rows} == {
        name: (budget.ratio, budget.aim) for name, budget in BUDGETS.items()
    }


def test_every_row_has_a_budget_and_every_budget_a_row():
    rows = [row.id for name in program.SUBJECTS for row in importlib.import_module(f"benchmarks.{name}").rows()]
    assert sorted(rows) == sorted(BUDGETS)


@pytest.mark.timeout(300)
@pytest.mark.parametrize("subject", _subjects())
def test_benchmark_gives_the_results_that_it_checks(subject, qapp, capsys, monkeypatch):
    monkeypatch.setattr("sys.argv", ["benchmarks"])
    assert program.main(["--smoke", subject]) == 0
    assert "failed" not in capsys.readouterr().out


def test_ratio_is_the_quotient_of_medians_and_spread_that_of_rounds():
    samples = Samples([2.0, 4.0, 30.0], [1.0, 2.0, 3.0])
    assert samples.ratio == 2.0
    assert samples.spread == (2.0, 10.0)


def test_row_over_its_budget_is_measured_once_more(monkeypatch, capsys):
    found = iter([Samples([9.0], [1.0]), Samples([1.0], [1.0])])
    row = program.Row("cli.version", lambda _: next(found))
    monkeypatch.setattr(program, "all_rows", lambda: [row])
    assert program.main(["cli.version"]) == 0
    assert "cli.version 1.0 4 ok" in capsys.readouterr().out


def test_row_over_its_budget_twice_is_over(monkeypatch, capsys):
    row = program.Row("cli.version", lambda _: Samples([9.0], [1.0]))
    monkeypatch.setattr(program, "all_rows", lambda: [row])
    assert program.main(["cli.version"]) == 1
    assert "cli.version 9.0 4 over" in capsys.readouterr().out


def test_missing_peer_is_skipped_with_its_reason(monkeypatch, capsys):
    def measure(_):
        raise SkipRow("it is not installed")

    monkeypatch.setattr(program, "all_rows", lambda: [program.Row("stream.openai", measure)])
    assert program.main(["stream"]) == 0
    assert "stream.openai - 0.25 skipped: it is not installed" in capsys.readouterr().out

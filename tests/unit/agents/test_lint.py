"""What loads but does not do what its author wrote."""

from pathlib import Path

import pytest

from qodev.base.diagnostics import Parsed
from tests.unit.agents.loading_kit import Disk, agent, child, ids, shown


@pytest.fixture
def disk(tmp_path: Path) -> Disk:
    return Disk(tmp_path)


def test_literal_model_is_named_where_it_was_written(disk: Disk) -> None:
    disk.write("user/p.toml", agent("P", "abstract = true\n") + 'model = "x"\n')
    disk.write("user/q.toml", child("Q", "P"))
    disk.write("user/r.toml", child("R", "Q"))
    (found,) = disk.load().diagnostics
    assert (shown(found), found.subject, found.dependants) == (("body.model_literal", "p.toml", 8), "P", ("Q", "R"))


def test_base_that_nothing_extends_is_not_judged(disk: Disk) -> None:
    disk.write("user/p.toml", agent("P", "abstract = true\nenable_tools = true\n") + 'model = "x"\ntools = []\n')
    assert ids(disk.load()) == []


def test_tools_are_judged_after_the_merge(disk: Disk) -> None:
    disk.write("user/p.toml", agent("P") + "tools = []\n")
    disk.write("user/q.toml", child("Q", "P", "enable_tools = true\n"))
    (found,) = disk.load().diagnostics
    assert (found.code.value, found.severity.value, found.subject, found.dependants) == (
        "body.tools_replaced",
        "info",
        "P",
        ("Q",),
    )


def test_unknown_instance_is_a_warning_with_a_near_miss(disk: Disk) -> None:
    disk.write("user/a.toml", agent("A").replace('"Claude"', '"Claud"'))
    snapshot = disk.load()
    (found,) = snapshot.diagnostics
    assert (shown(found), found.hint, found.key) == (("provider.unknown", "a.toml", 2), "Claude", "provider_instance")
    assert snapshot.agents["A"].usable


def test_instance_of_another_case_is_unique_or_unknown(disk: Disk) -> None:
    disk.write("providers/a.toml", 'name = "CLAUDE"\nclient_api = "google"\nurl = "http://h"\n')
    disk.write("user/a.toml", agent("A").replace('"Claude"', '"claude"'))
    assert ids(disk.load()) == ["provider.unknown"]
    disk.write("user/a.toml", agent("A").replace('"Claude"', '"deepseek"'))
    (found,) = disk.load().diagnostics
    assert (found.code.value, found.hint) == ("provider.case", "DeepSeek")


def test_one_finding_for_all_heirs_of_a_wrong_instance(disk: Disk) -> None:
    disk.write("user/p.toml", agent("P", "abstract = true\n").replace('"Claude"', '"Nope"'))
    for name in "CAB":
        disk.write(f"user/{name}.toml", child(name, "P"))
    disk.write("user/d.toml", child("D", "P", 'provider_instance = "Claude"\n'))
    (found,) = disk.load().diagnostics
    assert (found.subject, found.dependants) == ("P", ("A", "B", "C"))


def test_overrides_of_vanished_agents_are_kept_and_told(disk: Disk) -> None:
    disk.write("user/a.toml", agent("A"))
    snapshot = disk.load(overrides=Parsed({"A": "x", "Gone": "y"}))
    (found,) = snapshot.diagnostics
    assert (found.code.value, found.severity.value, found.subject) == ("models.unknown_agent", "info", "Gone")
    assert dict(snapshot.overrides) == {"A": "x", "Gone": "y"}
    assert snapshot.model_of("A") == "x"

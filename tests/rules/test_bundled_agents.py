"""Every bundled agent, base, instance and role loads, resolves and renders without a finding (A142, A189)."""

from pathlib import Path

import pytest

from qodev.agents.catalog import load_snapshot
from qodev.agents.loading import CatalogSources
from qodev.agents.pipelines import DEFAULT_ROSTERS
from qodev.base.paths import AppPaths
from qodev.types.agents import AgentSnapshot

RESOURCES = Path(__file__).parents[2] / "resources"
BASES, AGENTS, INSTANCES, ROLES = 15, 61, 15, 6


@pytest.fixture(scope="module")
def snapshot(tmp_path_factory: pytest.TempPathFactory) -> AgentSnapshot:
    root = tmp_path_factory.mktemp("home")
    paths = AppPaths.from_env({"QODEV_HOME": str(root), "HOME": str(root)}, root)
    return load_snapshot(CatalogSources.of(RESOURCES, paths), 1)


def test_nothing_is_found_in_bundled_files(snapshot: AgentSnapshot) -> None:
    assert [(d.code.value, d.file, d.key, d.message) for d in snapshot.diagnostics] == []


def test_all_are_there_and_usable(snapshot: AgentSnapshot) -> None:
    counts = (len(snapshot.bases), len(snapshot.agents), len(snapshot.instances), len(snapshot.roles))
    assert counts == (BASES, AGENTS, INSTANCES, ROLES)
    assert [name for name, spec in snapshot.agents.items() if not spec.usable] == []


def test_default_rosters_name_bundled_agents(snapshot: AgentSnapshot) -> None:
    assert {name for names in DEFAULT_ROSTERS.values() for name in names} <= snapshot.agents.keys()


def test_tags_hold_kind_vendor_and_place(snapshot: AgentSnapshot) -> None:
    kinds = {"chat", "fim", "completion", "compression", "quick_refactor", "refactor", "quick-refactor"}
    for name, spec in snapshot.agents.items():
        assert kinds & set(spec.tags), name
        assert {"cloud", "local"} & set(spec.tags), name
        assert len(spec.tags) >= 3, name

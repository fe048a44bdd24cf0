"""Partials that may not be read, and the agents that include them."""

from pathlib import Path

from qodev.base.codes import Code
from tests.unit.agents.loading_kit import Disk, agent, child


def test_a_partial_that_cannot_be_read_is_one_finding_with_its_agents(tmp_path: Path) -> None:
    disk = Disk(tmp_path)
    disk.write("user/partials/p.jinja", "").write_bytes(b"\xff")
    include = "prompt = '{% include \"partials/p.jinja\" %}'\n"
    disk.write("user/a.toml", agent("A") + include)
    disk.write("user/b.toml", child("B", "A"))
    disk.write("user/c.toml", agent("C"))
    snapshot = disk.load()
    (found,) = snapshot.diagnostics
    assert (found.code, found.file) == (Code.FILE_ENCODING, str(tmp_path / "user/partials/p.jinja"))
    assert found.dependants == ("A", "B")
    assert [(spec.name, spec.usable, spec.problem) for spec in snapshot.agents.values()] == [
        ("A", False, found),
        ("B", False, found),
        ("C", True, None),
    ]

"""Marks are what benchmarks and the packaging test wait for."""

from qodev.base.marks import Moment, mark


def test_moments_are_written_one_a_line_with_two_clocks(tmp_path):
    file = tmp_path / "marks"
    for moment in Moment:
        mark(moment, {"QODEV_MARK": str(file)})
    lines = [line.split() for line in file.read_text(encoding="ascii").splitlines()]
    assert [name for name, _, _ in lines] == ["paint", "loop", "ready", "usable"]
    assert all(wall.isdigit() and cpu.isdigit() for _, wall, cpu in lines)


def test_nothing_is_written_unless_a_file_is_named(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    mark(Moment.PAINT, {})
    assert not list(tmp_path.iterdir())

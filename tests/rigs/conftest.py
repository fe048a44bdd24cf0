"""What the rigs share."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture
def fast(tmp_path: Path) -> Iterator[Path]:
    """A folder in memory where there is one: thousands of commits need no disk to be right."""
    memory = Path("/dev/shm")
    folder = memory / f"qodev-rig-{os.getpid()}-{tmp_path.name}" if memory.is_dir() else tmp_path / "fast"
    folder.mkdir()
    yield folder
    for path in sorted(folder.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    folder.rmdir()

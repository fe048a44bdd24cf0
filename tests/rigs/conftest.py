"""What the rigs share."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.rigs.jail.jail import Jail, opened, why_not


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


@pytest.fixture(scope="session")
def jail() -> Iterator[Jail]:
    """A jail that was proved to hold; where there can be none the test is skipped, in one job of CI it fails (S197)."""
    reason = why_not()
    if reason is not None and os.environ.get("QODEV_REQUIRE_JAIL"):
        pytest.fail(reason)
    if reason is not None:
        pytest.skip(reason)
    with opened() as made:
        yield made

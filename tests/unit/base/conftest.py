"""What several tests of commands get."""

from collections.abc import AsyncIterator

import pytest

from qodev.base.commands import Commands


@pytest.fixture
async def commands() -> AsyncIterator[Commands]:
    """Returns an owner of commands; at the end nothing may be left, and nothing may have gone wrong unseen."""
    faults: list[tuple[str, BaseException]] = []
    made = Commands(lambda name, fault: faults.append((name, fault)))
    yield made
    assert await made.close() == ()
    assert faults == []

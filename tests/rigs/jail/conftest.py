"""One jail a process, and the reason when there is none (S197)."""

import os
from collections.abc import Iterator

import pytest

from tests.rigs.jail.jail import Jail, opened, why_not


@pytest.fixture(scope="session")
def jail() -> Iterator[Jail]:
    """Returns a jail that was proved to hold; where there can be none the test is skipped, in one job of CI it fails."""
    reason = why_not()
    if reason is not None and os.environ.get("QODEV_REQUIRE_JAIL"):
        pytest.fail(reason)
    if reason is not None:
        pytest.skip(reason)
    with opened() as made:
        yield made

"""How many inputs a law gets: some in every run, 20,000 when asked for (`pytest -m laws`, docs/reliability.md)."""

import pytest
from hypothesis import HealthCheck, settings

MANY = settings(max_examples=20_000, deadline=None, suppress_health_check=list(HealthCheck))
SOME = settings(max_examples=300, deadline=None)


def law(some: settings = SOME) -> pytest.MarkDecorator:
    """Gives a test its argument `how`: with `some` inputs, and with many under the marker `laws`."""
    many = pytest.param(MANY, id="many", marks=[pytest.mark.slow, pytest.mark.laws, pytest.mark.timeout(3600)])
    return pytest.mark.parametrize("how", [pytest.param(some, id="some"), many])

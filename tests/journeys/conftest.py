"""Whole services over real sockets, with folders of their own."""

from collections.abc import AsyncIterator

import pytest

from qodev.base.paths import AppPaths
from qodev.services.app import Services, build_services
from qodev.types.events import AnyEvent


@pytest.fixture
async def services(app_paths: AppPaths) -> AsyncIterator[Services]:
    made = build_services(app_paths, {"HOME": str(app_paths.home)})
    await made.start()
    yield made
    await made.stop()


@pytest.fixture
def told(services: Services) -> list[AnyEvent]:
    """Returns the list into which every event goes."""
    events: list[AnyEvent] = []
    services.bus.subscribe(events.append)
    return events

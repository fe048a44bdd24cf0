"""Code tasks of the fake services: the real broker, and nothing that runs."""

from typing import Any

from qodev.permissions.broker import PermissionBroker


class FakeTasks:
    """What the window asks of Code tasks."""

    def __init__(self, services: Any) -> None:
        self.broker = PermissionBroker(services.bus.emit)

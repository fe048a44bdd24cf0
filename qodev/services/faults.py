"""Tells faults: of qodev itself to the log and the window, of the disk as an alarm (S167)."""

import logging
import traceback

from qodev.base.errors import StoreError
from qodev.base.logs import redact
from qodev.base.sqlite import DatabaseError, DatabaseFault
from qodev.services.bus import EventBus
from qodev.settings.secrets import KeySecrets
from qodev.types.events import CoreFault, StorageAlarm, StorageAlarmRaised

_LOG = logging.getLogger("qodev")
_ALARMS = {
    DatabaseFault.FULL: StorageAlarm.FULL,
    DatabaseFault.READ_ONLY: StorageAlarm.READ_ONLY,
    DatabaseFault.DAMAGED: StorageAlarm.DAMAGED,
}


class FaultReports:
    """Takes what went wrong and emits it, without any key."""

    def __init__(self, bus: EventBus, secrets: KeySecrets) -> None:
        self._bus = bus
        self._secrets = secrets

    def fault(self, name: str, fault: BaseException) -> None:
        """Logs a fault of qodev itself and tells it."""
        _LOG.error("%s failed", name, exc_info=fault)
        shown = "".join(traceback.format_exception(fault))
        self._bus.emit(CoreFault(text=f"{name}: {type(fault).__name__}", traceback=redact(shown, self._secrets.known)))

    def storage(self, fault: StoreError) -> None:
        """Tells that something could not be stored (S167)."""
        cause = fault.fault if isinstance(fault, DatabaseError) else DatabaseFault.OTHER
        text = f"{fault.message} {fault.hint or ''}".strip()
        self._bus.emit(StorageAlarmRaised(kind=_ALARMS.get(cause, StorageAlarm.FULL), text=text))

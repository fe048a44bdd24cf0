"""Says how addresses are reached: by proxy and certificates of the settings, where nothing of its own is set."""

from qodev.base.net import NetSettings
from qodev.settings.schema import CA_FILE, PROXY
from qodev.settings.store import SettingsStore
from qodev.types.agents import ProviderInstance


class Reach:
    """Reads the settings at each question, so that a change counts at once."""

    def __init__(self, settings: SettingsStore) -> None:
        self._settings = settings

    def own(self) -> NetSettings:
        """Returns what the program itself uses."""
        return NetSettings(proxy=self._settings.get(PROXY), ca_file=self._settings.get(CA_FILE) or None)

    def of(self, instance: ProviderInstance) -> NetSettings:
        """Returns how an instance is reached: its own choices, else those of the program."""
        own, times = self.own(), instance.timeouts
        return NetSettings(
            proxy=own.proxy if instance.proxy == "system" else instance.proxy,
            ca_file=instance.ca_file or own.ca_file,
            verify_tls=instance.verify_tls,
            connect_s=times.connect_s,
            idle_s=times.idle_s,
            total_s=times.total_s,
        )

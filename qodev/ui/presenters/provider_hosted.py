"""What Code tasks may send to a hosted provider: two switches, each agreed to apart (U42)."""

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from PySide6.QtCore import QObject, Signal

from qodev.types.instances import HostedConsent
from qodev.ui.models.notices import Notice
from qodev.ui.models.provider_state import HostedState
from qodev.ui.presenters.core import Presenter

if TYPE_CHECKING:
    from qodev.services.app import Services


class HostedPresenter(Presenter):
    """Shows and stores the consents of the provider in front; a choice counts at once."""

    state_changed = Signal(object)  # HostedState

    def __init__(self, services: "Services", parent: QObject | None = None) -> None:
        super().__init__(services, parent)
        self.state = HostedState()

    def show_for(self, name: str) -> None:
        """Shows what was agreed to for another provider."""
        if not name:
            self._set(HostedState())
        else:
            self.spawn(self._show(name), "hosted")

    async def _show(self, name: str) -> None:
        providers = self.services.providers
        is_hosted = providers.is_hosted(name)
        consent = await providers.hosted_consent(name) if is_hosted else HostedConsent()
        self._set(HostedState(name, urlsplit(providers.require(name).url).netloc, is_hosted, consent))

    def give(self, *, code: bool, sharing: bool) -> None:
        """Stores both switches."""
        if self.state.is_hosted:
            self.spawn(self._give(self.state.name, HostedConsent(code, sharing)), "consent")

    async def _give(self, name: str, consent: HostedConsent) -> None:
        try:
            await self.services.providers.give_hosted_consent(name, consent)
        except OSError as fault:
            self.notice_raised.emit(Notice(self.tr("The consent counts until qodev quits."), details=str(fault)))
        await self._show(name)

    def _set(self, state: HostedState) -> None:
        self.state = state
        self.state_changed.emit(state)

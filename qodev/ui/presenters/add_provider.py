"""Adds a provider: server, key, and a tested connection; the file and the key are kept before the test (U38, U159)."""

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from qodev.base.errors import UserFacingError
from qodev.services.instances import require_url
from qodev.services.own_files import NewInstance
from qodev.services.provider_keys import item_name, with_variable
from qodev.ui.models.add_provider_state import AddState, AddStep
from qodev.ui.models.provider_state import KeyPlaceChoice, ProbeState
from qodev.ui.presenters.consents import ConsentPresenter
from qodev.ui.presenters.core import Presenter
from qodev.ui.presenters.provider_key import PLACES
from qodev.ui.presenters.provider_test import ProbePresenter

if TYPE_CHECKING:
    from qodev.services.app import Services


class AddProviderPresenter(Presenter):
    """Leads from a wire format to a provider whose connection was tested."""

    state_changed = Signal(object)  # AddState
    created = Signal(str)  # path of the new file

    def __init__(self, services: "Services", consents: ConsentPresenter, parent: QObject | None = None) -> None:
        super().__init__(services, parent)
        self.state = AddState()
        self.probe = ProbePresenter(services, consents, self)
        self.probe.state_changed.connect(self._on_probe)
        self._is_url_typed = False

    def begin(self) -> None:
        """Begins anew with the first template."""
        self.probe.show_for("", "")
        self._is_url_typed = False
        self.state = AddState(templates=self.services.instances.files.templates)
        self.choose(0)
        self.set_name(self.services.instances.files.free_name(self.tr("My provider")))

    def choose(self, place: int) -> None:
        """Takes a template; a URL that was typed stays."""
        template = self.state.templates[place]
        self._set(chosen=place)
        if not self._is_url_typed:
            self._take_url(template.url)
        else:
            self._take_url(self.state.url)
        self.set_variable(template.variable)

    def set_name(self, name: str) -> None:
        """Takes a name and says whether it can be had."""
        self._set(name=name, name_problem=self.services.instances.files.name_problem(name))

    def set_url(self, url: str) -> None:
        """Takes a URL and says whether a server can be there."""
        self._is_url_typed = bool(url.strip())
        self._take_url(url)

    def _take_url(self, url: str) -> None:
        editing, template = self.services.instances.editing, self.state.template
        pasted = editing.split(url)
        try:
            usable, problem = require_url(url), ""
        except UserFacingError as fault:
            usable, problem = "", _sentence(fault)
        self._set(
            url=url,
            url_problem=problem,
            pasted_url=pasted.url if pasted is not None else "",
            pasted_endpoint=pasted.endpoint if pasted is not None else "",
            effective_url=editing.sample_of(template.client_api, usable) if template is not None and usable else "",
        )

    def split_url(self) -> None:
        """Cuts off the endpoint that was pasted."""
        if self.state.pasted_url:
            self.set_url(self.state.pasted_url)

    def set_variable(self, name: str) -> None:
        """Takes the name of a variable and says whether it is there."""
        found = bool(name.strip()) and self.services.instances.keys.has_variable(name)
        self._set(variable=name, is_variable_found=found)

    def go(self, step: AddStep) -> None:
        """Goes to a page; the key page looks for a keyring first, so that it is said before a key is typed."""
        if step is not AddStep.SERVER and (self.state.name_problem or self.state.url_problem):
            return
        self._set(step=step, fault="")
        if step is AddStep.KEY and not self.state.is_keyring_known:
            self.spawn(self._probe_keyring(), "keyring")

    async def _probe_keyring(self) -> None:
        backend, fault = None, ""
        try:
            backend = await self.services.instances.keys.probe()
        except UserFacingError as error:
            fault = _sentence(error)
        places = tuple(p for p in KeyPlaceChoice if backend is not None or p is not KeyPlaceChoice.KEYRING)
        self._set(backend=backend, is_keyring_known=True, places=places, fault=fault)

    def create(self, secret: str, place: KeyPlaceChoice | None) -> None:
        """Writes the file, keeps the key, and tests; `place` None means that no key is needed."""
        if self.state.template is None or self.state.is_busy or self.state.made_name:
            return
        self._set(step=AddStep.TEST, is_busy=True, fault="")
        self.spawn(self._create(secret, place), "create")

    async def _create(self, secret: str, place: KeyPlaceChoice | None) -> None:
        template = self.state.template
        assert template is not None
        ref = self._reference(place)
        try:
            made = NewInstance(self.state.name.strip(), template.client_api, self.state.url, ref)
            path = await self.services.instances.files.create(made)
            self._set(made_name=made.name)
            self.created.emit(path)
            if secret.strip() and place in PLACES:
                await self.services.instances.keys.store(ref, secret, PLACES[place])
        except UserFacingError as fault:
            self._set(is_busy=False, fault=_sentence(fault))
            if not self.state.made_name:
                self._set(step=AddStep.SERVER)
            return
        self._set(is_busy=False)
        self.probe.show_for(made.name, "")
        self.probe.test()

    def _reference(self, place: KeyPlaceChoice | None) -> str:
        variable = self.state.variable.strip()
        if place is None:
            return ""
        if place is KeyPlaceChoice.VARIABLE:
            return with_variable("", variable) if variable else ""
        item = item_name(self.state.name.strip())
        return with_variable(item, variable) if variable else item

    def test_again(self) -> None:
        """Tests what was made once more."""
        self.probe.test()

    def cancel(self) -> None:
        """Ends a test that is under way; what was written stays."""
        self.probe.cancel()

    def _on_probe(self, probe: ProbeState) -> None:
        self._set(probe=probe)

    def _set(self, **changes: object) -> None:
        self.state = replace(self.state, **changes)  # type: ignore[arg-type]  # fields by name
        self.state_changed.emit(self.state)


def _sentence(fault: UserFacingError) -> str:
    return f"{fault.message} {fault.hint or ''}".strip()

"""The key of a provider: where it can be, whether it is there, storing and clearing; a key is never held here (U40)."""

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from qodev.base.errors import UserFacingError
from qodev.services.provider_keys import item_name, item_of, with_item, with_variable
from qodev.types.instances import KeyPlace, KeyView
from qodev.ui.models.provider_state import KeyPlaceChoice, KeyState
from qodev.ui.presenters.core import Presenter

if TYPE_CHECKING:
    from qodev.services.app import Services

PLACES: dict[KeyPlaceChoice, KeyPlace] = {
    KeyPlaceChoice.KEYRING: "keyring",
    KeyPlaceChoice.MEMORY: "memory",
    KeyPlaceChoice.FILE: "file",
}


class KeyPresenter(Presenter):
    """Follows the reference that the document says now, saved or not."""

    state_changed = Signal(object)  # KeyState
    ref_wanted = Signal(str)  # the reference that the document should say
    changed = Signal()  # a key was stored or cleared

    def __init__(self, services: "Services", parent: QObject | None = None) -> None:
        super().__init__(services, parent)
        self.state = KeyState()
        self._name = ""
        self._held = ""  # the entry that holds the key of this provider
        self._revision = 0

    def show_for(self, name: str, ref: str, *, is_own: bool) -> None:
        """Shows the key of another provider, or another reference of the same one."""
        if (name, ref, is_own) == (self._name, self.state.ref, self.state.can_change_ref) and self.state.view:
            return
        is_other = name != self._name
        self._held = "" if is_other else self._held
        self._name = name
        before = None if is_other else self.state.view
        self._set(KeyState(before, ref, can_change_ref=is_own, places=self.state.places))
        self._look()

    def _look(self) -> None:
        self._revision += 1
        self.spawn(self._view(self._revision), "key")

    async def _view(self, revision: int) -> None:
        keys, ref = self.services.instances.keys, self.state.ref
        fault = ""
        if ref.strip():  # the keyring is not looked for on behalf of a provider without a key
            try:
                await keys.probe()
            except UserFacingError as error:
                fault = f"{error.message} {error.hint or ''}".strip()
        view = await keys.view(ref, self._name)
        if revision == self._revision:
            has_keyring = view.backend is not None or not view.is_probed
            places = tuple(p for p in KeyPlaceChoice if has_keyring or p is not KeyPlaceChoice.KEYRING)
            movable = self._movable(view)
            self._set(replace(self.state, view=view, is_busy=False, fault=fault, places=places, movable=movable))

    def _movable(self, view: KeyView) -> str:
        """Returns the entry that holds the key when the reference names another one now."""
        if view.source in PLACES.values():
            self._held = "" if view.shared_with else view.item
        return self._held if view.item and view.item != self._held and view.state != "set" else ""

    def move(self) -> None:
        """Moves the key to the entry that the reference names now."""
        if self.state.movable:
            self._set(replace(self.state, is_busy=True, fault=""))
            self.spawn(self._move(self.state.movable, item_of(self.state.ref)), "move")

    async def _move(self, before: str, after: str) -> None:
        try:
            await self.services.instances.keys.move(before, after)
        except UserFacingError as error:
            self._set(replace(self.state, is_busy=False, fault=f"{error.message} {error.hint or ''}".strip()))
            return
        self.spoken.emit(self.tr("The key is moved."))
        self.changed.emit()
        self._look()

    def store(self, secret: str, place: KeyPlaceChoice) -> None:
        """Keeps a key; it was typed into the panel, which forgets it at once."""
        if not secret.strip():
            self._set(replace(self.state, fault=self.tr("There is no key to store. Type or paste it first.")))
        elif not item_of(self.state.ref):
            self._set(replace(self.state, fault=self.tr("The key reference names no entry to store a key in.")))
        elif place in PLACES:
            self._set(replace(self.state, is_busy=True, fault=""))
            self.spawn(self._store(secret, PLACES[place]), "store")

    async def _store(self, secret: str, place: KeyPlace) -> None:
        try:
            await self.services.instances.keys.store(self.state.ref, secret, place)
        except UserFacingError as error:
            self._set(replace(self.state, is_busy=False, fault=f"{error.message} {error.hint or ''}".strip()))
            return
        self.spoken.emit(self.tr("The key is stored."))
        self.changed.emit()
        self._look()

    def clear(self) -> None:
        """Forgets the stored key; variables stay."""
        self._set(replace(self.state, is_busy=True, fault=""))
        self.spawn(self._clear(), "clear")

    async def _clear(self) -> None:
        try:
            await self.services.instances.keys.clear(self.state.ref)
        except UserFacingError as error:
            self._set(replace(self.state, is_busy=False, fault=f"{error.message} {error.hint or ''}".strip()))
            return
        self.spoken.emit(self.tr("The key is forgotten."))
        self.changed.emit()
        self._look()

    def name_entry(self) -> None:
        """Makes the document name an entry of the key store, so that a key can be kept for it."""
        self.ref_wanted.emit(with_item(self.state.ref, item_name(self._name)))

    def name_variable(self, variable: str) -> None:
        """Makes the document name a variable of the environment too."""
        if variable.strip():
            self.ref_wanted.emit(with_variable(self.state.ref, variable))

    def retry(self) -> None:
        """Asks the keyring again."""
        self._look()

    def _set(self, state: KeyState) -> None:
        if state != self.state:
            self.state = state
            self.state_changed.emit(state)

"""Keeps keys: in the system's keyring, in memory, in a private file, or in variables of the environment (S173 to S180)."""

import asyncio
import concurrent.futures
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Literal, Protocol, TypeVar, cast

from qodev.base.errors import SecretError
from qodev.base.logs import KnownSecrets
from qodev.settings.key_files import KeyringItems, PrivateKeyFile
from qodev.settings.key_values import KeyRef, Secret, parse_ref, require_valid, trim_pasted
from qodev.types.conversation import KeyStatus as KeyStatus

T = TypeVar("T")

KeyPlace = Literal["keyring", "memory", "file"]

SERVICE = "qodev"
_LIMIT_S = 30.0
# Plain-text backends, and those that take a key and drop it, count as none (S173).
_ALLOWED = {
    "keyring.backends.SecretService.Keyring": "Secret Service",
    "keyring.backends.libsecret.Keyring": "Secret Service",
    "keyring.backends.kwallet.DBusKeyring": "KWallet",
    "keyring.backends.kwallet.DBusKeyringKWallet4": "KWallet",
    "keyring.backends.macOS.Keyring": "macOS Keychain",
    "keyring.backends.Windows.WinVaultKeyring": "Windows Credential Locker",
}
_CHAINER = "keyring.backends.chainer.ChainerBackend"


class Backend(Protocol):
    """What is needed of a keyring."""

    def get_password(self, service: str, username: str) -> str | None:
        """Returns a stored value."""
        ...

    def set_password(self, service: str, username: str, password: str) -> None:
        """Stores a value."""
        ...

    def delete_password(self, service: str, username: str) -> None:
        """Removes a value."""
        ...


FindBackend = Callable[[], tuple[Backend, str] | None]
"""Returns the keyring to use with its name, None when there is no usable one; called off the loop."""


def find_backend() -> tuple[Backend, str] | None:
    """Returns the keyring that the library chose, if keys are safe in it. Blocking: it may ask the desktop."""
    import keyring  # costs 60 ms; most programs' lives need no key

    return allowed_backend(keyring.get_keyring())


def allowed_backend(chosen: object) -> tuple[Backend, str] | None:
    """Returns a backend of the allow list with its name; of a chainer the first such member (S173)."""
    kind = f"{type(chosen).__module__}.{type(chosen).__qualname__}"
    members = getattr(chosen, "backends", ()) if kind == _CHAINER else (chosen,)
    for member in members:
        name = _ALLOWED.get(f"{type(member).__module__}.{type(member).__qualname__}")
        if name is not None:
            return cast("Backend", member), name  # the keyring library has types; which class it is was just read
    return None


class KeySecrets:
    """The SecretStore of the program. The keyring is not touched before a key is stored or asked for (S174)."""

    def __init__(
        self,
        folder: Path,
        env: Mapping[str, str],
        *,
        find: FindBackend = find_backend,
        limit_s: float = _LIMIT_S,
    ) -> None:
        self.known = KnownSecrets()
        self._env = env
        self._find = find
        self._limit_s = limit_s
        self._items = KeyringItems(folder / "keyring_items.json")
        self._file = PrivateKeyFile(folder / "keys.json")
        self._memory: dict[str, Secret] = {}
        self._backend: tuple[Backend, str] | None = None
        self._turn = asyncio.Lock()

    @property
    def backend_name(self) -> str | None:
        """Returns the name of the keyring in use, None where there is none or nobody has asked yet."""
        return None if self._backend is None else self._backend[1]

    async def probe(self) -> str | None:
        """Looks for a keyring before a key is typed; returns its name, None when there is no usable one.

        Raises SecretError when the desktop does not answer.
        """
        await self._call(self._require_backend)
        return self.backend_name

    async def resolve(self, ref: str) -> Secret | None:
        """Returns the first non-empty key of the alternatives in `ref`, None when there is none.

        Items that were never stored by qodev are looked for in the keyring last, so that a key in a variable asks
        nobody to unlock anything. Raises SecretError.
        """
        alternatives = parse_ref(ref)
        if not alternatives:
            return None
        stored = await _in_thread(self._items.load) if any(not a.is_variable for a in alternatives) else frozenset()
        for one in alternatives:
            value = await self._value_of(one, ask_keyring=one.name in stored)
            if value:
                return self._seen(value, one)
        for one in alternatives:
            value = None if one.is_variable or one.name in stored else await self._from_keyring(one.name)
            if value:
                await _in_thread(partial(self._items.add, one.name))
                return self._seen(value, one)
        return None

    async def _value_of(self, one: KeyRef, *, ask_keyring: bool) -> str | None:
        if one.is_variable:
            return self._env.get(one.name)
        if one.name in self._memory:
            return self._memory[one.name].reveal()
        if ask_keyring:
            return await self._from_keyring(one.name)
        return (await _in_thread(self._file.load)).get(one.name)

    async def _from_keyring(self, name: str) -> str | None:
        def get() -> str | None:
            backend = self._require_backend()
            return None if backend is None else backend.get_password(SERVICE, name)

        return await self._call(get)

    def _seen(self, value: str, one: KeyRef) -> Secret:
        self.known.add(value)  # also a malformed one: it must not be logged either
        return Secret(require_valid(value, f"`{one.name}`"))

    async def status(self, ref: str) -> KeyStatus:
        """Says whether a key is set and where, without asking the keyring for it."""
        return (await self.statuses((ref,)))[ref]

    async def statuses(self, refs: Iterable[str]) -> Mapping[str, KeyStatus]:
        """Says the same of several references, with one look at the files."""
        stored = await _in_thread(self._items.load)
        filed = await _in_thread(self._file.load)
        return {ref: self._status(parse_ref(ref), stored, filed) for ref in refs}

    def _status(self, alternatives: Sequence[KeyRef], stored: frozenset[str], filed: Mapping[str, str]) -> KeyStatus:
        if not alternatives:
            return KeyStatus("none", backend=self.backend_name)
        sources = (self._source(one, stored, filed) for one in alternatives)
        source = next((source for source in sources if source), "")
        return KeyStatus("set" if source else "not_set", source, self.backend_name)

    def has_variable(self, name: str) -> bool:
        """Tells whether a variable of the environment holds something."""
        return bool(self._env.get(name))

    def _source(self, one: KeyRef, stored: frozenset[str], filed: Mapping[str, str]) -> str:
        if one.is_variable:
            return f"env:{one.name}" if self._env.get(one.name) else ""
        if one.name in self._memory:
            return "memory"
        if one.name in stored:
            return "keyring"
        return "file" if one.name in filed else ""

    async def store(self, ref: str, value: str, where: KeyPlace) -> None:
        """Keeps a key under the first item that `ref` names, and takes it out of the place where it was.

        One kept in memory hides those elsewhere until the program ends. Raises SecretError.
        """
        item = next((one.name for one in parse_ref(ref) if not one.is_variable), None)
        if item is None:
            raise SecretError("This instance reads its key from the environment.", "Set the variable instead.")
        key = require_valid(trim_pasted(value), "what was typed")
        self.known.add(key)
        if where == "memory":
            self._memory[item] = Secret(key)
            return
        if where == "keyring":
            await self._call(partial(self._write_to_keyring, item, key))
            await _in_thread(partial(self._file.remove, item))
        else:
            await _in_thread(partial(self._file.put, item, key))
            await self._call(partial(self._remove_from_keyring, item))
        self._memory.pop(item, None)

    def _write_to_keyring(self, item: str, key: str) -> None:
        backend = self._require_backend()
        if backend is None:
            raise SecretError(
                "No keyring on this system.", "Use an environment variable, or keep the key until qodev quits."
            )
        backend.set_password(SERVICE, item, key)
        if backend.get_password(SERVICE, item) != key:
            raise SecretError("The keyring did not keep the key.", "Store the key again, or use a variable.")
        self._items.add(item)

    async def rename(self, before: str, after: str) -> None:
        """Moves a key to another item: written, read back, and only then removed under its former name (S175)."""
        if before in self._memory:
            self._memory[after] = self._memory.pop(before)
        filed = (await _in_thread(self._file.load)).get(before)
        if filed is not None:
            await _in_thread(partial(self._file.put, after, filed))
            await _in_thread(partial(self._file.remove, before))
        if before in await _in_thread(self._items.load):
            value = await self._from_keyring(before)
            if value:
                await self._call(partial(self._write_to_keyring, after, value))
            await self._call(partial(self._remove_from_keyring, before))

    async def clear(self, ref: str) -> None:
        """Forgets the keys of the items that `ref` names; variables stay. Raises SecretError."""
        for one in parse_ref(ref):
            if not one.is_variable:
                self._memory.pop(one.name, None)
                await _in_thread(partial(self._file.remove, one.name))
                await self._call(partial(self._remove_from_keyring, one.name))

    def _remove_from_keyring(self, item: str) -> None:
        if item not in self._items.load():
            return
        backend = self._require_backend()
        if backend is not None and backend.get_password(SERVICE, item) is not None:
            backend.delete_password(SERVICE, item)
        self._items.remove(item)

    def _require_backend(self) -> Backend | None:
        if self._backend is None:
            self._backend = self._find()
        return None if self._backend is None else self._backend[0]

    async def _call(self, work: Callable[[], T]) -> T:
        """Asks the keyring in a thread of its own, one call at a time; one that takes too long is left behind."""
        async with self._turn:
            try:
                async with asyncio.timeout(self._limit_s):
                    return await _in_thread(work)
            except TimeoutError:
                self._backend = None
                raise SecretError("The keyring is locked or does not answer.", "Unlock it, then retry.") from None
            except SecretError:
                raise
            # Each backend has faults of its own, down to those of a bus that died; a text of theirs may hold the key.
            except Exception as fault:  # noqa: BLE001
                self._backend = None
                raise _as_error(fault) from None


def _as_error(fault: Exception) -> SecretError:
    kind = type(fault).__name__
    if kind == "KeyringLocked":
        return SecretError("The keyring is locked.", "Unlock it, then retry.")
    return SecretError(f"The keyring refuses the call ({kind}).", "Check that it runs, then retry.")


async def _in_thread(work: Callable[[], T]) -> T:
    outcome: concurrent.futures.Future[T] = concurrent.futures.Future()
    outcome.set_running_or_notify_cancel()

    def run() -> None:
        try:
            outcome.set_result(work())
        except Exception as fault:  # noqa: BLE001  carried to the one who waits
            outcome.set_exception(fault)

    # A daemon: an unlock dialog that nobody answers must not keep the program from ending.
    threading.Thread(target=run, name="keyring", daemon=True).start()
    return await asyncio.wrap_future(outcome)

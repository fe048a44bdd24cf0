"""What one part needs of another, as Protocols; the part that provides it does not know who asks."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from qodev.types.events import AnyEvent

EventSink = Callable[[AnyEvent], None]
"""Takes an event; called on the loop's thread, returns at once. It sets `seq` and `at` when they are 0."""


class Secret(Protocol):
    """A key: prints as marks, and gives its value to the one function that puts it into a request (S111)."""

    def reveal(self) -> str:
        """Returns the value; called by `providers.http` alone, last thing before a send."""
        ...


class SecretStore(Protocol):
    """Reads and keeps keys; every call runs off the loop."""

    async def resolve(self, ref: str) -> Secret | None:
        """Returns the first non-empty key of the alternatives in `ref`, or None (section 15 of the agents rules).

        Raises SecretError when a key is malformed (S110) or the keyring is locked or silent.
        """
        ...


class FolderWatch(Protocol):
    """Tells when something in a folder or a file changed; wired by the front end."""

    def watch(self, paths: Sequence[Path], changed: Callable[[], None]) -> None:
        """Replaces what is watched; `changed` is called on the loop's thread after any change."""
        ...

    def stop(self) -> None:
        """Ends watching."""
        ...

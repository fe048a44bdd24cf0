"""Keys of provider instances by their references: where they can be, whether they are there, storing and clearing (U40)."""

from collections.abc import Awaitable, Callable, Iterable, Mapping

from qodev.settings.key_values import parse_ref
from qodev.settings.secrets import KeySecrets, KeyStatus
from qodev.types.agents import AgentSnapshot
from qodev.types.instances import KeyPlace, KeyView, VariableState

Forget = Callable[..., Awaitable[None]]
"""Drops what earlier tests of some instances told."""


class KeysService:
    """Answers and acts by reference, so that a reference that was typed and not saved yet can be looked at too."""

    def __init__(self, secrets: KeySecrets, snapshot: Callable[[], AgentSnapshot], forget: Forget) -> None:
        self._secrets = secrets
        self._snapshot = snapshot
        self._forget = forget
        self._is_probed = False

    async def probe(self) -> str | None:
        """Looks for a keyring before a key is typed, and returns its name (S173)."""
        name = await self._secrets.probe()
        self._is_probed = True
        return name

    async def view(self, ref: str, owner: str) -> KeyView:
        """Says where the key of a reference can be and whether it is there; `owner` names its instance."""
        status = await self._secrets.status(ref)
        alternatives = parse_ref(ref)
        variables = (one.name for one in alternatives if one.is_variable)
        item = item_of(ref)
        return KeyView(
            state=status.state,
            source=status.source,
            item=item,
            variables=tuple(VariableState(name, self._secrets.has_variable(name)) for name in variables),
            backend=self._secrets.backend_name,
            is_probed=self._is_probed,
            shared_with=tuple(name for name in self._readers(item) if name != owner),
        )

    def has_variable(self, name: str) -> bool:
        """Tells whether a variable of the environment holds something."""
        return self._secrets.has_variable(name.strip())

    async def statuses(self, refs: Iterable[str]) -> Mapping[str, KeyStatus]:
        """Says of several references whether their keys are set."""
        return await self._secrets.statuses(refs)

    async def store(self, ref: str, value: str, where: KeyPlace) -> None:
        """Keeps a key under the entry that a reference names; raises SecretError."""
        await self._secrets.store(ref, value, where)
        await self._forget(*self._readers(item_of(ref)))

    async def move(self, before: str, after: str) -> None:
        """Moves a stored key to another entry: written, read back, and only then removed (S175). Raises SecretError."""
        await self._secrets.rename(before, after)
        await self._forget(*self._readers(before), *self._readers(after))

    async def clear(self, ref: str) -> None:
        """Forgets the stored keys of a reference; variables stay. Raises SecretError."""
        await self._secrets.clear(ref)
        await self._forget(*self._readers(item_of(ref)))

    def _readers(self, item: str) -> tuple[str, ...]:
        instances = self._snapshot().instances.values() if item else ()
        return tuple(i.name for i in instances if any(a.name == item for a in parse_ref(i.api_key_ref)))


def item_of(ref: str) -> str:
    """Returns the entry of the key store that a reference names first, "" when it names variables alone."""
    return next((one.name for one in parse_ref(ref) if not one.is_variable), "")


def with_item(ref: str, item: str) -> str:
    """Returns a reference that names an entry of the key store before its variables."""
    return " | ".join((item_name(item), *(part.strip() for part in ref.split("|") if part.strip())))


def with_variable(ref: str, variable: str) -> str:
    """Returns a reference that names a variable besides what it names already."""
    parts = [part.strip() for part in ref.split("|") if part.strip()]
    wanted = f"env:{variable.strip()}"
    return " | ".join(parts if wanted in parts else [*parts, wanted])


def item_name(name: str) -> str:
    """Returns a name that can stand in a reference, where `|` parts alternatives and `env:` marks a variable."""
    return name.replace("|", "-").removeprefix("env:").strip() or "key"

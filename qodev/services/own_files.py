"""Writes small provider and agent files of the user's own, which can be edited afterwards like any other (U158)."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from qodev.agents.schema import read_name
from qodev.base.errors import UserFacingError
from qodev.base.files import atomic_write
from qodev.base.jsontext import JsonValue, dump_compact
from qodev.types.agents import ClientApi

_STEM_LIMIT = 60


@dataclass(frozen=True, slots=True)
class NewInstance:
    """A provider instance that is to be made; `api_key_ref` may be empty."""

    name: str
    client_api: ClientApi
    url: str
    api_key_ref: str = ""


@dataclass(frozen=True, slots=True)
class NewAgent:
    """An agent that is to be made: its base gives everything but instance and model."""

    name: str
    extends: str
    provider_instance: str
    model: str


@dataclass(frozen=True, slots=True)
class ThinAgent:
    """An agent that says little more than whose child it is; what is empty is not written."""

    name: str
    extends: str
    description: str = ""
    model: str = ""
    abstract: bool = False


def thin_text(made: ThinAgent) -> str:
    """Returns a thin agent as TOML (A178)."""
    keys: tuple[tuple[str, JsonValue], ...] = (
        ("name", made.name),
        ("extends", made.extends),
        ("abstract", made.abstract),
        ("description", made.description),
        ("model", made.model),
    )
    return _toml([(key, value) for key, value in keys if value])


def instance_text(made: NewInstance, name: str = "") -> str:
    """Returns the instance as TOML, under another name where one is given."""
    keys = (("name", name or made.name), ("client_api", made.client_api.value), ("url", made.url))
    return _toml((*keys, ("api_key_ref", made.api_key_ref)))


def extending_text(name: str, parent: str) -> str:
    """Returns an instance as TOML that inherits everything from another, or from the bundled one of its own name."""
    return _toml((("name", name), ("extends", parent)))


def agent_text(made: NewAgent) -> str:
    """Returns the agent as TOML."""
    keys = (("extends", made.extends), ("name", made.name))
    return _toml((*keys, ("provider_instance", made.provider_instance), ("model", made.model)))


def _toml(keys: Sequence[tuple[str, JsonValue]]) -> str:
    # A JSON string is TOML as well, but for DEL, which no name may hold.
    return "\n".join(("schema_version = 1", "", *(f"{key} = {dump_compact(value)}" for key, value in keys), ""))


def require_free_name(name: str, taken: Iterable[str], what: str) -> str:
    """Returns a name that a new `what` may have; raises UserFacingError when it is none or taken."""
    usable = read_name(name)
    if usable is None:
        raise UserFacingError(f"The {what} needs a name of at most 200 printable characters.", "Type another name.")
    if usable.casefold() in {other.casefold() for other in taken}:
        raise UserFacingError(f"There is a {what} `{usable}` already.", "Choose another name.")
    return usable


def require_address(url: str) -> str:
    """Returns an address without blanks and final slashes; raises UserFacingError when nobody could be asked there."""
    address = url.strip().rstrip("/")
    if not address.isprintable() or not _is_usable(address):
        raise UserFacingError("This is no address of a server.", "Type one such as `http://192.168.0.5:11434`.")
    return address


def _is_usable(address: str) -> bool:
    try:
        parts = urlsplit(address)
        has_host = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False
    return has_host and parts.username is None and not parts.query and not parts.fragment


def write_new(folder: Path, name: str, text: str) -> Path:
    """Writes a file that is named after `name` and replaces none; raises UserFacingError. Blocking."""
    stem = re.sub(r"[^a-z0-9]+", "_", name.casefold()).strip("_")[:_STEM_LIMIT] or "own"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = next(p for p in _candidates(folder, stem) if not p.exists() and not p.is_symlink())
        atomic_write(path, text.encode())
    except OSError as fault:
        raise UserFacingError(f"`{folder}` cannot be written: {fault.strerror or fault}.") from fault
    return path


def _candidates(folder: Path, stem: str) -> Iterable[Path]:
    yield folder / f"{stem}.toml"
    for number in range(2, 10_000):
        yield folder / f"{stem}_{number}.toml"

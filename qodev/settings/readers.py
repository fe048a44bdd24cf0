"""Reads the values of settings: each function returns what a TOML value stands for, or raises ValueError saying why."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from urllib.parse import urlsplit

_TEXT_LIMIT = 4096
_ENTRIES_LIMIT = 1000
_KEYS_LIMIT = 5
_PRICE_MOST = 1_000_000
_PRICE_PARTS = ("input", "output")
_NO_SEARCH = "it must be an address such as `http://localhost:8080/search`, or one with `{q}` where the query goes"
_NO_PROXY = "it must be `system`, `none` or an address such as `http://proxy:8080`"


def read_choice(*choices: str) -> Callable[[object], str]:
    """Returns a reader of one of some words."""

    def read(value: object) -> str:
        if not isinstance(value, str) or value not in choices:
            raise ValueError(f"it must be one of {', '.join(f'`{c}`' for c in choices)}")
        return value

    return read


def read_number(least: int, most: int) -> Callable[[object], int]:
    """Returns a reader of a whole number within bounds."""

    def read(value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise ValueError(f"it must be a whole number from {least} to {most}")
        return value

    return read


def read_flag(value: object) -> bool:
    """Reads on or off."""
    if not isinstance(value, bool):
        raise ValueError("it must be `true` or `false`")  # noqa: TRY004  a wrong value, whatever its type
    return value


def read_text(value: object) -> str:
    """Reads one line."""
    if not isinstance(value, str) or len(value) > _TEXT_LIMIT or not value.isprintable():
        raise ValueError("it must be one line of text")
    return value


def read_file(value: object) -> str:
    """Reads the path of a file, or nothing."""
    text = read_text(value)
    if text and not Path(text).expanduser().is_absolute():
        raise ValueError("it must be a whole path, such as `~/company.pem`")
    return text


def read_folder(value: object) -> str:
    """Reads the path of one folder, or nothing."""
    text = read_text(value)
    if text and not Path(text).expanduser().is_absolute():
        raise ValueError("it must be a whole path, such as `~/profiles`")
    return text


def read_proxy(value: object) -> str:
    """Reads `system`, `none` or the address of a proxy."""
    address = read_text(value)
    if address in ("system", "none"):
        return address
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        raise ValueError(_NO_PROXY) from None
    if parts.scheme not in ("http", "https", "socks5") or not parts.hostname or port == 0:
        raise ValueError(_NO_PROXY)
    if parts.username or parts.password:
        raise ValueError("it must hold no user name and no password: settings are not a safe place for them")
    return address


def read_search(value: object) -> str:
    """Reads the address of a search, or nothing; `{q}` may stand in it for the query."""
    address = read_text(value)
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        raise ValueError(_NO_SEARCH) from None
    if address and (parts.scheme not in ("http", "https") or not parts.hostname or port == 0 or "{q}" in parts.netloc):
        raise ValueError(_NO_SEARCH)
    if parts.username or parts.password:
        raise ValueError("it must hold no user name and no password: settings are not a safe place for them")
    return address


def read_language(value: object) -> str:
    """Reads `system` or the name of a language."""
    text = read_text(value)
    if text != "system" and not text.replace("_", "").isalnum():
        raise ValueError("it must be `system` or a language such as `de`")
    return text


def read_folders(value: object) -> tuple[str, ...]:
    """Reads a list of folders."""
    if isinstance(value, str) or not isinstance(value, Sequence) or len(value) > 100:
        raise ValueError("it must be a list of folders")
    folders = tuple(read_text(item) for item in value)
    if not all(Path(folder).expanduser().is_absolute() for folder in folders):
        raise ValueError("each folder must be a whole path, such as `~/agents`")
    return folders


def read_keys(value: object) -> Mapping[str, tuple[str, ...]]:
    """Reads a table from actions to their keys; an empty list takes an action its keys."""
    return {name: _key_list(name, keys) for name, keys in _table(value, "keys of actions").items()}


def _key_list(name: str, keys: object) -> tuple[str, ...]:
    if isinstance(keys, str) or not isinstance(keys, Sequence) or len(keys) > _KEYS_LIMIT:
        raise ValueError(f"the keys of `{name}` must be a list of at most {_KEYS_LIMIT}")
    return tuple(read_text(key) for key in keys)


def read_prices(value: object) -> Mapping[str, Mapping[str, float]]:
    """Reads a table from models to the prices of a million tokens, `input` and `output`."""
    return {model: _price(model, price) for model, price in _table(value, "prices of models").items()}


def _price(model: str, price: object) -> Mapping[str, float]:
    parts = _table(price, f"`input` and `output` of `{model}`")
    unknown = next((name for name in parts if name not in _PRICE_PARTS), None)
    if unknown is not None:
        raise ValueError(f"the price of `{model}` has `input` and `output`, not `{unknown}`")
    return {name: _amount(model, parts.get(name, 0)) for name in _PRICE_PARTS}


def _amount(model: str, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= _PRICE_MOST:
        raise ValueError(f"the price of `{model}` must be a number from 0 to {_PRICE_MOST}")
    return float(value)


def _table(value: object, what: str) -> Mapping[str, object]:
    if not isinstance(value, Mapping) or len(value) > _ENTRIES_LIMIT:
        raise ValueError(f"it must be a table of {what}")
    return {read_text(name): item for name, item in value.items()}

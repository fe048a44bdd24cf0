"""Reads a settings text and changes single keys in it; every other byte stays (S162)."""

import tomllib
from collections.abc import Mapping, MutableMapping

from qodev.base.text import LineIndex

LIMIT_BYTES = 1024 * 1024  # S168
_DEPTH_LIMIT = 100
_BOM = b"\xef\xbb\xbf"


class DamagedSettings(ValueError):
    """The bytes are no settings file; the text says why."""


def parse_settings(content: bytes) -> Mapping[str, object]:
    """Returns the keys of a settings file. Raises DamagedSettings."""
    if len(content) > LIMIT_BYTES:
        raise DamagedSettings("it is larger than 1 MiB")
    try:
        text = content.removeprefix(_BOM).decode()
        found = tomllib.loads(text)
    except UnicodeDecodeError as fault:
        raise DamagedSettings("it is not UTF-8") from fault
    except tomllib.TOMLDecodeError as fault:
        raise DamagedSettings(f"it is no valid TOML: {_first_line(str(fault))}") from fault
    except RecursionError as fault:
        raise DamagedSettings("it nests too deep") from fault
    if _is_deeper(found, _DEPTH_LIMIT):
        raise DamagedSettings("it nests too deep")
    return found


def _first_line(text: str) -> str:
    return text[:1].lower() + text.partition("\n")[0][1:]


def _is_deeper(value: object, limit: int) -> bool:
    level = [value]
    for _ in range(limit + 1):
        level = [child for item in level for child in _children(item)]
        if not level:
            return False
    return True


def _children(item: object) -> list[object]:
    if isinstance(item, dict):
        return list(item.values())
    return list(item) if isinstance(item, list) else []


def change_settings(content: bytes, changes: Mapping[str, object]) -> bytes:
    """Returns `content` with keys set, or removed where the new value is None; comments and line ends stay."""
    import tomlkit  # costs 14 ms, needed only when a setting is changed

    bom = _BOM if content.startswith(_BOM) else b""
    text = content.removeprefix(_BOM).decode()
    is_crlf = "\r\n" in text and text.count("\r\n") == text.count("\n")
    document = tomlkit.parse(text.replace("\r\n", "\n") if is_crlf else text)
    for key, value in changes.items():
        if value is None:
            document.pop(key, None)
        elif isinstance(value, Mapping) and isinstance(document.get(key), MutableMapping):
            _change_table(document[key], value)
        else:
            document[key] = _plain(value)
    changed = tomlkit.dumps(document)
    return bom + (changed.replace("\n", "\r\n") if is_crlf else changed).encode()


def _change_table(table: object, wanted: Mapping[str, object]) -> None:
    """Changes the entries of a table that differ; comments beside the others stay."""
    assert isinstance(table, MutableMapping)
    for name in [name for name in table if name not in wanted]:
        del table[name]
    for name, value in wanted.items():
        if _plain(table.get(name)) != _plain(value):
            table[name] = _plain(value)


def _plain(value: object) -> object:
    if isinstance(value, Mapping):
        return {name: _plain(item) for name, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, tuple | list) else value


def line_of(content: bytes, key: str) -> int | None:
    """Returns the line, from 1, on which a key of the first level is set, or its table begins; None when it is not."""
    text = content.removeprefix(_BOM).decode("utf-8", "replace")
    index = LineIndex.of(text)
    is_top = True
    for start in index.starts:
        line = text[start:].partition("\n")[0].strip()
        if line.startswith("["):
            is_top = False
            name = line.strip("[]").partition(".")[0]
        else:
            name, found, _ = line.partition("=")
            if not found or not is_top:
                continue
        if name.strip().strip("\"'") == key:
            return index.position(start)[0]
    return None

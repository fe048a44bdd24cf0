"""Looks for a key where none may be: files, processes, texts (S203)."""

import base64
import secrets
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import quote, quote_plus


def new_canary() -> str:
    """Returns a key that nothing else can hold by chance."""
    return f"sk-canary-{secrets.token_hex(16)}"


def spellings_of(key: str) -> tuple[bytes, ...]:
    """Returns the key as it may stand in bytes: plain, for URLs, in base64 at each of three offsets, in UTF-16."""
    raw = key.encode()
    plain = {raw, quote(key, safe="").encode(), quote_plus(key).encode(), key.encode("utf-16-le")}
    # Characters at both ends mix with what stands around the key.
    shifted = {base64.b64encode(b"\0" * n + raw).rstrip(b"=")[4:-4] for n in range(3)}
    return tuple(plain | shifted)


def finds_in_bytes(content: bytes, key: str) -> bool:
    """Tells whether the key stands in `content` in any spelling."""
    return any(spelling in content for spelling in spellings_of(key))


def finds_in_folders(folders: Iterable[Path], key: str, *, allowed: Iterable[Path] = ()) -> list[str]:
    """Returns the files below `folders` whose bytes or name hold the key, those allowed to hold it left out."""
    may = {path.resolve() for path in allowed}
    return [
        str(path)
        for folder in folders
        for path in sorted(folder.rglob("*"))
        if path.is_file()
        and path.resolve() not in may
        and (finds_in_bytes(path.read_bytes(), key) or finds_in_bytes(path.name.encode(), key))
    ]


def finds_in_processes(pids: Iterable[int], key: str) -> list[str]:
    """Returns which processes hold the key in their arguments or environment; Linux alone tells."""
    found = []
    for pid in pids:
        for part in ("cmdline", "environ"):
            try:
                content = Path(f"/proc/{pid}/{part}").read_bytes()
            except OSError:
                continue  # it has ended
            if finds_in_bytes(content, key):
                found.append(f"{pid}/{part}")
    return found


def finds_in_texts(texts: Iterable[object], key: str) -> list[str]:
    """Returns the `repr` of each value, such as an event or an exception, that shows the key."""
    return [repr(text)[:200] for text in texts if finds_in_bytes(f"{text!r}\n{text}".encode("utf-8", "replace"), key)]

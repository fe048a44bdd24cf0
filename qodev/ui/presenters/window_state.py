"""Remembers how the window looked: one small file in the data folder, read before the first paint (U167)."""

from dataclasses import asdict, dataclass, fields
from pathlib import Path

from PySide6.QtCore import QJsonDocument

_FILE_NAME = "window.json"
_LIMIT_BYTES = 64_000


@dataclass(frozen=True, slots=True)
class WindowState:
    """What the last start left behind; a missing or damaged file is this value as it stands."""

    geometry: str = ""  # QWidget.saveGeometry as text
    splitter: str = ""
    conversation: str = ""
    appearance: str = "system"
    text_size: int = 100
    language: str = "system"
    sidebar: bool = True
    inspector: bool = False
    has_passed_first_run: bool = False
    settings_page: str = ""
    project: str = "*"  # whose conversations are listed; the star means all


def load_window_state(data: Path) -> WindowState:
    """Returns what was stored below `data`; whatever is wrong with the file counts as nothing stored."""
    try:
        with (data / _FILE_NAME).open("rb") as stream:
            found = QJsonDocument.fromJson(stream.read(_LIMIT_BYTES)).toVariant()  # Python's own takes 3 ms to import
    except OSError:
        return WindowState()
    if not isinstance(found, dict):
        return WindowState()
    default = WindowState()
    kept = {f.name: found[f.name] for f in fields(WindowState) if f.name in found}
    return WindowState(**{n: v for n, v in kept.items() if type(v) is type(getattr(default, n))})


def save_window_state(data: Path, state: WindowState) -> None:
    """Writes `state` whole or not at all; raises OSError."""
    import json

    from qodev.base.files import atomic_write  # neither is needed before the first paint

    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    atomic_write(data / _FILE_NAME, json.dumps(asdict(state), indent=1).encode())

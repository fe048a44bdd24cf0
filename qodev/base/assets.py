"""Finds data files that ship with qodev: in a wheel, an editable install, a checkout or a frozen build."""

import sys
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent


def _asset_root(kind: str) -> Path:
    frozen = getattr(sys, "_MEIPASS", None)  # set by PyInstaller in a frozen build
    bases = [_PACKAGE / "_assets", _PACKAGE.parent]
    if frozen is not None:
        bases.insert(0, Path(frozen) / "qodev" / "_assets")
    for base in bases:
        if (base / kind).is_dir():
            return base / kind
    raise FileNotFoundError(f"qodev is not installed completely: its folder `{kind}` is missing.")


def _checked(kind: str, name: str) -> Path:
    root = _asset_root(kind)
    path = root.joinpath(*name.split("/"))
    if ".." in name.split("/") or not path.exists():
        raise FileNotFoundError(f"qodev is not installed completely: `{kind}/{name}` is missing.")
    return path


def resource(name: str) -> Path:
    """Returns the path of a file or folder below `resources/`, such as `agents`."""
    return _checked("resources", name)


def icon_path(name: str) -> Path:
    """Returns the path of a file below `icons/`, such as `ui/stop.svg`."""
    return _checked("icons", name)

"""Builds the wheel, installs it into a fresh environment away from the checkout, and asks it for one answer."""

import os
import subprocess
import sys
import tempfile
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
_NEEDED = (
    "qodev/_assets/resources/agents/",
    "qodev/_assets/resources/roles/",
    "qodev/_assets/resources/translations/qodev_zh_CN.qm",
    "qodev/_assets/resources/translations/qodev_en.qm",
    "qodev/_assets/icons/ui/",
)


def main() -> int:
    """Returns 0 when the wheel is whole and works."""
    with tempfile.TemporaryDirectory(prefix="qodev-wheel-") as name:
        folder = Path(name)
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
        _run([*pip, "wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder), str(ROOT)], folder)
        (wheel,) = folder.glob("*.whl")
        _check_content(wheel)
        venv.create(folder / "venv", with_pip=True)
        bin_folder = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")
        _run([str(bin_folder / "python"), *pip[1:], "install", "--quiet", str(wheel)], folder)
        env = {"QODEV_HOME": str(folder / "home"), "HOME": str(folder)}
        _run([str(bin_folder / "qodev"), "check"], folder, env)
        _run([str(bin_folder / "qodev"), "run", "--agent", "Offline Chat", "--model", "echo", "Hello"], folder, env)
    print("wheel: whole, and it answers")  # noqa: T201  a script for people
    return 0


def _check_content(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    missing = [part for part in _NEEDED if not any(name.startswith(part) for name in names)]
    if missing:
        raise SystemExit(f"the wheel lacks {', '.join(missing)}")


def _run(argv: list[str], folder: Path, env: dict[str, str] | None = None) -> None:
    kept = {name: value for name, value in os.environ.items() if name not in ("QODEV_HOME", "PYTHONPATH")}
    subprocess.run(argv, cwd=folder, env=kept | (env or {}), check=True)  # noqa: S603  our own argv


if __name__ == "__main__":
    sys.exit(main())

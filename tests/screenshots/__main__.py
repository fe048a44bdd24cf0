"""Draws the scenes offscreen, checks them, and lays light beside dark: `python -m tests.screenshots --out DIR`."""

import argparse
import asyncio
import html
import os
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.fail.Keyring"


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    return int(width), int(height)


def parse() -> argparse.Namespace:
    """Returns what was asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.screenshots")
    parser.add_argument("folder", nargs="?", type=Path, help="where the pictures go, as --out")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--scene", type=int, action="append")
    parser.add_argument("--theme", choices=("light", "dark"), action="append")
    parser.add_argument("--scale", choices=("1", "1.25", "1.5", "2"), default="1")
    parser.add_argument("--lang", choices=("en", "zh_CN", "pseudo"), default="en")
    parser.add_argument("--size", metavar="WIDTHxHEIGHT", type=_size, help="another size of what is drawn")
    options = parser.parse_args()
    options.out = options.out or options.folder
    if options.out is None:
        parser.error("name a folder with --out")
    return options


def main() -> int:
    """Draws and checks; the exit code is 1 when a check failed."""
    options = parse()
    os.environ["QT_SCALE_FACTOR"] = options.scale
    options.out.mkdir(parents=True, exist_ok=True)
    from PySide6.QtWidgets import QApplication
    from qasync import QEventLoop

    from qodev.ui.kit.languages import languages_of
    from tests.screenshots.scenes import SCENES

    app = QApplication([sys.argv[0]])
    _fix_look(app)
    faults: list[str] = []
    drawn: list[str] = []
    with asyncio.Runner(loop_factory=lambda: QEventLoop(app)) as runner:
        for number in options.scene or sorted(SCENES):
            for look in options.theme or ("light", "dark"):
                title = SCENES[number][0]
                name = f"{number:02d}_{title}_{look}.png"
                # English has a catalogue too: its plurals.
                languages_of(app).use("zh_CN" if title.endswith("_zh") else options.lang)
                found = runner.run(draw(app, number, look, options.out / name, options.size))
                faults += [f"{name}: {fault}" for fault in found]
                drawn.append(name)
                print(name, "ok" if not found else f"{len(found)} faults")
    write_index(options.out, drawn)
    print("\n".join(faults))
    return 1 if faults else 0


def _fix_look(app: "QApplication") -> None:
    """Stills the caret; fonts are the system's, which a run in CI installs."""
    app.setCursorFlashTime(0)


async def draw(app: "QApplication", number: int, look: str, target: Path, wanted: tuple[int, int] | None) -> list[str]:
    """Builds one scene, checks it and writes its picture; `wanted` is a size in place of the scene's own."""
    from qodev.base.paths import AppPaths
    from qodev.ui.kit.theme import Appearance, ThemeController
    from qodev.ui.main_window import MainWindow
    from tests.fakes.services import FakeServices, fixed_clock
    from tests.screenshots.checks import check_window
    from tests.screenshots.scenes import SCENES, set_up

    _name, scene, size = SCENES[number]
    theme = ThemeController(app)
    theme.set_appearance(Appearance(look))
    theme.install()
    window = MainWindow(theme, clock=fixed_clock)
    window.resize(*size)
    window.show()
    window.finish()
    window.centre.chat.composer.input.setFocus()
    with tempfile.TemporaryDirectory() as folder:
        services = FakeServices(AppPaths.from_env({"QODEV_HOME": folder, "HOME": folder}, Path(folder)))
        services.preferences.values["appearance"] = look
        stage = await set_up(window, services)
        await scene(stage)
        shown = stage.shown or window
        if wanted is not None:
            shown.resize(*wanted)
            await stage.settle()
        found = check_window(shown)
        shown.grab().save(str(target))
        for close in stage.closing:
            await close()
        await stage.presenters.stop()
    window.hide()
    window.deleteLater()
    theme.deleteLater()
    await asyncio.sleep(0.05)
    return found


def write_index(folder: Path, names: list[str]) -> None:
    """Writes a page with light beside dark."""
    stems = sorted({name.rsplit("_", 1)[0] for name in names})
    rows = "".join(
        f"<h2>{html.escape(stem)}</h2><p>"
        + "".join(
            f'<img src="{stem}_{look}.png" width="49%" alt="{stem}, {look}">'
            for look in ("light", "dark")
            if f"{stem}_{look}.png" in names
        )
        + "</p>"
        for stem in stems
    )
    page = f"<!doctype html><meta charset='utf-8'><title>qodev scenes</title>{rows}"
    (folder / "index.html").write_text(page, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())

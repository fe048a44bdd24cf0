"""Opens the window as it was left, and opens it anew where its texts have to be made again (U167, U174)."""

import os
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from qodev.base.marks import Moment, mark
from qodev.base.paths import AppPaths
from qodev.ui.kit.languages import VARIABLE, languages_of
from qodev.ui.kit.theme import Appearance, ThemeController
from qodev.ui.main_window import MainWindow
from qodev.ui.presenters.window_state import WindowState, load_window_state

if TYPE_CHECKING:
    from qodev.ui.presenters.bundle import Presenters


def open_window(app: QApplication, paths: AppPaths) -> tuple[MainWindow, WindowState]:
    """Makes the window as it was left, and paints it."""
    state = load_window_state(paths.data)
    languages_of(app).use(os.environ.get(VARIABLE) or state.language)
    theme = ThemeController(app, app)
    theme.set_appearance(Appearance(state.appearance) if state.appearance in list(Appearance) else Appearance.SYSTEM)
    theme.set_text_scale(state.text_size / 100)
    window = MainWindow(theme)
    # After the widgets are there: they are then polished once, not at each step of building.
    theme.install(has_style=True)
    window.restore(state.geometry, state.splitter, sidebar=state.sidebar, inspector=state.inspector)
    window.settings.page = state.settings_page
    window.show()
    window.centre.chat.composer.input.setFocus()
    window.repaint()  # now, not when the loop runs: importing it takes as long as painting
    mark(Moment.PAINT, os.environ)
    app.setWindowIcon(_window_icon())
    return window, state


def _window_icon() -> QIcon:
    from qodev.base.assets import icon_path

    try:
        return QIcon(str(icon_path("app/qodev.svg")))
    except FileNotFoundError:
        return QIcon()


def state_of(window: MainWindow, presenters: "Presenters | None", before: WindowState) -> WindowState:
    """Returns what the next start takes over."""
    from qodev.ui.kit.geometry import packed

    theme, app = window.theme, QApplication.instance()
    opened = presenters.conversations.state.selected if presenters is not None else ""
    project = presenters.projects.state.chosen if presenters is not None else before.project
    was_shown = before.has_passed_first_run or (presenters is not None and window.centre.shows_chat)
    wanted = languages_of(app).wanted if app is not None and VARIABLE not in os.environ else before.language
    return replace(
        before,
        geometry=packed(window.saveGeometry()),
        splitter=packed(window.splitter.saveState()),
        conversation=opened or before.conversation,
        appearance=theme.appearance.value,
        text_size=round(theme.theme.scale * 100),
        language=wanted,
        sidebar=window.sidebar.isVisibleTo(window) or window.inspector.is_shown,
        inspector=window.inspector.is_shown,
        has_passed_first_run=was_shown,
        settings_page=window.settings.page,
        project=project,
    )


def open_anew(window: MainWindow, presenters: "Presenters") -> MainWindow:
    """Puts another window in the place of `window`, with the same content and every text made again.

    The presenters stay: what runs goes on, and what was typed is with them. That is simpler and surer than a second
    way to set each text of each view, which would be forgotten somewhere.
    """
    state = state_of(window, presenters, WindowState())
    fresh = MainWindow(window.theme)
    fresh.restore(state.geometry, state.splitter, sidebar=state.sidebar, inspector=state.inspector)
    fresh.settings.page = state.settings_page
    fresh.show()
    fresh.finish()
    fresh.attach(presenters)
    presenters.tell_again()
    if window.centre.shows_first_run:
        fresh.centre.show_first_run()
    if window.problems.is_shown:
        fresh.problems.show()
    if window.settings.is_shown:
        fresh.settings.open()
    if window.profiles.is_shown:
        fresh.profiles.manage()
    if window.bodies.is_shown:
        fresh.bodies.show_matrix()
    window.hide()
    window.deleteLater()
    return fresh

import re
from pathlib import Path

import pytest
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QPushButton

import qodev.ui
from qodev.ui.kit.attention import Announcer
from qodev.ui.kit.highlight import HIGHLIGHT_LIMIT, color_code
from qodev.ui.kit.palettes import CONTRAST_PAIRS, DARK, LIGHT, ROLES, contrast
from qodev.ui.kit.style_sheet import LOOKS
from qodev.ui.kit.theme import Appearance, TextSize, set_look

_SOURCES = sorted(Path(qodev.ui.__file__).parent.rglob("*.py"))


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("pair", CONTRAST_PAIRS, ids=lambda pair: f"{pair[0]}-{pair[1]}")
def test_each_pair_of_roles_has_its_contrast(palette, pair):
    ink, ground, least = pair
    assert contrast(getattr(palette, ink), getattr(palette, ground)) >= least


def test_black_on_white_is_the_greatest_contrast():
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)


def test_colours_are_written_in_palettes_alone():
    literal = re.compile(r"#[0-9A-Fa-f]{6}\b")
    found = [p.name for p in _SOURCES if p.name != "palettes.py" and literal.search(p.read_text("utf-8"))]
    assert found == []


def test_style_sheets_are_set_by_the_theme_alone():
    found = [p.name for p in _SOURCES if "setStyleSheet" in p.read_text("utf-8")]
    assert found == ["theme.py"]


def test_the_style_sheet_selects_by_class_and_look_alone(theme):
    selectors = re.findall(r"([^{}]+)\{[^}]*\}", theme.theme.style_sheet())
    assert not [s for s in selectors if "#" in s]
    assert set(re.findall(r'look="(\w+)"', theme.theme.style_sheet())) <= set(LOOKS)


def test_dark_and_light_follow_without_restart(theme):
    seen = []
    theme.changed.connect(lambda after: seen.append(after.palette.is_dark))
    theme.set_appearance(Appearance.DARK)
    assert QApplication.palette().color(QPalette.ColorRole.Window).name().upper() == DARK.window
    theme.set_appearance(Appearance.LIGHT)
    assert QApplication.palette().color(QPalette.ColorRole.Window).name().upper() == LIGHT.window
    assert seen == [True, False]


def test_text_size_scales_fonts_and_row_heights(theme):
    theme.set_text_scale(2.0)
    assert theme.theme.font(TextSize.BODY).pixelSize() == 26
    assert theme.theme.px(30) == 60
    theme.zoom(0)
    assert theme.theme.font(TextSize.BODY).pixelSize() == 13


def test_zoom_goes_step_by_step_and_stops_at_the_ends(theme):
    theme.zoom(1)
    assert theme.theme.scale == 1.1
    theme.zoom(100)
    assert theme.theme.scale == 2.0
    theme.zoom(0)


def test_every_role_is_a_colour(theme):
    assert all(theme.color(role).isValid() for role in ROLES)


def test_an_icon_takes_the_colour_of_its_role(theme):
    picture = theme.pixmap("check", "deny", 20).toImage()
    colours = {
        picture.pixelColor(x, y).name() for x in range(20) for y in range(20) if picture.pixelColor(x, y).alpha() == 255
    }
    assert colours <= {theme.color("deny").name()}
    assert not theme.icon("check").isNull()


def test_a_missing_icon_leaves_the_window_usable(theme):
    assert theme.icon("no such icon").isNull()


def test_a_primary_button_is_drawn_in_the_accent(theme, qtbot):
    button = QPushButton("Send")
    set_look(button, "primary")
    qtbot.addWidget(button)
    button.resize(120, 30)
    button.show()
    assert button.grab().toImage().pixelColor(10, 15).name().upper() == LIGHT.accent


def test_a_text_that_can_be_changed_looks_so_whatever_its_font(theme, qtbot):
    edit = QPlainTextEdit()
    set_look(edit, "mono")
    qtbot.addWidget(edit)
    edit.resize(120, 60)
    edit.show()
    assert edit.grab().toImage().pixelColor(60, 40).name().upper() == LIGHT.surface
    edit.setReadOnly(True)
    edit.style().polish(edit)
    assert edit.grab().toImage().pixelColor(60, 40).name().upper() == LIGHT.code_bg


def test_announcements_are_merged_and_rare(qtbot, theme):
    from PySide6.QtWidgets import QWidget

    target = QWidget()
    qtbot.addWidget(target)
    announcer = Announcer(target)
    said = []
    announcer.announced.connect(lambda text, urgent: said.append((text, urgent)))
    announcer.announce("Started.")
    announcer.announce("Queued.")
    announcer.announce("Queued.")
    announcer.announce("Failed: no key.", urgent=True)
    assert said == [("Started.", False)]
    qtbot.waitUntil(lambda: len(said) == 2, timeout=4000)
    assert said[1] == ("Failed: no key. Queued.", True)


def test_code_is_coloured_by_roles():
    found = {
        (one.role, 'def f(): return "x"  # c'[one.start : one.end])
        for one in color_code('def f(): return "x"  # c', "py")
    }
    assert {("accent", "def"), ("info", "f"), ("muted", "# c")} <= found


def test_unknown_languages_and_long_code_stay_plain():
    assert list(color_code("x", "no-such-language")) == []
    assert list(color_code("x = 1\n" * HIGHLIGHT_LIMIT, "py")) == []

"""The one style sheet of the program, by widget class and by the property `look`; never by object name (U172)."""

from collections.abc import Callable, Mapping
from string import Template

from qodev.base.assets import icon_path
from qodev.ui.kit.palettes import Palette

LOOKS: tuple[str, ...] = (
    "primary",  # QPushButton: the one thing to do here
    "danger",  # QPushButton: cannot be taken back
    "compact",  # QPushButton, QComboBox, QToolButton: 26 high
    "plain",  # QPushButton, QToolButton: no outline until hovered
    "chip",  # QPushButton, QToolButton, QLabel: small, rounded, outlined
    "group",  # QLabel: head of a group, 11 semibold
    "secondary",  # QLabel: 12, muted
    "muted",  # QLabel: body size, muted
    "title",  # QLabel, QLineEdit: 15 semibold
    "page",  # QLabel: 20 semibold
    "strong",  # QLabel: body size, semibold
    "mono",  # QLabel, QPlainTextEdit, QLineEdit: fixed font; on code_bg where it can only be read
    "ok",  # QLabel: allow colour
    "warning",  # QLabel: ask colour
    "error",  # QLabel: deny colour
    "info",  # QLabel: info colour
    "window",  # QWidget, QFrame: background window (sidebar, inspector)
    "surface",  # QWidget, QFrame: background surface (centre)
    "sunken",  # QWidget, QFrame: background sunken (status bar)
    "card",  # QFrame: outlined by line, radius 8
    "question",  # QFrame: outlined by ask, radius 12
    "panel",  # QFrame: outlined by control, radius 12 (composer)
    "banner",  # QFrame: tint, radius 8
    "mark",  # QFrame: outlined by accent, radius 8 (what a search found)
    "bare",  # QPlainTextEdit, QLineEdit: no frame, no background
    "diff",  # QAbstractItemView: the lines of a difference
    "current",  # QWidget: the row of a form that the caret of the text stands in
    "popup",  # QAbstractItemView: the list of a completer, a window of its own
    "rows",  # QTreeView, QTableView: rows that are chosen whole; the view paints the ring of the focus itself
    "link",  # QPushButton: words that lead somewhere
    "pill",  # QLabel: a short word, outlined by line; pill_deny, pill_ask, pill_accent, pill_info by their colour
    "pill_deny",
    "pill_ask",
    "pill_accent",
    "pill_info",
)
"""Values of the property `look`; set it before the widget is shown, or unpolish and polish."""

_SHEET = Template(
    """
QWidget { color: $text; }
QWidget:disabled { color: $faint; }
QMainWindow, QDialog { background: $window; }
QWidget[look="window"], QFrame[look="window"] { background: $window; }
QWidget[look="surface"], QFrame[look="surface"] { background: $surface; }
QWidget[look="sunken"], QFrame[look="sunken"] { background: $sunken; }
QFrame[look="card"] { background: $surface; border: 1px solid $line; border-radius: 8px; }
QFrame[look="question"] { background: $surface; border: 1px solid $ask; border-radius: 12px; }
QFrame[look="panel"] { background: $surface; border: 1px solid $control; border-radius: 12px; }
QFrame[look="banner"] { background: $tint; border: 1px solid $line; border-radius: 8px; }
QFrame[look="mark"] { background: transparent; border: 2px solid $accent; border-radius: 8px; }

QWidget[look="current"] { background: $tint; border-radius: 6px; }

QLabel { background: transparent; }
QLabel[look="pill"], QLabel[look="pill_deny"], QLabel[look="pill_ask"], QLabel[look="pill_accent"],
QLabel[look="pill_info"] { font-size: ${group_px}px; color: $muted; border: 1px solid $line; border-radius: 8px;
  padding: 1px 6px; }
QLabel[look="pill_deny"] { color: $deny; border-color: $deny; }
QLabel[look="pill_ask"] { color: $ask; border-color: $ask; }
QLabel[look="pill_accent"] { color: $accent; border-color: $accent; }
QLabel[look="pill_info"] { color: $info; border-color: $info; }
QPushButton[look="link"] { background: transparent; border: none; color: $accent; padding: 0 2px; min-height: 0;
  min-width: 0; }
QPushButton[look="link"]:hover { text-decoration: underline; }
QPushButton[look="link"]:focus { border: 2px solid $focus; border-radius: 4px; }
QPushButton[look="link"]:disabled { color: $muted; }
QLabel[look="group"] { font-size: ${group_px}px; font-weight: 600; color: $muted; }
QLabel[look="secondary"] { font-size: ${secondary_px}px; color: $muted; }
QLabel[look="muted"] { color: $muted; }
QLabel[look="mono"] { font-family: "$mono_family"; font-size: ${mono_px}px; }
QLabel[look="title"], QLineEdit[look="title"] { font-size: ${title_px}px; font-weight: 600; }
QLabel[look="page"] { font-size: ${page_px}px; font-weight: 600; }
QLabel[look="strong"] { font-weight: 600; }
QLabel[look="ok"] { color: $allow; }
QLabel[look="warning"] { color: $ask; }
QLabel[look="error"] { color: $deny; }
QLabel[look="info"] { color: $info; }

QPushButton, QToolButton { outline: none; background: $surface; border: 1px solid $control; border-radius: 6px;
  padding: 0 ${pad}px; min-height: ${control_inner}px; }
QToolButton { padding: 0 6px; }
QLineEdit QToolButton { padding: 0; min-height: 0; border: none; background: transparent; }
QPushButton:hover, QToolButton:hover { background: $tint; }
QPushButton:pressed, QPushButton:checked, QToolButton:pressed, QToolButton:checked { background: $sel; }
QPushButton:checked { border-color: $accent; }
QPushButton:disabled, QToolButton:disabled { border-color: $line; color: $faint; background: transparent; }
QPushButton:focus, QToolButton:focus, QComboBox:focus { border: 2px solid $focus; }
QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }
QPushButton[look="primary"] { background: $accent; border-color: $accent; color: $on_accent; font-weight: 600; }
QPushButton[look="primary"]:hover { border-color: $text; }
QPushButton[look="primary"]:focus { border: 2px solid $text; }
QPushButton[look="primary"]:disabled { background: $sunken; border-color: $line; color: $muted; }
QPushButton[look="danger"] { border-color: $deny; color: $deny; }
QPushButton[look="compact"], QToolButton[look="compact"], QComboBox[look="compact"] {
  min-height: ${compact_inner}px; }
QPushButton[look="plain"], QToolButton[look="plain"] { background: transparent; border: 1px solid transparent;
  min-height: ${compact_inner}px; padding: 0 6px; color: $muted; }
QPushButton[look="plain"]:hover, QToolButton[look="plain"]:hover { background: $sunken; color: $text; }
QPushButton[look="plain"]:focus, QToolButton[look="plain"]:focus { border: 2px solid $focus; }
QPushButton[look="plain"]:disabled, QToolButton[look="plain"]:disabled { color: $faint; }
QPushButton[look="chip"], QToolButton[look="chip"], QLabel[look="chip"] { border: 1px solid $control;
  border-radius: ${chip_radius}px; padding: 0 8px; min-height: ${chip_inner}px; font-size: ${secondary_px}px; }
QToolButton::menu-indicator, QPushButton::menu-indicator { width: 0; image: none; }

QLineEdit, QPlainTextEdit, QTextEdit, QSpinBox, QDoubleSpinBox { background: $surface; border: 1px solid $control;
  border-radius: 6px; padding: 2px 8px; selection-background-color: $sel; selection-color: $text; }
QLineEdit, QSpinBox, QDoubleSpinBox { min-height: ${edit_inner}px; }
QLineEdit:focus, QPlainTextEdit:focus, QTextEdit:focus, QSpinBox:focus { border: 2px solid $focus; padding: 1px 7px; }
QLineEdit:read-only, QPlainTextEdit:read-only { background: $window; border-color: $line; }
QLineEdit:disabled, QPlainTextEdit:disabled { background: $window; border-color: $line; }
QSpinBox QLineEdit { background: transparent; border: none; padding: 0; min-height: 0; }
QSpinBox { padding: 2px 20px 2px 8px; min-height: ${spin_inner}px; }
QSpinBox:focus { padding: 1px 19px 1px 7px; }
QSpinBox::up-button, QSpinBox::down-button { background: transparent; border: none; width: 20px; }
QSpinBox::up-arrow { image: url($arrow_up); width: 10px; height: 10px; }
QSpinBox::down-arrow { image: url($arrow); width: 10px; height: 10px; }
QLineEdit[look="bare"], QPlainTextEdit[look="bare"], QTextEdit[look="bare"] { background: transparent;
  border: none; padding: 0; }
QLineEdit[look="title"] { background: transparent; border: 1px solid transparent; }
QLineEdit[look="title"]:hover { border-color: $line; }
QLineEdit[look="title"]:focus { border: 2px solid $focus; }
QPlainTextEdit[look="mono"]:read-only, QTextEdit[look="mono"]:read-only { background: $code_bg;
  border: 1px solid $line; }

QComboBox { background: $surface; border: 1px solid $control; border-radius: 6px; padding: 0 8px;
  min-height: ${control_inner}px; }
QComboBox:hover { background: $tint; }
QComboBox::drop-down { border: none; width: 22px; }
QComboBox::down-arrow { image: url($arrow); width: 12px; height: 12px; }
QComboBox:disabled { border-color: $line; color: $faint; }
QComboBox QAbstractItemView { background: $surface; border: 1px solid $control; outline: none;
  selection-background-color: $tint; selection-color: $text; }

QAbstractItemView { background: transparent; border: none; outline: none; selection-background-color: $tint;
  selection-color: $text; }
QAbstractItemView[look="diff"] { background: $code_bg; border: 1px solid $line; }
QAbstractItemView[look="popup"] { background: $surface; border: 1px solid $control; }
QAbstractItemView::item { padding: 2px 4px; border-radius: 6px; }
QAbstractItemView::item:hover { background: $sunken; }
QAbstractItemView::item:selected { background: $tint; color: $text; }
QAbstractItemView::item:selected:focus { border: 2px solid $focus; padding: 0 2px; }
QTreeView { show-decoration-selected: 1; }
QTreeView::item, QTableView::item { border-radius: 0; }
QTreeView[look="rows"]::item:selected:focus, QTableView[look="rows"]::item:selected:focus { border: none;
  padding: 2px 4px; }
QTableView QTableCornerButton::section { background: transparent; border: none; border-bottom: 1px solid $line; }
QHeaderView::section { background: transparent; border: none; border-bottom: 1px solid $line;
  padding: 4px 4px 4px ${head_pad}px; color: $muted; font-weight: 600; font-size: ${group_px}px; }
QHeaderView::section:vertical { border-bottom: none; color: $text; font-weight: 400; font-size: ${body_px}px; }

QTabBar { background: transparent; border: none; }
QTabBar::tab { background: transparent; border: none; border-bottom: 2px solid transparent; padding: 6px 6px;
  color: $muted; }
QTabBar::tab:hover { color: $text; }
QTabBar::tab:selected { color: $text; font-weight: 600; border-bottom: 2px solid $accent; }
QTabBar::tab:focus { border: 2px solid $focus; border-radius: 6px; }
QTabWidget::pane { border: none; }

QMenuBar { background: $window; border-bottom: 1px solid $line; }
QMenuBar::item { background: transparent; padding: 4px 8px; border-radius: 6px; }
QMenuBar::item:selected { background: $tint; }
QMenu { background: $surface; border: 1px solid $control; border-radius: 8px; padding: 4px; }
QMenu::item { padding: 5px 24px 5px 12px; border-radius: 6px; }
QMenu::item:selected { background: $tint; }
QMenu::item:disabled { color: $faint; }
QMenu::separator { height: 1px; background: $line; margin: 4px 8px; }
QStatusBar { background: $sunken; border-top: 1px solid $line; }
QStatusBar::item { border: none; }
QToolTip { background: $surface; color: $text; border: 1px solid $control; padding: 4px 8px; }

QSplitter::handle { background: $line; }
QSplitter::handle:horizontal { width: 1px; }
QSplitter::handle:vertical { height: 1px; }
QDockWidget { font-weight: 600; }
QDockWidget::title { background: $window; padding: 6px 12px; border-top: 1px solid $line; }
QScrollArea { background: transparent; border: none; }
QAbstractScrollArea::corner { background: transparent; border: none; }
QScrollBar:vertical { background: transparent; width: 12px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 12px; margin: 0; }
QScrollBar::handle { background: $control; border-radius: 3px; margin: 3px; }
QScrollBar::handle:vertical { min-height: 28px; }
QScrollBar::handle:horizontal { min-width: 28px; }
QScrollBar::handle:hover { background: $muted; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }

QCheckBox, QRadioButton { spacing: 8px; background: transparent; }
QAbstractItemView::indicator { width: 14px; height: 14px; background: $surface; border: 1px solid $control;
  border-radius: 4px; }
QAbstractItemView::indicator:checked { background: $accent; border-color: $accent; image: url($check); }
QCheckBox::indicator, QRadioButton::indicator { width: 14px; height: 14px; background: $surface;
  border: 1px solid $control; border-radius: 4px; }
QRadioButton::indicator { border-radius: 8px; }
QCheckBox::indicator:checked { background: $accent; border-color: $accent; image: url($check); }
QRadioButton::indicator:checked { width: 6px; height: 6px; border: 5px solid $accent; border-radius: 8px; }
QCheckBox::indicator:disabled, QRadioButton::indicator:disabled { border-color: $line; }
QCheckBox::indicator:focus, QRadioButton::indicator:focus { border-color: $text; }
QCheckBox:focus, QRadioButton:focus { color: $accent; }
QProgressBar { background: $sunken; border: none; border-radius: 3px; text-align: center; }
QProgressBar::chunk { background: $accent; border-radius: 3px; }
"""
)

_CONTROL_BORDERS_PX = 2
_EDIT_BORDERS_PX = 6
_SPIN_EXTRA_PX = 3  # that Qt's style adds to the height of a field with arrows
_HEAD_PAD_PX = 7  # what a cell has at its left: its padding and the margin that Qt's style adds before text


def build_style_sheet(
    palette: Palette, scaled: Callable[[float], int], sizes_px: Mapping[str, int], mono_family: str
) -> str:
    """Returns the style sheet for a palette; `scaled` turns pixels at 100 % into pixels at the text scale."""
    values: dict[str, str | int] = {name: getattr(palette, name) for name in palette.__slots__ if name != "is_dark"}
    values |= {f"{name}_px": scaled(size) for name, size in sizes_px.items()}
    values |= {
        "pad": 12,
        "mono_family": mono_family,
        "head_pad": _HEAD_PAD_PX,
        "control_inner": scaled(30) - _CONTROL_BORDERS_PX,
        "compact_inner": scaled(26) - _CONTROL_BORDERS_PX,
        "edit_inner": scaled(30) - _EDIT_BORDERS_PX,
        "spin_inner": scaled(30) - _EDIT_BORDERS_PX - _SPIN_EXTRA_PX,
        "chip_inner": scaled(20) - _CONTROL_BORDERS_PX,
        "chip_radius": scaled(20) // 2,
    }
    tone = "dark" if palette.is_dark else "light"
    values |= {kind: icon_path(f"ui/style/{kind}_{tone}.svg").as_posix() for kind in ("arrow", "arrow_up", "check")}
    return _SHEET.substitute(values)

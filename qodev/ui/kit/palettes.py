"""The two palettes by role: every colour of the program is one of these (U172)."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours by role; surfaces step `sunken`, `window`, `surface`, `line` parts regions, `control` outlines controls."""

    is_dark: bool
    window: str
    surface: str
    sunken: str
    line: str
    control: str
    text: str
    muted: str
    faint: str
    accent: str
    on_accent: str
    tint: str
    focus: str
    allow: str
    ask: str
    deny: str
    info: str
    add_bg: str
    del_bg: str
    code_bg: str
    sel: str
    user_bg: str


LIGHT = Palette(
    is_dark=False,
    window="#F6F6F3",
    surface="#FFFFFF",
    sunken="#ECECE8",
    line="#DCDCD6",
    control="#85857E",
    text="#1C1C1A",
    muted="#5B5B56",
    faint="#7E7E77",
    accent="#1B6B75",
    on_accent="#FFFFFF",
    tint="#E2F0F1",
    focus="#1B6B75",
    allow="#1C7546",
    ask="#8A5A00",
    deny="#B3261E",
    info="#2A5DA6",
    add_bg="#E4F4E9",
    del_bg="#FBE8E6",
    code_bg="#F1F1ED",
    sel="#CFE7EA",
    user_bg="#EEF4F4",
)

DARK = Palette(
    is_dark=True,
    window="#1A1B1D",
    surface="#222326",
    sunken="#141517",
    line="#37393D",
    control="#7C8087",
    text="#ECECE9",
    muted="#B0B2B6",
    faint="#8A8D93",
    accent="#5FBCC6",
    on_accent="#0D1B1D",
    tint="#1E3639",
    focus="#5FBCC6",
    allow="#66C490",
    ask="#E2B24F",
    deny="#F28B83",
    info="#86B4F2",
    add_bg="#1C3426",
    del_bg="#40221F",
    code_bg="#1B1C1F",
    sel="#29484C",
    user_bg="#25302F",
)

ROLES: tuple[str, ...] = tuple(name for name in Palette.__slots__ if name != "is_dark")

TEXT_CONTRAST = 4.5
SHAPE_CONTRAST = 3.0

CONTRAST_PAIRS: tuple[tuple[str, str, float], ...] = (
    *(
        (ink, ground, TEXT_CONTRAST)
        for ink in ("text", "muted")
        for ground in ("window", "surface", "sunken", "tint", "code_bg", "user_bg", "add_bg", "del_bg", "sel")
    ),
    *(
        (ink, ground, TEXT_CONTRAST)
        for ink in ("accent", "allow", "ask", "deny", "info")
        for ground in ("window", "surface", "tint", "user_bg", "code_bg")
    ),
    ("on_accent", "accent", TEXT_CONTRAST),
    *(
        (shape, ground, SHAPE_CONTRAST)
        for shape in ("control", "focus", "faint")
        for ground in ("window", "surface", "sunken")
    ),
)
"""Ink, ground and the least contrast that must hold; `faint` is for icons and hints, never for text that matters."""


def contrast(first: str, second: str) -> float:
    """Returns the WCAG contrast of two `#RRGGBB` colours, from 1 to 21."""
    lighter, darker = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(color: str) -> float:
    channels = (int(color[start : start + 2], 16) / 255 for start in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue

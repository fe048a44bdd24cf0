"""Makes text of others safe to draw: nothing unseen, nothing that reorders its surroundings (U9, S186, S187)."""

import re

from PySide6.QtCore import QCoreApplication

_MARKS_LIMIT = 8
# Controls but tab and line feed, bidi and zero-width characters, fillers, tags, and the replacement of nothing.
_HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff\ue000-\uf8ff\ud800-\udfff\u2028\u2029\u2800]"
)
_LONE_JOINER = re.compile(r"(?<=[\x00-\x7f])[\u200c\u200d\ufe00-\ufe0f]|^[\u200c\u200d]")
_COMBINING = re.compile("[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]{9,}")
_BIDI = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]")
_FIRST_STRONG_ISOLATE, _POP_ISOLATE = "\u2068", "\u2069"


def mark_hidden(text: str) -> str:
    """Returns `text` with what cannot be seen as marks such as `⟦U+202E⟧`; indentation and emoji stay."""
    if text.isascii() and text.isprintable():
        return text
    marked = _HIDDEN.sub(_mark, text)
    if marked.isascii():
        return marked
    marked = _LONE_JOINER.sub(_mark, marked)
    return _COMBINING.sub(_cut_accents, marked)


def _mark(found: "re.Match[str]") -> str:
    return f"⟦U+{ord(found.group()):04X}⟧"


def _cut_accents(found: "re.Match[str]") -> str:
    # Thousands of accents on one letter would be painted over the lines above it.
    left_out = len(found.group()) - _MARKS_LIMIT
    return found.group()[:_MARKS_LIMIT] + QCoreApplication.translate("PlainText", "⟦%n accent(s)⟧", "", left_out)


def isolate(text: str) -> str:
    """Returns `text` so that right-to-left words in it do not reorder what stands around it."""
    return f"{_FIRST_STRONG_ISOLATE}{text}{_POP_ISOLATE}" if _BIDI.search(text) else text


def without_isolates(text: str) -> str:
    """Returns displayed text as it is copied: line ends as such, isolates gone."""
    return text.replace(_FIRST_STRONG_ISOLATE, "").replace(_POP_ISOLATE, "").replace("\u2028", "\n")

"""Reason codes in words; the code itself is for the model, for records and for tooltips (S37)."""

from PySide6.QtCore import QCoreApplication

from qodev.base.text import show_hidden
from qodev.ui.models.marks import QT_TRANSLATE_NOOP

_WITH_DETAIL = {
    "rule": QT_TRANSLATE_NOOP("ReasonWords", "The rule `{0}` fits"),
    "unreadable": QT_TRANSLATE_NOOP("ReasonWords", "Holds what cannot be read: `{0}`"),
    "opaque": QT_TRANSLATE_NOOP("ReasonWords", "What runs is known only while it runs: `{0}`"),
    "write": QT_TRANSLATE_NOOP("ReasonWords", "Writes to `{0}`, and no allow rule covers that"),
    "invisible": QT_TRANSLATE_NOOP(
        "ReasonWords", "Holds a character that looks like another one or like nothing: `{0}`"
    ),
    "contain": QT_TRANSLATE_NOOP("ReasonWords", "Containment cannot start: {0}"),
}
_ALONE = {
    "default": QT_TRANSLATE_NOOP("ReasonWords", "No rule fits, so the default counts"),
    "exact": QT_TRANSLATE_NOOP("ReasonWords", "An exact rule of the project"),
    "edit_paths": QT_TRANSLATE_NOOP("ReasonWords", "Outside of the paths that the profile may change"),
    "deny_edit_paths": QT_TRANSLATE_NOOP("ReasonWords", "In a path that the profile may not change"),
}


def _tr(text: str) -> str:
    return QCoreApplication.translate("ReasonWords", text)


def reason_words(code: str) -> str:
    """Returns a reason code in words; one that no table names as it is, hidden characters as marks."""
    kind, _, detail = code.partition(":")
    if code in _ALONE:
        return _tr(_ALONE[code])
    if kind in _WITH_DETAIL and detail:
        return _tr(_WITH_DETAIL[kind]).format(show_hidden(detail))
    return show_hidden(_capital(detail) if kind == "built_in" and detail else code)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]

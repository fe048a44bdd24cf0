"""One way to go on at the caret of an editor, as a value."""

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from qodev.ui.models.marks import QT_TRANSLATE_NOOP

_KINDS = {
    "key": QT_TRANSLATE_NOOP("Completions", "key"),
    "agent": QT_TRANSLATE_NOOP("Completions", "agent"),
    "instance": QT_TRANSLATE_NOOP("Completions", "provider"),
    "partial": QT_TRANSLATE_NOOP("Completions", "partial"),
    "function": QT_TRANSLATE_NOOP("Completions", "function"),
    "filter": QT_TRANSLATE_NOOP("Completions", "filter"),
    "field": QT_TRANSLATE_NOOP("Completions", "field"),
    "role": QT_TRANSLATE_NOOP("Completions", "role"),
    "value": QT_TRANSLATE_NOOP("Completions", "value"),
}


def kind_word(kind: str) -> str:
    """Returns what a completion is, in the language of the window."""
    return QCoreApplication.translate("Completions", _KINDS[kind]) if kind in _KINDS else kind


@dataclass(frozen=True, slots=True)
class CompletionChoice:
    """A text to insert; it replaces `start` characters before the caret."""

    text: str
    kind: str = ""
    detail: str = ""
    start: int = 0

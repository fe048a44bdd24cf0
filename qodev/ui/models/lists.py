"""Puts several words into one line, parted as the language of the window does it (U174)."""

from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication


def in_a_row(parts: Iterable[str]) -> str:
    """Returns the parts that are not empty, with the comma of a list between them."""
    return QCoreApplication.translate("Lists", ", ").join(part for part in parts if part)

"""Shows closed sets of words of the core in the language of the window.

The core has no Qt and speaks English. Its messages stay English; titles and helps of settings, and the names of
offline scripts, are parts of the window, and the catalogue has them in the context `core`.
"""

from PySide6.QtCore import QCoreApplication


def core_text(text: str) -> str:
    """Returns a title, help or description of a table of the core, translated."""
    return QCoreApplication.translate("core", text)

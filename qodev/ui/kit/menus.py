"""The titles of the menus; apart from the actions, which are not needed for the first paint (F19)."""

from enum import Enum

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QMenu, QMenuBar

from qodev.ui.models.marks import QT_TRANSLATE_NOOP


class Menu(Enum):
    """The menus in order; the value is the title with its access key."""

    FILE = QT_TRANSLATE_NOOP("actions", "&File")
    EDIT = QT_TRANSLATE_NOOP("actions", "&Edit")
    VIEW = QT_TRANSLATE_NOOP("actions", "&View")
    CONVERSATION = QT_TRANSLATE_NOOP("actions", "&Conversation")
    AGENTS = QT_TRANSLATE_NOOP("actions", "&Agents")
    MORE = QT_TRANSLATE_NOOP("actions", "&More")
    HELP = QT_TRANSLATE_NOOP("actions", "&Help")


def add_menus(bar: QMenuBar) -> dict[Menu, QMenu]:
    """Puts the titles of all menus into `bar`; an ActionSet fills them."""
    menus: dict[Menu, QMenu] = {}
    for menu_id in Menu:
        menu = QMenu(QCoreApplication.translate("actions", menu_id.value), bar)
        menu.setToolTipsVisible(True)
        bar.addMenu(menu)
        menus[menu_id] = menu
    return menus

"""The titles of the menus; apart from the actions, which are not needed for the first paint (F19)."""

from enum import Enum

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QMenu, QMenuBar


class Menu(Enum):
    """The menus in order; the value is the title with its access key."""

    FILE = "&File"
    EDIT = "&Edit"
    VIEW = "&View"
    CONVERSATION = "&Conversation"
    AGENTS = "&Agents"
    MORE = "&More"
    HELP = "&Help"


def add_menus(bar: QMenuBar) -> dict[Menu, QMenu]:
    """Puts the titles of all menus into `bar`; an ActionSet fills them."""
    menus: dict[Menu, QMenu] = {}
    for menu_id in Menu:
        menu = QMenu(QCoreApplication.translate("actions", menu_id.value), bar)
        menu.setToolTipsVisible(True)
        bar.addMenu(menu)
        menus[menu_id] = menu
    return menus

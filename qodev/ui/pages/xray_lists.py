"""The lists of the X-ray look alike."""

from PySide6.QtWidgets import QAbstractItemView, QTreeView

from qodev.ui.kit.row_views import RowTree
from qodev.ui.kit.theme import TextSize, ThemeController
from qodev.ui.kit.widgets import named


def plain_list(theme: ThemeController, name: str, spoken: str) -> QTreeView:
    """Returns a list of rows in the small font; whoever shows it follows the theme."""
    made = RowTree()
    named(made, name, spoken)
    made.setRootIsDecorated(False)
    made.setUniformRowHeights(True)
    made.setTabKeyNavigation(False)
    made.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    made.setFont(theme.theme.font(TextSize.SECONDARY))
    return made

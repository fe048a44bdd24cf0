"""The list of profiles with what makes new ones (U73 to U75)."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from qodev.ui.kit.theme import SPACE_1, SPACE_2, SPACE_3, ThemeController
from qodev.ui.kit.widgets import IconButton, Label, named
from qodev.ui.models.agent_rows import AgentRow, AgentRowKind
from qodev.ui.pages.agent_list_view import AgentListView
from qodev.ui.pages.profile_parts import NewButton


class ProfileListPane(QWidget):
    """Groups, two lines a profile; it only tells what was chosen."""

    picked = Signal(object)  # AgentRow
    refresh_requested = Signal()
    folder_requested = Signal()

    def __init__(self, theme: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.new = NewButton()
        self.refresh = IconButton(theme, "reload", "profiles.refresh", self.tr("Read the profiles again"))
        self.folder = IconButton(theme, "folder", "profiles.folder", self.tr("Open agent profiles folder"))
        self.list = AgentListView(theme)
        named(self.list, "profiles.list", self.tr("Profiles"))
        self.empty = Label(self.tr("No profile of your own. Start from Reviewer or Blank."), "muted", wraps=True)
        head = QHBoxLayout()
        head.setSpacing(SPACE_1)
        head.addWidget(self.new)
        head.addStretch(1)
        for widget in (self.refresh, self.folder):
            head.addWidget(widget)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_3, SPACE_3, SPACE_2, SPACE_2)
        column.setSpacing(SPACE_2)
        column.addLayout(head)
        column.addWidget(self.empty)
        column.addWidget(self.list, 1)
        self.list.picked.connect(self.picked)
        self.refresh.clicked.connect(self.refresh_requested)
        self.folder.clicked.connect(self.folder_requested)

    def show_rows(self, rows: tuple[AgentRow, ...], front: str) -> None:
        """Shows other lines with one of them in front."""
        self.list.show_rows(rows)
        own = next((row.count for row in rows if row.kind is AgentRowKind.GROUP), 0)
        self.empty.setVisible(not own)
        self.new.show_names([row.name for row in rows if row.kind is AgentRowKind.AGENT and row.name])
        self.choose(front)

    def choose(self, row_id: str) -> None:
        """Puts the selection on a line, as if nobody had moved it."""
        current = self.list.current
        if row_id and (current is None or current.id != row_id):
            self.list.choose(row_id)

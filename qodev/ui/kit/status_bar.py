"""The status bar: buttons with icon and words; silent ones are hidden (U24)."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QStatusBar, QToolButton, QWidget

from qodev.ui.kit.theme import SPACE_3, Theme, ThemeController, set_look
from qodev.ui.kit.widgets import named, sharp_icon

if TYPE_CHECKING:  # not needed for the first paint (F19)
    from qodev.ui.models.mode_words import ModeState
    from qodev.ui.models.problem_rows import StatusState
    from qodev.ui.models.words import StateWord


class StatusButton(QToolButton):
    """One item of the status bar."""

    def __init__(self, theme: ThemeController, name: str, what: str) -> None:
        super().__init__()
        named(self, name, what)
        set_look(self, "plain")
        self._theme = theme
        self._icon, self._role, self._what = "", "muted", what
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        theme.changed.connect(self._on_theme_changed)
        self.hide()

    def show_item(self, text: str, icon: str, role: str, tip: str) -> None:
        """Shows words with an icon; no words hide the button."""
        self._icon, self._role = icon, role
        self.setText(text)
        self.setToolTip(tip)
        self.setAccessibleName(self.tr("{0}: {1}").format(self._what, text))
        self.setAccessibleDescription(tip)
        self._on_theme_changed(self._theme.theme)
        self.setVisible(bool(text))

    def _on_theme_changed(self, theme: Theme) -> None:
        side = theme.px(16)
        self.setIconSize(QSize(side, side))
        if self._icon:
            self.setIcon(sharp_icon(self._theme, self._icon, self._role, side, self.devicePixelRatioF()))


class StatusBar(QStatusBar):
    """What holds for the whole program, left to right."""

    problems_requested = Signal()
    running_requested = Signal()
    keyring_requested = Signal()
    network_requested = Signal()
    trust_requested = Signal()
    mode_requested = Signal()
    contain_requested = Signal()
    branch_requested = Signal()

    def __init__(self, theme: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "main.statusbar", self.tr("Status"))
        self.setSizeGripEnabled(False)
        self.setContentsMargins(SPACE_3, 0, SPACE_3, 0)
        self._theme = theme
        self._is_filled = False

    def fill(self) -> None:
        """Makes the buttons; called after the first paint, when there is something to say."""
        theme = self._theme
        self._is_filled = True
        self.problems = StatusButton(theme, "status.problems", self.tr("Problems"))
        self.running = StatusButton(theme, "status.running", self.tr("Running"))
        self.trust = StatusButton(theme, "status.trust", self.tr("Trust"))
        self.mode = StatusButton(theme, "status.mode", self.tr("Mode"))
        self.contain = StatusButton(theme, "status.contain", self.tr("Containment"))
        self.branch = StatusButton(theme, "status.branch", self.tr("Branch"))
        self.keyring = StatusButton(theme, "status.keyring", self.tr("Keyring"))
        self.network = StatusButton(theme, "status.network", self.tr("Network"))
        of_project = (self.trust, self.mode, self.contain, self.branch)
        for button in (self.problems, self.running, *of_project, self.keyring, self.network):
            self.addWidget(button)
        self.trust.clicked.connect(self.trust_requested)
        self.mode.clicked.connect(self.mode_requested)
        self.contain.clicked.connect(self.contain_requested)
        self.branch.clicked.connect(self.branch_requested)
        self.problems.clicked.connect(self.problems_requested)
        self.running.clicked.connect(self.running_requested)
        self.keyring.clicked.connect(self.keyring_requested)
        self.network.clicked.connect(self.network_requested)

    def show_state(self, state: "StatusState") -> None:
        """Shows what is not silent."""
        if not self._is_filled:
            self.fill()
        icon, role = ("error", "deny") if state.problems_severity == "error" else ("warning", "ask")
        self.problems.show_item(state.problems, icon, role, self.tr("Opens the Problems pane"))
        self.running.show_item(state.running, "running", "accent", self.tr("Opens the next running conversation"))
        self.keyring.show_item(state.keyring, "key", "muted", self.tr("Says where keys are kept"))
        self.network.show_item(state.network, "network", "ask", self.tr("Opens the request that got no answer"))

    def show_trust(self, word: "StateWord | None", tip: str) -> None:
        """Shows how the folder in view stands; without one there is nothing to show."""
        if word is None:
            self.trust.show_item("", "", "muted", "")
        else:
            self.trust.show_item(word.text, word.icon, word.role, tip)

    def show_mode(self, state: "ModeState") -> None:
        """Shows the mode of the project in view, and how its commands run."""
        from qodev.ui.models.contain_words import contain_tip, contain_word

        self.mode.show_item(state.word, *state.icon, state.tip)
        if state.project and state.contain is not None:
            self.contain.show_item(*contain_word(state.contain), contain_tip(state.contain))
        elif not state.project:
            self.contain.show_item("", "", "muted", "")
        self.branch.show_item(state.branch, "branch", "muted", self.tr("The branch of the project's checkout"))

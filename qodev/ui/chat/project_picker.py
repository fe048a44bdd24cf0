"""The project at the head of the sidebar: a button, the list it opens, and what to do when the folder is gone (U17)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from qodev.ui.kit.theme import SPACE_1, Theme, ThemeController
from qodev.ui.kit.widgets import Label, PushButton, named, sharp_icon

if TYPE_CHECKING:  # not needed for the first paint (F19)
    from qodev.ui.chat.picker_popups import ChoicePopup
    from qodev.ui.models.project_state import ProjectRow, ProjectsState

_OPEN = "\0open"  # no path holds a NUL
_LABEL_LENGTH = 26


class ProjectButton(QPushButton):
    """Shows whose conversations are listed."""

    chosen = Signal(str)
    open_requested = Signal()

    def __init__(self, theme: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "sidebar.project", self.tr("Project"))
        self._theme = theme
        self._icon = "folder", "muted"
        self._popup: ChoicePopup | None = None
        self._rows: Sequence[ProjectRow] = ()
        self._value = ""
        self.setAutoDefault(False)
        self._say(self.tr("All projects"))
        self.clicked.connect(self.open_popup)
        theme.changed.connect(self._draw)

    @property
    def popup(self) -> "ChoicePopup":
        """Returns the list; it is made when it is opened first."""
        if self._popup is None:
            from qodev.ui.chat.picker_popups import ChoicePopup

            self._popup = ChoicePopup(self, "sidebar.projects", self.tr("Projects"))
            named(self._popup.list, "sidebar.projects", self.tr("Projects"))
            self._popup.chosen.connect(self._on_chosen)
        return self._popup

    def _say(self, label: str) -> None:
        shown = label if len(label) <= _LABEL_LENGTH else label[: _LABEL_LENGTH - 1] + "…"
        self.setText(f"{shown} ▾")
        self.setAccessibleName(self.tr("Project: {0}").format(label))

    def show_state(self, state: "ProjectsState") -> None:
        """Shows the choice, its folder in the tip, and its trust in word and icon there."""
        self._rows, self._value = state.rows, state.chosen
        current = state.current
        self._say(state.label)
        self.setToolTip(current.spoken if current is not None else "")
        word = current.word if current is not None else None
        self._icon = (word.icon, word.role) if word is not None and word.role != "allow" else ("folder", "muted")
        self._draw()
        if self._popup is not None and self._popup.isVisible():
            self._fill()

    def _draw(self, _theme: Theme | None = None) -> None:
        side = self._theme.theme.px(16)
        self.setIcon(sharp_icon(self._theme, *self._icon, side, self.devicePixelRatioF()))

    def _fill(self) -> None:
        from qodev.ui.models.chat_state import Choice

        found = [Choice(r.value, r.name, "  ·  ".join(p for p in (r.detail, r.path) if p)) for r in self._rows]
        self.popup.set_choices((*found, Choice(_OPEN, self.tr("Open folder…"))), self._value)

    def open_popup(self) -> None:
        """Shows the list."""
        self._fill()
        self.popup.open_at(self)

    def _on_chosen(self, value: object) -> None:
        if value == _OPEN:
            self.open_requested.emit()
        else:
            self.chosen.emit(str(value))


class ProjectHead(QWidget):
    """The button, and below it what to do about a folder that is gone."""

    chosen = Signal(str)
    open_requested = Signal()
    reattach_requested = Signal()

    def __init__(self, theme: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.button = ProjectButton(theme)
        self.missing = Label("", "warning", wraps=True)
        self.reattach = PushButton(self.tr("Choose another folder…"), "sidebar.reattach", "compact")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_1)
        column.addWidget(self.button)
        column.addWidget(self.missing)
        column.addWidget(self.reattach, 0, Qt.AlignmentFlag.AlignLeft)
        self.missing.hide()
        self.reattach.hide()
        self.button.chosen.connect(self.chosen)
        self.button.open_requested.connect(self.open_requested)
        self.reattach.clicked.connect(self.reattach_requested)

    def show_state(self, state: "ProjectsState") -> None:
        """Shows the choice."""
        self.button.show_state(state)
        self.missing.setText(state.missing_text)
        self.missing.setVisible(state.is_missing)
        self.reattach.setVisible(state.is_missing)

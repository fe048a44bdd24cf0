"""Lines that suggest what can be typed: the list opens while typing, and whole with Down or a click on the arrow."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCompleter, QLineEdit, QWidget

from qodev.ui.kit.theme import Theme, ThemeController, set_look


def suggest(completer: QCompleter) -> None:
    """Lets a completer find parts of words in any case, in a list that looks like a menu.

    Its list is a window of its own, which would else be as transparent as the lists inside a window.
    """
    completer.setCompletionMode(QCompleter.CompletionMode.PopupCompletion)
    completer.setFilterMode(Qt.MatchFlag.MatchContains)
    completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
    popup = completer.popup()
    if popup is not None:
        set_look(popup, "popup")


class ChoiceLine(QLineEdit):
    """A line of free text with choices."""

    picked = Signal(str)  # a choice was taken; what is typed comes by `textEdited`

    def __init__(self, theme: ThemeController, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self._theme = theme
        self._suggesting: QCompleter | None = None
        self._arrow = self.addAction(theme.icon("chevron_down", "muted"), QLineEdit.ActionPosition.TrailingPosition)
        self._arrow.setToolTip(self.tr("Show all"))
        self._arrow.setVisible(False)
        self._arrow.triggered.connect(self.show_all)
        theme.changed.connect(self._on_theme_changed)

    def set_choices(self, choices: Sequence[str]) -> None:
        """Replaces what is suggested."""
        made = QCompleter(list(choices), self)
        suggest(made)
        made.activated.connect(self.picked)
        self._suggesting = made
        self.setCompleter(made)
        self._arrow.setVisible(bool(choices))

    def show_all(self) -> None:
        """Opens the list with every choice, whatever the line holds."""
        if self._suggesting is not None and not self.isReadOnly():
            self._suggesting.setCompletionPrefix("")
            self._suggesting.complete()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Down and event.modifiers() in (
            Qt.KeyboardModifier.NoModifier,
            Qt.KeyboardModifier.AltModifier,
        ):
            self.show_all()
            return
        super().keyPressEvent(event)

    def _on_theme_changed(self, _theme: Theme) -> None:
        self._arrow.setIcon(self._theme.icon("chevron_down", "muted"))

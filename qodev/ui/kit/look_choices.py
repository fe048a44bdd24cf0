"""Theme and text size as menus and settings choose them: in force at once, and told so that they are stored (U172)."""

from PySide6.QtCore import QObject, Signal

from qodev.ui.kit.theme import Appearance, ThemeController


class LookChoices(QObject):
    """Changes the theme of all windows."""

    appearance_chosen = Signal(str)
    text_size_chosen = Signal(int)  # per cent
    changed = Signal()

    def __init__(self, theme: ThemeController, parent: QObject) -> None:
        super().__init__(parent)
        self._theme = theme

    def zoom_in(self) -> None:
        """Makes all text larger."""
        self._zoom(1)

    def zoom_out(self) -> None:
        """Makes all text smaller."""
        self._zoom(-1)

    def zoom_reset(self) -> None:
        """Sets the text size to 100 %."""
        self._zoom(0)

    def _zoom(self, steps: int) -> None:
        self._theme.zoom(steps)
        self.text_size_chosen.emit(round(self._theme.theme.scale * 100))

    def choose_system(self) -> None:
        """Follows the desktop's theme."""
        self._choose(Appearance.SYSTEM)

    def choose_light(self) -> None:
        """Uses the light theme."""
        self._choose(Appearance.LIGHT)

    def choose_dark(self) -> None:
        """Uses the dark theme."""
        self._choose(Appearance.DARK)

    def _choose(self, appearance: Appearance) -> None:
        self._theme.set_appearance(appearance)
        self.appearance_chosen.emit(appearance.value)

    def take_appearance(self, appearance: str) -> None:
        """Takes over what the settings say."""
        self._theme.set_appearance(Appearance(appearance))
        self.changed.emit()

    def take_text_size(self, per_cent: int) -> None:
        """Takes over what the settings say."""
        self._theme.set_text_scale(per_cent / 100)

"""Fills the command palette: actions, conversations (@), agents (#) and settings (:), and runs what is chosen (U31)."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QWidget

from qodev.ui.kit.actions import ActionSet
from qodev.ui.kit.palette import PaletteEntry, PaletteView
from qodev.ui.kit.theme import ThemeController
from qodev.ui.models.core_words import core_text
from qodev.ui.models.settings_words import control_name

if TYPE_CHECKING:
    from qodev.ui.presenters.bundle import Presenters

_NATIVE = QKeySequence.SequenceFormat.NativeText


class PaletteControl(QObject):
    """Owns the palette of a window."""

    setting_chosen = Signal(str)  # the object name of its control

    def __init__(self, window: QWidget, theme: ThemeController, actions: ActionSet) -> None:
        super().__init__(window)
        self._actions = actions
        self._presenters: Presenters | None = None
        self._kind = ""
        self._window = window
        self._theme = theme
        self._view: PaletteView | None = None

    @property
    def view(self) -> PaletteView:
        """Returns the palette, which is made when it is needed first."""
        if self._view is None:
            self._view = PaletteView(self._theme, self._window)
            self._view.chosen.connect(self._on_chosen)
            self._view.text_changed.connect(self._on_text_changed)
        return self._view

    def attach(self, presenters: "Presenters") -> None:
        """Lets it offer conversations and agents."""
        self._presenters = presenters

    def pop_up(self) -> None:
        """Shows the palette with all actions."""
        self._kind = ""
        self.view.pop_up(self._entries())

    def _on_text_changed(self, text: str) -> None:
        kind = text[:1] if text[:1] in ("@", "#", ":") else ""
        if kind != self._kind:
            self._kind = kind
            self.view.set_entries(self._entries())

    def _entries(self) -> list[PaletteEntry]:
        if self._kind == "@":
            return self._conversations()
        if self._kind == ":":
            return self._settings()
        return self._agents() if self._kind == "#" else self._all_actions()

    def _all_actions(self) -> list[PaletteEntry]:
        entries: list[PaletteEntry] = []
        for name in self._actions.names:
            action = self._actions[name]
            keys = ", ".join(key.toString(_NATIVE) for key in action.shortcuts())
            reason = self._actions.reason(name)
            entries.append(PaletteEntry(name, action.text(), self._actions.path_of(name), keys, reason))
        return entries

    def _conversations(self) -> list[PaletteEntry]:
        if self._presenters is None:
            return []
        rows = [row for row in self._presenters.conversations.state.rows if row.id]
        return [PaletteEntry(f"@{row.id}", row.title, row.state) for row in rows]

    def _agents(self) -> list[PaletteEntry]:
        if self._presenters is None:
            return []
        choices = self._presenters.chat.state.agents
        return [PaletteEntry(f"#{c.value or ''}", c.label, c.detail, reason=c.problem) for c in choices]

    def _settings(self) -> list[PaletteEntry]:
        if self._presenters is None:
            return []
        states = self._presenters.settings.states
        return [PaletteEntry(f":{control_name(s.key)}", core_text(s.title), core_text(s.help)) for s in states]

    def _on_chosen(self, name: str) -> None:
        if name.startswith("@") and self._presenters is not None:
            self._presenters.conversations.select(name[1:])
        elif name.startswith("#") and self._presenters is not None:
            self._presenters.agents.choose_agent(name[1:] or None)
        elif name.startswith(":"):
            self.setting_chosen.emit(name[1:])
        else:
            self._actions[name].trigger()

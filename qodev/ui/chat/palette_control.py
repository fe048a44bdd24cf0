"""Fills the command palette: actions, conversations (@) and agents (#), and runs what is chosen (U31)."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QWidget

from qodev.ui.kit.actions import ActionSet
from qodev.ui.kit.palette import PaletteEntry, PaletteView
from qodev.ui.kit.theme import ThemeController

if TYPE_CHECKING:
    from qodev.ui.presenters.bundle import Presenters

_NATIVE = QKeySequence.SequenceFormat.NativeText


class PaletteControl(QObject):
    """Owns the palette of a window."""

    action_chosen = Signal(str)

    def __init__(self, window: QWidget, theme: ThemeController, actions: ActionSet) -> None:
        super().__init__(window)
        self._actions = actions
        self._presenters: Presenters | None = None
        self._kind = ""
        self.view = PaletteView(theme, window)
        self.view.chosen.connect(self._on_chosen)
        self.view.text_changed.connect(self._on_text_changed)

    def attach(self, presenters: "Presenters") -> None:
        """Lets it offer conversations and agents."""
        self._presenters = presenters

    def pop_up(self) -> None:
        """Shows the palette with all actions."""
        self._kind = ""
        self.view.pop_up(self._entries())

    def _on_text_changed(self, text: str) -> None:
        kind = text[:1] if text[:1] in ("@", "#") else ""
        if kind != self._kind:
            self._kind = kind
            self.view.set_entries(self._entries())

    def _entries(self) -> list[PaletteEntry]:
        if self._kind == "@":
            return self._conversations()
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

    def _on_chosen(self, name: str) -> None:
        if name.startswith("@") and self._presenters is not None:
            self._presenters.conversations.select(name[1:])
        elif name.startswith("#") and self._presenters is not None:
            self._presenters.agents.choose_agent(name[1:] or None)
        else:
            self.action_chosen.emit(name)

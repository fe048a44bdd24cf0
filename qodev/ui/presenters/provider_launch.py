"""The local server of a provider: start, adopt, stop, and the end of its output (U39)."""

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from qodev.ui.models.provider_state import ServerState
from qodev.ui.presenters.core import Presenter

if TYPE_CHECKING:
    from qodev.services.app import Services

_LOOK_MS = 500  # how old the shown output may be


class LaunchPresenter(Presenter):
    """Follows the server of the provider in front; its output is read again while it lives and is on screen."""

    state_changed = Signal(object)  # ServerState

    def __init__(self, services: "Services", parent: QObject | None = None) -> None:
        super().__init__(services, parent)
        self.state = ServerState()
        self._is_watched = False
        self._timer = QTimer(self)
        self._timer.setInterval(_LOOK_MS)
        self._timer.timeout.connect(self._look)

    def show_for(self, name: str, refusal: str) -> None:
        """Shows the server of another provider."""
        if not name:
            self._set(ServerState())
            return
        preview = self.services.providers.launch_preview(name)
        if preview is None:
            self._set(ServerState(name=name))
            return
        status = self.state.status if self.state.name == name else self.services.providers.status(name)
        command = " ".join(_quoted(part) for part in preview.argv)
        variables = tuple(preview.variables)
        self._set(ServerState(name, True, status, command, preview.folder, variables, refusal))
        self._look()

    def refuse(self, reason: str) -> None:
        """Says why the server cannot be started now."""
        if self.state.can_launch:
            self._set(replace(self.state, refusal=reason))

    def watch(self, *, is_shown: bool) -> None:
        """Says whether the output is on screen; a window that goes away after the program's end changes nothing."""
        if not self._is_stopped:
            self._is_watched = is_shown
            self._follow()

    def note(self, instances: set[str]) -> None:
        """Takes the names of servers that changed their state."""
        if self.state.name in instances:
            self._look()

    def start(self) -> None:
        """Starts the server, or adopts one that answers already."""
        if self.state.can_launch and not self.state.refusal:
            self.spawn(self._start(self.state.name), "start")

    async def _start(self, name: str) -> None:
        status = await self.services.providers.start(name)
        self._look()
        if status.text:
            self.spoken.emit(status.text.splitlines()[0])

    def stop_server(self) -> None:
        """Stops a server that qodev started; an adopted one runs on."""
        if self.state.can_launch:
            self.spawn(self._stop_server(self.state.name), "stop")

    async def _stop_server(self, name: str) -> None:
        await self.services.providers.stop(name)
        self._look()

    def _look(self) -> None:
        if self.state.can_launch:
            self.spawn(self._read(self.state.name), "look")

    async def _read(self, name: str) -> None:
        status = await self.services.providers.look(name)
        if name == self.state.name:
            self._set(replace(self.state, status=status))

    def _follow(self) -> None:
        wanted = self._is_watched and self.state.is_alive
        if wanted != self._timer.isActive():
            if wanted:
                self._timer.start()
            else:
                self._timer.stop()

    def _set(self, state: ServerState) -> None:
        if state != self.state:
            self.state = state
            self.state_changed.emit(state)
            self._follow()


def _quoted(part: str) -> str:
    return f'"{part}"' if not part or any(char.isspace() for char in part) else part

"""Settings that the window itself follows, the list of problems, and the status bar (U24, U161 to U163, U172)."""

import platform
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import PySide6
from PySide6.QtCore import QObject, Signal

from qodev import __version__
from qodev.base.diagnostics import Diagnostic, Severity
from qodev.types.events import AnyEvent, CatalogChanged, CatalogKind, TurnFailed, TurnFinished
from qodev.types.providers import ErrorKind
from qodev.types.work import BackgroundState
from qodev.types.work_events import BackgroundChanged
from qodev.ui.models.notices import Notice, Toast
from qodev.ui.models.problem_rows import ProblemRow, ProblemsState, StatusState
from qodev.ui.models.transcript_words import Prices
from qodev.ui.presenters.activity import ActivityLog
from qodev.ui.presenters.core import Presenter

if TYPE_CHECKING:
    from qodev.services.app import Services


class GeneralPresenter(Presenter):
    """Owns what belongs to no conversation."""

    language_changed = Signal(str)
    appearance_changed = Signal(str)
    text_size_changed = Signal(int)  # per cent
    send_key_changed = Signal(str)  # enter or ctrl_enter
    thinking_shown_changed = Signal(bool)
    scrolling_changed = Signal(bool)  # whether a growing answer is followed
    busy_changed = Signal(bool)  # whether the busy sign moves
    prices_changed = Signal(object)  # Prices
    keys_changed = Signal(object)  # actions with the keys that the user chose
    problems_changed = Signal(object)  # ProblemsState
    status_changed = Signal(object)  # StatusState
    folder_ready = Signal(str)  # a folder to be shown by the file manager
    copy_ready = Signal(str)

    def __init__(self, services: "Services", activity: ActivityLog, parent: QObject | None = None) -> None:
        super().__init__(services, parent)
        self._activity = activity
        self._in_background: set[str] = set()  # ids of background commands that run
        self._preferences = services.preferences
        self._prices: Prices = ()
        self.problems = ProblemsState()
        self.status = StatusState()

    def load(self) -> None:
        """Takes over settings and problems; called once the services have started."""
        self._prices = ()  # told again: the window may be another one
        self._tell_settings()
        self._refresh_problems()
        self._refresh_status()

    def _tell_settings(self) -> None:
        value = self._preferences.value
        self.appearance_changed.emit(str(value("appearance")))
        self.text_size_changed.emit(int(str(value("text_size"))))
        self.send_key_changed.emit(str(value("send_key")))
        self.thinking_shown_changed.emit(bool(value("show_thinking")))
        self.scrolling_changed.emit(bool(value("keep_scrolling")))
        self.busy_changed.emit(bool(value("busy_animation")))
        self._tell_prices(value("prices"))
        self.keys_changed.emit(value("keys"))
        self.language_changed.emit(str(value("language")))

    def _tell_prices(self, value: object) -> None:
        found = value.items() if isinstance(value, Mapping) else ()
        prices = tuple((str(model), float(price["input"]), float(price["output"])) for model, price in found)
        if prices != self._prices:
            self._prices = prices
            self.prices_changed.emit(prices)

    def take(self, batch: tuple[AnyEvent, ...]) -> None:
        """Takes the events of a frame."""
        if any(isinstance(event, CatalogChanged) for event in batch):
            self._refresh_problems()
        if any(isinstance(event, CatalogChanged) and event.kind is CatalogKind.SETTINGS for event in batch):
            self._tell_settings()
        for event in batch:
            if isinstance(event, BackgroundChanged):
                is_on = event.command.state is not BackgroundState.ENDED or event.command.has_left
                (self._in_background.add if is_on else self._in_background.discard)(event.command.id)
            if isinstance(event, TurnFailed) and event.kind == ErrorKind.CONNECT.value:
                self.status = replace(self.status, network=self._unreachable(event.url))
            elif isinstance(event, TurnFinished):
                self.status = replace(self.status, network="")
        self._refresh_status()

    def _unreachable(self, url: str | None) -> str:
        return self.tr("Unreachable: {0}").format(url) if url else self.tr("Unreachable")

    def set_appearance(self, appearance: str) -> None:
        """Stores the theme: system, light or dark."""
        self.appearance_changed.emit(appearance)
        self.spawn(self._store("appearance", appearance), "appearance")

    def set_text_size(self, per_cent: int) -> None:
        """Stores the size of all text, in per cent."""
        self.spawn(self._store("text_size", per_cent), "text_size")

    async def _store(self, key: str, value: object) -> None:
        for found in await self._preferences.change(key, value):
            self.notice_raised.emit(Notice(found.message, found.advice or "", found.file or ""))

    def _refresh_problems(self) -> None:
        found = self.services.problems.diagnostics
        snapshot = self.services.agents.snapshot
        count = len(snapshot.agents)
        empty = self.tr("No problems in %n agent(s).", "", count)
        rows = tuple(problem_row(d) for d in found)
        after = ProblemsState(rows, tuple(self.services.problems.messages), empty)
        if after != self.problems:
            self.problems = after
            self.problems_changed.emit(after)

    def _refresh_status(self) -> None:
        severities = {row.severity for row in self.problems.rows}
        worst = next((s for s in (Severity.ERROR.value, Severity.WARNING.value) if s in severities), "")
        running = self._activity.running
        running_text = self.tr("%n running", "", running) if running else ""
        beside = len(self._in_background)
        background_text = self.tr("%n in the background", "", beside) if beside else ""
        name = self.services.providers.keyring_name
        after = StatusState(
            self.problems.summary,
            worst,
            ", ".join(part for part in (running_text, background_text) if part),
            self.tr("Keyring: {0}").format(name) if name else "",
            self.status.network,
        )
        if after != self.status:
            self.status = after
        self.status_changed.emit(after)

    def explain_keyring(self) -> None:
        """Says where keys are kept."""
        name = self.services.providers.keyring_name
        if name:
            self.notice_raised.emit(
                Notice(
                    self.tr("Keys are kept in {0}.").format(name),
                    self.tr("qodev opens it only for agents that need a key."),
                )
            )
        else:
            self.notice_raised.emit(
                Notice(self.tr("The keyring was not needed yet."), self.tr("It is opened for the first key."))
            )

    def open_agents_folder(self) -> None:
        """Makes the folder of the user's agents if it is missing, and shows it."""
        self._open_folder(self.services.agents.folder)

    def open_log_folder(self) -> None:
        """Shows the folder of the log files."""
        self._open_folder(self.services.paths.logs)

    def _open_folder(self, folder: Path) -> None:
        self.spawn(self._make_and_open(folder), "folder")

    async def _make_and_open(self, folder: Path) -> None:
        try:
            await self.services.pool.run(_make_folder, folder)
        except OSError as fault:
            reason = (fault.strerror or self.tr("unknown cause")).lower()
            self.notice_raised.emit(
                Notice(self.tr("The folder cannot be made: {0}.").format(reason), details=str(folder))
            )
        else:
            self.folder_ready.emit(str(folder))

    def save_copy(self, path: str, text: str) -> None:
        """Writes a text to a file that the user picked."""
        self.spawn(self._save_copy(Path(path), text), "save_copy")

    async def _save_copy(self, path: Path, text: str) -> None:
        try:
            await self.services.pool.run(_write_text, path, text)
        except OSError as fault:
            reason = (fault.strerror or self.tr("unknown cause")).lower()
            self.notice_raised.emit(Notice(self.tr("Not saved: {0}.").format(reason), details=str(path)))
        else:
            self.toast_raised.emit(Toast(self.tr("Saved as {0}.").format(path.name)))

    def copy_diagnostics(self) -> None:
        """Copies versions and problems, secrets and the home folder left out."""
        lines = [
            f"qodev {__version__}, Python {platform.python_version()}, PySide6 {PySide6.__version__}, {sys.platform}",
            self.tr("%n agent(s)", "", len(self.services.agents.snapshot.agents)),
            self.problems.summary or self.tr("no problems"),
            *(row.text for row in self.problems.rows),
        ]
        home = str(self.services.paths.home)
        self.copy_ready.emit("\n".join(lines).replace(home, "~"))
        self.toast_raised.emit(Toast(self.tr("Diagnostics copied.")))


def problem_row(diagnostic: Diagnostic) -> ProblemRow:
    """Returns the row of a finding."""
    span = diagnostic.span
    return ProblemRow(
        diagnostic.severity.value,
        diagnostic.message,
        diagnostic.subject or "",
        diagnostic.file or "",
        span.line if span is not None else 0,
        span.column if span is not None else 0,
        diagnostic.code.value,
        diagnostic.advice or "",
        diagnostic.dependants,
        diagnostic.fix,
    )


def _make_folder(folder: Path) -> None:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def _write_text(path: Path, text: str) -> None:
    from qodev.base.files import atomic_write

    atomic_write(path, text.encode())

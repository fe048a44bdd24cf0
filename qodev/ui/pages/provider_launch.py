"""The local server of a provider: how it is started, its state, Start, Stop, and its output (U39)."""

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QWidget

from qodev.types.providers import LaunchState
from qodev.ui.kit.theme import SPACE_2, TextSize, Theme, ThemeController, set_look
from qodev.ui.kit.widgets import ElidedLabel, Label, PictureLabel, PushButton, named, set_reason
from qodev.ui.models.provider_state import ServerState
from qodev.ui.models.words import SERVER_WORDS
from qodev.ui.pages.provider_document import Section
from qodev.ui.pages.provider_fields import AREA, breakable


def _tr(text: str) -> str:
    return QCoreApplication.translate("ProviderServer", text)


class LaunchPanel(Section):
    """Start and Stop over the fields of the `[launch]` table; says what a start would run before it runs."""

    start_requested = Signal()
    stop_requested = Signal()
    watched = Signal(bool)

    def __init__(self, theme: ThemeController, fields: QWidget) -> None:
        super().__init__(
            _tr("Local server"), _tr("qodev can start this server and end it again. Leave the command empty if not.")
        )
        self._theme = theme
        self._log: tuple[str, ...] = ()
        self.picture = PictureLabel(theme)
        self.state = Label("")
        self.text = Label("", "secondary", wraps=True)
        self.start = PushButton(_tr("Start"), f"{AREA}start", "compact")
        self.stop = PushButton(_tr("Stop"), f"{AREA}stop", "compact")
        self.command = ElidedLabel("", "secondary")
        self.more = Label("", "secondary", wraps=True)
        self.log = QPlainTextEdit()
        named(self.log, f"{AREA}log", _tr("Output of the server"))
        set_look(self.log, "mono")
        self.log.setReadOnly(True)
        self.log.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.log.setFixedHeight(theme.theme.px(150))
        self._lay_out(fields)
        self.start.clicked.connect(self.start_requested)
        self.stop.clicked.connect(self.stop_requested)
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed(theme.theme)

    def _lay_out(self, fields: QWidget) -> None:
        row = QHBoxLayout()
        row.setSpacing(SPACE_2)
        row.addWidget(self.picture)
        row.addWidget(self.state)
        row.addStretch(1)
        row.addWidget(self.start)
        row.addWidget(self.stop)
        self.column.addLayout(row)
        self.add(self.text, self.command, self.more, self.log, fields)

    def _on_theme_changed(self, theme: Theme) -> None:
        self.log.setFont(theme.font(TextSize.MONO))

    def show_state(self, state: ServerState) -> None:
        """Shows the server of a provider; one that cannot be started shows its fields alone."""
        word = SERVER_WORDS[state.status.state]
        for widget in (self.picture, self.state, self.start, self.stop, self.command, self.more):
            widget.setVisible(state.can_launch)
        self.picture.set_picture(word.icon, word.role)
        self.state.setText(self._word(state, word.text))
        self.text.setText(breakable(state.status.text))
        self.text.setVisible(bool(state.status.text))
        self.command.set_line(_tr("Runs {0}").format(state.command))
        names = ", ".join(state.variables)
        further = _tr("In {0}, with the variables {1}.") if names else _tr("In {0}.")
        self.more.setText(breakable(further.format(state.folder, names)))
        busy = _tr("The server is stopping.") if state.status.state is LaunchState.STOPPING else ""
        running = _tr("The server runs already.") if state.is_alive else ""
        set_reason(self.start, running or busy or state.refusal, _tr("Starts the server, or uses one that answers"))
        set_reason(self.stop, "" if state.is_alive else _tr("The server does not run."), self._stop_tip(state))
        self._show_log(state.status.log)

    def _word(self, state: ServerState, word: str) -> str:
        return _tr("{0}, it ran already").format(word) if state.status.adopted else word

    def _stop_tip(self, state: ServerState) -> str:
        return _tr("qodev did not start it: it runs on") if state.status.adopted else _tr("Ends the server")

    def _show_log(self, log: tuple[str, ...]) -> None:
        if log != self._log:
            self._log = log
            self.log.setPlainText("\n".join(log))
            bar = self.log.verticalScrollBar()
            bar.setValue(bar.maximum())
        self.log.setVisible(bool(log))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.watched.emit(True)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.watched.emit(False)

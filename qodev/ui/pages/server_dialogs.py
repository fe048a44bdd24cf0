"""A server that is added or changed: the fields of its transport; what cannot be stored is said while it is typed."""

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLineEdit,
    QPlainTextEdit,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from qodev.types.servers import CALL_MOST_S, CALL_S, START_MOST_S, START_S, ServerEntry, Transport
from qodev.ui.kit.theme import SPACE_2, SPACE_3, SPACE_4, set_look
from qodev.ui.kit.widgets import Label, named, set_reason

_NAME = "dialog.server"
_WIDTH_CHARACTERS = 84
_LINES = 4
# Samples of what can be typed.
_COMMAND, _URL = "npx", "https://mcp.example/mcp"
_VARIABLE, _HEADER = "GITHUB_PERSONAL_ACCESS_TOKEN=GITHUB_TOKEN", "Authorization=TICKETS_AUTHORIZATION"


class ServerDialog(QDialog):
    """Gives an entry; `fault_of` says why one cannot be stored."""

    saved = Signal(object, str)  # ServerEntry, former id or ""

    def __init__(
        self, fault_of: Callable[[ServerEntry, str], str], before: ServerEntry | None, parent: QWidget
    ) -> None:
        super().__init__(parent)
        title = self.tr("New server") if before is None else self.tr("Edit server")
        named(self, _NAME, title)
        self.setWindowTitle(title)
        self._fault_of = fault_of
        self._former = before.id if before is not None else ""
        self._catalogue_s = before.catalogue_s if before is not None else START_S
        self._rows: dict[str, tuple[Label, QWidget]] = {}
        self.finished.connect(self.deleteLater)
        self._make_fields()
        self._form = QFormLayout()
        self.reason = Label("", "secondary", wraps=True)
        box = QDialogButtonBox()
        self.store = box.addButton(self.tr("Store server"), QDialogButtonBox.ButtonRole.AcceptRole)
        named(self.store, f"{_NAME}.accept", self.tr("Store server"))
        box.addButton(QDialogButtonBox.StandardButton.Cancel)
        self._lay_out(box)
        if before is not None:
            self._fill(before)
        self._connect(box)
        self._judge()

    def _make_fields(self) -> None:
        self.id, self.title = QLineEdit(), QLineEdit()
        self.transport = QComboBox()
        self.transport.addItem(self.tr("A program on this machine (stdio)"), Transport.STDIO)
        self.transport.addItem(self.tr("An address (HTTP)"), Transport.HTTP)
        self.command, self.folder, self.url = QLineEdit(), QLineEdit(), QLineEdit()
        self.arguments, self.environment, self.headers = QPlainTextEdit(), QPlainTextEdit(), QPlainTextEdit()
        for line in (self.command, self.folder, self.url):
            set_look(line, "mono")
        for area in (self.arguments, self.environment, self.headers):
            set_look(area, "mono")
            area.setTabChangesFocus(True)
            area.setFixedHeight(area.fontMetrics().lineSpacing() * _LINES)
        self.url.setPlaceholderText(_URL)
        self.command.setPlaceholderText(_COMMAND)
        self.environment.setPlaceholderText(_VARIABLE)
        self.headers.setPlaceholderText(_HEADER)
        self.oauth = QCheckBox(self.tr("Sign in with the browser (OAuth)"))
        self.enabled = QCheckBox(self.tr("Connect it in Code tasks"))
        self.enabled.setChecked(True)
        self.start_s, self.call_s = QSpinBox(), QSpinBox()
        for spin, usual, most in ((self.start_s, START_S, START_MOST_S), (self.call_s, CALL_S, CALL_MOST_S)):
            spin.setRange(1, most)
            spin.setValue(usual)
            spin.setSuffix(self.tr(" s"))

    def _lay_out(self, box: QDialogButtonBox) -> None:
        self._form.setSpacing(SPACE_2)
        for key, label, control, spoken in (
            ("id", self.tr("&Id"), self.id, self.tr("Id")),
            ("name", self.tr("&Name"), self.title, self.tr("Name")),
            ("transport", self.tr("&Transport"), self.transport, self.tr("Transport")),
            ("command", self.tr("&Program"), self.command, self.tr("Program")),
            ("arguments", self.tr("&Arguments, one a line"), self.arguments, self.tr("Arguments, one a line")),
            ("folder", self.tr("Working &folder"), self.folder, self.tr("Working folder")),
            ("environment", self.tr("&Variables"), self.environment, self.tr("Variables")),
            ("url", self.tr("Add&ress"), self.url, self.tr("Address")),
            ("headers", self.tr("&Headers"), self.headers, self.tr("Headers")),
            ("oauth", "", self.oauth, ""),
            ("start_s", self.tr("&Start within"), self.start_s, self.tr("Start within")),
            ("call_s", self.tr("&Call within"), self.call_s, self.tr("Call within")),
            ("enabled", "", self.enabled, ""),
        ):
            named(control, f"{_NAME}.{key}", spoken)
            title = Label(label)
            title.setBuddy(control)
            self._rows[key] = title, control
            self._form.addRow(title, control)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_4, SPACE_4, SPACE_4, SPACE_4)
        column.setSpacing(SPACE_3)
        column.addLayout(self._form)
        column.addWidget(self.reason)
        column.addStretch(1)
        column.addWidget(box)
        self.setMinimumWidth(self.fontMetrics().averageCharWidth() * _WIDTH_CHARACTERS)
        self.id.setFocus()

    def _fill(self, before: ServerEntry) -> None:
        self.id.setText(before.id)
        self.title.setText("" if before.name == before.id else before.name)
        self.transport.setCurrentIndex(self.transport.findData(before.transport))
        self.command.setText(before.command)
        self.arguments.setPlainText("\n".join(before.arguments))
        self.folder.setText(before.folder)
        self.environment.setPlainText(_as_lines(before.environment))
        self.url.setText(before.url)
        self.headers.setPlainText(_as_lines(before.headers))
        self.oauth.setChecked(before.oauth)
        self.enabled.setChecked(before.is_enabled)
        self.start_s.setValue(before.start_s)
        self.call_s.setValue(before.call_s)

    def _connect(self, box: QDialogButtonBox) -> None:
        for line in (self.id, self.title, self.command, self.folder, self.url):
            line.textChanged.connect(self._judge)
        for area in (self.arguments, self.environment, self.headers):
            area.textChanged.connect(self._judge)
        self.transport.currentIndexChanged.connect(self._judge)
        self.oauth.toggled.connect(self._judge)
        box.accepted.connect(self._on_accepted)
        box.rejected.connect(self.reject)

    def entry(self) -> ServerEntry:
        """Returns what was typed; fields of the other transport are left out."""
        is_program = self.transport.currentData() == Transport.STDIO
        lines = self.arguments.toPlainText().split("\n")
        name = self.title.text().strip() or self.id.text().strip()
        common = ServerEntry(
            self.id.text().strip(),
            name,
            Transport.STDIO if is_program else Transport.HTTP,
            self.enabled.isChecked(),
            start_s=self.start_s.value(),
            catalogue_s=self._catalogue_s,
            call_s=self.call_s.value(),
        )
        return self._with_program(common, lines) if is_program else self._with_address(common)

    def _with_program(self, common: ServerEntry, lines: list[str]) -> ServerEntry:
        while lines and not lines[-1].strip():
            lines.pop()
        return replace(
            common,
            command=self.command.text().strip(),
            arguments=tuple(lines),
            folder=self.folder.text().strip(),
            environment=_pairs(self.environment.toPlainText()),
        )

    def _with_address(self, common: ServerEntry) -> ServerEntry:
        return replace(
            common,
            url=self.url.text().strip(),
            headers=_pairs(self.headers.toPlainText()),
            oauth=self.oauth.isChecked(),
        )

    def _judge(self) -> None:
        is_program = self.transport.currentData() == Transport.STDIO
        for key, (label, control) in self._rows.items():
            shown = is_program if key in ("command", "arguments", "folder", "environment") else not is_program
            if key in ("command", "arguments", "folder", "environment", "url", "headers", "oauth"):
                label.setVisible(shown)
                control.setVisible(shown)
        reason = self._fault_of(self.entry(), self._former)
        set_reason(self.store, reason)
        usual = self.tr("Variables and headers hold names of environment variables, never values: `NAME=VARIABLE`.")
        self.reason.setText(reason[:1].upper() + reason[1:] + "." if reason and self.id.text() else usual)

    def _on_accepted(self) -> None:
        if self.store.isEnabled():
            self.saved.emit(self.entry(), self._former)
            self.accept()


def _as_lines(pairs: tuple[tuple[str, str], ...]) -> str:
    return "\n".join(f"{own}={variable}" for own, variable in pairs)


def _pairs(text: str) -> tuple[tuple[str, str], ...]:
    """Returns the pairs of lines such as `NAME=VARIABLE`; a name alone stands for a variable of the same name."""
    lines = (line.strip() for line in text.splitlines())
    found = (line.partition("=") for line in lines if line)
    return tuple((own.strip(), (variable if equals else own).strip()) for own, equals, variable in found)

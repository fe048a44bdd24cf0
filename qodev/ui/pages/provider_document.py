"""The form of one provider: every key of the format, the URLs that would be called, what is wrong, and the text itself (U39)."""

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from qodev.types.agents import ClientApi
from qodev.types.instances import InstanceField
from qodev.ui.kit.theme import SPACE_2, SPACE_3, SPACE_4, ThemeController, set_look
from qodev.ui.kit.widgets import ElidedLabel, Label, PushButton, named, relook
from qodev.ui.models.provider_rows import api_title
from qodev.ui.models.provider_state import ProviderForm
from qodev.ui.pages.provider_fields import (
    AREA,
    LABEL_PX,
    ChoiceField,
    EditableChoiceField,
    Field,
    LinesField,
    PairsField,
    PathField,
    SecondsField,
    SwitchField,
    TextField,
    breakable,
)

_SEVERITY_LOOKS = {"error": "error", "warning": "warning", "info": "secondary"}


def _tr(text: str) -> str:
    return QCoreApplication.translate("ProviderForm", text)


class Section(QFrame):
    """A titled card with rows below one another."""

    def __init__(self, title: str, help_text: str = "") -> None:
        super().__init__()
        set_look(self, "card")
        self.title = Label(title, "strong")
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(SPACE_4, SPACE_3, SPACE_4, SPACE_3)
        self.column.setSpacing(SPACE_2)
        self.column.addWidget(self.title)
        if help_text:
            self.column.addWidget(Label(help_text, "secondary", wraps=True))

    def add(self, *widgets: QWidget) -> None:
        """Adds rows."""
        for widget in widgets:
            self.column.addWidget(widget)


class UrlRow(QWidget):
    """An address that cannot be edited here: what will be called."""

    def __init__(self, theme: ThemeController, label: str, name: str) -> None:
        super().__init__()
        heading = Label(label, "secondary", wraps=True)
        heading.setFixedWidth(theme.theme.px(LABEL_PX))
        self.url = ElidedLabel("", "secondary")
        named(self.url, f"{AREA}{name}", label)
        self.url.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE_2)
        row.addWidget(heading)
        row.addWidget(self.url, 1)

    def show_url(self, url: str) -> None:
        """Shows an address, or that there is none yet."""
        self.url.set_line(url or self.tr("None yet"))
        self.url.setAccessibleDescription(self.url.text())


class PastedRow(QFrame):
    """Says that a whole endpoint was pasted, and cuts it at one click."""

    split_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        set_look(self, "banner")
        self.text = Label("", wraps=True)
        self.split = PushButton(self.tr("Cut it off"), f"{AREA}split_url", "compact")
        row = QHBoxLayout(self)
        row.setContentsMargins(SPACE_3, SPACE_2, SPACE_2, SPACE_2)
        row.addWidget(self.text, 1)
        row.addWidget(self.split, 0, Qt.AlignmentFlag.AlignTop)
        self.split.clicked.connect(self.split_requested)
        self.hide()

    def show_pasted(self, url: str, endpoint: str) -> None:
        """Shows what would stay; "" hides the row."""
        said = self.tr("The URL ends in `{0}`, which belongs to the endpoint of agents. `{1}` would stay.").format(
            endpoint, url
        )
        self.text.setText(breakable(said))
        self.setVisible(bool(url))


class ProviderFormView(QWidget):
    """The sections that belong to the document; those of key, test and server stand between them on the page."""

    changed = Signal(str, object)  # key, value
    split_requested = Signal()

    def __init__(self, theme: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.fields: dict[str, Field] = {}
        self.paused = Label("", "warning", wraps=True)
        self.paused.hide()
        self.problems = Label("", "warning", wraps=True)
        self.problems.hide()
        self.pasted = PastedRow()
        self.effective_url = UrlRow(theme, _tr("Calls"), "effective_url")
        self.list_url = UrlRow(theme, _tr("Lists models at"), "list_url")
        self.unknown = Label("", "secondary", wraps=True)
        self.unknown.hide()
        self.connection = self._connection()
        self.network = self._network()
        self.file = self._file()
        self.launch = self._launch()
        self.pasted.split_requested.connect(self.split_requested)

    def _add(self, section: Section, *fields: Field) -> None:
        for field in fields:
            self.fields[field.key] = field
            field.changed.connect(self.changed)
            section.add(field)

    def _connection(self) -> Section:
        section = Section(_tr("Connection"))
        theme = self._theme
        titles = {api.value: api_title(api) for api in ClientApi}
        section.add(self.paused, self.problems)
        self._add(
            section,
            TextField(theme, "name", _tr("Name"), "name"),
            TextField(theme, "description", _tr("Description"), "description"),
            ChoiceField(theme, "client_api", _tr("Client API"), "client_api", titles),
            TextField(theme, "url", _tr("URL"), "url"),
        )
        section.add(self.pasted, self.effective_url, self.list_url)
        return section

    def _network(self) -> Section:
        section = Section(_tr("Network"))
        theme = self._theme
        headers = PairsField(theme, "headers", _tr("Headers"), "headers")
        headers.label.setToolTip(_tr("One `name = value` a line; the value `env:NAME` is read from the environment"))
        self._add(section, headers)
        times = QWidget()
        named(times, f"{AREA}timeouts", _tr("Time-outs"))
        column = QVBoxLayout(times)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_2)
        for key, label in (
            ("connect_s", _tr("Connect within, s")),
            ("idle_s", _tr("Silence at most, s")),
            ("total_s", _tr("Whole answer, s; 0: no limit")),
        ):
            field = SecondsField(theme, f"timeouts.{key}", label, f"timeouts:{key}")
            self.fields[field.key] = field
            field.changed.connect(self.changed)
            column.addWidget(field)
        section.add(times)
        self._add(
            section,
            EditableChoiceField(theme, "proxy", _tr("Proxy"), "proxy", ("system", "none")),
            PathField(theme, "ca_file", _tr("CA file"), "ca_file"),
            SwitchField(theme, "verify_tls", _tr("Check TLS"), "verify_tls"),
        )
        return section

    def _file(self) -> Section:
        section = Section(_tr("Inheritance"))
        theme = self._theme
        self._add(
            section,
            EditableChoiceField(theme, "extends", _tr("Extends"), "name:extends"),
            SwitchField(theme, "abstract", _tr("Abstract"), "name:abstract"),
        )
        section.add(self.unknown)
        return section

    def _launch(self) -> QWidget:
        """Returns the fields of the `[launch]` table; they stand in the section of the server."""
        holder = QWidget()
        named(holder, f"{AREA}launch", _tr("How the server is started"))
        column = QVBoxLayout(holder)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_2)
        theme = self._theme
        fields = (
            TextField(theme, "launch.command", _tr("Command"), "launch:command"),
            LinesField(theme, "launch.args", _tr("Arguments, one a line"), "launch:args"),
            TextField(theme, "launch.cwd", _tr("Folder"), "launch:cwd"),
            PairsField(theme, "launch.env", _tr("Variables, `name = value`"), "launch:env"),
            TextField(theme, "launch.ready_url", _tr("Ready when this answers"), "launch:ready_url"),
            SecondsField(theme, "launch.ready_timeout_s", _tr("Ready within, s"), "launch:ready_timeout_s"),
            SwitchField(theme, "launch.detach", _tr("Runs on after qodev"), "launch:detach"),
        )
        for field in fields:
            self.fields[field.key] = field
            field.changed.connect(self.changed)
            column.addWidget(field)
        return holder

    def show_form(self, form: ProviderForm) -> None:
        """Shows the values of another text, or of another file."""
        reason = form.read_only or form.paused
        told: set[str] = set()
        for key, field in self.fields.items():
            problem = next((p for p in form.problems if p.key == key or p.key.startswith(f"{key}.")), None)
            if problem is not None:
                told.add(problem.text)
            value = form.fields.get(key) or InstanceField(key, None, is_written=False)
            field.show_field(value, reason, problem.text if problem else "", problem.severity if problem else "")
        parents = self.fields["extends"]
        if isinstance(parents, EditableChoiceField):
            parents.set_choices(form.parents)
        self._show_rest(form, told)

    def _show_rest(self, form: ProviderForm, told: set[str]) -> None:
        self.paused.setText(form.paused)
        self.paused.setVisible(bool(form.paused))
        rest = [problem for problem in form.problems if problem.text not in told and not form.paused]
        relook(self.problems, _SEVERITY_LOOKS.get(rest[0].severity, "warning") if rest else "warning")
        self.problems.setText(breakable("\n".join(problem.text for problem in rest)))
        self.problems.setVisible(bool(rest))
        self.effective_url.show_url(form.effective_url)
        self.list_url.show_url(form.list_url)
        self.pasted.show_pasted("" if form.read_only else form.pasted_url, form.pasted_endpoint)
        names = ", ".join(f"`{key}`" for key, _value in form.unknown)
        self.unknown.setText(_tr("Not known, and kept in the file: {0}").format(names))
        self.unknown.setVisible(bool(form.unknown))

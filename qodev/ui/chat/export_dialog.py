"""The dialog of an export: format, what goes in, found secrets to black out, and a preview of the very text (U139)."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from qodev.base.text import clip
from qodev.types.history import Exported, ExportFormat, ExportOptions
from qodev.ui.kit.theme import SPACE_2, SPACE_3, SPACE_4, set_look
from qodev.ui.kit.widgets import Label, named, set_reason

_SIZE = 880, 640
_SHOWN = 6  # characters of a secret that tell which one it is
_SECRET_LINES = 4
_PREVIEW_LENGTH = 200_000
_SECRET = Qt.ItemDataRole.UserRole + 1


class ExportDialog(QDialog):
    """Asks for a preview whenever a choice changes; what is saved is what was previewed last."""

    preview_wanted = Signal(str, object)  # conversation id, ExportOptions
    save_wanted = Signal(object, str)  # ExportFormat, the text

    def __init__(self, conversation_id: str, title: str, parent: QWidget) -> None:
        super().__init__(parent)
        named(self, "export.dialog", self.tr("Export conversation"))
        self.setWindowTitle(self.tr("Export “{0}”").format(clip(title, 60)))
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._conversation_id = conversation_id
        self._made: Exported | None = None
        self._options: ExportOptions | None = None
        self.format = QComboBox()
        named(self.format, "export.format", self.tr("Format"))
        texts = (self.tr("Markdown"), self.tr("HTML page without scripts"), self.tr("JSON, to be imported again"))
        for kind, text in zip(ExportFormat, texts, strict=True):
            self.format.addItem(text, kind)
        self.thinking = self._check("export.thinking", self.tr("Thinking"))
        self.outputs = self._check("export.outputs", self.tr("Outputs of tools"))
        self.images = self._check("export.images", self.tr("Images"))
        self.project = self._check("export.project", self.tr("Project name instead of its path"))
        self.found = Label("", "secondary", wraps=True)
        self.secrets = QListWidget()
        named(self.secrets, "export.secrets", self.tr("Found secrets: ticked ones are blacked out"))
        self.secrets.setFixedHeight(_SECRET_LINES * (self.fontMetrics().lineSpacing() + SPACE_2) + SPACE_2)
        self.preview = QPlainTextEdit()
        named(self.preview, "export.preview", self.tr("Preview"))
        set_look(self.preview, "mono")
        self.preview.setReadOnly(True)
        box = self._make_buttons()
        self._lay_out(box)
        self.resize(*_SIZE)
        self.format.currentIndexChanged.connect(self._ask)
        self.secrets.itemChanged.connect(self._ask)
        self.save.clicked.connect(self._on_save)
        self.cancel.clicked.connect(self.reject)

    def _make_buttons(self) -> QDialogButtonBox:
        box = QDialogButtonBox(Qt.Orientation.Horizontal)
        self.save = box.addButton(self.tr("Save as…"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.cancel = box.addButton(self.tr("Cancel"), QDialogButtonBox.ButtonRole.RejectRole)
        named(self.save, "export.accept", self.tr("Save as…"))
        named(self.cancel, "export.cancel", self.tr("Cancel"))
        return box

    def _check(self, name: str, text: str) -> QCheckBox:
        made = QCheckBox(text)
        named(made, name, text)
        made.setChecked(True)
        made.toggled.connect(self._ask)
        return made

    def _lay_out(self, box: QDialogButtonBox) -> None:
        checks = QHBoxLayout()
        checks.setSpacing(SPACE_3)
        for check in (self.thinking, self.outputs, self.images, self.project):
            checks.addWidget(check)
        checks.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_4, SPACE_4, SPACE_4, SPACE_4)
        column.setSpacing(SPACE_3)
        column.addWidget(self.format, 0, Qt.AlignmentFlag.AlignLeft)
        column.addLayout(checks)
        column.addWidget(self.found)
        column.addWidget(self.secrets)
        column.addWidget(self.preview, 1)
        column.addWidget(box)
        self.found.hide()
        self.secrets.hide()

    def start(self) -> None:
        """Asks for the first preview."""
        self._ask()

    @property
    def options(self) -> ExportOptions:
        """Returns what is chosen."""
        rows = (self.secrets.item(row) for row in range(self.secrets.count()))
        blacked = frozenset(str(row.data(_SECRET)) for row in rows if row.checkState() is Qt.CheckState.Checked)
        return ExportOptions(
            ExportFormat(self.format.currentData()),
            self.thinking.isChecked(),
            self.outputs.isChecked(),
            self.images.isChecked(),
            self.project.isChecked(),
            blacked,
        )

    def _ask(self) -> None:
        set_reason(self.save, self.tr("The preview is being made."))
        self.preview_wanted.emit(self._conversation_id, self.options)

    def show_export(self, options: ExportOptions, made: Exported) -> None:
        """Shows what came of a wish; found secrets are ticked, and what is ticked is asked for at once."""
        if self._add_secrets(made.secrets):
            self._ask()
            return
        if options != self.options:
            return
        self._made, self._options = made, options
        cut = self.tr("\n\n[The preview ends here; the file holds all of it.]")
        text = made.text
        self.preview.setPlainText(text if len(text) <= _PREVIEW_LENGTH else text[:_PREVIEW_LENGTH] + cut)
        set_reason(self.save, "")

    def _add_secrets(self, secrets: tuple[str, ...]) -> bool:
        known = {str(self.secrets.item(row).data(_SECRET)) for row in range(self.secrets.count())}
        added = [secret for secret in secrets if secret not in known]
        self.secrets.blockSignals(True)
        for secret in added:
            one_line = " ".join(secret.split())
            item = QListWidgetItem(self.tr("{0}… ({1} characters)").format(one_line[:_SHOWN], len(secret)))
            item.setData(_SECRET, secret)
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            item.setCheckState(Qt.CheckState.Checked)
            self.secrets.addItem(item)
        self.secrets.blockSignals(False)
        count = self.secrets.count()
        self.found.setText(self.tr("%n text(s) look like secrets. What is ticked is blacked out.", "", count))
        self.found.setVisible(bool(count))
        self.secrets.setVisible(bool(count))
        return bool(added)

    def _on_save(self) -> None:
        if self._made is not None and self._options is not None:
            self.save_wanted.emit(self._options.format, self._made.text)

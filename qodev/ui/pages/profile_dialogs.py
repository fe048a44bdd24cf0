"""What is asked before a profile is renamed (U83)."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QDialog, QDialogButtonBox, QFormLayout, QLineEdit, QVBoxLayout, QWidget

from qodev.ui.kit.theme import SPACE_2, SPACE_3, SPACE_4, set_look
from qodev.ui.kit.widgets import Label, named, set_reason
from qodev.ui.models.profile_state import RenameQuestion, RenameWish

_WIDTH_CHARACTERS = 56


class RenameProfileDialog(QDialog):
    """Asks display name and file; conversations that use the name can follow."""

    wished = Signal(object)  # RenameWish

    def __init__(self, question: RenameQuestion, parent: QWidget) -> None:
        super().__init__(parent)
        named(self, "dialog.rename_profile", self.tr("Rename profile"))
        self.setWindowTitle(self.tr("Rename profile"))
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._question = question
        self.name = QLineEdit(question.name)
        named(self.name, "dialog.rename_profile.name", self.tr("Name"))
        self.stem = QLineEdit(question.stem)
        named(self.stem, "dialog.rename_profile.file", self.tr("File name without .md"))
        self.updates = QCheckBox(self.tr("Update %n conversation(s) that use it", "", question.conversations))
        named(self.updates, "dialog.rename_profile.update", self.updates.text())
        self.updates.setChecked(True)
        self.updates.setVisible(bool(question.conversations))
        self.problem = Label("", "warning", wraps=True)
        self.box = QDialogButtonBox(Qt.Orientation.Horizontal)
        self.act = self.box.addButton(self.tr("Rename profile"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.cancel = self.box.addButton(self.tr("Cancel"), QDialogButtonBox.ButtonRole.RejectRole)
        named(self.act, "dialog.rename_profile.act", self.act.text())
        named(self.cancel, "dialog.rename_profile.cancel", self.cancel.text())
        set_look(self.act, "primary")
        self._lay_out()
        for line in (self.name, self.stem):
            line.textChanged.connect(self._check)
        self.act.clicked.connect(self.accept)
        self.cancel.clicked.connect(self.reject)
        self.accepted.connect(self._on_accepted)
        self._check()
        self.name.selectAll()
        self.name.setFocus()

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.setSpacing(SPACE_2)
        form.addRow(self.tr("Name"), self.name)
        form.addRow(self.tr("File"), self.stem)
        form.addRow("", self.updates)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_4, SPACE_4, SPACE_4, SPACE_4)
        column.setSpacing(SPACE_3)
        column.addLayout(form)
        column.addWidget(self.problem)
        column.addStretch(1)
        column.addWidget(self.box)
        self.setMinimumWidth(self.fontMetrics().averageCharWidth() * _WIDTH_CHARACTERS)

    def _check(self) -> None:
        name, stem = self.name.text().strip(), self.stem.text().strip()
        is_same = (name, stem) == (self._question.name, self._question.stem)
        missing = "" if name and stem else self.tr("Type a name and a file name.")
        problem = missing or (self.tr("Type another name or another file name.") if is_same else "")
        self.problem.setText("" if is_same else problem)
        set_reason(self.act, problem)

    def _on_accepted(self) -> None:
        updates = self.updates.isChecked() and bool(self._question.conversations)
        self.wished.emit(RenameWish(self.name.text().strip(), self.stem.text().strip(), updates))

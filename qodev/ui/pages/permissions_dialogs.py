"""An exact rule that is written, and a command that is tested without running (U50)."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from qodev.types.permissions import Effect, ProjectMode
from qodev.types.policies import ProjectRule, RuleKind
from qodev.types.xray import XrayKind
from qodev.ui.kit.theme import SPACE_2, SPACE_3, SPACE_4, ThemeController, set_look
from qodev.ui.kit.widgets import Label, PictureLabel, PushButton, named, set_reason
from qodev.ui.models.permission_rows import Explanation, kind_word
from qodev.ui.models.profile_words import KIND_SAMPLES, effect_word, mode_word

_WIDTH_CHARACTERS = 84
_NAME = "dialog.rule"


class RuleDialog(QDialog):
    """Effect, kind and the exact text; what cannot be stored is said while it is typed."""

    accepted_rule = Signal(object, bool)  # ProjectRule, and whether the project goes to Allowlist with it

    def __init__(
        self,
        why_not: Callable[[ProjectRule], str],
        before: ProjectRule | None,
        mode: ProjectMode | None,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        title = self.tr("New rule") if before is None else self.tr("Edit rule")
        named(self, _NAME, title)
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._why_not = why_not
        self._mode = mode
        self.switch = QCheckBox(self.tr("Switch the project to Allowlist too"))
        named(self.switch, f"{_NAME}.switch", self.switch.text())
        self.effect, self.kind = QComboBox(), QComboBox()
        self.server, self.text = QLineEdit(), QLineEdit()
        self.reason = Label("", "secondary", wraps=True)
        box = QDialogButtonBox()
        self.store = box.addButton(self.tr("Store rule"), QDialogButtonBox.ButtonRole.AcceptRole)
        named(self.store, f"{_NAME}.accept", self.tr("Store rule"))
        box.addButton(QDialogButtonBox.StandardButton.Cancel)
        self._fill(before)
        self._lay_out(box)
        self.text.textChanged.connect(self._judge)
        self.server.textChanged.connect(self._judge)
        self.effect.currentIndexChanged.connect(self._judge)
        self.kind.currentIndexChanged.connect(self._judge)
        box.accepted.connect(self._on_accepted)
        box.rejected.connect(self.reject)
        self._judge()

    def _fill(self, before: ProjectRule | None) -> None:
        for effect in (Effect.ALLOW, Effect.DENY):
            self.effect.addItem(effect_word(effect), effect)
        for kind in RuleKind:
            self.kind.addItem(kind_word(kind), kind)
        set_look(self.text, "mono")
        if before is not None:
            self.effect.setCurrentIndex(self.effect.findData(before.effect))
            self.kind.setCurrentIndex(self.kind.findData(before.kind))
            self.server.setText(before.server)
            self.text.setText(before.text)

    def _lay_out(self, box: QDialogButtonBox) -> None:
        form = QFormLayout()
        form.setSpacing(SPACE_2)
        self.server_label = Label(self.tr("&Server"))
        for label, control, name, spoken in (
            (Label(self.tr("&Effect")), self.effect, f"{_NAME}.effect", self.tr("Effect")),
            (Label(self.tr("&Kind")), self.kind, f"{_NAME}.kind", self.tr("Kind")),
            (self.server_label, self.server, f"{_NAME}.server", self.tr("Server")),
            (Label(self.tr("Exact &text")), self.text, f"{_NAME}.text", self.tr("Exact text")),
        ):
            named(control, name, spoken)
            label.setBuddy(control)
            form.addRow(label, control)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_4, SPACE_4, SPACE_4, SPACE_4)
        column.setSpacing(SPACE_3)
        column.addLayout(form)
        column.addWidget(self.reason)
        column.addWidget(self.switch)
        column.addStretch(1)
        column.addWidget(box)
        self.setMinimumWidth(self.fontMetrics().averageCharWidth() * _WIDTH_CHARACTERS)
        self.text.setFocus()

    def _rule(self) -> ProjectRule:
        kind = RuleKind(self.kind.currentData())
        server = self.server.text().strip() if kind is RuleKind.OPERATION else ""
        return ProjectRule(kind, self.text.text(), Effect(self.effect.currentData()), server)

    def _judge(self) -> None:
        rule = self._rule()
        for widget in (self.server, self.server_label):
            widget.setVisible(rule.kind is RuleKind.OPERATION)
        reason = self._why_not(rule)
        set_reason(self.store, reason)
        exact = self.tr("The text is compared as it stands: two blanks make another command.")
        is_idle = rule.effect is Effect.ALLOW and self._mode not in (None, ProjectMode.ALLOWLIST)
        counts = self.tr("Deny blocks in every mode; allow counts in Allowlist.")
        if is_idle and self._mode is not None:
            counts = self.tr("An allow rule counts in Allowlist; this project is in {0}.").format(mode_word(self._mode))
        self.switch.setVisible(is_idle and not reason)
        self.reason.setText(reason if reason and self.text.text() else f"{exact}\n{counts}")

    def _on_accepted(self) -> None:
        if self.store.isEnabled():
            self.accepted_rule.emit(self._rule(), self.switch.isChecked() and not self.switch.isHidden())
            self.accept()


class TrialDialog(QDialog):
    """A command and a profile; says what would happen, and which rule decides. Nothing runs."""

    tested = Signal(str, str)  # command, profile

    def __init__(self, theme: ThemeController, command: str, profiles: Sequence[str], parent: QWidget) -> None:
        super().__init__(parent)
        named(self, "dialog.test_rule", self.tr("Test a command"))
        self.setWindowTitle(self.tr("Test a command"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.command = QLineEdit(command)
        named(self.command, "dialog.test_rule.command", self.tr("Command"))
        set_look(self.command, "mono")
        self.command.setPlaceholderText(KIND_SAMPLES[XrayKind.COMMAND])
        self.profile = QComboBox()
        named(self.profile, "dialog.test_rule.profile", self.tr("Profile"))
        self.profile.addItems(list(profiles))
        self.test = PushButton(self.tr("Test"), "dialog.test_rule.test")
        self.picture = PictureLabel(theme)
        self.word = Label("", "strong")
        named(self.word, "dialog.test_rule.word")
        self.sentence = Label(
            self.tr("Type a command to see what would happen. Nothing runs."), "secondary", wraps=True
        )
        self.details = QPlainTextEdit()
        named(self.details, "dialog.test_rule.details", self.tr("Explanation"))
        set_look(self.details, "mono")
        self.details.setReadOnly(True)
        self.details.setTabChangesFocus(True)
        self._lay_out()
        self.test.clicked.connect(self._on_test)
        self.command.returnPressed.connect(self._on_test)

    def _lay_out(self) -> None:
        line = QHBoxLayout()
        line.setSpacing(SPACE_2)
        line.addWidget(self.command, 1)
        line.addWidget(self.profile)
        line.addWidget(self.test)
        verdict = QHBoxLayout()
        verdict.setSpacing(SPACE_2)
        verdict.addWidget(self.picture)
        verdict.addWidget(self.word)
        verdict.addWidget(self.sentence, 1)
        box = QDialogButtonBox()
        close = box.addButton(self.tr("Close"), QDialogButtonBox.ButtonRole.RejectRole)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_4, SPACE_4, SPACE_4, SPACE_4)
        column.setSpacing(SPACE_3)
        column.addLayout(line)
        column.addLayout(verdict)
        column.addWidget(self.details, 1)
        column.addWidget(box)
        self.resize(self.fontMetrics().averageCharWidth() * _WIDTH_CHARACTERS, 380)
        close.setAutoDefault(False)  # Enter in the field tests, it closes nothing
        close.clicked.connect(self.reject)
        self.command.setFocus()

    def _on_test(self) -> None:
        if self.command.text().strip():
            self.tested.emit(self.command.text(), self.profile.currentText())

    def show_explanation(self, found: Explanation) -> None:
        """Shows a verdict with its reasons."""
        self.picture.set_picture(found.word.icon, found.word.role)
        self.word.setText(found.word.text)
        self.sentence.setText(found.sentence)
        parts = [self.tr("Decided by {0}").format(found.rule), "", *found.clauses, "", *found.stages]
        self.details.setPlainText("\n".join(parts))

    def show_fault(self, text: str) -> None:
        """Says why there is no verdict."""
        self.picture.set_picture("", "muted")
        self.word.setText("")
        self.sentence.setText(text)
        self.details.clear()

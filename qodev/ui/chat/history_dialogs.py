"""The dialogs of going back: an edited prompt that is sent again, and a rewind (U131, U132)."""

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QDialog,
    QDialogButtonBox,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QPushButton,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from qodev.base.text import clip
from qodev.types.history import RewindScope
from qodev.ui.kit.theme import SPACE_2, SPACE_3, SPACE_4, ThemeController, set_look
from qodev.ui.kit.widgets import Label, named, set_reason
from qodev.ui.models.history_state import BackState

_WIDTH_CHARACTERS = 72
_PROMPT_LENGTH = 200
_LIST_LINES = 6


def _tr(text: str, count: int = -1) -> str:
    return QCoreApplication.translate("HistoryDialogs", text, "", count)


class FileList(QListWidget):
    """The files that were changed since, each with why it cannot be taken back."""

    def __init__(self, name: str, theme: ThemeController, state: BackState) -> None:
        super().__init__()
        named(self, name, self.tr("Files changed since"))
        for file in state.files:
            text = self.tr("{0}: {1}").format(file.path, file.problem) if file.problem else file.path
            item = QListWidgetItem(text)
            item.setIcon(theme.icon("warning", "deny") if file.problem else theme.icon("file", "muted"))
            item.setToolTip(text)
            self.addItem(item)
        lines = min(_LIST_LINES, max(2, len(state.files)))
        self.setFixedHeight(lines * (self.fontMetrics().lineSpacing() + SPACE_2) + 2 * SPACE_2)


class _BackDialog(QDialog):
    """What both dialogs share: the frame, the list of files, and the buttons at the bottom."""

    def __init__(self, name: str, title: str, state: BackState, theme: ThemeController, parent: QWidget) -> None:
        super().__init__(parent)
        named(self, name, title)
        self.setWindowTitle(title)
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._state = state
        self._theme = theme
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(SPACE_4, SPACE_4, SPACE_4, SPACE_4)
        self.column.setSpacing(SPACE_3)
        self.setMinimumWidth(self.fontMetrics().averageCharWidth() * _WIDTH_CHARACTERS)
        self.box = QDialogButtonBox(Qt.Orientation.Horizontal)
        self.files: FileList | None = None

    def add_files(self, name: str) -> None:
        """Shows the files and, where one is in the way, what that means."""
        if not self._state.files:
            return
        self.column.addWidget(Label(_tr("%n file(s) changed since:", len(self._state.files)), "secondary"))
        self.files = FileList(name, self._theme, self._state)
        self.column.addWidget(self.files)
        if self._state.blocked:
            text = _tr("{0} does not match its last record, so no file can be taken back.")
            warning = Label(text.format(self._state.blocked[0].path), "error", wraps=True)
            named(warning, f"{self.objectName()}.blocked", warning.text())
            self.column.addWidget(warning)

    @property
    def files_reason(self) -> str:
        """Returns why files cannot be taken back, or ''."""
        if not self._state.files:
            return _tr("No file was changed since.")
        return _tr("A file does not match its last record.") if self._state.blocked else ""

    def add_button(self, name: str, text: str, *, rejects: bool = False) -> QPushButton:
        """Adds a button that is never pressed by accident."""
        roles = QDialogButtonBox.ButtonRole
        button = self.box.addButton(text, roles.RejectRole if rejects else roles.AcceptRole)
        named(button, name, text)
        button.setAutoDefault(False)
        return button


class ResendDialog(_BackDialog):
    """Edits an earlier prompt; what was answered stays behind the branch button of its card."""

    chosen = Signal(str, str, str, bool)  # conversation, message, text, whether files are taken back

    def __init__(self, state: BackState, theme: ThemeController, parent: QWidget) -> None:
        super().__init__("resend.dialog", _tr("Edit and resend"), state, theme, parent)
        text = self.tr("The answer and all behind it stay as a branch of their own.")
        self.column.addWidget(Label(text, wraps=True))
        self.text = QPlainTextEdit(state.text)
        named(self.text, "resend.text", self.tr("Message"))
        self.text.setTabChangesFocus(True)
        self.text.setMinimumHeight(self.fontMetrics().lineSpacing() * 8)
        self.column.addWidget(self.text, 1)
        if state.attachments:
            self.column.addWidget(Label(self.tr("%n attachment(s) go with it.", "", state.attachments), "secondary"))
        self.add_files("resend.files")
        self.cancel = self.add_button("resend.cancel", self.tr("Cancel"), rejects=True)
        only = self.tr("Messages only") if state.files else self.tr("Resend")
        self.accept_button = self.add_button("resend.accept", only)
        self.with_files: QPushButton | None = None
        if state.files:
            both = self.tr("Messages and %n file(s)", "", len(state.files))
            self.with_files = self.add_button("resend.accept_files", both)
            self.with_files.clicked.connect(self._on_with_files)
        self.column.addWidget(self.box)
        self.cancel.clicked.connect(self.reject)
        self.accept_button.clicked.connect(self._on_accept)
        self.text.textChanged.connect(self._on_text_changed)
        self._on_text_changed()
        self.text.selectAll()
        self.text.setFocus()

    def _on_text_changed(self) -> None:
        is_empty = not self.text.toPlainText().strip() and not self._state.attachments
        empty = self.tr("There is nothing to send.") if is_empty else ""
        set_reason(self.accept_button, empty, self.tr("Sends the message in the place of the old one"))
        if self.with_files is not None:
            tip = self.tr("Takes the files back first, then sends")
            set_reason(self.with_files, empty or self.files_reason, tip)

    def _on_accept(self) -> None:
        self._choose(with_files=False)

    def _on_with_files(self) -> None:
        self._choose(with_files=True)

    def _choose(self, *, with_files: bool) -> None:
        state = self._state
        self.chosen.emit(state.conversation_id, state.message_id, self.text.toPlainText(), with_files)
        self.accept()


class RewindDialog(_BackDialog):
    """Asks what goes back to before a prompt; nothing is ticked that cannot be done."""

    chosen = Signal(str, str, str)  # conversation, message, the value of a RewindScope

    def __init__(self, state: BackState, theme: ThemeController, parent: QWidget) -> None:
        super().__init__("rewind.dialog", _tr("Rewind"), state, theme, parent)
        prompt = clip(" ".join(state.text.split()), _PROMPT_LENGTH) or self.tr("(no text)")
        self.column.addWidget(Label(self.tr("Back to before “{0}”").format(prompt), wraps=True))
        counted = self.tr("%n message(s) leave the view and can be brought back.", "", state.messages)
        self.messages = Label(counted, "secondary", wraps=True)
        self.column.addWidget(self.messages)
        self._group = QButtonGroup(self)
        self.choices: dict[RewindScope, QRadioButton] = {}
        for scope, text in self._texts().items():
            choice = QRadioButton(text)
            named(choice, f"rewind.{scope}", text)
            self._group.addButton(choice)
            self.choices[scope] = choice
            self.column.addWidget(choice)
            if scope is not RewindScope.CHAT:
                set_reason(choice, self.files_reason)
        self.choices[RewindScope.BOTH if state.can_take_files else RewindScope.CHAT].setChecked(True)
        self.add_files("rewind.files")
        self.cancel = self.add_button("rewind.cancel", self.tr("Cancel"), rejects=True)
        self.accept_button = self.add_button("rewind.accept", self.tr("Rewind"))
        set_look(self.accept_button, "primary")
        self.column.addWidget(self.box)
        self.cancel.clicked.connect(self.reject)
        self.accept_button.clicked.connect(self._on_accept)
        self.cancel.setFocus()

    def _texts(self) -> dict[RewindScope, str]:
        return {
            RewindScope.CHAT: self.tr("Chat only"),
            RewindScope.CODE: self.tr("Code only"),
            RewindScope.BOTH: self.tr("Both"),
        }

    def _on_accept(self) -> None:
        scope = next(scope for scope, choice in self.choices.items() if choice.isChecked())
        self.chosen.emit(self._state.conversation_id, self._state.message_id, scope.value)
        self.accept()

"""Dialogs that are awaited or answer by signal, never run by `exec` (U2, U6)."""

import asyncio
import platform
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from PySide6.QtCore import QCoreApplication, Qt, Signal, qVersion
from PySide6.QtGui import QGuiApplication, QShowEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from qodev import __version__
from qodev.ui.kit.theme import SPACE_3, SPACE_4, set_look
from qodev.ui.kit.widgets import Label, named
from qodev.ui.models.notices import Notice

_OTHER = 2  # the result of a dialog whose third answer was chosen


def _tr(text: str, count: int = -1) -> str:
    return QCoreApplication.translate("Dialogs", text, "", count)


class Answer(Enum):
    """The three answers of a question."""

    ACT = "act"
    OTHER = "other"
    KEEP = "keep"


@dataclass(frozen=True, slots=True)
class Question:
    """A question with verbs for buttons: `act` does what is asked, `keep` is the safe answer and what Escape means."""

    name: str  # such as dialog.quit
    title: str
    text: str
    act: str
    keep: str
    is_destructive: bool = True
    other: str = ""  # a third answer, such as Save
    offer: str = ""  # something to tick that goes with `act`


async def finished(dialog: QDialog) -> int:
    """Opens a dialog and returns its result once it is closed; it is deleted afterwards."""
    future: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    def on_finished(result: int) -> None:
        if not future.done():
            future.set_result(result)

    dialog.finished.connect(on_finished)
    dialog.open()
    try:
        return await future
    finally:
        dialog.close()
        dialog.deleteLater()


class QuestionDialog(QDialog):
    """Asks a question; no button is the default one, and Escape gives the safe answer, which has the focus."""

    other_chosen = Signal()
    answered = Signal(bool, bool)  # whether `act` was chosen, and whether the offer was ticked

    def __init__(self, question: Question, parent: QWidget) -> None:
        super().__init__(parent)
        named(self, question.name, question.title)
        self.setWindowTitle(question.title)
        self.setWindowModality(Qt.WindowModality.WindowModal)
        text = Label(question.text, wraps=True)
        text.setMinimumWidth(text.fontMetrics().averageCharWidth() * 56)
        box = QDialogButtonBox(Qt.Orientation.Horizontal)
        role = QDialogButtonBox.ButtonRole
        self.act = box.addButton(question.act, role.DestructiveRole if question.is_destructive else role.AcceptRole)
        self.keep = box.addButton(question.keep, role.RejectRole)
        named(self.act, f"{question.name}.act", question.act)
        named(self.keep, f"{question.name}.keep", question.keep)
        if question.is_destructive:
            set_look(self.act, "danger")
        self.other = box.addButton(question.other, role.AcceptRole) if question.other else None
        if self.other is not None:
            named(self.other, f"{question.name}.other", question.other)
            self.other.clicked.connect(self._on_other)
        for button in box.buttons():
            if isinstance(button, QPushButton):
                button.setAutoDefault(False)
                button.setDefault(False)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_4, SPACE_4, SPACE_4, SPACE_4)
        column.setSpacing(SPACE_4)
        column.addWidget(text)
        self.offer = QCheckBox(question.offer) if question.offer else None
        if self.offer is not None:
            named(self.offer, f"{question.name}.offer", question.offer)
            column.addWidget(self.offer)
        column.addWidget(box)
        self.finished.connect(self._on_finished)
        self.act.clicked.connect(self.accept)
        self.keep.clicked.connect(self.reject)
        self.keep.setFocus()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        for button in self.findChildren(QPushButton):
            button.setDefault(False)  # a box gives its first accepting button the default when it is shown

    def _on_finished(self, result: int) -> None:
        is_act = result == QDialog.DialogCode.Accepted
        self.answered.emit(is_act, is_act and self.offer is not None and self.offer.isChecked())

    def _on_other(self) -> None:
        self.done(_OTHER)
        self.other_chosen.emit()


async def choose(question: Question, parent: QWidget) -> Answer:
    """Returns which of the three answers the user gave."""
    result = await finished(QuestionDialog(question, parent))
    answers = {int(QDialog.DialogCode.Accepted): Answer.ACT, _OTHER: Answer.OTHER}
    return answers.get(result, Answer.KEEP)


async def ask(question: Question, parent: QWidget) -> bool:
    """Returns whether the user chose `act`."""
    return await finished(QuestionDialog(question, parent)) == QDialog.DialogCode.Accepted


def quit_question(running: int) -> Question:
    """Returns the question before quitting: what would be stopped (U6, U166)."""
    text = _tr("%n turn(s) are running.", running)
    return Question("dialog.quit", _tr("Quit qodev"), text, _tr("Stop and quit"), _tr("Keep qodev open"))


def unsaved_question(names: Sequence[str]) -> Question:
    """Returns the question before a window with unsaved documents closes (U35)."""
    listed = "\n".join(f"`{name}`" for name in names)
    text = f"{_tr('%n file(s) with unsaved changes:', len(names))}\n{listed}"
    act = _tr("Discard %n file(s)", len(names))
    return Question("dialog.unsaved", _tr("Unsaved changes"), text, act, _tr("Cancel"), True, _tr("Save"))


def plain_key_question(host: str) -> Question:
    """Returns the question before a key leaves this machine without encryption (S113)."""
    text = _tr("Send the key unencrypted to {0}? Everybody on the way can read it. The answer counts for this host.")
    title = _tr("Send the key unencrypted")
    return Question("dialog.plain_key", title, text.format(host), _tr("Send it unencrypted"), _tr("Keep it here"))


class TextDialog(QDialog):
    """Shows a text with Copy and Close, such as the details of an error."""

    def __init__(self, title: str, text: str, parent: QWidget) -> None:
        super().__init__(parent)
        named(self, "dialog.details", title)
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._text = QPlainTextEdit(text)
        named(self._text, "dialog.text", title)
        set_look(self._text, "mono")
        self._text.setReadOnly(True)
        box = QDialogButtonBox(Qt.Orientation.Horizontal)
        copy = box.addButton(self.tr("Copy"), QDialogButtonBox.ButtonRole.ActionRole)
        close = box.addButton(self.tr("Close"), QDialogButtonBox.ButtonRole.RejectRole)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_4, SPACE_4, SPACE_4, SPACE_4)
        column.setSpacing(SPACE_3)
        column.addWidget(self._text, 1)
        column.addWidget(box)
        self.resize(640, 360)
        copy.clicked.connect(self._on_copy)
        close.clicked.connect(self.reject)

    def _on_copy(self) -> None:
        QGuiApplication.clipboard().setText(self._text.toPlainText())


def show_details(notice: Notice, parent: QWidget) -> None:
    """Opens the details of a notice."""
    TextDialog(_tr("Details"), f"{notice.sentence}\n\n{notice.details}".strip(), parent).open()


def show_about(parent: QWidget) -> None:
    """Says what this program is."""
    paragraphs = (
        f"qodev {__version__}",
        _tr("Makes the profiles of AI agents and runs chats with them."),
        _tr("qodev sends data only to the providers and servers you set up."),
        _tr("Python {0}, Qt {1}. MIT licence.").format(platform.python_version(), qVersion()),
    )
    TextDialog(_tr("About qodev"), "\n\n".join(paragraphs), parent).open()

"""The two consents for Code tasks of a hosted provider, each with what it uploads (U42)."""

from PySide6.QtCore import QCoreApplication, QSignalBlocker, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from qodev.ui.kit.switch import Switch
from qodev.ui.kit.theme import SPACE_1, SPACE_3, ThemeController
from qodev.ui.kit.widgets import Label, named, set_reason
from qodev.ui.models.provider_state import HostedState
from qodev.ui.pages.provider_document import Section
from qodev.ui.pages.provider_fields import AREA


def _tr(text: str) -> str:
    return QCoreApplication.translate("ProviderHosted", text)


class HostedPanel(Section):
    """Both switches are needed for child tasks; they are read when a turn starts."""

    chosen = Signal(bool, bool)  # code, sharing

    def __init__(self, theme: ThemeController) -> None:
        super().__init__(_tr("Code tasks on this provider"))
        self.about = Label("", "secondary", wraps=True)
        self.add(self.about)
        self.code = Switch(theme)
        self.code_text = Label("", "secondary", wraps=True)
        self.sharing = Switch(theme)
        self.sharing_text = Label("", "secondary", wraps=True)
        code_title, sharing_title = _tr("Send Code tasks"), _tr("Share the project with child tasks")
        named(self.code, f"{AREA}hosted_code", code_title)
        named(self.sharing, f"{AREA}hosted_sharing", sharing_title)
        self.add(self._row(code_title, self.code_text, self.code))
        self.add(self._row(sharing_title, self.sharing_text, self.sharing))
        self.code.toggled.connect(self._on_toggled)
        self.sharing.toggled.connect(self._on_toggled)

    def _row(self, title: str, text: Label, switch: Switch) -> QWidget:
        holder = QWidget()
        words = QVBoxLayout()
        words.setSpacing(SPACE_1)
        words.addWidget(Label(title, wraps=True))
        words.addWidget(text)
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE_3)
        row.addLayout(words, 1)
        row.addWidget(switch)
        return holder

    def show_state(self, state: HostedState) -> None:
        """Shows what was agreed to."""
        for switch, on in ((self.code, state.consent.code), (self.sharing, state.consent.sharing)):
            with QSignalBlocker(switch):
                switch.setChecked(on)
            switch.setText(_tr("On") if on else _tr("Off"))
        self.code_text.setText(
            _tr(
                "Uploads to {0}: your messages, the files that the model reads, and the output of commands and tools."
            ).format(state.host)
        )
        self.sharing_text.setText(
            _tr(
                "Uploads to {0}: the files of the project that a child task reads in a worktree of its own. "
                "Child tasks need both switches."
            ).format(state.host)
        )
        local = _tr("This server is on your machine or its network, so nothing is uploaded.")
        reason = "" if state.is_hosted else (local if state.name else _tr("The file gives no provider yet."))
        self.about.setText(reason or _tr("Both are off until you switch them on, and count from the next turn."))
        for widget in (self.code_text, self.sharing_text):
            widget.setVisible(not reason)
        set_reason(self.code, reason, self.code_text.text())
        set_reason(self.sharing, reason, self.sharing_text.text())

    def _on_toggled(self) -> None:
        self.chosen.emit(self.code.isChecked(), self.sharing.isChecked())

"""The text of a profile: the document that form and X-ray follow (U61, U73)."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QSyntaxHighlighter
from PySide6.QtWidgets import QWidget

from qodev.ui.kit.code_edit import CodeEdit, TomlHighlighter
from qodev.ui.kit.theme import ThemeController
from qodev.ui.kit.widgets import named
from qodev.ui.models.profile_colors import ProfilePart, color_profile_line


class ProfileHighlighter(TomlHighlighter):
    """Colours the front matter."""

    def highlightBlock(self, text: str) -> None:  # noqa: N802  # an override of Qt
        is_first = self.currentBlock().blockNumber() == 0
        inks, state = color_profile_line(text, ProfilePart.START if is_first else self.previousBlockState())
        for ink in inks:
            self.setFormat(ink.start, ink.length, self._format(ink.role, is_strong=ink.is_strong))
        self.setCurrentBlockState(state)


class ProfileText(CodeEdit):
    """The editor with its one stack of undo; edits of the form come in as edits of the text."""

    typed = Signal(str)

    def __init__(self, theme: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        named(self, "profile.text", self.tr("Text of the profile"))
        toml: QSyntaxHighlighter = self.highlighter
        toml.setDocument(None)
        self.highlighter = ProfileHighlighter(self.document(), theme)
        self.edited.connect(self._on_edited)

    def _on_edited(self) -> None:
        self.typed.emit(self.text)

    def open_text(self, text: str, *, is_read_only: bool) -> None:
        """Shows another document."""
        self.set_text(text)
        self.setReadOnly(is_read_only)

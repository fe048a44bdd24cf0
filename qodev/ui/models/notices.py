"""What the window tells people in passing: notices, banners and toasts, as values."""

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication


@dataclass(frozen=True, slots=True)
class Notice:
    """Says what happened and what to do (U176); `details` is shown on request."""

    text: str
    hint: str = ""
    details: str = ""

    @property
    def sentence(self) -> str:
        """Returns text and hint as one paragraph."""
        if not self.hint:
            return self.text
        return QCoreApplication.translate("Notices", "{0} {1}").format(self.text, self.hint)


@dataclass(frozen=True, slots=True)
class Toast:
    """A sentence for some seconds; `undo` names what can be taken back, "" when nothing can."""

    text: str
    undo: str = ""
    seconds: float = 10  # U6
    verb: str = ""  # of the button, "" is Undo

"""What the window tells people in passing: notices, banners and toasts, as values."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Notice:
    """Says what happened and what to do (U176); `details` is shown on request."""

    text: str
    hint: str = ""
    details: str = ""

    @property
    def sentence(self) -> str:
        """Returns text and hint as one paragraph."""
        return f"{self.text} {self.hint}".strip()


@dataclass(frozen=True, slots=True)
class Toast:
    """A sentence for some seconds; `undo` names what can be taken back, "" when nothing can."""

    text: str
    undo: str = ""
    seconds: float = 10  # U6

"""What the dialogs of going back show: the prompt, how much lies behind it, and the files with their state (U131, U132)."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BackFile:
    """One file that was changed since; `problem` is why it cannot be taken back, "" when it can."""

    path: str
    problem: str = ""


@dataclass(frozen=True, slots=True)
class BackState:
    """A prompt and what lies behind it."""

    conversation_id: str
    message_id: str
    text: str
    messages: int
    files: tuple[BackFile, ...] = ()
    attachments: int = 0

    @property
    def blocked(self) -> tuple[BackFile, ...]:
        """Returns the files that keep all of them as they are."""
        return tuple(file for file in self.files if file.problem)

    @property
    def can_take_files(self) -> bool:
        """Tells whether files can be taken back."""
        return bool(self.files) and not self.blocked

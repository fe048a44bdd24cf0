"""What comes of translating a foreign agent into a native profile: a text to be edited, and what was lost (P248)."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ProfileLoss:
    """A part of the foreign file that has no counterpart here."""

    field: str
    reason: str
    line: int = 0  # in the foreign file, 0 where it is not known


@dataclass(frozen=True, slots=True)
class ProfileDraft:
    """An unsaved text; nothing in it allows more than the foreign file did."""

    text: str
    name: str
    stem: str
    losses: tuple[ProfileLoss, ...]


@dataclass(frozen=True, slots=True)
class TranslationOffer:
    """A foreign file that can be translated: a skipped OpenCode agent, or one of Claude Code or the Qoder CLI."""

    path: str
    form: str  # claude_code, qoder or opencode
    name: str
    reason: str = ""  # why it was skipped

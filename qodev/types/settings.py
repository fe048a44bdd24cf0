"""Settings as front ends see them: what each one is, and the value in force (U34)."""

from dataclasses import dataclass
from enum import StrEnum


class SettingKind(StrEnum):
    """What a setting holds, and so which control it gets."""

    FLAG = "flag"
    CHOICE = "choice"
    NUMBER = "number"
    TEXT = "text"
    FILE = "file"
    FOLDERS = "folders"
    PRICES = "prices"  # model to its prices of a million tokens
    KEYS = "keys"  # action to its keys


@dataclass(frozen=True, slots=True)
class SettingState:
    """One setting; title and help are English."""

    key: str
    kind: SettingKind
    title: str
    help: str
    value: object
    default: object
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    forced_by: str = ""  # the environment variable that decides, "" when the user does
    problem: str = ""  # why what the file says has no effect

    @property
    def is_changed(self) -> bool:
        """Tells whether it differs from its default."""
        return self.value != self.default

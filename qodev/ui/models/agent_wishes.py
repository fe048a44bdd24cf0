"""What dialogs about whole agents ask and answer, as values (U45, A178, A180)."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class AgentBase:
    """An agent that a new one can extend."""

    name: str
    model: str
    description: str
    is_base: bool = False


@dataclass(frozen=True, slots=True)
class NewAgentWish:
    """An agent that is to be made; an empty model is inherited."""

    name: str
    base: str
    model: str = ""


@dataclass(frozen=True, slots=True)
class DeleteQuestion:
    """What would be deleted, and who uses it."""

    name: str
    path: str
    children: tuple[str, ...] = ()
    rosters: tuple[str, ...] = ()
    has_override: bool = False


@dataclass(frozen=True, slots=True)
class RenameReference:
    """A place that names the agent which is to be renamed; others than the user's own stay as they are."""

    text: str
    is_own: bool = True


@dataclass(frozen=True, slots=True)
class RenameQuestion:
    """What a rename would change."""

    name: str
    new_name: str
    references: tuple[RenameReference, ...] = ()
    conversations: int = 0  # that have chosen it and go with it

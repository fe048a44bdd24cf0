"""Turns changes of the profile form into edits of the text, each as small as it can be (U61, U76)."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from qodev.types.permissions import Effect
from qodev.ui.models.profile_form_state import DENIED_WITH_PATHS

if TYPE_CHECKING:
    from qodev.services.app import Services
    from qodev.services.profile_editing import ProfileEditing

Edit = Callable[[str], str]


class ProfileEdits(QObject):
    """Has a slot for each wish of the form; `apply` makes an edit, its key joins those that follow each other."""

    def __init__(self, services: "Services", apply: Callable[[str, Edit], None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._services = services
        self._apply = apply

    @property
    def _editing(self) -> "ProfileEditing":
        return self._services.profile_editing

    def set_field(self, name: str, value: str) -> None:
        """Writes a field; what is typed into one field counts as one step of undo."""
        if name == "instructions":
            self._apply(name, lambda text: self._editing.set_instructions(text, value))
        else:
            self._apply(name, lambda text: self._editing.set_field(text, name, value))

    def set_list(self, name: str, items: Sequence[str]) -> None:
        """Writes a list of path patterns."""
        kept = tuple(items)
        self._apply(name, lambda text: self._editing.set_list(text, name, kept))

    def set_rule(self, kind: str, place: int, pattern: str, effect: object) -> None:
        """Writes a rule anew, or a new one behind the last."""
        if isinstance(effect, Effect):
            self._apply("", lambda text: self._editing.set_rule(text, kind, place, pattern, effect))

    def remove_rule(self, kind: str, place: int) -> None:
        """Takes a rule away."""
        self._apply("", lambda text: self._editing.remove_rule(text, kind, place))

    def move_rule(self, kind: str, place: int, by: int) -> None:
        """Moves a rule up or down among the others."""
        self._apply("", lambda text: self._editing.move_rule(text, kind, place, by))

    def deny_commands(self) -> None:
        """Denies the command tools, since path lists do not bind them (U79)."""
        self._apply("", lambda text: self._editing.deny_tools(text, DENIED_WITH_PATHS))

    def add_example(self, tool: str, argument: str, effect: Effect) -> None:
        """Keeps a case as a comment in the front matter (U91)."""
        self._apply("", lambda text: self._editing.add_example(text, tool, argument, effect))

"""Word, icon and sentence of each project mode; everything that shows a mode takes them from here (U51)."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from PySide6.QtCore import QCoreApplication

from qodev.types.permissions import ProjectMode
from qodev.types.policies import Containment, ContainState
from qodev.ui.models.contain_words import contain_offer, contain_tip
from qodev.ui.models.marks import QT_TRANSLATE_NOOP
from qodev.ui.models.profile_words import mode_word

MODES = (ProjectMode.ASK, ProjectMode.READ_ONLY, ProjectMode.ALLOWLIST, ProjectMode.AUTO)  # in the order of the menus
MODE_ICONS: Mapping[ProjectMode, tuple[str, str]] = {
    ProjectMode.ASK: ("help", "muted"),
    ProjectMode.READ_ONLY: ("preview", "muted"),
    ProjectMode.ALLOWLIST: ("check", "muted"),
    ProjectMode.AUTO: ("play", "ask"),
}
_SENTENCES = {
    ProjectMode.ASK: QT_TRANSLATE_NOOP("ModeWords", "Asks before each command, web request, MCP call and file change."),
    ProjectMode.READ_ONLY: QT_TRANSLATE_NOOP(
        "ModeWords", "Reads without asking, refuses background commands, asks for the rest."
    ),
    ProjectMode.ALLOWLIST: QT_TRANSLATE_NOOP("ModeWords", "Runs what you allowed exactly, asks for the rest."),
    ProjectMode.AUTO: QT_TRANSLATE_NOOP(
        "ModeWords",
        "Runs commands and edits without asking. Deny rules still block; ask rules in profiles are approved by "
        "themselves. Commands that could not be read and changes to agent files are still asked.",
    ),
}


def _tr(text: str, count: int = -1) -> str:
    return QCoreApplication.translate("ModeWords", text, "", count)


def mode_sentence(mode: ProjectMode) -> str:
    """Returns what a mode does."""
    return _tr(_SENTENCES[mode])


@dataclass(frozen=True, slots=True)
class ModeState:
    """The mode of the project in view; `mode` is None while the rules cannot be read (P127)."""

    project: str = ""
    mode: ProjectMode | None = None
    fault: str = ""
    rules: int = 0
    contain: ContainState | None = None  # None while it is asked
    branch: str = ""  # of the checkout, hidden characters as marks

    @property
    def word(self) -> str:
        """Returns the mode in a word; what cannot be read asks."""
        if not self.project:
            return ""
        return mode_word(self.mode or ProjectMode.ASK)

    @property
    def tip(self) -> str:
        """Returns what the mode does, or why it cannot be told."""
        if not self.project:
            return self.reason
        return self.fault or mode_sentence(self.mode or ProjectMode.ASK)

    @property
    def icon(self) -> tuple[str, str]:
        """Returns the icon and its role."""
        return ("warning", "deny") if self.fault else MODE_ICONS[self.mode or ProjectMode.ASK]

    @property
    def reason(self) -> str:
        """Returns why the mode cannot be changed now, or ''."""
        return "" if self.project else _tr("A mode belongs to a project. Open one first.")

    def why_not(self, mode: ProjectMode) -> str:
        """Returns why a mode cannot be chosen now, or ''."""
        if self.fault:
            return _tr("Rules could not be read. Repair the file first.")
        return self.reason


@dataclass(frozen=True, slots=True)
class AutoQuestion:
    """Asked before a project is switched to Auto: what that means, and which files wait for a decision (S81).

    `contain` is how its commands run; containment is offered where it works and is off (S40).
    """

    project: str
    before: ProjectMode
    pending: tuple[str, ...] = ()
    contain: ContainState = field(default_factory=ContainState)

    @property
    def offer(self) -> str:
        """Returns what can be switched on in the same step, or ''."""
        is_off = self.contain.setting is Containment.OFF and not self.contain.fault
        return contain_offer() if is_off else ""

    @property
    def text(self) -> str:
        """Returns the sentence of the mode, and below it the files that wait."""
        parts = [mode_sentence(ProjectMode.AUTO)]
        if not self.offer:
            parts.append(contain_tip(self.contain))
        if self.pending:
            files = "\n".join(f"`{path}`" for path in self.pending)
            parts.append(f"{_tr('%n file(s) of the folder wait for your decision:', len(self.pending))}\n{files}")
        return "\n\n".join(parts)

    @property
    def keep(self) -> str:
        """Returns the verb of the safe answer."""
        return _tr("Keep {0}").format(mode_word(self.before))

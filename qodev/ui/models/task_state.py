"""What the upper row of the composer shows: chat or Code task, and the profiles to choose from (U92, U93, P64 to P67)."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from qodev.types.conversation import DEFAULT_PROFILE
from qodev.types.profile_list import ChoiceState, ProfileChoice, ProfileRow, ProfileState
from qodev.types.profiles import Profile, ProfileMode, ProfileScope, ProfileSnapshot, profile_key
from qodev.ui.models.marks import QT_TRANSLATE_NOOP
from qodev.ui.models.profile_words import scope_word

_GROUPS: tuple[tuple[str, tuple[ProfileScope, ...]], ...] = (
    (QT_TRANSLATE_NOOP("TaskState", "Built-in"), (ProfileScope.BUILT_IN,)),
    (QT_TRANSLATE_NOOP("TaskState", "User"), (ProfileScope.USER,)),
    (QT_TRANSLATE_NOOP("TaskState", "Project"), (ProfileScope.PROJECT,)),
    (QT_TRANSLATE_NOOP("TaskState", "OpenCode"), (ProfileScope.PROJECT_OPENCODE, ProfileScope.USER_OPENCODE)),
    (QT_TRANSLATE_NOOP("TaskState", "Other"), (ProfileScope.LIBRARY,)),
)
_BADGES = {
    ProfileState.CHANGED: QT_TRANSLATE_NOOP("TaskState", "changed"),
    ProfileState.REPLACES_BUILT_IN: QT_TRANSLATE_NOOP("TaskState", "replaces built-in"),
    ProfileState.MODEL_NOT_APPLIED: QT_TRANSLATE_NOOP("TaskState", "model not applied"),
}


def _tr(text: str, count: int = -1) -> str:
    return QCoreApplication.translate("TaskState", text, "", count)


@dataclass(frozen=True, slots=True)
class ProfileEntry:
    """One line of the picker: a heading when `name` is "", else a profile; `problem` says why a turn cannot use it."""

    name: str
    label: str
    badges: tuple[str, ...] = ()
    description: str = ""
    problem: str = ""
    is_chosen: bool = False

    @property
    def line(self) -> str:
        """Returns the words of the line."""
        return "  ·  ".join((self.label, *self.badges))


@dataclass(frozen=True, slots=True)
class TaskState:
    """The upper row for one conversation."""

    conversation_id: str = ""
    is_code: bool = False
    code_reason: str = ""  # why a Code task cannot be chosen
    can_trust: bool = False  # trusting the folder would help
    profiles: tuple[ProfileEntry, ...] = ()
    profile: str = DEFAULT_PROFILE
    mark: str = ""  # one word behind the name: what is wrong with the choice
    note: str = ""  # the same in a sentence
    send_reason: str = ""  # why a Code task cannot send
    problems: int = 0  # errors and warnings of all profile files (P40)

    @property
    def profile_reason(self) -> str:
        """Returns why the profile cannot be chosen, or ''."""
        return "" if self.is_code else _tr("Profiles apply to Code tasks.")

    @property
    def label(self) -> str:
        """Returns what the picker says; a name is there whatever became of it (P66)."""
        return _tr("{0} ({1})").format(self.profile, self.mark) if self.mark else self.profile

    @property
    def problems_text(self) -> str:
        """Returns how many errors and warnings the files of profiles have, in words, or '' (P41)."""
        return _tr("%n problem(s)", self.problems) if self.problems else ""


def no_project() -> str:
    """Returns why a conversation without a project is no Code task."""
    return _tr("A Code task works in a folder. Open a project first.")


def checking() -> str:
    """Returns why nothing can be said yet about a folder."""
    return _tr("The profiles of the folder are being read.")


def not_trusted() -> str:
    """Returns why a conversation of an untrusted folder is no Code task."""
    return _tr("The folder is not trusted. Trust it to work in it.")


def profile_entries(
    snapshot: ProfileSnapshot, rows: Iterable[ProfileRow], choice: ProfileChoice
) -> tuple[ProfileEntry, ...]:
    """Returns the groups with their profiles, Build first; those for delegation are left out, a lost choice stays."""
    states = {(row.key, row.path): row.state for row in rows}
    entries: list[ProfileEntry] = []
    chosen = profile_key(choice.name)
    offered = [profile for profile in snapshot.profiles if profile.mode is not ProfileMode.SUBAGENT]
    if not any(profile.key == chosen for profile in offered):
        entries.append(_lost(choice))
    for title, scopes in _GROUPS:
        members = [profile for scope in scopes for profile in offered if profile.scope is scope]
        if members:
            entries.append(ProfileEntry("", _tr(title)))
            entries.extend(_entry(p, states, is_chosen=p.key == chosen) for p in members)
    return tuple(entries)


def _lost(choice: ProfileChoice) -> ProfileEntry:
    mark, note = mark_of(choice)
    return ProfileEntry(choice.name, choice.name, (mark or _tr("delegation only"),), problem=note, is_chosen=True)


def _entry(profile: Profile, states: Mapping[tuple[str, str], ProfileState], *, is_chosen: bool) -> ProfileEntry:
    state = states.get((profile.key, profile.path), ProfileState.ACTIVE)
    problem = _tr("It was changed since it was accepted.") if state is ProfileState.CHANGED else ""
    return ProfileEntry(
        profile.name, profile.name, tuple(_badges(profile, state)), profile.description, problem, is_chosen
    )


def _badges(profile: Profile, state: ProfileState) -> Iterator[str]:
    yield scope_word(profile.scope)
    if state in _BADGES:
        yield _tr(_BADGES[state])
    if profile.model:
        yield profile.model
    if profile.max_steps is not None:
        yield _tr("%n step(s)", profile.max_steps)


def mark_of(choice: ProfileChoice) -> tuple[str, str]:
    """Returns what is to be said of a choice: a word for the button and a sentence; both "" when all is well."""
    name = choice.name
    match choice.state:
        case ChoiceState.NEEDS_TRUST:
            return _tr("needs trust"), _tr("`{0}` belongs to a folder that is not trusted.").format(name)
        case ChoiceState.UNAVAILABLE:
            return _tr("not available"), _tr("`{0}` is not available. Choose another profile.").format(name)
        case ChoiceState.CHANGED:
            return _tr("changed"), _tr("`{0}` was changed since it was accepted. Look at the change.").format(name)
        case ChoiceState.MOVED if choice.scope is not None:
            source = scope_word(choice.scope)
            return _tr("now {0}").format(source), _tr("`{0}` now comes from: {1}.").format(name, source)
        case _:
            return "", ""

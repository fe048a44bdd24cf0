"""What the trust sheet and the trust diff say of a folder: effects in sentences, files with marks (U152, U155, S75)."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePath

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale

from qodev.base.text import show_hidden
from qodev.types.profiles import PathScope, Profile, profile_key
from qodev.types.trust import FileState, Loosening, SheetFile, TrustSheet
from qodev.ui.models.diff_lines import DiffLine, diff_lines
from qodev.ui.models.marks import QT_TRANSLATE_NOOP
from qodev.ui.models.profile_words import effect_word
from qodev.ui.models.words import FolderWord

_KINDS = {
    "profile": QT_TRANSLATE_NOOP("Trust", "Profile"),
    "skill": QT_TRANSLATE_NOOP("Trust", "Skill"),
    "instructions": QT_TRANSLATE_NOOP("Trust", "Instructions"),
}
_STATES = {
    FileState.ACCEPTED: QT_TRANSLATE_NOOP("Trust", "as accepted"),
    FileState.NEW: QT_TRANSLATE_NOOP("Trust", "new"),
    FileState.CHANGED: QT_TRANSLATE_NOOP("Trust", "changed"),
}


def _tr(text: str, count: int = -1) -> str:
    return QCoreApplication.translate("Trust", text, "", count)


def promise() -> str:
    """Returns the fixed sentence of U152."""
    return _tr(
        "Trust loads this folder's profiles and skills as they are now; changed ones wait for you. "
        "It does not change the permission mode."
    )


@dataclass(frozen=True, slots=True)
class EffectLine:
    """One thing that would change, with an icon and the role of its colour."""

    text: str
    icon: str = "info"
    role: str = "muted"
    detail: str = ""


@dataclass(frozen=True, slots=True)
class FileLine:
    """A steering file: what it is, what it does, how it stands, and its text with marks for what cannot be seen."""

    path: str
    kind: str
    state: str
    effect: str
    text: str
    marks: tuple[str, ...] = ()
    is_pending: bool = True
    lines: tuple[DiffLine, ...] = ()  # against the accepted text

    @property
    def about(self) -> str:
        """Returns what it is and does."""
        return f"{self.kind} · {self.effect}"

    @property
    def spoken(self) -> str:
        """Returns what a screen reader says."""
        return ", ".join(part for part in (self.kind, self.path, self.state, *self.marks) if part)


@dataclass(frozen=True, slots=True)
class SheetState:
    """Everything that the sheet or the diff of a folder shows."""

    path: str
    title: str
    files: tuple[FileLine, ...]
    effects: tuple[EffectLine, ...]
    remarks: tuple[str, ...] = ()
    refusal: str = ""
    parent: str = ""  # the verb of its button, "" when it is not offered
    pending: int = 0
    is_trusted: bool = False


@dataclass(frozen=True, slots=True)
class TrustState:
    """How the folder in view stands; `word` is None without one."""

    project: str = ""
    word: FolderWord | None = None
    pending: int = 0
    since: float | None = None

    @property
    def is_trusted(self) -> bool:
        """Tells whether its accepted files count."""
        return self.word in (FolderWord.TRUSTED, FolderWord.CHANGED)

    @property
    def banner(self) -> str:
        """Returns the sentence about files that wait, or ''."""
        if self.word is not FolderWord.CHANGED:
            return ""
        return changed_sentence(self.pending, self.since)

    @property
    def tip(self) -> str:
        """Returns what the button in the status bar opens."""
        if self.word is FolderWord.CHANGED:
            return _tr("Shows what has changed in `{0}`").format(self.project)
        if self.word is FolderWord.NOT_TRUSTED:
            return _tr("Shows what trusting `{0}` would load").format(self.project)
        return self.project


def changed_sentence(pending: int, since: float | None) -> str:
    """Returns how many files wait, and since when the folder is trusted."""
    if since is None:
        return _tr("%n trusted file(s) changed", pending)
    return _tr("%n trusted file(s) changed since {0}", pending).format(day_of(since))


def day_of(moment: float) -> str:
    """Returns a day in words, such as `12 May`."""
    return QLocale().toString(QDateTime.fromSecsSinceEpoch(int(moment)).date(), _tr("d MMM"))


def sheet_state(
    sheet: TrustSheet, built_in: Collection[str], offered: Mapping[str, tuple[int, int]], *, is_diff: bool = False
) -> SheetState:
    """Returns what is shown of a folder; `built_in` are the keys of built-in profiles, `offered` tools by file."""
    shown = sheet.pending if is_diff else sheet.files
    pending = len(sheet.pending)
    name = PurePath(sheet.path).name or sheet.path
    asked = _tr("“{0}” is trusted") if sheet.is_trusted else _tr("Trust “{0}”?")
    title = changed_sentence(pending, sheet.since) if is_diff else asked.format(show_hidden(name))
    weaker = {loosening.file for loosening in sheet.allowed}
    return SheetState(
        show_hidden(sheet.path),
        title,
        tuple(_file(file, offered.get(file.path), is_weaker=file.path in weaker) for file in shown),
        tuple(_effects(sheet, built_in, is_diff=is_diff)),
        tuple(show_hidden(remark) for remark in sheet.remarks),
        _tr("This folder cannot be trusted. {0}").format(sheet.refusal) if sheet.refusal else "",
        _tr("Trust `{0}` and all folders in it").format(sheet.parent) if sheet.parent else "",
        pending,
        sheet.is_trusted,
    )


def _effects(sheet: TrustSheet, built_in: Collection[str], *, is_diff: bool) -> Iterator[EffectLine]:
    if sheet.appears:
        text = _tr("%n profile(s) appear in the picker", len(sheet.appears))
        yield EffectLine(text, "add", "info", _listed(sheet.appears))
    for name in sheet.shadowed:
        is_built_in = profile_key(name) in built_in
        words = _tr("`{0}` replaces the built-in one") if is_built_in else _tr("`{0}` replaces your own")
        yield EffectLine(words.format(show_hidden(name)), "warning", "ask")
    is_told = is_diff and not any(file.fault for file in sheet.pending)  # when the folder was trusted
    for name in () if is_told else sheet.ignored:
        yield EffectLine(_tr("`{0}` is ignored: reserved name").format(show_hidden(name)), "info", "muted")
    if sheet.skills:
        yield EffectLine(_tr("%n skill(s) can be loaded", len(sheet.skills)), "add", "info", _listed(sheet.skills))
    instructions = [file.path for file in sheet.pending if file.kind == "instructions"]
    if instructions:
        text = _tr("%n instruction file(s) are read in Code tasks", len(instructions))
        yield EffectLine(text, "add", "info", _listed(instructions))
    changed = {file.path for file in sheet.pending if file.accepted is not None}
    for loosening in sheet.allowed:
        yield EffectLine(_loosened(loosening, is_change=loosening.file in changed), "warning", "deny")
    if not sheet.pending:
        yield EffectLine(_tr("No file of this folder changes what an agent may do"), "ok", "allow")


def _listed(names: Iterable[str]) -> str:
    return show_hidden(", ".join(names))


def _loosened(found: Loosening, *, is_change: bool) -> str:
    than = (
        _tr("`{0}` is weaker than when you accepted it: {1}")
        if is_change
        else _tr("`{0}` is weaker than your profile of that name: {1}")
    )
    return than.format(show_hidden(found.profile), _step(found))


def _step(found: Loosening) -> str:
    if found.before is None:
        return _tr("more paths may be edited")
    subject = show_hidden(found.subject.removeprefix("command "))
    if found.after is None:
        return _tr("`{0}` was {1}, the rule is gone").format(subject, effect_word(found.before))
    return _tr("`{0}` was {1}, becomes {2}").format(subject, effect_word(found.before), effect_word(found.after))


def _file(file: SheetFile, offered: tuple[int, int] | None, *, is_weaker: bool) -> FileLine:
    text, accepted = _shown(file.text), _shown(file.accepted or "")
    marks = []
    if is_weaker:
        marks.append(_tr("weaker than your own") if file.accepted is None else _tr("weaker than before"))
    if "⟦U+" in text or "⟦U+" in show_hidden(file.path):
        marks.append(_tr("hidden characters"))
    return FileLine(
        show_hidden(file.path),
        _tr(_KINDS.get(file.kind, file.kind)),
        _tr(_STATES[file.state]),
        _effect_of(file, offered),
        text,
        tuple(marks),
        file.state is not FileState.ACCEPTED,
        diff_lines(accepted, text),
    )


def _shown(text: str) -> str:
    return show_hidden(text.replace("\r\n", "\n"))


def _effect_of(file: SheetFile, offered: tuple[int, int] | None) -> str:
    if file.kind == "skill":
        return _tr("Text that the model can load. Scripts in it are never run by qodev.")
    if file.kind == "instructions":
        return _tr("Text that goes into every Code task of this folder.")
    if file.profile is None:
        return _tr("Skipped: {0}").format(show_hidden(file.fault)) if file.fault else _tr("Skipped")
    return " · ".join(_profile_parts(file.profile, offered))


def _profile_parts(profile: Profile, offered: tuple[int, int] | None) -> Iterator[str]:
    if offered is not None:
        yield _tr("{0} of {1} tools offered").format(*offered)
    yield _tr("else {0}").format(effect_word(profile.default_permission))
    rules = len(profile.command_rules) + sum(rule.action == "shell" for rules in profile.rule_sets for rule in rules)
    if rules:
        yield _tr("%n command rule(s)", rules)
    yield from _paths(profile.edit_scope)
    if profile.model:
        yield _tr("model {0}").format(show_hidden(profile.model))
    if profile.max_steps is not None:
        yield _tr("%n step(s)", profile.max_steps)


def _paths(scope: PathScope) -> Iterator[str]:
    if scope.allow is not None:
        yield _tr("edits only {0}").format(_listed(pattern.text for pattern in scope.allow))
    if scope.deny:
        yield _tr("never edits {0}").format(_listed(pattern.text for pattern in scope.deny))

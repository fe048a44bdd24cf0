"""The Permissions & trust page as values: rules, trusted folders, and what a test of a command says (U50, U52)."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale

from qodev.base.text import show_hidden
from qodev.types.permissions import Effect, ProjectMode
from qodev.types.policies import ContainState, ProjectRule, RuleKind
from qodev.types.verdicts import RuleRef, Verdict
from qodev.ui.models.contain_words import contain_reason
from qodev.ui.models.lists import in_a_row
from qodev.ui.models.marks import QT_TRANSLATE_NOOP
from qodev.ui.models.profile_words import effect_word, stage_word, verdict_sentence, verdict_word
from qodev.ui.models.trust_state import day_of
from qodev.ui.models.words import FolderWord, StateWord

_KINDS = {
    RuleKind.COMMAND: QT_TRANSLATE_NOOP("Permissions", "Command"),
    RuleKind.OPERATION: QT_TRANSLATE_NOOP("Permissions", "MCP operation"),
}


def _tr(text: str, count: int = -1) -> str:
    return QCoreApplication.translate("Permissions", text, "", count)


def kind_word(kind: RuleKind) -> str:
    """Returns what a rule is about, in words."""
    return _tr(_KINDS[kind])


@dataclass(frozen=True, slots=True)
class RuleRow:
    """One exact rule of a project."""

    rule: ProjectRule

    @property
    def id(self) -> str:
        """Returns what tells it from the others."""
        return "\0".join((self.rule.kind.value, self.rule.server.casefold(), self.rule.text))

    @property
    def effect(self) -> str:
        """Returns the word of its effect."""
        return effect_word(self.rule.effect)

    @property
    def counts(self) -> str:
        """Returns in which modes it counts."""
        return _tr("Blocks in every mode") if self.rule.effect is Effect.DENY else _tr("Counts in Allowlist")

    @property
    def kind(self) -> str:
        """Returns what it is about."""
        return kind_word(self.rule.kind)

    @property
    def text(self) -> str:
        """Returns the exact text; what cannot be seen is marked."""
        server = f"{self.rule.server} / " if self.rule.server else ""
        return show_hidden(server + self.rule.text)

    @property
    def added(self) -> str:
        """Returns the day on which it was added."""
        return day_of(self.rule.added_at) if self.rule.added_at else ""

    @property
    def used(self) -> str:
        """Returns the day on which it decided last."""
        return day_of(self.rule.used_at) if self.rule.used_at else _tr("never")

    @property
    def spoken(self) -> str:
        """Returns what a screen reader says."""
        return ", ".join((self.effect, self.kind, self.text, self.counts))


@dataclass(frozen=True, slots=True)
class FolderRow:
    """A trusted folder, and what it brings."""

    path: str
    since: str
    enables: str
    word: StateWord

    @property
    def spoken(self) -> str:
        """Returns what a screen reader says."""
        return ", ".join((self.path, self.word.text, self.enables, self.since))


@dataclass(frozen=True, slots=True)
class FolderCounts:
    """What of a trusted folder is in effect, by number, and what waits; None for a folder that is gone."""

    profiles: int = 0
    skills: int = 0
    instructions: int = 0
    pending: int = 0


def folder_row(path: str, since: float, counts: FolderCounts | None) -> FolderRow:
    """Returns the row of a trusted folder."""
    day = day_of(since)
    if counts is None:
        return FolderRow(
            show_hidden(path), day, _tr("nothing: another folder is at its path"), FolderWord.MISSING.value
        )
    word = FolderWord.CHANGED if counts.pending else FolderWord.TRUSTED
    return FolderRow(show_hidden(path), day, in_a_row(_parts(counts)) or _tr("no files yet"), word.value)


def _parts(counts: FolderCounts) -> Iterator[str]:
    if counts.profiles:
        yield _tr("%n profile(s)", counts.profiles)
    if counts.skills:
        yield _tr("%n skill(s)", counts.skills)
    if counts.instructions:
        yield _tr("%n instruction file(s)", counts.instructions)
    if counts.pending:
        yield _tr("%n file(s) wait", counts.pending)


@dataclass(frozen=True, slots=True)
class PermissionsState:
    """Everything the page shows."""

    projects: tuple[tuple[str, str], ...] = ()  # path and label
    project: str = ""
    mode: ProjectMode | None = None
    fault: str = ""  # why the rules cannot be read; then the page is read-only
    file: str = ""
    rules: tuple[RuleRow, ...] = ()
    reloaded: str = ""
    max_steps: int = 8
    default_mode: ProjectMode = ProjectMode.ASK
    folders: tuple[FolderRow, ...] = ()
    contain: ContainState = field(default_factory=ContainState)
    variables: tuple[str, ...] = ()

    @property
    def contain_reason(self) -> str:
        """Returns why nothing can be chosen about containment, or ''."""
        return self.reason or contain_reason(self.contain)

    @property
    def reason(self) -> str:
        """Returns why nothing of a project can be changed now, or ''."""
        if self.fault:
            return _tr("Rules could not be read. Repair the file first.")
        return "" if self.project else _tr("Open a project first.")

    @property
    def fault_text(self) -> str:
        """Returns the sentence of U52, or ''."""
        if not self.fault:
            return ""
        return _tr("Rules could not be read. Every decision asks until `{0}` is repaired.").format(self.file)


def reloaded_text(moment: float, rules: int) -> str:
    """Returns that another program wrote the rules, such as `Rules reloaded 14:02 (12 rules)`."""
    time = QLocale().toString(QDateTime.fromSecsSinceEpoch(int(moment)).time(), "HH:mm")
    return _tr("Rules reloaded {0} (%n rule(s))", rules).format(time)


@dataclass(frozen=True, slots=True)
class Explanation:
    """What would happen to a command, and why."""

    word: StateWord
    sentence: str
    rule: str
    clauses: tuple[str, ...] = ()
    stages: tuple[str, ...] = ()


def explanation_of(verdict: Verdict) -> Explanation:
    """Returns a verdict in words; the functions that decide about real calls have made it (U3)."""
    clauses = tuple(
        _tr("`{0}`: {1}, {2}").format(show_hidden(c.text), effect_word(c.effect), _place(c.rule) or c.reason)
        for c in verdict.clauses
    )
    stages = tuple(f"{stage_word(rung.stage)}: {rung.text}" for rung in verdict.steps if rung.text)
    return Explanation(
        verdict_word(verdict), verdict_sentence(verdict), _place(verdict.rule) or verdict.reason, clauses, stages
    )


def _place(rule: RuleRef | None) -> str:
    if rule is None:
        return ""
    text = f"`{show_hidden(rule.text)}={rule.effect.value}`"
    if rule.span is None:
        return text
    name = rule.span.path.replace("\\", "/").rpartition("/")[2]
    return f"{text} ({name}:{rule.span.line})"

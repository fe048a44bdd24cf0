"""The form of the profile editor as values: the fields of the format and two tables of rules (U76 to U79)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from PySide6.QtCore import QCoreApplication

from qodev.base.diagnostics import Diagnostic, Severity
from qodev.types.permissions import Effect
from qodev.types.profile_editing import COMMANDS, TOOLS, ProfileAnalysis, RuleUse, WrittenProfile, WrittenRule
from qodev.ui.models.lists import in_a_row
from qodev.ui.models.marks import QT_TRANSLATE_NOOP
from qodev.ui.models.profile_words import effect_sentence, effect_word

FIELDS = ("name", "description", "model", "temperature", "max_steps", "default_permission")
LISTS = ("edit_paths", "deny_edit_paths")
ALWAYS_SAID = ("temperature", "edit_paths")  # U79: below the control, not in a tooltip
DENIED_WITH_PATHS = ("run_command", "verify_command")  # U79
_SHOWN = 12


def _tr(text: str, count: int = -1) -> str:
    return QCoreApplication.translate("ProfileForm", text, "", count)


_LABELS = {
    "name": QT_TRANSLATE_NOOP("ProfileForm", "Name"),
    "description": QT_TRANSLATE_NOOP("ProfileForm", "Description"),
    "model": QT_TRANSLATE_NOOP("ProfileForm", "Model"),
    "temperature": QT_TRANSLATE_NOOP("ProfileForm", "Temperature"),
    "max_steps": QT_TRANSLATE_NOOP("ProfileForm", "Steps"),
    "default_permission": QT_TRANSLATE_NOOP("ProfileForm", "Default permission"),
    "tools": QT_TRANSLATE_NOOP("ProfileForm", "Tools"),
    "commands": QT_TRANSLATE_NOOP("ProfileForm", "Commands"),
    "edit_paths": QT_TRANSLATE_NOOP("ProfileForm", "Edit paths"),
    "deny_edit_paths": QT_TRANSLATE_NOOP("ProfileForm", "Denied paths"),
    "instructions": QT_TRANSLATE_NOOP("ProfileForm", "Instructions"),
}
_HELPS = {
    "model": QT_TRANSLATE_NOOP("ProfileForm", "A model of the conversation's connection; empty keeps the one chosen there."),
    "temperature": QT_TRANSLATE_NOOP("ProfileForm", "Applied to Ollama and to bodies that have a temperature; hosted OpenAI requests report that it is not applied."),
    "max_steps": QT_TRANSLATE_NOOP("ProfileForm", "1 to 8 requests a turn; empty keeps the setting."),
    "default_permission": QT_TRANSLATE_NOOP("ProfileForm", "Counts where no tool rule matches."),
    "edit_paths": QT_TRANSLATE_NOOP("ProfileForm", "These bind qodev's file tools; shell commands can still change files."),
    "deny_edit_paths": QT_TRANSLATE_NOOP("ProfileForm", "One pattern a line, such as `src/generated/**`; a denied path is refused whatever is allowed."),
}  # fmt: skip  # a table reads better in rows


def field_label(name: str) -> str:
    """Returns the label of a field."""
    return _tr(_LABELS[name])


def field_help(name: str) -> str:
    """Returns what is said below a field, "" where nothing needs to be."""
    return _tr(_HELPS[name]) if name in _HELPS else ""


@dataclass(frozen=True, slots=True)
class FormRule:
    """One row of a rule table; `place` counts from 0, the row for a new rule has the place behind the last."""

    kind: str
    place: int
    pattern: str
    effect: Effect | None
    line: int = 0
    matches: tuple[str, ...] = ()
    shadowed_by: int = 0
    never: str = ""
    is_new: bool = False

    @property
    def id(self) -> str:
        """Returns what tells a rule from the others: its place, since patterns change while they are typed."""
        return f"{self.kind}:{self.place}"

    @property
    def mark(self) -> str:
        """Returns what keeps the rule from deciding, "" when nothing does."""
        if self.shadowed_by:
            return _tr("shadowed by line {0}").format(self.shadowed_by)
        return _tr("can never match") if self.never else ""

    @property
    def count(self) -> str:
        """Returns how many tools or known commands it matches now."""
        return "" if self.is_new else str(len(self.matches))

    @property
    def detail(self) -> str:
        """Returns everything about the rule in one text."""
        if self.is_new or self.effect is None:
            return ""
        parts = [_tr("{0}: {1}.").format(effect_word(self.effect), effect_sentence(self.effect))]
        if self.shadowed_by:
            parts.append(_tr("Never decides: line {0} matches all that it can.").format(self.shadowed_by))
        if self.never:
            parts.append(self.never)
        parts.append(self._matches_text())
        return " ".join(parts)

    def _matches_text(self) -> str:
        if not self.matches:
            if self.kind == TOOLS:
                return _tr("Matches no tool that is known now.")
            return _tr("Matches no command of the examples.")
        shown = in_a_row(self.matches[:_SHOWN])
        more = len(self.matches) - _SHOWN
        listed = _tr("{0} and %n more", more).format(shown) if more > 0 else shown
        return _tr("Matches now: {0}.").format(listed)


@dataclass(frozen=True, slots=True)
class ProfileForm:
    """What the form shows; `paused` says why it cannot be changed, `faults` what is wrong with single fields."""

    values: Mapping[str, str] = field(default_factory=dict)
    lines: Mapping[str, int] = field(default_factory=dict)
    faults: Mapping[str, str] = field(default_factory=dict)
    tools: tuple[FormRule, ...] = ()
    commands: tuple[FormRule, ...] = ()
    unknown: tuple[str, ...] = ()
    instructions: str = ""
    paused: str = ""
    is_read_only: bool = False
    can_deny_interpreters: bool = False

    @property
    def is_editable(self) -> bool:
        """Tells whether fields can be changed."""
        return not self.is_read_only and not self.paused

    def rules(self, kind: str) -> tuple[FormRule, ...]:
        """Returns the rows of one table."""
        return self.tools if kind == TOOLS else self.commands


NO_FORM = ProfileForm()


def build_form(analysis: ProfileAnalysis, before: ProfileForm, *, is_read_only: bool) -> ProfileForm:
    """Returns the form of a text; while its lines cannot be told apart, the last one with the reason (U62)."""
    if analysis.syntax is not None or not analysis.written.is_whole:
        return replace(before, paused=_paused(analysis), is_read_only=is_read_only)
    written = analysis.written
    return ProfileForm(
        values={name: found.value for name, found in written.fields.items()},
        lines=_lines(written),
        faults=_faults(analysis.diagnostics),
        tools=_rules(TOOLS, written.tools, analysis.tools, is_read_only=is_read_only),
        commands=_rules(COMMANDS, written.commands, analysis.commands, is_read_only=is_read_only),
        unknown=tuple(_tr("`{0}` in line {1} is not known.").format(one.name, one.line) for one in written.unknown),
        instructions=written.instructions,
        is_read_only=is_read_only,
        can_deny_interpreters=interpreter_fix(analysis.diagnostics) is not None,
    )


def interpreter_fix(found: Sequence[Diagnostic]) -> Diagnostic | None:
    """Returns the finding whose repair denies interpreters too (U79)."""
    return next((one for one in found if one.code.value == "commands_interpreter" and one.fix is not None), None)


def _paused(analysis: ProfileAnalysis) -> str:
    found = analysis.syntax
    if found is None or found.span is None:
        return _tr("Form paused: the text is no profile yet.")
    place = _tr("Form paused: line {0}, column {1}.").format(found.span.line, found.span.column)
    return f"{place} {found.message}"


def _lines(written: WrittenProfile) -> dict[str, int]:
    lines = {name: found.line for name, found in written.fields.items()}
    for kind, rules in ((TOOLS, written.tools), (COMMANDS, written.commands)):
        if rules:
            lines[kind] = rules[0].line
    lines["instructions"] = written.body_line
    return lines


def _faults(found: Sequence[Diagnostic]) -> dict[str, str]:
    """Returns the first error of each field."""
    faults: dict[str, str] = {}
    for one in found:
        if one.severity is Severity.ERROR:
            key = one.key or ("instructions" if one.code.value.startswith("body_") else "")
            faults.setdefault(key, one.message)
    return faults


def _rules(
    kind: str, written: Sequence[WrittenRule], uses: Sequence[RuleUse], *, is_read_only: bool
) -> tuple[FormRule, ...]:
    known = len(uses) == len(written)
    rows = [
        FormRule(
            kind,
            place,
            rule.pattern,
            rule.effect,
            rule.line,
            uses[place].matches if known else (),
            uses[place].shadowed_by if known else 0,
            uses[place].never if known else "",
        )
        for place, rule in enumerate(written)
    ]
    if not is_read_only:
        rows.append(FormRule(kind, len(written), "", None, is_new=True))
    return tuple(rows)


def with_matches(form: ProfileForm, matches: Sequence[tuple[str, ...]]) -> ProfileForm:
    """Returns the form with what the command rules match."""
    if len(matches) != sum(not rule.is_new for rule in form.commands):
        return form
    commands = [rule if rule.is_new else replace(rule, matches=matches[rule.place]) for rule in form.commands]
    return replace(form, commands=tuple(commands))


def field_at(form: ProfileForm, line: int) -> str:
    """Returns the field whose line holds the caret, "" for none."""
    exact = [name for name, place in form.lines.items() if place == line]
    for kind in (TOOLS, COMMANDS):
        if any(rule.line == line and not rule.is_new for rule in form.rules(kind)):
            return kind
    if exact:
        return exact[0]
    return "instructions" if line > form.lines.get("instructions", 1 << 30) else ""

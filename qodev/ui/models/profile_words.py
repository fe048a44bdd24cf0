"""Words for effects, modes, places and verdicts, as profiles and the X-ray show them (U78, U87)."""

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication

from qodev.types.permissions import Effect, ProjectMode, Step
from qodev.types.profiles import ProfileScope
from qodev.types.verdicts import Stage, StageState, Verdict
from qodev.types.xray import XrayKind
from qodev.ui.models.marks import QT_TRANSLATE_NOOP
from qodev.ui.models.words import StateWord


def _tr(text: str, count: int = -1) -> str:
    return QCoreApplication.translate("ProfileWords", text, "", count)


EFFECTS = (Effect.ASK, Effect.ALLOW, Effect.DENY)  # what a rule can say, in the order of the pickers
EFFECT_ROLES: Mapping[Effect, tuple[str, str]] = {
    Effect.ALLOW: ("ok", "allow"),
    Effect.ASK: ("help", "ask"),
    Effect.HARD_ASK: ("help", "ask"),
    Effect.DENY: ("stop", "deny"),
}
_EFFECTS = {
    Effect.ALLOW: QT_TRANSLATE_NOOP("ProfileWords", "Allow"),
    Effect.ASK: QT_TRANSLATE_NOOP("ProfileWords", "Ask"),
    Effect.HARD_ASK: QT_TRANSLATE_NOOP("ProfileWords", "Always ask"),
    Effect.DENY: QT_TRANSLATE_NOOP("ProfileWords", "Deny"),
}
_SENTENCES = {
    Effect.ALLOW: QT_TRANSLATE_NOOP("ProfileWords", "the project's mode decides"),
    Effect.ASK: QT_TRANSLATE_NOOP("ProfileWords", "you confirm each call; in Auto approved by itself"),
    Effect.DENY: QT_TRANSLATE_NOOP("ProfileWords", "hidden from the model and blocked"),
}
_MODES = {
    ProjectMode.ASK: QT_TRANSLATE_NOOP("ProfileWords", "Ask"),
    ProjectMode.AUTO: QT_TRANSLATE_NOOP("ProfileWords", "Auto"),
    ProjectMode.ALLOWLIST: QT_TRANSLATE_NOOP("ProfileWords", "Allowlist"),
    ProjectMode.READ_ONLY: QT_TRANSLATE_NOOP("ProfileWords", "Read-only"),
}
_KINDS = {
    XrayKind.COMMAND: QT_TRANSLATE_NOOP("ProfileWords", "Command"),
    XrayKind.TOOL: QT_TRANSLATE_NOOP("ProfileWords", "Tool call"),
    XrayKind.EDIT: QT_TRANSLATE_NOOP("ProfileWords", "File edit"),
    XrayKind.READ: QT_TRANSLATE_NOOP("ProfileWords", "File read"),
    XrayKind.MCP: QT_TRANSLATE_NOOP("ProfileWords", "MCP tool"),
    XrayKind.SKILL: QT_TRANSLATE_NOOP("ProfileWords", "Skill"),
    XrayKind.SEARCH: QT_TRANSLATE_NOOP("ProfileWords", "Search pattern"),
    XrayKind.WEB: QT_TRANSLATE_NOOP("ProfileWords", "Web address"),
    XrayKind.DELEGATION: QT_TRANSLATE_NOOP("ProfileWords", "Delegation"),
}
KIND_SAMPLES: Mapping[XrayKind, str] = {
    XrayKind.COMMAND: "git push origin main",
    XrayKind.TOOL: "write_file: src/a.py",
    XrayKind.EDIT: "src/a.py",
    XrayKind.READ: "src/a.py",
    XrayKind.MCP: "github/create_issue",
    XrayKind.SKILL: "release",
    XrayKind.SEARCH: "TODO",
    XrayKind.WEB: "https://example.org",
    XrayKind.DELEGATION: "Reviewer",
}
_SCOPES = {
    ProfileScope.USER: QT_TRANSLATE_NOOP("ProfileWords", "User"),
    ProfileScope.BUILT_IN: QT_TRANSLATE_NOOP("ProfileWords", "Built-in"),
    ProfileScope.PROJECT: QT_TRANSLATE_NOOP("ProfileWords", "Project"),
    ProfileScope.PROJECT_OPENCODE: QT_TRANSLATE_NOOP("ProfileWords", "OpenCode, project"),
    ProfileScope.USER_OPENCODE: QT_TRANSLATE_NOOP("ProfileWords", "OpenCode, user"),
    ProfileScope.LIBRARY: QT_TRANSLATE_NOOP("ProfileWords", "Library"),
}
_STAGES = {
    Stage.BUILT_IN: QT_TRANSLATE_NOOP("ProfileWords", "No rule can allow"),
    Stage.OFFER: QT_TRANSLATE_NOOP("ProfileWords", "Tool is on offer"),
    Stage.PATH: QT_TRANSLATE_NOOP("ProfileWords", "Path rules"),
    Stage.TOOL: QT_TRANSLATE_NOOP("ProfileWords", "Tool rules"),
    Stage.COMMAND: QT_TRANSLATE_NOOP("ProfileWords", "Command rules"),
    Stage.PROJECT_DENY: QT_TRANSLATE_NOOP("ProfileWords", "Exact denies"),
    Stage.HARD_ASK: QT_TRANSLATE_NOOP("ProfileWords", "Cannot be read for sure"),
    Stage.PROFILE_ASK: QT_TRANSLATE_NOOP("ProfileWords", "Profile asks"),
    Stage.PROJECT_MODE: QT_TRANSLATE_NOOP("ProfileWords", "Project mode"),
    Stage.DEFAULT: QT_TRANSLATE_NOOP("ProfileWords", "Default permission"),
}
STAGE_STATES: Mapping[StageState, StateWord] = {
    StageState.PASSED: StateWord(QT_TRANSLATE_NOOP("States", "Passed"), "check", "muted"),
    StageState.DECIDED: StateWord(QT_TRANSLATE_NOOP("States", "Decided here"), "chevron_right", "accent"),
    StageState.NOT_REACHED: StateWord(QT_TRANSLATE_NOOP("States", "Not reached"), "divider", "faint"),
}
RUNS = StateWord(QT_TRANSLATE_NOOP("States", "Runs"), "ok", "allow")
ASKS = StateWord(QT_TRANSLATE_NOOP("States", "Asks you"), "help", "ask")
ALWAYS_ASKS = StateWord(QT_TRANSLATE_NOOP("States", "Always asks"), "warning", "ask")
BLOCKED = StateWord(QT_TRANSLATE_NOOP("States", "Blocked"), "stop", "deny")
HIDDEN = StateWord(QT_TRANSLATE_NOOP("States", "Hidden"), "hidden", "deny")
IN_SCHEMA = StateWord(QT_TRANSLATE_NOOP("States", "In schema"), "preview", "allow")


def effect_word(effect: Effect) -> str:
    """Returns the word of an effect."""
    return _tr(_EFFECTS[effect])


def effect_sentence(effect: Effect) -> str:
    """Returns what an effect that a rule can say means (U78)."""
    return _tr(_SENTENCES[effect])


def effect_choice(effect: Effect) -> str:
    """Returns an effect with its sentence, as a picker lists it."""
    return _tr("{0}: {1}").format(effect_word(effect), effect_sentence(effect))


def mode_word(mode: ProjectMode) -> str:
    """Returns the word of a project's mode."""
    return _tr(_MODES[mode])


def kind_word(kind: XrayKind) -> str:
    """Returns the word of a kind of case."""
    return _tr(_KINDS[kind])


def scope_word(scope: ProfileScope) -> str:
    """Returns where a profile comes from, in a word."""
    return _tr(_SCOPES[scope])


def stage_word(stage: Stage) -> str:
    """Returns the name of a check."""
    return _tr(_STAGES[stage])


def verdict_word(verdict: Verdict) -> StateWord:
    """Returns what happens to a call, in a word (U87)."""
    if Step.REFUSE in verdict.actions:
        return HIDDEN if verdict.is_hidden else BLOCKED
    if Step.HARD_PROMPT in verdict.actions or verdict.effect is Effect.HARD_ASK:
        return ALWAYS_ASKS
    return ASKS if any(step.is_question for step in verdict.actions) else RUNS


def verdict_sentence(verdict: Verdict) -> str:
    """Returns what happens to a call, in a sentence."""
    actions = verdict.actions
    if Step.REFUSE in actions:
        return _refusal(verdict)
    if Step.HARD_PROMPT in actions:
        return _tr("You are asked in every mode.")
    if Step.CONFIRM in actions and Step.REVIEW in actions:
        return _tr("You confirm the call, then review the change.")
    if Step.REVIEW in actions:
        return _tr("You review the change.")
    if Step.CONFIRM in actions:
        return _tr("The profile asks you.")
    if Step.PROMPT in actions:
        return _tr("The mode asks you.")
    return _tr("Read without a shell.") if Step.FILE_FUNCTIONS in actions else _tr("No question is asked.")


def _refusal(verdict: Verdict) -> str:
    if verdict.is_hidden:
        return _tr("The model does not see the tool.")
    if verdict.stage is Stage.PROJECT_DENY:
        return _tr("The project denies exactly this.")
    if verdict.value is Effect.DENY:
        return _tr("The profile denies it.")
    return _tr("The mode does not allow it.")

"""The one function that decides about a call: gate, prompt, simulator and command line all ask it (P131, S39).

Pure: what has to be read (the command, the path, the project's rules) is read before.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from qodev.permissions.command_rules import CommandOutcome, Rule, judge_command, pattern_of
from qodev.permissions.paths import judge_paths
from qodev.permissions.resources import resource_of
from qodev.permissions.rules import (
    RuleOutcome,
    governs,
    is_hidden,
    is_offered,
    tool_outcome,
)
from qodev.permissions.steps import Situation, plan_steps
from qodev.permissions.words import shown_marks
from qodev.types.permissions import CallKind, Effect, Step
from qodev.types.policies import ProjectPolicy
from qodev.types.profiles import CommandRule, PathPattern, Profile, ProfileFormat, ResourceRule, ToolRule
from qodev.types.verdicts import (
    ClauseVerdict,
    LadderRung,
    PermissionSubject,
    RuleRef,
    Stage,
    StageState,
    Verdict,
)

_COMMANDS = (CallKind.RUN, CallKind.VERIFY, CallKind.BACKGROUND)


@dataclass(frozen=True, slots=True)
class _Decision:
    """What one stage says: an effect with its reason, or nothing."""

    stage: Stage
    effect: Effect
    reason: str
    rule: RuleRef | None = None


def judge(profile: Profile, subject: PermissionSubject, policy: ProjectPolicy) -> Verdict:
    """Returns what happens to a call under a profile and a project's decisions, with every stage (P131)."""
    value, clauses = _profile_value(profile, subject, policy)
    exact = _exact_effect(subject, policy)
    situation = Situation(
        subject.kind,
        value.effect,
        policy.mode,
        exact,
        is_simple_read=subject.is_simple_read,
        is_protected=subject.is_protected,
        is_steering=subject.is_steering,
        is_same_server=_is_same_server(subject, policy),
    )
    actions = plan_steps(situation)
    decided = _deciding(value, exact, actions, subject)
    return Verdict(
        effect=_effect_of(actions, value.effect),
        value=value.effect,
        stage=decided.stage,
        reason=decided.reason,
        rule=decided.rule,
        clauses=clauses,
        steps=_ladder(decided, subject),
        actions=actions,
        is_hidden=is_hidden(profile, subject.tool) or not is_offered(profile, subject.tool),
    )


def _profile_value(
    profile: Profile, subject: PermissionSubject, policy: ProjectPolicy
) -> tuple[_Decision, tuple[ClauseVerdict, ...]]:
    """Returns what the profile says of the call; the first refusal ends it, else the strictest counts."""
    if subject.refusal is not None:
        return _Decision(Stage.BUILT_IN, Effect.DENY, f"built_in:{subject.refusal}"), ()
    if not is_offered(profile, subject.tool):
        return _Decision(Stage.OFFER, Effect.DENY, "not available"), ()
    outside = _path_refusal(profile, subject)
    if outside is not None:
        return outside, ()
    level = tool_outcome(profile, subject.tool)
    if level.effect is Effect.DENY and (
        profile.format is not ProfileFormat.OPENCODE or is_hidden(profile, subject.tool)
    ):
        return _of_rule(Stage.TOOL, level), ()  # final: no argument is looked at (P88)
    if subject.kind in _COMMANDS and subject.command is not None:
        return _command_value(profile, subject, policy, level)
    resource = resource_of(profile, subject) if profile.format is ProfileFormat.OPENCODE else None
    found = _of_rule(Stage.PATH if resource is not None else Stage.TOOL, resource or level)
    if subject.is_steering and found.effect is not Effect.DENY and subject.kind is CallKind.EDIT:
        return _Decision(Stage.HARD_ASK, found.effect, "built_in:it changes how agents behave", found.rule), ()
    return found, ()


def _path_refusal(profile: Profile, subject: PermissionSubject) -> _Decision | None:
    if subject.kind is not CallKind.EDIT or not subject.paths:
        return None
    outcome = judge_paths(profile.edit_scope, subject.paths, folds_case=subject.folds_case)
    if outcome.effect is not Effect.DENY:
        return None
    if outcome.pattern is None:
        return _Decision(Stage.PATH, Effect.DENY, "edit_paths", _path_ref("edit_paths", None, profile))
    return _Decision(Stage.PATH, Effect.DENY, "deny_edit_paths", _path_ref("deny_edit_paths", outcome.pattern, profile))


def _path_ref(field: str, pattern: PathPattern | None, profile: Profile) -> RuleRef:
    if pattern is not None:
        return RuleRef("profile", f"{field}: {pattern.text}", Effect.DENY, pattern.span)
    first = (profile.edit_scope.allow or (None,))[0]
    return RuleRef("profile", field, Effect.DENY, first.span if first is not None else None)


def _command_value(
    profile: Profile, subject: PermissionSubject, policy: ProjectPolicy, level: RuleOutcome
) -> tuple[_Decision, tuple[ClauseVerdict, ...]]:
    assert subject.command is not None
    denies = [rule.text for rule in policy.rules if rule.effect is Effect.DENY and rule.key[0].value == "command"]
    outcomes = [
        judge_command(rules, default, subject.command, denies)
        for rules, default in _rule_lists(profile, subject, level)
    ]
    worst = max(outcomes, key=lambda outcome: outcome.effect.strictness)
    stage = Stage.HARD_ASK if worst.effect is Effect.HARD_ASK else Stage.COMMAND
    if worst.code == "exact":
        stage = Stage.PROJECT_DENY
    rule = _ref(worst.rule) if worst.rule is not None else None
    if subject.uncontained and worst.effect.strictness < Effect.HARD_ASK.strictness:
        return _Decision(Stage.HARD_ASK, Effect.HARD_ASK, f"contain:{subject.uncontained}"), _clause_verdicts(worst)
    if rule is None and worst.code == "default":
        return _of_rule(Stage.TOOL, RuleOutcome(worst.effect, level.rule)), _clause_verdicts(worst)
    return _Decision(stage, worst.effect, worst.code, rule), _clause_verdicts(worst)


def _rule_lists(
    profile: Profile, subject: PermissionSubject, level: RuleOutcome
) -> Sequence[tuple[Sequence[Rule], Effect]]:
    """Returns the lists that a command is judged by: one of a native profile, each governing set of an import."""
    if profile.format is not ProfileFormat.OPENCODE:
        return [(profile.command_rules, level.effect)]
    sets = [[rule for rule in rules if governs(rule, subject.tool)] for rules in profile.rule_sets]
    governing = [(rules, profile.default_permission) for rules in sets if rules]
    return governing or [((), profile.default_permission)]


def _clause_verdicts(outcome: CommandOutcome) -> tuple[ClauseVerdict, ...]:
    return tuple(
        ClauseVerdict(
            found.clause.text,
            found.clause.kind.value,
            tuple(view for view in map(shown_marks, found.clause.views) if view != found.clause.text),
            found.effect,
            found.code,
            _ref(found.rule) if found.rule is not None else None,
        )
        for found in outcome.clauses
    )


def _of_rule(stage: Stage, outcome: RuleOutcome) -> _Decision:
    if outcome.rule is None:
        return _Decision(Stage.DEFAULT, outcome.effect, "default")
    reference = _ref(outcome.rule)
    return _Decision(stage, outcome.effect, f"rule:{reference.text}", reference)


def _ref(rule: ToolRule | CommandRule | ResourceRule) -> RuleRef:
    if isinstance(rule, ResourceRule):
        return RuleRef("profile", f"{rule.action} {rule.resource}", rule.effect, rule.span)
    text = pattern_of(rule) if isinstance(rule, CommandRule) else rule.pattern
    return RuleRef("profile", text, rule.effect, rule.span)


def _exact_effect(subject: PermissionSubject, policy: ProjectPolicy) -> Effect | None:
    if subject.command is not None:
        rule = policy.find_command(subject.command.text)
    elif subject.server:
        rule = policy.find_operation(subject.server, subject.operation)
    else:
        return None
    return rule.effect if rule is not None else None


def _is_same_server(subject: PermissionSubject, policy: ProjectPolicy) -> bool:
    if not subject.server:
        return True
    rule = policy.find_operation(subject.server, subject.operation)
    return rule is None or rule.fingerprint == subject.fingerprint


def _deciding(value: _Decision, exact: Effect | None, actions: Sequence[Step], subject: PermissionSubject) -> _Decision:
    """Returns the stage that settles the call: what refuses it, else the question that it raises, else the mode."""
    if value.effect is Effect.DENY:
        return value
    if exact is Effect.DENY:
        text = subject.command.text if subject.command is not None else f"{subject.server}/{subject.operation}"
        return _Decision(Stage.PROJECT_DENY, Effect.DENY, "exact", RuleRef("project", text, Effect.DENY))
    if value.stage is Stage.HARD_ASK or value.effect is Effect.HARD_ASK:
        return _Decision(Stage.HARD_ASK, Effect.HARD_ASK, value.reason, value.rule)
    if Step.CONFIRM in actions:
        return _Decision(Stage.PROFILE_ASK, value.effect, value.reason, value.rule)
    return _Decision(Stage.PROJECT_MODE, value.effect, value.reason, value.rule)


def _effect_of(actions: Sequence[Step], value: Effect) -> Effect:
    """Returns what comes of the steps in one word."""
    if Step.REFUSE in actions:
        return Effect.DENY
    if Step.HARD_PROMPT in actions or value is Effect.HARD_ASK:
        return Effect.HARD_ASK
    return Effect.ASK if any(step.is_question for step in actions) else Effect.ALLOW


_TEXTS = {
    Stage.BUILT_IN: "what no rule can allow",
    Stage.OFFER: "the tool is on offer",
    Stage.PATH: "path rules of the profile",
    Stage.TOOL: "tool rules of the profile",
    Stage.COMMAND: "command rules of the profile",
    Stage.PROJECT_DENY: "exact denies of the project",
    Stage.HARD_ASK: "what cannot be judged for sure",
    Stage.PROFILE_ASK: "questions of the profile",
    Stage.PROJECT_MODE: "the project's mode",
}


def _ladder(decided: _Decision, subject: PermissionSubject) -> tuple[LadderRung, ...]:
    """Returns the checks in order; those behind the deciding one were not reached."""
    stage = Stage.TOOL if decided.stage is Stage.DEFAULT else decided.stage
    order = [one for one in _TEXTS if one is not Stage.COMMAND or subject.command is not None or one is stage]
    place = order.index(stage)
    states = [StageState.PASSED] * place + [StageState.DECIDED] + [StageState.NOT_REACHED] * (len(order) - place - 1)
    return tuple(LadderRung(one, state, _TEXTS[one]) for one, state in zip(order, states, strict=True))

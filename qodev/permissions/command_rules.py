"""What the command rules of a profile say of a reading: the strictest clause decides, doubt never loosens (S10, S18 to S21)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from qodev.base.text import normalize_blanks
from qodev.permissions.matching import Match, forms_of, literal_start, match, plain_views
from qodev.permissions.views import name_of
from qodev.types.permissions import POSIX_SHELLS, Clause, ClauseKind, Effect, Reading, strictest
from qodev.types.profiles import CommandRule, ResourceRule

Rule = CommandRule | ResourceRule


@dataclass(frozen=True, slots=True)
class ClauseOutcome:
    """What the rules say of one clause; `rule` is the one that gave the effect, `code` the reason (S37)."""

    clause: Clause
    effect: Effect
    code: str
    rule: Rule | None = None


@dataclass(frozen=True, slots=True)
class CommandOutcome:
    """What the rules say of a whole text."""

    effect: Effect
    code: str
    rule: Rule | None
    clauses: tuple[ClauseOutcome, ...]


def pattern_of(rule: Rule) -> str:
    """Returns the command pattern of a native or an imported rule."""
    return rule.pattern if isinstance(rule, CommandRule) else rule.resource


def judge_command(
    rules: Sequence[Rule], level: Effect, reading: Reading, exact_denies: Sequence[str] = ()
) -> CommandOutcome:
    """Returns the strictest of all clauses, of what could not be read, and of the project's exact denies."""
    folds = reading.shell not in POSIX_SHELLS
    clauses = tuple(_judge_clause(rules, level, clause, folds=folds) for clause in reading.clauses)
    outcomes = [(outcome.effect, outcome.code, outcome.rule) for outcome in clauses]
    outcomes.extend(_doubts(rules, reading, exact_denies))
    if reading.text.strip() in exact_denies:
        outcomes.append((Effect.DENY, "exact", None))
    if not outcomes:
        outcomes.append((Effect.HARD_ASK, "unreadable:no command", None))
    worst = strictest(effect for effect, _code, _rule in outcomes)
    effect, code, rule = next(found for found in outcomes if found[0] is worst)
    return CommandOutcome(effect, code, rule, clauses)


def _judge_clause(rules: Sequence[Rule], level: Effect, clause: Clause, *, folds: bool) -> ClauseOutcome:
    """Walks the rules from the last to the first: one that matches for every value ends the walk (S18)."""
    found: list[tuple[Effect, Rule | None]] = []
    for rule in _near_rules(rules, clause):
        pattern = pattern_of(rule)
        if clause.kind is ClauseKind.WRAPPER and not _names(pattern, clause):
            continue
        matched = _match_clause(pattern, rule.effect, clause, folds=folds)
        if matched is not Match.NONE:
            found.append((rule.effect, rule))
        if matched is Match.EVERY:
            break
    else:
        if clause.kind is ClauseKind.PLAIN:
            found.append((level, None))
    worst = strictest(effect for effect, _rule in found)
    decided_by = next((by for effect, by in found if effect is worst), None)
    return ClauseOutcome(clause, worst, _code_of(decided_by, clause), decided_by)


def _near_rules(rules: Sequence[Rule], clause: Clause) -> Iterator[Rule]:
    """Yields the rules that could match, from the last to the first; most rules begin with another program's name."""
    plain = plain_views((*clause.views, *clause.written))
    if plain is None:
        yield from reversed(rules)
        return
    for rule in reversed(rules):
        start = literal_start(rule.pattern if isinstance(rule, CommandRule) else rule.resource)
        for view in plain:
            if view.startswith(start):
                yield rule
                break


def _code_of(rule: Rule | None, clause: Clause) -> str:
    if rule is not None:
        return f"rule:{pattern_of(rule)}"
    return f"write:{clause.writes[0]}" if clause.writes else "default"


def _names(pattern: str, clause: Clause) -> bool:
    """Tells whether the first word of a pattern names the wrapper (S22)."""
    first = pattern.split(" ", 1)[0]
    return bool(first.strip("*")) and match(first, name_of(clause), folded=True) is Match.EVERY


def _match_clause(pattern: str, effect: Effect, clause: Clause, *, folds: bool) -> Match:
    if effect is not Effect.ALLOW:
        return _best(match(pattern, view, folded=True) for view in clause.views)
    if not pattern.strip("*"):
        return Match.EVERY
    if clause.writes:
        return match(pattern, clause.written_with_redirects, folded=folds) if ">" in pattern else Match.NONE
    return _best(match(pattern, text, folded=folds) for text in clause.written)


def _best(found: Iterator[Match]) -> Match:
    return max(found, key=lambda one: one.value, default=Match.NONE)


def _doubts(
    rules: Sequence[Rule], reading: Reading, exact_denies: Sequence[str]
) -> Iterator[tuple[Effect, str, Rule | None]]:
    """Yields what follows from a text that cannot be read for sure (S10, S13, S30)."""
    if not reading.opaque and not reading.doubtful:
        return
    code = reading.opaque[0] if reading.opaque else reading.doubtful[0]
    live = _live_deny(rules) if reading.opaque else None
    touching = live or next(
        (rule for rule in rules if rule.effect is Effect.DENY and _touches(pattern_of(rule), reading)), None
    )
    if touching is not None:
        yield Effect.DENY, f"rule:{pattern_of(touching)}", touching
    elif any(_touches_exactly(text, reading) for text in exact_denies):
        yield Effect.DENY, "exact", None
    else:
        yield Effect.HARD_ASK, code, None


def _live_deny(rules: Sequence[Rule]) -> Rule | None:
    """Returns a deny that counts for what cannot be read: it comes before any pattern of stars, from the end (S10)."""
    for rule in reversed(rules):
        if rule.effect is Effect.DENY:
            return rule
        if not pattern_of(rule).strip("*"):
            return None
    return None


def _touches(pattern: str, reading: Reading) -> bool:
    """Tells whether a deny pattern could match a part of the raw text (S10)."""
    return any(
        match(f"*{form}*", text, folded=True) is not Match.NONE
        for form in forms_of(pattern)
        for text in reading.skeletons
    )


def _touches_exactly(exact: str, reading: Reading) -> bool:
    wanted = normalize_blanks(exact).casefold()
    return any(wanted in normalize_blanks(text).casefold() for text in reading.skeletons)

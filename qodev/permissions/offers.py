"""Which answers a question offers, and why some are not on offer (U118 to U120, P126)."""

from collections.abc import Iterator

from qodev.base.text import show_hidden
from qodev.types.permissions import CallKind, ProjectMode
from qodev.types.questions import AnswerOption, Offer, QuestionKind
from qodev.types.verdicts import PermissionSubject, RuleRef, Verdict

_COMMANDS = (CallKind.RUN, CallKind.VERIFY, CallKind.BACKGROUND)
_MODE_WORDS = {
    ProjectMode.ASK: "Ask",
    ProjectMode.AUTO: "Auto",
    ProjectMode.ALLOWLIST: "Allowlist",
    ProjectMode.READ_ONLY: "Read only",
}


def offers_of(
    kind: QuestionKind,
    subject: PermissionSubject,
    verdict: Verdict,
    mode: ProjectMode | None,
    protection: str | None,
) -> tuple[Offer, ...]:
    """Returns the answers in the order in which they are shown; `protection` says why a command can never be allowed."""
    return tuple(_offers(kind, subject, verdict, mode, protection))


def exact_text(subject: PermissionSubject) -> str:
    """Returns what an exact rule for this call would hold, "" where there can be none."""
    if subject.kind in _COMMANDS and subject.command is not None:
        return subject.command.text.strip()
    return f"{subject.server}/{subject.operation}" if subject.server else ""


def _offers(
    kind: QuestionKind,
    subject: PermissionSubject,
    verdict: Verdict,
    mode: ProjectMode | None,
    protection: str | None,
) -> Iterator[Offer]:
    yield Offer(AnswerOption.ALLOW_ONCE)
    has_rule = bool(exact_text(subject)) and kind in _WITH_RULES
    reason = _no_exact_allow(kind, subject, verdict, mode, protection)
    if has_rule:
        yield Offer(AnswerOption.ALLOW_EXACTLY, reason)
        if not reason and mode is not ProjectMode.ALLOWLIST:
            yield Offer(AnswerOption.ALLOW_SWITCH)
    yield Offer(AnswerOption.DENY)
    yield Offer(AnswerOption.DENY_TELL)
    if has_rule:
        is_hard = kind is QuestionKind.HARD
        yield Offer(AnswerOption.DENY_EXACTLY, _ASKED_ANEW if is_hard else _UNREADABLE if mode is None else "")


_WITH_RULES = (QuestionKind.CONFIRM, QuestionKind.PROMPT, QuestionKind.HARD)
_ASKED_ANEW = "What cannot be judged for sure is asked each time; no rule is stored for it."
_UNREADABLE = "The rules of the project could not be read, so nothing can be stored."


def _no_exact_allow(
    kind: QuestionKind,
    subject: PermissionSubject,
    verdict: Verdict,
    mode: ProjectMode | None,
    protection: str | None,
) -> str:
    if kind is QuestionKind.HARD:
        return _ASKED_ANEW
    if mode is None:
        return _UNREADABLE
    if kind is QuestionKind.CONFIRM:
        return f"{_place(verdict.rule)} asks each time."
    if protection is not None:
        return protection
    if show_hidden(exact_text(subject)) != exact_text(subject):
        return "The text holds characters that cannot be seen."
    return ""


def _place(rule: RuleRef | None) -> str:
    if rule is None:
        return "The profile's default"
    at = ""
    if rule.span is not None:
        name = rule.span.path.replace("\\", "/").rpartition("/")[2]
        at = f" in {name}:{rule.span.line}"
    return f"`{rule.text}={rule.effect}`{at}"


def mode_word(mode: ProjectMode | None) -> str:
    """Returns the name of a mode as people read it."""
    return _MODE_WORDS[mode] if mode is not None else "unknown"

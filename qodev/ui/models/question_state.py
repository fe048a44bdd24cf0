"""Open questions as they stand above the composer: the whole text, who decides why, and what can be answered (U117 to U123)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePath

from PySide6.QtCore import QCoreApplication

from qodev.base.text import show_hidden
from qodev.types.permissions import ProjectMode
from qodev.types.questions import AnswerOption, Offer, PermissionRequest, QuestionKind
from qodev.types.tooling import CallVerb
from qodev.ui.models.contain_words import contained_text
from qodev.ui.models.marks import QT_TRANSLATE_NOOP
from qodev.ui.models.profile_words import mode_word, stage_word
from qodev.ui.models.reason_words import reason_words
from qodev.ui.models.xray_state import ClauseRow, clauses_of, place_of

_QUESTIONS = {
    CallVerb.RUN: QT_TRANSLATE_NOOP("Question", "Run in {0}?"),
    CallVerb.VERIFY: QT_TRANSLATE_NOOP("Question", "Run this check in {0}?"),
    CallVerb.START: QT_TRANSLATE_NOOP("Question", "Start in the background in {0}?"),
    CallVerb.WATCH: QT_TRANSLATE_NOOP("Question", "Read the output of a background command in {0}?"),
    CallVerb.STOP: QT_TRANSLATE_NOOP("Question", "Stop a background command in {0}?"),
    CallVerb.LIST: QT_TRANSLATE_NOOP("Question", "List files in {0}?"),
    CallVerb.READ: QT_TRANSLATE_NOOP("Question", "Read a file in {0}?"),
    CallVerb.SEARCH: QT_TRANSLATE_NOOP("Question", "Search in {0}?"),
    CallVerb.CREATE: QT_TRANSLATE_NOOP("Question", "Create a file in {0}?"),
    CallVerb.WRITE: QT_TRANSLATE_NOOP("Question", "Write a file in {0}?"),
    CallVerb.PATCH: QT_TRANSLATE_NOOP("Question", "Change a file in {0}?"),
    CallVerb.NOTE: QT_TRANSLATE_NOOP("Question", "Change the checklist in {0}?"),
    CallVerb.FETCH: QT_TRANSLATE_NOOP("Question", "Fetch from the web for {0}?"),
    CallVerb.ASK_WEB: QT_TRANSLATE_NOOP("Question", "Search the web for {0}?"),
    CallVerb.LOAD: QT_TRANSLATE_NOOP("Question", "Load a skill for {0}?"),
    CallVerb.CALL: QT_TRANSLATE_NOOP("Question", "Call a server for {0}?"),
    CallVerb.DELEGATE: QT_TRANSLATE_NOOP("Question", "Start a child task in {0}?"),
    CallVerb.TELL: QT_TRANSLATE_NOOP("Question", "Send a message to a child of {0}?"),
    CallVerb.LOOK: QT_TRANSLATE_NOOP("Question", "List the children of {0}?"),
}
_OPTIONS = {
    AnswerOption.ALLOW_ONCE: QT_TRANSLATE_NOOP("Question", "Allow once"),
    AnswerOption.ALLOW_EXACTLY: QT_TRANSLATE_NOOP("Question", "Always allow exactly this…"),
    AnswerOption.ALLOW_SWITCH: QT_TRANSLATE_NOOP("Question", "Allow and switch to Allowlist"),
    AnswerOption.DENY: QT_TRANSLATE_NOOP("Question", "Deny"),
    AnswerOption.DENY_TELL: QT_TRANSLATE_NOOP("Question", "Deny and tell the agent…"),
    AnswerOption.DENY_EXACTLY: QT_TRANSLATE_NOOP("Question", "Always block exactly this…"),
}


def _tr(text: str, count: int = -1) -> str:
    return QCoreApplication.translate("Question", text, "", count)


@dataclass(frozen=True, slots=True)
class AnswerRow:
    """One button of a question; `reason` says why it cannot be pressed."""

    option: AnswerOption
    text: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class FactRow:
    """One thing to know about a call; `tip` says more, such as the code that models and records see."""

    name: str
    value: str
    tip: str = ""


@dataclass(frozen=True, slots=True)
class QuestionState:
    """One question as its card shows it."""

    id: str
    question: str
    text: str  # the whole text that runs, hidden characters as marks
    lead: str = ""  # why it is asked although the mode answers questions (U119)
    clauses: tuple[ClauseRow, ...] = ()
    facts: tuple[FactRow, ...] = ()
    answers: tuple[AnswerRow, ...] = ()
    exact_text: str = ""
    exact_note: str = ""  # where a stored rule would count (U120)
    where: str = ""  # the conversation that it belongs to, when that is not in view
    hint: str = ""  # offers containment, once in a project (S40)

    @property
    def spoken(self) -> str:
        """Returns what a screen reader says of the card."""
        return " ".join(part for part in (self.lead, self.question, self.text) if part)


@dataclass(frozen=True, slots=True)
class QuestionsState:
    """The cards of the conversation in view, and how many questions there are in all."""

    cards: tuple[QuestionState, ...] = ()
    total: int = 0
    reviews: int = 0  # of changes, in this conversation: they have a card of their own

    @property
    def elsewhere(self) -> int:
        """Returns how many wait in other conversations."""
        return self.total - len(self.cards) - self.reviews

    @property
    def bar(self) -> str:
        """Returns what the bar says, "" when one card says it all (U122)."""
        return _tr("%n need(s) you", self.total) if self.elsewhere or self.total > 1 else ""


def question_state(request: PermissionRequest, *, home: str = "", hint: str = "") -> QuestionState:
    """Returns a question in words; nothing of the call's own text is interpreted."""
    return QuestionState(
        id=request.id,
        question=_question(request),
        text=show_hidden(request.view.text or request.view.target),
        lead=_lead(request),
        clauses=clauses_of(request.verdict, None) if request.verdict is not None else (),
        facts=tuple(_facts(request, home)),
        answers=tuple(_answers(request.offers)),
        exact_text=show_hidden(request.exact_text),
        exact_note=_exact_note(request.mode),
        hint=hint,
    )


def _question(request: PermissionRequest) -> str:
    if request.kind is QuestionKind.REPEAT:
        return _tr("The same call was made three times. Run it again?")
    name = PurePath(request.project).name or request.project
    return _tr(_QUESTIONS[request.view.verb]).format(f"`{show_hidden(name)}`")


def _lead(request: PermissionRequest) -> str:
    if request.kind is not QuestionKind.HARD:
        return ""
    code = request.verdict.reason if request.verdict is not None else ""
    kind, _, detail = code.partition(":")
    reason = show_hidden(detail or code)
    if kind == "contain":
        return _tr("Containment is on but cannot start: {0} Run once without it?").format(reason)
    if kind == "built_in":
        return _tr("{0}. Auto does not answer this.").format(reason[:1].upper() + reason[1:])
    return _tr("Part of this command could not be read: {0}. Auto does not answer this.").format(f"`{reason}`")


def _facts(request: PermissionRequest, home: str) -> Iterator[FactRow]:
    if request.asker:
        yield FactRow(_tr("Asked by"), _tr("child {0}").format(f"`{show_hidden(request.asker)}`"))
    yield FactRow(_tr("Profile"), show_hidden(request.profile))
    mode = mode_word(request.mode) if request.mode is not None else _tr("the rules could not be read")
    yield FactRow(_tr("Project"), _tr("{0}, mode {1}").format(_short(request.project, home), mode))
    if request.view.folder:
        yield FactRow(_tr("Folder"), _short(request.view.folder, home))
    if request.view.shell:
        yield FactRow(_tr("Shell"), request.view.shell)
    verdict = request.verdict
    if verdict is not None:
        rule = verdict.rule
        by = f"`{show_hidden(rule.text)}={rule.effect.value}`" if rule is not None else stage_word(verdict.stage)
        place = place_of(rule).text
        yield FactRow(_tr("Decided by"), f"{by} ({place})" if place else by)
        yield FactRow(_tr("Reason"), reason_words(verdict.reason), show_hidden(verdict.reason))
    if request.view.containment:
        yield FactRow(_tr("Containment"), contained_text(request.view.containment))
    yield from (FactRow(show_hidden(name), show_hidden(value)) for name, value in request.view.facts)
    for risk in request.risks:
        yield FactRow(_tr("Note"), risk)


def _short(path: str, home: str) -> str:
    inside = bool(home) and (path == home or path.startswith(home.rstrip("/\\") + "/"))
    return show_hidden("~" + path[len(home) :] if inside else path)


def _answers(offers: Sequence[Offer]) -> Iterator[AnswerRow]:
    for offer in offers:
        yield AnswerRow(offer.option, _tr(_OPTIONS[offer.option]), offer.disabled)


def _exact_note(mode: ProjectMode | None) -> str:
    if mode is None or mode is ProjectMode.ALLOWLIST:
        return _tr("Allow rules count in Allowlist.")
    return _tr("Allow rules count in Allowlist; this project is in {0}, so it will still ask.").format(mode_word(mode))


def stored_sentence(option: AnswerOption, mode: ProjectMode | None) -> str:
    """Returns what a rule that was just stored changes for the next call of the same text (U120)."""
    if not option.is_yes:
        return _tr("Will now be blocked in every mode")
    if mode is None or mode is ProjectMode.ALLOWLIST:
        return _tr("Will now run without asking")
    return _tr("Will still ask: mode {0}").format(mode_word(mode))

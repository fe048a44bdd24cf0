"""A change of a file as a person reviews it: what differs, what was decided of each part, and what was said to lines (U124)."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from qodev.base.text import show_hidden
from qodev.types.changes import ChangeKind, Hunk
from qodev.types.diffs import ChangedFile, FileDiff, Standing
from qodev.types.questions import PermissionRequest
from qodev.ui.models.marks import QT_TRANSLATE_NOOP
from qodev.ui.models.profile_words import mode_word, stage_word
from qodev.ui.models.review_choices import Choice, Comment
from qodev.ui.models.review_lines import ReviewLines
from qodev.ui.models.words import STANDING_WORDS, StateWord
from qodev.ui.models.xray_state import place_of

_QUESTIONS = {
    ChangeKind.CREATE: QT_TRANSLATE_NOOP("Review", "Create {0}?"),
    ChangeKind.WRITE: QT_TRANSLATE_NOOP("Review", "Replace the text of {0}?"),
    ChangeKind.PATCH: QT_TRANSLATE_NOOP("Review", "Change {0}?"),
}


def _tr(text: str, count: int = -1) -> str:
    return QCoreApplication.translate("Review", text, "", count)


@dataclass(frozen=True, slots=True)
class ReviewFile:
    """A file in the list at the left."""

    id: str
    path: str
    counts: str
    word: StateWord | None

    @property
    def line(self) -> str:
        """Returns what the row says."""
        return "  ·  ".join(part for part in (self.path, self.counts, self.word.text if self.word else "") if part)


@dataclass(frozen=True, slots=True)
class ReviewState:
    """Everything that the panel shows."""

    id: str = ""  # of the question, or of a row of the list of changes
    path: str = ""
    title: str = ""
    counts: str = ""
    word: StateWord | None = None
    files: tuple[ReviewFile, ...] = ()
    warnings: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()
    diff: FileDiff | None = None
    lines: ReviewLines | None = None
    choices: tuple[Choice, ...] = ()
    comments: tuple[Comment, ...] = ()
    all_comments: int = 0  # of the conversation: what Send sends
    can_answer: bool = False
    note: str = ""  # what became of it
    stale: str = ""  # the file changed since it was proposed (U127)
    is_loading: bool = False
    is_sided: bool = True

    @property
    def accepted(self) -> tuple[int, ...]:
        """Returns the indexes of accepted changes."""
        return tuple(at for at, choice in enumerate(self.choices) if choice is Choice.ACCEPTED)

    @property
    def apply_text(self) -> str:
        """Returns the words of the button that applies (U125)."""
        return _tr("Apply {0} of %n change(s)", max(1, len(self.choices))).format(self.accepted_count)

    @property
    def accepted_count(self) -> int:
        """Returns how many changes were accepted; a text without lines counts as one."""
        return len(self.accepted)

    @property
    def apply_reason(self) -> str:
        """Returns why nothing can be applied, or ''."""
        if not self.can_answer:
            return self.note or _tr("It was answered.")
        if self.diff is None:
            return _tr("The difference is not computed yet.")
        return "" if self.accepted else _tr("Accept at least one change first.")

    @property
    def send_text(self) -> str:
        """Returns the words of the button that sends comments (U126)."""
        return _tr("Send %n comment(s)", self.all_comments)


@dataclass(frozen=True, slots=True)
class ReviewCardState:
    """A proposal that waits, as it stands above the composer."""

    id: str
    question: str
    counts: str
    warnings: tuple[str, ...] = ()
    facts: str = ""

    @property
    def spoken(self) -> str:
        """Returns what a screen reader says of the card."""
        return " ".join((self.question, self.counts, *self.warnings))


def card_state(request: PermissionRequest) -> ReviewCardState:
    """Returns a waiting proposal in words."""
    proposal = request.proposal
    assert proposal is not None, "a review has a proposal"
    changes = _tr("%n change(s)", max(1, len(proposal.hunks)))
    return ReviewCardState(
        request.id,
        _tr(_QUESTIONS[proposal.kind]).format(f"`{show_hidden(proposal.path)}`"),
        f"{changes}  ·  {hunks_text(proposal.hunks)}",
        warnings_of(request),
        " · ".join(facts_of(request)),
    )


def warnings_of(request: PermissionRequest) -> tuple[str, ...]:
    """Returns what a reviewer must see before the text (U124, S57)."""
    proposal = request.proposal
    if proposal is None:
        return ()
    steering = (_tr("This file changes agent behaviour."),) if proposal.is_steering else ()
    marks = proposal.marks[1:] if proposal.is_steering else proposal.marks  # the first one says the same
    return (*steering, *(show_hidden(mark) for mark in marks))


def facts_of(request: PermissionRequest) -> tuple[str, ...]:
    """Returns who proposes it with what, why it is reviewed, and what else is made (P183, P181)."""
    said = [_tr("profile {0}").format(show_hidden(request.profile)), _tr("tool {0}").format(request.tool)]
    if request.asker:
        said.append(_tr("asked by child {0}").format(f"`{show_hidden(request.asker)}`"))
    mode = mode_word(request.mode) if request.mode is not None else _tr("unknown, the rules could not be read")
    said.append(_tr("mode {0}").format(mode))
    verdict = request.verdict
    if verdict is not None:
        rule, place = verdict.rule, place_of(verdict.rule).text
        by = f"`{show_hidden(rule.text)}={rule.effect.value}`" if rule is not None else stage_word(verdict.stage)
        said.append(_tr("decided by {0}").format(f"{by} ({place})" if place else by))
    folders = request.proposal.new_folders if request.proposal is not None else ()
    said += [_tr("makes the folder {0}").format(f"`{show_hidden(folder)}`") for folder in folders]
    return tuple(said)


def counts_text(added: int | None, removed: int | None) -> str:
    """Returns how many lines came and went; the signs are those of a difference."""
    if added is None or removed is None:
        return ""
    return f"+{added} −{removed}"


def hunks_text(hunks: Sequence[Hunk]) -> str:
    """Returns how many lines come and go with some changes."""
    return counts_text(sum(len(hunk.after) for hunk in hunks), sum(len(hunk.before) for hunk in hunks))


def file_row(file: ChangedFile) -> ReviewFile:
    """Returns a changed file as a row."""
    word = STANDING_WORDS[file.standing] if file.standing is not None else None
    return ReviewFile(file.id, show_hidden(file.path), counts_text(file.added, file.removed), word)


def request_row(request: PermissionRequest) -> ReviewFile:
    """Returns a waiting proposal as a row."""
    assert request.proposal is not None
    word = STANDING_WORDS[Standing.PROPOSED]
    return ReviewFile(request.id, show_hidden(request.proposal.path), hunks_text(request.proposal.hunks), word)


def message_of(comments: Sequence[Comment]) -> str:
    """Returns comments as one message for the agent, in the language of the user."""
    return "\n".join((_tr("Comments on changes:"), *(comment.as_text for comment in comments)))

"""What cards of calls say: verb, outcome, why it was refused, who answered, what decided (U111 to U114, U123, P135)."""

from collections.abc import Callable, Iterator, Mapping

from PySide6.QtCore import QCoreApplication

from qodev.base.text import show_hidden
from qodev.types.permissions import Effect, ProjectMode
from qodev.types.profiles import ProfileScope
from qodev.types.questions import AnsweredBy, AnsweredQuestion, AnswerOption, CallRecord, CallState, QuestionKind
from qodev.types.tooling import CallVerb
from qodev.types.verdicts import Stage
from qodev.ui.models.card_rows import CardKind, Row, RowState
from qodev.ui.models.marks import QT_TRANSLATE_NOOP
from qodev.ui.models.profile_words import effect_word, mode_word, scope_word, stage_word
from qodev.ui.models.tool_rows import EDITS

HIDDEN_TOOL, UNKNOWN_TOOL = "hidden_tool", "unknown_tool"  # reasons of the core
_DONE = {
    CallVerb.RUN: QT_TRANSLATE_NOOP("ToolCard", "Ran"),
    CallVerb.VERIFY: QT_TRANSLATE_NOOP("ToolCard", "Checked"),
    CallVerb.START: QT_TRANSLATE_NOOP("ToolCard", "Started in the background"),
    CallVerb.WATCH: QT_TRANSLATE_NOOP("ToolCard", "Read output of"),
    CallVerb.STOP: QT_TRANSLATE_NOOP("ToolCard", "Stopped command"),
    CallVerb.LIST: QT_TRANSLATE_NOOP("ToolCard", "Listed"),
    CallVerb.READ: QT_TRANSLATE_NOOP("ToolCard", "Read"),
    CallVerb.SEARCH: QT_TRANSLATE_NOOP("ToolCard", "Searched"),
    CallVerb.CREATE: QT_TRANSLATE_NOOP("ToolCard", "Created"),
    CallVerb.WRITE: QT_TRANSLATE_NOOP("ToolCard", "Wrote"),
    CallVerb.PATCH: QT_TRANSLATE_NOOP("ToolCard", "Edited"),
    CallVerb.NOTE: QT_TRANSLATE_NOOP("ToolCard", "Updated checklist"),
    CallVerb.FETCH: QT_TRANSLATE_NOOP("ToolCard", "Fetched"),
    CallVerb.ASK_WEB: QT_TRANSLATE_NOOP("ToolCard", "Searched the web"),
    CallVerb.LOAD: QT_TRANSLATE_NOOP("ToolCard", "Guidance from skill"),
    CallVerb.CALL: QT_TRANSLATE_NOOP("ToolCard", "Called"),
    CallVerb.DELEGATE: QT_TRANSLATE_NOOP("ToolCard", "Started child"),
    CallVerb.TELL: QT_TRANSLATE_NOOP("ToolCard", "Told child"),
    CallVerb.LOOK: QT_TRANSLATE_NOOP("ToolCard", "Looked at children"),
}
_OTHERWISE = {
    CallVerb.RUN: QT_TRANSLATE_NOOP("ToolCard", "Run"),
    CallVerb.VERIFY: QT_TRANSLATE_NOOP("ToolCard", "Check"),
    CallVerb.START: QT_TRANSLATE_NOOP("ToolCard", "Start in the background"),
    CallVerb.WATCH: QT_TRANSLATE_NOOP("ToolCard", "Read output"),
    CallVerb.STOP: QT_TRANSLATE_NOOP("ToolCard", "Stop command"),
    CallVerb.LIST: QT_TRANSLATE_NOOP("ToolCard", "List"),
    CallVerb.READ: QT_TRANSLATE_NOOP("ToolCard", "Read file"),
    CallVerb.SEARCH: QT_TRANSLATE_NOOP("ToolCard", "Search"),
    CallVerb.CREATE: QT_TRANSLATE_NOOP("ToolCard", "Create"),
    CallVerb.WRITE: QT_TRANSLATE_NOOP("ToolCard", "Write"),
    CallVerb.PATCH: QT_TRANSLATE_NOOP("ToolCard", "Edit"),
    CallVerb.NOTE: QT_TRANSLATE_NOOP("ToolCard", "Update checklist"),
    CallVerb.FETCH: QT_TRANSLATE_NOOP("ToolCard", "Fetch"),
    CallVerb.ASK_WEB: QT_TRANSLATE_NOOP("ToolCard", "Search the web"),
    CallVerb.LOAD: QT_TRANSLATE_NOOP("ToolCard", "Load skill"),
    CallVerb.CALL: QT_TRANSLATE_NOOP("ToolCard", "Call"),
    CallVerb.DELEGATE: QT_TRANSLATE_NOOP("ToolCard", "Start child"),
    CallVerb.TELL: QT_TRANSLATE_NOOP("ToolCard", "Tell child"),
    CallVerb.LOOK: QT_TRANSLATE_NOOP("ToolCard", "Look at children"),
}
_ANSWERS = {
    AnswerOption.ALLOW_ONCE: QT_TRANSLATE_NOOP("ToolCard", "Allowed once"),
    AnswerOption.ALLOW_EXACTLY: QT_TRANSLATE_NOOP("ToolCard", "Allowed exactly this for good"),
    AnswerOption.ALLOW_SWITCH: QT_TRANSLATE_NOOP("ToolCard", "Allowed for good, project switched to Allowlist"),
    AnswerOption.DENY: QT_TRANSLATE_NOOP("ToolCard", "Denied"),
    AnswerOption.DENY_TELL: QT_TRANSLATE_NOOP("ToolCard", "Denied"),
    AnswerOption.DENY_EXACTLY: QT_TRANSLATE_NOOP("ToolCard", "Denied, and blocked for good"),
}
_BY = {
    AnsweredBy.USER: QT_TRANSLATE_NOOP("ToolCard", "{0} by you"),
    AnsweredBy.RULE: QT_TRANSLATE_NOOP("ToolCard", "{0} by --yes-to"),
}
_WITHDRAWN = {
    AnsweredBy.NOBODY: QT_TRANSLATE_NOOP("ToolCard", "Denied: nobody could be asked."),
    AnsweredBy.STOPPED: QT_TRANSLATE_NOOP("ToolCard", "Withdrawn, the turn was stopped."),
    AnsweredBy.TRUST: QT_TRANSLATE_NOOP("ToolCard", "Withdrawn, the folder is no longer trusted."),
    AnsweredBy.CLOSED: QT_TRANSLATE_NOOP("ToolCard", "Withdrawn, the window was closed."),
}
_QUESTIONS = {
    QuestionKind.CONFIRM: QT_TRANSLATE_NOOP("ToolCard", "the profile asked"),
    QuestionKind.PROMPT: QT_TRANSLATE_NOOP("ToolCard", "the mode asked"),
    QuestionKind.HARD: QT_TRANSLATE_NOOP("ToolCard", "asked in every mode"),
    QuestionKind.REVIEW: QT_TRANSLATE_NOOP("ToolCard", "review"),
    QuestionKind.REPEAT: QT_TRANSLATE_NOOP("ToolCard", "third equal call"),
}

_MARKS = {  # facts about a result that are never left to the details
    "left": QT_TRANSLATE_NOOP("ToolCard", "Left running: {0}"),
    "appeared": QT_TRANSLATE_NOOP("ToolCard", "New file that changes how agents or git behave: {0}"),
}


def _tr(text: str, count: int = -1) -> str:
    return QCoreApplication.translate("ToolCard", text, "", count)


_COUNTED: Mapping[CallVerb, Callable[[int], str]] = {
    CallVerb.RUN: lambda n: _tr("ran %n command(s)", n),
    CallVerb.VERIFY: lambda n: _tr("ran %n check(s)", n),
    CallVerb.START: lambda n: _tr("started %n background command(s)", n),
    CallVerb.WATCH: lambda n: _tr("read %n output(s)", n),
    CallVerb.STOP: lambda n: _tr("stopped %n background command(s)", n),
    CallVerb.LIST: lambda n: _tr("listed %n folder(s)", n),
    CallVerb.READ: lambda n: _tr("read %n file(s)", n),
    CallVerb.SEARCH: lambda n: _tr("searched %n time(s)", n),
    CallVerb.NOTE: lambda n: _tr("updated the checklist %n time(s)", n),
    CallVerb.FETCH: lambda n: _tr("fetched %n page(s)", n),
    CallVerb.ASK_WEB: lambda n: _tr("searched the web %n time(s)", n),
    CallVerb.CALL: lambda n: _tr("made %n server call(s)", n),
    CallVerb.LOOK: lambda n: _tr("looked at the children %n time(s)", n),
}


def verb_word(row: Row) -> str:
    """Returns what the call does or did, in a word."""
    if row.call is None:
        return ""
    is_done = row.state in (RowState.DONE, RowState.APPLIED)
    return _tr((_DONE if is_done else _OTHERWISE)[row.call.view.verb])


def group_text(row: Row) -> str:
    """Returns what a group of calls did: "Read 4 files, ran 2 commands" (U111)."""
    text = ", ".join(_COUNTED[CallVerb(verb)](count) for verb, count in row.counts)
    return text[:1].upper() + text[1:]


def exit_text(row: Row) -> str:
    """Returns the exit code of a command that has one worth telling."""
    record = row.call.record if row.call is not None else None
    code = record.exit_code if record is not None else None
    return _tr("exit code {0}").format(code) if code else ""


def call_notes(row: Row) -> tuple[str, ...]:
    """Returns what stands under the head of a card at all times, one line each: refusals, answers, marks (U113, U123)."""
    if row.call is None:
        return ()
    record = row.call.record
    notes = list(_answer_lines(row))
    if record is None:
        return tuple(notes)
    if record.state is CallState.REFUSED:
        refusal = refusal_line(record)
        notes = [refusal, *notes] if refusal else notes
    elif record.sentence:
        notes.insert(0, show_hidden(" ".join(record.sentence.split())))
    if record.is_unasked and record.view.verb in EDITS and record.state is CallState.DONE:
        notes.append(_tr("Applied without asking (Auto)"))
    notes += [show_hidden(value) for name, value in record.facts if name == "mark"]
    notes += [_tr(_MARKS[name]).format(show_hidden(value)) for name, value in record.facts if name in _MARKS]
    return tuple(notes)


def _answer_lines(row: Row) -> Iterator[str]:
    assert row.call is not None
    for answer in row.call.all_answers:
        yield _answer_line(answer, row.call.record)


def _answer_line(answer: AnsweredQuestion, record: CallRecord | None) -> str:
    from qodev.ui.models.transcript_words import time_text

    if answer.by in _WITHDRAWN:
        return _tr(_WITHDRAWN[answer.by])
    parts = [_tr(_BY[answer.by]).format(_tr(_ANSWERS[answer.option]))]
    if answer.at:
        parts.append(time_text(answer.at))
    rule = rule_text(record) if record is not None and answer.kind is QuestionKind.CONFIRM else ""
    parts.append(rule or _tr(_QUESTIONS[answer.kind]))
    line = " · ".join(parts)
    return f"{line} · “{show_hidden(' '.join(answer.note.split()))}”" if answer.note else line


def _place(record: CallRecord) -> str:
    name = record.rule_path.replace("\\", "/").rpartition("/")[2]
    return f"{show_hidden(name)}:{record.rule_line}" if name and record.rule_line is not None else show_hidden(name)


def rule_text(record: CallRecord) -> str:
    """Returns the rule that decided with its place: `git push *=deny` (reviewer.md:6)."""
    if not record.rule:
        return ""
    effect = "" if record.stage == Stage.PATH else record.effect if record.rule_source == "project" else record.value
    text = show_hidden(record.rule) + (f"={effect}" if effect else "")
    place = _place(record)
    return f"`{text}` ({place})" if place else f"`{text}`"


def refusal_line(record: CallRecord) -> str:
    """Returns the sentence that decided a refusal, and where it stands (U113); "" where an answer says it."""
    if record.reason == HIDDEN_TOOL:
        return _tr("Hidden tool; call refused")
    if record.reason == UNKNOWN_TOOL:
        return _tr("Unknown tool; call refused")
    if record.answers:
        is_said = not record.answers[-1].option.is_yes or record.answers[-1].by in _WITHDRAWN
        return "" if is_said else show_hidden(record.sentence)
    if record.stage == Stage.PATH and record.rule:
        pattern = record.rule.partition(": ")[2]
        return (_tr("Blocked by {0}") if pattern else _tr("Outside {0}")).format(rule_text(record))
    if record.effect == Effect.DENY and record.rule and record.value == Effect.DENY:
        return _tr("Blocked by {0}").format(rule_text(record))
    if record.stage == Stage.PROJECT_DENY:
        return _tr("Blocked by {0}").format(rule_text(record)) if record.rule else show_hidden(record.sentence)
    return show_hidden(" ".join(record.sentence.split()))


def decision_lines(record: CallRecord) -> tuple[str, ...]:
    """Returns the record of a decision: effect, value of the profile, check, rule, mode, reason, questions (P135)."""
    lines = [(_tr("Rule"), rule_text(record)), (_tr("Reason"), show_hidden(record.reason))]
    lines += [(_tr("Question"), _answer_line(answer, record)) for answer in record.answers]
    if record.is_unasked:
        lines.append((_tr("Question"), _tr("none: the project is in Auto")))
    lines += [(_tr("Shell"), show_hidden(record.view.shell)), (_tr("Folder"), show_hidden(record.view.folder))]
    lines.append((_tr("Containment"), show_hidden(record.view.containment)))
    lines += [(show_hidden(name), show_hidden(value)) for name, value in (*record.view.facts, *record.facts)]
    lines += [(_tr("Changed"), show_hidden(path)) for path in record.files]
    told = [_tr("{0}: {1}").format(name, value) for name, value in lines if value]
    return (_verdict_line(record), *told) if record.effect else tuple(told)


def _verdict_line(record: CallRecord) -> str:
    known = (
        (_tr("Decision"), effect_word(Effect(record.effect))),
        (_tr("Profile says"), effect_word(Effect(record.value)) if record.value else ""),
        (_tr("Decided by"), stage_word(Stage(record.stage)) if record.stage else ""),
        (_tr("Mode"), mode_word(ProjectMode(record.mode)) if record.mode else ""),
    )
    return " · ".join(_tr("{0}: {1}").format(name, value) for name, value in known if value)


def guidance_line(row: Row) -> str:
    """Returns what stands above the text of a skill: it guides, and allows nothing (U114)."""
    facts = dict(row.call.view.facts) if row.call is not None else {}
    scope = facts.get("scope", "")
    words = [_tr("Guidance from a skill file. It grants no permission.")]
    if scope:
        words.append(_tr("Scope: {0}").format(_scope(scope)))
    if row.call is not None and row.call.view.text:
        words.append(_tr("Arguments: {0}").format(show_hidden(row.call.view.text)))
    return " ".join(words)


def _scope(scope: str) -> str:
    try:
        return scope_word(ProfileScope(scope))
    except ValueError:
        return show_hidden(scope)


def call_body(row: Row, *, shows_decision: bool) -> str:
    """Returns the text of an open card: what ran where the head cannot hold it, what came, and the decision on demand."""
    if row.call is None:
        return ""
    parts: list[str] = []
    record = row.call.record
    if row.kind is CardKind.SKILL:
        parts.append(guidance_line(row))
    else:
        text = row.call.view.text
        is_more = text and text != row.call.view.target
        parts.append(show_hidden(text) if is_more else "")
    if record is not None and shows_decision:
        parts.append("\n".join(decision_lines(record)))
    parts.append(row.output.rstrip("\n"))
    return "\n\n".join(part for part in parts if part)

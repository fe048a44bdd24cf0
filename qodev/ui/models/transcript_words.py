"""What cards say in qodev's own words, for painters and for screen readers alike (U115, U116, U175)."""

import re
from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale

from qodev.types.profiles import ProfileScope
from qodev.ui.models.card_rows import Attached, CardKind, Footer, Row, RowState, Say
from qodev.ui.models.marks import QT_TRANSLATE_NOOP
from qodev.ui.models.profile_words import scope_word
from qodev.ui.models.tool_words import call_body, call_notes, group_text, verb_word


def _tr(text: str, count: int = -1) -> str:
    return QCoreApplication.translate("Transcript", text, "", count)


def sentence(row: Row) -> str:
    """Returns the sentence of a notice, an error, a divider or an empty answer."""
    if row.say is Say.NOTHING:
        return row.text or _waiting(row)
    return _SENTENCES[row.say](row.subject)


def _waiting(row: Row) -> str:
    if row.kind is not CardKind.ANSWER:
        return ""
    return _tr("Waiting for {0}…").format(row.subject or _tr("the model"))


_SENTENCES: dict[Say, Callable[[str], str]] = {
    Say.LENGTH: lambda _: _tr("The answer reached its length limit. Ask to continue, or raise the limit in the agent."),
    Say.REFUSAL: lambda _: _tr("The model refused to answer. Rephrase the request or choose another agent."),
    Say.CONTENT_FILTER: lambda _: _tr("The provider's content filter ended the answer. Rephrase the request."),
    Say.STOP_SEQUENCE: lambda _: _tr("The answer ended at a stop sequence of the agent."),
    Say.UNKNOWN_STOP: lambda word: _tr("The answer ended for a reason that qodev does not know: {0}.").format(
        word or _tr("none given")
    ),
    Say.STOPPED_EMPTY: lambda _: _tr("Stopped before any text came."),
    Say.INTERRUPTED_EMPTY: lambda _: _tr("Interrupted before any text came."),
    Say.HIDDEN_THINKING: lambda _: _tr("Hidden by the provider"),
    Say.CALL_WITHOUT_TOOL: lambda name: _tr("The model called {0}. qodev has no record that it ran.").format(name),
    Say.CALL_WAITS: lambda name: _tr("The model asks for {0}.").format(name or _tr("a tool")),
    Say.UNRECORDED_RESULT: lambda name: _tr("A result of {0} that qodev has no record of.").format(name),
    Say.CORRECTED: lambda _: _tr("qodev told the model that no tool ran, and asked it again."),
    Say.ORPHAN_RESULT: lambda name: _tr("A result of {0} without its call.").format(name or _tr("an unknown tool")),
    Say.CONTEXT_LOST: lambda counts: _context_lost(counts),
    Say.AGENT_CHANGED: lambda name: _tr("Agent changed to {0}").format(name),
    Say.PROFILE_CHANGED: lambda name: _tr("Profile changed to {0}").format(name),
    Say.MODEL_CHANGED: lambda name: _tr("Model changed to {0}").format(name),
}


def _context_lost(counts: str) -> str:
    read, _, sent = counts.partition("/")
    return _tr(
        "The server read about {0} of {1} tokens. Instructions and tools at the start were probably dropped."
    ).format(count_text(int(read or 0)), count_text(int(sent or 0)))


_STATE_WORDS = {
    RowState.DONE: QT_TRANSLATE_NOOP("States", "Done"),
    RowState.WAITING: QT_TRANSLATE_NOOP("States", "Starting"),
    RowState.RETRYING: QT_TRANSLATE_NOOP("States", "Retrying"),
    RowState.THINKING: QT_TRANSLATE_NOOP("States", "Thinking"),
    RowState.ANSWERING: QT_TRANSLATE_NOOP("States", "Answering"),
    RowState.ASKING: QT_TRANSLATE_NOOP("States", "Waiting for you"),
    RowState.RUNNING: QT_TRANSLATE_NOOP("States", "Running tool"),
    RowState.REFUSED: QT_TRANSLATE_NOOP("States", "Refused"),
    RowState.APPLIED: QT_TRANSLATE_NOOP("States", "Applied"),
    RowState.REJECTED: QT_TRANSLATE_NOOP("States", "Rejected"),
    RowState.STOPPED: QT_TRANSLATE_NOOP("States", "Stopped"),
    RowState.FAILED: QT_TRANSLATE_NOOP("States", "Failed"),
    RowState.INTERRUPTED: QT_TRANSLATE_NOOP("States", "Interrupted"),
}


def state_word(state: RowState) -> str:
    """Returns the one word of a state (U175)."""
    return QCoreApplication.translate("States", _STATE_WORDS[state])


_SHORTEST_S = 0.05  # what is shorter was not seen to run


def thinking_line(row: Row) -> str:
    """Returns the one line of collapsed thinking."""
    if row.say is Say.HIDDEN_THINKING:
        return sentence(row)
    if row.state.is_live:
        return _tr("Thinking…")
    if row.duration_s is None or row.duration_s < _SHORTEST_S:
        return _tr("Thought")
    return _tr("Thought for {0}").format(duration_text(row.duration_s))


def duration_text(seconds: float) -> str:
    """Returns a duration with its unit, as precise as one wants to know it."""
    if seconds < 1:
        return _tr("{0} ms").format(round(seconds * 1000))
    if seconds < 10:
        return _tr("{0} s").format(QLocale().toString(float(seconds), "f", 1))
    if seconds < 90:
        return _tr("{0} s").format(round(seconds))
    return _tr("{0} min {1} s").format(round(seconds) // 60, round(seconds) % 60)


def count_text(number: int) -> str:
    """Returns a number of tokens as people say it: 940, 12.4k, 1.2M."""
    if number < 1000:
        return str(number)
    value, unit = (number / 1000, "k") if number < 999_950 else (number / 1_000_000, "M")
    return QLocale().toString(value, "f", 1) + unit


def size_text(size_bytes: int) -> str:
    """Returns a size in bytes, kB or MB."""
    if size_bytes < 1000:
        return _tr("%n byte(s)", size_bytes)
    value, unit = (size_bytes / 1000, "kB") if size_bytes < 999_950 else (size_bytes / 1_000_000, "MB")
    return f"{QLocale().toString(value, 'f', 1)} {unit}"


def time_text(at: float) -> str:
    """Returns the time of day, with the date when it is not today."""
    moment = QDateTime.fromSecsSinceEpoch(int(at))
    locale = QLocale()
    clock = locale.toString(moment.time(), QLocale.FormatType.ShortFormat)
    if moment.date() == QDateTime.currentDateTime().date():
        return clock
    return f"{locale.toString(moment.date(), _date_format(locale))} {clock}"


def _date_format(locale: QLocale) -> str:
    """Returns the long format of dates, without the day of the week and with a short month: 9 Jun 2026."""
    pattern = locale.dateFormat(QLocale.FormatType.LongFormat)
    return re.sub(r"(^\W*d{3,4}\W+|\W*d{3,4}$)", "", pattern).replace("MMMM", "MMM")


Prices = tuple[tuple[str, float, float], ...]  # model, and what a million tokens cost in and out
_MILLION = 1_000_000


def cost_text(footer: Footer, prices: Prices) -> str:
    """Returns what an answer cost; "" for a model without a price, which is never 0 (U140)."""
    price = next((one for one in prices if one[0] == footer.model), None)
    if price is None or footer.input_tokens is None or footer.output_tokens is None:
        return ""
    cost = (footer.input_tokens * price[1] + footer.output_tokens * price[2]) / _MILLION
    return _tr("cost {0}").format(QLocale().toString(cost, "f", 2 if cost >= 1 or cost == 0 else 4))


def footer_text(footer: Footer, prices: Prices = ()) -> str:
    """Returns the line under an answer."""
    parts = [footer.agent, _model_text(footer), footer.profile, time_text(footer.at)]
    if footer.duration_s is not None:
        parts.append(duration_text(footer.duration_s))
    if footer.input_tokens is not None and footer.output_tokens is not None:
        counts = (count_text(footer.input_tokens), count_text(footer.output_tokens))
        parts.append(_tr("{0} in, {1} out").format(*counts))
        parts.append(cost_text(footer, prices))
    return " · ".join(part for part in parts if part)


_SOURCES = {
    "profile": QT_TRANSLATE_NOOP("Transcript", "from the profile"),
    "override": QT_TRANSLATE_NOOP("Transcript", "override"),
}


def _model_text(footer: Footer) -> str:
    """Returns the model, and where it comes from if not from the agent (U116)."""
    source = _SOURCES.get(dict(footer.facts).get("model_from", ""))
    return f"{footer.model} ({_tr(source)})" if footer.model and source else footer.model


def turn_lines(footer: Footer) -> tuple[str, ...]:
    """Returns what is known of the turn of an answer beside its footer: profile with scope and hash, model (P72, U116)."""
    facts = dict(footer.facts)
    lines = []
    if footer.profile:
        scope = facts.get("scope", "")
        known = next((scope_word(one) for one in ProfileScope if one.value == scope), scope)
        lines.append(_tr("Profile: {0} ({1})").format(footer.profile, known))
        lines.append(_tr("Profile file, SHA-256: {0}").format(facts["digest"]) if facts.get("digest") else "")
    source = _SOURCES.get(facts.get("model_from", ""), QT_TRANSLATE_NOOP("Transcript", "from the agent"))
    lines.append(_tr("Model: {0} ({1})").format(footer.model, _tr(source)) if footer.model else "")
    lines.append(_tr("Agent: {0}").format(footer.agent) if footer.agent else "")
    return tuple(line for line in lines if line)


def attached_text(attached: Attached) -> str:
    """Returns the name and size of an attachment."""
    size = size_text(attached.size_bytes) if attached.size_bytes else ""
    cut = _tr("cut") if attached.is_cut else ""
    return " · ".join(part for part in (attached.name, size, cut) if part)


_CARD_WORDS = {
    CardKind.USER: QT_TRANSLATE_NOOP("Transcript", "You"),
    CardKind.ANSWER: QT_TRANSLATE_NOOP("Transcript", "Answer"),
    CardKind.THINKING: QT_TRANSLATE_NOOP("Transcript", "Thinking"),
    CardKind.TOOL: QT_TRANSLATE_NOOP("Transcript", "Tool"),
    CardKind.SKILL: QT_TRANSLATE_NOOP("Transcript", "Skill guidance"),
    CardKind.GROUP: QT_TRANSLATE_NOOP("Transcript", "Calls"),
    CardKind.CHILD: QT_TRANSLATE_NOOP("Transcript", "Result of a child, untrusted text"),
    CardKind.NOTICE: QT_TRANSLATE_NOOP("Transcript", "Notice"),
    CardKind.ERROR: QT_TRANSLATE_NOOP("Transcript", "Error"),
    CardKind.DIVIDER: QT_TRANSLATE_NOOP("Transcript", "Divider"),
}


def card_word(kind: CardKind) -> str:
    """Returns what a card is called."""
    return _tr(_CARD_WORDS[kind])


def card_name(row: Row) -> str:
    """Returns a card as it is read out in short: "Tool, run tests, Failed" (U168)."""
    parts = [card_word(row.kind)]
    if row.kind is CardKind.THINKING:
        parts = [thinking_line(row)]
    elif row.kind in (CardKind.TOOL, CardKind.SKILL):
        parts += [verb_word(row), row.target]
    elif row.kind is CardKind.GROUP:
        parts.append(group_text(row))
    elif row.kind is CardKind.ANSWER and row.footer is not None:
        parts.append(row.footer.model)
    if row.kind not in (CardKind.USER, CardKind.DIVIDER, CardKind.NOTICE):
        parts.append(state_word(row.state))
    return ", ".join(part for part in parts if part)


def card_text(row: Row) -> str:
    """Returns everything a card says, for reading out and for copying."""
    if row.kind is CardKind.GROUP:
        return group_text(row)
    if row.call is not None:
        head = " ".join(part for part in (verb_word(row), row.target) if part)
        parts = [head, *call_notes(row), call_body(row, shows_decision=row.state is RowState.REFUSED)]
        return "\n".join(part for part in parts if part)
    if row.kind in (CardKind.NOTICE, CardKind.ERROR, CardKind.DIVIDER) or not row.text:
        parts = [sentence(row), row.hint, row.output]
    else:
        parts = [row.text, *(attached_text(a) for a in row.attached), row.output]
    return "\n".join(part for part in parts if part)

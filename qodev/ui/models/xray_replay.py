"""The calls of a conversation as rows: how each was decided, and how it would be now (U90)."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from qodev.base.text import show_hidden
from qodev.types.xray import ReplayedCall
from qodev.ui.models.profile_words import EFFECT_ROLES, effect_word
from qodev.ui.models.xray_state import NOWHERE, XrayPlace, place_of


def _tr(text: str, count: int = -1) -> str:
    return QCoreApplication.translate("XrayReplay", text, "", count)


@dataclass(frozen=True, slots=True)
class ReplayRow:
    """One call."""

    id: str
    text: str
    before: str
    after: str
    look: tuple[str, str]
    rule: str
    place: XrayPlace = NOWHERE
    is_changed: bool = False


@dataclass(frozen=True, slots=True)
class ReplayState:
    """What came of the calls of one conversation; without a title none is shown."""

    title: str = ""
    rows: tuple[ReplayRow, ...] = ()


def replay_state(title: str, calls: Sequence[ReplayedCall]) -> ReplayState:
    """Returns the rows with how many differ."""
    changed = sum(call.is_changed for call in calls)
    counted = (
        _tr("%n call(s) would be decided otherwise", changed) if changed else _tr("Every call is decided as before")
    )
    return ReplayState(f"{title}: {counted}", tuple(map(_row, calls)))


def _row(call: ReplayedCall) -> ReplayRow:
    argument = show_hidden(call.argument)
    is_command = call.tool == "run_command"
    text = argument if is_command and argument else f"{call.tool}: {argument}".rstrip(": ")
    rule = call.rule
    return ReplayRow(
        call.id,
        text,
        effect_word(call.before) if call.before is not None else _tr("not available"),
        effect_word(call.after) if call.after is not None else _tr("no call"),
        EFFECT_ROLES[call.after] if call.after is not None else ("info", "muted"),
        f"{show_hidden(rule.text)}={rule.effect.value}" if rule is not None else call.reason,
        place_of(rule),
        call.is_changed,
    )

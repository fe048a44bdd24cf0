"""Where a value of an agent comes from, as a letter, a colour and words (U66, A174)."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from qodev.base.jsontext import JsonValue, dump_compact
from qodev.types.editing import EffectiveLeaf, LeafLevel, Provenance
from qodev.ui.models.marks import QT_TRANSLATE_NOOP

_LONGEST_VALUE = 200


def _tr(text: str, count: int = -1) -> str:
    return QCoreApplication.translate("AgentOrigins", text, "", count)


_WORDS = {
    Provenance.BASE: QT_TRANSLATE_NOOP("AgentOrigins", "Bundled base"),
    Provenance.PARENT: QT_TRANSLATE_NOOP("AgentOrigins", "Parent"),
    Provenance.FILE: QT_TRANSLATE_NOOP("AgentOrigins", "This file"),
    Provenance.OVERRIDE: QT_TRANSLATE_NOOP("AgentOrigins", "Model override"),
    Provenance.SUBSTITUTED: QT_TRANSLATE_NOOP("AgentOrigins", "Substituted"),
    Provenance.ADDED: QT_TRANSLATE_NOOP("AgentOrigins", "Added by qodev"),
}
_ROLES = {
    Provenance.BASE: "control",
    Provenance.PARENT: "info",
    Provenance.FILE: "accent",
    Provenance.OVERRIDE: "ask",
    Provenance.SUBSTITUTED: "allow",
    Provenance.ADDED: "faint",
}


@dataclass(frozen=True, slots=True)
class OriginMark:
    """What stands beside a value: letter, role of the bar, and the sentence of the tooltip."""

    letter: str = ""
    role: str = "line"
    tip: str = ""
    place: str = ""  # file and line, short
    is_whole: bool = False  # an array that replaces the parent's as a whole


NO_MARK = OriginMark()


@dataclass(frozen=True, slots=True)
class WhyRow:
    """One level of a key: the winner first, then what it replaces."""

    text: str
    value: str
    path: str
    line: int
    is_winner: bool


@dataclass(frozen=True, slots=True)
class WhyState:
    """Why a key has its value; `can_reset` when this file's lines can be taken away."""

    key: str = ""
    rows: tuple[WhyRow, ...] = ()
    note: str = ""
    can_reset: bool = False
    reset_reason: str = ""


def file_name(path: str) -> str:
    """Returns the last part of a path."""
    return path.replace("\\", "/").rpartition("/")[2]


def place_of(path: str, line: int) -> str:
    """Returns file and line, the file by its name alone."""
    return f"{file_name(path)}:{line}" if line else file_name(path)


def origin_mark(leaf: EffectiveLeaf) -> OriginMark:
    """Returns the mark of a value."""
    place = place_of(leaf.path, leaf.line) if leaf.path else ""
    parts = [_tr(_WORDS[leaf.provenance])]
    if leaf.agent and leaf.provenance in (Provenance.BASE, Provenance.PARENT):
        parts.append(leaf.agent)
    if place:
        parts.append(place)
    is_whole = leaf.is_whole_array and len(leaf.levels) > 1
    if is_whole:
        parts.append(_tr("replaced whole"))
    return OriginMark(leaf.provenance.value, _ROLES[leaf.provenance], " · ".join(parts), place, is_whole)


def file_mark(path: str, line: int) -> OriginMark:
    """Returns the mark of a key that only its own file can write, such as `extends`."""
    place = place_of(path, line)
    tip = " · ".join((_tr(_WORDS[Provenance.FILE]), place))
    return OriginMark(Provenance.FILE.value, _ROLES[Provenance.FILE], tip, place)


def one_line(value: JsonValue) -> str:
    """Returns a value in one line, cut when it is long."""
    text = value if isinstance(value, str) else dump_compact(value)
    flat = " ".join(text.split())
    return flat if len(flat) <= _LONGEST_VALUE else flat[: _LONGEST_VALUE - 1] + "…"


def why_state(leaf: EffectiveLeaf | None, key: str, *, path: str, read_only: str) -> WhyState:
    """Returns the levels of a key up to the winner, and whether its lines in `path` can be reset."""
    if not key:
        return WhyState()
    if leaf is None:
        return WhyState(
            key, note=_tr("No file writes `{0}`.").format(key), reset_reason=_tr("This file does not write it.")
        )
    rows = [_winner(leaf)] if leaf.provenance is not Provenance.FILE and not _is_first(leaf) else []
    rows += [_level(level, is_winner=not rows and place == 0) for place, level in enumerate(leaf.levels)]
    if not rows:
        rows = [_winner(leaf)]
    is_own = any(level.path == path for level in leaf.levels)
    reason = read_only or ("" if is_own else _tr("This file does not write it."))
    is_whole = leaf.is_whole_array and len(leaf.levels) > 1
    note = _tr("Arrays are not merged: the whole list was replaced.") if is_whole else ""
    return WhyState(key, tuple(rows), note, can_reset=not reason, reset_reason=reason)


def _is_first(leaf: EffectiveLeaf) -> bool:
    return bool(leaf.levels) and (leaf.levels[0].path, leaf.levels[0].line) == (leaf.path, leaf.line)


def _winner(leaf: EffectiveLeaf) -> WhyRow:
    place = place_of(leaf.path, leaf.line) if leaf.path else ""
    text = " · ".join(part for part in (_tr(_WORDS[leaf.provenance]), place) if part)
    return WhyRow(text, one_line(leaf.value), leaf.path, leaf.line, is_winner=True)


def _level(level: LeafLevel, *, is_winner: bool) -> WhyRow:
    text = f"{level.agent} · {place_of(level.path, level.line)}"
    return WhyRow(text, one_line(level.value), level.path, level.line, is_winner)


def find_leaf(leaves: Sequence[EffectiveLeaf], key: str) -> EffectiveLeaf | None:
    """Returns the leaf of a key; for a table the first leaf in it."""
    exact = next((leaf for leaf in leaves if leaf.key == key), None)
    return exact or next((leaf for leaf in leaves if leaf.key.startswith(f"{key}.")), None)

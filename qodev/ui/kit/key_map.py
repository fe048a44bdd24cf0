"""The keys of all actions as they are in force: the table's own, and what the user chose instead (U29, U37)."""

import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QKeySequence

from qodev.ui.kit.action_table import TABLE, ActionSpec

KeyChoices = Mapping[str, tuple[str, ...]]  # action to its keys, in portable text

_PORTABLE = QKeySequence.SequenceFormat.PortableText
_NATIVE = QKeySequence.SequenceFormat.NativeText
_INPUT_METHODS = ("Ctrl+Shift+U", "Ctrl+.", "Ctrl+;")  # U29
_ACCESS_KEY = re.compile(r"\(&.\)|&")  # as in “&File”, and as Chinese menus have it: “文件(&F)”
_MODIFIER = re.compile(r"(Ctrl|Alt|Shift|Meta)\+")
_FUNCTION_KEY = re.compile(r"(^|\+)F\d+$")


def _tr(text: str, count: int = -1) -> str:
    return QCoreApplication.translate("KeyMap", text, "", count)


@dataclass(frozen=True, slots=True)
class KeyRow:
    """One action with its keys."""

    id: str
    label: str
    path: str  # such as "View → Appearance"
    keys: tuple[str, ...]  # portable text
    is_changed: bool = False
    is_fixed: bool = False  # its keys count only where it is used

    @property
    def name(self) -> str:
        """Returns the label for use in a sentence."""
        return self.label.rstrip("…")

    @property
    def shown(self) -> str:
        """Returns the keys as this platform writes them."""
        return ", ".join(QKeySequence(key).toString(_NATIVE) for key in self.keys)


def own_keys(spec: ActionSpec, *, on_mac: bool) -> list[QKeySequence]:
    """Returns the table's keys of an action on this platform; only a few follow the platform's own standard (U29)."""
    if spec.standard is not None:
        return QKeySequence.keyBindings(spec.standard)
    return [QKeySequence(text) for text in (spec.mac_keys if on_mac and spec.mac_keys else spec.keys)]


def keys_of(spec: ActionSpec, chosen: KeyChoices, *, on_mac: bool = sys.platform == "darwin") -> list[QKeySequence]:
    """Returns the keys in force; what the user chose comes before the table."""
    if spec.id in chosen and not spec.own_context:
        return [QKeySequence(text) for text in chosen[spec.id]]
    return own_keys(spec, on_mac=on_mac)


def key_rows(chosen: KeyChoices) -> tuple[KeyRow, ...]:
    """Returns every action in menu order."""
    return tuple(_row(menu.value, spec, chosen) for menu, specs in TABLE for spec in specs)


def _row(menu: str, spec: ActionSpec, chosen: KeyChoices) -> KeyRow:
    texts = [QCoreApplication.translate("actions", text) for text in (menu, spec.group) if text]
    path = " → ".join(without_access_key(text) for text in texts)
    label = QCoreApplication.translate("actions", spec.label)
    keys = tuple(key.toString(_PORTABLE) for key in keys_of(spec, chosen))
    return KeyRow(spec.id, label, path, keys, spec.id in chosen, spec.own_context)


def without_access_key(text: str) -> str:
    """Returns the title of a menu as it reads."""
    return _ACCESS_KEY.sub("", text)


def find_owner(rows: Sequence[KeyRow], key: str, asking: str) -> KeyRow | None:
    """Returns the action other than `asking` that has a key already."""
    return next((row for row in rows if key in row.keys and row.id != asking and not row.is_fixed), None)


def refusal_of(key: str) -> str:
    """Returns why a key cannot belong to an action, "" when it can."""
    if not key:
        return _tr("No key was pressed.")
    modifiers = set(_MODIFIER.findall(key))
    if {"Ctrl", "Alt"} <= modifiers:
        return _tr("Ctrl+Alt writes characters on many keyboards. Choose another key.")
    if key in _INPUT_METHODS:
        return _tr("Input methods use this key. Choose another one.")
    is_free = bool(modifiers - {"Shift"}) or _FUNCTION_KEY.search(key) is not None or key == "Shift+Esc"
    if not is_free:
        return _tr("This key is needed for typing. Add Ctrl or Alt, or choose a function key.")
    return ""


def portable(sequence: QKeySequence) -> str:
    """Returns a key as it is stored."""
    return sequence.toString(_PORTABLE)

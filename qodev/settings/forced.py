"""Reads settings from the environment: what a variable says decides over the file, and the window shows it (U34)."""

from collections.abc import Mapping

from qodev.base.codes import Code
from qodev.base.diagnostics import Diagnostic, Severity
from qodev.settings.schema import OPTIONS
from qodev.types.settings import SettingKind

_FLAGS = {"1": True, "true": True, "yes": True, "on": True, "0": False, "false": False, "no": False, "off": False}


def forced_values(env: Mapping[str, str]) -> tuple[dict[str, object], tuple[Diagnostic, ...]]:
    """Returns the values that variables such as `QODEV_LOG_LEVEL` set, by key, and what is wrong with others."""
    values: dict[str, object] = {}
    found: list[Diagnostic] = []
    for option in OPTIONS:
        text = env.get(option.variable, "") if option.variable else ""
        if not text:
            continue
        try:
            values[option.key] = option.parse(_value_of(text, option.kind))
        except ValueError as fault:
            message = f"The environment variable `{option.variable}` has no effect: {fault}."
            hint = "Change it or unset it; the settings file decides until then."
            found.append(Diagnostic(Code.SETTINGS_VALUE, Severity.WARNING, message, key=option.key, hint=hint))
    return values, tuple(found)


def _value_of(text: str, kind: SettingKind) -> object:
    if kind is SettingKind.FLAG:
        return _FLAGS.get(text.casefold(), text)
    if kind is SettingKind.NUMBER and text.isascii() and text.isdigit():
        return int(text)
    return text

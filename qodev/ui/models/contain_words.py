"""How commands are contained, in words: for the status bar, the settings and questions (S45, U24, U50)."""

from PySide6.QtCore import QCoreApplication

from qodev.types.policies import CANNOT_START, ContainedAs, Containment, ContainState
from qodev.ui.models.marks import QT_TRANSLATE_NOOP

CHOICES = (Containment.OFF, Containment.ON, Containment.NETWORK)
_CHOICES = {
    Containment.OFF: QT_TRANSLATE_NOOP("ContainWords", "Off"),
    Containment.ON: QT_TRANSLATE_NOOP("ContainWords", "On"),
    Containment.NETWORK: QT_TRANSLATE_NOOP("ContainWords", "On, network allowed"),
}
_SENTENCES = {
    ContainedAs.CONTAINED: QT_TRANSLATE_NOOP(
        "ContainWords", "Contained: writes only in the project and temp, no network"
    ),
    ContainedAs.NETWORK: QT_TRANSLATE_NOOP("ContainWords", "Contained, network allowed"),
    ContainedAs.NOT: QT_TRANSLATE_NOOP("ContainWords", "Not contained"),
}
_FAILED = f"{ContainedAs.NOT.value}: {CANNOT_START}"


def _tr(text: str) -> str:
    return QCoreApplication.translate("ContainWords", text)


def choice_word(choice: Containment) -> str:
    """Returns what can be chosen, in words."""
    return _tr(_CHOICES[choice])


def contained_sentence(way: ContainedAs) -> str:
    """Returns how a command runs, as its card says it."""
    return _tr(_SENTENCES[way])


def contained_text(text: str) -> str:
    """Returns the same for what a view of a call says of it, and why containment cannot start where it says so."""
    for way in ContainedAs:
        if text == way.value:
            return contained_sentence(way)
    fault = text.removeprefix(_FAILED)
    if fault == text:
        return text
    return _tr("Not contained. Containment is on but cannot start: {0}").format(fault)


def contain_word(state: ContainState) -> tuple[str, str, str]:
    """Returns word, icon and colour role for the status bar."""
    if state.has_failed:
        return _tr("Containment failed"), "warning", "deny"
    match state.way:
        case ContainedAs.CONTAINED:
            return _tr("Contained"), "lock", "muted"
        case ContainedAs.NETWORK:
            return _tr("Contained, network allowed"), "lock", "muted"
        case _:
            return _tr("Not contained"), "info", "muted"


def contain_tip(state: ContainState) -> str:
    """Returns what that means, and what can be done about it."""
    if state.has_failed:
        return _tr("Containment is on but cannot start: {0} Commands are asked about, one by one.").format(state.fault)
    if state.way is not ContainedAs.NOT:
        return contained_sentence(state.way)
    if state.fault:
        return _tr("Commands can do what you can. Containment is not available: {0}").format(state.fault)
    return _tr("Commands can do what you can. Containment can be switched on for this project.")


def contain_help(state: ContainState) -> str:
    """Returns what the setting does, and below it why it is not available here, if so."""
    does = _tr("Commands write only in the project and in temp. The network is off unless it is allowed.")
    return f"{does}\n{_tr('Not available: {0}').format(state.fault)}" if state.fault else does


def contain_reason(state: ContainState) -> str:
    """Returns why nothing can be chosen, or ''; what is on can always be switched off."""
    is_off = state.setting in (Containment.OFF, None)
    return _tr("Not available: {0}").format(state.fault) if state.fault and is_off else ""


def contain_hint() -> str:
    """Returns what the first question about a command of a project says beside the button that leads there (S40)."""
    return _tr("Commands can do what you can. They can be contained: writing only in the project and temp, no network.")


def contain_offer() -> str:
    """Returns what is offered when a project is switched to Auto."""
    return _tr("Contain commands: they write only in the project and in temp, without network")

"""The profile editor as values: which document it shows, how it stands, what may be done with it (U73 to U85)."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QLocale

from qodev.base.diagnostics import Diagnostic, Severity
from qodev.types.profile_editing import ProfileAnalysis
from qodev.ui.models.profile_form_state import NO_FORM, ProfileForm

_NEAR = 0.9  # U85


def _tr(text: str, count: int = -1) -> str:
    return QCoreApplication.translate("ProfileState", text, "", count)


@dataclass(frozen=True, slots=True)
class ProfileCount:
    """How large a text is as it would be written, and the look that says how near the limit is."""

    text: str = ""
    look: str = "secondary"


@dataclass(frozen=True, slots=True)
class ProfileEditorState:
    """One text as it stands in the editor."""

    path: str = ""
    name: str = ""  # of the profile, as the text has it
    form: ProfileForm = NO_FORM
    read_only: str = ""
    stem: str = ""
    is_new: bool = False
    has_form: bool = True  # False for a text that is no native profile
    count: ProfileCount = ProfileCount()
    error: str = ""  # why a save would be refused, with the line


@dataclass(frozen=True, slots=True)
class ProfileReasons:
    """Why something cannot be done with the profile in front, "" where it can."""

    new: str = ""
    copy: str = ""
    rename: str = ""
    delete: str = ""
    external: str = ""
    translate: str = ""


@dataclass(frozen=True, slots=True)
class RenameWish:
    """Another display name, another file, or both; and whether conversations follow (U83)."""

    name: str
    stem: str
    updates: bool


@dataclass(frozen=True, slots=True)
class RenameQuestion:
    """What is asked before a profile is renamed."""

    name: str
    stem: str
    conversations: int


def count_of(analysis: ProfileAnalysis) -> ProfileCount:
    """Returns the byte counter (U85)."""
    locale = QLocale()
    text = _tr("{0} / {1} bytes").format(locale.toString(analysis.bytes), locale.toString(analysis.limit))
    if analysis.bytes > analysis.limit:
        return ProfileCount(text, "error")
    return ProfileCount(text, "warning" if analysis.bytes >= _NEAR * analysis.limit else "secondary")


def error_text(found: Sequence[Diagnostic]) -> str:
    """Returns why a save would be refused: the first error with its line and its rule (U80)."""
    first = next((one for one in found if one.severity is Severity.ERROR), None)
    if first is None:
        return ""
    line = first.span.line if first.span is not None else 1
    return _tr("Not saved: line {0}, {1}: {2}").format(line, first.code.value, first.message)

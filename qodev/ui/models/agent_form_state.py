"""The form of the agent editor as values: one field for each key of the format, and what is said about it (U62, U63)."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from PySide6.QtCore import QCoreApplication

from qodev.base.jsontext import JsonValue, dump_compact
from qodev.types.editing import AgentAnalysis, FieldKind, FormField
from qodev.ui.models.agent_origins import NO_MARK, OriginMark, file_mark, origin_mark, place_of
from qodev.ui.models.lists import in_a_row
from qodev.ui.models.marks import QT_TRANSLATE_NOOP


def _tr(text: str, count: int = -1) -> str:
    return QCoreApplication.translate("AgentForm", text, "", count)


@dataclass(frozen=True, slots=True)
class _Words:
    label: str
    help: str


_FIELDS: Mapping[str, _Words] = {
    "name": _Words(QT_TRANSLATE_NOOP("AgentForm", "Name"), QT_TRANSLATE_NOOP("AgentForm", "Rosters and children use it. Rename… changes them too.")),
    "description": _Words(QT_TRANSLATE_NOOP("AgentForm", "Description"), QT_TRANSLATE_NOOP("AgentForm", "The tooltip wherever the agent is listed.")),
    "extends": _Words(QT_TRANSLATE_NOOP("AgentForm", "Extends"), QT_TRANSLATE_NOOP("AgentForm", "The agent whose keys hold where this file writes none.")),
    "abstract": _Words(QT_TRANSLATE_NOOP("AgentForm", "Base only"), QT_TRANSLATE_NOOP("AgentForm", "It can be extended and is never used itself. Not inherited.")),
    "hidden": _Words(QT_TRANSLATE_NOOP("AgentForm", "Hidden"), QT_TRANSLATE_NOOP("AgentForm", "No picker lists it; rosters can still name it. Not inherited.")),
    "schema_version": _Words(QT_TRANSLATE_NOOP("AgentForm", "Format version"), QT_TRANSLATE_NOOP("AgentForm", "1 is the only one so far.")),
    "provider_instance": _Words(QT_TRANSLATE_NOOP("AgentForm", "Provider"), QT_TRANSLATE_NOOP("AgentForm", "The provider instance that gets the request.")),
    "model": _Words(QT_TRANSLATE_NOOP("AgentForm", "Model"), QT_TRANSLATE_NOOP("AgentForm", "The default; a model override in the settings beats it.")),
    "endpoint": _Words(QT_TRANSLATE_NOOP("AgentForm", "Endpoint"), QT_TRANSLATE_NOOP("AgentForm", "Joined to the provider's address; `${MODEL}` is filled in.")),
    "system_prompt": _Words(QT_TRANSLATE_NOOP("AgentForm", "System prompt"), QT_TRANSLATE_NOOP("AgentForm", "A template; Ctrl+Space lists functions and partials.")),
    "enable_thinking": _Words(QT_TRANSLATE_NOOP("AgentForm", "Thinking"), QT_TRANSLATE_NOOP("AgentForm", "Badge only; the body decides what is sent.")),
    "enable_tools": _Words(QT_TRANSLATE_NOOP("AgentForm", "Tools"), QT_TRANSLATE_NOOP("AgentForm", "Definitions of tools may be put into the request.")),
    "cache_prompt": _Words(QT_TRANSLATE_NOOP("AgentForm", "Prompt caching"), QT_TRANSLATE_NOOP("AgentForm", "Anthropic only.")),
    "cache_ttl": _Words(QT_TRANSLATE_NOOP("AgentForm", "Cache lifetime"), QT_TRANSLATE_NOOP("AgentForm", "How long a cached prompt is kept.")),
    "cache_breakpoints": _Words(QT_TRANSLATE_NOOP("AgentForm", "Cache marks"), QT_TRANSLATE_NOOP("AgentForm", "Any of system, tools and history; one a line.")),
    "tags": _Words(QT_TRANSLATE_NOOP("AgentForm", "Tags"), QT_TRANSLATE_NOOP("AgentForm", "Pills and filter words, one a line.")),
    "match.file_patterns": _Words(QT_TRANSLATE_NOOP("AgentForm", "File patterns"), QT_TRANSLATE_NOOP("AgentForm", "Globs on the name and the whole path, such as `*.qml`; one a line.")),
    "match.path_patterns": _Words(QT_TRANSLATE_NOOP("AgentForm", "Path patterns"), QT_TRANSLATE_NOOP("AgentForm", "Globs on the whole path, such as `*/tests/*`; one a line.")),
    "match.project_names": _Words(QT_TRANSLATE_NOOP("AgentForm", "Project names"), QT_TRANSLATE_NOOP("AgentForm", "Exact names of projects; one a line.")),
}  # fmt: skip  # a table reads better in rows

_SECTIONS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (QT_TRANSLATE_NOOP("AgentForm", "Agent"), ("name", "description", "extends", "tags", "abstract", "hidden", "schema_version")),
    (QT_TRANSLATE_NOOP("AgentForm", "Request"), ("provider_instance", "model", "endpoint")),
    (QT_TRANSLATE_NOOP("AgentForm", "Prompt"), ("system_prompt",)),
    (QT_TRANSLATE_NOOP("AgentForm", "Features"), ("enable_thinking", "enable_tools", "cache_prompt", "cache_ttl", "cache_breakpoints")),
    (QT_TRANSLATE_NOOP("AgentForm", "Match"), ("match.file_patterns", "match.path_patterns", "match.project_names")),
)  # fmt: skip

_ALWAYS_SAID = frozenset(("enable_thinking",))  # U63: its sentence stands below the control, not in a tooltip


@dataclass(frozen=True, slots=True)
class FieldView:
    """One key: its control, what this file writes, and what holds where it writes nothing."""

    key: str
    kind: FieldKind
    label: str
    help: str
    text: str = ""  # what this file writes; of a list one item a line
    is_on: bool = False  # of a flag: the value that holds
    placeholder: str = ""  # value and origin of what is inherited
    short_placeholder: str = ""  # the value alone
    origin: str = ""  # the origin alone, as a sentence
    choices: tuple[str, ...] = ()
    is_written: bool = False
    is_known: bool = True
    note: str = ""  # said below the control
    mark: OriginMark = NO_MARK


@dataclass(frozen=True, slots=True)
class FormSection:
    """Fields under one heading."""

    title: str
    fields: tuple[FieldView, ...]


@dataclass(frozen=True, slots=True)
class FormState:
    """Everything the form shows beside the body."""

    sections: tuple[FormSection, ...] = ()
    paused: str = ""  # why the form shows older values and cannot be edited
    read_only: str = ""
    lines: Mapping[str, int] = field(default_factory=dict)  # of the keys that this file writes

    @property
    def is_editable(self) -> bool:
        """Tells whether the controls take changes."""
        return not self.paused and not self.read_only


NO_FORM = FormState()


def build_form(analysis: AgentAnalysis, *, read_only: str, choices: Mapping[str, tuple[str, ...]]) -> FormState:
    """Returns the form of a text that parses; `choices` are suggestions by key."""
    by_key = {one.key: one for one in analysis.fields}
    marks = {leaf.key: origin_mark(leaf) for leaf in analysis.leaves}
    for one in analysis.fields:
        if one.is_written and one.key not in marks:
            marks[one.key] = file_mark(analysis.path, one.line)
    sections = [
        FormSection(_tr(title), tuple(_view(by_key[key], marks, choices) for key in keys if key in by_key))
        for title, keys in _SECTIONS
    ]
    unknown = tuple(_view(one, marks, choices) for one in analysis.fields if not one.is_known)
    if unknown:
        sections.append(FormSection(_tr("Not known"), unknown))
    lines = {one.key: one.line for one in analysis.fields if one.line}
    return FormState(tuple(sections), read_only=read_only, lines=lines)


def paused_text(line: int, column: int, message: str) -> str:
    """Returns why the form is paused (U62)."""
    return _tr("Form paused: line {0}, column {1}. {2}").format(line, column, message)


def _view(one: FormField, marks: Mapping[str, OriginMark], choices: Mapping[str, tuple[str, ...]]) -> FieldView:
    words = _FIELDS.get(one.key)
    label = _tr(words.label) if words is not None else one.key
    help_text = _tr(words.help) if words is not None else ""
    effective = one.value if one.is_written else one.inherited
    inherited, origin = _inherited(one)
    return FieldView(
        one.key,
        one.kind,
        label,
        help_text,
        text=_text(one.value) if one.is_written else "",
        is_on=effective is True,
        placeholder=_tr("{0} · {1}").format(inherited, origin) if inherited and origin else inherited,
        short_placeholder=inherited,
        origin=origin,
        choices=choices.get(one.key, one.choices),
        is_written=one.is_written,
        is_known=one.is_known,
        note=_note(one, help_text),
        mark=marks.get(one.key, NO_MARK),
    )


def _note(one: FormField, help_text: str) -> str:
    if not one.is_known:
        return _tr("not known")
    if one.is_written and one.choices and _unknown_values(one):
        return _tr("not known: {0}").format(in_a_row(_unknown_values(one)))
    return help_text if one.key in _ALWAYS_SAID else ""


def _unknown_values(one: FormField) -> list[str]:
    values = one.value if isinstance(one.value, list) else [one.value]
    return [str(value) for value in values if value not in one.choices]


def _text(value: JsonValue) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return "\n".join(str(item) for item in value)
    return "" if value is None else dump_compact(value)


def _inherited(one: FormField) -> tuple[str, str]:
    """Returns the value that holds where this file writes none, and where it comes from."""
    if one.inherited is None or one.is_written:
        return "", ""
    value = ", ".join(_text(one.inherited).splitlines()) if isinstance(one.inherited, list) else _text(one.inherited)
    place = f", {place_of(one.inherited_path, one.inherited_line)}" if one.inherited_path else ""
    return value, _tr("from {0}").format(f"{one.inherited_from}{place}") if one.inherited_from else ""


def list_items(text: str) -> list[JsonValue]:
    """Returns the items of a list field: one a line, blank lines left out."""
    return [line.strip() for line in text.splitlines() if line.strip()]

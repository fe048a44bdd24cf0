"""The Agents page's list as values: entries of a snapshot, filtered and grouped into rows (U43, U44, A172)."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum, StrEnum

from PySide6.QtCore import QCoreApplication

from qodev.base.codes import Code
from qodev.base.diagnostics import Diagnostic, Severity
from qodev.types.agents import AgentSnapshot, AgentSpec, BaseSpec, Layer
from qodev.ui.models.marks import QT_TRANSLATE_NOOP


def _tr(text: str, count: int = -1) -> str:
    return QCoreApplication.translate("AgentRows", text, "", count)


_TAGS_SHOWN = 3
_NO_CHOICE: frozenset[str] = frozenset()


class AgentGroup(IntEnum):
    """The groups in their order."""

    USER = 0
    EXTRA = 1
    BUNDLED = 2
    NOT_LOADED = 3


_GROUP_WORDS = {
    AgentGroup.USER: QT_TRANSLATE_NOOP("AgentRows", "User"),
    AgentGroup.EXTRA: QT_TRANSLATE_NOOP("AgentRows", "Extra folders"),
    AgentGroup.BUNDLED: QT_TRANSLATE_NOOP("AgentRows", "Bundled"),
    AgentGroup.NOT_LOADED: QT_TRANSLATE_NOOP("AgentRows", "Not loaded"),
}
_GROUP_OF = {Layer.USER: AgentGroup.USER, Layer.EXTRA: AgentGroup.EXTRA}


class AgentRowKind(StrEnum):
    """What a line of the list is."""

    GROUP = "group"
    INSTANCE = "instance"
    AGENT = "agent"
    REJECTED = "rejected"


@dataclass(frozen=True, slots=True)
class Pill:
    """A short word about an agent, and the role of its colour."""

    text: str
    role: str = "muted"


@dataclass(frozen=True, slots=True)
class AgentRow:
    """One line: a heading, an agent, or a file that is not loaded."""

    kind: AgentRowKind
    id: str
    title: str
    detail: str = ""  # the resolved model, or why a file is not loaded
    count: int = 0
    pills: tuple[Pill, ...] = ()
    tip: str = ""
    name: str = ""
    path: str = ""
    line: int = 0
    column: int = 0

    @property
    def is_heading(self) -> bool:
        """Tells whether it only names what follows."""
        return self.kind in (AgentRowKind.GROUP, AgentRowKind.INSTANCE)

    @property
    def spoken(self) -> str:
        """Returns what a screen reader says."""
        if self.is_heading:
            return f"{self.title}, {self.count}"
        return ", ".join(part for part in (self.title, self.detail, *(p.text for p in self.pills)) if part)


@dataclass(frozen=True, slots=True)
class AgentEntry:
    """One agent or rejected file with what the list sorts and searches by."""

    row: AgentRow
    group: AgentGroup
    instance: str
    tags: tuple[str, ...]
    search: str  # case-folded
    is_hidden: bool = False
    is_base: bool = False


@dataclass(frozen=True, slots=True)
class AgentFilter:
    """What the list is narrowed to."""

    text: str = ""
    tags: frozenset[str] = _NO_CHOICE
    shows_hidden: bool = False
    shows_bases: bool = False

    def keeps(self, entry: AgentEntry) -> bool:
        """Tells whether the switches, before words and tags, let an entry be listed."""
        return (self.shows_hidden or not entry.is_hidden) and (self.shows_bases or not entry.is_base)


@dataclass(frozen=True, slots=True)
class TagCount:
    """A tag and how many of the listed agents carry it."""

    tag: str
    count: int
    is_on: bool = False


@dataclass(frozen=True, slots=True)
class AgentListState:
    """Everything the list shows."""

    rows: tuple[AgentRow, ...] = ()
    tags: tuple[TagCount, ...] = ()
    filter: AgentFilter = AgentFilter()
    empty_text: str = ""
    folder: str = ""
    selected: str = ""  # the id of a row


def build_entries(snapshot: AgentSnapshot, folders: Collection[str]) -> tuple[AgentEntry, ...]:
    """Returns an entry for each agent, base and rejected file; `folders` are those that agents are read from."""
    agents = [_agent_entry(snapshot, spec) for spec in snapshot.agents.values()]
    bases = [_base_entry(spec) for spec in snapshot.bases.values()]
    return tuple(sorted([*agents, *bases, *_rejected(snapshot, folders)], key=_order))


def _order(entry: AgentEntry) -> tuple[int, str, str]:
    return entry.group, entry.instance, entry.row.title  # names in code-point order (A172)


def _agent_entry(snapshot: AgentSnapshot, spec: AgentSpec) -> AgentEntry:
    model = snapshot.model_of(spec.name)
    kinds = kind_pills(spec.tags, hidden=spec.hidden, thinking=spec.enable_thinking, tools=spec.enable_tools)
    row = AgentRow(
        AgentRowKind.AGENT,
        f"agent:{spec.name}",
        spec.name,
        model,
        pills=(*_state_pills(snapshot, spec), *layer_pills(spec.layer, spec.folder), *kinds),
        tip=_tip(spec),
        name=spec.name,
        path=spec.span.path,
        line=spec.problem.span.line if spec.problem is not None and spec.problem.span is not None else 1,
    )
    words = (spec.name, model, spec.description, *spec.tags, spec.provider_instance, spec.endpoint)
    search = "\n".join((*words, spec.system_prompt or "")).casefold()
    group = _GROUP_OF.get(spec.layer, AgentGroup.BUNDLED)
    return AgentEntry(row, group, spec.provider_instance, spec.tags, search, spec.hidden)


def _tip(spec: AgentSpec) -> str:
    if spec.usable or spec.problem is None:
        return spec.description
    return f"{spec.description}\n{spec.problem.message}".strip()


def _base_entry(spec: BaseSpec) -> AgentEntry:
    pills = (Pill(_tr("base"), "info"), *layer_pills(spec.layer, None), *tag_pills(spec.tags))
    row = AgentRow(
        AgentRowKind.AGENT,
        f"agent:{spec.name}",
        spec.name,
        spec.model,
        pills=pills,
        tip=spec.description,
        name=spec.name,
        path=spec.span.path,
        line=1,
    )
    words = (spec.name, spec.model, spec.description, *spec.tags, spec.provider_instance)
    group = _GROUP_OF.get(spec.layer, AgentGroup.BUNDLED)
    search = "\n".join(words).casefold()
    return AgentEntry(row, group, spec.provider_instance, spec.tags, search, spec.hidden, is_base=True)


def _state_pills(snapshot: AgentSnapshot, spec: AgentSpec) -> tuple[Pill, ...]:
    found = []
    if not spec.usable:
        found.append(Pill(_tr("error"), "deny"))
    if spec.stale:
        found.append(Pill(_tr("older version in use"), "ask"))
    if spec.name in snapshot.checking:
        found.append(Pill(_tr("checking…")))
    if spec.name in snapshot.overrides:
        found.append(Pill(_tr("override"), "accent"))
    return tuple(found)


def layer_pills(layer: Layer, folder: str | None) -> tuple[Pill, ...]:
    """Returns where an agent comes from: the user's folder, the name of an extra one, or the program."""
    words = {Layer.USER: Pill(_tr("user"), "info"), Layer.BUILT_IN: Pill(_tr("built in"))}
    if layer is Layer.EXTRA and folder:
        return (Pill(folder, "info"),)
    return (words.get(layer, Pill(_tr("bundled"))),)


def kind_pills(tags: Sequence[str], *, hidden: bool, thinking: bool, tools: bool) -> tuple[Pill, ...]:
    """Returns the pills of flags and tags."""
    flags = ((hidden, _tr("hidden")), (thinking, _tr("thinking")), (tools, _tr("tools")))
    return (*(Pill(word) for is_on, word in flags if is_on), *tag_pills(tags))


def tag_pills(tags: Sequence[str]) -> tuple[Pill, ...]:
    """Returns three tags at most, then how many more there are."""
    more = len(tags) - _TAGS_SHOWN
    shown = tuple(Pill(f"#{tag}") for tag in tags[:_TAGS_SHOWN])
    return (*shown, Pill(f"+{more}")) if more > 0 else shown


def _rejected(snapshot: AgentSnapshot, folders: Collection[str]) -> list[AgentEntry]:
    """Returns the files that are not loaded, each with its first error, and the agents that hang on them."""
    used = {s.span.path for s in snapshot.agents.values() if not s.stale} | {
        s.span.path for s in snapshot.bases.values()
    }
    known = snapshot.agents.keys() | snapshot.bases.keys()
    first: dict[str, Diagnostic] = {}
    hanging: dict[str, Diagnostic] = {}
    for found in snapshot.diagnostics:
        if not _rejects(found) or not _is_agent_file(found.file or "", folders):
            continue
        if found.file not in used:
            first.setdefault(found.file or "", found)
        for name in found.dependants:
            if name not in known:
                hanging.setdefault(name, found)
    files = [_file_entry(path, found) for path, found in first.items()]
    named = {found.subject for found in first.values()}
    return files + [_hanging_entry(name, found) for name, found in hanging.items() if name not in named]


def _rejects(found: Diagnostic) -> bool:
    return found.severity is Severity.ERROR or found.code is Code.NAME_DUPLICATE


def _is_agent_file(path: str, folders: Collection[str]) -> bool:
    folder, _, name = path.replace("\\", "/").rpartition("/")
    return name.lower().endswith(".toml") and folder in folders


def _file_entry(path: str, found: Diagnostic) -> AgentEntry:
    name = path.replace("\\", "/").rpartition("/")[2]
    return _rejected_entry(f"file:{path}", name, found)


def _hanging_entry(name: str, found: Diagnostic) -> AgentEntry:
    return _rejected_entry(f"lost:{name}", name, found)


def _rejected_entry(row_id: str, title: str, found: Diagnostic) -> AgentEntry:
    line, column = (found.span.line, found.span.column) if found.span is not None else (1, 1)
    severity = Pill(_tr("error"), "deny") if found.severity is Severity.ERROR else Pill(_tr("not used"), "ask")
    detail = _reason(found)
    row = AgentRow(
        AgentRowKind.REJECTED,
        row_id,
        title,
        detail,
        pills=(severity,),
        tip=" ".join(part for part in (not_loaded_text(title, detail), found.advice) if part),
        name=found.subject or "",
        path=found.file or "",
        line=line,
        column=column,
    )
    search = f"{title}\n{found.message}\n{found.subject or ''}\n{found.code.value}".casefold()
    return AgentEntry(row, AgentGroup.NOT_LOADED, "", (), search)


def not_loaded_text(title: str, reason: str) -> str:
    """Returns the sentence about a file that is not loaded."""
    return _tr("`{0}` is not loaded: {1}").format(title, reason)


def _reason(found: Diagnostic) -> str:
    """Returns why a file is not loaded; of a text that is no TOML line and fault, its name is said already."""
    if found.code is not Code.TOML_SYNTAX or found.span is None:
        return found.message
    return _tr("line {0}, {1}").format(found.span.line, found.message.partition(": ")[2])


def visible_rows(entries: Sequence[AgentEntry], wanted: AgentFilter) -> tuple[AgentRow, ...]:
    """Returns the rows that a filter keeps, with headings that count them; `entries` are in order."""
    words = tuple(wanted.text.casefold().split())
    kept = [
        entry
        for entry in entries
        if wanted.keeps(entry) and wanted.tags.issubset(entry.tags) and all(word in entry.search for word in words)
    ]
    groups = Counter(entry.group for entry in kept)
    instances = Counter((entry.group, entry.instance) for entry in kept)
    rows: list[AgentRow] = []
    place: tuple[AgentGroup | None, str] = (None, "")
    for entry in kept:
        here = (entry.group, entry.instance)
        if entry.group is not place[0]:
            rows.append(_heading(entry.group, groups[entry.group]))
        if here != place and entry.group is not AgentGroup.NOT_LOADED:
            title = entry.instance or _tr("No provider")
            row_id = f"{entry.group}:{entry.instance}"
            rows.append(AgentRow(AgentRowKind.INSTANCE, row_id, title, count=instances[here]))
        rows.append(entry.row)
        place = here
    return tuple(rows)


def _heading(group: AgentGroup, count: int) -> AgentRow:
    return AgentRow(AgentRowKind.GROUP, f"group:{group}", _tr(_GROUP_WORDS[group]), count=count)


def mark_unsaved(rows: tuple[AgentRow, ...], paths: Collection[str]) -> tuple[AgentRow, ...]:
    """Returns the rows, with a pill on those whose file has changes that are not saved."""
    if not paths:
        return rows
    pill = Pill(_tr("unsaved"), "ask")
    return tuple(replace(row, pills=(pill, *row.pills)) if row.path in paths else row for row in rows)


def tag_counts(entries: Iterable[AgentEntry], wanted: AgentFilter) -> tuple[TagCount, ...]:
    """Returns the tags of what the switches list, the most frequent first; a chosen tag stays in the list."""
    counts: Counter[str] = Counter()
    for entry in entries:
        if wanted.keeps(entry):
            counts.update(dict.fromkeys(entry.tags, 1))
    for tag in wanted.tags:
        counts.setdefault(tag, 0)
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return tuple(TagCount(tag, count, tag in wanted.tags) for tag, count in ordered)

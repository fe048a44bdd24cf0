"""Provider instance files: keys, layers, `extends`, overrides by name (A130 to A135)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from qodev.agents.causes import Cause, CauseBook, Findings, SourceFile
from qodev.agents.inherit import Family, Resolution, merge_chain, resolve_chains
from qodev.agents.instance_values import InstanceProblem, build_instance, read_values
from qodev.agents.layers import TomlFile
from qodev.agents.schema import RefusedFile, read_name
from qodev.base.codes import Code
from qodev.base.diagnostics import Diagnostic, Severity
from qodev.base.jsontext import JsonValue
from qodev.types.agents import Layer, ProviderInstance

INSTANCE_HOPS = 16


@dataclass(frozen=True, slots=True, eq=False)
class InstanceDraft:
    """What one instance file says, before `extends`."""

    source: SourceFile
    name: str
    extends: str | None
    abstract: bool
    values: Mapping[str, JsonValue]
    diagnostics: tuple[Diagnostic, ...]


def parse_instance(table: Mapping[str, Any], source: SourceFile) -> InstanceDraft | RefusedFile:
    """Returns the draft of an instance file, or why it is refused."""
    name = read_name(table.get("name"))
    findings = Findings(source, name)
    if name is None:
        message = f"`{source.name}` has no usable `name`; the provider instance is not loaded."
        findings.add(Code.PROVIDER_INVALID, Severity.ERROR, "name", message)
        return RefusedFile(source, None, tuple(findings.found))
    if not isinstance(table.get("extends", ""), str):
        findings.wrong_type("extends", "the name of a provider instance", severity=Severity.ERROR)
        return RefusedFile(source, name, tuple(findings.found))
    values = read_values(table, findings)
    abstract = table.get("abstract", False)
    if not isinstance(abstract, bool):
        findings.wrong_type("abstract", "`true` or `false`")
        abstract = False
    return InstanceDraft(source, name, table.get("extends") or None, abstract, values, tuple(findings.found))


@dataclass(frozen=True, slots=True)
class LoadedInstances:
    """The instances in use, and the cause of each name that is not: agents that use it are its dependants."""

    instances: Mapping[str, ProviderInstance]
    book: CauseBook  # findings whose dependants grow while agents are judged
    lost: Mapping[str, Cause]
    diagnostics: tuple[Diagnostic, ...]  # without those of `book`
    failed: frozenset[str]  # paths of files that should give an instance and do not


@dataclass(slots=True)
class _Collected:
    """Drafts by layer, with the findings and causes on the way."""

    bundled: dict[str, InstanceDraft] = field(default_factory=dict)
    user: dict[str, InstanceDraft] = field(default_factory=dict)
    refused: dict[str, Cause] = field(default_factory=dict)
    found: list[Diagnostic] = field(default_factory=list)
    failed: set[str] = field(default_factory=set)


def resolve_instances(files: Sequence[TomlFile], reserved: frozenset[str] = frozenset()) -> LoadedInstances:
    """Returns the instances that the files of all layers give; `reserved` names are built in and cannot be taken."""
    collected = _collect(files, reserved)
    resolution, refused = _resolve(collected)
    return _Builder(collected, resolution).build(refused)


def resolve_parents(
    files: Sequence[TomlFile], reserved: frozenset[str] = frozenset()
) -> Mapping[str, tuple[InstanceDraft, ...]]:
    """Returns the chain of each name that stands, nearest first."""
    return _resolve(_collect(files, reserved))[0].chains


def _resolve(collected: _Collected) -> tuple[Resolution[InstanceDraft], dict[str, Cause]]:
    own_parents = {name: collected.bundled[name] for name in collected.user if name in collected.bundled}
    drafts = {**collected.bundled, **collected.user}
    refused = {name: cause for name, cause in collected.refused.items() if name not in drafts}
    family = Family(drafts, "provider instance", INSTANCE_HOPS, refused, own_name_parents=own_parents)
    return resolve_chains(family), refused


def _collect(files: Sequence[TomlFile], reserved: frozenset[str]) -> _Collected:
    collected = _Collected()
    for file in files:
        if file.table is None:
            collected.found.extend(file.diagnostics)
            collected.failed.add(file.source.path)
            continue
        draft = parse_instance(file.table, file.source)
        if isinstance(draft, RefusedFile):
            _collect_refused(draft, collected)
        elif draft.name in reserved:
            collected.found.append(_reserved(draft))
            collected.failed.add(file.source.path)
        else:
            collected.found.extend(draft.diagnostics)
            _collect_draft(draft, collected)
    return collected


def _collect_refused(refused: RefusedFile, collected: _Collected) -> None:
    collected.failed.add(refused.source.path)
    if refused.name is None:
        collected.found.extend(refused.diagnostics)
        return
    collected.refused[refused.name] = Cause(refused.diagnostics[0])
    collected.found.extend(refused.diagnostics[1:])


def _collect_draft(draft: InstanceDraft, collected: _Collected) -> None:
    drafts = collected.bundled if draft.source.layer is Layer.BUNDLED else collected.user
    before = drafts.get(draft.name)
    if before is not None:
        collected.found.append(_duplicate(before, draft))
    drafts[draft.name] = draft


def _duplicate(loser: InstanceDraft, winner: InstanceDraft) -> Diagnostic:
    message = (
        f"Two files hold the provider instance `{loser.name}`: `{loser.source.path}` and `{winner.source.path}`; "
        "the latter is used."
    )
    span = loser.source.span_of("name")
    return Diagnostic(Code.NAME_DUPLICATE, Severity.WARNING, message, loser.name, span=span, key="name")


def _reserved(draft: InstanceDraft) -> Diagnostic:
    message = f"`{draft.name}` is built into qodev; `{draft.source.name}` cannot replace it."
    return Diagnostic(
        Code.NAME_CLASH_BUNDLED,
        Severity.ERROR,
        message,
        draft.name,
        span=draft.source.span_of("name"),
        key="name",
        hint="Give the provider instance another name.",
    )


class _Builder:
    """Builds the instances of a resolution; a dropped override leaves the bundled instance in use (A134)."""

    def __init__(self, collected: _Collected, resolution: Resolution[InstanceDraft]) -> None:
        self._collected = collected
        self._resolution = resolution
        self._merged: dict[str, Mapping[str, JsonValue]] = {}
        self._instances: dict[str, ProviderInstance] = {}
        self._lost: dict[str, Cause] = {}
        self._book = CauseBook()
        self._found = [*collected.found, *resolution.notes]

    def build(self, refused: Mapping[str, Cause]) -> LoadedInstances:
        """Returns what stands and what does not."""
        for cause in self._collected.refused.values():
            self._book.keep(cause)
        for name, chain in self._resolution.chains.items():
            self._merged[name] = merge_chain(chain, self._merged.get)
            if not chain[0].abstract:
                self._build_one(name, chain)
        for name, cause in {**refused, **self._resolution.dropped}.items():
            self._book.keep(cause)
            self._lose(name, cause)
        failed = frozenset(self._collected.failed)
        return LoadedInstances(self._instances, self._book, self._lost, tuple(self._found), failed)

    def _build_one(self, name: str, chain: tuple[InstanceDraft, ...]) -> None:
        built = build_instance(name, self._merged[name], chain)
        for note in built.notes:
            self._book.note(note, name)
        if isinstance(built.value, InstanceProblem):
            causes = [self._book.note(diagnostic, name) for diagnostic in built.value.diagnostics]
            self._lose(name, causes[0])
            return
        is_override = name in self._collected.user and name in self._collected.bundled
        if is_override:
            self._found.append(_overrides(chain[0]))
        self._instances[name] = replace(built.value, overrides_bundled=is_override)

    def _lose(self, name: str, cause: Cause) -> None:
        draft = self._collected.user.get(name) or self._collected.bundled.get(name)
        if draft is not None and not draft.abstract:
            self._collected.failed.add(draft.source.path)
        bundled = self._collected.bundled.get(name)
        if bundled is not None and name in self._collected.user:
            chain = self._bundled_chain(bundled)
            kept = build_instance(name, merge_chain(chain, lambda _: None), chain)
            if isinstance(kept.value, ProviderInstance):
                self._instances[name] = kept.value
                return
        self._lost[name] = cause

    def _bundled_chain(self, draft: InstanceDraft) -> tuple[InstanceDraft, ...]:
        chain = [draft]
        while (parent := self._collected.bundled.get(chain[-1].extends or "")) is not None and parent not in chain:
            chain.append(parent)
        return tuple(chain)


def _overrides(draft: InstanceDraft) -> Diagnostic:
    message = f"`{draft.source.name}` is used in place of the bundled provider instance `{draft.name}`."
    span = draft.source.span_of("name")
    return Diagnostic(Code.PROVIDER_OVERRIDES_BUNDLED, Severity.INFO, message, draft.name, span=span, key="name")

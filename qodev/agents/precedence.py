"""Decides which file a name stands for, over all layers (A20 to A25)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from qodev.agents.causes import Cause, CauseBook
from qodev.agents.layers import TomlFile
from qodev.agents.schema import AgentDraft, RefusedFile
from qodev.base.codes import Code
from qodev.base.diagnostics import Diagnostic, Severity
from qodev.types.agents import Layer

ReadDraft = Callable[[TomlFile], AgentDraft | RefusedFile]
"""Returns the draft of a file whose TOML was readable."""


@dataclass(slots=True)
class NamedDrafts:
    """The draft that each name stands for; names of refused files that no other file holds lead to the cause."""

    drafts: dict[str, AgentDraft] = field(default_factory=dict)
    refused: dict[str, Cause] = field(default_factory=dict)
    found: list[Diagnostic] = field(default_factory=list)
    broken: set[str] = field(default_factory=set)  # paths of files that give nothing


def name_drafts(
    folders: Sequence[Sequence[TomlFile]], reserved: frozenset[str], book: CauseBook, read: ReadDraft
) -> NamedDrafts:
    """Returns the drafts of all folders by name: bundled first, then the user's, then the extra ones in their order."""
    named = NamedDrafts()
    taken = set(reserved)
    for files in folders:
        in_folder = _read_folder(files, named, book, read)
        for name, candidates in in_folder.items():
            _place(name, candidates, named, taken)
        if files and files[0].source.layer is Layer.BUNDLED:
            taken.update(in_folder)
    for name in named.drafts:
        named.refused.pop(name, None)
    return named


def _read_folder(
    files: Iterable[TomlFile], named: NamedDrafts, book: CauseBook, read: ReadDraft
) -> dict[str, list[AgentDraft]]:
    in_folder: dict[str, list[AgentDraft]] = {}
    for file in files:
        if file.table is None:
            named.found.extend(file.diagnostics)
            named.broken.add(file.source.path)
            continue
        draft = read(file)
        if isinstance(draft, RefusedFile):
            _refuse(draft, named, book)
            continue
        named.found.extend(draft.diagnostics)
        in_folder.setdefault(draft.name, []).append(draft)
    return in_folder


def _refuse(refused: RefusedFile, named: NamedDrafts, book: CauseBook) -> None:
    first, *others = refused.diagnostics
    cause = book.note(first)
    named.found.extend(others)
    named.broken.add(refused.source.path)
    if refused.name is not None:
        named.refused[refused.name] = cause


def _place(name: str, candidates: Sequence[AgentDraft], named: NamedDrafts, taken: set[str]) -> None:
    if name in taken and candidates[0].source.layer is not Layer.BUNDLED:
        named.found.extend(map(_clash, candidates))
        named.broken.update(draft.source.path for draft in candidates)
        return
    *losers, last = candidates
    winner = named.drafts.setdefault(name, last)
    if winner is not last:
        losers.append(last)
    named.found.extend(_duplicate(loser, winner) for loser in losers)


def _clash(draft: AgentDraft) -> Diagnostic:
    message = (
        f"`{draft.source.name}` has the name of the bundled agent `{draft.name}`: bundled agents cannot be replaced. "
        "Rename it, and extend the bundled agent to build on it."
    )
    return Diagnostic(
        Code.NAME_CLASH_BUNDLED,
        Severity.ERROR,
        message,
        draft.name,
        span=draft.source.span_of("name"),
        key="name",
        hint="Give the agent another name.",
    )


def _duplicate(loser: AgentDraft, winner: AgentDraft) -> Diagnostic:
    message = f"Two files hold the agent `{loser.name}`: `{loser.source.path}` and `{winner.source.path}`; the latter is used."
    span = loser.source.span_of("name")
    return Diagnostic(Code.NAME_DUPLICATE, Severity.WARNING, message, loser.name, span=span, key="name")


def find_similar_names(loaded: Mapping[str, AgentDraft]) -> list[Diagnostic]:
    """Returns a warning for each name that differs from an earlier one by case alone (A25)."""
    groups: dict[str, list[str]] = {}
    for name in loaded:
        groups.setdefault(name.casefold(), []).append(name)
    found: list[Diagnostic] = []
    for names in groups.values():
        first, *later = sorted(names)
        for name in later:
            source = loaded[name].source
            message = f"The names `{first}` and `{name}` differ by case alone; they are two agents."
            span = source.span_of("name")
            found.append(Diagnostic(Code.NAME_SIMILAR, Severity.WARNING, message, name, span=span, key="name"))
    return found

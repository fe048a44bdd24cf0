"""Resolves `extends`: order, cycles, depth, deep merge, and the origin of every leaf (A26 to A37)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

from qodev.agents.causes import Cause, SourceFile
from qodev.base.codes import Code
from qodev.base.diagnostics import Diagnostic, Severity
from qodev.base.jsontext import JsonValue
from qodev.base.text import near_miss
from qodev.types.agents import LeafOrigin, ReplacedLeaf

AGENT_HOPS = 32  # A34
ALIASES: Mapping[str, str] = {  # A37: names that QodeAssist's files use
    "Claude Base Chat": "Anthropic Base Chat",
    "OpenAI Base Responses": "OpenAI Responses Base",
    "LM Studio Base Responses": "LM Studio Responses Base",
    "Codestral Base FIM": "Codestral FIM Base",
    "Ollama Base FIM": "Ollama FIM Base",
}


class Draft(Protocol):
    """What resolving needs to know of a draft of an agent or a provider instance."""

    @property
    def source(self) -> SourceFile:
        """Returns the file that wrote it."""
        ...

    @property
    def name(self) -> str:
        """Returns its name."""
        ...

    @property
    def extends(self) -> str | None:
        """Returns the parent's name."""
        ...

    @property
    def values(self) -> Mapping[str, JsonValue]:
        """Returns what children inherit."""
        ...


D = TypeVar("D", bound=Draft)


@dataclass(frozen=True, slots=True)
class Family(Generic[D]):
    """The drafts that can be named, and how names are looked up."""

    drafts: Mapping[str, D]
    kind: str  # "agent" or "provider instance", for messages
    max_hops: int
    refused: Mapping[str, Cause] = field(default_factory=dict)  # names of refused files
    aliases: Mapping[str, str] = field(default_factory=dict)
    own_name_parents: Mapping[str, D] = field(
        default_factory=dict
    )  # what a draft that extends its own name gets (A133)


@dataclass(frozen=True, slots=True)
class Resolution(Generic[D]):
    """The chain of each draft that stands, nearest first, and the cause of each that does not."""

    chains: Mapping[str, tuple[D, ...]]
    dropped: Mapping[str, Cause]
    notes: tuple[Diagnostic, ...]


def resolve_chains(family: Family[D]) -> Resolution[D]:
    """Returns the chains of a family; no draft is half-merged: it stands with all its parents or is dropped."""
    return _Resolver(family).resolve()


class _Resolver(Generic[D]):
    def __init__(self, family: Family[D]) -> None:
        self._family = family
        self._chains: dict[str, tuple[D, ...]] = {}
        self._dropped: dict[str, Cause] = {}
        self._notes: list[Diagnostic] = []

    def resolve(self) -> Resolution[D]:
        for name in self._family.drafts:
            self._walk(name)
        return Resolution(self._chains, self._dropped, tuple(self._notes))

    def _walk(self, name: str) -> None:
        """Climbs to something known or to a root, then comes back down; no recursion, so no chain is too long."""
        path: list[str] = []
        on_path: set[str] = set()
        here: str | None = name
        while here is not None and here not in self._chains and here not in self._dropped:
            if here in on_path:
                self._drop_cycle(path[path.index(here) :])
                break
            path.append(here)
            on_path.add(here)
            here = self._parent_of(self._family.drafts[here])
        for member in reversed(path):
            self._settle(member)

    def _parent_of(self, draft: D) -> str | None:
        """Returns the name of the parent when it is one of the family; otherwise decides about `draft` itself."""
        wanted = draft.extends
        if not wanted:
            return None
        if wanted == draft.name and wanted in self._family.own_name_parents:
            return None
        if wanted in self._family.drafts:
            return wanted
        if wanted in self._family.refused:
            self._drop(draft.name, self._family.refused[wanted])
            return None
        alias = self._family.aliases.get(wanted)
        if alias in self._family.drafts or alias in self._family.refused:
            assert alias is not None
            self._notes.append(_aliased(draft, alias))
            if alias in self._family.drafts:
                return alias
            self._drop(draft.name, self._family.refused[alias])
            return None
        self._dropped[draft.name] = Cause(_unknown(draft, self._family))
        return None

    def _drop(self, name: str, cause: Cause) -> None:
        cause.dependants.add(name)
        self._dropped[name] = cause

    def _drop_cycle(self, members: list[str]) -> None:
        names = tuple(sorted(members))
        first = self._family.drafts[names[0]]
        cause = Cause(_cycle(first, names, self._family.kind))
        for member in members:
            self._dropped[member] = cause

    def _settle(self, name: str) -> None:
        if name in self._dropped or name in self._chains:
            return
        draft = self._family.drafts[name]
        parent = self._settled_parent(draft)
        if isinstance(parent, Cause):
            self._drop(name, parent)
        elif len(parent) > self._family.max_hops:
            self._dropped[name] = Cause(_too_deep(draft, self._family.max_hops, self._family.kind))
        else:
            self._chains[name] = (draft, *parent)

    def _settled_parent(self, draft: D) -> "tuple[D, ...] | Cause":
        wanted = draft.extends
        if not wanted:
            return ()
        if wanted == draft.name and wanted in self._family.own_name_parents:
            return (self._family.own_name_parents[wanted],)
        if wanted not in self._family.drafts:
            wanted = self._family.aliases[wanted]
        return self._chains.get(wanted) or self._dropped[wanted]


def _aliased(draft: Draft, alias: str) -> Diagnostic:
    message = f"`{draft.name}` extends `{draft.extends}`, which is called `{alias}` here."
    span = draft.source.span_of("extends")
    return Diagnostic(Code.EXTENDS_ALIAS, Severity.INFO, message, draft.name, span=span, key="extends", hint=alias)


def _unknown(draft: Draft, family: Family[D]) -> Diagnostic:
    near = near_miss(draft.extends or "", (name for name in family.drafts if name != draft.name))
    ask = f"; did you mean `{near}`?" if near else "."
    message = (
        f"{_upper_first(family.kind)} '{draft.name}' extends unknown {family.kind} '{draft.extends}' "
        f"in `{draft.source.name}`{ask}"
    )
    span = draft.source.span_of("extends")
    return Diagnostic(Code.EXTENDS_UNKNOWN, Severity.ERROR, message, draft.name, span=span, key="extends", hint=near)


def _cycle(first: Draft, members: tuple[str, ...], kind: str) -> Diagnostic:
    ring = ", ".join(f"`{name}`" for name in members)
    message = f"{_upper_first(kind)}s extend each other in a circle: {ring}."
    return Diagnostic(
        Code.EXTENDS_CYCLE,
        Severity.ERROR,
        message if len(members) > 1 else f"`{members[0]}` extends itself.",
        first.name,
        span=first.source.span_of("extends"),
        key="extends",
        hint="Take `extends` out of one of them.",
        members=members,
    )


def _too_deep(draft: Draft, max_hops: int, kind: str) -> Diagnostic:
    message = f"`{draft.name}` has more than {max_hops} parents above it; a {kind} may have at most that many."
    span = draft.source.span_of("extends")
    return Diagnostic(Code.EXTENDS_TOO_DEEP, Severity.ERROR, message, draft.name, span=span, key="extends")


def _upper_first(text: str) -> str:
    return text[:1].upper() + text[1:]


def merge_values(parent: Mapping[str, JsonValue], child: Mapping[str, JsonValue]) -> Mapping[str, JsonValue]:
    """Returns the child over its parent: tables merged at any depth, all else replaced, parent's keys first (A28).

    What is not changed is shared, not copied.
    """
    if not child:
        return parent
    merged = dict(parent)
    for key, value in child.items():
        above = merged.get(key)
        merged[key] = merge_values(above, value) if isinstance(above, dict) and isinstance(value, dict) else value
    return merged


def merge_chain(
    chain: Sequence[Draft], merged_of: Callable[[str], Mapping[str, JsonValue] | None]
) -> Mapping[str, JsonValue]:
    """Returns the values of a chain, nearest first; `merged_of` gives what is already known of a parent."""
    nearest, *above = chain
    if not above:
        return nearest.values
    known = merged_of(above[0].name) if above[0].name != nearest.name else None
    return merge_values(merge_chain(above, merged_of) if known is None else known, nearest.values)


class ChainOrigins(Mapping[str, LeafOrigin]):
    """Where each leaf of a merged draft was written; found at the first question, since it costs places of keys.

    Keys are dotted paths such as `body.options.num_ctx`; an array and an empty table are one leaf.
    """

    __slots__ = ("_chain", "_origins")

    def __init__(self, chain: Sequence[Draft]) -> None:
        self._chain = tuple(chain)
        self._origins: dict[str, LeafOrigin] | None = None

    def __getitem__(self, key: str) -> LeafOrigin:
        return self._all()[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    def _all(self) -> dict[str, LeafOrigin]:
        if self._origins is None:
            self._origins = _find_origins(self._chain)
        return self._origins


def _find_origins(chain: Sequence[Draft]) -> dict[str, LeafOrigin]:
    leaves = _Leaves()
    merged: Mapping[str, JsonValue] = {}
    for draft in reversed(chain):
        leaves.lay(draft, draft.values, merged, "")
        merged = merge_values(merged, draft.values)
    nearest = chain[0]
    name = LeafOrigin(nearest.source.span_of("name"), nearest.name, nearest.source.layer)
    return {"name": name, **leaves.origins}


@dataclass(slots=True)
class _Leaves:
    """Lays drafts over each other, root first, and remembers what each leaf covered."""

    origins: dict[str, LeafOrigin] = field(default_factory=dict)

    def lay(self, draft: Draft, table: Mapping[str, JsonValue], below: JsonValue, prefix: str) -> None:
        """Takes the leaves of a table; `below` is what the parents have at its place."""
        members = below if isinstance(below, dict) else {}
        for key, value in table.items():
            path, covered = f"{prefix}{key}", members.get(key)
            if isinstance(value, dict) and (value or (isinstance(covered, dict) and covered)):
                # A leaf that becomes a table with members is one no more (A27).
                self.origins.pop(path, None)
                self.lay(draft, value, covered, f"{path}.")
            else:
                self._write(path, draft, covered, is_known=key in members)

    def _write(self, path: str, draft: Draft, covered: JsonValue, *, is_known: bool) -> None:
        replaced: tuple[ReplacedLeaf, ...] = ()
        if is_known:
            inside = [known for known in self.origins if known == path or known.startswith(f"{path}.")]
            if inside:
                nearest = self.origins[inside[0]]
                deeper = nearest.replaced if inside[0] == path else ()
                replaced = (ReplacedLeaf(nearest.span, nearest.agent, nearest.layer, covered), *deeper)
            for known in inside:
                del self.origins[known]
        span = draft.source.span_of(path)
        self.origins[path] = LeafOrigin(span, draft.name, draft.source.layer, replaced)

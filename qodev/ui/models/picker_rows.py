"""The agents that a roster can take, as rows of a picker with tags (A185)."""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass

from qodev.types.agents import AgentSnapshot, AgentSpec
from qodev.ui.models.roster_rows import agent_pills, match_summary


@dataclass(frozen=True, slots=True)
class PickerRow:
    """An agent to choose; `problem` says why it would be passed over."""

    name: str
    model: str
    match: str
    pills: str
    tags: tuple[str, ...]
    tip: str
    problem: str
    searched: str  # folded text that the filter looks in


def picker_rows(snapshot: AgentSnapshot, taken: Collection[str]) -> tuple[PickerRow, ...]:
    """Returns the agents that are not taken, by name; hidden and abstract ones are in no picker (U44)."""
    specs = (s for s in snapshot.agents.values() if not s.hidden and s.name not in taken)
    return tuple(_row(snapshot, spec) for spec in sorted(specs, key=_order))


def _order(spec: AgentSpec) -> tuple[str, str]:
    return spec.name.casefold(), spec.name


def _row(snapshot: AgentSnapshot, spec: AgentSpec) -> PickerRow:
    model = snapshot.model_of(spec.name)
    pills = " · ".join(agent_pills(snapshot, spec))
    problem = "" if spec.usable else (spec.problem.message if spec.problem is not None else "")
    searched = " ".join((spec.name, model, spec.description, spec.provider_instance, *spec.tags)).casefold()
    tip = "\n".join(line for line in (spec.name, spec.description, ", ".join(spec.tags), problem) if line)
    return PickerRow(spec.name, model, match_summary(spec.match), pills, spec.tags, tip, problem, searched)


def tag_counts(rows: Collection[PickerRow]) -> tuple[tuple[str, int], ...]:
    """Returns the tags with how many rows have each, the most frequent first."""
    counts = Counter(tag for row in rows for tag in row.tags)
    return tuple(sorted(counts.items(), key=lambda found: (-found[1], found[0])))

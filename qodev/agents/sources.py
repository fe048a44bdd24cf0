"""Where the partials and roles of a template come from, and which names may be included."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import PurePath

from qodev.agents.faults import TemplateFault
from qodev.agents.names import looks_secret
from qodev.base.codes import Code
from qodev.base.text import near_miss
from qodev.types.agents import AgentSnapshot, AgentSpec, Layer, RoleSpec


@dataclass(frozen=True, slots=True)
class TemplateSources:
    """Partials by name, the bundled ones first (A68), and the roles by id.

    `own` is the folder of the agent's own file; `refused` holds names that exist but may not be read, with the
    reason (A69).
    """

    bundled: Mapping[str, str] = field(default_factory=dict)
    own: Mapping[str, str] = field(default_factory=dict)
    roles: Mapping[str, RoleSpec] = field(default_factory=dict)
    refused: Mapping[str, str] = field(default_factory=dict)

    def find(self, name: str) -> str | None:
        """Returns the text of a partial; raises TemplateFault for a name that is not allowed."""
        check_partial_name(name)
        if name in self.bundled:
            return self.bundled[name]
        if name in self.refused:
            raise TemplateFault(Code.INCLUDE_FORBIDDEN, refusal_of(name, self.refused[name]))
        return self.own.get(name)

    def require(self, name: str) -> str:
        """Returns the text of a partial; raises TemplateFault when there is none (A70)."""
        text = self.find(name)
        if text is None:
            near = near_miss(name, (*self.bundled, *self.own))
            raise TemplateFault(Code.INCLUDE_MISSING, f"There is no partial `{name}`.", near)
        return text


def refusal_of(name: str, reason: str) -> str:
    """Returns the sentence about a partial that is there and may not be read."""
    return f"`{name}` cannot be included: {reason}."


def check_partial_name(name: str) -> None:
    """Raises TemplateFault for a name that could leave its folder (A69)."""
    bad = ".." in name or name.startswith(("/", "~")) or any(mark in name for mark in "\\:\0")
    if bad:
        hint = "Name a file below the folder of the agent, such as `partials/x.jinja`."
        raise TemplateFault(Code.INCLUDE_FORBIDDEN, f"The partial name {name[:100]!r} is not allowed.", hint)
    if any(map(looks_secret, name.split("/"))):
        message = f"The partial {name[:100]!r} cannot be included: files of this name may hold secrets."
        raise TemplateFault(Code.INCLUDE_FORBIDDEN, message, "Give the partial another name.")


def sources_for(snapshot: AgentSnapshot, spec: AgentSpec) -> TemplateSources:
    """Returns what templates of an agent can reach: bundled partials, those beside its file, and all roles."""
    bundled = snapshot.partials.get("", {})
    if spec.layer in (Layer.BUNDLED, Layer.BUILT_IN):
        return TemplateSources(bundled, {}, snapshot.roles)
    folder = str(PurePath(spec.span.path).parent)
    own, refused = snapshot.partials.get(folder, {}), snapshot.refused_partials.get(folder, {})
    return TemplateSources(bundled, own, snapshot.roles, refused)

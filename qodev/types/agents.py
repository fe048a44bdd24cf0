"""Agents, roles, provider instances, rosters, and the snapshot that holds them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from qodev.base.diagnostics import Diagnostic, SourceSpan
from qodev.base.jsontext import JsonValue


class Layer(StrEnum):
    """Where something was loaded from."""

    BUNDLED = "bundled"
    USER = "user"
    EXTRA = "extra"
    PROJECT = "project"
    BUILT_IN = "built_in"


class ClientApi(StrEnum):
    """The wire formats."""

    ANTHROPIC = "anthropic"
    OPENAI_CHAT = "openai_chat"
    OPENAI_RESPONSES = "openai_responses"
    GOOGLE = "google"
    MISTRAL = "mistral"
    LLAMA_CPP = "llama_cpp"
    OLLAMA = "ollama"


@dataclass(frozen=True, slots=True)
class Timeouts:
    """Limits of a connection, in seconds; `total_s` 0 means none."""

    connect_s: float = 10.0
    idle_s: float = 120.0
    total_s: float = 0.0


@dataclass(frozen=True, slots=True)
class LaunchSpec:
    """How a local server is started (A139, A140)."""

    command: str
    args: tuple[str, ...] = ()
    cwd: str | None = None
    env: Mapping[str, str] = field(default_factory=dict)
    ready_url: str = ""
    ready_timeout_s: float = 30.0
    detach: bool = False


@dataclass(frozen=True, slots=True)
class ProviderInstance:
    """A configuration of a provider: URL, key reference, client API."""

    name: str
    client_api: ClientApi
    description: str
    url: str
    api_key_ref: str
    headers: Mapping[str, str]
    timeouts: Timeouts
    proxy: str  # "system", "none" or a URL
    ca_file: str | None
    verify_tls: bool
    launch: LaunchSpec | None
    layer: Layer
    overrides_bundled: bool
    span: SourceSpan
    stale: bool = False  # an older version in use since the file on disk is broken (A46)


@dataclass(frozen=True, slots=True)
class MatchRule:
    """When an agent is meant for a file (A109 to A111)."""

    file_patterns: tuple[str, ...] = ()
    path_patterns: tuple[str, ...] = ()
    project_names: tuple[str, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Tells whether it accepts everything."""
        return not (self.file_patterns or self.path_patterns or self.project_names)


@dataclass(frozen=True, slots=True)
class LeafOrigin:
    """The file that wrote a leaf of a merged agent, and the value that it replaced."""

    span: SourceSpan
    agent: str  # whose file it is
    layer: Layer
    replaced: tuple["ReplacedLeaf", ...] = ()  # nearest first


@dataclass(frozen=True, slots=True)
class ReplacedLeaf:
    """A value further up the chain that a child overrides."""

    span: SourceSpan
    agent: str
    layer: Layer
    value: JsonValue


@dataclass(frozen=True, slots=True)
class AgentSpec:
    """A concrete agent with `extends` and `abstract` resolved away."""

    name: str
    description: str
    provider_instance: str
    model: str
    endpoint: str
    system_prompt: str | None
    tags: tuple[str, ...]
    enable_thinking: bool
    enable_tools: bool
    cache_prompt: bool
    cache_ttl: str
    cache_breakpoints: tuple[str, ...]
    hidden: bool
    match: MatchRule
    body: Mapping[str, JsonValue]
    parents: tuple[str, ...]  # nearest first
    origins: Mapping[str, LeafOrigin]  # key path to origin; a replaced array is one leaf
    layer: Layer
    folder: str | None  # extra folders: their name, shown as a pill (A5)
    span: SourceSpan
    digest: str  # of every file that took part, so that seen agents are known again (S90)
    usable: bool = True
    problem: Diagnostic | None = None  # why it is not usable
    stale: bool = False  # an older version in use since the file on disk is broken (A46)


@dataclass(frozen=True, slots=True)
class BaseSpec:
    """An abstract agent, kept for lists and editors."""

    name: str
    description: str
    provider_instance: str
    model: str
    layer: Layer
    tags: tuple[str, ...]
    hidden: bool
    span: SourceSpan


@dataclass(frozen=True, slots=True)
class RoleSpec:
    """A role that `agent_role()` can insert."""

    id: str
    name: str
    description: str
    text: str
    layer: Layer
    span: SourceSpan
    stale: bool = False  # as for agents


class Pipeline(StrEnum):
    """What an agent is chosen for."""

    CODE_COMPLETION = "code_completion"
    CHAT = "chat"
    COMPRESSION = "compression"
    QUICK_REFACTOR = "quick_refactor"


@dataclass(frozen=True, slots=True)
class Roster:
    """The agents of a pipeline in order."""

    pipeline: Pipeline
    agents: tuple[str, ...]
    stale: bool = False  # as for agents


class RouteVerdict(StrEnum):
    """What routing found about one entry (A115)."""

    ACCEPTED = "accepted"
    REFUSED = "refused"
    NOT_LOADED = "not_loaded"
    UNUSABLE = "unusable"


@dataclass(frozen=True, slots=True)
class DimensionCheck:
    """How one dimension of `[match]` judged a file and a project; a dimension without patterns judges nothing."""

    dimension: str
    patterns: tuple[str, ...]
    fitted: str | None  # the first pattern that fits; None: all of them refuse


@dataclass(frozen=True, slots=True)
class RouteStep:
    """One entry of a roster; `by` names the dimensions that refuse, `reason` says why it is unusable."""

    name: str
    verdict: RouteVerdict
    by: tuple[str, ...] = ()
    reason: str | None = None
    checks: tuple[DimensionCheck, ...] = ()  # in the order of A115; () for what is not loaded or unusable


@dataclass(frozen=True, slots=True)
class RouteTrace:
    """How a pipeline chose."""

    pipeline: Pipeline
    winner: str | None
    steps: tuple[RouteStep, ...]


@dataclass(frozen=True, slots=True)
class NeverWins:
    """An entry of a roster that no file can reach: `behind` accepts all that it would, or is None: its globs fit nothing."""

    name: str
    behind: str | None


@dataclass(frozen=True, slots=True)
class AgentSnapshot:
    """Everything that was loaded, immutable; a reload makes the next revision."""

    revision: int
    agents: Mapping[str, AgentSpec]  # concrete ones, usable or not
    bases: Mapping[str, BaseSpec]
    roles: Mapping[str, RoleSpec]
    instances: Mapping[str, ProviderInstance]
    rosters: Mapping[Pipeline, Roster]
    overrides: Mapping[str, str]  # agent name to model (A121)
    partials: Mapping[str, Mapping[str, str]]  # folder to partial name to text; "" is the bundled folder
    diagnostics: tuple[Diagnostic, ...]
    checking: frozenset[str] = frozenset()  # agents whose dry run is still going on (A44)
    # As `partials`: name to the reason why it may not be read (A69).
    refused_partials: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def model_of(self, name: str) -> str:
        """Returns the model of an agent, its override counted (A123)."""
        return self.overrides.get(name) or self.agents[name].model

    def find_instance(self, name: str) -> ProviderInstance | None:
        """Returns the instance of that name, else the only one that is equal but for case (A136)."""
        if name in self.instances:
            return self.instances[name]
        folded = [i for n, i in self.instances.items() if n.casefold() == name.casefold()]
        return folded[0] if len(folded) == 1 else None


@dataclass(frozen=True, slots=True)
class RenderedBody:
    """A request body, and what was found while rendering it; `body` is None when it does not render."""

    body: Mapping[str, JsonValue] | None
    diagnostics: tuple[Diagnostic, ...]


@dataclass(frozen=True, slots=True)
class PromptPart:
    """A piece of a rendered system prompt; `source` names what put it in, "" for the agent's own text."""

    text: str
    source: str = ""  # such as read_file
    detail: str = ""  # such as the path


@dataclass(frozen=True, slots=True)
class RenderedPrompt:
    """A rendered system prompt; None when it does not render, "" when it is blank."""

    text: str | None
    diagnostics: tuple[Diagnostic, ...]
    notes: tuple[str, ...] = ()  # such as a vanished role that became developer (A104)
    parts: tuple[PromptPart, ...] = ()  # the text cut where something was inserted (U67)

"""Makes agents and roles for tests of templates."""

from collections.abc import Mapping

from qodev.base.diagnostics import SourceSpan
from qodev.types.agents import AgentSpec, Layer, LeafOrigin, MatchRule, RoleSpec


def make_spec(
    name: str = "A",
    body: Mapping[str, object] | None = None,
    system_prompt: str | None = None,
    origins: Mapping[str, LeafOrigin] | None = None,
    digest: str = "",
    layer: Layer = Layer.USER,
) -> AgentSpec:
    """Returns a concrete agent with the given templates."""
    return AgentSpec(
        name=name,
        description="",
        provider_instance="Claude",
        model="m",
        endpoint="/v1/messages",
        system_prompt=system_prompt,
        tags=(),
        enable_thinking=False,
        enable_tools=False,
        cache_prompt=False,
        cache_ttl="5m",
        cache_breakpoints=(),
        hidden=False,
        match=MatchRule(),
        body={} if body is None else body,  # type: ignore[arg-type]  # tests put dates in it
        parents=(),
        origins=origins or {},
        layer=layer,
        folder=None,
        span=SourceSpan(f"/agents/{name.lower()}.toml", 1),
        digest=digest,
    )


def make_origin(agent: str, line: int = 1) -> LeafOrigin:
    """Returns the origin of a key that `agent` wrote in a line of its file."""
    return LeafOrigin(SourceSpan(f"/agents/{agent.lower()}.toml", line), agent, Layer.USER)


def make_role(role_id: str, text: str) -> RoleSpec:
    """Returns a role."""
    return RoleSpec(role_id, role_id, "", text, Layer.BUNDLED, SourceSpan(f"/roles/{role_id}.md", 1))

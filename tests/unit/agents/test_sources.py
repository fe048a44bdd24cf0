"""Which partials an agent can include."""

import pytest

from qodev.agents.faults import TemplateFault
from qodev.agents.sources import TemplateSources, check_partial_name, sources_for
from qodev.types.agents import AgentSnapshot, Layer
from tests.unit.agents.made import make_role, make_spec

SNAPSHOT = AgentSnapshot(
    revision=1,
    agents={},
    bases={},
    roles={"developer": make_role("developer", "DEV")},
    instances={},
    rosters={},
    overrides={},
    partials={"": {"p.jinja": "1"}, "/agents": {"own.jinja": "2"}, "/other": {"own.jinja": "3"}},
    diagnostics=(),
    refused_partials={"/agents": {"link.jinja": "it leads out"}},
)


@pytest.mark.parametrize(
    "name", ["../a", "a/../b", "a..b", "/a", "~a", "a\\b", "C:a", "a\0", ".git/a.jinja", "x/.ENV", "my_secret.jinja"]
)
def test_names_that_could_leave_the_folder_are_refused(name: str) -> None:
    with pytest.raises(TemplateFault) as raised:
        check_partial_name(name)
    assert raised.value.code == "include.forbidden"


def test_user_agent_reaches_bundled_partials_and_its_own_folder() -> None:
    sources = sources_for(SNAPSHOT, make_spec())
    assert (sources.find("p.jinja"), sources.find("own.jinja"), sources.find("none.jinja")) == ("1", "2", None)
    assert sources.roles == SNAPSHOT.roles
    with pytest.raises(TemplateFault, match="it leads out"):
        sources.find("link.jinja")


def test_bundled_agent_reaches_bundled_partials_alone() -> None:
    assert sources_for(SNAPSHOT, make_spec(layer=Layer.BUNDLED)).find("own.jinja") is None


def test_missing_partial_comes_with_a_near_name() -> None:
    with pytest.raises(TemplateFault) as raised:
        TemplateSources({"partials/messages.jinja": ""}).require("partials/mesages.jinja")
    assert (raised.value.code, raised.value.hint) == ("include.missing", "partials/messages.jinja")


def test_empty_name_is_missing() -> None:
    with pytest.raises(TemplateFault) as raised:
        TemplateSources({"p.jinja": ""}).require("")
    assert raised.value.code == "include.missing"

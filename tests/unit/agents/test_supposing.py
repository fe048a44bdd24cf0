"""What an agent would be if its file held another text is what it is once the file holds it (A174)."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from qodev.agents.loading import Definitions, load_definitions, resolve_material
from qodev.agents.material import read_material
from qodev.agents.memory import LoadMemory
from qodev.agents.supposing import Supposed, suppose
from qodev.types.agents import AgentSpec
from tests.unit.agents.loading_kit import COMPLETE, Disk

LINES = st.sampled_from(
    [
        'name = "Own"',
        'name = "Base"',
        'name = "Other"',
        'extends = "Base"',
        'extends = "Nobody"',
        'extends = "Own"',
        'model = "x"',
        "model = 5",
        'provider_instance = "Nowhere"',
        "hidden = true",
        "abstract = true",
        "schema_version = 9",
        'tags = ["a", 1]',
        "colour = 1",
        "[match]",
        'file_patterns = ["[", "*.py"]',
        "[body]",
        "max_tokens = 7",
        "since = 2024-01-02",
        "x = '{{ tojson(ctx.prefix) }}'",
        "tools = []",
        "[",
    ]
)


def fields(spec: AgentSpec) -> dict[str, object]:
    """Returns an agent with its origins written out."""
    shown = {name: getattr(spec, name) for name in AgentSpec.__slots__ if name != "origins"}
    return shown | {"origins": {key: (o.span, o.agent, o.layer, o.replaced) for key, o in spec.origins.items()}}


def supposed_in(disk: Disk, path: Path, text: str) -> tuple[Supposed, Definitions]:
    memory = LoadMemory()
    material = read_material(disk.sources, memory)
    resolve_material(material, 1, memory)
    return suppose(material, memory, str(path), text), load_definitions(disk.sources, 2, memory)


def ready(root: Path) -> Disk:
    disk = Disk(root)
    disk.write("bundled/base.toml", f'name = "Base"\nabstract = true\n{COMPLETE}')
    disk.write("user/child.toml", 'name = "Child"\nextends = "Own"\n')
    disk.write("user/own.toml", 'name = "Own"\nextends = "Base"\n')
    return disk


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(LINES, max_size=7))
def test_a_supposition_says_what_the_load_says_once_it_is_saved(tmp_path: Path, lines: list[str]) -> None:
    disk, text = ready(tmp_path), "\n".join(lines) + "\n"
    path = tmp_path / "user" / "own.toml"
    supposed, _ = supposed_in(disk, path, text)
    path.write_text(text)
    saved = disk.define()
    assert supposed.definitions.snapshot.diagnostics == saved.snapshot.diagnostics
    found = {name: fields(spec) for name, spec in supposed.definitions.snapshot.agents.items()}
    assert found == {name: fields(spec) for name, spec in saved.snapshot.agents.items()}


def test_nothing_of_it_is_remembered(tmp_path: Path) -> None:
    disk = ready(tmp_path)
    before = disk.define()
    _, after = supposed_in(disk, tmp_path / "user" / "own.toml", 'name = "Thief"\nextends = "Child"\n')
    assert after.snapshot.agents.keys() == before.snapshot.agents.keys()
    assert after.snapshot.diagnostics == before.snapshot.diagnostics


@pytest.mark.parametrize(("place", "name"), [("user/fresh.toml", "Fresh"), ("elsewhere/fresh.toml", "Fresh")])
def test_a_file_that_is_not_there_yet_counts_as_the_users_own(tmp_path: Path, place: str, name: str) -> None:
    disk = ready(tmp_path)
    supposed, _ = supposed_in(disk, tmp_path / place, f'name = "{name}"\nextends = "Base"\n')
    assert supposed.spec is not None
    assert (supposed.spec.layer.value, supposed.spec.parents) == ("user", ("Base",))


def test_the_byte_order_mark_and_line_ends_of_an_editor_do_not_count(tmp_path: Path) -> None:
    disk = ready(tmp_path)
    supposed, _ = supposed_in(disk, tmp_path / "user" / "own.toml", '\ufeffname = "Own"\r\nextends = "Base"\r\n')
    assert supposed.spec is not None
    assert supposed.spec.span.line == 1

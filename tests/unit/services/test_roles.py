"""The roles service: copies, imports, and deleting with undo, on files."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from qodev.agents.layers import LayerFolder
from qodev.agents.roles import load_roles
from qodev.base.errors import UserFacingError
from qodev.base.tasks import WorkPool
from qodev.services.roles import RolesService
from qodev.types.agents import AgentSnapshot, Layer
from qodev.types.documents import DocumentKind, TrashedFile
from tests.fakes.services import make_agent, make_snapshot

BUNDLED = Path(__file__).parents[3] / "resources" / "roles"


class Disk:
    """Files of a folder, and a catalog that follows at once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.prompt = "{{ agent_role('tester') }}"

    @property
    def snapshot(self) -> AgentSnapshot:
        folders = (LayerFolder(BUNDLED, Layer.BUNDLED), LayerFolder(self.folder, Layer.USER))
        agent = make_agent("Testing", system_prompt=self.prompt)
        return replace(make_snapshot(), agents={agent.name: agent}, roles=load_roles(folders).value or {})

    async def create(self, kind: DocumentKind, stem: str, text: str) -> str:
        assert kind is DocumentKind.ROLE
        if stem == "full":
            raise UserFacingError("The disk is full.")
        path = self.folder / f"{stem}.md"
        with path.open("x", encoding="utf-8") as stream:
            stream.write(text)
        return str(path)

    async def trash(self, path: str) -> TrashedFile:
        kept = self.folder / ".kept"
        Path(path).rename(kept)  # noqa: ASYNC240  one small file
        return TrashedFile(path, str(kept), Path(path).name)

    async def restore(self, trashed: TrashedFile) -> None:
        Path(trashed.kept_at).rename(trashed.path)  # noqa: ASYNC240  one small file

    async def settled(self) -> None:
        pass


@pytest.fixture
def disk(tmp_path: Path) -> Disk:
    (tmp_path / "roles").mkdir()
    return Disk(tmp_path / "roles")


@pytest.fixture
def roles(disk: Disk) -> Iterator[RolesService]:
    pool = WorkPool()
    yield RolesService(lambda: disk.snapshot, disk, disk.folder, pool)
    pool.close()


async def test_entries_name_the_agents_that_use_a_role(roles: RolesService) -> None:
    found = {entry.role.id: entry.agents for entry in await roles.entries()}
    assert found["tester"] == ("Testing",)
    assert found["developer"] == ()


async def test_duplicates_get_ids_that_no_file_has(roles: RolesService, disk: Disk) -> None:
    assert await roles.duplicate("tester") == "tester_copy"
    (disk.folder / "tester_copy2.md").write_text("---\nbroken")
    assert await roles.duplicate("tester") == "tester_copy3"
    copy, original = roles.require("tester_copy3"), roles.require("tester")
    assert (copy.text, copy.description, copy.layer) == (original.text, original.description, Layer.USER)
    assert copy.name == f"{original.name} copy"
    with pytest.raises(UserFacingError, match="no role"):
        await roles.duplicate("gone")


@pytest.mark.parametrize("role_id", ["", "Upper", "-x", "a b", "a/../b", "tester", "x" * 65, "broken"])
async def test_id_that_cannot_be_is_refused(roles: RolesService, disk: Disk, role_id: str) -> None:
    (disk.folder / "broken.md").write_text("---\nbroken")
    with pytest.raises(UserFacingError):
        await roles.new(role_id)
    assert [path.name for path in disk.folder.iterdir()] == ["broken.md"]


async def test_new_role_is_loaded(roles: RolesService, disk: Disk) -> None:
    assert await roles.new("mine", "My: role", text="You help.") == str(disk.folder / "mine.md")
    assert (roles.require("mine").name, roles.require("mine").text) == ("My: role", "You help.")


async def test_delete_can_be_taken_back(roles: RolesService) -> None:
    trashed = await roles.delete(await roles.new("mine", text="You help."))
    with pytest.raises(UserFacingError):
        roles.require("mine")
    await roles.restore(trashed)
    assert roles.require("mine").text == "You help."


async def test_import_writes_what_is_ticked_and_leaves_the_source(roles: RolesService, tmp_path: Path) -> None:
    document = json.dumps(
        [
            {"id": "Tester", "name": "My tester", "description": "d", "systemPrompt": "---\nYou test."},
            {"id": "shipped", "systemPrompt": "x", "builtIn": True},
            {"id": "nothing"},
        ]
    )
    source = tmp_path / "roles.json"
    source.write_text(document)
    parsed = await roles.read_import(source)
    assert parsed.value is not None
    assert [(o.id, o.is_ticked) for o in parsed.value] == [("tester_2", True), ("shipped", False)]
    assert len(parsed.diagnostics) == 1
    made = await roles.import_roles([offer for offer in parsed.value if offer.is_ticked])
    assert [(role.id, role.name, role.text) for role in made] == [("tester_2", "My tester", "---\nYou test.")]
    assert source.read_text() == document


async def test_import_tries_every_role_before_it_tells_a_fault(roles: RolesService, tmp_path: Path) -> None:
    source = tmp_path / "roles.json"
    source.write_text(json.dumps([{"id": "full", "systemPrompt": "x"}, {"id": "other", "systemPrompt": "y"}]))
    offers = (await roles.read_import(source)).value
    assert offers is not None
    with pytest.raises(UserFacingError, match="full"):
        await roles.import_roles(offers)
    assert roles.require("other").text == "y"


async def test_import_of_a_file_that_is_gone_is_a_finding(roles: RolesService, tmp_path: Path) -> None:
    parsed = await roles.read_import(tmp_path / "gone.json")
    assert parsed.value is None
    assert [d.code for d in parsed.diagnostics] == ["file.unreadable"]

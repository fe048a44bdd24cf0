"""The fixture matrix and the comparison of bodies (U69, U70, A177)."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from qodev.agents.fixtures import FIXTURE_NAMES
from qodev.base.codes import Code
from qodev.base.errors import UserFacingError
from qodev.base.paths import AppPaths
from qodev.services.app import Services
from qodev.types.conversation import Draft
from qodev.types.editing import (
    AgentSide,
    ChangeKind,
    FileSide,
    Fixture,
    MatrixCell,
    MatrixState,
    TextSide,
    TurnSide,
)
from tests.unit.services.editing_kit import own, place, put, running, write

CHAT, FIM = "Claude Haiku 4.5 Chat", "Codestral FIM"
THINKING_ONLY = (
    "[body]\nx = '''\n{{ tojson(ctx.history[1].content_blocks[0].thinking) }}\n'''\n"  # only some contexts have one
)


@pytest.fixture
async def services(app_paths: AppPaths) -> AsyncIterator[Services]:
    async with running(app_paths, with_store=True) as made:
        yield made


def states(cells: tuple[MatrixCell, ...]) -> dict[str, MatrixState]:
    return {cell.fixture: cell.state for cell in cells}


async def test_every_bundled_agent_passes_every_context(services: Services) -> None:
    told: list[MatrixCell] = []
    cells = await services.editing.matrix(on_cell=told.append)
    assert tuple(told) == cells
    assert len(cells) == len({(cell.agent, cell.fixture) for cell in cells})
    assert {cell.state for cell in cells} == {MatrixState.OK, MatrixState.NOT_APPLICABLE}
    assert {cell.fixture for cell in cells} == set(FIXTURE_NAMES)


async def test_a_context_that_an_agent_does_not_look_at_is_not_applicable(services: Services) -> None:
    chat, fim = states(await services.editing.matrix([CHAT])), states(await services.editing.matrix([FIM]))
    assert (chat["full"], chat["fim"]) == (MatrixState.OK, MatrixState.NOT_APPLICABLE)
    assert (fim["full"], fim["fim"]) == (MatrixState.NOT_APPLICABLE, MatrixState.OK)


async def test_cells_fail_where_the_template_does_and_name_its_place(services: Services) -> None:
    path = await write(services, "own", own("Own", THINKING_ONLY))
    cells = await services.editing.matrix(["Own"])
    found = states(cells)
    assert (found["full"], found["first_turn"]) == (MatrixState.OK, MatrixState.FAILED)
    failed = next(cell.diagnostic for cell in cells if cell.fixture == "first_turn")
    assert failed is not None
    assert (failed.file, failed.key) == (path, "body.x")
    assert failed.span is not None
    assert failed.span.line == 7, "the line of the template, not that of its key"


async def test_an_unseen_agent_that_failed_in_the_child_is_not_rendered_here(services: Services) -> None:
    put(place(services, "own"), own("Own", THINKING_ONLY))
    await services.agents.reload()  # found on the disk, not saved by the user
    assert not await services._catalog.may_render("Own")
    found = states(await services.editing.matrix(["Own"]))
    assert (found["full"], found["first_turn"]) == (MatrixState.OK, MatrixState.FAILED)


async def test_an_unseen_agent_that_failed_is_shown_to_nobody_as_a_request(services: Services) -> None:
    put(place(services, "own"), own("Own", THINKING_ONLY))
    await services.agents.reload()
    rendered = await services.requests.render_fixture("Own", "full")
    assert (rendered.body, [d.key for d in rendered.diagnostics]) == (None, ["body.x"])
    made = await services.conversations.create()
    await services.conversations.choose_agent(made.id, "Own")
    preview = await services.requests.preview(made.id, Draft("Hello"))
    assert preview.body is None
    assert "body.x" in preview.problems[0]


async def test_the_file_counts_and_not_the_older_version_in_use(services: Services) -> None:
    await write(services, "own", own("Own"))
    await write(services, "own", own("Own", THINKING_ONLY))
    assert services.agents.snapshot.agents["Own"].stale
    assert states(await services.editing.matrix(["Own"]))["first_turn"] is MatrixState.FAILED


async def test_a_failure_in_an_optional_context_is_a_warning(services: Services) -> None:
    await write(services, "own", own("Own", "[body]\nx = '{{ tojson(ctx.suffix) }}'\n"))
    assert states(await services.editing.matrix(["Own"]))["no_suffix"] is MatrixState.WARNING


async def test_fixtures_of_the_user_are_columns_and_documents(services: Services) -> None:
    path = Path(await services.editing.new_fixture())
    assert states(await services.editing.matrix([CHAT], [path.stem])) == {path.stem: MatrixState.OK}
    put(path, '{"history": [{"role": "robot", "content": ""}]}')
    (cell,) = await services.editing.matrix([CHAT], [path.stem])
    assert cell.state is MatrixState.FAILED
    assert cell.diagnostic is not None
    assert cell.diagnostic.file == str(path)
    assert "`role` is one of user" in cell.diagnostic.message
    found = await services.documents.check(str(path), '{\n  "histori": []\n}')
    assert [(d.code, d.hint is not None) for d in found] == [(Code.FIXTURE_INVALID, True)]
    assert "did you mean `history`" in found[0].message
    opened = await services.documents.open(str(path))
    assert opened.read_only is None


@pytest.mark.parametrize(("agents", "fixtures"), [(["Nobody"], ()), ((), ["nothing"])])
async def test_names_that_do_not_exist_are_refused(services: Services, agents: list[str], fixtures: list[str]) -> None:
    with pytest.raises(UserFacingError):
        await services.editing.matrix(agents, fixtures)


async def test_an_agent_equals_itself(services: Services) -> None:
    compared = await services.editing.compare(AgentSide(CHAT), AgentSide(CHAT))
    assert (compared.equal, compared.changes, compared.cacheable_prefix) == (True, (), None)


async def test_an_unsaved_text_is_compared_with_its_file(services: Services) -> None:
    path = await write(services, "own", own("Own", "[body.options]\nnum_ctx = 1\n"))
    text = own("Own", "[body.options]\nnum_ctx = 2\nseed = 3\n")
    compared = await services.editing.compare(FileSide(path), TextSide(path, text))
    assert [(c.path, c.kind, c.after) for c in compared.changes] == [
        ("options.num_ctx", ChangeKind.CHANGED, 2),
        ("options.seed", ChangeKind.ADDED, 3),
    ]
    assert (compared.added, compared.removed, compared.changed) == (1, 0, 1)
    assert compared.cacheable_prefix == "options.num_ctx"


async def test_a_side_that_does_not_render_says_why(services: Services) -> None:
    path = await write(services, "own", own("Own"))
    broken = TextSide(path, own("Own", "[body]\nx = '{{ nothing( }}'\n"))
    compared = await services.editing.compare(AgentSide("Own"), broken)
    assert compared.b_body is None
    assert compared.problems


async def test_two_turns_show_where_the_cached_prefix_ends(services: Services) -> None:
    made = await services.conversations.create()
    await services.conversations.choose_agent(made.id, "Offline Chat")
    for text in ("one", "two"):
        await services.conversations.send(made.id, text)
        await services.conversations.wait(made.id)
    later, earlier = await services.editing.turns()
    sides = [TurnSide(made.id, turn.turn_id, turn.step) for turn in (earlier, later)]
    compared = await services.editing.compare(*sides)
    assert {c.kind for c in compared.changes} == {ChangeKind.ADDED}
    first = next(c.path for c in compared.changes if c.path.startswith("messages["))
    assert compared.cacheable_prefix == first
    with pytest.raises(UserFacingError, match="not kept"):
        await services.editing.compare(sides[0], TurnSide(made.id, "gone"))


async def test_sides_are_rendered_for_the_chosen_conversation(services: Services) -> None:
    short = await services.editing.compare(AgentSide(CHAT), AgentSide(CHAT), source=Fixture("first_turn"))
    full = await services.editing.compare(AgentSide(CHAT), AgentSide(CHAT))
    assert short.a_body != full.a_body


async def test_one_tiny_request_tests_an_agent(services: Services) -> None:
    done = await services.editing.test("Offline Chat")
    assert (done.ok, done.status) == (True, 200)
    assert done.text
    assert done.seconds > 0


async def test_a_test_that_fails_says_what_happened(services: Services) -> None:
    text = own("Own", 'provider_instance = "Here"\n')
    await services.providers.add(
        "Here", services.agents.snapshot.instances["Ollama (Native)"].client_api, "http://127.0.0.1:9"
    )
    await write(services, "own", text)
    done = await services.editing.test("Own")
    assert (done.ok, done.url) == (False, "http://127.0.0.1:9/api/chat")
    assert "refused" in done.message

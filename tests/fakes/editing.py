"""A double of the services for editors: answers at once with what it was given, renders nothing."""

from collections.abc import Callable, Sequence

from qodev.agents.fixtures import FIXTURE_NAMES
from qodev.services.fixtures import NamedFixture
from qodev.types.conversation import RequestPreview, SentRequest
from qodev.types.editing import BodyComparison, BodySide, Fixture, MatrixCell, MatrixState, PreviewSource

_FULL = Fixture("full")


class FakeEditing:
    """Holds the cells of the matrix that are not ok, a comparison, the turns to compare, and a preview."""

    def __init__(self) -> None:
        self.own: tuple[NamedFixture, ...] = ()
        self.cells: dict[tuple[str, str], MatrixCell] = {}
        self.comparison = BodyComparison(equal=True, changes=())
        self.sent: tuple[SentRequest, ...] = ()
        self.preview_now = RequestPreview("", "POST", "", {}, None, "", (), None, 0)

    async def fixtures(self) -> tuple[NamedFixture, ...]:
        """Returns the contexts of the dry run and those given."""
        return (*(NamedFixture(name) for name in FIXTURE_NAMES), *self.own)

    async def matrix(
        self,
        agents: Sequence[str] = (),
        fixtures: Sequence[str] = (),
        *,
        on_cell: Callable[[MatrixCell], None] | None = None,
    ) -> tuple[MatrixCell, ...]:
        """Returns the cells given, the others ok."""
        columns = fixtures or [fixture.name for fixture in await self.fixtures()]
        cells = [
            self.cells.get((agent, name), MatrixCell(agent, name, MatrixState.OK))
            for agent in agents
            for name in columns
        ]
        for cell in cells:
            if on_cell is not None:
                on_cell(cell)
        return tuple(cells)

    async def compare(self, _a: BodySide, _b: BodySide, *, source: PreviewSource = _FULL) -> BodyComparison:
        """Returns the comparison given."""
        assert source is not None
        return self.comparison

    async def turns(self, limit: int = 30) -> tuple[SentRequest, ...]:
        """Returns the turns given."""
        return self.sent[:limit]

    async def preview(
        self, _path: str, _text: str, _source: PreviewSource, *, role_id: str | None = None, project: str | None = None
    ) -> RequestPreview:
        """Returns the preview given."""
        assert role_id != "nobody"
        assert project != ""
        return self.preview_now

"""Renders agents with every fixture, one cell after the other, in workers (U69, A49)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from qodev.agents.catalog import AgentCatalog
from qodev.agents.findings import diagnose
from qodev.agents.fixtures import FIXTURES, OPTIONAL
from qodev.agents.render import body_mentions, sources_for
from qodev.agents.template_places import placed, texts_of
from qodev.base.codes import Code
from qodev.base.diagnostics import Diagnostic, Severity
from qodev.base.errors import UserFacingError
from qodev.base.jsontext import JsonValue
from qodev.base.tasks import WorkPool
from qodev.base.text import near_miss
from qodev.services.fixtures import FixtureBook, NamedFixture
from qodev.services.previews import Previews
from qodev.services.shown_requests import Attempt
from qodev.types.agents import AgentSnapshot, AgentSpec, Layer
from qodev.types.editing import MatrixCell, MatrixState

OnCell = Callable[[MatrixCell], None]
_HISTORY = ("history",)
_READS: Mapping[str, tuple[str, ...]] = {  # the fields of `ctx` that a fixture is about
    "no_system": ("system_prompt",),
    "no_suffix": ("suffix",),
    "fim": ("prefix", "suffix"),
    "files": ("files_metadata",),
}
_SOFT = frozenset((Code.PROMPT_READ, Code.ROLE_UNKNOWN))  # A100, A105: they hang on the project and the roles of then


@dataclass(frozen=True, slots=True)
class _Row:
    """One agent, and which fields its templates look at."""

    spec: AgentSpec
    reads: frozenset[str]
    text_of: Callable[[str], str]  # of its files, by path


@dataclass(frozen=True, slots=True)
class _Column:
    """One fixture, read once a run; without a sample the fault says why."""

    fixture: NamedFixture
    sample: Mapping[str, JsonValue] | None
    fault: str = ""

    @property
    def name(self) -> str:
        return self.fixture.name


class Matrix:
    """Fills the grid of agents and fixtures with the code that sends."""

    def __init__(self, previews: Previews, fixtures: FixtureBook, catalog: AgentCatalog, pool: WorkPool) -> None:
        self._previews = previews
        self._fixtures = fixtures
        self._catalog = catalog
        self._pool = pool

    async def fixtures(self) -> tuple[NamedFixture, ...]:
        """Returns the columns: the contexts of the dry run, then the user's own."""
        return await self._pool.run(self._fixtures.all)

    async def new_fixture(self) -> str:
        """Writes a fixture of the user's own to begin with, and returns its path; raises UserFacingError."""
        return str(await self._pool.run(self._fixtures.create))

    async def run(
        self, agents: Sequence[str] = (), fixtures: Sequence[str] = (), *, on_cell: OnCell | None = None
    ) -> tuple[MatrixCell, ...]:
        """Returns a cell for each agent and fixture, all of them where none is named; tells each as it is done.

        Raises UserFacingError for a name that does not exist. Cancelling ends it after the agent at hand.
        """
        columns = await self._pool.run(self._columns, _chosen(fixtures, await self.fixtures()))
        cells: list[MatrixCell] = []
        for spec in _rows(self._catalog.snapshot, agents):
            for cell in await self._row(spec, columns):
                cells.append(cell)
                if on_cell is not None:
                    on_cell(cell)
        return tuple(cells)

    def _columns(self, fixtures: Sequence[NamedFixture]) -> list[_Column]:
        return [self._column(fixture) for fixture in fixtures]

    def _column(self, fixture: NamedFixture) -> _Column:
        try:
            return _Column(fixture, self._fixtures.require(fixture.name))
        except UserFacingError as fault:
            return _Column(fixture, None, fault.message)

    async def _row(self, used: AgentSpec, columns: Sequence[_Column]) -> list[MatrixCell]:
        """Renders an agent as its files say now, not the older version that may be in use for it."""
        spec = self._catalog.as_written(used.name) if used.stale else used
        if spec is None or not await self._catalog.may_render(spec.name):
            failures = await self._pool.run(self._failures, spec, used)
            return [_untried(used, column.name, failures) for column in columns]
        snapshot = self._catalog.snapshot
        written = replace(snapshot, agents={**snapshot.agents, spec.name: spec})
        return await self._pool.run(self._render_row, written, spec, columns)

    def _failures(self, spec: AgentSpec | None, used: AgentSpec) -> Mapping[str, Diagnostic]:
        """Returns why an agent fails by fixture, as the child found; "" stands for all others."""
        verdict = self._catalog.refused(spec) if spec is not None else None
        if spec is None or verdict is None:
            return {"": _finding(used, f"The agent `{used.name}` is still being checked.")}
        failures: dict[str, Diagnostic] = {}
        for found in verdict.findings:
            if found.severity is Severity.ERROR:
                (diagnostic,) = placed([diagnose(spec, found)], texts_of(self._catalog.chain_of(spec.name)))
                names = () if found.code.startswith("limit.") else found.contexts
                failures |= {name: failures.get(name, diagnostic) for name in names or ("",)}
        return failures

    def _render_row(self, snapshot: AgentSnapshot, spec: AgentSpec, columns: Sequence[_Column]) -> list[MatrixCell]:
        fields = sorted({field for names in (_HISTORY, *_READS.values()) for field in names})
        sources = sources_for(snapshot, spec)
        reads = frozenset(field for field in fields if body_mentions(spec, sources, field))
        row = _Row(spec, reads, texts_of(self._catalog.chain_of(spec.name)))
        return [self._cell(row, snapshot, column) for column in columns]

    def _cell(self, row: _Row, snapshot: AgentSnapshot, column: _Column) -> MatrixCell:
        name = row.spec.name
        if column.sample is None:
            why = column.fixture.diagnostic or _finding(row.spec, column.fault)
            return MatrixCell(name, column.name, MatrixState.FAILED, why)
        attempt = self._previews.sample_now(snapshot, name, column.sample)
        found = _worst(row.spec, attempt)
        if found is not None:
            (found,) = placed([found], row.text_of)
            return MatrixCell(name, column.name, _state(found, column.name), found)
        reads = _READS.get(column.name, _HISTORY) if column.fixture.path is None else ()
        is_about = not reads or not row.reads.isdisjoint(reads)
        return MatrixCell(name, column.name, MatrixState.OK if is_about else MatrixState.NOT_APPLICABLE)


def _untried(spec: AgentSpec, fixture: str, failures: Mapping[str, Diagnostic]) -> MatrixCell:
    """Returns the cell of an agent that may not be rendered here: what the child found, which tried them all."""
    found = failures.get(fixture) or failures.get("")
    if found is None and fixture in FIXTURES:
        return MatrixCell(spec.name, fixture, MatrixState.OK)
    return MatrixCell(spec.name, fixture, MatrixState.FAILED, found or next(iter(failures.values())))


def _worst(spec: AgentSpec, attempt: Attempt) -> Diagnostic | None:
    if attempt.built is not None:
        return next(iter(attempt.built.warnings), None)
    return attempt.diagnostics[0] if attempt.diagnostics else _finding(spec, " ".join(attempt.problems))


def _state(found: Diagnostic, fixture: str) -> MatrixState:
    is_soft = found.severity is not Severity.ERROR or fixture in OPTIONAL or found.code in _SOFT
    return MatrixState.WARNING if is_soft else MatrixState.FAILED


def _finding(spec: AgentSpec, message: str) -> Diagnostic:
    problem = spec.problem
    if problem is not None:
        return problem
    return Diagnostic(
        Code.PROVIDER_UNKNOWN, Severity.ERROR, message, spec.name, span=spec.span, key="provider_instance"
    )


def _rows(snapshot: AgentSnapshot, names: Sequence[str]) -> list[AgentSpec]:
    if not names:
        return [spec for spec in snapshot.agents.values() if spec.layer is not Layer.BUILT_IN]
    return [_require(snapshot, name) for name in names]


def _require(snapshot: AgentSnapshot, name: str) -> AgentSpec:
    spec = snapshot.agents.get(name)
    if spec is None:
        near = near_miss(name, snapshot.agents)
        raise UserFacingError(f"There is no agent `{name}`.", f"Did you mean `{near}`?" if near else None)
    return spec


def _chosen(names: Sequence[str], known: Sequence[NamedFixture]) -> list[NamedFixture]:
    by_name = {fixture.name: fixture for fixture in known}
    for name in names:
        if name not in by_name:
            raise UserFacingError(f"There is no fixture `{name}`.", f"Choose one of {', '.join(by_name)}.")
    return [by_name[name] for name in names or by_name]

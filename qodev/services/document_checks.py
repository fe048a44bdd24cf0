"""Checks unsaved documents of every kind with the functions that load them (U65)."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from qodev.agents.catalog import AgentCatalog
from qodev.base.diagnostics import Diagnostic, sorted_diagnostics
from qodev.base.tasks import WorkPool
from qodev.types.documents import DocumentKind

Check = Callable[[str, str], Awaitable[tuple[Diagnostic, ...]]]


@dataclass(frozen=True, slots=True)
class DocumentChecks:
    """Says what a load would say about a file if it held another text."""

    catalog: AgentCatalog
    pool: WorkPool

    async def check(self, kind: DocumentKind, path: str, text: str) -> tuple[Diagnostic, ...]:
        """Returns the findings about the file, in order; a kind that nobody reads has none."""
        checks: Mapping[DocumentKind, Check] = {DocumentKind.AGENT: self._check_agent}
        check = checks.get(kind)
        return sorted_diagnostics(await check(path, text)) if check is not None else ()

    async def _check_agent(self, path: str, text: str) -> tuple[Diagnostic, ...]:
        return (await self.catalog.suppose(path, text)).diagnostics

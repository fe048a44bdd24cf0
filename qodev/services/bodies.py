"""Compares requests: of agents, unsaved texts, files and turns that were sent (A177, U70)."""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import assert_never

from qodev.agents.catalog import AgentCatalog
from qodev.agents.causes import FILE_LIMIT_BYTES
from qodev.agents.supposing import Supposed
from qodev.base.diagnostics import Diagnostic
from qodev.base.errors import UserFacingError
from qodev.base.files import load_text
from qodev.base.jsondiff import AlignedChange, diff_aligned, first_place
from qodev.base.jsontext import JsonValue, first_difference
from qodev.base.tasks import WorkPool
from qodev.services.agents import effective_of
from qodev.services.previews import Previews
from qodev.services.shown_requests import Attempt
from qodev.store.requests import RequestLog
from qodev.types.agents import AgentSpec
from qodev.types.conversation import SentRequest
from qodev.types.editing import (
    AgentSide,
    BodyChange,
    BodyComparison,
    BodySide,
    ChangeKind,
    FileSide,
    Fixture,
    PreviewSource,
    TextSide,
    TurnSide,
)

_FULL = Fixture("full")  # the fixture with every kind of block


@dataclass(frozen=True, slots=True)
class _Side:
    """One side as it is compared."""

    body: Mapping[str, JsonValue] | None
    effective: Mapping[str, JsonValue] | None = None
    diagnostics: tuple[Diagnostic, ...] = ()


class Bodies:
    """Makes the bodies of both sides with the code that sends, and compares them in a worker."""

    def __init__(
        self, previews: Previews, catalog: AgentCatalog, log: Callable[[], RequestLog], pool: WorkPool
    ) -> None:
        self._previews = previews
        self._catalog = catalog
        self._log = log
        self._pool = pool

    async def compare(self, a: BodySide, b: BodySide, *, source: PreviewSource = _FULL) -> BodyComparison:
        """Returns how two requests differ; both are made for one conversation. Raises UserFacingError.

        A side that does not render has no body; the findings say why.
        """
        left, right = await self._side(a, source), await self._side(b, source)
        return await self._pool.run(_compared, left, right)

    async def turns(self, limit: int = 30) -> tuple[SentRequest, ...]:
        """Returns the requests that can be compared, newest first, without their bodies."""
        return await self._log().recent(limit)

    async def _side(self, side: BodySide, source: PreviewSource) -> _Side:
        match side:
            case AgentSide(name):
                attempt = await self._previews.of_loaded(name, source)
                return _side_of(attempt, self._catalog.snapshot.agents.get(name))
            case TextSide(path, text):
                return await self._supposed(await self._catalog.suppose(path, text), source)
            case FileSide(path):
                text = await self._pool.run(_read, path)
                return await self._supposed(await self._catalog.suppose(path, text), source)
            case TurnSide():
                return _Side(await self._sent(side))
            case _:
                assert_never(side)

    async def _supposed(self, supposed: Supposed, source: PreviewSource) -> _Side:
        return _side_of(await self._previews.attempt(supposed, source), supposed.spec)

    async def _sent(self, side: TurnSide) -> Mapping[str, JsonValue]:
        requests = await self._log().of_turn(side.conversation_id, side.turn_id)
        found = next((request for request in requests if request.step == side.step), None)
        if found is None:
            raise UserFacingError("The request of this turn is not kept any more.", "Compare with another turn.")
        body = json.loads(found.body)
        return body if isinstance(body, dict) else {}


def _side_of(attempt: Attempt, spec: AgentSpec | None) -> _Side:
    effective = effective_of(spec) if spec is not None else None
    if attempt.built is None and not attempt.diagnostics:
        raise UserFacingError(" ".join(attempt.problems))
    return _Side(attempt.built.body if attempt.built is not None else None, effective, attempt.diagnostics)


def _read(path: str) -> str:
    text = load_text(Path(path), FILE_LIMIT_BYTES)
    if text.value is None:
        raise UserFacingError(text.diagnostics[0].message, text.diagnostics[0].hint)
    return text.value


def _compared(left: _Side, right: _Side) -> BodyComparison:
    bodies = left.body or {}, right.body or {}
    changes = tuple(_changes(diff_aligned(*bodies)))
    effective: tuple[BodyChange, ...] = ()
    if left.effective is not None and right.effective is not None:
        found = _changes(diff_aligned(left.effective, right.effective))
        effective = tuple(change for change in found if change.path != "name")
    parts_at = first_difference(*bodies)
    return BodyComparison(
        equal=not changes and not effective,
        changes=changes,
        cacheable_prefix=first_place(parts_at) if parts_at is not None else None,
        a_body=left.body,
        b_body=right.body,
        effective=effective,
        problems=(*left.diagnostics, *right.diagnostics),
    )


def _changes(found: Iterable[AlignedChange]) -> Iterable[BodyChange]:
    for change in found:
        kind = ChangeKind.REMOVED if not change.after else ChangeKind.CHANGED if change.before else ChangeKind.ADDED
        before = change.before[0] if change.before else None
        yield BodyChange(change.path, kind, before, change.after[0] if change.after else None)

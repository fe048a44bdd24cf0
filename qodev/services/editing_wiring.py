"""Wires the parts of editing together, apart from the rest of the program."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from qodev.agents.catalog import AgentCatalog
from qodev.base.ids import Clock, IdSource
from qodev.base.paths import AppPaths
from qodev.base.tasks import WorkPool
from qodev.providers.http import HttpProvider
from qodev.runtime.request import RequestBuilder
from qodev.services.agent_files import AgentFiles
from qodev.services.agent_test import AgentTestParts, AgentTests
from qodev.services.bodies import Bodies
from qodev.services.editing import AgentEditing, EditingParts
from qodev.services.fixtures import FIXTURES_FOLDER, FixtureBook
from qodev.services.matrix import Matrix
from qodev.services.previews import PreviewParts, Previews
from qodev.services.renames import Renames
from qodev.store.conversations import ConversationStore
from qodev.store.requests import RequestLog
from qodev.types.conversation import Conversation


@dataclass(frozen=True, slots=True)
class EditingSources:
    """What the rest of the program gives."""

    catalog: AgentCatalog
    builder: RequestBuilder
    provider: HttpProvider
    paths: AppPaths
    pool: WorkPool
    clock: Clock
    new_id: IdSource
    conversation: Callable[[str], Conversation]
    store: Callable[[], ConversationStore]
    log: Callable[[], RequestLog]
    prepare: Callable[[str], Awaitable[None]]


def make_editing(given: EditingSources) -> AgentEditing:
    """Returns the service for editors."""
    catalog, pool = given.catalog, given.pool
    fixtures = FixtureBook(given.paths.config / FIXTURES_FOLDER)
    previews = Previews(
        PreviewParts(catalog, given.builder, given.conversation, given.store, fixtures, pool, given.clock)
    )
    tests = AgentTests(AgentTestParts(previews, given.provider, lambda: catalog.snapshot, given.prepare, pool))
    parts = EditingParts(
        catalog=catalog,
        builder=given.builder,
        paths=given.paths,
        pool=pool,
        previews=previews,
        files=AgentFiles(catalog, given.paths, pool, Renames(given.new_id, given.paths.state)),
        matrix=Matrix(previews, fixtures, catalog, pool),
        bodies=Bodies(previews, catalog, given.log, pool),
        tests=tests,
    )
    return AgentEditing(parts)

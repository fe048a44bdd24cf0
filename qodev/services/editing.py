"""Agents while they are edited: what a text comes to, what it would send, and the edits themselves (J4)."""

from collections.abc import Sequence
from dataclasses import dataclass

from qodev.agents import toml_edit
from qodev.agents.catalog import AgentCatalog
from qodev.agents.dryrun import report_of
from qodev.agents.supposing import Supposed
from qodev.agents.template_places import placed, texts_of
from qodev.base.diagnostics import Diagnostic
from qodev.base.jsontext import JsonValue
from qodev.base.paths import AppPaths
from qodev.base.tasks import WorkPool
from qodev.runtime.request import RequestBuilder
from qodev.services.agent_files import AgentFiles
from qodev.services.agent_test import AgentTests
from qodev.services.analysis import Around, analyse
from qodev.services.bodies import Bodies
from qodev.services.completions import complete
from qodev.services.matrix import Matrix
from qodev.services.previews import Previews
from qodev.types.agents import AgentSnapshot
from qodev.types.editing import AgentAnalysis, Completion

Key = str | Sequence[str]
"""A key path: dotted, or its parts where one of them holds a dot."""


@dataclass(frozen=True, slots=True)
class EditingParts:
    """What editing is made of."""

    catalog: AgentCatalog
    builder: RequestBuilder
    paths: AppPaths
    pool: WorkPool
    previews: Previews
    files: AgentFiles
    matrix: Matrix
    bodies: Bodies
    tests: AgentTests


class AgentEditing:
    """The one face for editors: analysis, preview, text edits, and files of agents.

    Nothing here writes a file but `new`, `duplicate` and the plans; unsaved texts are given to every call.
    """

    def __init__(self, parts: EditingParts) -> None:
        self._catalog = parts.catalog
        self._builder = parts.builder
        self._pool = parts.pool
        self._models_path = str(parts.paths.agent_models)
        self._newest: dict[str, int] = {}
        self.previews = parts.previews
        self.preview = parts.previews.preview
        self.matrix = parts.matrix.run
        self.fixtures = parts.matrix.fixtures
        self.new_fixture = parts.matrix.new_fixture
        self.compare = parts.bodies.compare
        self.turns = parts.bodies.turns
        self.test = parts.tests.test
        self.new = parts.files.new
        self.duplicate = parts.files.duplicate
        self.free_name = parts.files.free_name
        self.plan_rename = parts.files.plan_rename
        self.apply_rename = parts.files.apply_rename
        self.undo = parts.files.undo
        self.plan_delete = parts.files.plan_delete

    async def analyse(self, path: str, text: str) -> AgentAnalysis:
        """Returns what the agent would be if its file held `text`; no template is rendered for it."""
        supposed = await self._catalog.suppose(path, text)
        return await self._pool.run(self._analyse, supposed)

    def _analyse(self, supposed: Supposed) -> AgentAnalysis:
        snapshot = supposed.snapshot_from(self._snapshot())
        added = self._builder.added_to(snapshot, supposed.name) if supposed.spec is not None else {}
        return analyse(supposed, Around(snapshot, self._models_path, added))

    def _snapshot(self) -> AgentSnapshot:
        return self._catalog.snapshot

    async def try_out(self, path: str, text: str) -> tuple[Diagnostic, ...] | None:
        """Returns what a dry run finds in an unsaved text, at the lines of its templates.

        None when a later call for the same file overtook this one.
        """
        mine = self._newest[path] = self._newest.get(path, 0) + 1
        supposed = await self._catalog.suppose(path, text)
        if self._newest[path] != mine:
            return None
        verdict = await self._catalog.try_supposed(supposed)
        if self._newest[path] != mine:
            return None
        if supposed.spec is None:
            return ()
        found = report_of([(supposed.spec, verdict)]).diagnostics
        shown = await self._pool.run(placed, found, texts_of(supposed.chain))
        return await self._pool.run(supposed.with_fixes, shown)

    def set_key(self, text: str, key: Key, value: JsonValue) -> str:
        """Returns the text with a key set; raises UserFacingError when the text does not parse."""
        return toml_edit.set_key(text, _parts(key), value)

    def remove_key(self, text: str, key: Key) -> str:
        """Returns the text without the lines of a key, so that the inherited value counts again."""
        return toml_edit.remove_key(text, _parts(key))

    def rename_key(self, text: str, key: Key, name: str) -> str:
        """Returns the text with the last part of a key renamed."""
        return toml_edit.rename_key(text, _parts(key), name)

    def completions(self, path: str, text: str, line: int, column: int) -> tuple[Completion, ...]:
        """Returns how a text can go on at a place; lines and columns count from 1."""
        return complete(self._snapshot(), path, text, (line, column))


def _parts(key: Key) -> Sequence[str]:
    return key.split(".") if isinstance(key, str) else key

"""Checks unsaved documents of every kind with the functions that load them (U65)."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import assert_never

from qodev.agents.catalog import AgentCatalog
from qodev.agents.documents import check_partial, check_role_text, check_rosters_text
from qodev.agents.fix_texts import edit_between
from qodev.agents.fixes import with_fixes
from qodev.agents.layers import LayerFolder
from qodev.agents.lint import check_overrides
from qodev.agents.toml_edit import set_key
from qodev.agents.toml_text import TomlEditError, TomlText, value_at
from qodev.agents.toml_values import render_flat
from qodev.base.codes import Code
from qodev.base.diagnostics import Diagnostic, Fix, sorted_diagnostics
from qodev.base.paths import AppPaths
from qodev.base.tasks import WorkPool
from qodev.base.text import near_miss
from qodev.services.agents import url_problems
from qodev.services.fixtures import FIXTURES_FOLDER, check_fixture
from qodev.services.profile_documents import ProfileChecks
from qodev.settings.overrides import parse_overrides
from qodev.settings.schema import OPTIONS
from qodev.settings.store import check_settings
from qodev.types.agents import AgentSnapshot, Layer
from qodev.types.documents import DocumentKind

Found = tuple[Diagnostic, ...]


@dataclass(frozen=True, slots=True)
class DocumentChecks:
    """Says what a load would say about a file if it held another text; nothing is published, no template is run."""

    catalog: AgentCatalog
    paths: AppPaths
    bundled: Path
    extra_folders: Callable[[], Iterable[Path]]
    pool: WorkPool
    profiles: ProfileChecks

    async def check(self, kind: DocumentKind, path: str, text: str) -> Found:
        """Returns the findings about the file, in order, with their repairs; a kind that nobody reads has none."""
        found = sorted_diagnostics(await self._check(kind, path, text))
        if kind is DocumentKind.AGENT:  # has its repairs already
            return found
        plain = text.removeprefix("\ufeff").replace("\r\n", "\n")
        return await self.pool.run(with_fixes, found, lambda file: plain if file == path else None)

    async def _check(self, kind: DocumentKind, path: str, text: str) -> Found:
        snapshot = self.catalog.snapshot
        match kind:
            case DocumentKind.AGENT:
                return (await self.catalog.suppose(path, text)).diagnostics
            case DocumentKind.INSTANCE:
                return await self._check_instance(path, text)
            case DocumentKind.ROLE:
                return await self.pool.run(check_role_text, snapshot, path, text)
            case DocumentKind.PROFILE:
                return await self.profiles.check(path, text)
            case DocumentKind.PIPELINES:
                return await self.pool.run(check_rosters_text, snapshot, path, text)
            case DocumentKind.PARTIAL:
                return await self.pool.run(self._check_partial, snapshot, path, text)
            case DocumentKind.MODELS:
                return _check_models(snapshot, path, text)
            case DocumentKind.SETTINGS:
                return await self.pool.run(_check_settings, path, text)
            case DocumentKind.OTHER:
                is_fixture = Path(path).parent == self.paths.config / FIXTURES_FOLDER
                return check_fixture(Path(path), text) if is_fixture else ()
            case _:
                assert_never(kind)

    async def _check_instance(self, path: str, text: str) -> Found:
        snapshot, found = await self.catalog.check_instance(path, text)
        urls = await self.pool.run(url_problems, snapshot)
        return (*found, *(d for d in urls if d.file == path))

    def _check_partial(self, snapshot: AgentSnapshot, path: str, text: str) -> Found:
        folders = (self.paths.agents, *self.extra_folders(), self.bundled / "agents")
        folder = next((folder for folder in folders if Path(path).is_relative_to(folder)), Path(path).parent)
        return check_partial(snapshot, LayerFolder(folder, Layer.USER), path, text)


def _check_settings(path: str, text: str) -> Found:
    found = check_settings(text, Path(path))
    return tuple(replace(d, fix=_mended_setting(d, path, text)) if d.code is Code.SETTINGS_VALUE else d for d in found)


def _mended_setting(found: Diagnostic, path: str, text: str) -> Fix | None:
    """Returns the repair of a value that was quoted, or that is close to one of the choices."""
    plain = text.removeprefix("\ufeff").replace("\r\n", "\n")
    option = next((option for option in OPTIONS if option.key == found.key), None)
    try:
        value = value_at(TomlText(plain).table, (found.key or "",))
        meant = _meant(value, option.choices) if option is not None and isinstance(value, str) else None
        after = set_key(plain, (found.key or "",), meant) if meant is not None else plain
    except (TomlEditError, KeyError):
        return None
    if after == plain or any(d.key == found.key for d in check_settings(after, Path(path))):
        return None
    return Fix(f"Write `{render_flat(meant)}`", (edit_between(path, plain, after),))


def _meant(value: str, choices: Sequence[str]) -> bool | int | str | None:
    text = value.strip().lower()
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.isdecimal() and len(text) < _LONGEST_NUMBER else near_miss(text, choices)


_LONGEST_NUMBER = 10


def _check_models(snapshot: AgentSnapshot, path: str, text: str) -> Found:
    read = parse_overrides(text, Path(path))
    chosen = {name: model for name, model in (read.value or {}).items() if isinstance(model, str) and model}
    return (*read.diagnostics, *check_overrides(chosen, snapshot.agents, path))

"""The files of provider instances: the list, and new ones by template, copy, `extends` or override (U38)."""

import itertools
from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from qodev.agents.instance_inspection import InstanceFiles, inspect_instance, read_instance_files
from qodev.agents.instance_values import find_url_fault
from qodev.agents.toml_edit import set_key
from qodev.base.diagnostics import Diagnostic, Severity
from qodev.base.errors import UserFacingError
from qodev.base.files import load_text
from qodev.base.tasks import WorkPool
from qodev.providers.explain import explain
from qodev.providers.url import split_pasted
from qodev.services.own_files import NewInstance, extending_text, instance_text, require_free_name, write_new
from qodev.services.provider_keys import KeysService
from qodev.services.provider_results import ProbeResults
from qodev.types.agents import AgentSnapshot, ClientApi, Layer, ProviderInstance
from qodev.types.instances import InstanceRow, InstanceState, InstanceTemplate
from qodev.types.providers import ProbeResult

_LIMIT_BYTES = 1024 * 1024
_TEMPLATES = (
    InstanceTemplate(ClientApi.OPENAI_CHAT, "http://localhost:1234/v1", ""),
    InstanceTemplate(ClientApi.OPENAI_RESPONSES, "https://api.openai.com/v1", "OPENAI_API_KEY"),
    InstanceTemplate(ClientApi.ANTHROPIC, "https://api.anthropic.com", "ANTHROPIC_API_KEY"),
    InstanceTemplate(ClientApi.GOOGLE, "https://generativelanguage.googleapis.com/v1beta", "GEMINI_API_KEY"),
    InstanceTemplate(ClientApi.MISTRAL, "https://api.mistral.ai", "MISTRAL_API_KEY"),
    InstanceTemplate(ClientApi.OLLAMA, "http://localhost:11434", ""),
    InstanceTemplate(ClientApi.LLAMA_CPP, "http://localhost:8080", ""),
)


@dataclass(frozen=True, slots=True)
class InstanceParts:
    """What the service works with."""

    snapshot: Callable[[], AgentSnapshot]
    bundled: Path
    folder: Path
    pool: WorkPool
    reload: Callable[[], Awaitable[object]]
    keys: KeysService
    results: ProbeResults
    reserved: frozenset[str]


class InstancesService:
    """Lists instances with their states and makes files for new ones; every change is loaded when a call returns."""

    def __init__(self, parts: InstanceParts) -> None:
        self._parts = parts

    @property
    def folder(self) -> Path:
        """Returns the folder of the user's own instances."""
        return self._parts.folder

    @property
    def templates(self) -> tuple[InstanceTemplate, ...]:
        """Returns a template for each wire format."""
        return _TEMPLATES

    async def rows(self) -> tuple[InstanceRow, ...]:
        """Returns the user's own first, files that give no instance among them, then the bundled ones."""
        files = await self._parts.pool.run(self._read)
        snapshot = self._parts.snapshot()
        await self._parts.results.load()
        states = await self._states(snapshot)
        taken = {instance.span.path for instance in snapshot.instances.values()}
        rest = [file.source.path for file in files.user if file.source.path not in taken]
        broken = await self._parts.pool.run(_broken_rows, files, rest, self._parts.reserved)
        rows = [self._row(instance, states, snapshot) for instance in snapshot.instances.values()]
        return tuple(sorted((*rows, *broken), key=_place))

    def _read(self) -> InstanceFiles:
        return read_instance_files(self._parts.bundled, self._parts.folder)

    async def _states(self, snapshot: AgentSnapshot) -> dict[str, tuple[InstanceState, ProbeResult | None]]:
        instances = snapshot.instances.values()
        keys = await self._parts.keys.statuses({instance.api_key_ref for instance in instances})
        found: dict[str, tuple[InstanceState, ProbeResult | None]] = {}
        for instance in instances:
            result = self._parts.results.find(instance)
            has_key = keys[instance.api_key_ref].state != "not_set"
            found[instance.name] = (_state_of(instance, result, has_key=has_key), result)
        return found

    def _row(
        self,
        instance: ProviderInstance,
        states: dict[str, tuple[InstanceState, ProbeResult | None]],
        snapshot: AgentSnapshot,
    ) -> InstanceRow:
        state, result = states[instance.name]
        found = explain(result, instance) if result is not None and state is InstanceState.UNREACHABLE else None
        return InstanceRow(
            path=instance.span.path if instance.layer is not Layer.BUILT_IN else "",
            name=instance.name,
            url=instance.url,
            layer=instance.layer,
            state=state,
            client_api=instance.client_api,
            description=instance.description,
            overrides_bundled=instance.overrides_bundled,
            is_stale=instance.stale,
            has_launch=instance.launch is not None,
            problem=_first_error(snapshot.diagnostics, instance.span.path) if instance.stale else None,
            note=found.title if found is not None else "",
            tested_at=result.tested_at if result is not None else 0.0,
        )

    def free_name(self, wanted: str) -> str:
        """Returns `wanted`, with a number behind it where that name is taken."""
        return free_name(wanted, self._parts.snapshot().instances)

    def name_problem(self, name: str, own: str = "") -> str:
        """Returns why an instance cannot be called so, "" when it can; `own` is its present name."""
        taken = [other for other in self._parts.snapshot().instances if other != own]
        try:
            require_free_name(name, taken, "provider instance")
        except UserFacingError as fault:
            return f"{fault.message} {fault.hint or ''}".strip()
        return ""

    async def create(self, made: NewInstance) -> str:
        """Writes a file for a new instance and returns its path; raises UserFacingError.

        An endpoint that was pasted as part of the URL is cut off, as a request would do anyway (A127).
        """
        usable = replace(made, url=require_url(made.url), api_key_ref=made.api_key_ref.strip())
        return await self._write(made.name, lambda name: instance_text(usable, name))

    async def extend(self, parent: str, name: str) -> str:
        """Writes a thin file that inherits everything from another instance, and returns its path."""
        return await self._write(name, lambda free: extending_text(free, parent))

    async def duplicate(self, path: str, name: str) -> str:
        """Writes a copy of a file under another name and returns its path; comments and unknown keys are kept."""
        read = await self._parts.pool.run(load_text, Path(path), _LIMIT_BYTES)
        if read.value is None:
            raise UserFacingError(read.diagnostics[0].message, read.diagnostics[0].hint)
        text = read.value
        return await self._write(name, lambda free: set_key(text, ("name",), free))

    async def override(self, name: str) -> str:
        """Writes a file that replaces a bundled instance by its name and inherits from it, and returns its path."""
        instance = self._parts.snapshot().instances.get(name)
        if instance is None or instance.layer is not Layer.BUNDLED:
            raise UserFacingError(f"`{name}` is no bundled provider instance.", "Choose a bundled one.")
        return await self._store(name, extending_text(name, name))

    async def _write(self, name: str, text_of: Callable[[str], str]) -> str:
        free = require_free_name(name, self._parts.snapshot().instances, "provider instance")
        return await self._store(free, text_of(free))

    async def _store(self, name: str, text: str) -> str:
        path = await self._parts.pool.run(write_new, self._parts.folder, name, text)
        await self._parts.reload()
        return str(path)


def _state_of(instance: ProviderInstance, result: ProbeResult | None, *, has_key: bool) -> InstanceState:
    if instance.stale:
        return InstanceState.INVALID
    if not has_key:
        return InstanceState.NO_KEY
    if result is None:
        return InstanceState.NOT_TESTED
    return InstanceState.READY if result.ok else InstanceState.UNREACHABLE


def _place(row: InstanceRow) -> tuple[int, str, str]:
    layers = {Layer.USER: 0, Layer.BUNDLED: 1}
    return layers.get(row.layer, 2), row.name.casefold(), row.path


def _broken_rows(files: InstanceFiles, paths: Iterable[str], reserved: frozenset[str]) -> list[InstanceRow]:
    return list(_rows_of(files, paths, reserved))


def _rows_of(files: InstanceFiles, paths: Iterable[str], reserved: frozenset[str]) -> Iterator[InstanceRow]:
    """Yields a row for each file that gives no instance in use: bases, losers of a name, and broken ones."""
    for path in paths:
        found = inspect_instance(files, path, reserved)
        draft = found.draft
        is_base = draft is not None and draft.abstract
        problem = _first_error(found.diagnostics, path) or next(iter(found.diagnostics), None)
        yield InstanceRow(
            path=path,
            name=draft.name if draft is not None else Path(path).name,
            url=str(found.values.get("url", "")),
            layer=Layer.USER,
            state=InstanceState.NOT_TESTED if is_base and problem is None else InstanceState.INVALID,
            is_abstract=is_base,
            problem=problem,
            note=problem.message if problem is not None else "",
        )


def _first_error(found: Iterable[Diagnostic], path: str) -> Diagnostic | None:
    here = [d for d in found if d.file == path]
    return next((d for d in here if d.severity is Severity.ERROR), None)


def require_url(text: str) -> str:
    """Returns the URL of an instance without a pasted endpoint and final slashes; raises UserFacingError."""
    pasted = split_pasted(text)
    url = pasted[0] if pasted is not None else text.strip().rstrip("/")
    fault = find_url_fault(url)
    if fault is not None:
        hint = f"Did you mean `http://{url}`?" if "://" not in url and find_url_fault(f"http://{url}") is None else None
        raise UserFacingError(f"The URL {fault}.", hint or "Type one such as `http://192.168.0.5:11434`.")
    return url


def free_name(wanted: str, taken: Iterable[str]) -> str:
    """Returns `wanted`, with a number behind it when that name is taken in any case."""
    names = {name.casefold() for name in taken}
    numbered = (f"{wanted} {number}" for number in itertools.count(2))
    return next(name for name in itertools.chain((wanted,), numbered) if name.casefold() not in names)

"""Keeps the models that the user chose per agent, in `agent_models.json` (A121, A122)."""

import json
from collections.abc import Mapping
from pathlib import Path

from qodev.base.codes import Code
from qodev.base.diagnostics import Diagnostic, Parsed, Severity, SourceSpan
from qodev.base.errors import SettingsError
from qodev.base.files import atomic_write, load_text, read_bounded
from qodev.base.jsontext import JsonFault, JsonValue, loads_strict
from qodev.base.locks import held
from qodev.base.tasks import WorkPool
from qodev.base.text import LineIndex

_LIMIT_BYTES = 1024 * 1024


class ModelOverrides:
    """Agent name to model; entries of agents that are gone stay."""

    def __init__(self, path: Path, pool: WorkPool) -> None:
        self._path = path
        self._pool = pool

    def load(self) -> Parsed[Mapping[str, str]]:
        """Returns the overrides, none with a `models.broken` warning when the file is no JSON object. Blocking."""
        held_values, found = _read(self._path)
        chosen = {agent: model for agent, model in (held_values or {}).items() if isinstance(model, str) and model}
        return Parsed(chosen, found)

    async def set(self, agent: str, model: str | None) -> None:
        """Stores the model of an agent; None and "" remove the entry.

        A broken file is kept as `.bak`. Raises SettingsError; nothing has changed then.
        """
        try:
            await self._pool.run(_store, self._path, agent, (model or "").strip())
        except OSError as fault:
            cause = (fault.strerror or "unknown cause").lower()
            raise SettingsError(f"`{self._path}` cannot be written: {cause}.", "Free space and retry.") from fault


def parse_overrides(text: str, path: Path) -> Parsed[Mapping[str, JsonValue]]:
    """Returns the entries of a text; None with a `models.broken` warning when it is no JSON object."""
    try:
        value = loads_strict(text or "{}")
    except JsonFault as fault:
        return _broken(path, f"it is no valid JSON: {fault.reason}.", LineIndex.of(text).position(fault.offset))
    if not isinstance(value, Mapping):
        return _broken(path, "it must be a JSON object of agent names and models.", (1, 1))
    return Parsed(value)


def _broken(path: Path, cause: str, place: tuple[int, int] | None = None) -> Parsed[Mapping[str, JsonValue]]:
    message = f"`{path.name}` is broken, no model is overridden: {cause}"
    hint = "Mend it, or choose a model anew: the broken file is kept then."
    span = SourceSpan(str(path), *place) if place is not None else None
    return Parsed(None, (Diagnostic(Code.MODELS_BROKEN, Severity.WARNING, message, None, str(path), span, hint=hint),))


def _read(path: Path) -> tuple[Mapping[str, JsonValue] | None, tuple[Diagnostic, ...]]:
    """Returns the entries, None when the file is broken."""
    if not path.exists():
        return {}, ()
    text = load_text(path, _LIMIT_BYTES)
    read = _broken(path, text.diagnostics[0].message) if text.value is None else parse_overrides(text.value, path)
    return read.value, read.diagnostics


def _store(path: Path, agent: str, model: str) -> None:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with held(path.with_name(f".{path.name}.lock")):
        before, _ = _read(path)
        if before is None:
            _keep_broken(path)
        entries = {name: value for name, value in (before or {}).items() if name != agent}
        if model:
            entries[agent] = model
        if entries == before:
            return
        text = json.dumps(entries, ensure_ascii=False, indent=2, sort_keys=True)
        atomic_write(path, (text + "\n").encode("utf-8", "replace"))


def renamed_overrides(content: bytes, before: str, after: str) -> bytes:
    """Returns the text of a file of overrides with the entry of `before` under the name `after`.

    Raises SettingsError when the file is broken.
    """
    try:
        value = loads_strict(content.decode("utf-8"))
    except (JsonFault, UnicodeDecodeError):
        value = None
    if not isinstance(value, Mapping):
        raise SettingsError("The file of model overrides is broken, so nothing was changed.", "Mend it first.")
    entries = {after if name == before else name: model for name, model in value.items()}
    return (json.dumps(entries, ensure_ascii=False, indent=2, sort_keys=True) + "\n").encode("utf-8", "replace")


def _keep_broken(path: Path) -> None:
    try:
        content = read_bounded(path, 64 * _LIMIT_BYTES)
    except FileNotFoundError:
        return
    atomic_write(path.with_name(path.name + ".bak"), content)

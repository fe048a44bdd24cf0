"""What the text of an instance file would give while it is edited, and edits of single keys (U39)."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from qodev.agents.instance_inspection import InstanceFiles, InstanceInspection, inspect_instance, read_instance_files
from qodev.agents.instance_values import KNOWN_KEYS
from qodev.agents.toml_edit import remove_key, set_key
from qodev.base.jsontext import JsonValue
from qodev.base.tasks import WorkPool
from qodev.providers.short_message import usual_endpoint
from qodev.providers.url import effective_url, model_list_url, split_pasted
from qodev.types.agents import AgentSnapshot, ClientApi, ProviderInstance
from qodev.types.instances import InstanceAnalysis, InstanceField, PastedUrl

DEFAULTS: Mapping[str, JsonValue] = {
    "description": "",
    "api_key_ref": "",
    "proxy": "system",
    "ca_file": "",
    "verify_tls": True,
    "abstract": False,
    "timeouts.connect_s": 10,
    "timeouts.idle_s": 120,
    "timeouts.total_s": 0,
    "launch.ready_timeout_s": 30,
    "launch.detach": False,
}
_TABLES = ("timeouts", "launch")
_OTHERS = ("name", "client_api", "url", "extends", "headers")
_LAUNCH = ("launch.command", "launch.args", "launch.cwd", "launch.env", "launch.ready_url")
FIELD_KEYS = (*_OTHERS, *_LAUNCH, *DEFAULTS)
"""Every key that a form has a control for, dotted."""

_NOT_INHERITED = frozenset(("name", "extends", "abstract"))


class InstanceEditing:
    """Judges texts with the loader's own functions, in the pool; nothing is saved here."""

    def __init__(
        self,
        bundled: Path,
        folder: Path,
        pool: WorkPool,
        snapshot: Callable[[], AgentSnapshot],
        reserved: frozenset[str],
    ) -> None:
        self._bundled = bundled
        self._folder = folder
        self._pool = pool
        self._snapshot = snapshot
        self._reserved = reserved

    async def analyse(self, path: str, text: str) -> InstanceAnalysis:
        """Returns what the file would give if it held `text`."""
        inspection = await self._pool.run(self._inspect, path, text)
        if inspection.file.table is None:
            return InstanceAnalysis(next(iter(inspection.diagnostics or inspection.file.diagnostics), None))
        instance = inspection.instance
        return InstanceAnalysis(
            None,
            inspection.diagnostics,
            fields={key: _field(inspection, key) for key in FIELD_KEYS},
            unknown=dict(_unknown(inspection.file.table)),
            instance=instance,
            effective_url=self.sample_url(instance) if instance is not None else "",
            list_url=(model_list_url(instance).value or "") if instance is not None else "",
            pasted=_pasted(_raw(inspection.file.table, "url")),
        )

    def _inspect(self, path: str, text: str) -> InstanceInspection:
        files: InstanceFiles = read_instance_files(self._bundled, self._folder)
        return inspect_instance(files.holding(path, text), path, self._reserved)

    def sample_url(self, instance: ProviderInstance) -> str:
        """Returns the URL that a chat agent of an instance calls, "" when none can be made (A129)."""
        snapshot = self._snapshot()
        agents = [a for a in snapshot.agents.values() if a.provider_instance == instance.name]
        agent = next((a for a in agents if "chat" in a.tags), next(iter(agents), None))
        if agent is None:
            return effective_url(instance.url, usual_endpoint(instance.client_api), "MODEL").value or ""
        return effective_url(instance.url, agent.endpoint, snapshot.model_of(agent.name)).value or ""

    def sample_of(self, api: ClientApi, url: str) -> str:
        """Returns the URL that a chat agent would call on a server that no instance names yet, "" when there is none."""
        return effective_url(url.strip(), usual_endpoint(api), "MODEL").value or ""

    def split(self, url: str) -> PastedUrl | None:
        """Returns the parts of a URL that was pasted with an endpoint, None where it was not."""
        return _pasted(url)

    def set_key(self, text: str, key: str, value: JsonValue) -> str:
        """Returns the text with a dotted key set and all else as it was; raises UserFacingError."""
        return set_key(text, _path(key), value)

    def remove_key(self, text: str, key: str) -> str:
        """Returns the text without a dotted key, whose inherited value counts again; raises UserFacingError."""
        return remove_key(text, _path(key))


def _path(key: str) -> tuple[str, ...]:
    """Splits at the first dot alone: names of headers and variables can hold dots."""
    table, dot, name = key.partition(".")
    return (table, name) if dot else (table,)


def _field(inspection: InstanceInspection, key: str) -> InstanceField:
    table = inspection.file.table or {}
    written = _raw(table, key)
    if key in _NOT_INHERITED:
        return InstanceField(key, written, written is not None, DEFAULTS.get(key))
    inherited, parent = inspection.inherited(key)
    return InstanceField(
        key, written, written is not None, inherited if inherited is not None else DEFAULTS.get(key), parent
    )


def _raw(table: Mapping[str, Any], key: str) -> JsonValue:
    """Returns what a file says of a dotted key, of whatever type; dates, which JSON has not, as text."""
    value: Any = table
    for part in _path(key):
        value = value.get(part) if isinstance(value, Mapping) else None
    return value if value is None or isinstance(value, str | int | float | list | dict) else str(value)


def _unknown(table: Mapping[str, Any]) -> Iterator[tuple[str, JsonValue]]:
    for key in table:
        if key not in KNOWN_KEYS:
            yield key, _raw(table, key)
        elif key in _TABLES and isinstance(table[key], Mapping):
            known = {name.partition(".")[2] for name in FIELD_KEYS if name.startswith(f"{key}.")} | {"auto_start"}
            for name in table[key]:
                if name not in known:
                    yield f"{key}.{name}", _raw(table, f"{key}.{name}")


def _pasted(url: JsonValue) -> PastedUrl | None:
    found = split_pasted(url) if isinstance(url, str) else None
    return PastedUrl(*found) if found is not None else None

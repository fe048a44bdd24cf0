"""Answers what an instance file would give if it held another text: values, parents, findings (U39)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from qodev.agents.instances import InstanceDraft, parse_instance, resolve_instances, resolve_parents
from qodev.agents.layers import LayerFolder, TomlFile, parse_file, read_toml_files, scan_folder
from qodev.base.diagnostics import Diagnostic, sorted_diagnostics
from qodev.base.jsontext import JsonValue
from qodev.types.agents import Layer, ProviderInstance


@dataclass(frozen=True, slots=True)
class InstanceFiles:
    """The files of both layers as they were read."""

    bundled: tuple[TomlFile, ...]
    user: tuple[TomlFile, ...]
    user_folder: LayerFolder

    @property
    def all(self) -> tuple[TomlFile, ...]:
        """Returns every file in the order of the layers."""
        return (*self.bundled, *self.user)

    def find(self, path: str) -> TomlFile | None:
        """Returns the file at `path`."""
        return next((file for file in self.all if file.source.path == path), None)

    def holding(self, path: str, text: str) -> "InstanceFiles":
        """Returns the files as they would be if `path` held `text`; a new path is one of the user's."""
        folder = next(
            (LayerFolder(Path(path).parent, Layer.BUNDLED) for f in self.bundled if f.source.path == path), None
        )
        file = parse_file(path, text.encode("utf-8", "surrogatepass"), folder or self.user_folder)
        if folder is not None:
            return InstanceFiles(_put(self.bundled, file), self.user, self.user_folder)
        return InstanceFiles(self.bundled, _put(self.user, file), self.user_folder)


def _put(files: Sequence[TomlFile], file: TomlFile) -> tuple[TomlFile, ...]:
    others = [other for other in files if other.source.path != file.source.path]
    return tuple(sorted((*others, file), key=lambda one: one.source.path))


def read_instance_files(bundled: Path, user: Path) -> InstanceFiles:
    """Reads the instance files of both layers. Blocking."""
    folders = (LayerFolder(bundled, Layer.BUNDLED), LayerFolder(user, Layer.USER))
    read = [tuple(read_toml_files(scan_folder(f.path, ".toml")[0], f, {})) for f in folders]
    return InstanceFiles(read[0], read[1], folders[1])


@dataclass(frozen=True, slots=True)
class InstanceInspection:
    """What one file gives among the others."""

    file: TomlFile
    draft: InstanceDraft | None
    parents: tuple[InstanceDraft, ...]  # nearest first; () when one is missing
    instance: ProviderInstance | None  # None too when another file of the name wins
    diagnostics: tuple[Diagnostic, ...]

    @property
    def values(self) -> Mapping[str, JsonValue]:
        """Returns what the file itself says, by top-level key, of the right types alone."""
        return self.draft.values if self.draft is not None else {}

    def inherited(self, key: str) -> tuple[JsonValue, str]:
        """Returns what a parent gives for a dotted key, and its name; (None, "") when none does."""
        for parent in self.parents:
            value = value_at(parent.values, key)
            if value is not None:
                return value, parent.name
        return None, ""


def value_at(values: Mapping[str, JsonValue], key: str) -> JsonValue:
    """Returns the value of a dotted key of at most two parts, None when it is not there."""
    table, dot, name = key.partition(".")
    value = values.get(table)
    if not dot:
        return value
    return value.get(name) if isinstance(value, Mapping) else None


def inspect_instance(files: InstanceFiles, path: str, reserved: frozenset[str] = frozenset()) -> InstanceInspection:
    """Returns what the file at `path` gives; raises LookupError when it is none of `files`."""
    file = files.find(path)
    if file is None:
        raise LookupError(path)
    loaded = resolve_instances(files.all, reserved)
    draft = parse_instance(file.table, file.source) if file.table is not None else None
    own = draft if isinstance(draft, InstanceDraft) else None
    name = own.name if own is not None else None
    found = sorted_diagnostics((*loaded.diagnostics, *loaded.book.done()))
    about = tuple(d for d in found if d.file == path or (name is not None and name in (*d.members, *d.dependants)))
    instance = loaded.instances.get(name) if name is not None else None
    return InstanceInspection(
        file,
        own,
        _parents(files, own, reserved) if own is not None else (),
        instance if instance is not None and instance.span.path == path else None,
        about,
    )


def _parents(files: InstanceFiles, draft: InstanceDraft, reserved: frozenset[str]) -> tuple[InstanceDraft, ...]:
    if not draft.extends:
        return ()
    chains = resolve_parents(files.all, reserved)
    mine = chains.get(draft.name, ())
    if mine and mine[0].source.path == draft.source.path:
        return mine[1:]
    return chains.get(draft.extends, ())  # another file of the name wins, or the chain is broken above

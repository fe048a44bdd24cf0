"""Reads everything that agents are made of; blocking, and free of the loop (J1)."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from qodev.agents.layers import LayerFolder, PartialSet, TomlFile, parse_file, read_partials, scan_folder
from qodev.agents.memory import LoadMemory
from qodev.agents.pipelines import Rosters, load_rosters
from qodev.agents.places import CatalogSources
from qodev.agents.roles import load_roles
from qodev.base.diagnostics import Diagnostic, Parsed, Sink
from qodev.types.agents import Layer, RoleSpec


@dataclass(frozen=True, slots=True)
class FolderFiles:
    """The files of one folder, in file order (A6)."""

    folder: LayerFolder
    files: tuple[TomlFile, ...]

    def holding(self, path: str, text: str) -> "FolderFiles":
        """Returns the folder as it would be if the file `path` held `text`, whether or not it is there."""
        file = parse_file(path, text.encode("utf-8", "surrogatepass"), self.folder)
        others = [other for other in self.files if other.source.path != path]
        return replace(self, files=tuple(sorted((*others, file), key=lambda one: one.source.path)))


@dataclass(frozen=True, slots=True)
class Material:
    """What the files held when they were read; nothing is named or resolved yet."""

    sources: CatalogSources
    agents: tuple[FolderFiles, ...]
    providers: tuple[FolderFiles, ...]
    partials: Mapping[str, PartialSet]
    roles: Parsed[Mapping[str, RoleSpec]]
    rosters: Parsed[Rosters]
    diagnostics: tuple[Diagnostic, ...]  # of folders and partials

    def supposing(self, path: str, text: str) -> "Material":
        """Returns the material as it would be if the agent file `path` held `text`.

        A file in none of the folders counts as one of the user's own.
        """
        holders = [one for one in self.agents if _is_in(path, one.folder)]
        holder = holders[0] if holders else next(one for one in self.agents if one.folder.layer is Layer.USER)
        agents = tuple(one.holding(path, text) if one is holder else one for one in self.agents)
        return replace(self, agents=agents)


def _is_in(path: str, folder: LayerFolder) -> bool:
    return path.replace("\\", "/").rpartition("/")[0] == folder.path.as_posix()


def read_material(sources: CatalogSources, memory: LoadMemory) -> Material:
    """Reads all folders; what is known to the memory and did not change is not read again."""
    return _Reading(sources, memory).run()


class _Reading:
    """One pass over the folders."""

    def __init__(self, sources: CatalogSources, memory: LoadMemory) -> None:
        self._sources = sources
        self._memory = memory
        self._sink = Sink()
        self._now_ns = time.time_ns()
        self._present: set[str] = set()

    def run(self) -> Material:
        folders = self._sources.agent_folders()
        agents = tuple(self._read_folder(folder) for folder in folders)
        partials = self._read_partials(folders)
        providers = tuple(self._read_folder(folder) for folder in self._sources.provider_folders())
        roles = load_roles(self._sources.role_folders())
        self._memory.cache.forget_missing(self._present)
        rosters = load_rosters(self._sources.pipelines)
        return Material(self._sources, agents, providers, partials, roles, rosters, tuple(self._sink.found))

    def _read_folder(self, folder: LayerFolder) -> FolderFiles:
        stamps, found = scan_folder(folder.path, ".toml")
        self._sink.extend(found)
        self._present.update(stamp.path for stamp in stamps)
        return FolderFiles(folder, tuple(self._memory.cache.read(stamps, folder, self._now_ns)))

    def _read_partials(self, folders: Sequence[LayerFolder]) -> dict[str, PartialSet]:
        partials: dict[str, PartialSet] = {}
        for folder in folders:
            read = read_partials(folder.path)
            self._sink.extend(read.diagnostics)
            partials[folder.key] = read
        return partials

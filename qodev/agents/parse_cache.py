"""Remembers parsed TOML files between starts and between reloads (F21)."""

import json
import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from qodev.agents.causes import SourceFile
from qodev.agents.layers import FileStamp, LayerFolder, TomlFile, is_settled, read_toml_files
from qodev.agents.schema import SUPPORTED_SCHEMA
from qodev.base.files import atomic_write

_FORMAT = 2
_ENTRY_TYPES = (int, int, str, int, int, bool, bool, dict)
_LOG = logging.getLogger(__name__)


class _Kept(NamedTuple):
    """A file as it was read; one that was young then can have changed under the same stamp, and is read again."""

    stamp: FileStamp
    file: TomlFile
    is_settled: bool


@dataclass(slots=True)
class ParseCache:
    """Files by path, with the stamp under which they were read; used by one thread at a time.

    With a `path` it outlives the program: a JSON file, dropped silently when it is damaged.
    """

    path: Path | None = None
    _files: dict[str, "_Kept"] = field(default_factory=dict)
    _stored: dict[str, list[Any]] | None = None
    _is_changed: bool = False

    def read(self, stamps: Sequence[FileStamp], folder: LayerFolder, now_ns: int) -> list[TomlFile]:
        """Returns the files of a folder; those that are new, changed or too young to trust are read and parsed."""
        fresh: list[FileStamp] = []
        for stamp in stamps:
            known = self._files.get(stamp.path)
            if known is not None and known.is_settled and known.stamp == stamp:
                continue
            stored = self._take_stored(stamp, folder) if known is None and is_settled(stamp, now_ns) else None
            if stored is None:
                fresh.append(stamp)
            else:
                self._files[stamp.path] = _Kept(stamp, stored, is_settled=True)
        before = {stamp.path: self._files[stamp.path].file for stamp in fresh if stamp.path in self._files}
        for stamp, file in zip(fresh, read_toml_files(fresh, folder, before), strict=True):
            self._files[stamp.path] = _Kept(stamp, file, is_settled(stamp, now_ns))
        self._is_changed = self._is_changed or bool(fresh)
        return [self._files[stamp.path].file for stamp in stamps]

    def _take_stored(self, stamp: FileStamp, folder: LayerFolder) -> TomlFile | None:
        if self._stored is None:
            self._stored = self._load()
        entry = self._stored.get(stamp.path)
        if entry is None or not _is_entry(entry):
            return None
        mtime_ns, size, digest, line, column, has_templates, is_clean, table = entry
        if mtime_ns != stamp.mtime_ns or size != stamp.size:
            return None
        place = (line, column)
        source = SourceFile(
            stamp.path, folder.layer, folder.name, digest, None, place, has_templates, folder.key, is_clean
        )
        return TomlFile(source, table, is_json=True)

    def _load(self) -> dict[str, list[Any]]:
        if self.path is None:
            return {}
        try:
            document = json.loads(self.path.read_bytes())
            if document["format"] == _FORMAT and document["schema"] == SUPPORTED_SCHEMA:
                files = document["files"]
                return files if isinstance(files, dict) else {}
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
            pass  # F21: a damaged cache is dropped silently; it is rebuilt from the files
        return {}

    def forget_missing(self, present: set[str]) -> None:
        """Drops files that are gone."""
        gone = self._files.keys() - present
        for path in gone:
            del self._files[path]
        self._is_changed = self._is_changed or bool(gone)

    def save(self) -> None:
        """Writes what is known for the next start, if anything changed; a cache that cannot be written is none."""
        if self.path is None or not self._is_changed:
            return
        entries = {}
        for path, kept in self._files.items():
            text = _entry_text(kept.stamp, kept.file) if kept.is_settled else None
            if text is not None:
                entries[path] = text
        body = ",".join(f"{json.dumps(path)}:{text}" for path, text in entries.items())
        document = f'{{"format":{_FORMAT},"schema":{SUPPORTED_SCHEMA},"files":{{{body}}}}}'
        try:
            atomic_write(self.path, document.encode(), keep_mode=False)
        except OSError as fault:
            _LOG.info("The parse cache was not written: %s", fault.strerror)
        self._is_changed = False


def _is_entry(entry: object) -> bool:
    return isinstance(entry, list) and tuple(map(type, entry)) == _ENTRY_TYPES


def _entry_text(stamp: FileStamp, file: TomlFile) -> str | None:
    if file.table is None:
        return None
    try:
        source = file.source
        head = (stamp.mtime_ns, stamp.size, source.digest, *source.name_place, source.has_templates, source.is_clean)
        return json.dumps([*head, file.table], allow_nan=False)
    except (TypeError, ValueError, RecursionError):  # dates, infinities: such a file is parsed at each start
        return None

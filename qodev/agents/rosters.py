"""Writes the rosters file: whole or not at all, with the user's comments kept (A119)."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from qodev.agents.causes import FILE_LIMIT_BYTES
from qodev.agents.pipelines import TABLE, Rosters, clean_names, load_rosters, parse_pipelines
from qodev.base.diagnostics import Parsed
from qodev.base.files import atomic_write, load_text
from qodev.base.tasks import WorkPool
from qodev.types.agents import Pipeline

if TYPE_CHECKING:
    from tomlkit.items import Array


class RosterStore:
    """The file `pipelines.toml`."""

    def __init__(self, path: Path, pool: WorkPool) -> None:
        self._path = path
        self._pool = pool

    def load(self) -> Parsed[Rosters]:
        """Returns the rosters on disk; blocks."""
        return load_rosters(self._path)

    async def set(self, pipeline: Pipeline, agents: Sequence[str]) -> None:
        """Writes one roster; raises OSError, and the file is then as it was.

        A file that was not readable is kept beside it as `pipelines.toml.bak`.
        """
        await self._pool.run(write_roster, self._path, pipeline, agents)


def write_roster(path: Path, pipeline: Pipeline, agents: Sequence[str]) -> None:
    """Writes one roster; blocks; raises OSError."""
    names = clean_names(agents)[0]
    current = load_rosters(path).value
    assert current is not None
    text = (load_text(path, FILE_LIMIT_BYTES).value or "") if path.exists() and not current.is_broken else ""
    content = _try_render(text, pipeline, names)
    if content is None or current.is_broken:
        atomic_write(path.with_name(f"{path.name}.bak"), path.read_bytes())
        content = render_rosters("", pipeline, names)
    atomic_write(path, content.encode())


def _try_render(text: str, pipeline: Pipeline, names: Sequence[str]) -> str | None:
    """Returns the new text, or None when the editor of TOML does not read what the reader of TOML reads."""
    from tomlkit.exceptions import TOMLKitError

    try:
        content = render_rosters(text, pipeline, names)
    except TOMLKitError:
        return None
    saved = parse_pipelines(content).value
    return content if saved is not None and saved.by_pipeline[pipeline].agents == tuple(names) else None


def render_rosters(text: str, pipeline: Pipeline, names: Sequence[str]) -> str:
    """Returns the text of a rosters file with one roster replaced; everything else stays as it is."""
    import tomlkit  # costs 14 ms, needed only for saving (F37)
    from tomlkit.items import Array

    document = tomlkit.parse(text)
    if TABLE not in document:
        document[TABLE] = tomlkit.table()
    table = document[TABLE]
    assert isinstance(table, dict)
    present = table.get(pipeline.value)
    if isinstance(present, Array) and all(isinstance(name, str) for name in present):
        _rearrange(present, names)
    else:
        array = tomlkit.array()
        array.extend(names)
        table[pipeline.value] = array.multiline(len(names) > 1)
    return tomlkit.dumps(document)


def _rearrange(array: "Array", names: Sequence[str]) -> None:
    """Changes members one by one, so that comments beside those that stay are kept."""
    for index in reversed(range(len(array))):
        if str(array[index]) not in names:
            del array[index]
    for index, name in enumerate(names):
        if index < len(array) and str(array[index]) == name:
            continue
        later = [at for at in range(index, len(array)) if str(array[at]) == name]
        if later:
            del array[later[0]]
        array.insert(index, name)
    while len(array) > len(names):
        del array[len(array) - 1]

"""Writes the rosters file: whole or not at all, with the user's comments kept (A119)."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from qodev.agents.causes import FILE_LIMIT_BYTES
from qodev.agents.pipelines import Rosters, clean_names, load_rosters, parse_pipelines
from qodev.agents.roster_text import set_roster
from qodev.base.diagnostics import Parsed
from qodev.base.errors import UserFacingError
from qodev.base.files import atomic_write, read_bounded
from qodev.base.tasks import WorkPool
from qodev.types.agents import Pipeline
from qodev.types.routing import WrittenRoster


class RosterStore:
    """The file `pipelines.toml`."""

    def __init__(self, path: Path, pool: WorkPool) -> None:
        self._path = path
        self._pool = pool

    def load(self) -> Parsed[Rosters]:
        """Returns the rosters on disk; blocks."""
        return load_rosters(self._path)

    async def change(self, pipeline: Pipeline, before: Sequence[str], after: Sequence[str]) -> WrittenRoster:
        """Writes one roster; what another program changed in it meanwhile is kept too.

        Raises UserFacingError for a broken file, which is never overwritten here, and OSError; the file is then as it was.
        """
        return await self._pool.run(change_roster, self._path, pipeline, before, after)

    async def take_back(self, written: WrittenRoster) -> WrittenRoster:
        """Undoes a change: byte for byte when nothing happened since, else by putting the names back."""
        return await self._pool.run(_take_back, self._path, written)

    async def replace_broken(self, rosters: Mapping[Pipeline, Sequence[str]]) -> Path | None:
        """Writes a new file with these rosters and returns where the broken one is kept now; raises OSError."""
        return await self._pool.run(_replace_broken, self._path, rosters)


def change_roster(path: Path, pipeline: Pipeline, before: Sequence[str], after: Sequence[str]) -> WrittenRoster:
    """Writes one roster; blocks; see `RosterStore.change`."""
    text = _read(path)
    current = _parsed(text, path) if text is not None else load_rosters(path).value
    assert current is not None
    if current.is_broken:
        raise UserFacingError("The roster file is broken, so nothing was saved.", "Mend it, or replace it.")
    wanted = clean_names(after)[0]
    on_disk = current.by_pipeline[pipeline].agents
    names = wanted if on_disk == tuple(before) else merge_names(before, wanted, on_disk)
    content = _render(text or "", path, pipeline, names)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    atomic_write(path, content.encode())
    return WrittenRoster(pipeline, on_disk, names, text, content, is_merged=names != wanted)


def _read(path: Path) -> str | None:
    """Returns the text with its line ends and its BOM as they are; None without a file."""
    try:
        return read_bounded(path, FILE_LIMIT_BYTES).decode("utf-8")
    except FileNotFoundError:
        return None
    except UnicodeDecodeError:
        return ""  # not TOML either: parsing says that it is broken


def _parsed(text: str, path: Path) -> Rosters | None:
    return parse_pipelines(text.removeprefix("\ufeff"), str(path)).value


def _render(text: str, path: Path, pipeline: Pipeline, names: Sequence[str]) -> str:
    """Returns the new text; raises UserFacingError where this program cannot edit the file safely."""
    try:
        content = set_roster(text, pipeline.value, names)
    except (ValueError, IndexError, RecursionError):
        content = ""
    saved = _parsed(content, path)
    if saved is None or saved.by_pipeline[pipeline].agents != tuple(names):
        raise UserFacingError("The roster file is written in a way that cannot be changed here.", "Edit it by hand.")
    return content


def merge_names(before: Sequence[str], after: Sequence[str], on_disk: Sequence[str]) -> tuple[str, ...]:
    """Returns a roster with both changes: from `before` to `after`, and from `before` to what is on disk."""
    merged = [name for name in after if name in on_disk or name not in before]
    for position, name in enumerate(on_disk):
        if name not in before and name not in merged:
            ahead = [merged.index(other) for other in on_disk[:position] if other in merged]
            merged.insert(max(ahead) + 1 if ahead else 0, name)
    return tuple(merged)


def _take_back(path: Path, written: WrittenRoster) -> WrittenRoster:
    if _read(path) != written.text_after:
        return change_roster(path, written.pipeline, written.after, written.before)
    if written.text_before is None:
        path.unlink()
    else:
        atomic_write(path, written.text_before.encode())
    return WrittenRoster(
        written.pipeline, written.after, written.before, written.text_after, written.text_before or "", is_merged=False
    )


def _replace_broken(path: Path, rosters: Mapping[Pipeline, Sequence[str]]) -> Path | None:
    kept: Path | None = None
    if path.exists():
        kept = _free_beside(path)
        atomic_write(kept, path.read_bytes())
    text = ""
    for pipeline, names in rosters.items():
        text = set_roster(text, pipeline.value, names)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    atomic_write(path, text.encode())
    return kept


def _free_beside(path: Path) -> Path:
    candidates = (path.with_name(f"{path.name}.bak{number or ''}") for number in range(10_000))
    return next(candidate for candidate in candidates if not candidate.exists())

"""Folders opened as projects: which were open lately, and conversations whose folder moved (U17).

The list is comfort, no decision: whether a folder counts is asked of trust alone. So a file that cannot be read is an
empty list, and what conversations name is listed all the same.
"""

import json
import os
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from qodev.base.errors import UserFacingError
from qodev.base.files import atomic_write, read_bounded
from qodev.base.tasks import WorkPool
from qodev.types.conversation import Conversation
from qodev.types.projects import RecentProject

_LIMIT_BYTES = 256 * 1024
_KEPT_MOST = 50


class ProjectError(UserFacingError):
    """A folder cannot be opened as a project; nothing has changed."""


class ProjectConversations(Protocol):
    """What projects ask of conversations."""

    @property
    def all(self) -> Sequence[Conversation]:
        """Returns every conversation."""
        ...

    def is_running(self, conversation_id: str) -> bool:
        """Tells whether a turn is at work."""
        ...

    async def choose_project(self, conversation_id: str, project: str | None) -> Conversation:
        """Stores the folder that a conversation is about."""
        ...


@dataclass(frozen=True, slots=True)
class ProjectParts:
    """What the list needs of the rest of the program."""

    path: Path  # of the file that keeps it
    conversations: ProjectConversations
    pool: WorkPool
    clock: Callable[[], float]
    branch: Callable[[Path], Awaitable[str]]


class ProjectsService:
    """Holds the list, the newest first; every change is on disk before it counts."""

    def __init__(self, parts: ProjectParts) -> None:
        self._parts = parts
        self._known: tuple[RecentProject, ...] = ()
        self._missing: frozenset[str] = frozenset()

    async def start(self) -> None:
        """Reads the list and looks which folders are there."""
        self._known = await self._parts.pool.run(_load, self._parts.path)
        await self.look()

    async def branch(self, project: str) -> str:
        """Returns the branch that a project's checkout is on, "" where there is none."""
        return await self._parts.branch(Path(project))

    async def look(self) -> tuple[RecentProject, ...]:
        """Asks again which folders are there, and returns the list."""
        paths = [project.path for project in self.recent]
        self._missing = await self._parts.pool.run(_missing, paths)
        return self.recent

    @property
    def recent(self) -> tuple[RecentProject, ...]:
        """Returns the folders that were opened and those that conversations name, the newest first."""
        found = {project.path: project for project in self._known}
        here: Counter[str] = Counter()
        running: Counter[str] = Counter()
        for conversation in self._parts.conversations.all:
            path = conversation.project
            if path:
                found.setdefault(path, RecentProject(path, conversation.updated_at))
                here[path] += 1
                running[path] += self._parts.conversations.is_running(conversation.id)
        counted = (
            replace(p, is_there=p.path not in self._missing, conversations=here[p.path], running=running[p.path])
            for p in found.values()
        )
        return tuple(sorted(counted, key=lambda project: (-project.opened_at, project.path)))

    def find(self, path: str) -> RecentProject | None:
        """Returns the entry of a folder, None when it is not listed."""
        return next((project for project in self.recent if project.path == path), None)

    async def open(self, folder: str) -> RecentProject:
        """Puts a folder at the head of the list, as what its links lead to (S68). Raises ProjectError."""
        path = await self._parts.pool.run(_resolved, folder)
        before = self.find(path)
        now = self._parts.clock()
        opened = replace(before, opened_at=now) if before is not None else RecentProject(path, now)
        await self._keep(opened)
        self._missing -= {path}
        return self.find(path) or opened

    async def note_decision(self, path: str, *, is_declined: bool) -> None:
        """Keeps whether somebody left a folder untrusted, so that opening it does not ask again (U151)."""
        before = self.find(path)
        if before is not None and before.is_declined != is_declined:
            await self._keep(replace(before, is_declined=is_declined))

    def was_offered(self, path: str) -> bool:
        """Tells whether containment was offered for a folder before (S40)."""
        found = self.find(path)
        return found is not None and found.was_offered

    async def note_offer(self, path: str) -> None:
        """Keeps that containment was offered for a folder. Raises ProjectError."""
        before = self.find(path)
        if before is not None and not before.was_offered:
            await self._keep(replace(before, was_offered=True))

    async def reattach(self, before: str, folder: str) -> RecentProject:
        """Lets the conversations of a folder that is gone belong to another one. Raises ProjectError."""
        opened = await self.open(folder)
        if opened.path != before:
            for conversation in self._parts.conversations.all:
                if conversation.project == before:
                    await self._parts.conversations.choose_project(conversation.id, opened.path)
            await self._store(tuple(project for project in self._known if project.path != before))
        return self.find(opened.path) or opened

    async def forget(self, path: str) -> None:
        """Takes a folder out of the list; one that conversations name stays."""
        await self._store(tuple(project for project in self._known if project.path != path))

    async def _keep(self, project: RecentProject) -> None:
        others = tuple(known for known in self._known if known.path != project.path)
        newest_first = sorted((project, *others), key=lambda known: -known.opened_at)
        await self._store(tuple(newest_first[:_KEPT_MOST]))

    async def _store(self, projects: tuple[RecentProject, ...]) -> None:
        try:
            await self._parts.pool.run(_save, self._parts.path, projects)
        except OSError as fault:
            raise ProjectError(f"The list of projects could not be stored: {fault.strerror or fault}.") from fault
        self._known = projects


def _resolved(folder: str) -> str:
    try:
        path = os.path.realpath(Path(folder).expanduser(), strict=True)
    except OSError as fault:
        hint = "Choose a folder that is there."
        raise ProjectError(f"`{folder}` cannot be opened: {fault.strerror or fault}.", hint) from fault
    if not Path(path).is_dir():
        raise ProjectError(f"`{folder}` is no folder.", "Choose the folder that holds it.")
    return path


def _missing(paths: Sequence[str]) -> frozenset[str]:
    return frozenset(path for path in paths if not Path(path).is_dir())


def _load(path: Path) -> tuple[RecentProject, ...]:
    try:
        found = json.loads(read_bounded(path, _LIMIT_BYTES))
        return tuple(
            RecentProject(
                str(entry["path"]),
                float(entry["opened_at"]),
                is_declined=bool(entry["is_declined"]),
                was_offered=bool(entry.get("was_offered")),
            )
            for entry in found["projects"]
        )
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return ()


def _save(path: Path, projects: tuple[RecentProject, ...]) -> None:
    entries = [
        {"path": p.path, "opened_at": p.opened_at, "is_declined": p.is_declined, "was_offered": p.was_offered}
        for p in projects
    ]
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    atomic_write(path, (json.dumps({"version": 1, "projects": entries}, indent=1) + "\n").encode())

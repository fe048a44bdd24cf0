"""Roles as front ends use them: list, new, duplicate, delete, import, and the parts of a role's text."""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from qodev.agents.role_import import parse_json_roles
from qodev.agents.role_text import read_form, set_form
from qodev.agents.role_uses import find_role_uses
from qodev.agents.roles import ROLE_ID, copy_id, render_role
from qodev.base.diagnostics import Diagnostic, Parsed, Severity
from qodev.base.errors import UserFacingError
from qodev.base.files import list_files, load_text
from qodev.base.tasks import WorkPool
from qodev.types.agents import AgentSnapshot, RoleSpec
from qodev.types.documents import DocumentKind, TrashedFile
from qodev.types.routing import RoleEntry, RoleForm, RoleOffer

DEFAULT_ROLE = "developer"  # used when nothing is chosen (A104)
_ID_LENGTH = 64
_IMPORT_LIMIT_BYTES = 8 * 1024 * 1024


class RoleFiles(Protocol):
    """What writes and removes files: the documents service."""

    async def create(self, kind: DocumentKind, stem: str, text: str) -> str:
        """Writes a new file and returns its path; the catalog has followed then."""
        ...

    async def trash(self, path: str) -> TrashedFile:
        """Moves a file to the trash."""
        ...

    async def restore(self, trashed: TrashedFile) -> None:
        """Brings a file back."""
        ...

    async def settled(self) -> None:
        """Waits until the catalog has followed."""
        ...


class RolesService:
    """Answers from the catalog's snapshot and changes the user's files through the documents."""

    def __init__(
        self,
        snapshot: Callable[[], AgentSnapshot],
        files: RoleFiles,
        folder: Path,
        pool: WorkPool,
    ) -> None:
        self._snapshot = snapshot
        self._files = files
        self._pool = pool
        self.folder = folder

    async def entries(self) -> tuple[RoleEntry, ...]:
        """Returns every role by id, with the agents that name it."""
        found = self._snapshot()
        uses = await self._pool.run(find_role_uses, found)
        return tuple(RoleEntry(role, uses.get(role_id, ())) for role_id, role in sorted(found.roles.items()))

    def broken(self) -> tuple[Diagnostic, ...]:
        """Returns the first error of each role file that does not load."""
        found: dict[str, Diagnostic] = {}
        for diagnostic in self._snapshot().diagnostics:
            file = diagnostic.file
            is_role = file is not None and file.endswith(".md") and Path(file).parent == self.folder
            if is_role and diagnostic.severity is Severity.ERROR:
                found.setdefault(str(file), diagnostic)
        return tuple(found.values())

    def require(self, role_id: str) -> RoleSpec:
        """Returns a role; raises UserFacingError for an id that no role has."""
        role = self._snapshot().roles.get(role_id)
        if role is None:
            raise UserFacingError(f"There is no role `{role_id}`.", "Choose another role.")
        return role

    def why_not(self, role_id: str) -> str:
        """Returns why a new role cannot have this id, or ''."""
        if not role_id:
            return "Type an id."
        if not ROLE_ID.fullmatch(role_id) or len(role_id) > _ID_LENGTH:
            return f"An id has at most {_ID_LENGTH} of `a-z`, `0-9`, `_` and `-`, and begins with a letter or digit."
        return f"There is a role `{role_id}` already." if role_id in self._snapshot().roles else ""

    async def new(self, role_id: str, name: str = "", description: str = "", text: str = "") -> str:
        """Writes a new role and returns its path; raises UserFacingError."""
        reason = self.why_not(role_id)
        if not reason and role_id in await self._taken():
            reason = f"There is a file `{role_id}.md` already; it does not load."
        if reason:
            raise UserFacingError(reason, "Choose another id.")
        return await self._files.create(DocumentKind.ROLE, role_id, render_role(name, description, text))

    async def duplicate(self, role_id: str) -> str:
        """Copies a role to a new file of the user's and returns its id (A103)."""
        role = self.require(role_id)
        copy = copy_id(role_id, await self._taken())
        await self.new(copy, f"{role.name} copy", role.description, role.text)
        return copy

    async def delete(self, path: str) -> TrashedFile:
        """Moves a file of the user's, whether it loads or not, to the trash; `restore` brings it back."""
        trashed = await self._files.trash(path)
        await self._files.settled()
        return trashed

    async def restore(self, trashed: TrashedFile) -> None:
        """Brings a deleted role back."""
        await self._files.restore(trashed)
        await self._files.settled()

    async def read_import(self, path: Path) -> Parsed[tuple[RoleOffer, ...]]:
        """Returns the roles of a JSON file, which stays as it is, with ids that are free (A106)."""
        text = await self._pool.run(load_text, path, _IMPORT_LIMIT_BYTES)
        if text.value is None:
            return Parsed(None, text.diagnostics)
        return parse_json_roles(text.value, str(path), await self._taken())

    async def import_roles(self, offers: Sequence[RoleOffer]) -> tuple[RoleSpec, ...]:
        """Writes the offered roles and returns them as they were loaded; raises the first fault once all were tried."""
        results = await asyncio.gather(*map(self._write, offers), return_exceptions=True)
        for result in results:
            if isinstance(result, BaseException):
                raise result
        roles = self._snapshot().roles
        return tuple(roles[offer.id] for offer in offers if offer.id in roles)

    async def _write(self, offer: RoleOffer) -> None:
        text = render_role(offer.name, offer.description, offer.text)
        await self._files.create(DocumentKind.ROLE, offer.id, text)

    async def _taken(self) -> frozenset[str]:
        """Returns the ids that a new file must not have: of roles, and of files that do not load."""
        files = await self._pool.run(_stems, self.folder)
        return frozenset((*self._snapshot().roles, *files))

    def form(self, text: str, path: str) -> RoleForm:
        """Returns the parts of a role's text; `path` is for what is said about it."""
        return read_form(text, path)

    def set_part(self, text: str, key: str, value: str) -> str:
        """Returns the text with `name`, `description` or `text` changed; the bytes of the rest stay."""
        return set_form(text, key, value)


def _stems(folder: Path) -> tuple[str, ...]:
    try:
        return tuple(path.stem for path in list_files(folder, ".md"))
    except OSError:
        return ()

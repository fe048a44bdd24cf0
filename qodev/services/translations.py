"""Offers foreign agents for translation, and makes drafts of them; nothing is saved by that (P248)."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from qodev.base.errors import UserFacingError
from qodev.base.nofollow import open_folder
from qodev.base.paths import AppPaths
from qodev.base.tasks import WorkPool
from qodev.permissions.rules import governs, is_hidden, tool_outcome
from qodev.profiles.names import split_file_name
from qodev.profiles.texts import SIZE_LIMIT_BYTES
from qodev.profiles.translate import ForeignForm, translate
from qodev.profiles.translate_opencode import RuleView
from qodev.services.profiles import ProfilesService
from qodev.types.permissions import Effect
from qodev.types.profile_drafts import ProfileDraft, TranslationOffer
from qodev.types.profile_list import ProfileState
from qodev.types.profiles import Profile
from qodev.types.tools import ToolName

_FOLDERS = (((".claude", "agents"), ForeignForm.CLAUDE_CODE), ((".qoder", "agents"), ForeignForm.QODER))
_MOST = 64  # of one folder
_READ_MOST = 8 * SIZE_LIMIT_BYTES


def _outcome(profile: Profile, tool: ToolName) -> Effect:
    return tool_outcome(profile, tool).effect


VIEW = RuleView(governs, _outcome, is_hidden)


@dataclass(frozen=True, slots=True)
class ProfileTranslations:
    """Reads foreign files without following a link; those of a project only while it is trusted."""

    paths: AppPaths
    profiles: ProfilesService
    pool: WorkPool

    async def offers(self) -> tuple[TranslationOffer, ...]:
        """Returns what can be translated now, skipped OpenCode agents first."""
        return await self.pool.run(lambda: (*self._skipped(), *self._elsewhere()))

    def _skipped(self) -> Iterator[TranslationOffer]:
        for row in self.profiles.rows:
            if row.state is ProfileState.SKIPPED and self._is_opencode(Path(row.path)):
                name = split_file_name(Path(row.path).name) or row.name
                yield TranslationOffer(row.path, ForeignForm.OPENCODE.value, name, row.detail)

    def _is_opencode(self, path: Path) -> bool:
        sources = self.profiles.sources(None)
        folders = [sources.opencode]
        if self.profiles.snapshot.project is not None:
            folders.append(Path(self.profiles.snapshot.project) / ".opencode")
        return path.suffix.lower() == ".md" and any(path.is_relative_to(folder) for folder in folders)

    def _elsewhere(self) -> Iterator[TranslationOffer]:
        project = self.profiles.snapshot.project
        for root in (Path(project), self.paths.home) if project is not None else (self.paths.home,):
            for parts, form in _FOLDERS:
                try:
                    with open_folder(root, *parts) as folder:
                        names = sorted(name for name in folder.names() if name.lower().endswith(".md"))[:_MOST]
                        found = [folder.path / name for name in names if not folder.is_link(name)]
                except OSError:
                    continue
                yield from (TranslationOffer(str(path), form.value, path.stem) for path in found)

    async def translate(self, offer: TranslationOffer) -> ProfileDraft:
        """Returns a draft for a file; raises UserFacingError when it cannot be read."""
        return await self.pool.run(self._translate, offer)

    def _translate(self, offer: TranslationOffer) -> ProfileDraft:
        path = Path(offer.path)
        try:
            with open_folder(path.parent.parent, path.parent.name) as folder:
                content = folder.read(path.name, _READ_MOST).content
        except OSError as fault:
            raise UserFacingError(f"`{path.name}` cannot be read: {fault.strerror or fault}.") from fault
        if len(content) > _READ_MOST:
            raise UserFacingError(f"`{path.name}` is too large to be translated.", "Shorten it.")
        taken = [profile.key for profile in self.profiles.snapshot.profiles]
        return translate(content, path.name, ForeignForm(offer.form), VIEW, taken)

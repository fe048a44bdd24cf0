"""The profile window's list and what is done with whole profiles: new, copied, renamed, deleted, refreshed (U73 to U84)."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Signal

from qodev.base.codes import Code
from qodev.types.documents import TrashedFile
from qodev.types.events import AnyEvent, CatalogChanged, CatalogKind
from qodev.types.profile_drafts import TranslationOffer
from qodev.types.profile_list import ProfileRow
from qodev.types.profiles import Profile, ProfileFormat, ProfileScope, profile_key
from qodev.ui.models.agent_rows import AgentRow
from qodev.ui.models.notices import Toast
from qodev.ui.models.profile_rows import list_rows, new_row, row_id
from qodev.ui.models.profile_state import ProfileReasons, RenameQuestion, RenameWish
from qodev.ui.presenters.core import Presenter
from qodev.ui.presenters.documents import Documents
from qodev.ui.presenters.profile_document import ProfileDocument
from qodev.ui.presenters.profile_editor import ProfileEditorPresenter, ReadOnlyText
from qodev.ui.presenters.profile_new import NewProfilePresenter
from qodev.ui.presenters.xray import XrayPresenter

if TYPE_CHECKING:
    from qodev.services.app import Services


def _tr(text: str, count: int = -1) -> str:
    return QCoreApplication.translate("Profiles", text, "", count)


# What cannot be opened as a document, but for reading its reason.
_UNREADABLE = (
    Code.PROFILE_SYMLINK_FILE,
    Code.PROFILE_SYMLINK_DIR,
    Code.PROFILE_NOT_REGULAR,
    Code.PROFILE_UNREADABLE,
    Code.PROFILE_BAD_UTF8,
)


class ProfilesPresenter(Presenter):
    """Knows which profile is in front; one with changes is left only after Save or Revert."""

    rows_changed = Signal(object, str)  # AgentRow lines, the one in front
    selection_wanted = Signal(str)  # the line that stays in front
    status_told = Signal(str)  # why something was not done
    reasons_changed = Signal(object)  # ProfileReasons
    rename_planned = Signal(object)  # RenameQuestion
    offers_changed = Signal(object)  # TranslationOffer: foreign agents that can be translated
    folder_wanted = Signal(str)

    def __init__(self, services: "Services", documents: Documents, parent: QObject | None = None) -> None:
        super().__init__(services, parent)
        self._documents = documents
        self.document = documents.adopt(ProfileDocument(services, self))
        self.editor = ProfileEditorPresenter(services, self.document, self)
        self.xray = XrayPresenter(services, self)
        self.fresh = NewProfilePresenter(services, self.document, self.editor, self)
        self._front = ""
        self._offers: tuple[TranslationOffer, ...] = ()
        self._trashed: dict[str, TrashedFile] = {}
        self._wanted = ""  # a path to bring to the front once the list holds it
        self._connect()

    def _connect(self) -> None:
        self.fresh.begun.connect(self._on_begun)
        self.fresh.moved.connect(self._on_begun)
        self.fresh.named.connect(self._tell_rows)
        self.fresh.ended.connect(self._on_ended)
        self.document.dirty_changed.connect(self._tell_reasons)
        self.editor.judged.connect(self._on_judged)
        self.editor.reported.connect(self.xray.show_report)
        self.xray.keep_wanted.connect(self.editor.keep_example)
        self.xray.case_changed.connect(self._on_case_changed)

    @property
    def all(self) -> tuple[Presenter, ...]:
        """Returns the presenters of the window, this one too; that of the document belongs to all documents."""
        return (self, self.editor, self.xray, self.fresh)

    @property
    def front(self) -> str:
        """Returns the line that is in front."""
        return self._front

    @property
    def rows(self) -> tuple[AgentRow, ...]:
        """Returns the lines of the list."""
        path = self.fresh.path
        fresh = (new_row(path, self.fresh.name or _tr("New profile")),) if path else ()
        return list_rows(self.services.profiles.rows, fresh)

    def load(self) -> None:
        """Shows the list, with the first own profile in front, else the first of all."""
        self._tell_rows()
        self.xray.load()
        self._tell_reasons()
        self.spawn(self._load_offers(), "offers")
        if not self._front:
            first = next((row for row in self.rows if not row.is_heading), None)
            if first is not None:
                self._bring(first.id, first.line)

    def tell_again(self) -> None:
        """Tells everything to a window that was made anew, in another language."""
        self.load()
        self.editor.tell_again()
        self.offers_changed.emit(self._offers)
        self.fresh.losses_changed.emit(self.fresh.losses)

    def take(self, batch: tuple[AnyEvent, ...]) -> None:
        """Takes the events of a frame."""
        self.xray.take(batch)
        if any(isinstance(e, CatalogChanged) and e.kind is CatalogKind.PROFILES for e in batch):
            self._follow()

    def _follow(self) -> None:
        """Shows the list as it is now; what is in front stays there while it is listed."""
        self._tell_rows()
        self.spawn(self._load_offers(), "offers")
        if self._wanted and any(row.id == self._wanted for row in self.rows):
            wanted, self._wanted = self._wanted, ""
            self._bring(wanted)
        elif self._front and self._row(self._front) is not None and not self._is_own(self._front):
            self._bring(self._front)
        else:
            self.editor.look_again()
        self._tell_reasons()

    def _tell_rows(self) -> None:
        self.rows_changed.emit(self.rows, self._front)

    # Which profile is in front

    def open_row(self, row: AgentRow) -> None:
        """Brings a line of the list to the front, unless that would lose something (U82)."""
        if row.id != self._front and not self._refuses():
            self._bring(row.id, row.line)

    def open_path(self, path: str, line: int = 0, column: int = 1) -> None:
        """Brings a file of the user's to the front at a place."""
        if path == self._front:
            self.editor.open(path, line, column)
        elif not self._refuses():
            self._front = path
            self.fresh.drop()
            self.editor.open(path, line, column)
            self._tell_rows()
            self._tell_reasons()

    def _refuses(self) -> bool:
        """Tells whether the profile in front has changes, and says so (U82)."""
        if not self.document.is_touched:
            self.status_told.emit("")
            return False
        self.selection_wanted.emit(self._front)
        self.status_told.emit(_tr("Save or revert {0} first.").format(self.document.view.name))
        return True

    def _bring(self, wanted: str, line: int = 0) -> None:
        if wanted and wanted == self.fresh.path:
            return
        self.fresh.drop()
        self._front = wanted
        row = self._row(wanted)
        self._tell_rows()
        self._tell_reasons()
        if self._is_own(wanted):
            self.editor.open(wanted, line)
        elif row is not None:
            self.spawn(self._read(row, line), "read")

    def _row(self, wanted: str) -> ProfileRow | None:
        return next((row for row in self.services.profiles.rows if row_id(row) == wanted), None)

    def _is_own(self, path: str) -> bool:
        """Tells whether a line is a file of the user's that can be opened, a faulty one too."""
        is_there = bool(path) and Path(path).parent == self.services.paths.profiles and path != self.fresh.path
        found = self.services.profiles.snapshot.diagnostics
        return is_there and not any(d.file == path and d.code in _UNREADABLE for d in found)

    def _profile(self, row: ProfileRow | None) -> Profile | None:
        snapshot = self.services.profiles.snapshot
        if row is None:
            return None
        return next(
            (p for p in (*snapshot.profiles, *snapshot.shadowed) if p.path == row.path and p.key == row.key), None
        )

    async def _read(self, row: ProfileRow, line: int) -> None:
        """Shows a profile that cannot be changed here."""
        profile, documents = self._profile(row), self.services.profile_documents
        found = tuple(d for d in self.services.profiles.snapshot.diagnostics if d.file == row.path and row.path)
        if profile is None:
            text = await documents.read_skipped(row.path)
        else:
            text = documents.shown_text(profile)
        if self._front != row_id(row):
            return
        shown = ReadOnlyText(
            row.path,
            row.name,
            text if text is not None else "",
            _reason(row, is_readable=text is not None),
            profile,
            found,
            is_native=profile is not None and profile.format in (ProfileFormat.CODEV, ProfileFormat.BUILT_IN),
        )
        self.editor.show_read_only(shown, line)

    # New, copied, translated

    def new(self, template: str) -> None:
        """Begins a profile from a template (U75)."""
        if not self._refuses():
            self.fresh.begin(template)

    def copy(self, name: str = "") -> None:
        """Begins a copy of a profile, by default of the one in front (U74, U75)."""
        snapshot = self.services.profiles.snapshot
        profile = snapshot.find(name) if name else self._profile(self._row(self._front))
        if profile is not None and not self._refuses():
            self.fresh.begin_copy(profile)

    def translate(self, path: str = "") -> None:
        """Begins what a foreign agent comes to, by default the one in front (P248)."""
        offer = self._offer(path or self._front)
        if offer is not None and not self._refuses():
            self.fresh.begin_translation(offer)

    def _offer(self, path: str) -> TranslationOffer | None:
        row = self._row(path)
        if row is not None and row.format is ProfileFormat.OPENCODE:
            return TranslationOffer(row.path, "opencode", row.name)
        return next((offer for offer in self._offers if offer.path == path), None)

    async def _load_offers(self) -> None:
        found = await self.services.profile_translations.offers()
        if found != self._offers:
            self._offers = found
            self.offers_changed.emit(found)
            self._tell_reasons()

    def _on_begun(self, path: str) -> None:
        self._front = path
        self._tell_rows()
        self._tell_reasons()

    def _on_ended(self, path: str) -> None:
        if path == self._front and not self._is_own(path):
            self._front = ""
        self._tell_rows()
        self._tell_reasons()

    # Renamed and deleted

    def plan_rename(self) -> None:
        """Asks for another name of the profile in front."""
        if self._refuses() or self.reasons.rename:
            return
        key = profile_key(self.editor.state.name)
        users = [c for c in self.services.conversations.all if profile_key(c.profile) == key]
        stem = Path(self._front).stem
        self.rename_planned.emit(RenameQuestion(self.editor.state.name, stem, len(users)))

    def rename(self, wish: RenameWish) -> None:
        """Gives the profile in front another display name, another file, or both (U83)."""
        self.spawn(self._rename(wish, self._front, self.editor.state.name), "rename")

    async def _rename(self, wish: RenameWish, path: str, before: str) -> None:
        name = wish.name if wish.name != before else None
        stem = wish.stem if wish.stem != Path(path).stem else None
        after = await self.services.profile_documents.rename(path, name=name, stem=stem)
        if wish.updates and name is not None:
            await self.services.profile_choices.rename(before, name)
        self.document.close(path)
        self._front = after
        self.editor.open(after)
        self._tell_rows()
        self.toast_raised.emit(Toast(_tr("`{0}` is renamed.").format(wish.name)))

    def delete(self) -> None:
        """Moves the profile in front to the trash; the toast brings it back (U84)."""
        if not self.reasons.delete:
            self.spawn(self._delete(self._front), "delete")

    async def _delete(self, path: str) -> None:
        trashed = await self.services.documents.trash(path)
        self._trashed[path] = trashed
        self.document.close(path)
        await self.services.documents.settled()
        self._front = ""
        self.load()
        self.toast_raised.emit(Toast(_tr("`{0}` is in the trash.").format(trashed.title), path))

    def undo(self, what: str, /) -> None:
        """Takes a deleted profile out of the trash again."""
        trashed = self._trashed.pop(what, None)
        if trashed is not None:
            self.spawn(self._restore(trashed), "restore")

    async def _restore(self, trashed: TrashedFile) -> None:
        await self.services.documents.restore(trashed)
        self._wanted = trashed.path if not self.document.is_touched else ""
        await self.services.documents.settled()
        self._follow()

    # The rest

    def refresh(self) -> None:
        """Reads all profiles anew."""
        self.spawn(self._refresh(), "refresh")

    async def _refresh(self) -> None:
        found = await self.services.profiles.reload()
        self.toast_raised.emit(Toast(_tr("%n profile(s) were read.", len(found.profiles))))

    def open_folder(self) -> None:
        """Makes the folder of the user's profiles if it is missing, and shows it (P52)."""
        self.spawn(self._open_folder(), "folder")

    async def _open_folder(self) -> None:
        self.folder_wanted.emit(await self.services.profile_documents.make_folder())

    def open_externally(self) -> None:
        """Opens the file in front with the editor of the settings."""
        row = self._row(self._front)
        path = row.path if row is not None else self._front
        if path:
            self._documents.open_externally(path, row.line or 1 if row is not None else 1)

    @property
    def reasons(self) -> ProfileReasons:
        """Returns why something cannot be done now."""
        row, is_new = self._row(self._front), bool(self.fresh.path)
        profile = self._profile(row)
        touched = _tr("Save or revert the changes first.") if self.document.is_touched else ""
        unsaved = _tr("It is not saved yet.") if is_new else ""
        foreign = "" if self._is_own(self._front) or is_new else _tr("It is not a profile of your own.")
        is_import = profile is not None and profile.format not in (ProfileFormat.CODEV, ProfileFormat.BUILT_IN)
        nothing = "" if profile is not None else unsaved or _tr("It is no profile that is loaded.")
        by_translation = _tr("Use Translate…, which says what is lost.") if is_import else ""
        foreign_text = "" if self._offer(self._front) is not None else _tr("It is no agent of another program.")
        return ProfileReasons(
            copy=nothing or by_translation or touched,
            translate=foreign_text,
            rename=unsaved or foreign or touched,
            delete=unsaved or foreign or touched,
            external="" if (row is not None and row.path) else unsaved or _tr("It is built into qodev."),
        )

    def _tell_reasons(self) -> None:
        self.reasons_changed.emit(self.reasons)

    def _on_judged(self, profile: object, is_stale: bool) -> None:  # noqa: FBT001  # a slot
        reason = ""
        if profile is None and self.editor.state.read_only:
            reason = _tr("It is no profile that is loaded.")
        elif is_stale:
            reason = _tr("The text is no profile yet.")
        found = profile if isinstance(profile, Profile) else None
        self.xray.set_profile(found, is_stale=is_stale, keep_reason=reason)

    def _on_case_changed(self) -> None:
        self.editor.note_tried(self.xray.tried_command)


def _reason(row: ProfileRow, *, is_readable: bool) -> str:
    """Returns why a profile can only be read (U74)."""
    if row.is_skipped:
        place = _tr("Skipped: {0}").format(row.detail)
        return place if is_readable else _tr("{0} Its text is not shown.").format(place)
    if row.scope is ProfileScope.BUILT_IN:
        return _tr("Built into qodev. Copy it to your profiles to change it.")
    if row.scope is ProfileScope.PROJECT:
        return _tr("Managed in the repository.")
    if row.format is ProfileFormat.OPENCODE:
        return _tr("Imported from OpenCode, and read-only here.")
    return _tr("It lies in a folder that qodev never writes to.")

"""Documents: opened, changed, saved, kept from loss, and what happens when the file changes on disk (U5, U35)."""

import asyncio

import pytest
from PySide6.QtCore import QObject, QTimer

from qodev.base.diagnostics import Fix, SourceSpan, TextEdit
from qodev.types.documents import DocumentState, SaveRefused
from qodev.types.events import CatalogChanged, CatalogKind
from qodev.ui.models.diff_lines import LineKind, diff_lines
from qodev.ui.presenters.documents import Documents

PATH = "agents/mine.toml"
CHANGED = (CatalogChanged(kind=CatalogKind.AGENTS, revision=2, diagnostics=()),)


class Desk(QObject):
    """An editor's presenter on files in memory, with what it told."""

    def __init__(self, services) -> None:
        super().__init__()
        services.documents.files[PATH] = "name = 'a'\n"
        self.files = services.documents
        self.all = Documents(services)
        self.one = self.all.make("settings")
        self.texts: list[str] = []
        self.toasts: list[str] = []
        self.notices: list[str] = []
        self.comparisons: list[object] = []
        self.saved: list[str] = []
        self.one.opened.connect(self._on_opened)
        self.one.text_replaced.connect(self.texts.append)
        self.one.saved.connect(self.saved.append)
        self.one.compared.connect(self.comparisons.append)
        self.all.toast_raised.connect(self._on_toast)
        self.all.notice_raised.connect(self._on_notice)

    def _on_opened(self, _path: str, text: str) -> None:
        self.texts.append(text)

    def _on_toast(self, toast) -> None:
        self.toasts.append(toast.text)

    def _on_notice(self, notice) -> None:
        self.notices.append(notice.text)

    async def open(self, path: str = PATH) -> None:
        self.one.open(path)
        await self.all.wait()

    async def look(self) -> None:
        """Plays the folder watch."""
        self.all.take(CHANGED)
        await self.all.wait()

    @property
    def state(self) -> DocumentState:
        return self.one.view.state


@pytest.fixture
def desk(services, qapp):
    made = Desk(services)
    yield made
    made.all.retire()  # else the timer of a draft fires in a later test, which has no loop


def test_typing_makes_it_unsaved_and_saving_writes_it(desk, qt_run):
    async def run():
        await desk.open()
        assert (desk.texts, desk.state) == (["name = 'a'\n"], DocumentState.SAVED)
        desk.one.set_text("name = 'b'\n")
        assert desk.state is DocumentState.UNSAVED
        assert [d.name for d in desk.all.dirty("settings")] == ["mine.toml"]
        desk.one.save()
        assert desk.state is DocumentState.UNSAVED
        await desk.all.wait()
        assert (desk.state, desk.saved) == (DocumentState.SAVED, [PATH])
        assert desk.files.files[PATH] == "name = 'b'\n"
        assert desk.all.dirty() == ()

    qt_run(run())


def test_typing_back_to_what_is_saved_is_no_change(desk, qt_run):
    async def run():
        await desk.open()
        desk.one.set_text("x")
        desk.one.set_text("name = 'a'\n")
        assert desk.state is DocumentState.SAVED

    qt_run(run())


def test_draft_is_kept_half_a_second_after_typing_and_dropped_by_saving(desk, qt_run):
    async def run():
        await desk.open()
        desk.one.set_text("x")
        assert desk.files.kept == {}
        await asyncio.sleep(0.6)
        await desk.all.wait()
        assert desk.files.kept[PATH][0] == "x"
        desk.one.save()
        await desk.all.wait()
        assert desk.files.kept == {}

    qt_run(run())


def test_draft_of_an_earlier_run_is_opened_as_unsaved_text(desk, qt_run):
    desk.files.kept[PATH] = ("typed before", desk.files.kept.get(PATH, ("", ""))[1])

    async def run():
        digest = (await desk.files.look(PATH)).digest
        desk.files.kept[PATH] = ("typed before", digest)
        restored: list[object] = []
        desk.all.restored.connect(restored.append)
        desk.all.load()
        await desk.all.wait()
        assert restored == [(PATH,)]
        assert desk.toasts == ["Restored unsaved changes in 1 file."]
        await desk.open()
        assert (desk.texts, desk.state, desk.one.view.is_restored) == (
            ["typed before"],
            DocumentState.UNSAVED,
            True,
        )
        desk.one.revert()
        await desk.all.wait()
        assert (desk.texts[-1], desk.state, desk.files.kept) == ("name = 'a'\n", DocumentState.SAVED, {})

    qt_run(run())


def test_draft_over_a_file_that_changed_since_is_said(desk, qt_run):
    desk.files.kept[PATH] = ("typed before", "another digest")

    async def run():
        await desk.open()
        assert desk.state is DocumentState.CHANGED_ON_DISK

    qt_run(run())


def test_clean_document_is_read_again_with_a_note(desk, qt_run):
    async def run():
        await desk.open()
        desk.files.change(PATH, "theirs")
        await desk.look()
        assert desk.texts[-1] == "theirs"
        assert desk.state is DocumentState.SAVED
        assert desk.toasts == ["`mine.toml` changed on disk and was read again."]

    qt_run(run())


def test_why_a_save_was_refused_is_old_once_the_file_is_another_one(desk, qt_run):
    async def run():
        await desk.open()
        desk.one.set_text("mine")
        desk.files.refusal = SaveRefused("`mine.toml` cannot be saved.", "Free space.")
        desk.one.save()
        await desk.all.wait()
        assert desk.one.view.fault == "`mine.toml` cannot be saved. Free space."
        desk.files.change(PATH, "theirs")
        await desk.look()
        assert (desk.state, desk.one.view.fault) == (DocumentState.CHANGED_ON_DISK, "")

    qt_run(run())


@pytest.mark.parametrize("by", ["watch", "save"])
def test_dirty_document_is_never_overwritten(desk, qt_run, by):
    async def run():
        await desk.open()
        desk.one.set_text("mine")
        desk.files.change(PATH, "theirs")
        if by == "watch":
            await desk.look()
        desk.one.save()
        await desk.all.wait()
        assert desk.state is DocumentState.CHANGED_ON_DISK
        assert desk.files.files[PATH] == "theirs"
        assert desk.one.text == "mine"

    qt_run(run())


def test_keep_mine_lets_the_next_save_win(desk, qt_run):
    async def run():
        await desk.open()
        desk.one.set_text("mine")
        desk.files.change(PATH, "theirs")
        await desk.look()
        desk.one.keep_mine()
        assert desk.state is DocumentState.UNSAVED
        desk.one.save()
        await desk.all.wait()
        assert desk.files.files[PATH] == "mine"

    qt_run(run())


def test_reload_takes_the_text_on_the_disk(desk, qt_run):
    async def run():
        await desk.open()
        desk.one.set_text("mine")
        desk.files.change(PATH, "theirs")
        await desk.look()
        desk.one.reload()
        await desk.all.wait()
        assert (desk.texts[-1], desk.state) == ("theirs", DocumentState.SAVED)

    qt_run(run())


def test_compare_lists_both_texts(desk, qt_run):
    async def run():
        await desk.open()
        desk.one.set_text("name = 'a'\nmine = 1\n")
        desk.files.change(PATH, "name = 'a'\ntheirs = 1\n")
        await desk.look()
        desk.one.compare()
        await desk.all.wait()
        (found,) = desk.comparisons
        assert [(line.kind, line.text) for line in found.lines] == [
            (LineKind.SAME, "name = 'a'"),
            (LineKind.REMOVED, "theirs = 1"),
            (LineKind.ADDED, "mine = 1"),
        ]

    qt_run(run())


def test_deleted_file_keeps_the_text_and_can_be_written_anew(desk, qt_run):
    async def run():
        await desk.open()
        desk.one.set_text("mine")
        desk.files.change(PATH, None)
        await desk.look()
        assert desk.one.view.is_gone
        desk.one.keep_mine()
        desk.one.save()
        await desk.all.wait()
        assert desk.files.files[PATH] == "mine"

    qt_run(run())


def test_refused_save_keeps_text_and_says_why(desk, qt_run):
    desk.files.refusal = SaveRefused("`mine.toml` cannot be written: no space left.", "Free space, then save again.")

    async def run():
        await desk.open()
        desk.one.set_text("mine")
        assert not await desk.all.save_all()
        assert desk.notices == ["qodev stays open: 1 file could not be saved: mine.toml."]
        view = desk.one.view
        assert view.state is DocumentState.CANNOT_SAVE
        assert view.fault == "`mine.toml` cannot be written: no space left. Free space, then save again."
        assert desk.all.dirty()
        desk.one.set_text("mine 2")
        assert desk.state is DocumentState.UNSAVED

    qt_run(run())


def test_read_only_document_takes_no_text(desk, qt_run):
    desk.files.read_only[PATH] = "Bundled files are read-only."

    async def run():
        await desk.open()
        desk.one.set_text("mine")
        assert (desk.state, desk.one.text) == (DocumentState.READ_ONLY, "name = 'a'\n")

    qt_run(run())


def test_other_documents_of_an_editor_keep_their_changes(desk, qt_run):
    desk.files.files["agents/other.toml"] = "o"

    async def run():
        await desk.open()
        desk.one.set_text("mine")
        await desk.open("agents/other.toml")
        assert desk.one.text == "o"
        await desk.open()
        assert (desk.one.text, desk.state) == ("mine", DocumentState.UNSAVED)

    qt_run(run())


def test_missing_file_becomes_a_notice(desk, qt_run):
    async def run():
        await desk.open("agents/none.toml")
        assert desk.notices == ["`none.toml` cannot be read: no such file."]

    qt_run(run())


def test_quick_fix_is_an_unsaved_edit(desk, qt_run):
    fix = Fix("Write 'b'", (TextEdit(SourceSpan(PATH, 1, 9, 1, 10), "b"),))

    async def run():
        await desk.open()
        desk.one.apply_fix(fix)
        assert (desk.one.text, desk.state) == ("name = 'b'\n", DocumentState.UNSAVED)
        assert desk.texts[-1] == "name = 'b'\n"
        assert desk.files.files[PATH] == "name = 'a'\n"

    qt_run(run())


def test_stop_stores_what_was_typed_last(desk, qt_run):
    async def run():
        await desk.open()
        desk.one.set_text("mine")
        await desk.all.stop()
        assert desk.files.kept[PATH][0] == "mine"

    qt_run(run())


def test_closed_editor_stores_what_was_typed_last_and_starts_nothing_later(desk, qt_run):
    async def run():
        await desk.open()
        desk.one.set_text("mine")
        desk.all.drop(desk.one)
        await desk.all.wait()
        assert desk.files.kept[PATH][0] == "mine"
        assert not any(timer.isActive() for timer in desk.one.findChildren(QTimer))
        desk.one.set_text("more")
        desk.one.flush()
        await desk.all.wait()
        assert desk.files.kept[PATH][0] == "mine"

    qt_run(run())


def test_diff_of_equal_texts_is_empty_and_far_lines_are_left_out():
    text = "\n".join(str(number) for number in range(40))
    assert diff_lines(text, text) == ()
    found = diff_lines(text, text.replace("20", "x"))
    assert found[0].kind is LineKind.SKIPPED
    assert [line.text for line in found if line.kind is LineKind.ADDED] == ["x"]
    assert len(found) < 12

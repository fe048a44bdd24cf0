"""Going back in the window: menus of cards, the dialogs, the toast with Redo, branches, copies (U108, U131, U132)."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from qodev.types.history import RewindScope
from qodev.types.messages import MessageRole
from qodev.ui.chat.card_frames import CardAct
from qodev.ui.chat.history_dialogs import ResendDialog, RewindDialog
from qodev.workspace.rewind import FileState
from tests.fakes.services import make_conversation, make_message
from tests.ui.conftest import Live
from tests.ui.controls import faults_of_controls

MESSAGES = (
    make_message("m1", "Write it."),
    make_message("m2", "Done.", MessageRole.ASSISTANT),
    make_message("m3", "Now with tests."),
    make_message("m4", "Tested.", MessageRole.ASSISTANT),
)
FINE, CHANGED = FileState("src/a.py"), FileState("src/b.py", "it changed since")


class Chat:
    """A window with a conversation of two turns."""

    def __init__(self, live: Live) -> None:
        self.live = live

    async def start(self, *files: FileState) -> None:
        services = self.live.services
        services.conversations.add(make_conversation("c1", "Work", last_text="Tested."))
        services.conversations.pages["c1"] = MESSAGES
        services.history.files = files
        self.live.presenters.load("c1")
        await self.live.settle()

    async def wish(self, what: str, about: str = "") -> None:
        self.live.window.transcript.view.history_requested.emit(what, about)
        await self.live.settle()

    async def act(self, name: str) -> None:
        self.live.window.action_set[name].trigger()
        await self.live.settle()

    def dialog(self, kind: type) -> object:
        (found,) = self.live.window.findChildren(kind)
        return found

    @property
    def rewind(self) -> RewindDialog:
        found = self.dialog(RewindDialog)
        assert isinstance(found, RewindDialog)
        return found

    @property
    def resend(self) -> ResendDialog:
        found = self.dialog(ResendDialog)
        assert isinstance(found, ResendDialog)
        return found

    @property
    def typed(self) -> str:
        return self.live.window.centre.chat.composer.input.toPlainText()

    @property
    def calls(self) -> list[tuple[object, ...]]:
        return self.live.services.history.calls


@pytest.fixture
def play(live: Callable[[], Live], qt_run):
    """Runs a scene on a live window."""

    def run(scene: Callable[[Chat], object], *files: FileState) -> None:
        async def whole() -> None:
            chat = Chat(live())
            await chat.start(*files)
            await scene(chat)  # type: ignore[misc]  # a coroutine function
            await chat.live.stop()

        qt_run(whole())

    return run


def test_rewind_lists_files_asks_and_offers_redo(play) -> None:
    async def scene(chat: Chat) -> None:
        await chat.act("rewind")
        dialog = chat.rewind
        assert dialog.objectName() == "rewind.dialog"
        assert [dialog.files.item(i).text() for i in range(dialog.files.count())] == ["src/a.py"]
        assert dialog.choices[RewindScope.BOTH].isChecked()
        assert "1 file changed since:" in [label.text() for label in dialog.findChildren(QLabel)]
        assert faults_of_controls(dialog) == []
        dialog.accept_button.click()
        await chat.live.settle()
        assert chat.calls == [("rewind", "c1", "m3", RewindScope.BOTH)]
        assert chat.typed == "Now with tests."
        assert [row.message_id for row in chat.live.presenters.transcript.model.rows] == ["m1", "m2"]
        toast = chat.live.window.messages.toast
        assert toast.undo.text() == "Redo"
        toast.undo.click()
        await chat.live.settle()
        assert chat.calls[-1] == ("redo", "c1")
        assert chat.typed == ""
        assert len(chat.live.presenters.transcript.model.rows) == 4

    play(scene, FINE)


def test_a_file_that_does_not_match_blocks_code_with_its_name(play) -> None:
    async def scene(chat: Chat) -> None:
        await chat.wish("rewind", "m1")
        dialog = chat.rewind
        assert [dialog.choices[scope].isEnabled() for scope in RewindScope] == [True, False, False]
        assert dialog.choices[RewindScope.CHAT].isChecked()
        blocked = dialog.findChild(object, "rewind.dialog.blocked")
        assert "src/b.py" in blocked.text()
        assert dialog.files.item(1).text() == "src/b.py: it changed since"
        dialog.cancel.click()
        await chat.live.settle()
        assert chat.calls == []

    play(scene, FINE, CHANGED)


def test_resend_without_files_has_one_way_and_with_files_two(play) -> None:
    async def scene(chat: Chat) -> None:
        await chat.wish("resend", "m1")
        dialog = chat.resend
        assert dialog.with_files is None
        assert dialog.accept_button.text() == "Resend"
        dialog.text.setPlainText("  ")
        assert not dialog.accept_button.isEnabled()
        dialog.text.setPlainText("Write it well.")
        dialog.accept_button.click()
        await chat.live.settle()
        assert chat.calls == [("resend", "c1", "m1", "Write it well.", False)]
        chat.live.services.history.files = (FINE,) * 4
        await chat.wish("resend", "m3")
        dialog = chat.live.window.findChildren(ResendDialog)[-1]
        assert dialog.accept_button.text() == "Messages only"
        assert dialog.with_files.text() == "Messages and 4 files"
        assert faults_of_controls(dialog) == []
        dialog.with_files.click()
        await chat.live.settle()
        assert chat.calls[-1] == ("resend", "c1", "m3", "Now with tests.", True)

    play(scene)


def test_up_in_an_empty_composer_edits_the_last_message(play) -> None:
    async def scene(chat: Chat) -> None:
        field = chat.live.window.centre.chat.composer.input
        QTest.keyClick(field, Qt.Key.Key_Up)
        await chat.live.settle()
        assert chat.resend.text.toPlainText() == "Now with tests."
        chat.resend.cancel.click()
        await chat.live.settle()
        field.setPlainText("typed")
        QTest.keyClick(field, Qt.Key.Key_Up)
        await chat.live.settle()
        assert not any(dialog.isVisible() for dialog in chat.live.window.findChildren(ResendDialog))

    play(scene)


def test_fork_opens_the_copy_which_leads_back(play) -> None:
    async def scene(chat: Chat) -> None:
        await chat.wish("fork", "m2")
        assert chat.calls == [("fork", "c1", "m2")]
        conversations = chat.live.presenters.conversations
        assert conversations.state.selected == "copy"
        origin = chat.live.window.history.origin
        assert origin.isVisible()
        assert "Work" in origin.text()
        origin.click()
        await chat.live.settle()
        assert conversations.state.selected == "c1"
        assert not origin.isVisible()

    play(scene)


def test_branches_stand_on_the_card_of_the_prompt_and_are_chosen_there(play) -> None:
    async def scene(chat: Chat) -> None:
        chat.live.services.conversations.branches = {"m3": ("m0", "m3", "m9")}
        chat.live.presenters.transcript.open("c1")
        await chat.live.settle()
        view = chat.live.window.transcript.view
        button = view.frames.find("user:m3").button(CardAct.BRANCH)
        assert (button.objectName(), button.text()) == ("card.branch", "2 / 3")
        assert view.frames.find("user:m1").button(CardAct.BRANCH) is None
        button.click()
        actions = view._menu.actions()
        assert [action.isChecked() for action in actions] == [False, True, False]
        view._menu.hide()
        actions[2].trigger()
        await chat.live.settle()
        assert chat.calls == [("show_branch", "c1", "m9")]

    play(scene)


def test_nothing_can_be_forked_or_rewound_while_an_answer_is_coming_or_nothing_is_open(play) -> None:
    async def scene(chat: Chat) -> None:
        actions = chat.live.window.action_set
        assert not actions.reason("rewind")
        chat.live.presenters.conversations.select("")
        await chat.live.settle()
        assert actions.reason("rewind") == "No conversation is open."
        assert actions.reason("fork")

    play(scene)

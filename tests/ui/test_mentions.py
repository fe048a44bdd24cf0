"""What is typed with `@` and `/`: files become chips, skills go with the message as guidance (U99, U100)."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog

from qodev.types.conversation import ChatMode
from qodev.types.messages import FileBlock
from qodev.ui.chat.composer_parts import ChipButton
from qodev.ui.models.mention_rows import MentionRow, MentionState
from tests.fakes.services import make_conversation
from tests.ui.project_kit import Desk, Scenario

FILES = {
    "src/cart.py": "total = 0\n",
    "src/deep/price.py": "price = 1\n",
    ".env": "KEY=1\n",
    ".qodev/skills/release/SKILL.md": "---\ndescription: Makes a release\narguments: version\n---\nTag {{version}}.\n",
}


def field(desk: Desk):
    return desk.window.centre.chat.composer.input


def rows(desk: Desk) -> list[str]:
    shown = desk.window.commands.mentions
    return [shown.list.item(at).text() for at in range(shown.list.count())] if shown.isVisible() else []


def commands(desk: Desk) -> list[str]:
    shown = desk.window.commands.completion
    return [shown.list.item(at).text() for at in range(shown.list.count())] if shown.isVisible() else []


async def type_into(desk: Desk, text: str) -> None:
    QTest.keyClicks(field(desk), text)
    await desk.settle()


def sent(desk: Desk) -> list[tuple[object, ...]]:
    return [call for call in desk.services.conversations.calls if call[0] == "send"]


def test_mentioned_file_becomes_a_chip_and_leaves_the_text(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        await desk.trusted(FILES)
        await type_into(desk, "Look at @cart")
        assert rows(desk) == ["src/cart.py"]
        QTest.keyClick(field(desk), Qt.Key.Key_Return)
        await desk.settle()
        assert field(desk).toPlainText() == "Look at "
        assert desk.presenters.chat.draft.attachments == (FileBlock("src/cart.py", "total = 0\n"),)
        assert [chip.label for chip in desk.presenters.chat.state.chips] == ["cart.py"]
        assert rows(desk) == []

    run(scenario)


def test_what_can_be_taken_comes_first_and_the_list_hides_nothing_of_the_composer(
    run: Callable[[Scenario], None],
) -> None:
    async def scenario(desk: Desk) -> None:
        await desk.trusted({**FILES, "cart.key": "secret"})
        await type_into(desk, "@cart")
        assert rows(desk) == ["src/cart.py", "cart.key  its name looks like that of a secret"]
        chat, shown = desk.window.centre.chat, desk.window.commands.mentions
        above = chat.composer.mapTo(chat, QPoint(0, 0)).y()
        assert shown.geometry().bottom() < above
        assert shown.width() == chat.composer.width()
        QTest.keyClick(field(desk), Qt.Key.Key_Down)
        QTest.mouseClick(
            shown.list.viewport(), Qt.MouseButton.LeftButton, pos=shown.list.visualItemRect(shown.list.item(0)).center()
        )
        await desk.settle()
        assert [chip.label for chip in desk.presenters.chat.state.chips] == ["cart.py"]

    run(scenario)


def test_folder_becomes_a_chip_with_its_paths(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        await desk.trusted(FILES)
        await type_into(desk, "@src")
        assert rows(desk)[0] == "src/"
        QTest.keyClick(field(desk), Qt.Key.Key_Tab)
        await desk.settle()
        assert [chip.label for chip in desk.presenters.chat.state.chips] == ["src/"]
        assert field(desk).toPlainText() == ""

    run(scenario)


def test_refused_file_is_listed_with_its_reason_and_cannot_be_taken(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        await desk.trusted(FILES)
        said: list[str] = []
        desk.window.centre.chat.said.connect(said.append)
        await type_into(desk, "@.env")
        assert rows(desk) == [".env  its name looks like that of a secret"]
        QTest.keyClick(field(desk), Qt.Key.Key_Return)
        await desk.settle()
        assert said == ["its name looks like that of a secret"]
        assert field(desk).toPlainText() == "@.env"
        assert sent(desk) == []

    run(scenario)


def test_untrusted_folder_is_not_listed_and_leads_to_the_dialog(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        root = desk.folder("project", FILES)
        await desk.start(make_conversation("c1", "First", project=root, mode=ChatMode.CHAT))
        await type_into(desk, "@cart")
        assert rows(desk) == ["Not trusted: its files are not listed. Choose files…"]
        QTest.keyClick(field(desk), Qt.Key.Key_Return)
        dialog = desk.window.findChild(QFileDialog, "dialog.attach")
        assert isinstance(dialog, QDialog)
        dialog.reject()
        assert field(desk).toPlainText() == ""

    run(scenario)


@pytest.mark.parametrize("text", ["me@example.org", "@", "no mention"])
def test_list_opens_only_where_a_word_begins_with_the_sign(run: Callable[[Scenario], None], text: str) -> None:
    async def scenario(desk: Desk) -> None:
        await desk.trusted(FILES)
        await type_into(desk, text)
        assert bool(rows(desk)) is (text == "@")
        QTest.keyClick(field(desk), Qt.Key.Key_Escape)
        assert rows(desk) == []
        assert field(desk).toPlainText() == text

    run(scenario)


def test_skill_is_completed_with_its_arguments_and_goes_with_the_message(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        await desk.trusted(FILES)
        await type_into(desk, "/rel")
        assert commands(desk) == ["/release  Makes a release  version=…"]
        QTest.keyClick(field(desk), Qt.Key.Key_Return)
        assert field(desk).toPlainText() == "/release "
        await type_into(desk, "version=1.2")
        desk.presenters.chat.attach(FileBlock("a.py", "x"))
        QTest.keyClick(field(desk), Qt.Key.Key_Return)
        await desk.settle()
        ((_, _, text, attachments),) = sent(desk)
        assert text == "/release version=1.2"
        guidance, other = attachments
        assert guidance.path == "skill:release"
        assert "Tag 1.2." in guidance.text
        assert "ranks below the user's request" in guidance.text
        assert other.path == "a.py"  # it still chooses the agent
        assert field(desk).toPlainText() == ""

    run(scenario)


def test_arguments_that_do_not_fit_send_nothing(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        await desk.trusted(FILES)
        told: list[str] = []
        desk.presenters.mentions.notice_raised.connect(lambda notice: told.append(notice.sentence))
        await type_into(desk, "/release nonsense=1")
        QTest.keyClick(field(desk), Qt.Key.Key_Return)
        await desk.settle()
        assert sent(desk) == []
        assert len(told) == 1
        assert "nonsense" in told[0]
        assert field(desk).toPlainText() == "/release nonsense=1"

    run(scenario)


def test_unknown_command_is_not_sent_unasked(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        await desk.trusted(FILES)
        await type_into(desk, "/releases now")
        QTest.keyClick(field(desk), Qt.Key.Key_Return)
        await desk.settle()
        dialog = desk.window.findChild(QDialog, "dialog.command")
        assert dialog is not None
        assert sent(desk) == []
        dialog.reject()

    run(scenario)


def test_chip_is_erased_whole_and_its_path_can_be_copied(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        await desk.trusted(FILES)
        for path in ("src/cart.py", "src/deep/price.py"):
            desk.presenters.mentions.attach(path)
            await desk.settle()
        chip = desk.find(ChipButton, "composer.chips:0")
        chip.setFocus()
        desk.window.run_action("copy")
        assert QApplication.clipboard().text() == "src/cart.py"
        QTest.keyClick(chip, Qt.Key.Key_Delete)
        assert [one.label for one in desk.presenters.chat.state.chips] == ["price.py"]
        await type_into(desk, "ab")
        QTest.keyClick(field(desk), Qt.Key.Key_Backspace)
        assert field(desk).toPlainText() == "a"
        QTest.keyClick(field(desk), Qt.Key.Key_Home)
        QTest.keyClick(field(desk), Qt.Key.Key_Backspace)
        assert desk.presenters.chat.state.chips == ()
        assert field(desk).toPlainText() == "a"

    run(scenario)


def test_answer_that_was_overtaken_is_not_shown(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        await desk.trusted(FILES)
        told: list[str] = []
        desk.presenters.mentions.state_changed.connect(lambda state: told.append(state.asked))
        desk.presenters.mentions.ask("ca")
        desk.presenters.mentions.ask("cart")
        await desk.settle()
        assert told == ["cart"]
        await type_into(desk, "@price")
        desk.window.commands.mentions.show_state(MentionState("cart", (MentionRow("src/cart.py", "src/cart.py"),)))
        assert rows(desk) == ["src/deep/price.py"]

    run(scenario)


def test_guidance_for_a_conversation_that_was_left_goes_nowhere(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        await desk.trusted(FILES)
        await type_into(desk, "Hello")
        desk.presenters.chat.send_with("another", FileBlock("skill:release", "Tag."))
        await desk.settle()
        assert sent(desk) == []
        assert desk.presenters.chat.state.chips == ()

    run(scenario)

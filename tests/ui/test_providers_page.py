"""The Providers page as a person uses it, on real files, sockets, processes and a keyring in memory (U38 to U42)."""

import asyncio
import os
import ssl
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLabel, QLineEdit, QPlainTextEdit, QWidget

from qodev.types.instances import HostedConsent
from qodev.ui.pages.page import Target
from tests.fakes.keyring_backends import FakeKeyring
from tests.fakes.wire import CERTIFICATES, RawAnswer, raw_server
from tests.servers.offline import offline_server
from tests.ui.provider_kit import LivePage, live_page
from tests.ui.stall import stall_watch

__all__ = ["stall_watch"]

P = "settings.providers."
MINE = '# mine\nname = "Mine"  # its name\nclient_api = "openai_chat"\nurl = "{url}"\n'
LIST = RawAnswer(200, {}, [b'{"data":[{"id":"alpha"},{"id":"beta"}]}'])


def mine(url: str = "http://127.0.0.1:9", more: str = "") -> dict[str, str]:
    return {"mine": MINE.format(url=url) + more}


def file_text(it: LivePage, stem: str = "mine") -> str:
    return (it.bench.paths.providers / f"{stem}.toml").read_text()


def steps_of(it: LivePage, name: str = f"{P}test_steps") -> list[str]:
    """Returns what a screen reader says of each shown step."""
    rows = it.find(name).findChildren(QWidget)
    return [row.accessibleName() for row in rows if row.objectName().startswith(f"{name}:") and row.isVisible()]


def retype(edit: QPlainTextEdit, text: str) -> None:
    """Replaces a text as typing does, so that it can be undone."""
    cursor = edit.textCursor()
    cursor.select(cursor.SelectionType.Document)
    cursor.insertText(text)


def explanation(it: LivePage) -> str:
    card = it.find(f"{P}test:explanation")
    return card.accessibleDescription() if card.isVisible() else ""


# The list


def test_list_shows_names_urls_pills_and_states_in_icon_and_word(qt_run, theme, tmp_path):
    files = mine() | {
        "over": 'name = "llama.cpp"\nextends = "llama.cpp"\nurl = "http://box:8080"\n',
        "broken": "name =\n",
        "base": 'name = "Base"\nabstract = true\nclient_api = "ollama"\n',
    }

    async def run() -> None:
        async with live_page(theme, tmp_path, files=files, env={"OPENAI_API_KEY": "sk-12345678"}) as it:
            assert len(it.rows()) == 19
            said = {name: it.row(name).spoken for name in ("Mine", "llama.cpp", "broken.toml", "Base", "Claude")}
            assert said["Mine"].startswith("Mine, Not tested, user, http://127.0.0.1:9")
            assert "overrides bundled" in said["llama.cpp"]
            assert said["broken.toml"].startswith("broken.toml, Invalid, user")
            assert "abstract" in said["Base"]
            assert said["Claude"].startswith("Claude, No key, bundled")
            assert {it.row(name).word.icon for name in ("Mine", "broken.toml", "Claude")} == {"waiting", "error", "key"}

    qt_run(run(), 20)


def test_filter_keeps_rows_that_hold_every_word_and_says_when_nothing_matches(qt_run, theme, tmp_path):
    async def run() -> None:
        async with live_page(theme, tmp_path, files=mine()) as it:
            it.type(f"{P}filter", "chat lm")
            assert [it.page.list.model.row(0).name, len(it.rows())] == ["Mine", 1]
            assert it.row("LM Studio (Chat Completions)").url == "http://localhost:1234"
            it.type(f"{P}filter", "foo")
            assert it.rows() == []
            assert it.page.list.message.text() == "Nothing matches `foo`."

    qt_run(run(), 20)


def test_empty_loading_and_error_texts_are_those_of_the_table(qt_run, theme, tmp_path):
    async def run() -> None:
        async with live_page(theme, tmp_path) as it:
            assert it.page.list.message.text() == "No provider of your own yet."
            assert it.find(f"{P}add", QAbstractButton).text() == "Add…"
            waits = asyncio.Event()

            async def hold(_: int) -> None:
                await waits.wait()

            refused = RawAnswer(401, {}, [b'{"error":{"message":"no such key"}}'], before_chunk=hold)
            async with raw_server(refused) as server:
                it.bench.write("mine", MINE.format(url=server.url) + 'api_key_ref = "k"\n')
                await it.bench.instances.keys.store("k", "sk-12345678", "memory")
                await it.bench.load()
                await it.settle()
                await it.select("Mine")
                it.click(f"{P}test")
                await it.until(lambda: "Signing in…" in " ".join(steps_of(it)))
                waits.set()
                await it.settle()
            assert explanation(it).startswith("The key was refused (401). Check the key and the host it belongs to.")
            assert it.find(f"{P}test:act", QAbstractButton).text() == "Edit key"
            it.click(f"{P}test:act")
            assert it.window.focusWidget() is it.find(f"{P}key")

    qt_run(run(), 20)


def test_selection_and_dirty_text_survive_a_reload(qt_run, theme, tmp_path):
    async def run() -> None:
        async with live_page(theme, tmp_path, files=mine()) as it:
            await it.select("Mine")
            it.type(f"{P}description", "Ours")
            await it.settle(0.06)
            it.bench.write("other", 'name = "Aaa"\nclient_api = "ollama"\nurl = "http://a"\n')
            await it.bench.load()
            await it.settle()
            assert it.providers.state.current.name == "Mine"
            assert it.find(f"{P}description", QLineEdit).text() == "Ours"
            assert it.find("doc.modified", QLabel).text() == "•"

    qt_run(run(), 20)


# The document


def test_editing_one_field_changes_the_bytes_of_its_key_alone(qt_run, theme, tmp_path):
    async def run() -> None:
        async with live_page(theme, tmp_path, files=mine(more="odd = 1 # kept\n")) as it:
            before = file_text(it)
            await it.select("Mine")
            assert "odd" in it.page.detail.form.unknown.text()
            it.type(f"{P}url", "http://box:1234")
            await it.settle(0.06)
            assert it.find("doc.state", QLabel).text() == "Unsaved changes"
            assert it.find(f"{P}effective_url", QLabel).text() == "http://box:1234/v1/chat/completions"
            assert it.find(f"{P}list_url", QLabel).text() == "http://box:1234/v1/models"
            assert file_text(it) == before
            it.click("doc.save")
            await it.settle()
            assert file_text(it) == before.replace("http://127.0.0.1:9", "http://box:1234")
            assert it.row("Mine").url == "http://box:1234"

    qt_run(run(), 20)


class HeldEditing:
    """The real editing, whose readings can be held back."""

    def __init__(self, real: Any) -> None:
        self._real = real
        self.gate = asyncio.Event()
        self.begun = 0
        self.gate.set()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)

    async def analyse(self, path: str, text: str) -> Any:
        self.begun += 1
        found = await self._real.analyse(path, text)
        await self.gate.wait()
        return found


def test_reading_of_an_older_text_never_undoes_what_was_typed(qt_run, theme, tmp_path):
    async def run() -> None:
        async with live_page(theme, tmp_path, files=mine()) as it:
            held = HeldEditing(it.bench.instances.editing)
            it.providers.document.services.instances = replace(it.bench.instances, editing=held)
            await it.select("Mine")
            held.gate.clear()
            before = held.begun
            it.type(f"{P}description", "a")
            await it.until(lambda: held.begun > before)
            line = it.find(f"{P}description", QLineEdit)
            shown: list[str] = []
            it.providers.document.form_changed.connect(shown.append)
            QTest.keyClicks(line, "b")
            held.gate.set()
            await asyncio.sleep(0.05)
            assert (line.text(), shown) == ("ab", [])
            await it.settle(0.06)
            assert line.text() == "ab"
            assert 'description = "ab"' in it.providers.document.documents.text

    qt_run(run(), 20)


def test_every_key_of_the_format_has_a_control(qt_run, theme, tmp_path):
    async def run() -> None:
        async with live_page(theme, tmp_path, files=mine()) as it:
            await it.select("Mine")
            typed = {
                "timeouts:connect_s": "3",
                "timeouts:idle_s": "4.5",
                "timeouts:total_s": "60",
                "ca_file": "/x.pem",
                "launch:command": "server",
                "launch:cwd": "/tmp",
                "launch:ready_url": "http://127.0.0.1:9/health",
                "launch:ready_timeout_s": "7",
                "key:reference": "Mine | env:K",
                "description": "Ours",
            }
            for name, text in typed.items():
                it.type(f"{P}{name}", text)
            for name, text in (("proxy", "none"), ("name:extends", "LM Studio (Chat Completions)")):
                line = it.find(f"{P}{name}", QComboBox).lineEdit()
                QTest.keyClicks(line, text)
            for name, text in (("headers", "X-Team = a"), ("launch:env", "A = b"), ("launch:args", "-m\nx y")):
                it.find(f"{P}{name}", QPlainTextEdit).setPlainText(text)
            for name in ("verify_tls", "launch:detach", "name:abstract"):
                it.find(f"{P}{name}", QAbstractButton).click()
            api = it.find(f"{P}client_api", QComboBox)
            api.setCurrentIndex(api.findData("mistral"))
            api.activated.emit(api.currentIndex())
            await it.settle(0.06)
            it.click("doc.save")
            await it.settle()
            import tomllib

            assert tomllib.loads(file_text(it)) == {
                "name": "Mine",
                "client_api": "mistral",
                "url": "http://127.0.0.1:9",
                "description": "Ours",
                "api_key_ref": "Mine | env:K",
                "extends": "LM Studio (Chat Completions)",
                "abstract": True,
                "proxy": "none",
                "ca_file": "/x.pem",
                "verify_tls": False,
                "headers": {"X-Team": "a"},
                "timeouts": {"connect_s": 3, "idle_s": 4.5, "total_s": 60},
                "launch": {
                    "command": "server",
                    "args": ["-m", "x y"],
                    "cwd": "/tmp",
                    "env": {"A": "b"},
                    "ready_url": "http://127.0.0.1:9/health",
                    "ready_timeout_s": 7,
                    "detach": True,
                },
            }

    qt_run(run(), 20)


def test_what_is_inherited_is_shown_and_can_be_taken_back(qt_run, theme, tmp_path):
    files = {"thin": 'name = "Thin"\nextends = "Claude"\nurl = "https://own.example"\n'}

    async def run() -> None:
        async with live_page(theme, tmp_path, files=files) as it:
            await it.select("Thin")
            field = it.page.detail.form.fields["description"]
            assert field.control.placeholderText() == "Messages API of Anthropic."  # type: ignore[attr-defined]
            assert field.note.text() == "From `Claude`"
            it.click("settings.reset:url")
            await it.settle(0.06)
            assert it.find(f"{P}url", QLineEdit).placeholderText() == "https://api.anthropic.com"
            it.click("doc.save")
            await it.settle()
            assert file_text(it, "thin") == 'name = "Thin"\nextends = "Claude"\n'

    qt_run(run(), 20)


def test_pasted_endpoint_is_cut_by_one_click(qt_run, theme, tmp_path):
    async def run() -> None:
        async with live_page(theme, tmp_path, files=mine()) as it:
            await it.select("Mine")
            it.type(f"{P}url", "https://api.example.com/v1/chat/completions")
            await it.settle(0.06)
            it.click(f"{P}split_url")
            await it.settle(0.06)
            assert it.find(f"{P}url", QLineEdit).text() == "https://api.example.com/v1"
            assert not it.find(f"{P}split_url").isVisible()

    qt_run(run(), 20)


def test_bad_values_are_said_at_their_field_and_wrong_numbers_stay_out_of_the_file(qt_run, theme, tmp_path):
    async def run() -> None:
        async with live_page(theme, tmp_path, files=mine()) as it:
            await it.select("Mine")
            it.type(f"{P}url", "box:11434")
            it.type(f"{P}timeouts:idle_s", "soon")
            await it.settle(0.06)
            fields = it.page.detail.form.fields
            assert "must begin with `http://`" in fields["url"].note.text()
            assert (
                "such as 30" in fields["timeouts.idle_s"].note.text()
                or "idle_s" not in it.providers.document.documents.text
            )
            assert "soon" not in it.providers.document.documents.text
            assert it.find(f"{P}effective_url", QLabel).text() == "None yet"
            assert it.reason(f"{P}test") == "Save first: what is saved is what is tried."

    qt_run(run(), 20)


def test_form_pauses_while_the_text_does_not_parse(qt_run, theme, tmp_path):
    async def run() -> None:
        async with live_page(theme, tmp_path, files=mine()) as it:
            await it.select("Mine")
            text = it.find(f"{P}name:text", QPlainTextEdit)
            good = text.toPlainText()
            retype(text, good.replace('"Mine"', '"Mine'))
            await it.settle(0.06)
            assert it.page.detail.form.paused.text().startswith("Form paused: line 2, column")
            assert it.find(f"{P}url", QLineEdit).text() == "http://127.0.0.1:9"
            assert it.find(f"{P}url", QLineEdit).isReadOnly()
            retype(text, good.replace('"Mine"', '"Yours"'))
            await it.settle(0.06)
            assert it.find(f"{P}name", QLineEdit).text() == "Yours"
            text.undo()
            await it.settle(0.06)
            assert it.page.detail.form.paused.text() != ""

    qt_run(run(), 20)


def test_form_edits_reach_the_text_and_undo_takes_them_back(qt_run, theme, tmp_path):
    async def run() -> None:
        async with live_page(theme, tmp_path, files=mine()) as it:
            await it.select("Mine")
            text = it.find(f"{P}name:text", QPlainTextEdit)
            it.type(f"{P}description", "x")
            await it.settle(0.06)
            assert 'description = "x"' in text.toPlainText()
            text.undo()
            await it.settle(0.06)
            assert it.find(f"{P}description", QLineEdit).text() == ""
            assert it.find("doc.state", QLabel).text() == "Saved"

    qt_run(run(), 20)


def test_bundled_providers_are_read_only_with_the_ways_on(qt_run, theme, tmp_path):
    async def run() -> None:
        async with live_page(theme, tmp_path) as it:
            await it.select("Claude")
            assert it.find("doc.state", QLabel).text() == "Read-only"
            assert it.find(f"{P}url", QLineEdit).isReadOnly()
            assert it.find(f"{P}url", QLineEdit).text() == "https://api.anthropic.com"
            assert it.reason(f"{P}delete") == "`Claude` is part of qodev and read-only."
            assert it.reason(f"{P}rename") == "`Claude` is part of qodev and read-only."
            assert not it.find(f"{P}restore_bundled").isVisible()
            it.click(f"{P}new_from:override")
            await it.settle()
            assert it.providers.state.current.overrides_bundled
            assert "overrides bundled" in it.row("Claude").spoken
            it.click(f"{P}restore_bundled")
            await it.settle()
            assert "is used again" in " ".join(
                label.text() for label in it.find("dialog.provider_remove").findChildren(QLabel)
            )
            it.click("dialog.provider_remove.act")
            await it.settle()
            assert not it.row("Claude").overrides_bundled
            assert it.page.toast.text.text() == "The bundled `Claude` is in use again."

    qt_run(run(), 20)


def test_offline_provider_has_no_file_and_can_be_tested(qt_run, theme, tmp_path):
    async def run() -> None:
        async with live_page(theme, tmp_path, files=mine()) as it:
            await it.select("Mine")
            it.type(f"{P}description", "unsaved")
            await it.settle(0.06)
            await it.select("Offline")
            assert it.find(f"{P}name", QLineEdit).text() == "Offline"
            assert it.find(f"{P}name", QLineEdit).isReadOnly()
            assert it.reason(f"{P}duplicate") == "`Offline` has no file."
            assert not it.find("doc.bar").isVisible()
            it.click(f"{P}test")
            await it.settle()
            assert steps_of(it)[-1].startswith("Model list, Done")
            await it.select("Mine")
            assert it.find(f"{P}description", QLineEdit).text() == "unsaved"

    qt_run(run(), 20)


def test_menu_of_a_row_has_its_actions(qt_run, theme, tmp_path):
    async def run() -> None:
        async with live_page(theme, tmp_path) as it:
            await it.select("Claude")
            it.page.list.list.setFocus()
            it.page.detail.head.pop_up(it.window.pos())
            shown = {a.text(): a.isEnabled() for a in it.page.detail.head._menu.actions() if a.isVisible()}
            it.page.detail.head._menu.hide()
            assert shown == {
                "New from this…": True,
                "Duplicate…": True,
                "Override": True,
                "Rename…": False,
                "Delete…": False,
            }

    qt_run(run(), 20)


def test_delete_key_in_a_field_deletes_no_provider(qt_run, theme, tmp_path):
    async def run() -> None:
        async with live_page(theme, tmp_path, files=mine()) as it:
            await it.select("Mine")
            button = it.find(f"{P}test")
            button.setFocus()
            QTest.keyClick(button, Qt.Key.Key_Delete)
            await it.settle()
            assert it.dialogs() == []

    qt_run(run(), 20)


def test_change_on_disk_while_dirty_offers_the_three_ways(qt_run, theme, tmp_path):
    async def run() -> None:
        async with live_page(theme, tmp_path, files=mine()) as it:
            await it.select("Mine")
            it.type(f"{P}description", "mine")
            await it.settle(0.06)
            it.bench.write("mine", MINE.format(url="http://other"))
            await it.bench.load()
            await it.settle()
            assert it.find("banner.disk").isVisible()
            assert it.find(f"{P}url", QLineEdit).text() == "http://127.0.0.1:9"
            it.click("banner.disk.compare")
            await it.settle()
            [dialog] = it.dialogs()
            dialog.close()
            it.click("banner.disk.reload")
            await it.settle(0.06)
            assert it.find(f"{P}url", QLineEdit).text() == "http://other"

    qt_run(run(), 20)


# New ones, names, removal


def test_new_from_this_makes_a_thin_file_and_selects_it(qt_run, theme, tmp_path):
    async def run() -> None:
        async with live_page(theme, tmp_path) as it:
            await it.select("Claude")
            it.click(f"{P}new_from")
            await it.settle()
            assert it.find("dialog.provider_new.name", QLineEdit).text() == "Claude 2"
            it.type("dialog.provider_new.name", "claude")
            assert "already" in it.reason("dialog.provider_new.act")
            it.type("dialog.provider_new.name", "My Claude")
            it.click("dialog.provider_new.act")
            await it.settle()
            assert it.providers.state.current.name == "My Claude"
            assert file_text(it, "my_claude") == 'schema_version = 1\n\nname = "My Claude"\nextends = "Claude"\n'

    qt_run(run(), 20)


def test_duplicate_copies_the_file(qt_run, theme, tmp_path):
    async def run() -> None:
        async with live_page(theme, tmp_path, files=mine()) as it:
            await it.select("Mine")
            it.click(f"{P}duplicate")
            await it.settle()
            it.click("dialog.provider_duplicate.act")
            await it.settle()
            assert it.providers.state.current.name == "Mine 2"
            assert file_text(it, "mine_2") == file_text(it).replace('"Mine"', '"Mine 2"')

    qt_run(run(), 20)


def test_rename_shows_what_follows_and_is_one_step_that_can_be_undone(qt_run, theme, tmp_path):
    async def run() -> None:
        async with live_page(theme, tmp_path, files=mine()) as it:
            agent = it.bench.write_agent("One Chat", "Mine")
            before = agent.read_text()
            await it.bench.load()
            await it.settle()
            await it.select("Mine")
            it.page.list.list.setFocus()
            QTest.keyClick(it.page.list.list, Qt.Key.Key_F2)
            await it.settle()
            assert it.reason("dialog.provider_name.act") == "This is its name now."
            it.type("dialog.provider_name.name", "Box")
            it.click("dialog.provider_name.act")
            await it.settle()
            dialog = it.find("dialog.provider_rename")
            assert "`One Chat`" in " ".join(label.text() for label in dialog.findChildren(QLabel))
            assert it.find("dialog.provider_rename.act", QAbstractButton).text() == "Rename and change 1 file"
            it.click("dialog.provider_rename.act")
            await it.settle()
            assert it.providers.state.current.name == "Box"
            assert agent.read_text() == before.replace('"Mine"', '"Box"')
            assert it.page.rect().contains(it.page.toast.geometry())
            it.page.toast.undo.click()
            await it.settle()
            assert agent.read_text() == before
            assert it.providers.state.current.name == "Mine"

    qt_run(run(), 20)


def test_rename_can_leave_the_agents_as_they_are(qt_run, theme, tmp_path):
    async def run() -> None:
        async with live_page(theme, tmp_path, files=mine()) as it:
            agent = it.bench.write_agent("One Chat", "Mine")
            before = agent.read_text()
            await it.bench.load()
            await it.settle()
            await it.select("Mine")
            it.click(f"{P}rename")
            it.type("dialog.provider_name.name", "Box")
            it.click("dialog.provider_name.act")
            await it.settle()
            it.click("dialog.provider_rename.follow")
            assert it.find("dialog.provider_rename.act", QAbstractButton).text() == "Rename"
            it.click("dialog.provider_rename.act")
            await it.settle()
            assert (it.providers.state.current.name, agent.read_text()) == ("Box", before)

    qt_run(run(), 20)


def test_delete_lists_what_breaks_asks_about_the_key_apart_and_can_be_undone(qt_run, theme, tmp_path, languages):
    languages.use("en")
    keyring = FakeKeyring()

    async def run() -> None:
        async with live_page(theme, tmp_path, files=mine(more='api_key_ref = "k"\n'), keyring=keyring) as it:
            it.bench.write_agent("One Chat", "Mine")
            await it.bench.instances.keys.store("k", "sk-12345678", "keyring")
            await it.bench.load()
            await it.settle()
            await it.select("Mine")
            before = file_text(it)
            it.page.list.list.setFocus()
            QTest.keyClick(it.page.list.list, Qt.Key.Key_Delete)
            await it.settle()
            dialog = it.find("dialog.provider_remove")
            said = " ".join(label.text() for label in dialog.findChildren(QLabel))
            assert "could not be sent: `One Chat`" in said
            act = it.find("dialog.provider_remove.act", QAbstractButton)
            assert act.text() == "Remove and break 1 agent"
            assert dialog.focusWidget() is it.find("dialog.provider_remove.keep")
            assert not it.find("dialog.provider_remove.key", QAbstractButton).isChecked()
            act.click()
            await it.settle()
            assert "Mine" not in it.bench.catalog.snapshot.instances
            assert keyring.held != {}
            it.page.toast.undo.click()
            await it.settle()
            assert file_text(it) == before

    qt_run(run(), 20)


# Keys


def test_key_goes_to_the_keyring_is_shown_only_as_set_and_can_be_cleared(qt_run, theme, tmp_path):
    keyring = FakeKeyring()
    secret = "sk-canary-1234567890"

    async def run() -> None:
        async with live_page(theme, tmp_path, files=mine(more='api_key_ref = "k | env:GONE"\n'), keyring=keyring) as it:
            await it.select("Mine")
            panel = it.page.detail.key
            assert panel.status.text() == "No key is set.\nVariable `GONE`: not found"
            source = it.find(f"{P}key_source", QComboBox)
            places = [source.itemText(row) for row in range(source.count())]
            assert places == ["Keyring: Fake keyring", "Environment variable", "Until qodev quits", "Private file"]
            line = it.find(f"{P}key", QLineEdit)
            it.type(f"{P}key", f"  {secret} ")
            assert line.echoMode() is QLineEdit.EchoMode.Password
            assert_unheard(it, secret)
            it.click(f"{P}key_reveal")
            assert panel.typed.isVisible()
            assert_unheard(it, secret)
            it.click(f"{P}key_save")
            await it.settle()
            assert line.text() == ""
            assert not panel.typed.isVisible()
            assert panel.status.text().startswith("The key is set, in the keyring.")
            assert list(keyring.held.values()) == [secret]
            assert_unheard(it, secret)
            it.click(f"{P}key_clear")
            await it.settle()
            assert keyring.held == {}
            assert panel.status.text().startswith("No key is set.")

    qt_run(run(), 20)


def assert_unheard(it: LivePage, secret: str) -> None:
    """Asserts that neither texts nor the accessibility tree hold a key."""
    for widget in it.window.findChildren(QWidget):
        said = [widget.toolTip(), widget.accessibleName(), widget.accessibleDescription()]
        interface = QAccessible.queryAccessibleInterface(widget)
        if interface is not None:
            said += [interface.text(kind) for kind in (QAccessible.Text.Name, QAccessible.Text.Value)]
            texts = interface.textInterface()
            said.append(texts.text(0, texts.characterCount()) if texts is not None else "")
        assert secret not in " ".join(said), widget.objectName()


def test_typed_key_cannot_be_copied(qt_run, theme, tmp_path, qapp):
    async def run() -> None:
        async with live_page(theme, tmp_path, files=mine(more='api_key_ref = "k"\n')) as it:
            await it.select("Mine")
            qapp.clipboard().setText("before")
            it.type(f"{P}key", "sk-12345678")
            it.click(f"{P}key_reveal")
            line = it.find(f"{P}key", QLineEdit)
            line.selectAll()
            for key in (Qt.Key.Key_C, Qt.Key.Key_X):
                QTest.keyClick(line, key, Qt.KeyboardModifier.ControlModifier)
            assert qapp.clipboard().text() == "before"
            assert line.text() == "sk-12345678"

    qt_run(run(), 20)


def test_without_a_keyring_it_is_said_and_the_other_places_stay(qt_run, theme, tmp_path):
    said = "No keyring on this system. Use an environment variable, or keep the key until qodev quits."

    async def run() -> None:
        async with live_page(theme, tmp_path, files=mine(more='api_key_ref = "k"\n'), has_keyring=False) as it:
            await it.select("Mine")
            panel = it.page.detail.key
            assert panel.notice.text() == said
            assert panel.notice.isVisible()
            source = it.find(f"{P}key_source", QComboBox)
            assert [source.itemText(row) for row in range(source.count())] == [
                "Environment variable",
                "Until qodev quits",
                "Private file",
            ]
            it.type(f"{P}key", "sk-12345678")
            it.click(f"{P}key_save")
            await it.settle()
            assert panel.status.text().startswith("The key is set, until qodev quits.")

    qt_run(run(), 20)


def test_private_file_is_asked_about_first(qt_run, theme, tmp_path):
    async def run() -> None:
        async with live_page(theme, tmp_path, files=mine(more='api_key_ref = "k"\n')) as it:
            await it.select("Mine")
            source = it.find(f"{P}key_source", QComboBox)
            source.setCurrentIndex(source.findText("Private file"))
            it.type(f"{P}key", "sk-12345678")
            it.click(f"{P}key_save")
            await it.settle()
            keys = it.bench.paths.data / "keys.json"
            assert not keys.exists()
            it.click("dialog.key_file.act")
            await it.settle()
            assert "sk-12345678" in keys.read_text()
            assert keys.stat().st_mode & 0o777 == 0o600

    qt_run(run(), 20)


def test_variable_is_named_in_the_document_and_found(qt_run, theme, tmp_path):
    async def run() -> None:
        async with live_page(theme, tmp_path, files=mine(), env={"HERE": "sk-12345678"}) as it:
            await it.select("Mine")
            panel = it.page.detail.key
            assert panel.status.text() == "This provider names no key."
            assert not it.providers.key.state.view.is_probed
            assert it.bench.keyring.calls == []
            source = it.find(f"{P}key_source", QComboBox)
            source.setCurrentIndex(source.findText("Environment variable"))
            source.activated.emit(source.currentIndex())
            it.type(f"{P}key:variable", "HERE")
            it.click(f"{P}key:use_variable")
            await it.settle(0.06)
            assert 'api_key_ref = "env:HERE"' in it.providers.document.documents.text
            assert panel.status.text() == "The key is set, in the variable `HERE`.\nVariable `HERE`: found"
            it.click(f"{P}key:entry")
            await it.settle(0.06)
            assert 'api_key_ref = "Mine | env:HERE"' in it.providers.document.documents.text

    qt_run(run(), 20)


def test_key_can_follow_a_reference_that_names_another_entry(qt_run, theme, tmp_path):
    keyring = FakeKeyring()

    async def run() -> None:
        async with live_page(theme, tmp_path, files=mine(more='api_key_ref = "k"\n'), keyring=keyring) as it:
            await it.bench.instances.keys.store("k", "sk-12345678", "keyring")
            await it.select("Mine")
            assert not it.find(f"{P}key:move").isVisible()
            it.type(f"{P}key:reference", "other")
            await it.settle(0.06)
            assert it.page.detail.key.moving.text() == "The key is stored under `k`."
            it.click(f"{P}key:move")
            await it.settle()
            assert keyring.held == {("qodev", "other"): "sk-12345678"}
            assert it.page.detail.key.status.text().startswith("The key is set, in the keyring.")
            assert not it.find(f"{P}key:move").isVisible()

    qt_run(run(), 20)


def test_silent_keyring_leaves_the_window_alive_and_can_be_asked_again(qt_run, theme, tmp_path):
    keyring = FakeKeyring()

    async def run() -> None:
        async with live_page(theme, tmp_path, files=mine(more='api_key_ref = "k"\n'), keyring=keyring) as it:
            await it.select("Mine")
            keyring.fault = RuntimeError("the bus died")
            it.type(f"{P}key", "sk-12345678")
            it.click(f"{P}key_save")
            await it.settle()
            panel = it.page.detail.key
            assert "refuses the call" in panel.notice.text()
            assert "sk-12345678" not in panel.notice.text()
            keyring.fault = None
            it.click(f"{P}key:retry")
            await it.settle()
            assert panel.notice.text() == ""

    qt_run(run(), 20)


# Tests


def test_good_test_shows_its_steps_models_and_time(qt_run, theme, tmp_path):
    async def run() -> None:
        async with raw_server(LIST) as server, live_page(theme, tmp_path, files=mine(server.url)) as it:
            await it.select("Mine")
            it.click(f"{P}test")
            await it.settle()
            assert steps_of(it) == [
                "Address, Done",
                "TLS, Done, Not used: http",
                "Sign-in, Done",
                "Model list, Done, 2 models",
            ]
            when = it.page.detail.test.when.text()
            assert when.startswith("Tested ")
            assert when.endswith("The connection works.")
            assert it.row("Mine").word.source == "Ready"
            model = it.find(f"{P}test:model", QComboBox)
            assert [model.itemText(row) for row in range(model.count())] == ["alpha", "beta"]
            await it.select("Claude")
            assert steps_of(it) == []
            await it.select("Mine")
            assert steps_of(it)[0] == "Address, Done"

    qt_run(run(), 20)


def serving_tls(name: str) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATES / f"{name}.pem")
    return context


def test_tls_failure_names_issuer_and_trust_store_and_leads_to_the_ca_file(qt_run, theme, tmp_path):
    async def run() -> None:
        async with (
            raw_server(LIST, ssl=serving_tls("self_made")) as server,
            live_page(theme, tmp_path, files=mine(server.url)) as it,
        ):
            await it.select("Mine")
            it.click(f"{P}test")
            await it.settle()
            assert steps_of(it)[0] == "Address, Done"
            assert steps_of(it)[1].startswith("TLS, Failed, ")
            assert "`Nobody Ltd`" in steps_of(it)[1]
            assert "the system's certificate store" in steps_of(it)[1]
            assert explanation(it).startswith("The server's certificate is not trusted.")
            it.click(f"{P}test:act")
            assert it.window.focusWidget() is it.find(f"{P}ca_file")
            assert it.row("Mine").word.source == "Unreachable"

    qt_run(run(), 20)


def test_doubled_path_is_repaired_by_one_click(qt_run, theme, tmp_path):
    async def run() -> None:
        async with (
            raw_server(RawAnswer(404)) as server,
            live_page(theme, tmp_path, files=mine(server.url + "/v1/v1")) as it,
        ):
            await it.select("Mine")
            it.click(f"{P}test")
            await it.settle()
            assert explanation(it).startswith("The path is doubled (404).")
            it.click(f"{P}test:act")
            await it.settle(0.06)
            assert it.find(f"{P}url", QLineEdit).text() == server.url + "/v1"
            assert it.find("doc.modified", QLabel).text() == "•"

    qt_run(run(), 20)


@pytest.mark.parametrize(
    ("status", "said", "act", "focus"),
    [
        (407, "The proxy wants a log-in (407).", "Edit proxy", "proxy"),
        (502, "The proxy made no connection.", "Edit proxy", "proxy"),
    ],
)
def test_proxy_faults_are_the_proxys(qt_run, theme, tmp_path, status, said, act, focus):
    async def run() -> None:
        async with raw_server(RawAnswer(status)) as proxy:
            files = mine("https://models.example", f'proxy = "{proxy.url}"\n')
            async with live_page(theme, tmp_path, files=files) as it:
                await it.select("Mine")
                it.click(f"{P}test")
                await it.settle()
                assert explanation(it).startswith(said)
                assert it.find(f"{P}test:act", QAbstractButton).text() == act
                it.click(f"{P}test:act")
                assert it.window.focusWidget() is it.find(f"{P}{focus}")

    qt_run(run(), 20)


def test_refused_connection_is_explained_with_raw_facts_under_details(qt_run, theme, tmp_path):
    async def run() -> None:
        async with raw_server() as gone:
            url = gone.url
        async with live_page(theme, tmp_path, files=mine(url)) as it:
            await it.select("Mine")
            it.click(f"{P}test")
            await it.settle()
            assert explanation(it).startswith("The connection was refused.")
            it.click(f"{P}test:details")
            await it.settle()
            text = it.find("dialog.text", QPlainTextEdit).toPlainText()
            assert f"url: {url}/v1/models" in text
            assert "kind: connect" in text

    qt_run(run(), 20)


def test_test_can_be_cancelled_and_the_server_is_left(qt_run, theme, tmp_path):
    async def run() -> None:
        silent = RawAnswer(200, {"content-length": "99"}, [b"{"], then="silence")
        async with raw_server(silent) as server, live_page(theme, tmp_path, files=mine(server.url)) as it:
            await it.select("Mine")
            it.click(f"{P}test")
            await it.until(lambda: bool(server.seen))
            assert it.find(f"{P}test", QAbstractButton).text() == "Cancel"
            it.click(f"{P}test")
            await it.settle()
            async with asyncio.timeout(5):
                await server.closed.wait()
            assert it.page.detail.test.when.text() == "The test was cancelled."
            assert it.find(f"{P}test", QAbstractButton).text() == "Test connection"

    qt_run(run(), 20)


def test_short_message_is_sent_only_when_it_is_ticked(qt_run, theme, tmp_path):
    async def run() -> None:
        async with offline_server() as server, live_page(theme, tmp_path, files=mine(server.url)) as it:
            await it.select("Mine")
            it.click(f"{P}test")
            await it.settle()
            assert [seen.method for seen in server.requests] == ["GET"]
            it.click(f"{P}test:message")
            it.find(f"{P}test:model", QComboBox).setCurrentText("error")
            it.click(f"{P}test")
            await it.settle()
            assert steps_of(it)[-1].startswith("Short message, Failed, HTTP 500")
            it.find(f"{P}test:model", QComboBox).setCurrentText("echo")
            it.click(f"{P}test")
            await it.settle()
            assert steps_of(it)[-1].startswith("Short message, Done, ")

    qt_run(run(), 20)


def test_model_list_is_capped_and_a_failure_lets_names_be_typed(qt_run, theme, tmp_path):
    many = b'{"data":[' + b",".join(b'{"id":"m%d%s"}' % (n, b"x" * 300) for n in range(5100)) + b"]}"

    async def run() -> None:
        answers = (RawAnswer(200, {}, [many]), RawAnswer(500, {}, [b'{"error":{"message":"broken"}}']))
        async with raw_server(*answers) as server, live_page(theme, tmp_path, files=mine(server.url)) as it:
            await it.select("Mine")
            it.click(f"{P}fetch_models")
            await it.settle()
            model = it.find(f"{P}test:model", QComboBox)
            assert model.count() == 5000
            assert len(model.itemText(0)) == 200
            assert it.page.detail.test.models_text.text() == "5,000 models"
            it.click(f"{P}fetch_models")
            await it.settle()
            assert "broken" in it.page.detail.test.models_text.text()
            assert it.page.detail.test.models_text.text().endswith("A name can be typed.")
            assert model.isEditable()

    qt_run(run(), 30)


def test_broken_file_cannot_be_tested_and_says_why(qt_run, theme, tmp_path):
    async def run() -> None:
        async with live_page(
            theme, tmp_path, files={"broken": 'name = "B"\nclient_api = "ollama"\nurl = "nonsense"\n'}
        ) as it:
            await it.select("B")
            assert it.reason(f"{P}test") == "The file gives no provider yet."
            assert it.row("B").word.source == "Invalid"
            assert "must begin with" in it.page.detail.form.fields["url"].note.text()

    qt_run(run(), 20)


@pytest.mark.parametrize(("is_allowed", "said"), [(False, "Nothing was sent."), (True, "Tested ")])
def test_key_over_plain_http_is_asked_about_before_a_test(qt_run, theme, tmp_path, is_allowed, said):
    async def run() -> None:
        async with raw_server(LIST) as proxy:
            more = f'api_key_ref = "k"\nproxy = "{proxy.url}"\n'
            async with live_page(theme, tmp_path, files=mine("http://models.example", more)) as it:
                await it.bench.instances.keys.store("k", "sk-12345678", "memory")
                asked: list[str] = []
                consents = it.presenters.consents
                consents.asked.connect(asked.append)
                await it.select("Mine")
                it.click(f"{P}test")
                await it.until(lambda: bool(asked))
                assert proxy.seen == []
                consents.answer(is_allowed=is_allowed)
                await it.settle()
                assert asked == ["models.example"]
                assert it.page.detail.test.when.text().startswith(said)
                assert bool(proxy.seen) is is_allowed

    qt_run(run(), 20)


# Consents and servers


def test_hosted_consents_say_what_is_uploaded_and_are_kept(qt_run, theme, tmp_path):
    async def run() -> None:
        async with live_page(theme, tmp_path, files=mine("https://api.example.com")) as it:
            await it.select("Mine")
            panel = it.page.detail.hosted
            assert "Uploads to api.example.com" in panel.code_text.text()
            assert "Uploads to api.example.com" in panel.sharing_text.text()
            it.click(f"{P}hosted_code")
            await it.settle()
            assert await it.bench.providers.hosted_consent("Mine") == HostedConsent(code=True)
            it.click(f"{P}hosted_sharing")
            await it.settle()
            assert await it.bench.providers.hosted_consent("Mine") == HostedConsent(code=True, sharing=True)
            await it.select("llama.cpp")
            assert "nothing is uploaded" in it.reason(f"{P}hosted_code")

    qt_run(run(), 20)


@pytest.mark.skipif(os.name == "nt", reason="uses a POSIX shell")
def test_server_is_started_its_output_shown_and_stopped(qt_run, theme, tmp_path):
    launch = (
        '[launch]\ncommand = "sh"\nargs = ["-c", "echo up; echo $WORD; exec sleep 1000"]\n[launch.env]\nWORD = "yes"\n'
    )

    async def run() -> None:
        async with live_page(theme, tmp_path, files=mine(more=launch), env={"PATH": os.environ["PATH"]}) as it:
            await it.select("Mine")
            panel = it.page.detail.server
            assert panel.state.text() == "Idle"
            assert panel.command.text() == 'Runs sh -c "echo up; echo $WORD; exec sleep 1000"'
            assert "WORD" in panel.more.text()
            assert it.reason(f"{P}stop") == "The server does not run."
            it.click(f"{P}start")
            await it.until(lambda: it.find(f"{P}log", QPlainTextEdit).toPlainText() == "up\nyes")
            await it.until(lambda: panel.state.text() == "Ready")
            assert it.reason(f"{P}start") == "The server runs already."
            it.click(f"{P}stop")
            await it.settle()
            assert panel.state.text() == "Idle"

    qt_run(run(), 20)


@pytest.mark.skipif(os.name == "nt", reason="uses a POSIX shell")
def test_server_that_fails_shows_its_last_lines_and_one_that_runs_is_adopted(qt_run, theme, tmp_path):
    async def run() -> None:
        async with raw_server(RawAnswer(200, {}, [b"ok"])) as server:
            adopted = f'[launch]\ncommand = "false"\nready_url = "{server.url}"\n'
            failing = 'name = "Failing"\nclient_api = "ollama"\nurl = "http://127.0.0.1:9"\n[launch]\ncommand = "sh"\nargs = ["-c", "echo no model; exit 3"]\nready_url = "http://127.0.0.1:9"\n'
            files = mine(more=adopted) | {"failing": failing}
            async with live_page(theme, tmp_path, files=files, env={"PATH": os.environ["PATH"]}) as it:
                await it.select("Mine")
                it.click(f"{P}start")
                await it.settle()
                panel = it.page.detail.server
                assert panel.state.text() == "Ready, it ran already"
                await it.select("Failing")
                it.click(f"{P}start")
                await it.until(lambda: panel.state.text() == "Failed")
                await it.settle()
                assert panel.text.text() == "It ended with code 3.\nno model"

    qt_run(run(), 20)


# Adding


def test_adding_ends_in_a_tested_connection(qt_run, theme, tmp_path):
    keyring = FakeKeyring()

    async def run() -> None:
        async with raw_server(LIST) as server, live_page(theme, tmp_path, keyring=keyring) as it:
            it.click(f"{P}add")
            await it.settle()
            assert not it.find(f"{P}add:window").isModal()
            it.type(f"{P}add:name", "Claude")
            assert "already" in it.reason(f"{P}add:next")
            it.type(f"{P}add:name", "My box")
            it.type(f"{P}add:url", f"{server.url}/v1/chat/completions")
            it.click(f"{P}add:split_url")
            assert it.find(f"{P}add:url", QLineEdit).text() == f"{server.url}/v1"
            it.click(f"{P}add:next")
            await it.settle()
            source = it.find(f"{P}add:key_source", QComboBox)
            source.setCurrentIndex(source.findText("Keyring: Fake keyring"))
            source.activated.emit(source.currentIndex())
            it.type(f"{P}add:key", "sk-12345678")
            it.click(f"{P}add:next")
            await it.settle()
            assert it.find(f"{P}add:result", QLabel).text() == "`My box` works. It offers 2 models."
            assert steps_of(it, f"{P}add:steps")[-1] == "Model list, Done, 2 models"
            assert server.seen[0].headers["authorization"] == "Bearer sk-12345678"
            assert list(keyring.held.values()) == ["sk-12345678"]
            it.click(f"{P}add:next")
            await it.settle()
            assert it.providers.state.current.name == "My box"
            assert it.row("My box").word.source == "Ready"
            assert 'api_key_ref = "My box"' in file_text(it, "my_box")

    qt_run(run(), 20)


def test_added_provider_that_does_not_answer_is_kept_and_can_be_tested_again(qt_run, theme, tmp_path):
    async def run() -> None:
        async with raw_server() as gone:
            url = gone.url
        async with live_page(theme, tmp_path, has_keyring=False) as it:
            it.click(f"{P}add")
            kind = it.find(f"{P}add:kind", QComboBox)
            kind.setCurrentIndex(2)
            kind.activated.emit(2)
            assert it.find(f"{P}add:url", QLineEdit).text() == "https://api.anthropic.com"
            it.type(f"{P}add:url", url)
            it.click(f"{P}add:next")
            await it.settle()
            part = it.page._adding.key
            assert part.notice.text().startswith("No keyring on this system.")
            source = it.find(f"{P}add:key_source", QComboBox)
            assert source.currentText() == "Environment variable"
            assert it.find(f"{P}add:variable", QLineEdit).text() == "ANTHROPIC_API_KEY"
            assert part.found.text() == "Variable `ANTHROPIC_API_KEY`: not found"
            it.click(f"{P}add:next")
            await it.settle()
            assert (
                it.find(f"{P}add:result", QLabel).text()
                == "`My provider` is stored, and its connection does not work yet."
            )
            assert it.find(f"{P}add:explanation").accessibleDescription().startswith("The connection was refused.")
            it.click(f"{P}add:again")
            await it.settle()
            it.click(f"{P}add:close")
            await it.settle()
            assert it.providers.state.current.name == "My provider"

    qt_run(run(), 20)


def test_help_of_the_added_provider_leads_to_its_field(qt_run, theme, tmp_path):
    async def run() -> None:
        async with raw_server(RawAnswer(404)) as server, live_page(theme, tmp_path) as it:
            it.click(f"{P}add")
            it.type(f"{P}add:url", f"{server.url}/v1/v1")
            it.click(f"{P}add:next")
            await it.settle()
            it.click(f"{P}add:next")
            await it.settle()
            assert it.find(f"{P}add:explanation").accessibleDescription().startswith("The path is doubled (404).")
            it.click(f"{P}add:act")
            await it.settle(0.06)
            assert not it.find(f"{P}add:window").isVisible()
            assert it.find(f"{P}url", QLineEdit).text() == f"{server.url}/v1"
            assert it.find("doc.modified", QLabel).text() == "•"

    qt_run(run(), 20)


def test_url_that_is_none_holds_the_window_at_its_first_page(qt_run, theme, tmp_path):
    async def run() -> None:
        async with live_page(theme, tmp_path) as it:
            it.click(f"{P}add")
            it.type(f"{P}add:url", "box:11434")
            assert "must begin with" in it.reason(f"{P}add:next")
            QTest.keyClick(it.find(f"{P}add:url"), Qt.Key.Key_Return)
            assert it.find(f"{P}add:name").isVisible()

    qt_run(run(), 20)


def test_adding_by_keys_alone(qt_run, theme, tmp_path, qapp):
    def press(*keys: Qt.Key) -> None:
        for key in keys:
            QTest.keyClick(qapp.focusWidget(), key)

    async def run() -> None:
        async with raw_server(LIST) as server, live_page(theme, tmp_path, has_keyring=False) as it:
            it.window.activateWindow()
            it.find(f"{P}add").setFocus()
            press(Qt.Key.Key_Space)
            await it.settle()
            assert qapp.focusWidget() is it.find(f"{P}add:name")
            QTest.keyClicks(qapp.focusWidget(), "Keys")
            press(Qt.Key.Key_Tab)
            QTest.keyClicks(qapp.focusWidget(), server.url)
            press(Qt.Key.Key_Return)
            await it.settle()
            assert qapp.focusWidget() is it.find(f"{P}add:key_source")
            press(Qt.Key.Key_Home)
            while qapp.focusWidget() is not it.find(f"{P}add:next"):
                press(Qt.Key.Key_Tab)
            press(Qt.Key.Key_Space)
            await it.settle()
            assert it.find(f"{P}add:result", QLabel).text() == "`Keys` works. It offers 2 models."
            press(Qt.Key.Key_Space)
            await it.settle()
            assert it.providers.state.current.name == "Keys"
            assert not it.find(f"{P}add:window").isVisible()

    qt_run(run(), 20)


# The page among the others


NAMES = (
    "list filter add duplicate new_from delete restore_bundled rename folder name description client_api url "
    "effective_url list_url split_url headers timeouts proxy ca_file verify_tls launch start stop log key key_source "
    "key_reveal key_save key_clear test test_steps fetch_models hosted_code hosted_sharing"
)


def test_object_names_are_those_of_the_table_both_ways(qt_run, theme, tmp_path):
    async def run() -> None:
        async with live_page(theme, tmp_path, files=mine()) as it:
            await it.select("Mine")
            it.click(f"{P}test")
            await it.settle()
            it.click(f"{P}add")
            await it.settle()
            every = [w.objectName() for w in it.window.findChildren(QWidget) if w.objectName().startswith(P)]
            assert len(every) == len(set(every))
            assert {name.removeprefix(P).partition(":")[0] for name in every} == set(NAMES.split())

    qt_run(run(), 20)


def test_two_hundred_providers_never_hold_the_window(qt_run, theme, tmp_path, stall_watch):
    files = {f"m{n}": MINE.format(url="http://127.0.0.1:9").replace("Mine", f"Mine {n}") for n in range(200)}

    async def run() -> None:
        async with live_page(theme, tmp_path, files=files) as it:
            await it.select("Mine 7")
            stall_watch.start()
            for text in ("mine 1", "mine 19", "mine", ""):
                it.find(f"{P}filter", QLineEdit).setText(text)
                await it.settle()
            await it.select("Mine 150")
            it.type(f"{P}description", "typed")
            await it.settle(0.06)
            it.click("doc.save")
            await it.settle()
            stall_watch.stop()

    qt_run(run(), 40)


def test_search_finds_fields_and_reveals_them_with_their_provider(qt_run, theme, tmp_path):
    async def run() -> None:
        async with live_page(theme, tmp_path, files=mine()) as it:
            labels = {entry.control: entry.label for entry in it.page.entries()}
            assert labels[f"{P}verify_tls"] == "Check TLS"
            assert all(label for label in labels.values())
            it.window.open_page("providers", Target(control=f"{P}ca_file", item="Mine"))
            await it.settle()
            assert it.providers.state.current.name == "Mine"
            path = str(it.bench.paths.providers / "mine.toml")
            await it.select("Claude")
            it.window.open_page("providers", Target(path=path, line=3, column=4))
            await it.settle()
            assert it.providers.state.current.name == "Mine"
            text = it.find(f"{P}name:text", QPlainTextEdit)
            assert it.window.focusWidget() is text
            assert (text.textCursor().blockNumber(), text.textCursor().columnNumber()) == (2, 3)
            it.window.open_page("providers", Target(path=path, line=1, column=1))
            await it.settle()
            assert text.textCursor().blockNumber() == 0

    qt_run(run(), 20)


def test_every_control_has_a_name_a_reason_and_can_be_reached_by_keyboard(qt_run, theme, tmp_path):
    async def run() -> None:
        async with live_page(theme, tmp_path, files=mine(more='[launch]\ncommand = "x"\n')) as it:
            await it.select("Mine")
            kinds = (QAbstractButton, QLineEdit, QComboBox, QPlainTextEdit)
            controls = [w for kind in kinds for w in it.page.findChildren(kind) if w.objectName().startswith(P)]
            assert len(controls) > 40
            for control in controls:
                assert control.accessibleName() or control.parentWidget(), control.objectName()
                if control.isVisible():
                    assert control.focusPolicy() & Qt.FocusPolicy.TabFocus, control.objectName()
                    assert control.isEnabled() or control.toolTip(), control.objectName()

    qt_run(run(), 20)
